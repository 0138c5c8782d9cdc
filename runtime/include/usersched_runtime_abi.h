//===- usersched_runtime_abi.h - schedule(runtime) loops ------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the plugin emits instead of the __kmpc_dispatch_* calls of a loop with
// schedule(runtime). They hand on to libomp unless a setting of
// ompx_set_usersched_for_loops is in force.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_RUNTIME_ABI_H
#define USERSCHED_RUNTIME_ABI_H

#include "usersched_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Two bits choose among the four descriptors of such a loop, which differ in
   their flags: USERSCHED_NO_STEAL is absent, USERSCHED_NO_PROFILE is absent. */
enum { USERSCHED_RUNTIME_STEAL = 1u, USERSCHED_RUNTIME_PROFILE = 2u };
#define USERSCHED_RUNTIME_DESCRIPTORS 4

/* The inspect and subspace functions of those descriptors. */
void __usersched_runtime_inspect(uint64_t left_start, uint64_t left_end,
                                 uint64_t *assigned_start,
                                 uint64_t *assigned_end, void *user_data);
int32_t __usersched_runtime_subspace(int32_t num_subspaces, void *user_data);

/* As the __kmpc_dispatch_* functions, with the frame, and in init the array of
   descriptors, in front of what differs. */
#define USERSCHED_RUNTIME_SHELLS(SUFFIX, TYPE, STRIDE)                         \
  void __usersched_runtime_init_##SUFFIX(                                      \
      void *location, int32_t thread, usersched_frame *frame,                  \
      usersched_loop *loops, int32_t schedule, TYPE lower, TYPE upper,         \
      STRIDE stride, STRIDE chunk);                                            \
  int32_t __usersched_runtime_next_##SUFFIX(                                   \
      void *location, int32_t thread, usersched_frame *frame, int32_t *last,   \
      TYPE *lower, TYPE *upper, STRIDE *stride);
USERSCHED_RUNTIME_SHELLS(4, int32_t, int32_t)
USERSCHED_RUNTIME_SHELLS(4u, uint32_t, int32_t)
USERSCHED_RUNTIME_SHELLS(8, int64_t, int64_t)
USERSCHED_RUNTIME_SHELLS(8u, uint64_t, int64_t)
#undef USERSCHED_RUNTIME_SHELLS

void __usersched_runtime_deinit(void *location, int32_t thread,
                                usersched_frame *frame);

#ifdef __cplusplus
}
#endif
#endif
