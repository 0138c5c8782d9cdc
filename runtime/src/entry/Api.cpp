//===- Api.cpp - the public functions -------------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Contracts are in usersched.h.
//
//===----------------------------------------------------------------------===//
#include "base/Statistics.h"
#include "entry/NoLoop.h"
#include "learn/PlanCache.h"

#include "usersched.h"

using namespace usersched;

#define USERSCHED_EXPORT __attribute__((visibility("default")))

extern "C" {

USERSCHED_EXPORT const char *usersched_version(void) {
  return USERSCHED_VERSION;
}

USERSCHED_EXPORT void usersched_reset(void) { PlanCache::global().reset(); }

USERSCHED_EXPORT void
usersched_get_statistics(struct usersched_statistics *Statistics) {
  *Statistics = Counters::sum();
}

} // extern "C"
