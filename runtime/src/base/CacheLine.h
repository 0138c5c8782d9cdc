//===- CacheLine.h - how far apart what threads write must be -------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_CACHE_LINE_H
#define USERSCHED_CACHE_LINE_H

#include <cstddef>

namespace usersched {

/// Bytes. Data of different threads with this alignment share no cache line.
/// Two lines of 64 bytes, since processors fetch lines in pairs.
constexpr std::size_t NoSharing = 128;

} // namespace usersched

#endif
