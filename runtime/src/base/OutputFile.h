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

#include <climits>
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
int problemWriting(const char *Path);

/// One file that is written once. Takes no lock and allocates nothing, so that
/// a signal handler may use it; has room for the path, since the stack of a
/// handler may have none.
class OutputFile {
  int File = -1;
  dev_t Device = 0;
  ino_t Inode = 0;
  bool WasOpened = false;
  char Path[PATH_MAX];

  bool expand(const char *Name, bool IsChild);

public:
  /// Opens Name, a result of whole(), to be written anew. `%p` becomes the
  /// process number; with IsChild it is put in front of the ending of a name
  /// without `%p`. Fails with AlreadyWritten if that is the file that Other
  /// was. Returns 0, or the problem.
  int open(const char *Name, bool IsChild, const OutputFile *Other = nullptr);
  /// The open file's descriptor.
  int descriptor() const { return File; }
  /// Returns an errno, or 0.
  int close();
};

} // namespace usersched

#endif
