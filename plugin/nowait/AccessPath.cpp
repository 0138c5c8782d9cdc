//===- AccessPath.cpp - from a variable to an element ---------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "nowait/AccessPath.h"

using namespace clang;
using namespace llvm;

namespace usersched {

bool mayMeet(const AccessPath &A, const AccessPath &B, ChangeOf Changes) {
  if (A.Root != B.Root || !areEqual(A.Origin, B.Origin, Changes))
    return false;
  ArrayRef Short = A.Steps, Long = B.Steps;
  if (Short.size() > Long.size())
    std::swap(Short, Long);
  for (auto [S, L] : zip(Short, Long)) {
    if (S.What != L.What || S.Key != L.Key ||
        S.Indices.size() != L.Indices.size() ||
        (S.ElementSize && L.ElementSize && S.ElementSize != L.ElementSize))
      return false;
    for (auto [I, J] : zip(S.Indices, L.Indices))
      if (neverEqual(I, J, Changes))
        return false;
  }
  // Who accesses an object accesses all of its parts, but not what it points
  // at.
  return none_of(Long.drop_front(Short.size()),
                 [](const PathStep &S) { return S.ThroughPointer; });
}

} // namespace usersched
