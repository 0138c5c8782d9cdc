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
#include "Walker.h"
#include "base/Ast19And22.h"
#include "base/TreeWalk.h"
#include "nowait/VariableFacts.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;
using namespace llvm;

namespace usersched {

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
