//===- Retry.h - when something is tried again ----------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What was worse once may be better now, so it is tried again: ever more rarely
// as long as it stays worse, and soon once it was better (exponential backoff,
// counted in uses instead of time).
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_RETRY_H
#define USERSCHED_RETRY_H

#include <algorithm>
#include <atomic>
#include <cstdint>

namespace usersched {

/// Counts uses until the next try. Any thread may use it. A hint: a count may
/// be lost when two threads count at once. Zeroed means that a try is due.
class Retry {
  /// {log2 of the present wait:5, uses until the next try:27}
  std::atomic<uint32_t> State{0};
  static constexpr int LeftBits = 27;

  uint32_t load() const { return State.load(std::memory_order_relaxed); }
  void store(uint32_t Log, uint32_t Left) {
    State.store(Log << LeftBits | Left, std::memory_order_relaxed);
  }
  static constexpr uint32_t leftOf(uint32_t Bits) {
    return Bits & ((1u << LeftBits) - 1);
  }
  static constexpr uint32_t logOf(uint32_t Uses) {
    return Uses > 1 ? 32 - static_cast<uint32_t>(__builtin_clz(Uses - 1)) : 0;
  }

public:
  Retry() = default;
  /// The first try is at the use with the number Uses, from 1; see wait().
  explicit Retry(uint32_t Uses) { wait(Uses); }

  /// Returns how many uses are to come before the next try.
  uint32_t left() const { return leftOf(load()); }
  bool isDue() const { return left() == 0; }
  /// Returns how many uses apart the last try and the next one are.
  uint32_t interval() const { return 1u << (load() >> LeftBits); }

  /// Counts up to Most uses, as many as come before the next try. Returns how
  /// many.
  uint32_t count(uint32_t Most = 1) {
    // Read once: with what another thread stores meanwhile, it could wrap.
    const uint32_t Before = load();
    const uint32_t Uses = std::min(Most, leftOf(Before));
    if (Uses > 0)
      State.store(Before - Uses, std::memory_order_relaxed);
    return Uses;
  }

  /// Sets the next try: the use with the number Uses from now, which is 1 to
  /// 2^26, rounded up to a power of two. With 1, the next use is a try.
  void wait(uint32_t Uses) {
    const uint32_t Log = logOf(Uses), Left = (1u << Log) - 1;
    // Most of the time nothing changes, and then nothing is written.
    if (load() != (Log << LeftBits | Left))
      store(Log, Left);
  }
  /// Sets the next try twice as many uses away as the last time: at least
  /// Least, at most Most, which are powers of two.
  void waitLonger(uint32_t Least, uint32_t Most) {
    wait(std::clamp(2 * interval(), Least, Most));
  }
  /// Brings the next try to the use with the number Uses from now, if it is
  /// later. The interval stays.
  void hasten(uint32_t Uses) {
    if (left() >= Uses)
      store(load() >> LeftBits, Uses - 1);
  }
  void copy(const Retry &Other) {
    State.store(Other.load(), std::memory_order_relaxed);
  }
  void forget() { State.store(0, std::memory_order_relaxed); }
};

} // namespace usersched

#endif
