//===- LookSelection.h - whether the loads are worth a look ---------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where no plan is made, all that a look at the loads is good for is that no
// chunk comes to be heavier than others. If the iterations do little for each
// unit of load, that costs more than it saves, however long the loop is. What
// counts is the share of the threads' time that was lost: unlike the makespan,
// it is much the same for one level of a graph search and another.
//
// Hints, as in Selection.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_LOOK_SELECTION_H
#define USERSCHED_LOOK_SELECTION_H

#include <algorithm>
#include <atomic>
#include <cstdint>

namespace usersched {

/// Of executions of about the same length. Zeroed is: nothing is known.
class LookSelection {
  /// Average shares of time; 0: not known. Without a look, with one.
  std::atomic<float> Lost[2];
  /// Executions until the other one is tried, and log2 of how many there were.
  std::atomic<uint16_t> Left;
  std::atomic<uint8_t> Waits;

  static constexpr uint8_t LeastWaits = 2, MostWaits = 10;
  /// Less is chance.
  static constexpr float Least = 0.005f;

  float lost(bool WithLook) const {
    return Lost[WithLook].load(std::memory_order_relaxed);
  }
  void wait(uint8_t Log) {
    Waits.store(Log, std::memory_order_relaxed);
    Left.store(static_cast<uint16_t>(1u << Log), std::memory_order_relaxed);
  }

public:
  /// Whether an execution is better off with a look.
  bool isBetterWith() const {
    return lost(false) == 0 || lost(true) < lost(false);
  }

  /// Whether the next execution looks. First one that does, then one that does
  /// not, then what lost less; the other is tried ever more rarely.
  bool choose() {
    if (lost(true) == 0 || lost(false) == 0)
      return lost(true) == 0;
    const bool IsBetter = isBetterWith();
    const uint16_t ToCome = Left.load(std::memory_order_relaxed);
    if (ToCome > 0) {
      Left.store(static_cast<uint16_t>(ToCome - 1), std::memory_order_relaxed);
      return IsBetter;
    }
    const uint8_t Before = Waits.load(std::memory_order_relaxed);
    wait(std::clamp(static_cast<uint8_t>(Before + 1), LeastWaits, MostWaits));
    return !IsBetter;
  }

  /// An execution, with a look or not, lost this share of its threads' time.
  void note(bool WithLook, float Share) {
    const float Sample = std::clamp(Share, Least, 1.0f);
    const float Known = lost(WithLook);
    // One disturbance must not decide.
    const float Average =
        Known > 0 ? (3 * Known + std::min(Sample, 4 * Known)) / 4 : Sample;
    Lost[WithLook].store(Average, std::memory_order_relaxed);
    // The other one soon, or this one, if its average has yet to follow.
    if (Known == 0 || (Sample < lost(!WithLook) && Average > lost(!WithLook)))
      wait(LeastWaits);
  }

  void forget() {
    for (std::atomic<float> &Of : Lost)
      Of.store(0, std::memory_order_relaxed);
    Left.store(0, std::memory_order_relaxed);
    Waits.store(0, std::memory_order_relaxed);
  }
};

} // namespace usersched

#endif
