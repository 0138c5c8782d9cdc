//===- LoopDescriptor.h - the descriptor of a loop in the IR --------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_LOOPDESCRIPTOR_H
#define USERSCHED_PLUGIN_LOOPDESCRIPTOR_H

#include <cstdint>

namespace llvm {
class Constant;
class GlobalVariable;
class LLVMContext;
class Module;
class Twine;
} // namespace llvm

namespace usersched {

/// The fields of a usersched_loop that the plugin chooses (usersched_abi.h says
/// what each means). The others start as 0.
struct LoopDescriptor {
  uint64_t Flags = 0;
  /// Null-terminated strings; Name is null if the loop has none.
  llvm::Constant *File = nullptr, *Function = nullptr, *Load = nullptr,
                 *Name = nullptr;
  uint64_t Line = 0, Column = 0;
  /// Functions; null if the loop has no such function.
  llvm::Constant *Inspect = nullptr, *Subspace = nullptr, *Prefix = nullptr;
  /// The bits of the load that every iteration has; 0 if loads may differ.
  uint64_t Each = 0;
};

/// Returns \p D as a constant of the layout of usersched_loop.
llvm::Constant *createDescriptor(llvm::LLVMContext &C, const LoopDescriptor &D);

/// Adds to \p M an internal variable \p Name that holds \p Descriptors: one
/// descriptor, or an array of them.
llvm::GlobalVariable *createDescriptorVariable(llvm::Module &M,
                                               llvm::Constant &Descriptors,
                                               const llvm::Twine &Name);

} // namespace usersched

#endif
