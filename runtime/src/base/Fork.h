//===- Fork.h - the library in the child of a fork ------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A child may go on using the library without exec, if the fork was between
// parallel regions of the forking thread: usersched.h says what else there is.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_FORK_H
#define USERSCHED_FORK_H

namespace usersched {

/// To be called before the first team is made; does its work once.
void surviveForks();

} // namespace usersched

#endif
