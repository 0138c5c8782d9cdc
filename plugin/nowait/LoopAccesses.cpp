//===- LoopAccesses.cpp - what a loop reads and writes --------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "nowait/LoopAccesses.h"
#include "base/TreeWalk.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/FoldingSet.h"
#include <set>

using namespace clang;
using namespace llvm;

namespace usersched {

namespace {

// What takes a lock and releases it, of OpenMP, C, C++ and POSIX.
constexpr StringRef Guards[] = {"lock_guard", "scoped_lock", "shared_lock",
                                "unique_lock"};
constexpr StringRef Takers[] = {"lock",
                                "lock_shared",
                                "omp_set_lock",
                                "omp_set_nest_lock",
                                "mtx_lock",
                                "pthread_mutex_lock",
                                "pthread_spin_lock",
                                "pthread_rwlock_rdlock",
                                "pthread_rwlock_wrlock"};
constexpr StringRef Releasers[] = {"unlock",
                                   "unlock_shared",
                                   "omp_unset_lock",
                                   "mtx_unlock",
                                   "omp_unset_nest_lock",
                                   "pthread_mutex_unlock",
                                   "pthread_spin_unlock",
                                   "pthread_rwlock_unlock"};

// Returns the name of the function that the statement \p S calls, or "".
StringRef nameOfCalled(const Stmt &S) {
  const auto *Value = dyn_cast<Expr>(&S);
  const auto *Call =
      Value ? dyn_cast<CallExpr>(Value->IgnoreParenCasts()->IgnoreImplicit())
            : nullptr;
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  return Callee && Callee->getIdentifier() ? Callee->getName() : "";
}

// Returns true for a variable that takes a lock where it is declared: not for
// one that is given std::defer_lock or std::try_to_lock, or no lock.
bool isGuard(const Decl *D) {
  const auto *Variable = dyn_cast<VarDecl>(D);
  const CXXRecordDecl *Class =
      Variable ? Variable->getType()->getAsCXXRecordDecl() : nullptr;
  if (!Class || !Class->isInStdNamespace() || !Class->getIdentifier() ||
      !is_contained(Guards, Class->getName()) || !Variable->getInit())
    return false;
  const auto *Construct =
      dyn_cast<CXXConstructExpr>(Variable->getInit()->IgnoreImplicit());
  return Construct && Construct->getNumArgs() > 0 &&
         none_of(Construct->arguments(), [](const Expr *Argument) {
           const CXXRecordDecl *How = Argument->getType()->getAsCXXRecordDecl();
           return How && How->isInStdNamespace() && How->getIdentifier() &&
                  (How->getName() == "defer_lock_t" ||
                   How->getName() == "try_to_lock_t");
         });
}

bool takesLock(const Stmt &S) {
  const auto *Declared = dyn_cast<DeclStmt>(&S);
  return Declared ? any_of(Declared->decls(), isGuard)
                  : is_contained(Takers, nameOfCalled(S));
}

bool releasesLock(const Stmt &S) {
  return is_contained(Releasers, nameOfCalled(S));
}

bool mayReleaseLock(const Stmt &S) {
  bool Result = false;
  walkStatements(&S, [&](Stmt &Part) {
    Result |= releasesLock(Part);
    return !Result;
  });
  return Result;
}

class AccessFinder : public TreeWalk {
public:
  enum class Which {
    Elements, // but for atomic accesses
    All       // of variables and fields, too
  };

  AccessFinder(const LoopView &Loop, Which Wanted)
      : Loop(Loop), Wanted(Wanted) {}

  std::vector<Access> Found;

  // Adds the accesses of an expression whose value somebody else uses.
  void read(const Expr &Value) {
    walk(&Value);
    if (Value.isGLValue())
      add(&Value, /*IsWrite=*/false);
  }

private:
  bool enter(Stmt &S) override {
    if (const Expr *Target = assignedBy(S)) {
      const auto *Operator = dyn_cast<BinaryOperator>(&S);
      write(Target, !Operator || Operator->isCompoundAssignmentOp());
    } else if (const auto *E = dyn_cast<ImplicitCastExpr>(&S)) {
      if (E->getCastKind() == CK_LValueToRValue)
        add(E->getSubExpr(), /*IsWrite=*/false);
    } else if (const auto *E = dyn_cast<CallExpr>(&S)) {
      addCall(*E);
    } else if (const auto *E = dyn_cast<CXXConstructExpr>(&S)) {
      readArguments(E->getConstructor(), {E->getArgs(), E->getNumArgs()});
    } else if (const auto *Block = dyn_cast<CompoundStmt>(&S)) {
      addBlock(*Block);
      return false;
    }
    Locks += isa<OMPCriticalDirective, OMPOrderedDirective>(S);
    const auto *Lambda = dyn_cast<LambdaExpr>(&S);
    if (Lambda && Lambda->isMutable() && // it writes its copies
        Lambda->getCaptureDefault() != LCD_ByRef)
      return false;
    return !isa<UnaryExprOrTypeTraitExpr, CXXNoexceptExpr, CXXTypeidExpr>(S) &&
           (Wanted == Which::All || !isa<OMPAtomicDirective>(S));
  }
  void leave(Stmt &S) override {
    Locks -= isa<OMPCriticalDirective, OMPOrderedDirective>(S);
  }
  bool entersTypes() const override { return false; }

  // What stands between taking a lock and its release is protected. A statement
  // that may release one in its parts ends all.
  void addBlock(const CompoundStmt &Block) {
    const unsigned Before = Locks;
    for (const Stmt *Part : Block.body()) {
      if (releasesLock(*Part))
        Locks -= Locks > Before;
      else if (Locks > Before && mayReleaseLock(*Part))
        Locks = Before;
      walk(Part);
      Locks += takesLock(*Part);
    }
    Locks = Before;
  }

  void addCall(const CallExpr &E) {
    const auto *Operator = dyn_cast<CXXOperatorCallExpr>(&E);
    if (Operator && Operator->isAssignmentOp())
      write(E.getArg(0), Operator->getOperator() != OO_Equal);
    const auto *Method = dyn_cast_or_null<CXXMethodDecl>(E.getDirectCallee());
    if (Method && E.isPRValue() && Method->isConst() &&
        (!Operator || Operator->getOperator() == OO_Subscript ||
         Operator->getOperator() == OO_Call))
      add(&E, /*IsWrite=*/false);
    // The first argument of an operator that is a member is its object.
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
  // A function reads what it gets by reference to const.
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
    // An operator may be that of a base class: the type is that of the object.
    E = E->IgnoreParenImpCasts();
    // A pointer of the thread's own is no access to what it points at.
    if (const VarDecl *Variable = variableOf(E);
        Variable && !Variable->getType()->isReferenceType() &&
        (Loop.isDeclaredInside(Variable) || Loop.Counters.contains(Variable)))
      return;
    FoldingSetNodeID ID;
    E->Profile(ID, Loop.Ctx, /*Canonical=*/true);
    ID.AddBoolean(IsWrite);
    ID.AddBoolean(Locks > 0);
    if (!Seen.insert(ID).second || isSynchronized(E->getType()))
      return;
    std::optional<AccessPath> Path = readPath(Loop, *E);
    if (Path && isShared(*Path) &&
        (Path->Array ||
         (Wanted == Which::All && isa<DeclRefExpr, MemberExpr>(E))))
      Found.push_back({std::move(*Path), E, IsWrite, Locks > 0});
  }
  // Returns true for what is not one thread's alone.
  static bool isShared(const AccessPath &Path) {
    auto IsOfThread = [](const PathStep &S) {
      return any_of(S.Indices, [](auto &I) { return I.Value.isOfThread(); });
    };
    auto IsThroughPointer = [](const PathStep &S) { return S.ThroughPointer; };
    return none_of(Path.Steps, IsOfThread) &&
           (!Path.IsRootOfThread || any_of(Path.Steps, IsThroughPointer));
  }

  const LoopView &Loop;
  const Which Wanted;
  unsigned Locks = 0;              // that are held where the walk is
  std::set<FoldingSetNodeID> Seen; // the same text is the same access
};

} // namespace

std::vector<Access> accessesOf(const LoopView &Loop,
                               ArrayRef<const Expr *> Loads) {
  AccessFinder Finder(Loop, AccessFinder::Which::Elements);
  Finder.walk(Loop.Body);
  for (const Expr *Load : Loads)
    Finder.read(*Load);
  return std::move(Finder.Found);
}

std::vector<Access> readsOfLoads(const LoopView &Loop,
                                 ArrayRef<const Expr *> Loads) {
  AccessFinder Finder(Loop, AccessFinder::Which::All);
  for (const Expr *Load : Loads)
    Finder.read(*Load);
  erase_if(Finder.Found, [](const Access &A) { return A.IsWrite; });
  return std::move(Finder.Found);
}

std::vector<Access> writesOf(const LoopView &Loop) {
  AccessFinder Finder(Loop, AccessFinder::Which::All);
  Finder.walk(Loop.Body);
  erase_if(Finder.Found, [](const Access &A) { return !A.IsWrite; });
  return std::move(Finder.Found);
}

std::string nameOf(const ASTContext &Ctx, const Access &A) {
  std::string Name;
  raw_string_ostream OS(Name);
  PrintingPolicy Policy = Ctx.getPrintingPolicy();
  Policy.SuppressImplicitBase = true;
  const Expr *Named = A.Path.Array ? A.Path.Array : A.Where;
  Named->IgnoreParenImpCasts()->printPretty(OS, nullptr, Policy);
  return OS.str();
}

} // namespace usersched
