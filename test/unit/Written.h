//===- Written.h - what a TextSink has written ----------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For tests of what goes into files.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_TEST_WRITTEN_H
#define USERSCHED_TEST_WRITTEN_H

#include "base/TextSink.h"

#include <cstdio>
#include <string>

namespace usersched::test {

/// What Write(sink) writes.
template <typename Function> std::string written(Function Write) {
  std::FILE *File = std::tmpfile();
  {
    TextSink::Room Buffer;
    TextSink Sink(fileno(File), Buffer);
    Write(Sink);
  }
  std::string Result;
  std::rewind(File);
  for (int C; (C = std::fgetc(File)) != EOF;)
    Result += static_cast<char>(C);
  std::fclose(File);
  return Result;
}

} // namespace usersched::test

#endif
