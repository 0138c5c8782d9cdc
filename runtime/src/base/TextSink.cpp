//===- TextSink.cpp - text for a file, from anywhere ----------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See TextSink.h.
//
//===----------------------------------------------------------------------===//
#include "base/TextSink.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <unistd.h>

using namespace usersched;

void TextSink::flush() {
  const char *From = Buffer;
  while (Used > 0 && Error == 0) {
    if (Most == 0) {
      Error = EFBIG;
      break;
    }
    const ssize_t Written = write(File, From, std::min<uint64_t>(Used, Most));
    if (Written >= 0) {
      From += Written;
      Used -= static_cast<std::size_t>(Written);
      Most -= static_cast<std::size_t>(Written);
    } else if (errno != EINTR) {
      Error = errno;
    }
  }
  Used = 0;
}

TextSink &TextSink::operator<<(const char *Text) {
  while (*Text)
    *this << *Text++;
  return *this;
}

template <typename T> TextSink &TextSink::number(T Value) {
  constexpr std::size_t Most = 32; // characters of any number
  if (Used + Most > sizeof Buffer)
    flush();
  char *To = Buffer + Used;
  Used +=
      static_cast<std::size_t>(std::to_chars(To, To + Most, Value).ptr - To);
  return *this;
}

TextSink &TextSink::operator<<(uint64_t Number) { return number(Number); }

void TextSink::json(double Number) {
  if (std::isfinite(Number))
    number(Number);
  else
    *this << "null";
}

/// Returns the number of bytes, 1 to 4, of the UTF-8 character at Text; 0 if
/// there is none.
static unsigned utf8Length(const char *Text) {
  const auto Byte = [Text](unsigned I) {
    return static_cast<unsigned char>(Text[I]);
  };
  const unsigned First = Byte(0);
  if (First < 0x80)
    return 1;
  const unsigned Length = First >= 0xf0 ? 4 : First >= 0xe0 ? 3 : 2;
  if (First < 0xc2 || First > 0xf4)
    return 0;
  // Stops at the end of the text, which continues nothing.
  for (unsigned I = 1; I < Length; ++I)
    if ((Byte(I) & 0xc0) != 0x80)
      return 0;
  // Longer than need be, halves of a pair, and what is beyond the last one.
  const bool IsBad =
      (First == 0xe0 && Byte(1) < 0xa0) || (First == 0xed && Byte(1) >= 0xa0) ||
      (First == 0xf0 && Byte(1) < 0x90) || (First == 0xf4 && Byte(1) >= 0x90);
  return IsBad ? 0 : Length;
}

void TextSink::json(const char *Text) {
  constexpr char Hex[] = "0123456789abcdef";
  *this << '"';
  for (const char *C = Text ? Text : ""; *C;) {
    const unsigned Length = utf8Length(C);
    const auto Byte = static_cast<unsigned char>(*C);
    if (Length == 0) {
      *this << "\\ufffd";
      ++C;
    } else if (Byte < 0x20 || Byte == 0x7f) {
      *this << "\\u00" << Hex[Byte >> 4] << Hex[Byte & 15];
      ++C;
    } else {
      if (*C == '"' || *C == '\\')
        *this << '\\';
      for (unsigned I = 0; I < Length; ++I)
        *this << *C++;
    }
  }
  *this << '"';
}

void TextSink::microseconds(uint64_t Nanoseconds) {
  *this << Nanoseconds / 1000 << '.';
  for (uint64_t Unit = 100; Unit > 0; Unit /= 10)
    *this << Nanoseconds / Unit % 10;
}
