//===- Processors.h - how many processors there are -----------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PROCESSORS_H
#define USERSCHED_PROCESSORS_H

namespace usersched {

/// Returns how many processors the process could use when the library was
/// loaded: OpenMP may bind the thread to one of them later. 0: not known. Any
/// thread.
unsigned usableProcessors();

} // namespace usersched

#endif
