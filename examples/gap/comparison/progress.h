//===- progress.h - what a long benchmark is doing ------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// On stderr: one line that is rewritten on a terminal, and elsewhere a plain
// line for each tenth of the work.
//
//===----------------------------------------------------------------------===//
#ifndef GAP_PROGRESS_H
#define GAP_PROGRESS_H

#include <string>

namespace gap {

class Progress {
public:
  /// `title` begins every line.
  Progress(std::string title, int num_steps);
  ~Progress();
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;

  /// The next of the steps begins; `what` says what it does.
  void step(const std::string &what);

private:
  std::string title_;
  int num_steps_;
  int done_ = 0;
  int last_tenth_ = -1;
  bool terminal_;
};

} // namespace gap
#endif
