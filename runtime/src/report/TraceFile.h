//===- TraceFile.h - USERSCHED_TRACE --------------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The trace-event format of chrome://tracing, which Perfetto reads, too.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_TRACE_FILE_H
#define USERSCHED_TRACE_FILE_H

namespace usersched {

class Recorder;
class TextSink;

/// What R's lanes have now. Allocates nothing and takes no lock: other threads
/// may go on, and a signal handler may call it.
void writeTrace(Recorder &R, TextSink &To);
/// The same to the file that is wanted. Returns a problem (see OutputFile.h),
/// or 0.
int writeTraceFile(Recorder &R);

} // namespace usersched

#endif
