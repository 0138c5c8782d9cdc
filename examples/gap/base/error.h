//===- error.h - an error that is the user's to mend ----------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Broken files, wrong arguments and too little memory end a program with a
// message for people and exit status 1. They are thrown as InputError and
// printed in one place, main_with_errors().
//
//===----------------------------------------------------------------------===//
#ifndef GAP_ERROR_H
#define GAP_ERROR_H

#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>

namespace gap {

/// what() is the whole message, without the program's name and a full stop.
class InputError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// Throws InputError if `bytes` is more than this machine's memory. `what` says
/// what needs them, as in "a Kronecker graph of scale 30".
void require_memory(double bytes, const std::string &what);

/// Runs `body` and returns what it returns. An exception is printed to stderr
/// as one line, and 1 returned; so is an output that cannot be written.
int main_with_errors(const std::function<int()> &body);

} // namespace gap
#endif
