//===- LoopAccesses.cpp - what a loop reads and writes --------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An access is its path: two of them meet if they start at the same variable,
// take the same fields and accessors, and no pair of their indices differs for
// sure. Pointers and references that are declared in the region stand for what
// they are initialized with. What cannot be followed is no access.
//
//===----------------------------------------------------------------------===//
#include "nowait/LoopAccesses.h"
#include "base/TreeWalk.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/FoldingSet.h"

using namespace clang;
using namespace llvm;

namespace usersched {

namespace {

// Through so many references and pointers a path is followed.
constexpr unsigned MostHops = 8;

class PathReader {
public:
  explicit PathReader(const LoopView &Loop) : Loop(Loop) {}

  /// False if \p E is nothing that can be followed to shared memory.
  bool read(const Expr *E);

  AccessPath Path;
  bool NeedsPointer = false; // since the root itself is a thread's own

private:
  bool readVariable(const VarDecl *Variable);
  bool readRange(const VarDecl *Variable, const Expr *Range);
  bool readAddress(const Expr *E);
  bool readCall(const CXXMemberCallExpr *Call);
  bool readOperator(const CXXOperatorCallExpr *Call);
  bool readMember(const MemberExpr *Member);
  void step(PathStep::Kind Kind, const void *Key, std::vector<Index> Indices,
            const Expr *Array);
  void stepTo(IndexForm Position, const Expr *Array) {
    step(PathStep::Element, nullptr, {Loop.index(Offset + Position)}, Array);
    Offset = IndexForm();
  }
  void follow() { IsPointer = true; }
  // For p->f and *p: a pointer into an array selects an element of it.
  void followArrow(const Expr *Pointer) {
    follow();
    if (Offset.isUnknown() || Offset.isOfThread() || !Offset.terms().empty())
      stepTo(IndexForm(), Pointer);
  }

  const LoopView &Loop;
  IndexForm Offset;       // of a pointer from where Path leads to
  bool IsPointer = false; // the next step goes through a pointer
  unsigned Hops = 0;
};

} // namespace

void PathReader::step(PathStep::Kind Kind, const void *Key,
                      std::vector<Index> Indices, const Expr *Array) {
  if (!Path.Array && !Indices.empty())
    Path.Array = Array;
  Path.Steps.push_back({Kind, Key, IsPointer, std::move(Indices)});
  IsPointer = false;
}

static bool isThreadLocal(const VarDecl *Variable) {
  return Variable->getTLSKind() != VarDecl::TLS_None ||
         Variable->hasAttr<OMPThreadPrivateDeclAttr>();
}

bool PathReader::readRange(const VarDecl *Variable, const Expr *Range) {
  if (!Variable->getType()->isReferenceType() || !read(Range))
    return false;
  Atom A{Variable};
  A.Varies = true;
  stepTo(IndexForm(A), Range);
  return true;
}

bool PathReader::readVariable(const VarDecl *Variable) {
  if (isThreadLocal(Variable) || Loop.Private.contains(Variable) ||
      Loop.Region.Private.contains(Variable))
    return false;
  for (const VariableFacts *Facts : {&Loop.Facts, &Loop.Region.Facts})
    if (auto It = Facts->Ranges.find(Variable); It != Facts->Ranges.end())
      return readRange(Variable, It->second);
  const QualType Type = Variable->getType();
  const bool IsInside = Loop.isDeclaredInside(Variable);
  if (Type->isAnyPointerType() && Loop.isChanged(Variable))
    return false;
  if (Variable->hasInit() && !Variable->hasGlobalStorage() &&
      (Type->isReferenceType() || (IsInside && Type->isAnyPointerType()))) {
    if (++Hops <= MostHops && read(Variable->getInit())) {
      if (Loop.isStepped(Variable) ||
          Loop.Region.Facts.Counters.contains(Variable))
        Offset = IndexForm::unknown();
      return true;
    }
    // A reference to something that cannot be followed is a root itself.
    Path = AccessPath();
    Offset = IndexForm();
    IsPointer = false;
  }
  if (IsInside || (Type->isAnyPointerType() && Loop.isStepped(Variable)))
    return false;
  NeedsPointer = Loop.FirstPrivate.contains(Variable) ||
                 Loop.Region.FirstPrivate.contains(Variable) ||
                 (Loop.Region.IsFunction && isa<ParmVarDecl>(Variable) &&
                  !Type->isReferenceType());
  Path.Root = Variable;
  return true;
}

// &x[i] is x + i.
bool PathReader::readAddress(const Expr *E) {
  const auto *Element = dyn_cast<ArraySubscriptExpr>(E->IgnoreParenImpCasts());
  if (!Element || !read(Element->getBase()))
    return false;
  Offset += Loop.read(Element->getIdx());
  return true;
}

bool PathReader::readMember(const MemberExpr *Member) {
  if (const auto *Variable = dyn_cast<VarDecl>(Member->getMemberDecl()))
    return readVariable(Variable->getCanonicalDecl());
  const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl());
  if (!Field || !read(Member->getBase()))
    return false;
  if (Member->isArrow())
    followArrow(Member->getBase());
  step(PathStep::Field, Field->getCanonicalDecl(), {}, Member);
  if (Field->getType()->isReferenceType())
    follow();
  return true;
}

// domain.e(i)
bool PathReader::readCall(const CXXMemberCallExpr *Call) {
  const auto *Callee = dyn_cast<MemberExpr>(Call->getCallee()->IgnoreParens());
  const CXXMethodDecl *Method = Call->getMethodDecl();
  if (!Callee || !Method || !read(Callee->getBase()))
    return false;
  if (isa<CXXConversionDecl>(Method))
    return true; // The value of a proxy.
  if (Callee->isArrow())
    followArrow(Callee->getBase());
  std::vector<Index> Indices;
  for (const Expr *Argument : Call->arguments())
    Indices.push_back(Loop.index(*Argument));
  step(PathStep::Call, Method->getDeclName().getAsOpaquePtr(),
       std::move(Indices), Callee);
  return true;
}

// x[i] and x(i, j) of a class, and what smart pointers have.
bool PathReader::readOperator(const CXXOperatorCallExpr *Call) {
  const OverloadedOperatorKind Operator = Call->getOperator();
  const bool IsElement = Operator == OO_Subscript || Operator == OO_Call;
  const bool IsPointer =
      (Operator == OO_Star && Call->getNumArgs() == 1) || Operator == OO_Arrow;
  if ((!IsElement && !IsPointer) || !read(Call->getArg(0)))
    return false;
  if (IsPointer) {
    follow();
    return true;
  }
  std::vector<Index> Indices;
  for (const Expr *Argument : drop_begin(Call->arguments()))
    Indices.push_back(Loop.index(*Argument));
  // Apart from x[i], which is the same for arrays.
  static const char Parentheses = 0;
  step(PathStep::Element, Operator == OO_Call ? &Parentheses : nullptr,
       std::move(Indices), Call->getArg(0));
  return true;
}

bool PathReader::read(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (const auto *Cast = dyn_cast<ExplicitCastExpr>(E))
    return Cast->getCastKind() == CK_NoOp && read(Cast->getSubExpr());
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
  if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E)) {
    const Expr *Base = Element->getBase();
    if (!read(Base))
      return false;
    if (!Base->IgnoreParenImpCasts()->getType()->isArrayType())
      follow();
    stepTo(Loop.read(Element->getIdx()), Base);
    return true;
  }
  if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(E))
    return readOperator(Call);
  if (const auto *Call = dyn_cast<CXXMemberCallExpr>(E))
    return readCall(Call);
  if (const auto *Unary = dyn_cast<UnaryOperator>(E)) {
    if (Unary->getOpcode() == UO_AddrOf)
      return readAddress(Unary->getSubExpr());
    if (Unary->getOpcode() != UO_Deref || !read(Unary->getSubExpr()))
      return false;
    followArrow(Unary->getSubExpr());
    return true;
  }
  const auto *Binary = dyn_cast<BinaryOperator>(E);
  if (!Binary || !Binary->isAdditiveOp() ||
      !Binary->getType()->isAnyPointerType())
    return false;
  const Expr *Pointer = Binary->getLHS(), *Distance = Binary->getRHS();
  if (!Pointer->getType()->isAnyPointerType())
    std::swap(Pointer, Distance);
  if (!read(Pointer))
    return false;
  IndexForm By = Loop.read(Distance);
  Offset = Binary->getOpcode() == BO_Sub ? Offset - By : Offset + By;
  return true;
}

namespace {

class AccessFinder : public TreeWalk {
public:
  explicit AccessFinder(const LoopView &Loop) : Loop(Loop) {}

  std::vector<Access> Found;

  // What becomes of the value is not in the tree.
  void read(const Expr &Value) {
    walk(&Value);
    if (Value.isGLValue())
      add(&Value, /*IsWrite=*/false);
  }

private:
  bool enter(Stmt &S) override {
    if (const auto *E = dyn_cast<BinaryOperator>(&S)) {
      if (E->isAssignmentOp())
        write(E->getLHS(), E->isCompoundAssignmentOp());
    } else if (const auto *E = dyn_cast<UnaryOperator>(&S)) {
      if (E->isIncrementDecrementOp())
        write(E->getSubExpr(), /*Reads=*/true);
    } else if (const auto *E = dyn_cast<ImplicitCastExpr>(&S)) {
      if (E->getCastKind() == CK_LValueToRValue)
        add(E->getSubExpr(), /*IsWrite=*/false);
    } else if (const auto *E = dyn_cast<CallExpr>(&S)) {
      addCall(*E);
    } else if (const auto *E = dyn_cast<CXXConstructExpr>(&S)) {
      readArguments(E->getConstructor(), {E->getArgs(), E->getNumArgs()});
    }
    return !isa<OMPAtomicDirective, OMPCriticalDirective, OMPOrderedDirective,
                UnaryExprOrTypeTraitExpr, CXXNoexceptExpr, CXXTypeidExpr>(S);
  }
  bool entersTypes() const override { return false; }

  void addCall(const CallExpr &E) {
    const auto *Operator = dyn_cast<CXXOperatorCallExpr>(&E);
    if (Operator && Operator->isAssignmentOp())
      write(E.getArg(0), Operator->getOperator() != OO_Equal);
    const auto *Method = dyn_cast_or_null<CXXMethodDecl>(E.getDirectCallee());
    if (Method && E.isPRValue() && Method->isConst() &&
        (!Operator || Operator->getOperator() == OO_Subscript ||
         Operator->getOperator() == OO_Call))
      add(&E, /*IsWrite=*/false);
    // An operator that is a member has its object as first argument.
    const bool HasObject =
        Method && Operator && Method->isImplicitObjectMemberFunction();
    readArguments(E.getDirectCallee(),
                  ArrayRef(E.getArgs(), E.getNumArgs()).slice(HasObject));
  }
  void write(const Expr *E, bool Reads) {
    add(E, /*IsWrite=*/true);
    if (Reads)
      add(E, /*IsWrite=*/false);
  }
  // What is given as a reference to const is read.
  void readArguments(const FunctionDecl *Callee,
                     ArrayRef<const Expr *> Arguments) {
    if (!Callee)
      return;
    for (auto [Parameter, Argument] : zip(Callee->parameters(), Arguments)) {
      QualType Type = Parameter->getType();
      if (Type->isReferenceType() &&
          Type.getNonReferenceType().isConstQualified() &&
          Argument->isGLValue())
        add(Argument, /*IsWrite=*/false);
    }
  }
  static bool isSynchronized(QualType Type) {
    if (Type.isVolatileQualified() || Type->isAtomicType())
      return true;
    const CXXRecordDecl *Class = Type->getAsCXXRecordDecl();
    return Class && Class->isInStdNamespace() && Class->getIdentifier() &&
           Class->getName().starts_with("atomic");
  }
  void add(const Expr *E, bool IsWrite) {
    // As declared: an operator may be that of a base class.
    E = E->IgnoreParenImpCasts();
    FoldingSetNodeID ID;
    E->Profile(ID, Loop.Ctx, /*Canonical=*/true);
    ID.AddBoolean(IsWrite);
    if (!Seen.insert(ID.ComputeHash()).second)
      return;
    PathReader Reader(Loop);
    if (isSynchronized(E->getType()) || !Reader.read(E))
      return;
    const std::vector<PathStep> &Steps = Reader.Path.Steps;
    auto IsOfThread = [](const Index &I) { return I.Value.isOfThread(); };
    if (none_of(Steps, [](auto &S) { return !S.Indices.empty(); }) ||
        any_of(Steps, [&](auto &S) { return any_of(S.Indices, IsOfThread); }) ||
        (Reader.NeedsPointer &&
         none_of(Steps, [](auto &S) { return S.ThroughPointer; })))
      return;
    Found.push_back({std::move(Reader.Path), E, IsWrite});
  }

  const LoopView &Loop;
  DenseSet<unsigned> Seen; // the same text is the same access
};

} // namespace

std::vector<Access> accessesOf(const LoopView &Loop,
                               ArrayRef<const Expr *> Loads) {
  AccessFinder Finder(Loop);
  Finder.walk(Loop.Body);
  for (const Expr *Load : Loads)
    Finder.read(*Load);
  return std::move(Finder.Found);
}

bool mayMeet(const Access &A, const Access &B, ChangeOf Changes) {
  if (A.Path.Root != B.Path.Root)
    return false;
  ArrayRef Short = A.Path.Steps, Long = B.Path.Steps;
  if (Short.size() > Long.size())
    std::swap(Short, Long);
  for (auto [S, L] : zip(Short, Long)) {
    if (S.Is != L.Is || S.Key != L.Key || S.Indices.size() != L.Indices.size())
      return false;
    for (auto [I, J] : zip(S.Indices, L.Indices))
      if (neverEqual(I, J, Changes))
        return false;
  }
  // An object is accessed with all of its parts, but not what it points at.
  return none_of(Long.drop_front(Short.size()),
                 [](const PathStep &S) { return S.ThroughPointer; });
}

std::string nameOf(const ASTContext &Ctx, const Access &A) {
  std::string Name;
  raw_string_ostream OS(Name);
  PrintingPolicy Policy = Ctx.getPrintingPolicy();
  Policy.SuppressImplicitBase = true;
  A.Path.Array->IgnoreParenImpCasts()->printPretty(OS, nullptr, Policy);
  return OS.str();
}

} // namespace usersched
