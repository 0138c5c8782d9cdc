//===- Inspector.h - asks the user's code for loads -----------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The only caller of a loop's inspect and prefix functions. Whatever these
// return, what comes out of here is sane: a cut lies inside the asked range and
// is not empty, a load is finite and not negative. So a wrong load expression
// costs time and never an iteration. (ICPP 2019, 3.2.)
//
// The contract of usersched_abi.h, that a load is evaluated only while its
// iteration has not begun, is kept by who asks: see the users of this class.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_INSPECTOR_H
#define USERSCHED_INSPECTOR_H

#include "usersched_abi.h"

#include <cstdint>

namespace usersched {

/// The answer to "how far does this much load reach": the end of a range and
/// its load.
struct Cut {
  uint64_t End;
  double Load;
};

/// A range of iterations and the values of `prefix` at its two ends.
struct PrefixEnds {
  uint64_t Begin, End;
  uint64_t AtBegin, AtEnd;
};

/// The loads of one loop, as one thread sees them. Uses that thread's captures,
/// so it lives on that thread's stack while the thread is in the loop.
class Inspector {
  const usersched_loop &Loop;
  void *Captures;
  uint64_t Inspected = 0;
  /// Values of `prefix` that need no call; Begin is above End if there are
  /// none.
  PrefixEnds KnownEnds = {1, 0, 0, 0};
  /// The end of the range that total() was last asked for, and the value of
  /// `prefix` there: the next range often begins there.
  uint64_t LastEnd = UINT64_MAX, AtLastEnd = 0;

  double loadOf(usersched_load Load) const;
  Cut cutByInspection(uint64_t Begin, uint64_t End, double Threshold);
  Cut cutByPrefix(uint64_t Begin, uint64_t End, double Threshold) const;
  Cut cutByCount(uint64_t Begin, uint64_t End, double Threshold) const;

public:
  Inspector(const usersched_loop &Loop, void *Captures)
      : Loop(Loop), Captures(Captures) {}

  /// Returns the shortest non-empty range from Begin whose load reaches
  /// Threshold; all of [Begin, End), which must not be empty, if none does.
  Cut cut(uint64_t Begin, uint64_t End, double Threshold) {
    if (Loop.prefix)
      return cutByPrefix(Begin, End, Threshold);
    return isFlat() ? cutByCount(Begin, End, Threshold)
                    : cutByInspection(Begin, End, Threshold);
  }

  /// Returns true if all iterations have the same load, which takes no code.
  bool isFlat() const { return !Loop.prefix && !Loop.inspect; }

  /// Returns true if the load of any range is known at once (`prefix`).
  bool knowsTotals() const { return Loop.prefix != nullptr; }

  /// Returns the load of all iterations before Iteration. Only with
  /// knowsTotals().
  uint64_t prefixAt(uint64_t Iteration) const;

  /// Limits the inspector to ranges inside Range, and makes it never evaluate
  /// `prefix` at the ends of Range: those values also depend on iterations
  /// outside, which may have begun.
  void stayInside(const PrefixEnds &Range) { KnownEnds = Range; }

  /// Returns the load of [Begin, End). Only with knowsTotals().
  double total(uint64_t Begin, uint64_t End);

  /// Returns the load of [Begin, End), which must not be empty.
  double sum(uint64_t Begin, uint64_t End);

  /// Returns usersched_frame::chunk as a load; 0 lets the runtime choose.
  double chunkLoad(uint64_t FrameChunk) const;

  /// Returns how many iterations the inspect function has looked at.
  uint64_t inspected() const { return Inspected; }
};

} // namespace usersched

#endif
