//===- usersched_api.h - the usersched runtime, where there is one --------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For kernel sources only, which are compiled twice: with the plugin and
// USERSCHED_ENABLED (pr), and without (pr_plain). Internal linkage, because
// the two differ.
//
//===----------------------------------------------------------------------===//
#ifndef GAP_USERSCHED_API_H
#define GAP_USERSCHED_API_H

#ifdef USERSCHED_ENABLED
#include <usersched.h>
#endif

namespace {

#ifdef USERSCHED_ENABLED
constexpr bool usersched_enabled = true;
inline void forget_usersched_plans() { usersched_reset(); }
#else
constexpr bool usersched_enabled = false;
inline void forget_usersched_plans() {}
#endif

} // namespace
#endif
