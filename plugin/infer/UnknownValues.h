//===- UnknownValues.h - what is not known when an iteration begins -------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A load is evaluated before its iteration begins, by any thread, while other
// iterations run. In a copy of the iteration, calls of three kinds of
// functions, which have no definition, stand for what cannot be said then:
//
//   unknown(number)   a value that the iteration computes or gets from others
//   outdated(v)       v is read from memory that the iteration writes first.
//                     The value may count iterations, as a wrong count costs
//                     time only. It must not be part of an address, of a
//                     divisor or of the arguments of a call, or decide what is
//                     read
//   first(v)          v is read in a loop that writes there later: it is known
//                     where the loop begins, and not behind the loop
//
// The functions have no effects, so that what nobody uses goes away. No call
// survives the inference.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_UNKNOWNVALUES_H
#define USERSCHED_PLUGIN_UNKNOWNVALUES_H

#include "llvm/IR/PassManager.h"

namespace llvm {
class IRBuilderBase;
class Instruction;
class Loop;
class Type;
class Value;
} // namespace llvm

namespace usersched {

/// The name of the metadata of a load whose value is that which a variable has
/// when the loop begins. Others know the address of the variable.
inline constexpr char EarlyRead[] = "usersched.early";

/// Emits an unknown value of \p Type, different from every other one.
llvm::Value *createUnknown(llvm::IRBuilderBase &B, llvm::Type *Type);

/// Makes \p F, a copy of one iteration, a function without side effects:
/// removes what has some and what only these need, and marks what is not known
/// when the iteration begins. Behind a call that may not return, that is all
/// that may trap. F then has one return, of 0, and loops are marked: those that
/// test their condition behind their body, as without effects it looks as if in
/// front of it, and those that no call can end. Returns false, having changed
/// nothing, if F jumps to computed addresses.
bool markUnknownValues(llvm::Function &F,
                       llvm::FunctionAnalysisManager &Analyses);

/// Returns true if \p Exit, of a loop in such a function, stands behind the
/// body.
bool isTestedLast(const llvm::Instruction &Exit);

/// Returns true if no call, in front of \p L of such a function or in it, could
/// end the iteration. So the loop ended by its own conditions.
bool endsByItself(const llvm::Loop &L);

/// Returns true if \p V, in a function that markUnknownValues() has changed,
/// can be evaluated before the iteration begins. Of what changes in a loop,
/// that holds if it holds of the values that it has at first. \p MayBeOutdated:
/// it is a count, no address and no condition. \p MayBeFirst: no loop runs
/// between the begin of the iteration and V.
bool isKnown(const llvm::Value *V, bool MayBeOutdated, bool MayBeFirst = true);

/// Returns true if \p I is a mark first(v).
bool isFirst(const llvm::Instruction &I);

/// Where \p L uses a mark first(v), makes it use outdated(v), since L is to run
/// more than once.
void outdateFirst(const llvm::Loop &L);

/// Replaces the values of \p F that are first or may be outdated by what is
/// read.
void acceptMarked(llvm::Function &F);

/// Returns true if \p F uses values that are not known.
bool hasUnknown(const llvm::Function &F);

} // namespace usersched

#endif
