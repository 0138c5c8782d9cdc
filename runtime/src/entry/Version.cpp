//===- Version.cpp - loops of another plugin ------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "entry/Version.h"

#include <cstdio>
#include <cstdlib>

void usersched::refuse(const usersched_loop &Loop) {
  std::fprintf(
      stderr,
      "usersched: the loop at %s:%u was compiled by a plugin of interface "
      "version %u, but this libusersched has version %u; compile it again with "
      "the plugin that came with this libusersched, or run it with the "
      "libusersched that came with the plugin\n",
      Loop.file ? Loop.file : "?", Loop.line, Loop.abi_version,
      USERSCHED_ABI_VERSION);
  std::abort();
}
