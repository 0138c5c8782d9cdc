//===- Remarks.cpp - -Rpass=usersched and -Rpass-missed=usersched --------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang tracks locations when remarks are asked for, so that they are right
// without -g, too. The same remarks go into -fsave-optimization-record's files.
//
//===----------------------------------------------------------------------===//
#include "dispatch/Remarks.h"
#include "base/Markers.h"
#include "dispatch/LoopMarkers.h"
#include "usersched_abi.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace usersched {

namespace {

constexpr char PassName[] = "usersched";

} // namespace

void remarkScheduled(const LoopMarkers &L, bool IsTeamKnown) {
  CallInst &Loop = *L.Loop;
  OptimizationRemarkEmitter Emitter(Loop.getFunction());
  Emitter.emit([&] {
    OptimizationRemark Remark(PassName, "Scheduled", &Loop);
    Remark << "loop is scheduled by "
           << (L.Begin[marker::RegionPrefix] ? "prefix: " : "load: ")
           << ore::NV("Load", stringArgument(Loop, 5));
    StringRef Schedule = stringArgument(Loop, 7);
    if (!Schedule.empty())
      Remark << ", instead of schedule(" << ore::NV("Schedule", Schedule)
             << ")";
    return Remark;
  });
  // A prefix gives the load of any range without a look at its iterations.
  if (L.Begin[marker::RegionLoad] && L.Begin[marker::RegionPrefix])
    Emitter.emit([&] {
      return OptimizationRemarkMissed(PassName, "LoadUnused", &Loop)
             << "load is not evaluated, because the prefix is given, too";
    });
  if (!IsTeamKnown)
    Emitter.emit([&] {
      return OptimizationRemarkMissed(PassName, "Orphaned", &Loop)
             << "no parallel region of this file leads to the loop by direct "
                "calls: "
             << (constantArgument(Loop, 6) & USERSCHED_NOWAIT
                     ? "it is divided evenly, because its threads may not wait "
                       "for each other"
                     : "its threads have to meet before it");
    });
}

} // namespace usersched
