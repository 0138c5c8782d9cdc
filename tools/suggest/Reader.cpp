//===- Reader.cpp - reads expressions of a loop's body --------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Invariant: the text of a value can be compiled where the pragma stands. It
// names only what is declared before the loop, and the loop variables; it has
// no effects.
//
//===----------------------------------------------------------------------===//
#include "Reader.h"
#include "Purity.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

using namespace clang;
using namespace llvm;

namespace usersched {

namespace {

class Reader {
public:
  explicit Reader(const Iteration &At) : At(At), Ctx(At.Ctx) {}

  Value read(const Expr *E);
  Value readCall(const CallExpr &E);
  Value member(Value Base, bool IsArrow, const ValueDecl &Member);

private:
  Value readVariable(const DeclRefExpr &E);
  Value readMember(const MemberExpr &E);
  Value readElement(const Expr *Array, const Expr *Index);
  Value readUnary(const UnaryOperator &E);
  Value readBinary(const BinaryOperator &E);
  Value readCast(const ExplicitCastExpr &E);
  Value dereferenced(Value Pointer);
  Value global(const ValueDecl &D);

  // Memory must hold what it holds when the iteration begins.
  Value touched(Value V) const {
    V.IsHarmless = false;
    V.Guards = std::max(V.Guards, At.Guards.size());
    for (const Place &Read : V.Reads)
      for (const Place &Write : At.Written)
        if (Read.Root == Write.Root)
          V.Text.clear();
    return V;
  }
  // As the user wrote it, in an instance of a template, too.
  std::string printed(const Expr &E) const {
    std::string Text = source(E.getSourceRange());
    if (!Text.empty())
      return Text;
    raw_string_ostream OS(Text);
    E.printPretty(OS, nullptr, Ctx.getPrintingPolicy());
    return OS.str();
  }
  std::string source(SourceRange Range) const {
    const SourceManager &SM = Ctx.getSourceManager();
    const CharSourceRange Whole = Lexer::makeFileCharRange(
        CharSourceRange::getTokenRange(Range), SM, Ctx.getLangOpts());
    if (Whole.isInvalid())
      return "";
    const StringRef Text = Lexer::getSourceText(Whole, SM, Ctx.getLangOpts());
    // The arguments of a macro may name what the pragma cannot.
    const bool IsMacro = Range.getBegin().isMacroID();
    const bool IsPrintable = !Text.contains('\n') && json::isUTF8(Text);
    return IsPrintable && !(IsMacro && Text.contains('(')) ? Text.str() : "";
  }
  bool isCalled() const { return !At.Calls.empty(); }

  const Iteration &At;
  ASTContext &Ctx;
};

} // namespace

const Expr *stripped(const Expr *E) {
  while (E) {
    const Expr *Before = E;
    E = E->IgnoreParenImpCasts();
    if (const auto *Make = dyn_cast<CXXConstructExpr>(E);
        Make && Make->getNumArgs() == 1 && !isa<CXXTemporaryObjectExpr>(Make) &&
        Make->getConstructor()->isCopyOrMoveConstructor())
      E = Make->getArg(0);
    else if (const auto *Full = dyn_cast<FullExpr>(E))
      E = Full->getSubExpr();
    else if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E))
      E = Temporary->getSubExpr();
    else if (const auto *Bound = dyn_cast<CXXBindTemporaryExpr>(E))
      E = Bound->getSubExpr();
    else if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(E))
      E = Default->getExpr();
    if (E == Before)
      return E;
  }
  return E;
}

Value Reader::read(const Expr *E) {
  E = stripped(E);
  if (!E || E->getType().isVolatileQualified() || E->isTypeDependent())
    return {};
  if (isa<IntegerLiteral, CXXBoolLiteralExpr, CharacterLiteral>(E)) {
    return constant(printed(*E));
  }
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return readVariable(*Ref);
  if (const auto *Replaced = dyn_cast<SubstNonTypeTemplateParmExpr>(E))
    return isCalled() ? read(Replaced->getReplacement())
                      : constant(Replaced->getParameter()->getName());
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return readMember(*Member);
  if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E))
    return readElement(Element->getBase(), Element->getIdx());
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return readUnary(*Unary);
  if (const auto *Binary = dyn_cast<BinaryOperator>(E))
    return readBinary(*Binary);
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E))
    return conditional(read(Choice->getCond()), read(Choice->getTrueExpr()),
                       read(Choice->getFalseExpr()));
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return readCall(*Call);
  if (const auto *Cast = dyn_cast<ExplicitCastExpr>(E))
    return readCast(*Cast);
  if (isa<CXXThisExpr>(E))
    return At.Object;
  if (const auto *Size = dyn_cast<UnaryExprOrTypeTraitExpr>(E)) {
    Expr::EvalResult Known;
    if (Size->EvaluateAsInt(Known, Ctx))
      return constant(toString(Known.Val.getInt(), 10));
  }
  return {};
}

// Of a variable that a called function names, and the place of the pragma may
// not.
Value Reader::global(const ValueDecl &D) {
  const SourceManager &SM = Ctx.getSourceManager();
  std::string Name = D.getQualifiedNameAsString();
  if (!Ctx.getLangOpts().CPlusPlus || StringRef(Name).contains('(') ||
      D.getAccess() == AS_private || D.getAccess() == AS_protected ||
      !SM.isBeforeInTranslationUnit(D.getLocation(),
                                    At.Directive.getBeginLoc()))
    return {};
  // `default(none)` wants the variables that a loop names, not those of the
  // functions that it calls.
  const auto *Default = At.Directive.getSingleClause<OMPDefaultClause>();
  const auto *Var = dyn_cast<VarDecl>(&D);
  if (Default && Default->getDefaultKind() != omp::OMP_DEFAULT_shared && Var &&
      !Var->isUsableInConstantExpressions(Ctx))
    return {};
  return constant("::" + Name);
}

Value Reader::readVariable(const DeclRefExpr &E) {
  const ValueDecl *D = cast<ValueDecl>(E.getDecl()->getCanonicalDecl());
  if (const auto Found = At.Known.find(D); Found != At.Known.end())
    return D->getType()->isReferenceType() ? touched(Found->second)
                                           : Found->second;
  if (isa<EnumConstantDecl>(D) && !At.Inside.contains(D))
    return isCalled() ? global(*D) : constant(printed(E));
  if (isa<NonTypeTemplateParmDecl>(D))
    return constant(printed(E));
  const auto *Var = dyn_cast<VarDecl>(D);
  if (!Var || At.Inside.contains(D) || At.Unsettled.contains(D) ||
      Var->getTLSKind() || Var->hasAttr<OMPThreadPrivateDeclAttr>() ||
      Var->getType()->isAtomicType())
    return {};
  Value Result;
  if (At.LoopVariables.contains(D)) {
    Result = constant(Var->getName());
    Result.IsLoopVariable = Result.IsOwn = At.LoopVariables.size() == 1;
  } else if (Var->isLocalVarDeclOrParm()) {
    if (isCalled() && !isFunctionOfLoop(At, Var->getDeclContext()))
      return {};
    Result = constant(printed(E));
  } else {
    Result = isCalled() ? global(*D) : constant(printed(E));
  }
  Result.Root = D;
  return Result;
}

Value Reader::dereferenced(Value Pointer) {
  if (!Pointer.isKnown())
    return {};
  Pointer.IsOwn |= Pointer.IsLoopVariable;
  Pointer.IsLoopVariable = false;
  if (StringRef(Pointer.Text).starts_with("&") &&
      Pointer.Operator == Binding::Unary) {
    Pointer.Text = Pointer.Text.substr(1);
    Pointer.Operator = Binding::Postfix;
  } else {
    Pointer.Text = "*" + Pointer.operand(Binding::Unary);
    Pointer.Operator = Binding::Unary;
  }
  if (Pointer.Root)
    Pointer.Reads.push_back({Pointer.Root, Pointer.IsOwn});
  return touched(Pointer);
}

Value Reader::member(Value Base, bool IsArrow, const ValueDecl &Member) {
  if (!Base.isKnown() || !Member.getIdentifier())
    return {};
  const bool IsObject = Base.isText("this");
  if (isCalled() && !IsObject && Ctx.getLangOpts().CPlusPlus &&
      Member.getAccess() != AS_public && Member.getAccess() != AS_none)
    return {};
  Value Result = Base;
  Result.IsLoopVariable = false;
  StringRef Text = Base.Text;
  const bool IsAddress =
      Text.starts_with("&") && Base.Operator == Binding::Unary;
  const bool IsTarget =
      Text.starts_with("*") && Base.Operator == Binding::Unary;
  if (IsObject)
    Result.Text = Member.getName().str();
  else if (IsArrow && IsAddress)
    Result.Text = (Text.drop_front() + "." + Member.getName()).str();
  else if (!IsArrow && IsTarget)
    Result.Text = (Text.drop_front() + "->" + Member.getName()).str();
  else
    Result.Text = Base.operand(Binding::Postfix) + (IsArrow ? "->" : ".") +
                  Member.getName().str();
  Result.Operator = Binding::Postfix;
  Result.IsOwn |= Base.IsLoopVariable;
  if (Base.Root)
    Result.Reads.push_back({Base.Root, Result.IsOwn});
  // A name of the body may hide the member, whose own place is the class.
  if (IsObject)
    for (const ValueDecl *D : At.Inside)
      if (D->getIdentifier() == Member.getIdentifier())
        Result.Text = "this->" + Result.Text;
  return Result;
}

Value Reader::readMember(const MemberExpr &E) {
  const ValueDecl *Member = E.getMemberDecl();
  const auto *Field = dyn_cast<FieldDecl>(Member);
  if (const auto *Static = dyn_cast<VarDecl>(Member);
      Static && Static->isStaticDataMember())
    return {};
  if (!Field || Field->getType().isVolatileQualified() ||
      Field->getType()->isAtomicType())
    return {};
  Value Base = read(E.getBase());
  Value Result = member(Base, E.isArrow(), *Field);
  Result.Root = Field;
  Result.Reads.push_back({Field, Result.IsOwn});
  return E.isArrow() && Base.Text != "this" &&
                 !StringRef(Base.Text).starts_with("&")
             ? touched(Result)
             : Result;
}

Value Reader::readElement(const Expr *Array, const Expr *Index) {
  const Value Base = read(Array), Place = read(Index);
  Value Result;
  if (!Base.isKnown() || !Place.isKnown())
    return Result;
  Result.needs(Base);
  Result.needs(Place);
  Result.Text = Base.operand(Binding::Postfix) + "[" + Place.Text + "]";
  Result.Root = Base.Root;
  Result.IsOwn = Base.IsOwn || Place.IsLoopVariable;
  if (Base.Root)
    Result.Reads.push_back({Base.Root, Result.IsOwn});
  return touched(Result);
}

Value Reader::readUnary(const UnaryOperator &E) {
  const Value Operand = read(E.getSubExpr());
  if (!Operand.isKnown())
    return {};
  switch (E.getOpcode()) {
  case UO_Deref:
    return dereferenced(Operand);
  case UO_LNot:
    return negation(Operand);
  case UO_Plus:
  case UO_Minus:
  case UO_Not:
  case UO_AddrOf: {
    Value Result = Operand;
    Result.IsLoopVariable = false;
    Result.Text = UnaryOperator::getOpcodeStr(E.getOpcode()).str() +
                  (StringRef(Operand.Text).starts_with("-") ? " " : "") +
                  Operand.operand(Binding::Unary);
    Result.Operator = Binding::Unary;
    return Result;
  }
  default:
    return {};
  }
}

static std::optional<Binding> bindingOf(BinaryOperatorKind Kind) {
  switch (Kind) {
  case BO_Mul:
  case BO_Div:
  case BO_Rem:
    return Binding::Product;
  case BO_Add:
  case BO_Sub:
    return Binding::Sum;
  case BO_Shl:
  case BO_Shr:
    return Binding::Shift;
  case BO_LT:
  case BO_GT:
  case BO_LE:
  case BO_GE:
    return Binding::Less;
  case BO_EQ:
  case BO_NE:
    return Binding::Equal;
  case BO_And:
    return Binding::BitAnd;
  case BO_Xor:
    return Binding::BitXor;
  case BO_Or:
    return Binding::BitOr;
  case BO_LAnd:
    return Binding::And;
  case BO_LOr:
    return Binding::Or;
  default:
    return std::nullopt;
  }
}

Value Reader::readBinary(const BinaryOperator &E) {
  const std::optional<Binding> Binds = bindingOf(E.getOpcode());
  if (!Binds)
    return {};
  const Value A = read(E.getLHS()), B = read(E.getRHS());
  Value Result = binary(A, E.getOpcodeStr(), *Binds, B);
  Expr::EvalResult Divisor;
  const bool IsDivision = E.getOpcode() == BO_Div || E.getOpcode() == BO_Rem;
  if (IsDivision && !E.getRHS()->isValueDependent() &&
      !(E.getRHS()->EvaluateAsInt(Divisor, Ctx) &&
        Divisor.Val.getInt().isStrictlyPositive()))
    Result = touched(Result);
  // A pointer to an element keeps its array.
  if (E.getType()->isPointerType())
    Result.Root = A.Root ? A.Root : B.Root;
  Result.IsOwn = A.IsOwn || (E.getType()->isPointerType() && B.IsLoopVariable &&
                             E.getOpcode() == BO_Add);
  return Result;
}

// Casts keep numbers from wrapping around. A type is written as it stands in
// the body; one of a called function may mean nothing at the pragma.
Value Reader::readCast(const ExplicitCastExpr &E) {
  const Value Operand = read(E.getSubExpr());
  const QualType Type = E.getTypeAsWritten();
  if (!Operand.isKnown() ||
      !(Type->isArithmeticType() || Type->isPointerType()))
    return {};
  std::string Name;
  if (const TypeSourceInfo *Info = E.getTypeInfoAsWritten())
    Name = source(Info->getTypeLoc().getSourceRange());
  if (isCalled() || Name.empty()) {
    if (!Type.getCanonicalType()->isBuiltinType())
      return {};
    Name = Type.getCanonicalType().getAsString(Ctx.getPrintingPolicy());
  }
  for (const ValueDecl *D : At.Inside)
    if (D->getIdentifier() && D->getName() == Name)
      return {};
  Value Result = Operand;
  Result.IsLoopVariable = false;
  Result.Text = "(" + Name + ")" + Operand.operand(Binding::Unary);
  Result.Operator = Binding::Unary;
  return Result;
}

Value Reader::readCall(const CallExpr &E) {
  const FunctionDecl *Callee = E.getDirectCallee();
  if (!Callee)
    return {};
  if (Callee->getBuiltinID() == Builtin::BI__builtin_expect)
    return read(E.getArg(0));
  if (!isPure(*Callee))
    return {};
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(&E)) {
    switch (Operator->getOperator()) {
    case OO_Subscript:
      return readElement(E.getArg(0), E.getArg(1));
    case OO_Star:
      return E.getNumArgs() == 1 ? dereferenced(read(E.getArg(0))) : Value();
    case OO_Arrow: {
      Value Target = read(E.getArg(0));
      Target.IsOwn |= Target.IsLoopVariable;
      return touched(Target);
    }
    default:
      return {};
    }
  }
  Value Result;
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(&E)) {
    const auto *Name = dyn_cast<MemberExpr>(E.getCallee()->IgnoreParens());
    if (!Name)
      return {};
    Result = member(read(Name->getBase()), Name->isArrow(),
                    *Member->getMethodDecl());
  } else {
    const std::string Name = source(E.getCallee()->getSourceRange());
    if (Name.empty() || (isCalled() && !Callee->isInStdNamespace()))
      return {};
    Result = constant(Name);
  }
  if (!Result.isKnown())
    return {};
  const Accessor Accesses = accessorOf(*Callee);
  if (Accesses.Field) {
    Result.Root = Accesses.Field;
    Result.IsOwn = false;
  }
  for (const FieldDecl *Member : membersReadBy(*Callee))
    if (Member != Accesses.Field)
      Result.Reads.push_back({Member, false});
  std::string Arguments;
  for (unsigned I = 0; I < E.getNumArgs(); ++I) {
    const Expr *Argument = E.getArg(I);
    if (isa<CXXDefaultArgExpr>(Argument))
      break;
    const Value Given = read(Argument);
    if (!Given.isKnown())
      return {};
    Result.needs(Given);
    if (Given.IsLoopVariable && (!Accesses.Field || Accesses.Parameter == I))
      Result.IsOwn = true;
    Arguments += (Arguments.empty() ? "" : ", ") + Given.Text;
  }
  if (Accesses.Field)
    Result.Reads.push_back({Accesses.Field, Result.IsOwn});
  Result.Text += "(" + Arguments + ")";
  Result.IsLoopVariable = false;
  Result.Operator = Binding::Postfix;
  return touched(Result);
}

static const DeclContext *functionOf(const DeclContext *Context) {
  while (Context && !Context->isFunctionOrMethod())
    Context = Context->getParent();
  while (Context && isa<CapturedDecl>(Context))
    Context = Context->getParent();
  return Context;
}

bool isFunctionOfLoop(const Iteration &At, const DeclContext *Context) {
  const CapturedDecl *Body =
      At.Directive.getInnermostCapturedStmt()->getCapturedDecl();
  return functionOf(Context) == functionOf(Body->getDeclContext());
}

Value readValue(const Iteration &At, const Expr *E) {
  return Reader(At).read(E);
}

Value readMember(const Iteration &At, const Value &Object, const ValueDecl &D) {
  return Reader(At).member(Object, /*IsArrow=*/false, D);
}

} // namespace usersched
