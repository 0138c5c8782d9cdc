//===- Work.cpp - what an iteration of a loop does ------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks through the body of a loop once, in the order of its statements, and
// into the functions that it calls. What variables are is followed as text that
// can stand in the pragma.
//
//===----------------------------------------------------------------------===//
#include "Calls.h"
#include "Header.h"
#include "Lengths.h"
#include "Walker.h"
#include "base/Ast19And22.h"
#include "base/TreeWalk.h"
#include "nowait/VariableFacts.h"
#include "threaddata/Assignments.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;
using namespace llvm;

namespace usersched {

// Returns the end of S that leaves it, if what stands behind S is not reached.
// Returns null if it is.
static const Stmt *exitOf(const Stmt *S) {
  if (const auto *Block = dyn_cast_or_null<CompoundStmt>(S))
    return Block->body_empty() ? nullptr : exitOf(Block->body_back());
  if (const auto *E = dyn_cast_or_null<Expr>(S))
    S = E->IgnoreImplicit();
  return isa_and_nonnull<ContinueStmt, BreakStmt, ReturnStmt, GotoStmt,
                         CXXThrowExpr>(S)
             ? S
             : nullptr;
}

static bool leaves(const Stmt *S) { return exitOf(S) != nullptr; }

bool awaitsTasks(const Stmt *Body) {
  bool Found = false;
  walkStatements(Body, [&](Stmt &S) {
    const auto *D = dyn_cast<OMPExecutableDirective>(&S);
    Found |= isa<OMPTaskwaitDirective, OMPTaskgroupDirective>(S) ||
             (D && isOpenMPParallelDirective(D->getDirectiveKind()));
    return !Found;
  });
  return Found;
}

// Returns true if D makes tasks and goes on.
static bool isDeferred(const OMPExecutableDirective &D) {
  return isa<OMPTaskDirective>(D) ||
         (isOpenMPTaskLoopDirective(D.getDirectiveKind()) &&
          D.hasClausesOfKind<OMPNogroupClause>());
}

void Walker::walk(const Stmt *S) {
  if (!S)
    return;
  if (++Statements > MostStatements)
    return unknown("the body is too long to be read whole");
  if (const auto *E = dyn_cast<Expr>(S))
    return scan(E);
  if (const auto *If = dyn_cast<IfStmt>(S))
    return walkIf(*If);
  if (const auto *For = dyn_cast<ForStmt>(S))
    return walkFor(*For);
  if (const auto *Range = dyn_cast<CXXForRangeStmt>(S))
    return walkRange(*Range);
  if (const auto *While = dyn_cast<WhileStmt>(S))
    return walkWhile(*S, While->getCond(), While->getBody());
  if (const auto *Do = dyn_cast<DoStmt>(S))
    return walkWhile(*S, Do->getCond(), Do->getBody());
  if (const auto *Declaration = dyn_cast<DeclStmt>(S))
    return declare(*Declaration);
  if (const auto *Switch = dyn_cast<SwitchStmt>(S))
    return walkSwitch(*Switch);
  if (const auto *Try = dyn_cast<CXXTryStmt>(S))
    return walkTry(*Try);
  if (const auto *D = dyn_cast<OMPExecutableDirective>(S)) {
    if (isDeferred(*D) && !AwaitsTasks)
      return walkTask(*D);
    const bool Outer = IsAtomic;
    IsAtomic |= isa<OMPAtomicDirective, OMPCriticalDirective>(D);
    if (D->hasAssociatedStmt())
      walk(D->getRawStmt());
    IsAtomic = Outer;
    return;
  }
  if (const auto *Captured = dyn_cast<CapturedStmt>(S))
    return walk(Captured->getCapturedStmt());
  if (const auto *Block = dyn_cast<CompoundStmt>(S)) {
    bool IsReached = true;
    for (const Stmt *Part : Block->body()) {
      IsReached |= isa<SwitchCase, LabelStmt>(Part);
      if (IsReached)
        walk(Part);
      const auto *If = dyn_cast<IfStmt>(Part);
      const auto Chosen = If ? chosenPart(*If) : std::nullopt;
      IsReached &= !(Chosen && leaves(*Chosen));
    }
    return;
  }
  if (isa<GotoStmt, IndirectGotoStmt>(S))
    unknown("jumps by 'goto' (" + line(*S) + ")");
  if (isa<AsmStmt>(S))
    unknown("has assembly code (" + line(*S) + ")");
  for (const Stmt *Part : S->children())
    walk(Part);
}

// Any thread may run a task, at any time: what it does is no work of the
// iteration.
void Walker::walkTask(const OMPExecutableDirective &D) {
  const Work::Kind Verdict = Result.Verdict;
  const std::string Reason = Result.Reason;
  ++DependentLoops; // adds nothing to the sum
  walkBranch(D.getRawStmt(), Value());
  --DependentLoops;
  forget(D);
  if (Result.Verdict == Verdict)
    return;
  Result.Verdict = Verdict;
  Result.Reason = Reason;
  unknown("makes tasks (" + line(D) +
          ") that may do more in some iterations than in others; any thread "
          "may run them");
}

// Walks the statements of S under a condition.
void Walker::walkBranch(ArrayRef<const Stmt *> S, const Value &Guard) {
  const size_t Before = At.Guards.size();
  const auto KnownBefore = At.Known;
  At.Guards.push_back(Guard);
  for (const Stmt *Part : S)
    walk(Part);
  // S has left the iteration under a condition that holds for it alone.
  const bool MayHaveLeft = At.Guards.size() > Before + 1;
  At.Guards.resize(Before);
  if (MayHaveLeft)
    At.Guards.push_back(Value());
  At.Known = KnownBefore;
}

// Returns the part that runs, null if none does; nothing if that is not known.
std::optional<const Stmt *> Walker::chosenPart(const IfStmt &S) const {
  bool Holds = false;
  if (S.isConstexpr())
    return S.getNondiscardedCase(Ctx);
  if (S.isConsteval() || S.getInit() || S.getCond()->isValueDependent() ||
      S.getConditionVariable() ||
      !S.getCond()->EvaluateAsBooleanCondition(Holds, Ctx))
    return std::nullopt;
  return Holds ? S.getThen() : S.getElse();
}

void Walker::walkIf(const IfStmt &S) {
  if (const auto Chosen = chosenPart(S))
    return walk(*Chosen);
  walk(S.getInit());
  if (const DeclStmt *Declaration = S.getConditionVariableDeclStmt())
    declare(*Declaration);
  scan(S.getCond());
  const Value Guard = readValue(At, S.getCond());
  auto Walk = [&](const Stmt *Part, const Value &Guard) {
    const size_t Before = At.Guards.size();
    walkBranch(Part, Guard);
    if (leaves(Part)) // nothing behind comes from there
      At.Guards.resize(Before);
  };
  Walk(S.getThen(), Guard);
  if (S.getElse())
    Walk(S.getElse(), negation(Guard));
  forget(S);
  if (leaves(S.getThen()))
    At.Guards.push_back(negation(Guard));
  if (S.getElse() && leaves(S.getElse()))
    At.Guards.push_back(Guard);
}

// Returns the sections of S: from one `case` to the next.
SmallVector<Walker::Section, 4> Walker::sectionsOf(const SwitchStmt &S) const {
  const Value Chosen = readValue(At, S.getCond());
  auto IsCase = [&](const CaseStmt &Case) {
    return Case.getRHS() ? Value() // a range
                         : binary(Chosen, "==", Binding::Equal,
                                  readValue(At, Case.getLHS()));
  };
  std::optional<Value> Otherwise;
  unsigned Labels = 0;
  for (const SwitchCase *Label = S.getSwitchCaseList(); Label;
       Label = Label->getNextSwitchCase()) {
    ++Labels;
    if (const auto *Case = dyn_cast<CaseStmt>(Label)) {
      const Value Not = negation(IsCase(*Case));
      Otherwise = Otherwise ? binary(Not, "&&", Binding::And, *Otherwise) : Not;
    }
  }
  SmallVector<Section, 4> Sections;
  const Stmt *Body = S.getBody();
  const auto *Block = dyn_cast<CompoundStmt>(Body);
  for (const Stmt *Part :
       Block ? ArrayRef(Block->body_begin(), Block->size()) : ArrayRef(Body)) {
    std::optional<Value> Guard;
    // What falls through comes here, too.
    if (!Sections.empty() && !leaves(Sections.back().Parts.back()))
      Guard = Sections.back().Guard;
    const bool IsLabel = isa<SwitchCase>(Part);
    for (; const auto *Label = dyn_cast<SwitchCase>(Part); --Labels) {
      const auto *Case = dyn_cast<CaseStmt>(Label);
      const Value Own = Case ? IsCase(*Case) : Otherwise.value_or(Value());
      Guard = Guard ? binary(*Guard, "||", Binding::Or, Own) : Own;
      Part = Label->getSubStmt();
    }
    if (IsLabel)
      Sections.push_back({*Guard, {Part}});
    else if (!Sections.empty())
      Sections.back().Parts.push_back(Part);
  }
  // Inside a statement there are more.
  if (Labels != 0)
    return {{Value(), {Body}}};
  return Sections;
}

void Walker::walkSwitch(const SwitchStmt &S) {
  walk(S.getInit());
  if (const DeclStmt *Declaration = S.getConditionVariableDeclStmt())
    declare(*Declaration);
  scan(S.getCond());
  SmallVector<Value, 2> Behind; // conditions that hold there
  const auto KnownBefore = At.Known;
  for (const Section &Part : sectionsOf(S)) {
    const size_t Before = At.Guards.size();
    const size_t LengthsBefore = Sum.size();
    walkBranch(Part.Parts, Part.Guard);
    // Only one of several runs, but it is not known which.
    if (!Part.Guard.isKnown() && Sum.size() != LengthsBefore)
      Sum.add(At, Value());
    const bool MayHaveLeft = At.Guards.size() > Before;
    At.Guards.resize(Before);
    const Stmt *Exit = exitOf(Part.Parts.back());
    if (Exit && !isa<BreakStmt>(Exit)) // nothing behind comes from there
      Behind.push_back(negation(Part.Guard));
    else if (MayHaveLeft)
      Behind.push_back(Value());
    At.Known = KnownBefore;
    if (!Exit) // it falls through
      forget(S);
  }
  At.Known = KnownBefore;
  forget(S);
  At.Guards.append(Behind);
}

// Which part of the block has run, and which handler, is not known behind it.
void Walker::walkTry(const CXXTryStmt &S) {
  const size_t Before = At.Guards.size();
  const auto KnownBefore = At.Known;
  const bool WasTried = std::exchange(IsTried, true);
  walk(S.getTryBlock());
  IsTried = WasTried;
  At.Guards.resize(Before);
  At.Known = KnownBefore;
  forget(S);
  for (unsigned I = 0; I < S.getNumHandlers(); ++I)
    walkBranch(S.getHandler(I)->getHandlerBlock(), Value());
  forget(S);
  At.Guards.push_back(Value());
}

void Walker::declare(const DeclStmt &S) {
  for (const Decl *D : S.decls()) {
    const auto *Var = dyn_cast<VarDecl>(D);
    if (!Var || !Var->getInit())
      continue;
    scan(Var->getInit());
    const QualType Type = Var->getType();
    // An object of a class may be another one than what it is made of.
    if (Type->isReferenceType() || Type->isScalarType())
      bind(*Var, *Var->getInit());
  }
}

// What a pointer or a reference leads to is known even if it has no name at the
// pragma.
void Walker::bind(const VarDecl &Variable, const Expr &To) {
  Value Bound = readValue(At, &To);
  const QualType Type = Variable.getType();
  if (!Bound.Root && (Type->isReferenceType() || Type->isPointerType())) {
    const Place Whole = placeOf(At, &To);
    Bound.Root = Whole.Root;
    Bound.IsOwn = Whole.IsOwn;
  }
  At.Known[Variable.getCanonicalDecl()] = Bound;
}

// A loop whose length nothing tells.
void Walker::walkWhile(const Stmt &S, const Expr *Condition, const Stmt *Body) {
  const bool IsLoop =
      isa<WhileStmt>(S) || !Condition || Condition->isValueDependent() ||
      Condition->isInstantiationDependent() || !Condition->isEvaluatable(Ctx) ||
      [&] {
        bool Holds = true;
        return !Condition->EvaluateAsBooleanCondition(Holds, Ctx) || Holds;
      }();
  if (!IsLoop && !hasExit(Body)) // do { } while (0)
    return walk(Body);
  if (!IsLoop) {
    walkBranch(Body, Value());
    return forget(S);
  }
  const Length L = lengthOf(Condition, Body, isa<DoStmt>(S));
  scan(Condition);
  if (isRetry(Condition, Body)) {
    forget(S);
    return walkBranch(Body, Value());
  }
  walkLoop(S, L, Body, isa<DoStmt>(S) ? "'do' loop" : "'while' loop");
}

void Walker::walkFor(const ForStmt &S) {
  walk(S.getInit());
  Length L;
  if (const std::optional<Header> H = readHeader(Ctx, S)) {
    scan(S.getCond());
    L = lengthOf(S, *H);
  } else {
    L = S.getInc() ? uncounted(S.getCond(), S.getBody())
                   : lengthOf(S.getCond(), S.getBody(), /*IsDo=*/false);
    L.Depends |= L.MayEndEarly && At.Depends.depends(S.getInit());
    scan(S.getCond());
  }
  walkLoop(S, L, S.getBody(), "loop");
}

void Walker::walkRange(const CXXForRangeStmt &S) {
  scan(S.getRangeInit());
  Length L;
  L.Depends = At.Depends.depends(S.getRangeInit());
  if (L.Depends)
    L.Count = readLength(At, S.getRangeInit());
  L.MayEndEarly = hasExit(S.getBody());
  const QualType Type = S.getRangeInit()->getType();
  L.Depends &= !Type->isConstantArrayType();
  walkLoop(S, L, S.getBody(), "loop");
}

std::string Walker::lengthText(const Length &L) const {
  static constexpr size_t MostText = 60;
  if (!L.Count.isKnown() || !At.Calls.empty() || L.Count.Text.size() > MostText)
    return " has a length that depends on the iteration";
  return (L.MayEndEarly ? " runs up to " : " runs ") + L.Count.Text + " times";
}

void Walker::walkLoop(const Stmt &Loop, const Length &L, const Stmt *Body,
                      const char *What) {
  if (leaves(Body)) // in its first round
    return walkBranch(Body, Value());
  // A condition on data: those on the loop variable alone are of borders.
  const bool IsGuarded = !L.Depends && !L.MayEndEarly && L.Count.isKnown() &&
                         any_of(At.Guards, [&](const Value &Guard) {
                           return Guard.isKnown() && !Guard.Reads.empty() &&
                                  namesIteration(At, Guard);
                         });
  const bool Differs = L.Depends || IsGuarded;
  if (Differs) {
    if (!DependentLoops)
      Sum.add(At, L.Count, L.Runs);
    irregular("its " + Twine(What) + " (" + line(Loop) + ")" +
              (IsGuarded ? " runs under a condition on data of the iteration"
                         : lengthText(L)));
  } else if (L.MayEndEarly) {
    unknown("its " + Twine(What) + " (" + line(Loop) + ") can end early");
  }
  DependentLoops += Differs;
  forget(Loop);
  walkBranch(Body, Value());
  DependentLoops -= Differs;
  if (const auto *For = dyn_cast<ForStmt>(&Loop); For && For->getInc())
    scan(For->getInc());
  forget(Loop);
}

// The variable of which a field is, null for `this`, and the field.
using FieldOf = std::pair<const VarDecl *, const ValueDecl *>;

static FieldOf fieldOf(const MemberExpr &E) {
  return {variableOf(E.getBase()), E.getMemberDecl()};
}

// Returns true if S changes a variable or a field that E names.
static bool changes(const Stmt &S, const Expr &E) {
  const VariableFacts Facts = variableFacts(S);
  SmallVector<FieldOf, 2> Fields;
  walkStatements(&S, [&](Stmt &Part) {
    const Expr *Target = assignedBy(Part);
    const auto *Field =
        dyn_cast_or_null<MemberExpr>(Target ? Target->IgnoreParens() : nullptr);
    if (Field)
      Fields.push_back(fieldOf(*Field));
    return true;
  });
  bool Found = false;
  walkStatements(&E, [&](Stmt &Part) {
    const VarDecl *Variable = variableOf(dyn_cast<DeclRefExpr>(&Part));
    const auto *Field = dyn_cast<MemberExpr>(&Part);
    Found |= Facts.Counters.contains(Variable) ||
             Facts.Stepped.contains(Variable) ||
             Facts.Changed.contains(Variable) ||
             (Field && is_contained(Fields, fieldOf(*Field)));
    return !Found;
  });
  return Found;
}

// Returns true if S may change something of an object that E names.
static bool writesInto(const Stmt &S, const Expr &E) {
  SmallPtrSet<const ValueDecl *, 8> Written;
  forEachAssignment(&S, [&](const Assignment &A) {
    Written.insert(A.Target ? originOf(A.Target).Root : nullptr);
  });
  bool Found = false;
  walkStatements(&E, [&](Stmt &Part) {
    const ValueDecl *Named = namedBy(Part);
    Found |= Named && Written.contains(Named);
    return !Found;
  });
  return Found;
}

Walker::Length Walker::uncounted(const Expr *Condition, const Stmt *Body) {
  Length L;
  L.Depends = At.Depends.depends(Condition) || hasDependentExit(At, Body);
  L.MayEndEarly = true;
  return L;
}

// Of a loop that may step a counter in its condition or in its body, from what
// the iteration has set it to.
Walker::Length Walker::lengthOf(const Expr *Condition, const Stmt *Body,
                                bool IsDo) {
  const auto H = readCounting(Ctx, Condition, Body, IsDo);
  if (!H || hasExit(Body) || writesInto(*Body, *H->End))
    return uncounted(Condition, Body);
  const auto Start = At.Known.find(H->Counter);
  const Value First = Start == At.Known.end() ? Value() : Start->second;
  if (!First.isKnown() && !At.Inside.contains(H->Counter))
    return uncounted(Condition, Body);
  Length L;
  L.Depends = At.Depends.contains(*H->Counter) || At.Depends.depends(H->End);
  count(L, *H, First);
  return L;
}

Walker::Length Walker::lengthOf(const ForStmt &S, const Header &H) {
  Length L;
  const VariableFacts Facts = variableFacts(*S.getBody());
  const bool IsChanged =
      Facts.Changed.contains(H.Counter) || Facts.Stepped.contains(H.Counter) ||
      changes(*S.getBody(), *H.End) || changes(*S.getInc(), *H.End);
  L.MayEndEarly = H.MayEndEarly || IsChanged || hasExit(S.getBody());
  L.Depends = At.Depends.depends(H.Start) || At.Depends.depends(H.End) ||
              (!H.Start && At.Depends.depends(S.getCond())) ||
              (H.Step.empty() && At.Depends.depends(S.getInc()));
  if (IsChanged || H.Step.empty() || !H.Start)
    return L;
  count(L, H, readValue(At, H.Start));
  return L;
}

// Says what the length is of a loop that begins at First, if it can be said.
void Walker::count(Length &L, const Header &H, Value First) {
  Value End = readValue(At, H.End);
  if (!H.Rises)
    std::swap(First, End);
  if (L.Depends && isBlock(First, End)) {
    L.Depends = false;
    return;
  }
  L.Depends &= !isSameInAll(At, First, End);
  auto IsUnsigned = [](const Expr *E) {
    return E && E->IgnoreParenImpCasts()->getType()->isUnsignedIntegerType();
  };
  L.Count = readDistance(H.Counter->getType(), First, End,
                         H.Counter->getType()->isUnsignedIntegerType() ||
                             IsUnsigned(H.Start) || IsUnsigned(H.End));
  if (L.Count.isKnown() && L.Count.Operator != Binding::Conditional &&
      H.Counter->getType()->isIntegralOrEnumerationType() &&
      mayBeNegative(At, First, End))
    L.Runs = binary(End, H.IncludesEnd ? ">=" : ">", Binding::Less, First);
  if (L.Count.isKnown() && H.IncludesEnd && First.isText("1"))
    L.Count = End;
  else if (L.Count.isKnown() && H.IncludesEnd)
    L.Count = binary(L.Count, "+", Binding::Sum, constant("1"));
  if (L.Count.isKnown() && H.Step != "1")
    L.Count = binary(L.Count, "/", Binding::Product, constant(H.Step));
  L.Depends &= !L.Count.isKnown() || namesIteration(At, L.Count);
}

// The iteration has changed what S changes, but it is not known how.
void Walker::forget(const Stmt &S) {
  const VariableFacts Facts = variableFacts(S);
  for (const auto *Set : {&Facts.Counters, &Facts.Stepped, &Facts.Changed})
    for (const VarDecl *Variable : *Set)
      At.Known[Variable] = Value();
}

void Walker::findUnsettled(const Nest &Loops) {
  auto Add = [&](const auto &Variables) {
    for (const Expr *E : Variables)
      if (const VarDecl *Variable = variableOf(E))
        At.Unsettled.insert(Variable);
  };
  for (const OMPClause *C : At.Directive.clauses()) {
    if (const auto *Private = dyn_cast<OMPPrivateClause>(C))
      Add(release::variables(*Private));
    else if (const auto *Last = dyn_cast<OMPLastprivateClause>(C))
      Add(release::variables(*Last));
    else if (const auto *Reduction = dyn_cast<OMPReductionClause>(C))
      Add(release::variables(*Reduction));
    else if (const auto *Linear = dyn_cast<OMPLinearClause>(C))
      Add(release::variables(*Linear));
  }
  const VariableFacts Facts = variableFacts(*Loops.Body);
  for (const auto *Set : {&Facts.Counters, &Facts.Stepped, &Facts.Changed})
    At.Unsettled.insert(Set->begin(), Set->end());
}

void Walker::findRanges(const Nest &Loops) {
  for (const Stmt *Loop : Loops.Loops) {
    const auto *For = dyn_cast<ForStmt>(Loop);
    const auto H = For ? readHeader(Ctx, *For) : std::nullopt;
    if (!H)
      continue;
    VariableRange Range{H->Counter->getNameAsString(), readValue(At, H->Start),
                        readValue(At, H->End)};
    if (!H->Rises)
      std::swap(Range.Low, Range.High);
    At.Ranges.push_back(Range);
  }
}

Work Walker::run(const Nest &Loops) {
  const VariableFacts Facts = variableFacts(*Loops.Loops.front());
  At.Inside.insert(Facts.Declared.begin(), Facts.Declared.end());
  for (const VarDecl *Variable : Loops.Variables) {
    At.LoopVariables.insert(Variable->getCanonicalDecl());
    At.Inside.erase(Variable->getCanonicalDecl());
    At.Depends.addSource(Variable);
  }
  for (const auto *Linear : At.Directive.getClausesOfKind<OMPLinearClause>())
    for (const Expr *E : release::variables(*Linear))
      if (const VarDecl *Variable = variableOf(E))
        At.Depends.addSource(Variable);
  findUnsettled(Loops);
  findRanges(Loops);
  for (const VarDecl *Variable : Loops.Variables)
    At.Unsettled.erase(Variable->getCanonicalDecl());
  At.Depends.addAssignments(Loops.Body);
  AwaitsTasks = awaitsTasks(Loops.Body);
  walk(Loops.Body);
  if (Result.Verdict == Work::Irregular)
    Result.Load = Sum.text(At);
  else if (Result.Verdict == Work::Regular)
    Result.Reason = "nothing in it depends on the iteration";
  return Result;
}

Work workOf(ASTContext &Ctx, const OMPLoopDirective &D) {
  const Nest Loops = nestOf(D);
  if (!Loops.Body) {
    Work Result;
    Result.Verdict = Work::Unknown;
    Result.Reason = Loops.Transformation
                        ? "its loops are transformed, so what an iteration "
                          "does cannot be told"
                        : "its loops cannot be told";
    return Result;
  }
  return Walker(Ctx, D).run(Loops);
}

} // namespace usersched
