//===- Options.h - the environment variables ------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Read once, before the first loop. A value that makes no sense is reported on
// stderr and replaced by the default; so is a name that makes none. Parsing,
// warnings and USERSCHED_DISPLAY_ENV come from the one table in Options.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_OPTIONS_H
#define USERSCHED_OPTIONS_H

#include <cstdint>

namespace usersched {

/// A choice is the place of the word in the table.
struct Options {
  enum Schedule : uint64_t { Balanced, Off };
  /// "pragma" leaves the choice to the pragma.
  enum Switch : uint64_t { SwitchOff, SwitchOn, Pragma };

  uint64_t DisplayEnv;
  uint64_t Schedule;
  uint64_t Steal;
  uint64_t Profile;
  uint64_t Reproducible;
  uint64_t ReproducibleMiB; ///< the most memory of one execution's blocks
  uint64_t Chunk;     ///< load per chunk; 0: as the pragma says
  uint64_t CacheMiB;  ///< the most memory of all cached plans
  uint64_t Staleness; ///< per cent of load; 0: plans are never checked
  uint64_t TraceMiB;  ///< the most memory of a trace
  /// Names of files, from the root, of which the ending says what they are;
  /// Report may also be "stderr". Empty: not wanted.
  const char *Report = "";
  const char *Trace = "";

  /// Those of the process.
  static const Options &get();
};

} // namespace usersched

#endif
