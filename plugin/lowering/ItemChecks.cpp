//===- ItemChecks.cpp - what the keys demand of their expressions ---------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sema has accepted the expressions. What it cannot know is checked here, in a
// template on each instantiation.
//
//===----------------------------------------------------------------------===//
#include "base/Ast19And22.h"
#include "base/Diagnostics.h"
#include "base/TreeWalk.h"
#include "lowering/DataIdentity.h"
#include "lowering/ItemEffects.h"
#include "lowering/ItemEscapes.h"
#include "lowering/ItemNames.h"
#include "lowering/IterationSpace.h"
#include "lowering/LoopItems.h"
#include "lowering/TaskloopScope.h"
#include "nowait/VariableFacts.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace llvm;

namespace usersched {

namespace {

using Variables = SmallPtrSetImpl<const Decl *>;

// Finds the first change of one of some variables.
class ChangeFinder : public TreeWalk {
public:
  explicit ChangeFinder(const Variables &Wanted) : Wanted(Wanted) {}

  const DeclRefExpr *Changed = nullptr;

private:
  bool enter(Stmt &S) override {
    if (auto *Lambda = dyn_cast<LambdaExpr>(&S))
      return enterLambda(*Lambda);
    if (const Expr *Target = assignedBy(S)) {
      change(Target);
    } else if (const auto *E = dyn_cast<CXXOperatorCallExpr>(&S)) {
      if (E->isAssignmentOp() || E->getOperator() == OO_PlusPlus ||
          E->getOperator() == OO_MinusMinus)
        change(E->getArg(0));
    }
    return true;
  }
  // Visits a lambda, which may change its own copies.
  bool enterLambda(LambdaExpr &Lambda) {
    const SmallPtrSet<const Decl *, 4> Before = Copied;
    for (const LambdaCapture &Capture : Lambda.captures())
      if (Capture.capturesVariable() && Capture.getCaptureKind() == LCK_ByCopy)
        Copied.insert(Capture.getCapturedVar());
    walk(Lambda.getBody());
    Copied = Before;
    for (Expr *Init : Lambda.capture_inits())
      walk(Init);
    return false;
  }
  void change(const Expr *Target) {
    const auto *Ref = dyn_cast<DeclRefExpr>(Target->IgnoreParenImpCasts());
    if (!Changed && Ref && Wanted.contains(Ref->getDecl()) &&
        !Copied.contains(Ref->getDecl()))
      Changed = Ref;
  }

  const Variables &Wanted;
  SmallPtrSet<const Decl *, 4> Copied; // by a lambda that is being visited
};

class ItemChecker {
public:
  ItemChecker(ASTContext &Ctx, const OMPLoopDirective &D, AnnotatedLoop &Loop)
      : Ctx(Ctx), Diags(Ctx.getDiagnostics()), Loop(Loop) {
    Item *Load = Loop.find("load");
    LoadIsReal = Load && Load->Value && needsReal(Ctx, Load->Value->getType());
    for (const auto *Clause : D.getClausesOfKind<OMPLinearClause>())
      for (const Expr *E : release::variables(*Clause))
        if (const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts()))
          Linear.insert(Ref->getDecl());
    if (!isTaskloop(D)) { // a taskloop's expressions are in front of its tasks
      Valueless = valuelessVariables(D, Loop.Variables);
      findReduced(D);
    }
    for (const Decl *Own : Loop.Variables) {
      Valueless.erase(Own);
      Linear.erase(Own); // it may stand in a `linear` clause of its loop
    }
  }

  bool check(StringRef Key, const Item &I) {
    if (!I.Value)
      return true;
    if (!checkForm(Key, I))
      return false;
    warnOfCopies(Key, *I.Value);
    if (Key == "data")
      return checkPointer(*I.Value);
    if (!checkArithmetic(Key, *I.Value) || !checkVariables(Key, *I.Value))
      return false;
    if (Key == "load" || Key == "prefix")
      warnOfNoLoad(Key, *I.Value);
    return (Key != "chunk" && Key != "subspaces") || checkPositive(Key, I);
  }

private:
  enum class Sign { Unknown, Positive, NotPositive };

  Sign constantSign(const Expr &Value) const;
  bool checkForm(StringRef Key, const Item &I);
  bool checkPointer(Expr &Value);
  QualType conversionOf(QualType Type, bool RealAllowed) const;
  bool checkArithmetic(StringRef Key, Expr &Value);
  bool checkVariables(StringRef Key, Expr &Value);
  void findReduced(const OMPLoopDirective &D);
  void warnOfCopies(StringRef Key, const Expr &Value);
  void warnOfNoLoad(StringRef Key, const Expr &Value);
  bool checkPositive(StringRef Key, const Item &I);

  ASTContext &Ctx;
  DiagnosticsEngine &Diags;
  AnnotatedLoop &Loop;
  bool LoadIsReal;
  SmallPtrSet<const Decl *, 4> Linear; // variables of `linear` clauses
  // Variables whose private copies have no value when the loop begins.
  SmallPtrSet<const Decl *, 8> Valueless;
  // Variables whose private copies begin with what the operator says.
  SmallPtrSet<const Decl *, 4> Reduced;
};

} // namespace

// Checks what holds for every key, whatever the type of its value.
bool ItemChecker::checkForm(StringRef Key, const Item &I) {
  Expr &Value = *I.Value;
  const Stmt *Escape = findEscape(Value);
  if (isa_and_nonnull<BlockExpr>(Escape)) {
    error(Diags, Escape->getBeginLoc(),
          "the '%0' of '#pragma ompx usersched' cannot contain a block; put it "
          "into a function")
        << Key;
    return false;
  }
  if (Escape) {
    error(
        Diags, Escape->getBeginLoc(),
        "the '%0' of '#pragma ompx usersched' cannot contain a statement that "
        "leaves it or handles an exception; put it into a function or lambda")
        << Key;
    return false;
  }
  return checkNames(Diags, Key, I, Loop, Linear);
}

bool ItemChecker::checkPointer(Expr &Value) {
  QualType Type = Value.getType();
  if (Type->isAnyPointerType() || Type->isArrayType())
    return true;
  error(Diags, Value.getExprLoc(),
        "the 'data' of '#pragma ompx usersched' must be a pointer, but this "
        "has type %0; take an address, as in '&object'")
      << Type;
  return false;
}

// Returns the type to which a static_cast can convert Type; null if none.
QualType ItemChecker::conversionOf(QualType Type, bool RealAllowed) const {
  if (Type->isScopedEnumeralType())
    return Ctx.LongTy;
  const CXXRecordDecl *Class = Type->getAsCXXRecordDecl();
  if (!Class || !Class->hasDefinition())
    return QualType();
  for (const NamedDecl *Found : Class->getVisibleConversionFunctions()) {
    const auto *Function =
        dyn_cast<CXXConversionDecl>(Found->getUnderlyingDecl());
    const QualType To =
        Function ? Function->getConversionType().getNonReferenceType()
                 : QualType();
    // A conversion to bool says that there is something, not how much.
    if (!To.isNull() && !To->isBooleanType() && !To->isDependentType() &&
        (To->isIntegralOrUnscopedEnumerationType() ||
         (RealAllowed && To->isRealFloatingType())))
      return To.getUnqualifiedType();
  }
  return QualType();
}

bool ItemChecker::checkArithmetic(StringRef Key, Expr &Value) {
  QualType Type = Value.getType();
  if (const auto *Atomic = Type->getAs<AtomicType>())
    Type = Atomic->getValueType();
  bool RealAllowed = Key == "load" || (Key == "chunk" && LoadIsReal);
  if (Type->isIntegralOrUnscopedEnumerationType() ||
      (RealAllowed && Type->isRealFloatingType()))
    return true;
  SourceLocation At = Value.getExprLoc();
  // No conversion is chosen for the user: a class may have several.
  const QualType To = conversionOf(Type, RealAllowed);
  auto D = error(Diags, At,
                 "the '%0' of '#pragma ompx usersched' must be an "
                 "%select{integer|arithmetic}1 expression, but this has type "
                 "%2%select{|; convert it, as in 'static_cast<%4>(...)'}3")
           << Key << RealAllowed << Type << !To.isNull();
  // An alias of the type may be a private name of the class.
  D << (To.isNull()
            ? ""
            : To.getCanonicalType().getAsString(Ctx.getPrintingPolicy()));
  return false;
}

static SourceLocation locationOf(const Stmt &S) {
  const auto *E = dyn_cast<Expr>(&S);
  return E ? E->getExprLoc() : S.getBeginLoc();
}

bool ItemChecker::checkVariables(StringRef Key, Expr &Value) {
  ChangeFinder Finder(Loop.Variables);
  Finder.walk(&Value);
  if (Finder.Changed) {
    error(Diags, Finder.Changed->getLocation(),
          "the '%0' of '#pragma ompx usersched' must not change the loop "
          "variable %1; it is evaluated apart from the loop")
        << Key << Finder.Changed->getDecl();
    return false;
  }
  const DeclRefExpr *Used = firstUse(&Value, Loop.Variables);
  if (Used && Key != "load" && Key != "prefix") {
    error(Diags, Used->getLocation(),
          "the '%0' of '#pragma ompx usersched' holds for the whole loop and "
          "cannot depend on the loop variable %1")
        << Key << Used->getDecl();
    return false;
  }
  if (const Stmt *Effect = findSideEffect(Ctx, Value))
    warning(Diags, locationOf(*Effect),
            "the '%0' of '#pragma ompx usersched' has side effects; it is "
            "evaluated any number of times, or not at all")
        << Key;
  return true;
}

// Returns the sign of a constant; Unknown for another expression.
ItemChecker::Sign ItemChecker::constantSign(const Expr &Value) const {
  Expr::EvalResult Result;
  if (Value.isValueDependent() || !Value.EvaluateAsRValue(Result, Ctx))
    return Sign::Unknown;
  const APValue &Constant = Result.Val;
  if (Constant.isInt() ? Constant.getInt().isStrictlyPositive()
      : Constant.isFloat()
          ? Constant.getFloat().isNonZero() && !Constant.getFloat().isNegative()
          : true)
    return Sign::Positive;
  return Sign::NotPositive;
}

// Finds the variables of OpenMP's own reductions of numbers. One that the
// program declares may begin with something of the variable.
void ItemChecker::findReduced(const OMPLoopDirective &D) {
  for (const auto *Clause : D.getClausesOfKind<OMPReductionClause>()) {
    const DeclarationName Name = Clause->getNameInfo().getName();
    const auto *Word = Name.getAsIdentifierInfo();
    if (Word && !Word->isStr("min") && !Word->isStr("max"))
      continue;
    for (auto [E, Copy] :
         zip_equal(release::variables(*Clause), Clause->privates())) {
      const auto *Ref = dyn_cast<DeclRefExpr>(wholeOf(E));
      if (Ref && Ctx.getBaseElementType(Copy->getType())->isArithmeticType())
        Reduced.insert(Ref->getDecl());
    }
  }
}

namespace {

// Finds the first reference to one of the variables whose value is read.
class ReadFinder : public TreeWalk {
public:
  explicit ReadFinder(function_ref<bool(const Decl *)> IsWanted)
      : IsWanted(IsWanted) {}
  const DeclRefExpr *Found = nullptr;

private:
  bool enter(Stmt &S) override {
    const auto *Ref = dyn_cast<DeclRefExpr>(&S);
    if (!Found && Ref && IsWanted(Ref->getDecl()))
      Found = Ref;
    const auto *Operator = dyn_cast<UnaryOperator>(&S);
    const bool IsAddress = Operator && Operator->getOpcode() == UO_AddrOf &&
                           isa<DeclRefExpr>(Operator->getSubExpr());
    return !Found && !IsAddress &&
           !isa<UnaryExprOrTypeTraitExpr, CXXNoexceptExpr, CXXTypeidExpr>(S);
  }
  bool entersTypes() const override { return false; }

  const function_ref<bool(const Decl *)> IsWanted;
};

} // namespace

// Warns of a variable whose copy does not have the value from before the loop.
void ItemChecker::warnOfCopies(StringRef Key, const Expr &Value) {
  const auto IsCopy = [&](const Decl *Variable) {
    return Valueless.contains(Variable) || Reduced.contains(Variable);
  };
  ReadFinder Finder(IsCopy);
  Finder.walk(&Value);
  const DeclRefExpr *Used = Finder.Found;
  if (!Used)
    return;
  if (Reduced.contains(Used->getDecl()))
    warning(Diags, Used->getLocation(),
            "the '%0' of '#pragma ompx usersched' reads the thread's own %1, "
            "which begins with the initial value of the reduction; read "
            "another variable")
        << Key << Used->getDecl();
  else
    warning(Diags, Used->getLocation(),
            "the '%0' of '#pragma ompx usersched' reads the thread's own %1, "
            "which has no value before the loop; make it 'firstprivate', or "
            "read another variable")
        << Key << Used->getDecl();
}

// Warns of a constant that gives no iteration a load: a placeholder, or what a
// macro has expanded to.
void ItemChecker::warnOfNoLoad(StringRef Key, const Expr &Value) {
  const Sign Constant = constantSign(Value);
  if (Constant == Sign::Unknown)
    return;
  if (Key == "prefix")
    warning(Diags, Value.getExprLoc(),
            "the 'prefix' of '#pragma ompx usersched' is the same for all "
            "iterations, so that none has a load; write the work of all "
            "iterations before this one, as in 'prefix: row[i]'");
  else if (Constant == Sign::NotPositive)
    warning(Diags, Value.getExprLoc(),
            "the 'load' of '#pragma ompx usersched' is 0 for all iterations, "
            "so that there is nothing to balance; write the work of one "
            "iteration, or 'load: 1' if all have the same");
}

bool ItemChecker::checkPositive(StringRef Key, const Item &I) {
  const bool IsPositive = constantSign(*I.Value) != Sign::NotPositive;
  if (!IsPositive)
    error(Diags, I.Value->getExprLoc(),
          "the '%0' of '#pragma ompx usersched' must be positive; leave it out "
          "to let the runtime choose")
        << Key;
  return IsPositive;
}

bool checkItems(ASTContext &Ctx, const OMPLoopDirective &D,
                AnnotatedLoop &Loop) {
  // After an error in an expression, Clang leaves out its marker (in C), or
  // gives it no type although this is no pattern.
  if (!Loop.find("load") && !Loop.find("prefix"))
    return false;
  if (any_of(Loop.Items, [](auto &KeyAndItem) {
        const Expr *Value = KeyAndItem.second.Value;
        return Value && Value->isInstantiationDependent();
      }))
    return false;
  if (Item *Prefix = Loop.find("prefix"); Prefix && !isRectangular(D)) {
    error(Ctx.getDiagnostics(), Prefix->Value->getExprLoc(),
          "'prefix' needs a rectangular nest of loops, because others number "
          "their iterations with gaps; use 'load'");
    return false;
  }
  if (Item *Prefix = Loop.find("prefix");
      Prefix && !Loop.Transformations.empty()) {
    const OMPExecutableDirective &T = *Loop.Transformations.front();
    error(Ctx.getDiagnostics(), Prefix->Value->getExprLoc(),
          "'prefix' needs the loops as they are written, but '#pragma omp %0' "
          "changes their order or their number; use 'load'")
        << omp::getOpenMPDirectiveName(T.getDirectiveKind());
    report(Ctx.getDiagnostics(), DiagnosticsEngine::Note, T.getBeginLoc(),
           "the directive is here");
    return false;
  }
  warnOfLostIterations(Ctx.getDiagnostics(), D, Loop.Nest);
  warnOfMadeLoops(Ctx.getDiagnostics(), D, Loop);
  if (Loop.find("reproducible") && !checkReductions(Ctx, D))
    return false;
  ItemChecker Checker(Ctx, D, Loop);
  return all_of(Loop.Items, [&](auto &KeyAndItem) {
    return Checker.check(KeyAndItem.first, KeyAndItem.second);
  });
}

} // namespace usersched
