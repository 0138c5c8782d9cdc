//===- Keys.cpp - the keys of the usersched pragma ------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "pragma/Keys.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;

namespace usersched {

static constexpr char OnOrOff[] = "on or off", Word[] = "name";

ArrayRef<Key> keys() {
  static constexpr Key Keys[] = {
      {"load", "arithmetic expression or auto",
       "work of one iteration; a negative value counts as 0",
       "auto: what the iteration's loops have to do, if no prefix is given"},
      {"prefix", "integer expression",
       "work of all iterations before this one: a CSR row pointer", "none"},
      {"chunk", "expression", "load per chunk", "chosen from the loads"},
      {"steal", OnOrOff, "idle threads take work from busy ones", "on"},
      {"profile", OnOrOff, "balanced groups are kept for the next execution",
       "on"},
      {"subspaces", "integer expression",
       "how many subspaces the iteration space is divided into", "team size"},
      {"subspace", "integer expression",
       "the subspace that the calling thread starts with", "thread number"},
      {"data", "pointer expression",
       "identity of the data that the load depends on", "what the load names"},
      {"reproducible", OnOrOff,
       "reductions end with the same bits for any team and timing", "off"},
      {"name", Word,
       "the loop is measured, and usersched_get_loads() finds it by this name",
       "none"},
  };
  return Keys;
}

static bool takes(StringRef Name, StringRef Value) {
  return any_of(
      keys(), [&](const Key &K) { return K.Name == Name && K.Value == Value; });
}

bool isSwitch(StringRef Name) { return takes(Name, OnOrOff); }

bool isWord(StringRef Name) { return isSwitch(Name) || takes(Name, Word); }

std::string listOfKeys() {
  std::string List;
  for (const Key &K : keys()) {
    if (&K != keys().begin())
      List += &K == &keys().back() ? " and " : ", ";
    List += ("'" + Twine(K.Name) + "'").str();
  }
  return List;
}

} // namespace usersched
