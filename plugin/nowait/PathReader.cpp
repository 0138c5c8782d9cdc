//===- PathReader.cpp - reads the way to an element -----------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pointer or a reference that the region declares is replaced by what it was
// initialized with, so that all names of an element have the same path. A cast
// leads to the same object, whose elements it may count otherwise. A pointer
// that cannot be followed, but has the same value in all threads, begins a
// path: the same value leads to the same object, whichever that is.
//
//===----------------------------------------------------------------------===//
#include "nowait/PathReader.h"
#include "nowait/PointerOrigin.h"

using namespace clang;
using namespace llvm;

namespace usersched {

// A path is followed through so many references, pointers and bindings.
static constexpr unsigned MostHops = 8;

void PathReader::step(PathStep::Kind Kind, const void *Key,
                      std::vector<Index> Indices, const Expr *Array,
                      int64_t ElementSize) {
  if (!Path.Array && !Indices.empty())
    Path.Array = Array;
  Path.Steps.push_back({Kind, Key, IsPointer, std::move(Indices), ElementSize});
  IsPointer = IsAddress = false;
}

// Follows the pointer in p->f and *p, which selects an element if it points
// into an array.
void PathReader::followPointer(const Expr *Pointer) {
  IsPointer |= !IsAddress;
  if (IsAddress || hasOffset())
    stepTo(IndexForm(), Pointer, strideOf(Loop.Ctx, *Pointer));
}

// Begins at the value of E.
bool PathReader::readValue(const Expr *E) {
  if (!leadsElsewhere(E->getType()) || !isOfAllThreads(Loop, *E))
    return false;
  IndexForm Value = Loop.read(E);
  if (Value.varies() || Value.constant())
    return false;
  beginAt(std::move(Value));
  return true;
}

// Begins at what a pointer has between two assignments in the region. What was
// initialized with it may have its value of before.
bool PathReader::readReassigned(const VarDecl *Variable) {
  const VariableFacts &Around = Loop.Region.Facts;
  if (Hops || Loop.Facts.Changed.contains(Variable) ||
      Loop.isStepped(Variable) || Around.Counters.contains(Variable) ||
      Around.Escaped.contains(Variable) ||
      !Around.Assigned.contains(Variable) || !isOfAllThreads(Loop, *Variable))
    return false;
  beginAt(IndexForm(Atom{Variable}));
  return true;
}

// Begins at the range, and goes on to the element that Variable is.
bool PathReader::readRange(const VarDecl *Variable, const Expr *Range) {
  if (!Variable->getType()->isReferenceType() || !read(Range))
    return false;
  Atom A{Variable};
  A.Varies = true;
  stepTo(IndexForm(A), Range,
         sizeOf(Loop.Ctx, Variable->getType().getNonReferenceType()));
  return true;
}

bool PathReader::readVariable(const VarDecl *Variable) {
  if (isPrivate(Loop, *Variable))
    return false;
  for (const VariableFacts *Facts : {&Loop.Facts, &Loop.Region.Facts})
    if (auto Found = Facts->Ranges.find(Variable); Found != Facts->Ranges.end())
      return readRange(Variable, Found->second);
  const QualType Type = Variable->getType();
  const bool IsInside = Loop.isDeclaredInside(Variable);
  const bool LeadsElsewhere = leadsElsewhere(Type);
  if (LeadsElsewhere && Loop.isChanged(Variable))
    return readReassigned(Variable);
  if (isView(Type) && Loop.isStepped(Variable))
    return false;
  const bool IsCopy = Loop.FirstPrivate.contains(Variable) ||
                      Loop.Region.FirstPrivate.contains(Variable);
  if (Variable->hasInit() && !Variable->hasGlobalStorage() &&
      (Type->isReferenceType() ? !IsCopy : IsInside && LeadsElsewhere)) {
    if (++Hops <= MostHops && read(Variable->getInit())) {
      if (Loop.isStepped(Variable) ||
          Loop.Region.Facts.Counters.contains(Variable))
        Offset = IndexForm::unknown();
      IsAddress |= Type->isAnyPointerType() &&
                   withoutCasts(Variable->getInit())->getType()->isArrayType();
      return true;
    }
    // A reference to what cannot be followed starts a path of its own.
    restart();
  }
  if (IsInside || (LeadsElsewhere && Loop.isStepped(Variable)))
    return false;
  Path.IsRootOfThread =
      IsCopy || (Loop.Region.IsFunction && isa<ParmVarDecl>(Variable) &&
                 !Type->isReferenceType());
  Path.Root = Variable;
  return true;
}

// Reads &x[i] as x + i, where x may be of a class.
bool PathReader::readAddress(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  const Expr *Array = nullptr, *Index = nullptr;
  if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E)) {
    Array = Element->getBase();
    Index = Element->getIdx();
  } else if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(E);
             Call && Call->getOperator() == OO_Subscript &&
             Call->getNumArgs() == 2 && Call->isGLValue()) {
    Array = Call->getArg(0);
    Index = Call->getArg(1);
  }
  if (!Array || !read(Array))
    return false;
  IsAddress |= !Array->IgnoreParenImpCasts()->getType()->isAnyPointerType();
  Offset += Loop.read(Index);
  return true;
}

bool PathReader::readMember(const MemberExpr *Member) {
  if (const auto *Variable = dyn_cast<VarDecl>(Member->getMemberDecl()))
    return readVariable(Variable->getCanonicalDecl());
  const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl());
  if (!Field || !read(Member->getBase()))
    return false;
  if (Member->isArrow())
    followPointer(Member->getBase());
  step(PathStep::Field, Field->getCanonicalDecl(), {}, Member);
  if (Field->getType()->isReferenceType())
    IsPointer = true;
  return true;
}

// Reads a call as domain.e(i).
bool PathReader::readCall(const CXXMemberCallExpr *Call) {
  const auto *Callee = dyn_cast<MemberExpr>(Call->getCallee()->IgnoreParens());
  const CXXMethodDecl *Method = Call->getMethodDecl();
  if (!Callee || !Method || !read(Callee->getBase()))
    return false;
  if (isa<CXXConversionDecl>(Method))
    return true; // the value of a proxy
  if (Callee->isArrow())
    followPointer(Callee->getBase());
  std::vector<Index> Indices;
  for (const Expr *Argument : Call->arguments())
    Indices.push_back(Loop.index(*Argument));
  step(PathStep::Call, Method->getDeclName().getAsOpaquePtr(),
       std::move(Indices), Callee);
  return true;
}

// Reads x[i] and x(i, j) of a class, and *p and p-> of a smart pointer.
bool PathReader::readOperator(const CXXOperatorCallExpr *Call) {
  const OverloadedOperatorKind Operator = Call->getOperator();
  const bool IsElement = Operator == OO_Subscript || Operator == OO_Call;
  const bool IsSmartPointer =
      (Operator == OO_Star && Call->getNumArgs() == 1) || Operator == OO_Arrow;
  if (!IsElement && !IsSmartPointer)
    return readValue(Call);
  if (!read(Call->getArg(0)))
    return false;
  if (IsSmartPointer) {
    IsPointer = true;
    return true;
  }
  IsPointer |= !IsAddress && isView(Call->getArg(0)->getType());
  std::vector<Index> Indices;
  for (const Expr *Argument : drop_begin(Call->arguments()))
    Indices.push_back(Loop.index(*Argument));
  // x[i] is the same step as in an array, x(i) another one.
  static const char Parentheses = 0;
  step(PathStep::Element, Operator == OO_Call ? &Parentheses : nullptr,
       std::move(Indices), Call->getArg(0), sizeOf(Loop.Ctx, Call->getType()));
  return true;
}

// Reads a view of one object as that object.
bool PathReader::readConstruct(const CXXConstructExpr *Construct) {
  if (!isView(Construct->getType()))
    return false;
  ArrayRef Arguments(Construct->getArgs(), Construct->getNumArgs());
  if (Arguments.empty() ||
      !all_of(drop_begin(Arguments), IsaPred<CXXDefaultArgExpr>))
    return readValue(Construct);
  if (!read(Arguments.front()))
    return false;
  IsAddress |= !leadsElsewhere(withoutCasts(Arguments.front())->getType());
  return true;
}

bool PathReader::readElement(const ArraySubscriptExpr *Element) {
  const Expr *Base = Element->getBase();
  if (!read(Base))
    return false;
  IsPointer |=
      !IsAddress && !Base->IgnoreParenImpCasts()->getType()->isArrayType();
  stepTo(Loop.read(Element->getIdx()), Base,
         sizeOf(Loop.Ctx, Element->getType()));
  return true;
}

bool PathReader::readUnary(const UnaryOperator *Unary) {
  if (Unary->getOpcode() == UO_AddrOf)
    return readAddress(Unary->getSubExpr());
  if (Unary->getOpcode() != UO_Deref || !read(Unary->getSubExpr()))
    return false;
  followPointer(Unary->getSubExpr());
  return true;
}

// Reads p + i, i + p and p - i.
bool PathReader::readSum(const BinaryOperator *Sum) {
  if (!Sum->isAdditiveOp() || !Sum->getType()->isAnyPointerType())
    return false;
  const Expr *Pointer = Sum->getLHS(), *Distance = Sum->getRHS();
  if (!Pointer->getType()->isAnyPointerType())
    std::swap(Pointer, Distance);
  if (!read(Pointer))
    return false;
  const IndexForm Added = Loop.read(Distance);
  Offset = Sum->getOpcode() == BO_Sub ? Offset - Added : Offset + Added;
  return true;
}

bool PathReader::read(const Expr *E) {
  const Expr *Origin = withoutCasts(E);
  if (!readPlain(Origin))
    return false;
  // An offset in elements of one size is none in elements of another.
  return !hasOffset() ||
         strideOf(Loop.Ctx, *Origin) == strideOf(Loop.Ctx, *E) || readValue(E);
}

bool PathReader::readPlain(const Expr *E) {
  if (isa<CXXThisExpr>(E))
    return true;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    if (const auto *Binding = dyn_cast<BindingDecl>(Ref->getDecl()))
      return Binding->getBinding() && ++Hops <= MostHops &&
             read(Binding->getBinding());
    const VarDecl *Variable = variableOf(Ref);
    return Variable && readVariable(Variable);
  }
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return readMember(Member);
  if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E))
    return readElement(Element);
  if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(E))
    return readOperator(Call);
  if (const auto *Call = dyn_cast<CXXMemberCallExpr>(E))
    return readCall(Call);
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(E))
    return readConstruct(Construct);
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return readUnary(Unary);
  const auto *Binary = dyn_cast<BinaryOperator>(E);
  return Binary && Binary->isAdditiveOp() ? readSum(Binary) : readValue(E);
}

std::optional<AccessPath> readPath(const LoopView &Loop, const Expr &E) {
  PathReader Reader(Loop);
  if (!Reader.read(&E))
    return std::nullopt;
  return std::move(Reader.Path);
}

} // namespace usersched
