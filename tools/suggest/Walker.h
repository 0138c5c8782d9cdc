//===- Walker.h - walks through the body of a loop ------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_SUGGEST_WALKER_H
#define USERSCHED_SUGGEST_WALKER_H

#include "Calls.h"
#include "Load.h"
#include "Nest.h"
#include "Work.h"

namespace usersched {

struct Header;

// Statements of a loop that are read, with those of the functions it calls.
inline constexpr unsigned MostStatements = 20000;

/// Returns true if what stands behind \p S is not reached.
bool leaves(const clang::Stmt *S);

/// Returns true if \p Body waits for tasks.
bool awaitsTasks(const clang::Stmt *Body);

/// One walk through the body of a loop, and the functions that it calls.
class Walker {
public:
  Walker(clang::ASTContext &Ctx, const clang::OMPLoopDirective &D)
      : Ctx(Ctx), At(Ctx, D) {}

  Work run(const Nest &Loops);

private:
  // What the length of a loop is.
  struct Length {
    Value Count;
    // The condition under which Count is above 0; unknown if it need not be
    // asked.
    Value Runs;
    bool Depends = false;
    // The loop may also end earlier, or its length is not told by its header.
    bool MayEndEarly = false;
  };

  void walk(const clang::Stmt *S);
  // A part of a `switch`, and the condition under which it runs.
  struct Section {
    Value Guard;
    llvm::SmallVector<const clang::Stmt *, 4> Parts;
  };

  void walkIf(const clang::IfStmt &S);
  std::optional<const clang::Stmt *> chosenPart(const clang::IfStmt &S) const;
  llvm::SmallVector<Section, 4> sectionsOf(const clang::SwitchStmt &S) const;
  void walkSwitch(const clang::SwitchStmt &S);
  void walkFor(const clang::ForStmt &S);
  void walkRange(const clang::CXXForRangeStmt &S);
  void walkWhile(const clang::Stmt &S, const clang::Expr *Condition,
                 const clang::Stmt *Body);
  void walkLoop(const clang::Stmt &Loop, const Length &L,
                const clang::Stmt *Body, const char *What);
  void walkTask(const clang::OMPExecutableDirective &D);
  void walkTry(const clang::CXXTryStmt &S);
  void walkBranch(llvm::ArrayRef<const clang::Stmt *> S, const Value &Guard);
  void declare(const clang::DeclStmt &S);
  void bind(const clang::VarDecl &Variable, const clang::Expr &To);

  void scan(const clang::Stmt *E);
  void scanBehind(const clang::Expr *Condition, bool Holds,
                  const clang::Expr *E);
  void assign(const clang::Expr *Target, const clang::Expr *NewValue);
  void write(const clang::Expr *Target, bool IsPlain = true);
  void call(const clang::Expr &E, const clang::FunctionDecl *Callee,
            llvm::ArrayRef<const clang::Expr *> Arguments,
            const clang::Expr *Object);
  void callLibrary(const clang::Expr &E, const clang::FunctionDecl &Callee,
                   llvm::ArrayRef<const clang::Expr *> Arguments);
  void enter(const clang::Expr &E, const clang::FunctionDecl &Definition,
             llvm::ArrayRef<const clang::Expr *> Arguments,
             const clang::Expr *Object);

  Length lengthOf(const clang::ForStmt &S, const Header &H);
  Length lengthOf(const clang::Expr *Condition, const clang::Stmt *Body,
                  bool IsDo);
  Length uncounted(const clang::Expr *Condition, const clang::Stmt *Body);
  void count(Length &L, const Header &H, Value First);
  std::string lengthText(const Length &L) const;
  void forget(const clang::Stmt &Changing);
  // An exception may have been thrown: what comes now may not be reached.
  void mayThrow() {
    ++Throws;
    At.Guards.push_back(Value());
  }
  void findRanges(const Nest &Loops);
  void findUnsettled(const Nest &Loops);

  void irregular(const llvm::Twine &Reason) {
    conclude(Work::Irregular, Reason);
  }
  void unknown(const llvm::Twine &Reason) { conclude(Work::Unknown, Reason); }
  // Of a call. Behind a `try`, the iteration goes on if it throws.
  void unseen(const llvm::Twine &Reason) {
    unknown(Reason);
    if (IsTried)
      mayThrow();
  }
  void conclude(Work::Kind Kind, const llvm::Twine &Reason) {
    if (Result.Verdict >= Kind)
      return;
    Result.Verdict = Kind;
    Result.Reason = Reason.str();
  }
  std::string line(const clang::Stmt &S) const {
    return lineOf(At, S.getBeginLoc());
  }

  clang::ASTContext &Ctx;
  Iteration At;
  Load Sum;
  Work Result;
  unsigned Statements = 0;
  bool IsAtomic = false;       // no other thread comes between
  bool IsTried = false;        // inside a `try`
  bool AwaitsTasks = false;    // the function waits for the tasks that it makes
  unsigned Throws = 0;         // places of exceptions so far
  unsigned DependentLoops = 0; // around the statement
  llvm::SmallPtrSet<const clang::FunctionDecl *, 8>
      Known; // their assignments are
};

} // namespace usersched

#endif
