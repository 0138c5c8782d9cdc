//===- FloatingPoint.h - arithmetic that the program does not notice ------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program can ask which floating-point exceptions have happened, and can have
// itself interrupted at the first one (feenableexcept). The runtime computes
// with floating-point numbers, and evaluates loads of iterations that have not
// begun. Neither is the program's computation.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_FLOATINGPOINT_H
#define USERSCHED_FLOATINGPOINT_H

#include <cfenv>
#include <cstdint>

namespace usersched {

/// While an object of this class lives, no floating-point exception interrupts
/// the thread. Afterwards the flags of exceptions are as they were before.
/// Rounding does not change. Code between must be in functions of its own, or
/// the compiler may compute before the object is created.
class QuietFloatingPoint {
#if defined(__x86_64__)
  // Only `long double` uses the x87 unit, whose environment takes longer to
  // save.
  const unsigned Saved = __builtin_ia32_stmxcsr();
  static constexpr unsigned AllMasked = 0x1f80;

public:
  QuietFloatingPoint() { __builtin_ia32_ldmxcsr(Saved | AllMasked); }
  ~QuietFloatingPoint() { __builtin_ia32_ldmxcsr(Saved); }
#elif defined(__aarch64__)
  uint64_t Control, Status;
  static constexpr uint64_t AllTraps = 0x9f00;

public:
  QuietFloatingPoint() {
    __asm__ __volatile__("mrs %0, fpcr" : "=r"(Control));
    __asm__ __volatile__("mrs %0, fpsr" : "=r"(Status));
    if (Control & AllTraps)
      __asm__ __volatile__("msr fpcr, %0" : : "r"(Control & ~AllTraps));
  }
  ~QuietFloatingPoint() {
    if (Control & AllTraps)
      __asm__ __volatile__("msr fpcr, %0" : : "r"(Control));
    __asm__ __volatile__("msr fpsr, %0" : : "r"(Status));
  }
#else
  std::fenv_t Saved;

public:
  QuietFloatingPoint() { std::feholdexcept(&Saved); }
  ~QuietFloatingPoint() { std::fesetenv(&Saved); }
#endif
  QuietFloatingPoint(const QuietFloatingPoint &) = delete;
  QuietFloatingPoint &operator=(const QuietFloatingPoint &) = delete;
};

} // namespace usersched

#endif
