//===- SharedVariables.h - variables that keep their value in a region ----===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_SHAREDVARIABLES_H
#define USERSCHED_PLUGIN_SHAREDVARIABLES_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {
class Argument;
class CallBase;
class Function;
class Value;
} // namespace llvm

namespace usersched {

/// Finds variables of a function that a parallel region in it shares, and that
/// keep their value while the region runs.
class SharedVariables {
public:
  /// Marks the parameters of \p Region, an outlined function, that are
  /// addresses of such variables.
  void markParameters(llvm::Function &Region);
  /// Removes the marks.
  static void unmarkParameters(llvm::Function &Region);

private:
  // What happens to a variable whose address a value is.
  struct Fate {
    bool IsWritten = false;
    bool IsReturned = false; // its address is
    bool Escapes = false;    // others may know its address
  };

  Fate fateOf(const llvm::Value &Address);
  void addCall(const llvm::CallBase &Call, const llvm::Value &Address,
               Fate &Sum, llvm::SmallVectorImpl<const llvm::Value *> &Work);
  bool isConstant(const llvm::Argument &Parameter);
  bool isPrivateTo(const llvm::Value &Address);

  llvm::DenseMap<const llvm::Argument *, Fate> Fates;
};

/// Returns true if \p Address, in a region's function, is that of a variable
/// that markParameters() has found.
bool isConstantVariable(const llvm::Value &Address);

} // namespace usersched

#endif
