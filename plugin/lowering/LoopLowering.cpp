//===- LoopLowering.cpp - moves the load into the schedule clause ---------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Second stage. Clang evaluates the chunk expression in the outlined function,
// after privatisation and right before __kmpc_dispatch_init, where the
// iteration variable and the loop counters already have storage. So a chunk
// expression that runs the directive's own update expressions and then the load
// computes the load of one logical iteration, for every canonical loop form,
// without any knowledge of forms here.
//
// The expression is one chain of commas (see Markers.h). The update expressions
// in it are those of the directive itself, shared and never changed.
//
//===----------------------------------------------------------------------===//
#include "lowering/LoopLowering.h"
#include "base/Diagnostics.h"
#include "base/MarkerCalls.h"
#include "base/Markers.h"
#include "base/TreeWalk.h"
#include "lowering/ConstantLoad.h"
#include "lowering/DataIdentity.h"
#include "lowering/IterationSpace.h"
#include "lowering/LoopItems.h"
#include "lowering/RangeVariables.h"
#include "nowait/NowaitCheck.h"
#include "usersched_abi.h"
#include "clang/AST/ASTMutationListener.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Frontend/CompilerInstance.h"

using namespace clang;
using namespace llvm;

namespace usersched {

namespace {

class DirectiveLowering {
public:
  DirectiveLowering(ASTContext &Ctx, MarkerCalls &Calls,
                    const FunctionDecl *Function, OMPLoopDirective &D,
                    unsigned Id)
      : Ctx(Ctx), Calls(Calls), Diags(Ctx.getDiagnostics()), Function(Function),
        D(D), Id(Id), Loc(D.getBeginLoc()) {}

  /// Whether the loop is scheduled by load, and the expressions that give it.
  bool run(NowaitCheck::Expressions &Loads);

private:
  void lower(OMPScheduleClause &Schedule);
  bool declareRangeVariables(StringRef Key, Expr *Value,
                             SmallVectorImpl<Stmt *> &Body);
  Expr *ifIteration(Expr *Result);
  bool lowerRegion(marker::Region Kind, StringRef Key);
  bool lowerRegionBody(marker::Region Kind, StringRef Key, const Item &I);
  void lowerValue(marker::Slot Slot, StringRef Key);
  void lowerIterations();
  void lowerDataIdentity();
  void lowerLoop();
  void add(Expr *E) { Chain = Calls.comma(Chain, E); }
  // Ends the lifetime of E's temporaries right behind it: even a temporary
  // without a destructor has an end of lifetime, which the optimizer and
  // AddressSanitizer see.
  void addFullExpression(Expr *E) {
    if (Ctx.getLangOpts().CPlusPlus && !isa<ExprWithCleanups>(E))
      E = ExprWithCleanups::Create(Ctx, E, /*CleanupsHaveSideEffects=*/true,
                                   {});
    add(E);
  }
  void addCall(StringRef Name, ArrayRef<Expr *> Args) {
    add(Calls.call(Name, Ctx.VoidTy, Args, Loc));
  }
  Expr *integer(uint64_t Value) { return Calls.integer(Value, Loc); }
  // Whether loads are added up as doubles.
  bool isReal() {
    Item *Load = Loop.find("load");
    return Load && needsReal(Ctx, Load->Value->getType());
  }

  ASTContext &Ctx;
  MarkerCalls &Calls;
  DiagnosticsEngine &Diags;
  const FunctionDecl *Function;
  OMPLoopDirective &D;
  unsigned Id;
  SourceLocation Loc;

  AnnotatedLoop Loop;
  Expr *Chain = nullptr;
  uint64_t EachLoad = 0; // see ConstantLoad.h
};

} // namespace

// Afterwards Value names no variable that the loop declares in its body.
bool DirectiveLowering::declareRangeVariables(StringRef Key, Expr *Value,
                                              SmallVectorImpl<Stmt *> &Body) {
  for (Stmt *For : Loop.Nest) {
    auto *RangeFor = dyn_cast<CXXForRangeStmt>(For);
    if (!RangeFor || declareRangeVariable(Ctx, *RangeFor, Value, Body))
      continue;
    error(Diags, Value->getExprLoc(),
          "the '%0' of '#pragma ompx usersched' cannot name these structured "
          "bindings; name the element ('auto &element') instead")
        << Key;
    return false;
  }
  return true;
}

// A number that stands for no iteration has no load, and the expression is not
// evaluated for it, as the body is not run.
Expr *DirectiveLowering::ifIteration(Expr *Result) {
  Expr *IsIteration = isIteration(Ctx, D);
  if (!IsIteration)
    return Result;
  QualType Type = Result->getType();
  return new (Ctx) ConditionalOperator(IsIteration, Loc, Result, Loc,
                                       Calls.convert(integer(0), Type), Type,
                                       VK_PRValue, OK_Ordinary);
}

bool DirectiveLowering::lowerRegionBody(marker::Region Kind, StringRef Key,
                                        const Item &I) {
  QualType Type = I.Value->getType().getAtomicUnqualifiedType();
  StringRef Name = marker::ResultSigned;
  QualType To = Ctx.LongLongTy;
  if (needsReal(Ctx, Type)) {
    Name = marker::ResultReal;
    To = Ctx.DoubleTy;
  } else if (Kind != marker::RegionSubspace &&
             Type->isUnsignedIntegerOrEnumerationType()) {
    Name = marker::ResultUnsigned;
    To = Ctx.UnsignedLongLongTy;
  }
  SmallVector<Stmt *, 4> Body;
  if (Kind != marker::RegionSubspace &&
      !declareRangeVariables(Key, I.Value, Body))
    return false;
  Expr *Value = Calls.convert(I.Value, To);
  if (Kind == marker::RegionLoad)
    Value = ifIteration(Value);
  Expr *Result = Calls.call(Name, Ctx.VoidTy, {Value}, Loc);
  if (!Body.empty()) {
    Body.push_back(Result);
    auto *Block =
        CompoundStmt::Create(Ctx, Body, FPOptionsOverride(), Loc, Loc);
    Result = new (Ctx) StmtExpr(Block, Ctx.VoidTy, Loc, Loc,
                                /*TemplateDepth=*/0);
  }
  addFullExpression(Result);
  return true;
}

// A region runs the directive's update expressions for the iteration variable
// that the dispatch pass sets, then the item's expression.
bool DirectiveLowering::lowerRegion(marker::Region Kind, StringRef Key) {
  Item *I = Loop.find(Key);
  if (!I)
    return true;
  SmallVector<Expr *, 8> Variables;
  if (Kind != marker::RegionSubspace) {
    Variables.push_back(D.getIterationVariable());
    for (Expr *Counter : D.counters())
      // A class object cannot live in storage that nobody constructed.
      if (Counter->getType()->isScalarType())
        Variables.push_back(Counter);
  }
  SmallVector<Expr *, 8> Args = {integer(Id), integer(Kind),
                                 integer(Variables.size())};
  for (Expr *Variable : Variables)
    Args.push_back(Calls.addressOf(Variable, Loc));
  addCall(marker::Begin, Args);
  if (Kind != marker::RegionSubspace)
    for (Expr *Update : D.updates())
      addFullExpression(Update);
  if (!lowerRegionBody(Kind, Key, *I))
    return false;
  addCall(marker::End, {integer(Id), integer(Kind)});
  return true;
}

void DirectiveLowering::lowerValue(marker::Slot Slot, StringRef Key) {
  Item *I = Loop.find(Key);
  if (!I)
    return;
  bool Real = Slot == marker::SlotChunk && isReal();
  QualType To = Real ? Ctx.DoubleTy : Ctx.LongLongTy;
  addFullExpression(Calls.call(
      Real ? marker::ValueReal : marker::Value, Ctx.VoidTy,
      {integer(Id), integer(Slot), Calls.convert(I->Value, To)}, Loc));
}

// Clang takes the value of a lastprivate variable from the thread that has the
// last number, which need not have run any iteration.
void DirectiveLowering::lowerIterations() {
  if (isRectangular(D) || !D.hasClausesOfKind<OMPLastprivateClause>())
    return;
  addFullExpression(Calls.call(
      marker::Value, Ctx.VoidTy,
      {integer(Id), integer(marker::SlotIterations),
       Calls.convert(countToLastIteration(Ctx, Calls, D), Ctx.LongLongTy)},
      Loc));
}

void DirectiveLowering::lowerDataIdentity() {
  DataIdentity Identity;
  if (Item *I = Loop.find("data"))
    (I->Value->getType()->isArrayType() ? Identity.Objects : Identity.Values)
        .push_back(I->Value);
  else
    Identity = collectDataIdentity(Ctx, Loop.main().Value, D, Loop.Variables);
  for (Expr *Object : Identity.Objects)
    Identity.Values.push_back(Calls.addressOf(Object, Loc));
  for (Expr *Value : Identity.Values)
    addFullExpression(Calls.call(
        marker::Data, Ctx.VoidTy,
        {integer(Id), Calls.convert(Value, Ctx.UnsignedLongLongTy)}, Loc));
}

void DirectiveLowering::lowerLoop() {
  unsigned Flags = 0;
  if (isReal())
    Flags |= USERSCHED_LOAD_IS_FLOAT;
  if (Item *Steal = Loop.find("steal"); Steal && Steal->Text == "off")
    Flags |= USERSCHED_NO_STEAL;
  if (Item *Profile = Loop.find("profile"); Profile && Profile->Text == "off")
    Flags |= USERSCHED_NO_PROFILE;
  if (D.hasClausesOfKind<OMPNowaitClause>())
    Flags |= USERSCHED_NOWAIT;
  Item *Schedule = Loop.find("schedule");
  PresumedLoc Where = Ctx.getSourceManager().getPresumedLoc(Loc);
  StringRef File = Where.isValid() ? Where.getFilename() : "";
  std::string Name = Function ? Function->getQualifiedNameAsString() : "";
  add(Calls.call(marker::Loop, Ctx.LongLongTy,
                 {integer(Id), Calls.string(File, Loc), Calls.string(Name, Loc),
                  integer(Where.isValid() ? Where.getLine() : 0),
                  integer(Where.isValid() ? Where.getColumn() : 0),
                  Calls.string(Loop.main().Text, Loc), integer(Flags),
                  Calls.string(Schedule ? Schedule->Text : "", Loc),
                  integer(Loc.getRawEncoding()), integer(EachLoad)},
                 Loc));
}

bool DirectiveLowering::run(NowaitCheck::Expressions &Loads) {
  if (!takeItems(D, Loop))
    return false;
  for (StringRef Key : {"load", "prefix", "subspace"})
    if (Item *I = Loop.find(Key))
      Loads.push_back(I->Value);
  auto *Schedule =
      const_cast<OMPScheduleClause *>(D.getSingleClause<OMPScheduleClause>());
  const bool IsByLoad =
      Schedule && Schedule->getScheduleKind() == OMPC_SCHEDULE_dynamic;
  // Without the clause, Clang has rejected the directive.
  if (checkItems(Ctx, D, Loop) && IsByLoad)
    lower(*Schedule);
  return IsByLoad;
}

void DirectiveLowering::lower(OMPScheduleClause &Schedule) {
  lowerValue(marker::SlotChunk, "chunk");
  lowerValue(marker::SlotSubspaces, "subspaces");
  lowerIterations();
  lowerDataIdentity();
  if (!Loop.find("prefix") && isRectangular(D))
    EachLoad = constantLoad(*Loop.find("load")->Value, isReal(), Ctx);
  if ((!EachLoad && !lowerRegion(marker::RegionLoad, "load")) ||
      !lowerRegion(marker::RegionPrefix, "prefix") ||
      !lowerRegion(marker::RegionSubspace, "subspace"))
    return;
  lowerLoop();
  *Schedule.children().begin() = Chain;
}

namespace {

// Visits every function of a declaration, and lambdas and local classes in it.
class LoopFinder : public TreeWalk {
public:
  LoopFinder(ASTContext &Ctx, MarkerCalls &Calls, NowaitCheck &Nowait,
             unsigned &NextId)
      : Ctx(Ctx), Calls(Calls), Nowait(Nowait), NextId(NextId) {}

  void walkInitializer(Expr *E) {
    IsInside = true;
    walk(E);
    Nowait.check(nullptr, E);
  }

private:
  void visit(Decl &D) override {
    const FunctionDecl *Outer = Function;
    const bool WasInside = IsInside;
    if (auto *F = dyn_cast<FunctionDecl>(&D))
      Function = F;
    IsInside |= isa<FunctionDecl, VarDecl, FieldDecl>(D);
    walkParts(D);
    Function = Outer;
    if (IsInside && !WasInside)
      Nowait.check(&D, nullptr);
    IsInside = WasInside;
  }
  bool enter(Stmt &S) override {
    if (auto *D = dyn_cast<OMPLoopDirective>(&S))
      lower(*D);
    else if (auto *If = dyn_cast<IfStmt>(&S))
      markLeftOver(*If);
    return true;
  }

  void lower(OMPLoopDirective &D) {
    // In a pattern (of a template or a generic lambda) Sema builds no counters.
    if (D.counters().empty() || !D.counters().front())
      return;
    NowaitCheck::Expressions Loads;
    if (DirectiveLowering(Ctx, Calls, Function, D, NextId++).run(Loads))
      Nowait.note(D, &Loads);
    else
      Nowait.note(D, nullptr);
  }
  // The directive around it is visited first: a marker that is still there
  // stands where the lowering does not look, or in a pattern. It is an error if
  // code is made of it. What follows it belongs to the same mistake.
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
  NowaitCheck &Nowait;
  unsigned &NextId;
  const FunctionDecl *Function = nullptr;
  bool IsInside = false; // of a function or an initializer
  SmallPtrSet<const Stmt *, 4> Following;
};

// Besides declarations as they are parsed, the parts that templates get later:
// nothing but these callbacks tells of them before code generation.
class LoopLowering : public ASTConsumer, ASTMutationListener {
public:
  explicit LoopLowering(CompilerInstance &CI)
      : CI(CI), Calls(CI.getASTContext()), Nowait(CI.getASTContext()) {}

  ASTMutationListener *GetASTMutationListener() override { return this; }

  bool HandleTopLevelDecl(DeclGroupRef Group) override {
    for (Decl *D : Group)
      lower(D);
    return true;
  }
  // Of variable templates, too.
  void HandleCXXStaticMemberVarInstantiation(VarDecl *D) override {
    lower(D->getInit());
  }

private:
  void DefaultMemberInitializerInstantiated(const FieldDecl *D) override {
    lower(D->getInClassInitializer());
  }

  // The name enters the table with the first pragma: files without it are not
  // traversed.
  bool isNeeded() const {
    const IdentifierTable &Names = CI.getASTContext().Idents;
    return Names.find(marker::Item) != Names.end();
  }
  void lower(Decl *D) {
    if (isNeeded())
      LoopFinder(CI.getASTContext(), Calls, Nowait, NextId).walk(D);
  }
  void lower(Expr *Initializer) {
    if (isNeeded())
      LoopFinder(CI.getASTContext(), Calls, Nowait, NextId)
          .walkInitializer(Initializer);
  }

  CompilerInstance &CI;
  MarkerCalls Calls;
  NowaitCheck Nowait;
  unsigned NextId = 0;
};

} // namespace

std::unique_ptr<ASTConsumer> createLoopLowering(CompilerInstance &CI) {
  return std::make_unique<LoopLowering>(CI);
}

} // namespace usersched
