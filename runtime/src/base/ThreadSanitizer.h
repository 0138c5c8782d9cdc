//===- ThreadSanitizer.h - what a race detector cannot see by itself ------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A user's program can be compiled with -fsanitize=thread while this library is
// not. ThreadSanitizer then sees the loads and the iterations, but not the
// atomic operations that order them, and would report races that are none. So
// what orders user code says so here. A build of this library with
// ThreadSanitizer says nothing: there, the atomic operations must suffice.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_THREAD_SANITIZER_H
#define USERSCHED_THREAD_SANITIZER_H

#if defined(__SANITIZE_THREAD__)
#define USERSCHED_HAS_THREAD_SANITIZER
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define USERSCHED_HAS_THREAD_SANITIZER
#endif
#endif

extern "C" {
// Null unless the program has ThreadSanitizer's runtime.
__attribute__((weak, visibility("default"))) void __tsan_acquire(void *);
__attribute__((weak, visibility("default"))) void __tsan_release(void *);
}

namespace usersched::tsan {

/// What the calling thread has done so far happens before what others do after
/// acquire(Place). No cost to speak of where there is no ThreadSanitizer.
inline void release([[maybe_unused]] void *Place) {
#ifndef USERSCHED_HAS_THREAD_SANITIZER
  if (__builtin_expect(__tsan_release != nullptr, 0))
    __tsan_release(Place);
#endif
}

inline void acquire([[maybe_unused]] void *Place) {
#ifndef USERSCHED_HAS_THREAD_SANITIZER
  if (__builtin_expect(__tsan_acquire != nullptr, 0))
    __tsan_acquire(Place);
#endif
}

} // namespace usersched::tsan

#endif
