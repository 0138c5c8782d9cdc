//===- Output.h - what is printed and written -----------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_SUGGEST_OUTPUT_H
#define USERSCHED_SUGGEST_OUTPUT_H

#include "Loop.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"

namespace usersched {

/// Prints a line for each loop and the pragma to write; with \p IsCheck, for
/// each loop whose pragma differs.
void printText(llvm::raw_ostream &OS, const Loops &All, bool IsCheck);
/// Prints the missing pragmas as clang-apply-replacements reads them.
void printYaml(llvm::raw_ostream &OS, const Loops &All);
/// Prints a log in SARIF 2.1.0.
void printSarif(llvm::raw_ostream &OS, const Loops &All, bool IsCheck);

/// Writes the missing pragmas into the files. Returns how many; reports a file
/// that cannot be read or written, and sets \p HasFailed.
unsigned writePragmas(const Loops &All, bool &HasFailed);

/// Reports a mistake that is the user's to mend.
void error(const llvm::Twine &Message);

} // namespace usersched

#endif
