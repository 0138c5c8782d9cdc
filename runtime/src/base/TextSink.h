//===- TextSink.h - text for a file, from anywhere ------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reports and traces are written through this: also by a signal handler, so it
// allocates nothing, takes no lock and looks at no locale. Invariant: whatever
// strings and numbers go in, what a JSON function writes is valid JSON.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_TEXT_SINK_H
#define USERSCHED_TEXT_SINK_H

#include <cstddef>
#include <cstdint>

namespace usersched {

class TextSink {
  const int File;
  uint64_t Most; ///< bytes that may still be written
  int Error = 0;
  std::size_t Used = 0;
  char (&Buffer)[4096];

  template <typename T> TextSink &number(T Value);

public:
  /// What is still to be written.
  using Room = char[4096];

  /// File is an open file descriptor, which stays the caller's. Buffer is used
  /// as long as this lives. What is longer than Most bytes fails with EFBIG.
  TextSink(int File, Room &Buffer, uint64_t Most = UINT64_MAX)
      : File(File), Most(Most), Buffer(Buffer) {}
  ~TextSink() { flush(); }
  TextSink(const TextSink &) = delete;
  TextSink &operator=(const TextSink &) = delete;

  /// As it is.
  TextSink &operator<<(const char *Text);
  TextSink &operator<<(char C) {
    if (Used == sizeof Buffer)
      flush();
    Buffer[Used++] = C;
    return *this;
  }
  TextSink &operator<<(uint64_t Number);
  TextSink &operator<<(uint32_t Number) { return *this << uint64_t(Number); }

  /// The shortest text that gives the same number again; `null` for what is not
  /// finite, for which JSON has no number.
  void json(double Number);
  /// In quotes. Bytes that are not UTF-8 become U+FFFD. Null is "".
  void json(const char *Text);
  /// Nanoseconds as microseconds, to the last digit.
  void microseconds(uint64_t Nanoseconds);

  void flush();
  /// errno of the first write that failed, or 0.
  int error() const { return Error; }
};

} // namespace usersched

#endif
