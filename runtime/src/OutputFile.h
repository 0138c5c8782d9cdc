//===- OutputFile.h - the files of USERSCHED_REPORT and USERSCHED_TRACE ---===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A file is opened only when it is written: until then its descriptor could be
// closed behind our back, and be somebody else's file. All but whole() may be
// used by a signal handler.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_OUTPUT_FILE_H
#define USERSCHED_OUTPUT_FILE_H

namespace usersched {

/// The name from the root, so that the program may change its folder. Never
/// freed.
const char *whole(const char *Name);

/// Why Name could not be written, as of now: an errno, or 0.
int problemWriting(const char *Name);

/// Opens Name to be written anew; with IsChild the process number is put in
/// front of its ending, or a child of a fork would overwrite its parent's file.
/// -1, with errno set, if that fails.
int openForWriting(const char *Name, bool IsChild);

} // namespace usersched

#endif
