//===- Purity.cpp - functions that a load may call ------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Purity.h"
#include "base/TreeWalk.h"
#include "nowait/VariableFacts.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringSet.h"

using namespace clang;
using namespace llvm;

namespace usersched {

static constexpr unsigned MostCalls = 6; // inside each other

static bool isOneOf(StringRef Name, ArrayRef<StringRef> Names) {
  return is_contained(Names, Name);
}

bool isOfStandard(const FunctionDecl &Function) {
  for (const DeclContext *In = Function.getDeclContext(); In;
       In = In->getParent())
    if (const auto *Space = dyn_cast<NamespaceDecl>(In))
      if (Space->isStdNamespace() ||
          (Space->getIdentifier() && Space->getName() == "__gnu_cxx"))
        return true;
  return false;
}

bool isOfLibrary(const FunctionDecl &Function) {
  const SourceManager &SM = Function.getASTContext().getSourceManager();
  return isOfStandard(Function) ||
         SM.isInSystemHeader(SM.getExpansionLoc(Function.getLocation()));
}

bool isRandomAccess(QualType Type) {
  if (Type->isPointerType())
    return true;
  const CXXRecordDecl *Class = Type->getAsCXXRecordDecl();
  if (!Class || !Class->getIdentifier() || !Class->isInStdNamespace())
    return Class && Class->getIdentifier() &&
           Class->getName() == "__normal_iterator";
  return isOneOf(Class->getName(),
                 {"_Deque_iterator", "__wrap_iter", "_Bit_iterator"});
}

// Members of the standard library's classes that change nothing. `[]` of a map
// inserts.
static bool isLook(const CXXMethodDecl &Method) {
  const CXXRecordDecl *Class = Method.getParent();
  const StringRef Name = Class->getIdentifier() ? Class->getName() : "";
  const bool IsContainer =
      isOneOf(Name, {"vector", "array", "deque", "span", "valarray",
                     "basic_string", "basic_string_view", "_Bit_reference"});
  const bool IsPointer = isOneOf(
      Name, {"unique_ptr", "shared_ptr", "__shared_ptr", "__shared_ptr_access",
             "__normal_iterator", "reference_wrapper", "pair"});
  if (Method.isOverloadedOperator())
    return Method.getOverloadedOperator() == OO_Subscript
               ? IsContainer || IsPointer
               : IsPointer && (Method.getOverloadedOperator() == OO_Star ||
                               Method.getOverloadedOperator() == OO_Arrow);
  if (!Method.getIdentifier())
    return false;
  return isOneOf(Method.getName(),
                 {"size", "begin", "end", "cbegin", "cend", "empty", "data",
                  "front", "back", "length"}) ||
         (IsPointer && Method.getName() == "get");
}

static bool isLook(const FunctionDecl &Function) {
  if (const auto *Method = dyn_cast<CXXMethodDecl>(&Function))
    return isLook(*Method);
  return Function.isInStdNamespace() && Function.getIdentifier() &&
         isOneOf(Function.getName(),
                 {"min", "max", "abs", "size", "begin", "end"});
}

// Returns true if E writes a part of an object that the function itself makes.
static bool isOwn(const Expr *Target, const FunctionDecl &Function) {
  while (true) {
    Target = Target->IgnoreParenImpCasts();
    if (const auto *Ref = dyn_cast<DeclRefExpr>(Target)) {
      const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
      return Var && Var->hasLocalStorage() &&
             !Var->getType()->isReferenceType();
    }
    const auto *Member = dyn_cast<MemberExpr>(Target);
    if (!Member)
      return isa<CXXThisExpr>(Target) && isa<CXXConstructorDecl>(Function);
    if (Member->isArrow() &&
        !isa<CXXThisExpr>(Member->getBase()->IgnoreParenImpCasts()))
      return false;
    Target = Member->getBase();
  }
}

static bool isPure(const FunctionDecl &Function, unsigned Calls);

static bool isPurePart(const Stmt &S, const FunctionDecl &Function,
                       unsigned Calls) {
  if (const Expr *Target = assignedBy(S))
    return isOwn(Target, Function);
  if (const auto *Call = dyn_cast<CallExpr>(&S))
    return Call->getDirectCallee() && isPure(*Call->getDirectCallee(), Calls);
  if (const auto *Make = dyn_cast<CXXConstructExpr>(&S))
    return Make->getConstructor()->isTrivial() ||
           isPure(*Make->getConstructor(), Calls);
  if (const auto *Cast = dyn_cast<CastExpr>(&S))
    return Cast->getCastKind() != CK_LValueToRValue ||
           !Cast->getSubExpr()->getType().isVolatileQualified();
  if (const auto *Declaration = dyn_cast<DeclStmt>(&S))
    return none_of(Declaration->decls(), [](const Decl *D) {
      const auto *Var = dyn_cast<VarDecl>(D);
      return Var && !Var->hasLocalStorage();
    });
  return !isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt, GotoStmt, AsmStmt,
              CXXNewExpr, CXXDeleteExpr, CXXThrowExpr, CXXTryStmt, AtomicExpr,
              LambdaExpr, VAArgExpr, OMPExecutableDirective>(S);
}

static bool isPure(const FunctionDecl &Function, unsigned Calls) {
  if (isOfLibrary(Function)) {
    const bool Stops = Function.isNoReturn(); // as in assert()
    return Stops || Function.hasAttr<ConstAttr>() || isLook(Function);
  }
  const auto *Method = dyn_cast<CXXMethodDecl>(&Function);
  const FunctionDecl *Definition = nullptr;
  if (Method && Method->isVirtual())
    return false;
  if (Function.isTrivial())
    return true;
  if (Calls == MostCalls || !Function.hasBody(Definition) ||
      Definition->hasSkippedBody())
    return false;
  bool Result = true;
  auto Check = [&](const Stmt *Part) {
    if (Part)
      walkStatements(Part, [&](Stmt &S) {
        return Result = Result && isPurePart(S, *Definition, Calls + 1);
      });
  };
  Check(Definition->getBody());
  if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(Definition))
    for (const CXXCtorInitializer *Init : Constructor->inits())
      Check(Init->getInit());
  return Result;
}

bool isPure(const FunctionDecl &Function) { return isPure(Function, 0); }

Accessor accessorOf(const FunctionDecl &Function) {
  const FunctionDecl *Definition = nullptr;
  Accessor Result;
  if (isOfLibrary(Function) || !Function.hasBody(Definition))
    return Result;
  const auto *Body = dyn_cast<CompoundStmt>(Definition->getBody());
  const auto *Return = Body && Body->size() == 1
                           ? dyn_cast<ReturnStmt>(Body->body_front())
                           : nullptr;
  const Expr *E = Return ? Return->getRetValue() : nullptr;
  const Expr *Index = nullptr;
  while (E) {
    E = E->IgnoreParenImpCasts();
    if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E)) {
      Index = Element->getIdx();
      E = Element->getBase();
    } else if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E);
               Operator && Operator->getOperator() == OO_Subscript) {
      Index = Operator->getArg(1);
      E = Operator->getArg(0);
    } else {
      break;
    }
  }
  const auto *Member = dyn_cast_or_null<MemberExpr>(E);
  Result.Field =
      Member ? dyn_cast<FieldDecl>(Member->getMemberDecl()) : nullptr;
  const auto *Parameter =
      dyn_cast_or_null<ParmVarDecl>(Index ? variableOf(Index) : nullptr);
  if (Parameter)
    Result.Parameter = Parameter->getFunctionScopeIndex();
  return Result;
}

static void addMembers(const FunctionDecl &Function, unsigned Calls,
                       SmallVector<const FieldDecl *, 4> &Found) {
  const FunctionDecl *Definition = nullptr;
  if (isOfLibrary(Function) || Calls == MostCalls ||
      !Function.hasBody(Definition))
    return;
  walkStatements(Definition->getBody(), [&](Stmt &S) {
    if (const auto *Member = dyn_cast<MemberExpr>(&S))
      if (const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl()))
        Found.push_back(Field);
    if (const auto *Call = dyn_cast<CallExpr>(&S))
      if (const FunctionDecl *Callee = Call->getDirectCallee())
        addMembers(*Callee, Calls + 1, Found);
    return true;
  });
}

SmallVector<const FieldDecl *, 4> membersReadBy(const FunctionDecl &Function) {
  SmallVector<const FieldDecl *, 4> Found;
  addMembers(Function, 0, Found);
  return Found;
}

} // namespace usersched
