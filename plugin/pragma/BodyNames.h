//===- BodyNames.h - values that name what the body declares --------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A value is evaluated before the body runs, so it cannot name the body's
// variables. Clang would report an undeclared name; this message says what can
// be named instead.
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

/// Sema asks this object for names that it does not find.
class BodyNames : public clang::ExternalSemaSource {
public:
  explicit BodyNames(clang::Sema &S) : S(S) {}

  /// Notes the names in the values of \p D, before the parser reads them. The
  /// body of their loop begins behind the token at \p HeaderEnd.
  void note(const Directive &D, clang::SourceLocation HeaderEnd);

  /// Reports a noted name that occurs in the body. Returns true then, and puts
  /// an invalid variable into \p R, about which Sema says nothing more.
  bool LookupUnqualified(clang::LookupResult &R, clang::Scope *) override;

private:
  struct Use {
    std::string Key;
    clang::SourceLocation HeaderEnd;
    clang::VarDecl *Reported = nullptr; // what stands for a reported name
  };

  /// Where in the body a name stands: InnerHeader if the body is a `for` that
  /// declares it as its variable.
  enum class Place { None, Body, InnerHeader };

  Place findInBody(llvm::StringRef Name, clang::SourceLocation HeaderEnd);

  clang::Sema &S;
  /// The noted names, by their places.
  llvm::DenseMap<clang::SourceLocation, Use> Uses;
};

} // namespace usersched

#endif
