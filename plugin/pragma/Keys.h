//===- Keys.h - the keys of the usersched pragma --------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One table, which the grammar, its messages and the help are made from; a
// test compares docs/reference.md with it.
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

/// All of them, in the order of the reference.
llvm::ArrayRef<Key> keys();

/// "'load', 'prefix' and 'data'", of all keys.
std::string listOfKeys();

} // namespace usersched

#endif
