//===- OutputFile.h - the files of USERSCHED_REPORT and USERSCHED_TRACE ---===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A file is opened only when it is written: until then its descriptor could be
// closed behind our back, and be somebody else's file. Only regular files are
// opened: a pipe could keep the program from ending. No two processes that a
// launcher of MPI programs starts, and no child and parent, open one file.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_OUTPUT_FILE_H
#define USERSCHED_OUTPUT_FILE_H

#include "base/TextSink.h"

#include <string>
#include <sys/types.h>

namespace usersched {

/// Returns Name from the root, so that the program may change its folder. `%r`
/// becomes the process's rank, or 0. A rank above 0 is put in front of the
/// ending if Name has neither `%r` nor `%p`. The caller frees the result with
/// free(); null if memory runs out.
const char *whole(const char *Name);

/// What can be wrong with a file, besides errno.
constexpr int NotAFile = -1, AlreadyWritten = -2;
/// Returns words for an errno, NotAFile or AlreadyWritten.
const char *problemText(int Problem);

/// Returns why Path could not be written, as of now: as problemText() takes it,
/// or 0.
int problemWriting(const std::string &Path);

/// One file that is written once.
class OutputFile {
  std::string Path;
  int File = -1; ///< the descriptor while the file is open
  dev_t Device = 0;
  ino_t Inode = 0; ///< 0 until the file was opened
  /// What is still to be written: too much for the stack of a signal handler.
  TextSink::Room Buffer;

  int open(const OutputFile *Other);
  int close();
  /// Returns how many bytes the process may write into a file.
  static uint64_t limit();

public:
  /// Name is a result of whole(), or another word. `%p` becomes the process
  /// number. In the child of a fork, the process number is put in front of the
  /// ending of a name without `%p`.
  explicit OutputFile(std::string Name, bool IsChild = false);

  const char *path() const { return Path.c_str(); }

  /// Writes the file anew: what Write(sink) writes. Fails with AlreadyWritten
  /// if it is the file that Other was. Returns 0, or the problem. Takes no lock
  /// and allocates nothing, so that a signal handler may call it.
  template <typename Function>
  int write(Function Write, const OutputFile *Other = nullptr) {
    if (const int Problem = open(Other))
      return Problem;
    // A byte beyond the limit would end the program with SIGXFSZ.
    TextSink To(File, Buffer, limit());
    Write(To);
    To.flush();
    const int Problem = close();
    return To.error() ? To.error() : Problem;
  }
};

} // namespace usersched

#endif
