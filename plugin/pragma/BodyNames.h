//===- BodyNames.h - values that name what the body declares --------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A value is evaluated before the body runs, so the body's variables are not
// declared for it. Clang would say so of any undeclared name; who wrote one of
// the body wants to know what can be named instead.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_BODYNAMES_H
#define USERSCHED_PLUGIN_BODYNAMES_H

#include "clang/Sema/ExternalSemaSource.h"
#include "llvm/ADT/DenseMap.h"

namespace clang {
class Sema;
class VarDecl;
} // namespace clang

namespace usersched {

struct Directive;

/// Is asked by Sema for names that it does not find.
class BodyNames : public clang::ExternalSemaSource {
public:
  explicit BodyNames(clang::Sema &S) : S(S) {}

  /// The values of \p D are going to be parsed, for a loop whose body begins
  /// behind the token at \p HeaderEnd.
  void note(const Directive &D, clang::SourceLocation HeaderEnd);

  /// Reports a name of a value that occurs in the body. Returns true then, with
  /// an invalid variable in \p R, about which Sema is silent.
  bool LookupUnqualified(clang::LookupResult &R, clang::Scope *) override;

private:
  struct Use {
    std::string Key;
    clang::SourceLocation HeaderEnd;
    clang::VarDecl *Found = nullptr; // once it has been reported
  };

  bool occursInBody(llvm::StringRef Name, clang::SourceLocation HeaderEnd);

  clang::Sema &S;
  /// By the place of the name.
  llvm::DenseMap<clang::SourceLocation, Use> Uses;
};

} // namespace usersched

#endif
