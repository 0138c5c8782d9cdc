//===- relaxed.h - values that threads share without order ----------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For algorithms that are correct whichever value of a variable a thread sees,
// as long as it is one that was stored. Loads and stores compile to plain ones.
//
//===----------------------------------------------------------------------===//
#ifndef GAP_RELAXED_H
#define GAP_RELAXED_H

namespace gap {

template <class T> T load_relaxed(const T &x) {
  T value;
  __atomic_load(&x, &value, __ATOMIC_RELAXED);
  return value;
}

template <class T> void store_relaxed(T &x, T value) {
  __atomic_store(&x, &value, __ATOMIC_RELAXED);
}

/// Replaces `expected` by `desired`. Returns false if x had another value.
template <class T> bool claim(T &x, T expected, T desired) {
  return __atomic_compare_exchange(&x, &expected, &desired, false,
                                   __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

} // namespace gap
#endif
