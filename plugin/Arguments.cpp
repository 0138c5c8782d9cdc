//===- Arguments.cpp - -fplugin-arg-usersched-... -------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The help says what docs/reference.md says, on one screen.
//
//===----------------------------------------------------------------------===//
#include "Arguments.h"
#include "base/Diagnostics.h"
#include "pragma/Keys.h"
#include "clang/Basic/Version.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;
using namespace llvm;

namespace usersched {

namespace {

constexpr char Usage[] = R"(
  #pragma ompx usersched(load: EXPRESSION [, KEY: VALUE]...)
  #pragma omp parallel for
  for (...) ...

stands directly before '[[teams] distribute] parallel for [simd]', 'for
[simd]', '[parallel | teams] loop' or 'taskloop [simd]'. Without
-fopenmp, or without the plugin, it is ignored; the plugin warns of the first.

keys:
)";

constexpr char Options[] = R"(
options:
  -Rpass=usersched             name each scheduled loop
  -Rpass-missed=usersched      say what could not be used
  -Rpass-analysis=usersched    name the loads that telescope or are inferred
  -fsave-optimization-record   write all three to a YAML file
  -Wno-openmp-clauses          no warnings (-Wno-error=..., pragmas work, too)
  -fplugin-arg-usersched-help  print this and go on
  -fplugin-arg-usersched-quiet no warning that without -fopenmp the pragma is
                               ignored
  -fplugin-arg-usersched-align-all
                               begin OpenMP's own loops at a cache line, too, as
                               annotated ones: to compare schedules

link with -fopenmp -lusersched; a program run with USERSCHED_DISPLAY_ENV=1
prints its settings and their meaning
)";

void printHelp(raw_ostream &OS) {
  OS << "usersched " USERSCHED_VERSION " for clang " CLANG_VERSION_STRING
        ": balances OpenMP loops by the work of their iterations\n"
     << Usage;
  for (const Key &K : keys())
    OS << formatv("  {0,-10} {1}: {2}\n{3,13}default: {4}\n", K.Name, K.Value,
                  K.Meaning, "", K.Default);
  OS << Options;
}

} // namespace

bool readArguments(DiagnosticsEngine &Diags, ArrayRef<std::string> Written,
                   Arguments &Result) {
  for (StringRef Argument : Written) {
    if (Argument == "align-all") {
      Result.AlignsAll = true;
    } else if (Argument == "quiet") {
      Result.IsQuiet = true;
    } else if (Argument == "help") {
      printHelp(outs());
      outs().flush();
    } else {
      error(Diags, SourceLocation(),
            "unknown argument '-fplugin-arg-usersched-%0'; expected "
            "'-fplugin-arg-usersched-help', '-fplugin-arg-usersched-quiet' or "
            "'-fplugin-arg-usersched-align-all'")
          << Argument;
      return false;
    }
  }
  return true;
}

} // namespace usersched
