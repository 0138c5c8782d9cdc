//===- LoopLowering.cpp - moves loads into schedule clauses ---------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Second stage: finds each annotated loop once it has been parsed or
// instantiated, and before code is generated for it.
//
// Invariant: a loop stands in a function or in the closure of a lambda. Clang
// hands over functions, with the closures in them. It generates no code for
// other closures before the end of the file: those of initializers, of default
// arguments and of types, many of which it makes when a template is used.
//
//===----------------------------------------------------------------------===//
#include "lowering/LoopLowering.h"
#include "base/MarkerCalls.h"
#include "base/Markers.h"
#include "base/TreeWalk.h"
#include "lowering/DirectiveLowering.h"
#include "lowering/LoopItems.h"
#include "nowait/LoadRaceCheck.h"
#include "nowait/NowaitCheck.h"
#include "threaddata/ThreadDataCheck.h"
#include "clang/AST/ASTMutationListener.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Frontend/CompilerInstance.h"

using namespace clang;
using namespace llvm;

namespace usersched {

namespace {

using Closures = SmallPtrSet<const CXXRecordDecl *, 16>;

// What is checked of a function whose loops have been lowered.
struct Checks {
  explicit Checks(ASTContext &Ctx)
      : Nowait(Ctx), ThreadData(Ctx), LoadRace(Ctx) {}

  NowaitCheck Nowait;
  ThreadDataCheck ThreadData;
  LoadRaceCheck LoadRace;
};

// Visits every function of a declaration, and lambdas and local classes in it.
class LoopFinder : public TreeWalk {
public:
  LoopFinder(ASTContext &Ctx, MarkerCalls &Calls, Checks &Check,
             unsigned &NextId, Closures &Visited)
      : Ctx(Ctx), Calls(Calls), Check(Check), NextId(NextId), Visited(Visited) {
  }

private:
  void visit(Decl &D) override {
    const FunctionDecl *Outer = Function;
    const bool WasInside = IsInside;
    SmallVector<Stmt *, 4> OuterRegions;
    if (auto *F = dyn_cast<FunctionDecl>(&D))
      Function = F;
    if (isa<FunctionDecl, BlockDecl>(D))
      std::swap(Regions, OuterRegions);
    IsInside |= isa<FunctionDecl, VarDecl, FieldDecl>(D);
    walkParts(D);
    Function = Outer;
    if (isa<FunctionDecl, BlockDecl>(D))
      std::swap(Regions, OuterRegions);
    if (IsInside && !WasInside) {
      Check.Nowait.check(D);
      Check.ThreadData.check(D);
      Check.LoadRace.check(D);
    }
    IsInside = WasInside;
  }
  bool enter(Stmt &S) override {
    if (auto *D = dyn_cast<OMPLoopDirective>(&S))
      lower(*D);
    else if (auto *If = dyn_cast<IfStmt>(&S))
      markLeftOver(*If);
    else if (auto *Lambda = dyn_cast<LambdaExpr>(&S))
      Visited.insert(Lambda->getLambdaClass());
    if (isa<OMPExecutableDirective, LambdaExpr>(S))
      Regions.push_back(&S);
    return true;
  }
  void leave(Stmt &S) override {
    if (isa<OMPExecutableDirective, LambdaExpr>(S))
      Regions.pop_back();
  }

  void lower(OMPLoopDirective &D) {
    // In a pattern (of a template or a generic lambda) Sema builds no counters.
    if (D.counters().empty() || !D.counters().front())
      return;
    markNowait(D);
    LoweredSchedule Schedule;
    const auto *Region = Regions.empty()
                             ? nullptr
                             : dyn_cast<OMPExecutableDirective>(Regions.back());
    const bool IsByLoad =
        lowerDirective(Ctx, Calls, Function, Region, D, NextId++, Schedule);
    Check.Nowait.note(D, IsByLoad ? &Schedule.Loads : nullptr);
    Check.ThreadData.note(D, IsByLoad, Schedule.Replaced);
    if (IsByLoad)
      Check.LoadRace.note(D, Schedule.Loads);
  }
  // Tells the dispatch pass that no barrier ends a loop with schedule(runtime).
  // The nowait of a target directive is the target's.
  void markNowait(OMPLoopDirective &D) {
    auto *Schedule =
        const_cast<OMPScheduleClause *>(D.getSingleClause<OMPScheduleClause>());
    if (Schedule && Schedule->getScheduleKind() == OMPC_SCHEDULE_runtime &&
        D.hasClausesOfKind<OMPNowaitClause>() &&
        !isOpenMPTargetExecutionDirective(D.getDirectiveKind()))
      *Schedule->children().begin() =
          Calls.integer(marker::RuntimeNowait, Schedule->getBeginLoc());
  }
  // Gives a marker that is still in the body its place in the source. The
  // directive around it has been visited before, so the marker stands where the
  // lowering does not look, or in a pattern. The dispatch pass reports it if
  // Clang generates code for it. The markers behind it get no place: they
  // belong to the same mistake.
  void markLeftOver(IfStmt &S) {
    CallExpr *Call = markerCall(&S);
    if (!Call)
      return;
    SourceLocation Loc =
        Ctx.getSourceManager().getExpansionLoc(Call->getExprLoc());
    if (!Following.contains(&S))
      Call->setArg(3, Calls.integer(Loc.getRawEncoding(), Loc));
    Following.insert(S.getElse());
  }

  ASTContext &Ctx;
  MarkerCalls &Calls;
  Checks &Check;
  unsigned &NextId;
  Closures &Visited;
  const FunctionDecl *Function = nullptr;
  SmallVector<Stmt *, 4> Regions; // directives and lambdas that are entered
  bool IsInside = false;          // of a function or an initializer
  SmallPtrSet<const Stmt *, 4> Following; // what stands behind a marker
};

// Lowers declarations as they are parsed or instantiated. At the end of the
// file it lowers the closures that have not been met on the way.
class LoopLowering : public ASTConsumer, ASTMutationListener {
public:
  explicit LoopLowering(CompilerInstance &CI)
      : CI(CI), Calls(CI.getASTContext()), Check(CI.getASTContext()) {}

  ASTMutationListener *GetASTMutationListener() override { return this; }

  bool HandleTopLevelDecl(DeclGroupRef Group) override {
    for (Decl *D : Group)
      lower(D);
    return true;
  }
  void HandleTranslationUnit(ASTContext &) override {
    // A closure is completed before the one around it.
    for (const CXXRecordDecl *Closure : reverse(Completed))
      if (!Visited.contains(Closure))
        lower(Closure->getLambdaCallOperator());
  }

private:
  void CompletedTagDefinition(const TagDecl *D) override {
    auto *Class = dyn_cast<CXXRecordDecl>(D);
    if (Class && Class->isLambda() && mayHaveLoops())
      Completed.push_back(Class);
  }

  // Returns false if there is neither a pragma, which enters the marker's name
  // into the table, nor a loop for markNowait(). Then nothing is traversed.
  bool mayHaveLoops() const {
    if (CI.getASTContext().getExternalSource())
      return true; // whose names are read only when they are asked for
    const IdentifierTable &Names = CI.getASTContext().Idents;
    const auto Has = [&](StringRef Name) {
      return Names.find(Name) != Names.end();
    };
    return Has(marker::Item) || (Has("runtime") && Has("nowait"));
  }
  void lower(const Decl *D) {
    if (mayHaveLoops())
      LoopFinder(CI.getASTContext(), Calls, Check, NextId, Visited).walk(D);
  }

  CompilerInstance &CI;
  MarkerCalls Calls;
  Checks Check;
  unsigned NextId = 0;
  SmallVector<const CXXRecordDecl *, 16> Completed; // closures
  Closures Visited;                                 // as part of a function
};

} // namespace

std::unique_ptr<ASTConsumer> createLoopLowering(CompilerInstance &CI) {
  return std::make_unique<LoopLowering>(CI);
}

} // namespace usersched
