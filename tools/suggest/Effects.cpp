//===- Effects.cpp - what expressions of the body do ----------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of the walk that reads expressions: assignments, and calls.
//
//===----------------------------------------------------------------------===//
#include "Lengths.h"
#include "Walker.h"
#include "nowait/VariableFacts.h"
#include "threaddata/ThreadNames.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace llvm;

namespace usersched {

static constexpr unsigned MostLevels = 8; // inside each other

void Walker::scanBehind(const Expr *Condition, bool Holds, const Expr *E) {
  const Value Guard = readValue(At, Condition);
  const size_t Before = At.Guards.size();
  At.Guards.push_back(Holds ? Guard : negation(Guard));
  scan(E);
  const bool MayHaveLeft = At.Guards.size() > Before + 1;
  At.Guards.resize(Before);
  if (MayHaveLeft)
    At.Guards.push_back(Value());
}

// Reads what an expression does: assignments, and calls.
void Walker::scan(const Stmt *S) {
  if (!S || isa<LambdaExpr, UnaryExprOrTypeTraitExpr>(S))
    return;
  if (++Statements > MostStatements)
    return unknown("the body is too long to be read whole");
  if (const auto *Block = dyn_cast<StmtExpr>(S))
    return walk(Block->getSubStmt());
  if (const auto *Binary = dyn_cast<BinaryOperator>(S)) {
    scan(Binary->getLHS());
    if (Binary->isLogicalOp())
      return scanBehind(Binary->getLHS(), Binary->getOpcode() == BO_LAnd,
                        Binary->getRHS());
    scan(Binary->getRHS());
    if (Binary->isAssignmentOp())
      assign(Binary->getLHS(),
             Binary->getOpcode() == BO_Assign ? Binary->getRHS() : nullptr);
    return;
  }
  if (const auto *Choice = dyn_cast<ConditionalOperator>(S)) {
    scan(Choice->getCond());
    scanBehind(Choice->getCond(), true, Choice->getTrueExpr());
    return scanBehind(Choice->getCond(), false, Choice->getFalseExpr());
  }
  for (const Stmt *Part : S->children())
    scan(Part);
  if (const auto *Unary = dyn_cast<UnaryOperator>(S);
      Unary && Unary->isIncrementDecrementOp())
    assign(Unary->getSubExpr(), nullptr);
  else if (const auto *Atomic = dyn_cast<AtomicExpr>(S))
    write(Atomic->getPtr(), /*IsPlain=*/false);
  else if (isa<CXXThrowExpr>(S))
    mayThrow();
  else if (const auto *New = dyn_cast<CXXNewExpr>(S);
           New && New->isArray() && New->getArraySize() &&
           At.Depends.depends(*New->getArraySize()))
    unknown("makes arrays (" + line(*S) +
            ") whose lengths depend on the iteration");
  else if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    // A function that is called keeps its own books, as of messages.
    Result.UsesThread |=
        isOfThread(*Ref->getDecl()) &&
        (At.Calls.empty() || isa<FunctionDecl>(Ref->getDecl()));
  else if (const auto *Call = dyn_cast<CallExpr>(S)) {
    ArrayRef Arguments(Call->getArgs(), Call->getNumArgs());
    const Expr *Object = nullptr;
    const auto *Method =
        dyn_cast_or_null<CXXMethodDecl>(Call->getDirectCallee());
    if (const auto *Member = dyn_cast<CXXMemberCallExpr>(Call))
      Object = Member->getImplicitObjectArgument();
    else if (Method && !Method->isStatic() && isa<CXXOperatorCallExpr>(Call)) {
      Object = Arguments.front();
      Arguments = Arguments.drop_front();
    }
    call(*Call, Call->getDirectCallee(), Arguments, Object);
  } else if (const auto *Make = dyn_cast<CXXConstructExpr>(S)) {
    const CXXConstructorDecl *Constructor = Make->getConstructor();
    if (!Constructor->isTrivial() && !Constructor->isDefaulted())
      call(*Make, Constructor, ArrayRef(Make->getArgs(), Make->getNumArgs()),
           nullptr);
  } else if (isa<CXXUnresolvedConstructExpr, CXXDependentScopeMemberExpr,
                 UnresolvedLookupExpr>(S))
    ; // their calls say so
}

void Walker::assign(const Expr *Target, const Expr *NewValue) {
  const VarDecl *Variable = variableOf(Target);
  if (!Variable || Variable->getType()->isReferenceType())
    return write(Target);
  At.Known[Variable] = NewValue ? readValue(At, NewValue) : Value();
}

void Walker::write(const Expr *Target, bool IsPlain) {
  Result.SharesElements |= IsPlain && !IsAtomic && isShared(At, Target);
  const Place Written = placeOf(At, Target);
  if (!Written.Root)
    return;
  At.Written.push_back(Written);
  // What a variable was, or what a reference to it was, it is no longer.
  auto Forget = [&](const ValueDecl *D) {
    if (const auto Found = At.Known.find(D); Found != At.Known.end())
      Found->second.Text.clear();
  };
  const QualType Type = Written.Root->getType().getNonReferenceType();
  if (Type->isScalarType() && !Type->isAnyPointerType())
    Forget(Written.Root);
  if (const VarDecl *Variable = variableOf(Target);
      Variable && Target->isLValue()) // not what it points to
    Forget(Variable);
}

void Walker::call(const Expr &E, const FunctionDecl *Callee,
                  ArrayRef<const Expr *> Arguments, const Expr *Object) {
  if (!Callee) {
    if (!isa<CXXPseudoDestructorExpr>(cast<CallExpr>(E).getCallee()))
      unseen((cast<CallExpr>(E).getCallee()->isTypeDependent()
                  ? "calls what a template's arguments decide on ("
                  : "calls through a pointer (") +
             line(E) + ")");
    return;
  }
  for (const Expr *Argument : writtenBy(*Callee, Arguments, Object))
    write(Argument);
  if (isOfThread(*Callee))
    return;
  if (isOfLibrary(*Callee) || Callee->getBuiltinID() ||
      Callee->hasAttr<ConstAttr>() || Callee->hasAttr<PureAttr>())
    return callLibrary(E, *Callee, Arguments);
  const auto *Method = dyn_cast<CXXMethodDecl>(Callee);
  const FunctionDecl *Definition = nullptr;
  if (Callee->isTrivial() || Callee->isDefaulted())
    return;
  const bool IsDependent =
      At.Depends.depends(&E) || (Object && At.Depends.depends(Object));
  if (Method && Method->isVirtual() && !Method->hasAttr<FinalAttr>() &&
      !Method->getParent()->hasAttr<FinalAttr>())
    return unseen("calls '" + nameOf(*Callee) + "' (" + line(E) +
                  "), which is virtual");
  if (!Callee->hasBody(Definition) || Definition->hasSkippedBody())
    return unseen("calls '" + nameOf(*Callee) + "' (" + line(E) +
                  "), whose body is not seen");
  if (is_contained(At.Calls, Definition)) {
    if (IsDependent) {
      irregular("calls '" + nameOf(*Callee) + "' (" + line(E) +
                "), which calls itself");
      if (!DependentLoops)
        Sum.add(At, Value());
    } else {
      unknown("calls '" + nameOf(*Callee) + "' (" + line(E) +
              "), which calls itself");
    }
    return;
  }
  if (At.Calls.size() == MostLevels)
    return unseen("calls functions in more than " + Twine(MostLevels) +
                  " levels");
  enter(E, *Definition, Arguments, Object);
}

void Walker::enter(const Expr &E, const FunctionDecl &Definition,
                   ArrayRef<const Expr *> Arguments, const Expr *Object) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&Definition);
  const bool IsLambda = Method && Method->getParent()->isLambda();
  Value ObjectBefore = At.Object;
  bool ObjectDepended = At.Depends.objectDepends();
  for (auto [Parameter, Argument] : zip(Definition.parameters(), Arguments)) {
    const QualType Type = Parameter->getType();
    if (Type->isReferenceType() || Type->isScalarType())
      bind(*Parameter, *Argument);
    if (At.Depends.depends(Argument))
      At.Depends.addSource(Parameter->getCanonicalDecl());
  }
  if (IsLambda) {
    // Its `this` is that of the function around it.
    const bool IsNear = isFunctionOfLoop(At, Method->getParent()->getParent());
    At.Object = IsNear ? constant("this") : Value();
  } else if (Method && !Method->isStatic()) {
    const bool Depends = Object && At.Depends.depends(Object);
    At.Object = Object ? objectOf(At, Object) : Value();
    At.Depends.setObjectDepends(Depends);
  }
  const std::string Place = Result.Verdict == Work::Irregular ? "" : line(E);
  const Work::Kind Before = Result.Verdict;
  At.Calls.push_back(&Definition);
  At.Depends.addAssignments(Definition.getBody());
  const VariableFacts Facts = variableFacts(*Definition.getBody());
  At.Inside.insert(Facts.Declared.begin(), Facts.Declared.end());
  const size_t Guards = At.Guards.size();
  const unsigned ThrowsBefore = Throws;
  const bool AwaitedBefore = AwaitsTasks;
  AwaitsTasks |= awaitsTasks(Definition.getBody());
  walk(Definition.getBody());
  AwaitsTasks = AwaitedBefore;
  At.Guards.resize(Guards);
  if (Throws != ThrowsBefore)
    At.Guards.push_back(Value());
  At.Calls.pop_back();
  At.Object = ObjectBefore;
  At.Depends.setObjectDepends(ObjectDepended);
  if (Result.Verdict > Before && At.Calls.empty())
    Result.Reason =
        "calls '" + nameOf(Definition) + "' (" + Place + "): " + Result.Reason;
}

void Walker::callLibrary(const Expr &E, const FunctionDecl &Callee,
                         ArrayRef<const Expr *> Arguments) {
  if (const auto Span = spanOf(Callee, Arguments)) {
    const Expr *Begin = Span->first, *End = Span->second;
    const bool IsDependent =
        At.Depends.depends(Begin) || At.Depends.depends(End);
    if (!IsDependent)
      return;
    const Value Count =
        Begin == End ? readValue(At, End)
                     : readDistance(Begin->getType(), readValue(At, Begin),
                                    readValue(At, End), false);
    if (Count.isKnown() && !namesIteration(At, Count))
      return;
    irregular("'" + nameOf(Callee) + "' (" + line(E) +
              ") has a length that depends on the iteration");
    if (!DependentLoops)
      Sum.add(At, Count);
    // What it calls for each element may do any work.
    return;
  }
  if (mayTakeLong(Callee) && At.Depends.depends(&E))
    return unknown("calls '" + nameOf(Callee) + "' (" + line(E) +
                   "), which may take longer in some iterations");
  const bool IsHarmless = isOfStandard(Callee) || Callee.getBuiltinID() ||
                          Callee.hasAttr<ConstAttr>() ||
                          Callee.hasAttr<PureAttr>() || isOfOpenMP(Callee);
  if (!IsHarmless && any_of(Arguments, [&](const Expr *Argument) {
        return At.Depends.depends(Argument);
      }))
    unknown("calls '" + nameOf(Callee) + "' (" + line(E) +
            "), whose body is not seen");
}

} // namespace usersched
