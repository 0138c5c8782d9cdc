//===- DirectiveLowering.cpp - puts a loop's load into its schedule -------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang evaluates the chunk expression of a schedule clause in the outlined
// function, after privatisation and right before __kmpc_dispatch_init, where
// the iteration variable and the loop counters already have storage. So a chunk
// expression that runs the directive's own update expressions and then the load
// computes the load of one logical iteration. It does so for every canonical
// loop form, and nothing here knows of forms.
//
// A taskloop has no such expression; see TaskloopScope.h.
//
// The expression is one chain of commas (see Markers.h). The update expressions
// in it are those of the directive itself, shared and never changed.
//
//===----------------------------------------------------------------------===//
#include "lowering/DirectiveLowering.h"
#include "base/Diagnostics.h"
#include "base/MarkerCalls.h"
#include "base/Markers.h"
#include "base/TreeWalk.h"
#include "lowering/ConstantLoad.h"
#include "lowering/ConstructChecks.h"
#include "lowering/DataIdentity.h"
#include "lowering/GeneratedLoops.h"
#include "lowering/IterationSpace.h"
#include "lowering/LoopItems.h"
#include "lowering/RangeVariables.h"
#include "lowering/TaskloopScope.h"
#include "usersched_abi.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtOpenMP.h"

using namespace clang;
using namespace llvm;

namespace usersched {

namespace {

class DirectiveLowering {
public:
  DirectiveLowering(ASTContext &Ctx, MarkerCalls &Calls,
                    const FunctionDecl *Function,
                    const OMPExecutableDirective *Region, OMPLoopDirective &D,
                    unsigned Id)
      : Ctx(Ctx), Calls(Calls), Diags(Ctx.getDiagnostics()), Function(Function),
        Region(Region), D(D), Id(Id), Loc(D.getBeginLoc()) {}

  bool run(LoweredSchedule &Lowered);

private:
  bool buildChain();
  bool declareRangeVariables(StringRef Key, Expr *Value,
                             SmallVectorImpl<Stmt *> &Body);
  bool isDistributed() const {
    return isOpenMPLoopBoundSharingDirective(D.getDirectiveKind());
  }
  void addFirstOfTeam();
  Expr *ifIteration(Expr *Result);
  void addStarts(SmallVectorImpl<Expr *> &Variables);
  bool lowerRegion(marker::Region Kind, StringRef Key);
  bool lowerRegionBody(marker::Region Kind, StringRef Key, const Item &I);
  void lowerValue(marker::Slot Slot, StringRef Key);
  void lowerIterations();
  void lowerSizes();
  void lowerDataIdentity();
  void lowerLoop();
  void add(Expr *E) { Chain = Calls.comma(Chain, E); }
  // Adds E such that the lifetime of its temporaries ends with it. Even a
  // temporary without a destructor has an end of lifetime, which the optimizer
  // and AddressSanitizer see.
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
  // Returns true if loads are added up as doubles.
  bool isReal() {
    Item *Load = Loop.find("load");
    return Load && Load->Value && needsReal(Ctx, Load->Value->getType());
  }

  // Returns true if one iteration of the directive's loops has several of those
  // that the user wrote.
  bool addsLoads() const {
    return any_of(Loop.Generated, [](Stmt *S) { return isa<ForStmt>(S); });
  }

  ASTContext &Ctx;
  MarkerCalls &Calls;
  DiagnosticsEngine &Diags;
  const FunctionDecl *Function;
  const OMPExecutableDirective *Region;
  OMPLoopDirective &D;
  unsigned Id;
  SourceLocation Loc;

  AnnotatedLoop Loop;
  bool IsTaskloop = false;
  Expr *Chain = nullptr;
  uint64_t EachLoad = 0; // of every iteration; 0 if not a constant
};

} // namespace

// Makes Value name no variable that the loop declares in its body. Body gets
// the declarations of those that Value names instead.
bool DirectiveLowering::declareRangeVariables(StringRef Key, Expr *Value,
                                              SmallVectorImpl<Stmt *> &Body) {
  for (VarDecl *Element : Loop.Elements) {
    if (declareRangeVariable(Ctx, *Element, Value, Body))
      continue;
    error(Diags, Value->getExprLoc(),
          "the '%0' of '#pragma ompx usersched' cannot name these structured "
          "bindings; name the element ('auto &element') instead")
        << Key;
    return false;
  }
  return true;
}

// Adds an assignment that makes the number of an iteration among those of its
// team the number among all. The teams of a `distribute` divide the iterations
// first, and libusersched numbers those of one team from 0.
void DirectiveLowering::addFirstOfTeam() {
  Expr *Number = D.getIterationVariable();
  const QualType Type = Number->getType();
  Expr *Sum = BinaryOperator::Create(
      Ctx, Calls.load(Number),
      Calls.convert(D.getPrevLowerBoundVariable(), Type), BO_Add, Type,
      VK_PRValue, OK_Ordinary, Loc, FPOptionsOverride());
  add(BinaryOperator::Create(Ctx, Number, Sum, BO_Assign, Type,
                             Ctx.getLangOpts().CPlusPlus ? VK_LValue
                                                         : VK_PRValue,
                             OK_Ordinary, Loc, FPOptionsOverride()));
}

// Returns Result for a number that stands for an iteration, and 0 for a number
// that stands for none: the body is not run for it, so neither is the load.
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
  Expr *Result =
      Calls.call(Name, Ctx.VoidTy, {Value, integer(addsLoads())}, Loc);
  if (!Body.empty() || !Loop.Generated.empty()) {
    Body.push_back(Result);
    Stmt *Block =
        CompoundStmt::Create(Ctx, Body, FPOptionsOverride(), Loc, Loc);
    if (Kind != marker::RegionSubspace)
      Block = runGenerated(Ctx, Loop.Generated, Block);
    Result = new (Ctx) StmtExpr(
        CompoundStmt::Create(Ctx, Block, FPOptionsOverride(), Loc, Loc),
        Ctx.VoidTy, Loc, Loc, /*TemplateDepth=*/0);
  }
  addFullExpression(Result);
  return true;
}

// Adds references to the objects that the directive's update expressions start
// from: iterators, which no iteration changes.
void DirectiveLowering::addStarts(SmallVectorImpl<Expr *> &Variables) {
  for (Expr *Update : D.updates())
    walkStatements(Update, [&](Stmt &Part) {
      auto *Ref = dyn_cast<DeclRefExpr>(&Part);
      if (Ref && isa<VarDecl>(Ref->getDecl()) &&
          !Loop.Variables.contains(Ref->getDecl()) &&
          Ref->getType()->isRecordType())
        Variables.push_back(Ref);
      return true;
    });
}

// Adds a region: the directive's update expressions, for the iteration variable
// that the dispatch pass sets, and then the item's expression.
bool DirectiveLowering::lowerRegion(marker::Region Kind, StringRef Key) {
  Item *I = Loop.find(Key);
  if (!I || (!I->Value && !Loop.isInferred()))
    return true;
  SmallVector<Expr *, 8> Variables;
  if (Kind != marker::RegionSubspace) {
    Variables.push_back(D.getIterationVariable());
    SmallVector<Expr *, 8> Counters(D.counters());
    Counters.append(Loop.GeneratedCounters);
    for (Expr *Counter : Counters)
      // A class object cannot live in storage that nobody constructed.
      if (Counter->getType()->isScalarType())
        Variables.push_back(Counter);
  }
  SmallVector<Expr *, 8> Args = {integer(Id), integer(Kind),
                                 integer(Variables.size())};
  if (!I->Value)
    addStarts(Variables);
  for (Expr *Variable : Variables)
    Args.push_back(Calls.addressOf(Variable, Loc));
  addCall(marker::Begin, Args);
  if (Kind != marker::RegionSubspace) {
    if (isDistributed())
      addFirstOfTeam();
    if (I->Value)
      for (Expr *Update : D.updates())
        addFullExpression(Update);
  }
  if (!I->Value)
    addCall(marker::Inferred, {integer(Id)});
  else if (!lowerRegionBody(Kind, Key, *I))
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

// Adds the count of iterations, or of numbers up to the last iteration. Clang
// takes the value of a lastprivate variable from the thread that has the last
// number, which need not have run any iteration.
void DirectiveLowering::lowerIterations() {
  Expr *Count = nullptr;
  if (IsTaskloop)
    Count = taskloopCount(Ctx, Calls, D);
  else if (!isRectangular(D) && D.hasClausesOfKind<OMPLastprivateClause>())
    Count = Calls.convert(countToLastIteration(Ctx, Calls, D), Ctx.LongLongTy);
  if (Count)
    addFullExpression(
        Calls.call(marker::Value, Ctx.VoidTy,
                   {integer(Id), integer(marker::SlotIterations), Count}, Loc));
}

// Adds the sizes of arrays among the reduction variables of a taskloop. Clang
// 19 and 22 take a section of constant length for one element, and the OpenMP
// library makes room for that.
void DirectiveLowering::lowerSizes() {
  unsigned Index = 0;
  for (const auto *Clause : D.getClausesOfKind<OMPReductionClause>())
    for (const Expr *Copy : Clause->privates()) {
      const QualType Type = Copy->getType().getNonReferenceType();
      if (Ctx.getAsConstantArrayType(Type))
        addCall(marker::Value,
                {integer(Id), integer(marker::SlotBytes + Index),
                 integer(Ctx.getTypeSizeInChars(Type).getQuantity())});
      ++Index;
    }
}

void DirectiveLowering::lowerDataIdentity() {
  DataIdentity Identity;
  if (Item *I = Loop.find("data"))
    (I->Value->getType()->isArrayType() ? Identity.Objects : Identity.Values)
        .push_back(I->Value);
  else if (!Loop.isInferred()) // else stage 3 knows what the load reads
    Identity = collectDataIdentity(Ctx, Loop.main().Value, D, Loop.Variables);
  for (Expr *Object : Identity.Objects)
    Identity.Values.push_back(Calls.addressOf(Object, Loc));
  // Each team has iterations of its own, and so has each part of them that a
  // dist_schedule clause makes.
  if (isDistributed())
    Identity.Values.push_back(D.getPrevLowerBoundVariable());
  for (Expr *Value : Identity.Values)
    addFullExpression(Calls.call(marker::Data, Ctx.VoidTy,
                                 {integer(Id), Calls.bits(Value)}, Loc));
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
  if (Item *Reproducible = Loop.find("reproducible");
      Reproducible && D.hasClausesOfKind<OMPReductionClause>())
    Flags |= USERSCHED_HAS_BLOCKS |
             (Reproducible->Text == "on" ? USERSCHED_REPRODUCIBLE : 0) |
             (isDistributed() ? USERSCHED_IN_LEAGUE : 0);
  Item *Schedule = Loop.find("schedule"), *Given = Loop.find("name");
  PresumedLoc Where = Ctx.getSourceManager().getPresumedLoc(Loc);
  StringRef File = Where.isValid() ? Where.getFilename() : "";
  std::string Name = Function ? Function->getQualifiedNameAsString() : "";
  add(Calls.call(IsTaskloop ? marker::Taskloop : marker::Loop, Ctx.LongLongTy,
                 {integer(Id), Calls.string(File, Loc), Calls.string(Name, Loc),
                  integer(Where.isValid() ? Where.getLine() : 0),
                  integer(Where.isValid() ? Where.getColumn() : 0),
                  Calls.string(Loop.main().Text, Loc), integer(Flags),
                  Calls.string(Schedule ? Schedule->Text : "", Loc),
                  integer(Loc.getRawEncoding()), integer(EachLoad),
                  Calls.string(Given ? Given->Text : "", Loc)},
                 Loc));
}

// Builds what the loop evaluates for its scheduling. Returns false after an
// error.
bool DirectiveLowering::buildChain() {
  lowerValue(marker::SlotChunk, "chunk");
  lowerValue(marker::SlotSubspaces, "subspaces");
  lowerIterations();
  if (!IsTaskloop) // which keeps nothing for another execution
    lowerDataIdentity();
  else if (Loop.find("reproducible"))
    lowerSizes();
  if (!Loop.find("prefix") && !Loop.isInferred() && isRectangular(D) &&
      !addsLoads())
    EachLoad = constantLoad(*Loop.find("load")->Value, isReal(), Ctx);
  if ((!EachLoad && !lowerRegion(marker::RegionLoad, "load")) ||
      !lowerRegion(marker::RegionPrefix, "prefix") ||
      !lowerRegion(marker::RegionSubspace, "subspace"))
    return false;
  lowerLoop();
  return true;
}

bool DirectiveLowering::run(LoweredSchedule &Lowered) {
  if (!takeItems(D, Loop))
    return false;
  if (Item *Replaced = Loop.find("schedule"))
    Lowered.Replaced = Replaced->Text;
  IsTaskloop = isTaskloop(D);
  auto *Schedule =
      const_cast<OMPScheduleClause *>(D.getSingleClause<OMPScheduleClause>());
  // A directive without the clause is one that Clang has rejected.
  const bool IsByLoad =
      Schedule && Schedule->getScheduleKind() == OMPC_SCHEDULE_dynamic;
  if (!checkConstruct(Ctx, D, Region, Loop) || !checkItems(Ctx, D, Loop) ||
      !(IsByLoad || IsTaskloop) ||
      (IsTaskloop && !checkTaskloopItems(Ctx, D, Loop)))
    return IsByLoad;
  for (StringRef Key :
       {"load", "prefix", "subspace", "chunk", "subspaces", "data"})
    if (Item *I = Loop.find(Key); I && I->Value)
      Lowered.Loads.push_back(I->Value);
  if (!buildChain())
    return IsByLoad;
  if (IsTaskloop) {
    dropCopiesForItems(Ctx, D, Loop);
    if (Loop.find("reproducible"))
      tieTasks(Ctx, D);
    evaluateBeforeTasks(Ctx, D, Loop, Chain);
  } else {
    *Schedule->children().begin() = Chain;
  }
  return IsByLoad;
}

bool lowerDirective(ASTContext &Ctx, MarkerCalls &Calls,
                    const FunctionDecl *Function,
                    const OMPExecutableDirective *Region, OMPLoopDirective &D,
                    unsigned Id, LoweredSchedule &Schedule) {
  return DirectiveLowering(Ctx, Calls, Function, Region, D, Id).run(Schedule);
}

} // namespace usersched
