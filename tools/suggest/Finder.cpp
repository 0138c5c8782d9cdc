//===- Finder.cpp - finds the loops of a translation unit -----------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The whole translation unit is parsed before any loop is looked at, so that
// the bodies of all functions are known. Bodies in headers of the system are
// skipped: nothing is said of their loops, and it takes time to parse them.
//
//===----------------------------------------------------------------------===//
#include "Finder.h"
#include "Fitness.h"
#include "InPlace.h"
#include "Place.h"
#include "Work.h"
#include "base/Ast19And22.h"
#include "base/TreeWalk.h"
#include "pragma/Constructs.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Frontend/CompilerInstance.h"

using namespace clang;
using namespace llvm;

namespace usersched {

namespace {

// Visits the loops of one declaration.
class LoopVisitor : public TreeWalk {
public:
  LoopVisitor(ASTContext &Ctx, const PragmaPlaces &Pragmas, Loops &Found,
              bool TryUnknown)
      : Ctx(Ctx), Pragmas(Pragmas), Found(Found), TryUnknown(TryUnknown) {}

private:
  bool enter(Stmt &S) override {
    if (const auto *D = dyn_cast<OMPLoopDirective>(&S))
      add(*D);
    if (isa<OMPExecutableDirective, LambdaExpr>(S))
      Around.push_back(&S);
    return true;
  }
  void leave(Stmt &S) override {
    if (isa<OMPExecutableDirective, LambdaExpr>(S))
      Around.pop_back();
  }
  void visit(Decl &D) override {
    SmallVector<const Stmt *, 4> Outer;
    const bool IsFunction = isa<FunctionDecl, BlockDecl>(D);
    if (IsFunction)
      std::swap(Around, Outer);
    const bool WasInside = std::exchange(IsInside, IsInside || IsFunction);
    if (IsFunction && !WasInside)
      Function = &D;
    walkParts(D);
    if (IsFunction && !WasInside) {
      Function = nullptr;
      Pairs.reset();
    }
    IsInside = WasInside;
    if (IsFunction)
      std::swap(Around, Outer);
  }

  void add(const OMPLoopDirective &D) {
    const std::string Name = getOpenMPDirectiveName(D.getDirectiveKind()).str();
    if (findConstruct(Name).Compiled.empty() && !isDeviceLoop(Name))
      return;
    std::optional<Loop> L = Pragmas.placeOf(D.getBeginLoc());
    if (!L)
      return;
    L->Construct = Name;
    L->IsPattern = D.counters().empty() || !D.counters().front();
    const Work Done = workOf(Ctx, D);
    L->Reason = Done.Reason;
    L->Load = Done.Load;
    L->Verdict = Done.Verdict == Work::Regular   ? Loop::Regular
                 : Done.Verdict == Work::Unknown ? Loop::Unknown
                                                 : Loop::Irregular;
    if (L->Verdict != Loop::Regular)
      leaveAlone(*L, D, Done);
    if (L->Verdict != Loop::Regular && L->Verdict != Loop::LeftAlone &&
        !L->IsPattern)
      noteOrder(*L, D);
    if (L->Verdict == Loop::Unknown && TryUnknown)
      L->Verdict = Loop::Irregular;
    addLoop(Found, std::move(*L));
  }
  void leaveAlone(Loop &L, const OMPLoopDirective &D, const Work &Done) {
    std::string Why = whyUnfit(Ctx, D, Done, Around);
    if (Why.empty() && L.LineEnd.empty())
      Why = "it stands in a macro or in '_Pragma', where no line can be added";
    if (Why.empty() && Function && !L.IsPattern) {
      // Without a nowait in the function, no two loops run at the same time.
      if (!Pairs)
        Pairs = hasNowait(*Function) ? loopsWithoutBarrier(Ctx, *Function)
                                     : DenseMap<const Stmt *, std::string>();
      Why = Pairs->lookup(&D);
    }
    if (Why.empty())
      return;
    L.Reason = Why + " (" + nameOf(L.Verdict) + ": " + L.Reason + ")";
    L.Verdict = Loop::LeftAlone;
    L.Load.clear();
  }
  void noteOrder(Loop &L, const OMPLoopDirective &D) {
    const OMPExecutableDirective *Parallel =
        isOpenMPParallelDirective(D.getDirectiveKind()) ? &D : nullptr;
    const Stmt *Region = Function ? Function->getBody() : nullptr;
    for (const Stmt *S : reverse(Around)) {
      if (Parallel)
        break;
      if (const auto *Lambda = dyn_cast<LambdaExpr>(S)) {
        Region = Lambda->getBody();
        break;
      }
      const auto *Outer = cast<OMPExecutableDirective>(S);
      if (isOpenMPParallelDirective(Outer->getDirectiveKind()))
        Parallel = Outer;
    }
    if (Parallel)
      Region = Parallel->getInnermostCapturedStmt()->getCapturedStmt();
    if (!Region)
      return;
    const std::string Array = arrayInPlace(Ctx, D, *Region, Parallel);
    if (!Array.empty())
      L.Reason += "; iterations seem to read what others write in '" + Array +
                  "', and then their order may change how much there is to do";
  }
  static bool hasNowait(const Decl &D) {
    bool Found = false;
    class Walk : public TreeWalk {
    public:
      explicit Walk(bool &Found) : Found(Found) {}

    private:
      bool enter(Stmt &S) override {
        const auto *Directive = dyn_cast<OMPExecutableDirective>(&S);
        Found |= Directive && Directive->hasClausesOfKind<OMPNowaitClause>();
        return !Found;
      }
      bool &Found;
    };
    Walk(Found).walk(&D);
    return Found;
  }

  ASTContext &Ctx;
  const PragmaPlaces &Pragmas;
  Loops &Found;
  const bool TryUnknown;
  SmallVector<const Stmt *, 4> Around; // directives and lambdas
  bool IsInside = false;               // of a function
  const Decl *Function = nullptr;      // the outermost
  std::optional<DenseMap<const Stmt *, std::string>> Pairs; // of Function
};

class Finder : public ASTConsumer {
public:
  Finder(CompilerInstance &CI, Loops &Found, bool TryUnknown)
      : CI(CI), Pragmas(CI.getPreprocessor()), Found(Found),
        TryUnknown(TryUnknown) {}

  bool HandleTopLevelDecl(DeclGroupRef Group) override {
    for (Decl *D : Group)
      if (!isOfSystem(*D))
        Decls.push_back(D);
    return true;
  }
  bool shouldSkipFunctionBody(Decl *D) override { return isOfSystem(*D); }
  void HandleTranslationUnit(ASTContext &Ctx) override {
    if (release::hasMistakes(Ctx.getDiagnostics()))
      return;
    for (const Decl *D : Decls)
      LoopVisitor(Ctx, Pragmas, Found, TryUnknown).walk(D);
  }

private:
  bool isOfSystem(const Decl &D) const {
    const SourceManager &SM = CI.getSourceManager();
    return SM.isInSystemHeader(SM.getExpansionLoc(D.getLocation()));
  }

  CompilerInstance &CI;
  PragmaPlaces Pragmas;
  Loops &Found;
  const bool TryUnknown;
  std::vector<const Decl *> Decls;
};

} // namespace

std::unique_ptr<ASTConsumer> createFinder(CompilerInstance &CI, Loops &Found,
                                          bool TryUnknown) {
  return std::make_unique<Finder>(CI, Found, TryUnknown);
}

} // namespace usersched
