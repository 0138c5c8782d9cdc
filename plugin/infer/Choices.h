//===- Choices.h - branches that only choose between values ---------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_CHOICES_H
#define USERSCHED_PLUGIN_CHOICES_H

namespace llvm {
class Function;
} // namespace llvm

namespace usersched {

/// Replaces branches of \p F, which has no side effects, that decide by what is
/// not known exactly by `select`, where nothing but values depends on them.
/// What an earlier read under the same condition has read is not read again.
void foldChoices(llvm::Function &F);

/// Replaces what \p F reads through a reference that a branch has chosen, as
/// std::min() returns one, by a choice between what is read. Returns true if
/// there was such a reference.
bool readBeforeChoice(llvm::Function &F);

} // namespace usersched

#endif
