//===- LoopReduction.h - makes the reductions of a loop reproducible ------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_LOOPREDUCTION_H
#define USERSCHED_PLUGIN_LOOPREDUCTION_H

#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace llvm {
class CallInst;
class StoreInst;
class Value;
} // namespace llvm

namespace usersched {

struct DispatchCalls;
struct FunctionState;

/// The reductions of a loop as Clang emitted them.
struct LoopReduction {
  /// An entry of the list that Reduce gets: a pointer to the thread's copy of a
  /// variable, or, behind the copy of an array of variable length, the length.
  struct Entry {
    llvm::Value *Pointer;
    llvm::Value *Size; // of the copy in bytes, an i64; null for a length
  };
  llvm::SmallVector<Entry, 4> Entries;
  llvm::SmallVector<llvm::StoreInst *, 4> Stores; // of the entries
  /// __kmpc_reduce or __kmpc_reduce_nowait, and the ends of what they begin.
  llvm::CallInst *Reduce = nullptr;
  llvm::SmallVector<llvm::CallInst *, 4> Ends;
};

/// Returns the reductions of the loop of \p Calls; nothing if Clang emitted
/// none.
std::optional<LoopReduction> findReduction(const DispatchCalls &Calls);

/// Makes the loop of \p Calls one over reduction blocks, and replaces the calls
/// that combine the copies of the threads. \p Descriptor is the usersched_loop.
void rewriteReduction(LoopReduction &R, const DispatchCalls &Calls,
                      const FunctionState &State, llvm::Value &Descriptor);

} // namespace usersched

#endif
