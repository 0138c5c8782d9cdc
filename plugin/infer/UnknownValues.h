//===- UnknownValues.h - what is not known when an iteration begins -------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A load is evaluated before its iteration begins, by any thread, while other
// iterations run. In a copy of the iteration, calls of four kinds of
// functions, which have no definition, stand for what LLVM cannot say then:
//
//   unknown(number)   a value that the iteration computes or gets from others
//   outdated(v)       v is read from memory that the iteration writes first.
//                     The value may count iterations, as a wrong count costs
//                     time only. It must not be part of an address, of a
//                     divisor or of the arguments of a call, or decide what is
//                     read
//   first(v)          v is read in a loop that writes there later: it is known
//                     where the loop begins, and not behind the loop
//   constant(p)       p, the address of a variable that nobody writes to while
//                     the loop runs (see SharedVariables.h)
//
// The functions have no effects, so that what nobody uses goes away. No call
// survives the inference.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_UNKNOWNVALUES_H
#define USERSCHED_PLUGIN_UNKNOWNVALUES_H

namespace llvm {
class Function;
class IRBuilderBase;
class Instruction;
class LoadInst;
class Loop;
class Type;
class Value;
} // namespace llvm

namespace usersched {

/// The name of the metadata of a load whose value is that which a variable has
/// when the loop begins. Others know the address of the variable.
inline constexpr char EarlyRead[] = "usersched.early";

/// The name of the metadata of a load from a variable that no iteration writes,
/// and whose address nobody else knows, at a place that may be outside of it.
inline constexpr char HiddenRead[] = "usersched.hidden";

/// Emits an unknown value of \p Type, different from every other one.
llvm::Value *createUnknown(llvm::IRBuilderBase &B, llvm::Type *Type);

/// Returns true if \p V is an unknown value.
bool isUnknown(const llvm::Value *V);

/// Emits a mark constant(\p Address).
llvm::Value *createConstant(llvm::IRBuilderBase &B, llvm::Value *Address);

/// Returns true if \p V is a mark constant(p).
bool isConstant(const llvm::Value *V);

/// Replaces the marks constant(p) in \p F by p.
void acceptConstant(llvm::Function &F);

/// Replaces \p Load by a mark of its value.
void markOutdated(llvm::LoadInst &Load);
void markFirst(llvm::LoadInst &Load);

/// Returns true if \p I, which is pure, may trap, depending on its operands.
bool mayTrap(const llvm::Instruction &I);

/// Returns true if \p V, in a function without side effects (see
/// SideEffects.h), can be evaluated before the iteration begins. Of what
/// changes in a loop, that holds if it holds of the values that it has at
/// first. \p MayBeOutdated: it is a count, no address and no condition. \p
/// MayBeFirst: no loop runs between the begin of the iteration and V.
bool isKnown(const llvm::Value *V, bool MayBeOutdated, bool MayBeFirst = true);

/// Returns true if \p I is a mark first(v).
bool isFirst(const llvm::Instruction &I);

/// Returns true if \p I is a mark first(v) or outdated(v).
bool isMark(const llvm::Instruction &I);

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
