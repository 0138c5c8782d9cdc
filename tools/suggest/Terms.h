//===- Terms.h - the terms of a sum ---------------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_SUGGEST_TERMS_H
#define USERSCHED_SUGGEST_TERMS_H

#include "llvm/ADT/StringRef.h"
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace usersched {

/// By product of names: how often it is added. Numbers have no name. What
/// stands in brackets behind a name is a part of it, as in `row[i]`.
using Terms = std::map<std::vector<std::string>, long long>;

/// Returns the terms of \p Text, which may be added, subtracted and multiplied;
/// nothing if there are other operators.
std::optional<Terms> termsOf(llvm::StringRef Text);

/// Adds \p B, \p Times over, to \p A. Terms that cancel out are left away.
void add(Terms &A, const Terms &B, long long Times);

} // namespace usersched

#endif
