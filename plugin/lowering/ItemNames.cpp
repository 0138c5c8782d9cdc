//===- ItemNames.cpp - what the expressions of a pragma may name ----------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "lowering/ItemNames.h"
#include "base/Diagnostics.h"
#include "base/TreeWalk.h"
#include "lowering/LoopItems.h"

using namespace clang;
using namespace llvm;

namespace usersched {

using DeclSet = SmallPtrSetImpl<const Decl *>;

const DeclRefExpr *firstUse(const Stmt *S, const DeclSet &Wanted) {
  const DeclRefExpr *Found = nullptr;
  walkStatements(S, [&](Stmt &Part) {
    const auto *Ref = dyn_cast<DeclRefExpr>(&Part);
    if (!Found && Ref && Wanted.contains(Ref->getDecl()))
      Found = Ref;
    return !Found;
  });
  return Found;
}

// Returns a type in Decls whose name is a word of Text; null if there is none.
static const NamedDecl *typeIn(StringRef Text, const DeclSet &Decls) {
  static constexpr char Letters[] = "abcdefghijklmnopqrstuvwxyz"
                                    "ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
  while (!(Text = Text.substr(Text.find_first_of(Letters))).empty()) {
    const StringRef Word = Text.take_front(Text.find_first_not_of(Letters));
    for (const Decl *D : Decls)
      if (const auto *Type = dyn_cast<TypeDecl>(D);
          Type && Type->getIdentifier() && Type->getName() == Word)
        return Type;
    Text = Text.drop_front(Word.size());
  }
  return nullptr;
}

// Checks that an item, whose markers may stand in a loop of an iteration, names
// nothing that the iteration declares: the same name may mean something else
// in front of the iteration. Types have no references in the AST, so they are
// found in the text.
static bool checkInside(DiagnosticsEngine &Diags, StringRef Key, const Item &I,
                        const DeclSet &Inside) {
  const DeclRefExpr *Use = firstUse(I.Value, Inside);
  const NamedDecl *Used = Use ? Use->getDecl() : typeIn(I.Text, Inside);
  if (!Used)
    return true;
  error(Diags, Use ? Use->getLocation() : I.Value->getExprLoc(),
        "the '%0' of '#pragma ompx usersched' cannot name %1, which is "
        "declared inside the iterations that are scheduled; compute it from "
        "the variables of the scheduled loops, or schedule more loops with "
        "'collapse'")
      << Key << Used;
  report(Diags, DiagnosticsEngine::Note, Used->getLocation(),
         "the declaration is here");
  return false;
}

bool checkNames(DiagnosticsEngine &Diags, StringRef Key, const Item &I,
                const AnnotatedLoop &Loop, const DeclSet &Linear) {
  if (const DeclRefExpr *Used = firstUse(I.Value, Loop.Between)) {
    error(Diags, Used->getLocation(),
          "the '%0' of '#pragma ompx usersched' cannot name %1, which is "
          "declared between the loops that it is evaluated for; compute it "
          "from the loop variables")
        << Key << Used->getDecl();
    report(Diags, DiagnosticsEngine::Note, Used->getDecl()->getLocation(),
           "the declaration is here");
    return false;
  }
  if (!checkInside(Diags, Key, I, Loop.Inside))
    return false;
  const DeclRefExpr *Used = firstUse(I.Value, Linear);
  if (Used)
    error(Diags, Used->getLocation(),
          "the '%0' of '#pragma ompx usersched' cannot name the 'linear' "
          "variable %1, which has its value only inside the loop; compute it "
          "from the loop variable")
        << Key << Used->getDecl();
  return !Used;
}

} // namespace usersched
