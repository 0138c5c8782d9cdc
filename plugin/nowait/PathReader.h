//===- PathReader.h - reads the way to an element -------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_PATHREADER_H
#define USERSCHED_PLUGIN_PATHREADER_H

#include "nowait/AccessPath.h"
#include "clang/AST/ExprCXX.h"

namespace usersched {

/// Reads one path, for readPath().
class PathReader {
public:
  explicit PathReader(const LoopView &Loop) : Loop(Loop) {}

  // Appends the way to E. Returns false if E cannot be followed.
  bool read(const clang::Expr *E);

  AccessPath Path;

private:
  bool readPlain(const clang::Expr *E);
  bool readVariable(const clang::VarDecl *Variable);
  bool readRange(const clang::VarDecl *Variable, const clang::Expr *Range);
  bool readAddress(const clang::Expr *E);
  bool readCall(const clang::CXXMemberCallExpr *Call);
  bool readOperator(const clang::CXXOperatorCallExpr *Call);
  bool readMember(const clang::MemberExpr *Member);
  bool readElement(const clang::ArraySubscriptExpr *Element);
  bool readUnary(const clang::UnaryOperator *Unary);
  bool readSum(const clang::BinaryOperator *Sum);
  bool readValue(const clang::Expr *E);
  bool readReassigned(const clang::VarDecl *Variable);
  void beginAt(IndexForm Origin) {
    restart();
    Path.Origin = std::move(Origin);
    Path.IsRootOfThread = true;
  }
  void restart() {
    Path = AccessPath();
    Offset = IndexForm();
    IsPointer = IsAddress = false;
  }
  void step(PathStep::Kind Kind, const void *Key, std::vector<Index> Indices,
            const clang::Expr *Array, int64_t ElementSize = 0);
  void stepTo(IndexForm Position, const clang::Expr *Array,
              int64_t ElementSize) {
    step(PathStep::Element, nullptr, {Loop.index(Offset + Position)}, Array,
         ElementSize);
    Offset = IndexForm();
  }
  bool hasOffset() const { return Offset.constant() != 0; }
  void followPointer(const clang::Expr *Pointer);
  bool readConstruct(const clang::CXXConstructExpr *Construct);

  const LoopView &Loop;
  IndexForm Offset;       // of a pointer, from the element that Path leads to
  bool IsPointer = false; // the next step goes through a pointer
  // What was read is the address of what Path leads to, no pointer kept there.
  bool IsAddress = false;
  unsigned Hops = 0;
};

} // namespace usersched

#endif
