//===- LoadSource.h - where loads come from -------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A file that a program wrote, a graph, or a formula.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_SIMULATOR_LOAD_SOURCE_H
#define USERSCHED_SIMULATOR_LOAD_SOURCE_H

#include <string>
#include <vector>

namespace usersched::simulator {

/// The loads of FILE: text, one number a line (empty lines are passed over), or
/// JSON: an array of numbers, or an object whose "loads" is one. If that object
/// has "begin", too, one number longer than "loads", then load I is that of all
/// iterations from begin[I] to before begin[I + 1], in equal parts: they are
/// known only as a sum. Throws gap::InputError "FILE:LINE: what is wrong".
std::vector<double> readLoads(const std::string &File);

/// The degrees of a graph's vertices: of edges that come in, or that go out.
/// Throws gap::InputError.
std::vector<double> graphLoads(const std::string &File, bool Symmetrize,
                               bool Out);

/// SHAPE:N, see Shapes. Throws gap::InputError.
std::vector<double> generateLoads(const std::string &Text);

/// Names and meanings, for --help.
extern const char *const Shapes;

} // namespace usersched::simulator

#endif
