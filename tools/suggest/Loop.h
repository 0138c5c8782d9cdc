//===- Loop.h - a loop that was found, and what is said of it -------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_SUGGEST_LOOP_H
#define USERSCHED_SUGGEST_LOOP_H

#include <map>
#include <string>
#include <vector>

namespace usersched {

/// A worksharing loop of the source.
struct Loop {
  enum Kind { Regular, Unknown, Irregular, LeftAlone };

  std::string File;      // absolute
  unsigned Line = 0;     // of the directive, from 1
  unsigned Column = 0;   // from 1
  unsigned Offset = 0;   // of the beginning of the line, in bytes
  std::string Construct; // as "parallel for"

  Kind Verdict = Regular;
  std::string Reason; // one line
  std::string Load;   // empty if it cannot be said
  /// The loop stands in a template of which no instance was seen.
  bool IsPattern = false;

  /// The pragma that is there; empty if there is none.
  std::string Present;
  /// A comment says that the loop is to be left as it is.
  bool IsKept = false;
  std::string Indentation, LineEnd; // of the directive
};

/// How the pragma that is there differs from the one to write.
enum class Difference { None, Missing, Different, Unneeded };

/// The loops of all files, each once, by file and offset.
using Loops = std::map<std::pair<std::string, unsigned>, Loop>;

/// Returns the word for a verdict.
const char *nameOf(Loop::Kind Verdict);
const char *nameOf(Difference D);

/// Returns the pragma to write; empty if there should be none.
std::string pragmaFor(const Loop &L);
/// Compares the pragma that is there with it.
Difference differenceOf(const Loop &L);
/// Adds \p New, or what it says of a loop that is there already.
void addLoop(Loops &All, Loop New);

} // namespace usersched

#endif
