//===- error.cpp - an error that is the user's to mend --------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The memory check asks for the machine's whole memory, not for what is free
// now: it is there to refuse what cannot work, not to predict what will.
//
//===----------------------------------------------------------------------===//
#include "base/error.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <new>
#include <unistd.h>

namespace gap {

void require_memory(double bytes, const std::string &what) {
  const double available =
      double(sysconf(_SC_PHYS_PAGES)) * double(sysconf(_SC_PAGESIZE));
  if (available <= 0 || bytes <= available)
    return;
  char amounts[96];
  std::snprintf(amounts, sizeof amounts,
                " needs about %.1f GB of memory; this machine has %.1f GB",
                bytes * 1e-9, available * 1e-9);
  throw InputError(what + amounts);
}

int main_with_errors(const std::function<int()> &body) {
  try {
    const int status = body();
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
      throw InputError(std::string("standard output: ") + std::strerror(errno));
    return status;
  } catch (const std::bad_alloc &) {
    std::fprintf(stderr, "error: there is not enough memory for this graph\n");
  } catch (const InputError &e) {
    std::fprintf(stderr, "%s\n", e.what());
  } catch (const std::exception &e) {
    std::fprintf(stderr, "error: %s\n", e.what());
  }
  return 1;
}

} // namespace gap
