//===- Keys.h - the keys of the usersched pragma --------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One table, from which the grammar, its messages and the help are made. A test
// compares docs/reference.md with it.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_KEYS_H
#define USERSCHED_PLUGIN_KEYS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace usersched {

struct Key {
  llvm::StringRef Name;
  llvm::StringRef Value;   // what may stand behind the colon
  llvm::StringRef Meaning; // one line
  llvm::StringRef Default;
};

/// Returns all keys, in the order of docs/reference.md.
llvm::ArrayRef<Key> keys();

/// Returns true if the value of \p Name is `on` or `off`.
bool isSwitch(llvm::StringRef Name);

/// Returns true if the value of \p Name is a word, no expression: that of a
/// switch or a name.
bool isWord(llvm::StringRef Name);

/// Returns all keys as a message lists them: "'load', 'prefix' and 'data'".
std::string listOfKeys();

} // namespace usersched

#endif
