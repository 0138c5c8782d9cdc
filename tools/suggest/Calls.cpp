//===- Calls.cpp - what the body of a loop calls and writes ---------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Calls.h"
#include "base/TreeWalk.h"
#include "nowait/VariableFacts.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/Path.h"

using namespace clang;
using namespace llvm;

namespace usersched {

static bool isLoopVariable(const Iteration &At, const Expr *E) {
  const VarDecl *Variable = variableOf(E);
  return Variable && At.LoopVariables.size() == 1 &&
         At.LoopVariables.contains(Variable);
}

// Returns what the expression is a part of, where reading it does not tell, as
// its indices have no names at the pragma.
static Place pathOf(const Iteration &At, const Expr *E) {
  bool IsOwn = false;
  while (E) {
    E = E->IgnoreParenImpCasts();
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
      const auto *D = cast<ValueDecl>(Ref->getDecl()->getCanonicalDecl());
      const auto Found = At.Known.find(D);
      if (Found != At.Known.end() && Found->second.Root)
        return {Found->second.Root, IsOwn || Found->second.IsOwn};
      return {D, IsOwn || (At.LoopVariables.size() == 1 &&
                           At.LoopVariables.contains(D))};
    }
    if (const auto *Member = dyn_cast<MemberExpr>(E)) {
      if (isa<FieldDecl>(Member->getMemberDecl()))
        return {Member->getMemberDecl(),
                IsOwn || pathOf(At, Member->getBase()).IsOwn};
      E = Member->getBase();
    } else if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E)) {
      IsOwn |= isLoopVariable(At, Element->getIdx());
      E = Element->getBase();
    } else if (const auto *Unary = dyn_cast<UnaryOperator>(E)) {
      E = Unary->getSubExpr();
    } else if (const auto *Sum = dyn_cast<BinaryOperator>(E)) {
      const bool IsLeft = Sum->getLHS()->getType()->isPointerType();
      IsOwn |= isLoopVariable(At, IsLeft ? Sum->getRHS() : Sum->getLHS());
      E = IsLeft ? Sum->getLHS() : Sum->getRHS();
    } else if (const auto *Member = dyn_cast<CXXMemberCallExpr>(E)) {
      E = Member->getImplicitObjectArgument();
    } else if (const auto *Call = dyn_cast<CallExpr>(E)) {
      IsOwn |= isa<CXXOperatorCallExpr>(Call) && Call->getNumArgs() == 2 &&
               isLoopVariable(At, Call->getArg(1));
      E = Call->getNumArgs() ? Call->getArg(0) : nullptr;
    } else if (const auto *Cast = dyn_cast<ExplicitCastExpr>(E)) {
      E = Cast->getSubExpr();
    } else {
      break;
    }
  }
  return {nullptr, false};
}

Place placeOf(const Iteration &At, const Expr *Target) {
  const Value Written = readValue(At, Target);
  return Written.Root ? Place{Written.Root, Written.IsOwn, Written.Text}
                      : pathOf(At, Target);
}

SmallVector<const Expr *, 4> writtenBy(const FunctionDecl &Callee,
                                       ArrayRef<const Expr *> Arguments,
                                       const Expr *Object) {
  SmallVector<const Expr *, 4> Written;
  if (isPure(Callee))
    return Written;
  const auto *Method = dyn_cast<CXXMethodDecl>(&Callee);
  if (Object && Method && !Method->isConst())
    Written.push_back(Object);
  const FunctionDecl *Definition = nullptr;
  const bool IsSeen = !isOfLibrary(Callee) && Callee.hasBody(Definition);
  if (IsSeen) // what it writes is read there
    return Written;
  for (size_t I = 0; I < Arguments.size(); ++I) {
    const QualType Type = I < Callee.getNumParams()
                              ? Callee.getParamDecl(I)->getType()
                              : Arguments[I]->getType();
    const QualType Pointee = Type->getPointeeType();
    if (!Pointee.isNull() && !Pointee.isConstQualified() &&
        !Pointee->isFunctionType())
      Written.push_back(Arguments[I]);
  }
  return Written;
}

Value objectOf(const Iteration &At, const Expr *Object) {
  Value Result = readValue(At, Object);
  if (!Result.isKnown() || Object->getType()->isPointerType())
    return Result;
  Result.Text = "&" + Result.operand(Binding::Unary);
  if (StringRef(Result.Text).starts_with("&*"))
    Result.Text = Result.Text.substr(2);
  Result.Operator = StringRef(Result.Text).starts_with("&") ? Binding::Unary
                                                            : Binding::Postfix;
  return Result;
}

std::optional<std::pair<const Expr *, const Expr *>>
spanOf(const FunctionDecl &Callee, ArrayRef<const Expr *> Arguments) {
  const IdentifierInfo *Id = Callee.getIdentifier();
  if (!Id || isa<CXXMethodDecl>(Callee))
    return std::nullopt;
  const StringRef Name = Id->getName();
  if (Arguments.size() == 3 &&
      (Name.ends_with("memcpy") || Name.ends_with("memset") ||
       Name.ends_with("memmove") || Name.ends_with("memcmp")))
    return std::pair(Arguments[2], Arguments[2]);
  if (!Callee.isInStdNamespace() || Arguments.size() < 2)
    return std::nullopt;
  static constexpr StringRef Others[] = {
      "min",       "max",         "swap",        "distance",
      "iter_swap", "lower_bound", "upper_bound", "binary_search"};
  const QualType Type = Arguments[0]->getType().getUnqualifiedType();
  const CXXRecordDecl *Class = Type->getAsCXXRecordDecl();
  const bool IsIterator =
      Type->isPointerType() ||
      (Class && (isRandomAccess(Type) || Class->getName().contains("terator")));
  if (is_contained(Others, Name) || !IsIterator ||
      !Callee.getASTContext().hasSameType(
          Type, Arguments[1]->getType().getUnqualifiedType()))
    return std::nullopt;
  return std::pair(Arguments[0], Arguments[1]);
}

bool mayTakeLong(const FunctionDecl &Callee) {
  static constexpr StringRef Containers[] = {"basic_string",
                                             "deque",
                                             "forward_list",
                                             "list",
                                             "map",
                                             "multimap",
                                             "multiset",
                                             "set",
                                             "unordered_map",
                                             "unordered_set",
                                             "valarray",
                                             "vector",
                                             "unordered_multimap",
                                             "unordered_multiset"};
  static constexpr StringRef Members[] = {
      "append",  "assign",    "clear",   "compare", "contains",
      "copy",    "count",     "erase",   "insert",  "merge",
      "remove",  "remove_if", "replace", "reserve", "resize",
      "reverse", "sort",      "splice",  "substr",  "unique"};
  const IdentifierInfo *Id = Callee.getIdentifier();
  StringRef Name = Id ? Id->getName() : "";
  const auto *Method = dyn_cast<CXXMethodDecl>(&Callee);
  if (!Method) {
    Name.consume_front("__builtin_");
    if (Callee.isInStdNamespace())
      return Name == "invoke" || Name == "for_each_n";
    return (Callee.getBuiltinID() || isOfLibrary(Callee)) &&
           (Name.starts_with("str") || Name.starts_with("wcs"));
  }
  const CXXRecordDecl *Class = Method->getParent();
  if (!Class->isInStdNamespace() || !Class->getIdentifier())
    return false;
  if (Class->getName() == "function" && !Id)
    return Method->getOverloadedOperator() == OO_Call;
  // A copy, or so many elements: not what only moves.
  const bool Makes = isa<CXXConstructorDecl>(Method) ||
                     Method->getOverloadedOperator() == OO_Equal;
  if (Makes)
    return is_contained(Containers, Class->getName()) &&
           Method->getNumParams() > 0 &&
           !Method->getParamDecl(0)->getType()->isRValueReferenceType();
  return is_contained(Members, Name) || Name.starts_with("find");
}

// Returns true if S, or what it calls or names, divides or shifts.
static bool divides(const Stmt *S, unsigned Depth = 0) {
  static constexpr unsigned MostDepth = 4;
  bool Found = false;
  if (!S || Depth > MostDepth)
    return false;
  walkStatements(S, [&](Stmt &Part) {
    const auto *Binary = dyn_cast<BinaryOperator>(&Part);
    Found |= Binary &&
             (Binary->getOpcode() == BO_Div || Binary->getOpcode() == BO_Shr);
    const FunctionDecl *Definition = nullptr;
    const auto *Call = dyn_cast<CallExpr>(&Part);
    const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
    if (Callee && !isOfLibrary(*Callee) && Callee->hasBody(Definition))
      Found |= divides(Definition->getBody(), Depth + 1);
    const auto *Ref = dyn_cast<DeclRefExpr>(&Part);
    const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    if (Var && Var->isLocalVarDecl() && Var->getInit() != S)
      Found |= divides(Var->getInit(), Depth + 1);
    return !Found;
  });
  return Found;
}

// Returns true if the iteration or the thread has declared D.
static bool isOwn(const Iteration &At, const ValueDecl *D) {
  const auto *Variable = dyn_cast_or_null<VarDecl>(D);
  return Variable && Variable->hasLocalStorage() &&
         !Variable->getType()->isReferenceType() &&
         !Variable->getType()->isPointerType() &&
         (At.Inside.contains(D) ||
          isa<CapturedDecl>(Variable->getDeclContext()));
}

bool isShared(const Iteration &At, const Expr *Target) {
  if (isOwn(At, pathOf(At, Target).Root))
    return false;
  const CXXRecordDecl *Class = Target->getType()->getAsCXXRecordDecl();
  if (Class && Class->getIdentifier() && Class->getName() == "_Bit_reference")
    return true;
  if (!Target->getType()->isIntegralOrEnumerationType())
    return false;
  Target = Target->IgnoreParenImpCasts();
  const Expr *Index = nullptr;
  if (const auto *Element = dyn_cast<ArraySubscriptExpr>(Target))
    Index = Element->getIdx();
  else if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Target);
           Operator && Operator->getOperator() == OO_Subscript)
    Index = Operator->getArg(1);
  return Index && At.Depends.depends(Index) && divides(Index);
}

bool isOfOpenMP(const FunctionDecl &Callee) {
  return Callee.getIdentifier() && Callee.getName().starts_with("omp_");
}

static bool swaps(const Stmt *S) {
  bool Found = false;
  if (S)
    walkStatements(S, [&](Stmt &Part) {
      if (isa<AtomicExpr>(Part))
        Found = true;
      const auto *Call = dyn_cast<CallExpr>(&Part);
      const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
      if (Callee && Callee->getIdentifier()) {
        const std::string Name = Callee->getName().lower();
        Found |= StringRef(Name).contains("compare_and_swap") ||
                 StringRef(Name).contains("compare_exchange") ||
                 StringRef(Name).contains("compareandswap") || Name == "cas";
      }
      return !Found;
    });
  return Found;
}

bool isRetry(const Expr *Condition, const Stmt *Body) {
  bool HasLoop = false;
  walkStatements(Body, [&](Stmt &S) {
    HasLoop |= isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S);
    return !HasLoop;
  });
  return !HasLoop && (swaps(Condition) || swaps(Body));
}

bool hasDependentExit(const Iteration &At, const Stmt *Body) {
  bool Found = false;
  walkStatements(Body, [&](Stmt &S) {
    const auto *If = dyn_cast<IfStmt>(&S);
    Found |= If && At.Depends.depends(If->getCond());
    return !Found;
  });
  return Found;
}

std::string lineOf(const Iteration &At, SourceLocation Loc) {
  const SourceManager &SM = At.Ctx.getSourceManager();
  const SourceLocation Here = SM.getExpansionLoc(Loc);
  const std::string Line = std::to_string(SM.getExpansionLineNumber(Here));
  if (SM.getFileID(Here) ==
      SM.getFileID(SM.getExpansionLoc(At.Directive.getBeginLoc())))
    return "line " + Line;
  return (sys::path::filename(SM.getFilename(Here)) + ":" + Line).str();
}

std::string nameOf(const FunctionDecl &Callee) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&Callee);
  if (Method && Method->getParent()->isLambda())
    return "a lambda";
  return Callee.getNameAsString();
}

} // namespace usersched
