//===- coherence_calls.h - what the compiler does not report --------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Included before each file of the runtime in the program cache_lines. With
// -fsanitize=thread, the compiler reports each access to memory by a call, but
// no prefetch.
//
//===----------------------------------------------------------------------===//
#ifndef BENCH_COHERENCE_CALLS_H
#define BENCH_COHERENCE_CALLS_H

/// The calling thread begins to fetch the line of Place for writing.
extern "C" void coherence_fetch(const void *Place);

// The runtime fetches nothing for reading.
#define __builtin_prefetch(PLACE, ...) coherence_fetch(PLACE)

#endif
