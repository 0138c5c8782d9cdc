//===- Load.h - the load of an iteration, term by term --------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_SUGGEST_LOAD_H
#define USERSCHED_SUGGEST_LOAD_H

#include "Reader.h"

namespace usersched {

/// Adds up the lengths of an iteration's loops.
class Load {
public:
  /// Adds \p Length, that of a loop at the place \p At. It counts where \p Runs
  /// holds, if that is known.
  void add(const Iteration &At, const Value &Length, const Value &Runs = {});
  /// Returns the number of lengths that were added.
  size_t size() const { return Terms.size(); }
  /// Returns the sum, and 1 for the rest of the body. Returns an empty text if
  /// some length is not known, or reads what iterations write.
  std::string text(const Iteration &At) const;

private:
  struct Term {
    Value Condition; // unknown if there is none
    Value Length;
    Value Runs; // the condition under which Length is above 0
  };
  llvm::SmallVector<Term, 4> Terms;
  bool IsUnknown = false;
};

} // namespace usersched

#endif
