//===- RegionData.h - the data that each thread of a region has -----------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_REGIONDATA_H
#define USERSCHED_PLUGIN_REGIONDATA_H

#include "nowait/IndexReader.h"
#include "threaddata/Assignments.h"
#include "threaddata/Dependence.h"

namespace usersched {

/// Says which data belong to one thread in a parallel region, or in a function
/// that may run in one: variables of which each thread has its own, what such
/// pointers point at if the number of the thread decides on it, and elements
/// that the number of the thread selects.
class RegionData {
public:
  RegionData(const clang::Stmt &Body,
             const clang::OMPExecutableDirective *Parallel);
  RegionData(const RegionData &) = delete;

  /// Returns true if each thread has its own \p Variable.
  bool isOwn(const clang::ValueDecl &Variable) const;
  /// Returns true if the part of an object that \p Part describes is one
  /// thread's.
  bool isOwn(const Origin &Part) const;
  /// Returns true if the number of the thread decides on the value of
  /// \p Variable, or on that of an element of it.
  bool differsByThread(const clang::ValueDecl &Variable) const;
  /// Returns the arrays that \p Pointer, a variable, may point into.
  llvm::SmallVector<const clang::ValueDecl *, 2>
  pointees(const clang::ValueDecl &Pointer) const;
  /// Returns what depends on \p Data, also by way of data that threads share.
  Dependence dependentOn(const clang::ValueDecl &Data) const;

  const RegionView View;

private:
  const clang::Stmt &Body;
  /// What depends on the number of the thread; the variables of which the value
  /// is a function of that number and of nothing that is counted or read.
  Dependence OfThread, Number;
};

} // namespace usersched

#endif
