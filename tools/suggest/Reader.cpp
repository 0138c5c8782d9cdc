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
#include "ExpressionReader.h"
#include "Purity.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

using namespace clang;
using namespace llvm;

namespace usersched {

// Memory must hold what it holds when the iteration begins.
Value ExpressionReader::touched(Value V) const {
  V.IsHarmless = false;
  V.Guards = std::max(V.Guards, At.Guards.size());
  for (const Place &Read : V.Reads)
    for (const Place &Write : At.Written)
      if (Read.Root == Write.Root)
        V.Text.clear();
  return V;
}

std::string ExpressionReader::printed(const Expr &E) const {
  std::string Text = source(E.getSourceRange());
  if (!Text.empty())
    return Text;
  raw_string_ostream OS(Text);
  E.printPretty(OS, nullptr, Ctx.getPrintingPolicy());
  return OS.str();
}

std::string ExpressionReader::source(SourceRange Range) const {
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

Value ExpressionReader::read(const Expr *E) {
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

Value ExpressionReader::readUnary(const UnaryOperator &E) {
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

Value ExpressionReader::readBinary(const BinaryOperator &E) {
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
Value ExpressionReader::readCast(const ExplicitCastExpr &E) {
  const Value Operand = read(E.getSubExpr());
  const QualType Type = E.getTypeAsWritten();
  if (!Operand.isKnown() ||
      !(Type->isArithmeticType() || Type->isPointerType()))
    return {};
  std::string Name;
  if (const TypeSourceInfo *Info = E.getTypeInfoAsWritten())
    Name = source(Info->getTypeLoc().getSourceRange());
  const auto *Alias = Type->getAs<TypedefType>();
  const TagDecl *Tag = Type->getAsTagDecl();
  if (isCalled() || Name.empty() ||
      (Alias && isLocalOfBody(*Alias->getDecl())) ||
      (Tag && isLocalOfBody(*Tag))) {
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

Value ExpressionReader::readCall(const CallExpr &E) {
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
    if (!Name || Name->hasExplicitTemplateArgs())
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

Value readValue(const Iteration &At, const Expr *E) {
  return ExpressionReader(At).read(E);
}

Value readMember(const Iteration &At, const Value &Object, const ValueDecl &D) {
  return ExpressionReader(At).member(Object, /*IsArrow=*/false, D);
}

} // namespace usersched
