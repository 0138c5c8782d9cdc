//===- progress.cpp - what a long benchmark is doing ----------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Written with stdio, unbuffered as stderr is.
//
//===----------------------------------------------------------------------===//
#include "comparison/progress.h"

#include <cstdio>
#include <unistd.h>

namespace gap {

Progress::Progress(std::string title, int num_steps)
    : title_(std::move(title)), num_steps_(num_steps),
      terminal_(isatty(STDERR_FILENO)) {}

Progress::~Progress() {
  // Leave the terminal's line empty, for the result.
  if (terminal_)
    std::fprintf(stderr, "\r\033[K");
}

void Progress::step(const std::string &what) {
  const int percent = num_steps_ > 0 ? done_ * 100 / num_steps_ : 100;
  ++done_;
  if (terminal_) {
    std::fprintf(stderr, "\r\033[K%s: %3d %% %s", title_.c_str(), percent,
                 what.c_str());
  } else if (percent / 10 != last_tenth_) {
    last_tenth_ = percent / 10;
    std::fprintf(stderr, "%s: %3d %% %s\n", title_.c_str(), percent,
                 what.c_str());
  }
}

} // namespace gap
