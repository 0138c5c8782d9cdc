//===- Remarks.cpp - what -Rpass=usersched and its kin say ----------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang tracks locations whenever the user asks for remarks, so the places are
// right without -g, too. -fsave-optimization-record writes the same remarks.
//
//===----------------------------------------------------------------------===//
#include "dispatch/Remarks.h"
#include "base/Markers.h"
#include "dispatch/LoopMarkers.h"
#include "infer/InferredLoad.h"
#include "usersched_abi.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace usersched {

static constexpr char PassName[] = "usersched";

void remarkScheduled(const LoopMarkers &L, bool Telescopes, bool IsTeamKnown) {
  CallInst &Loop = *L.Loop;
  OptimizationRemarkEmitter Emitter(Loop.getFunction());
  Emitter.emit([&] {
    OptimizationRemark Remark(PassName, "Scheduled", &Loop);
    Remark << (L.isTaskloop() ? "taskloop is divided by "
                              : "loop is scheduled by ")
           << (L.Begin[marker::RegionPrefix] ? "prefix: " : "load: ")
           << ore::NV("Load", stringArgument(Loop, marker::LoopLoad));
    StringRef Schedule = stringArgument(Loop, marker::LoopSchedule);
    if (!Schedule.empty())
      Remark << ", instead of " << ore::NV("Schedule", Schedule);
    return Remark;
  });
  if (Telescopes)
    Emitter.emit([&] {
      return OptimizationRemarkAnalysis(PassName, "Telescopes", &Loop)
             << "the load is a difference of neighbours, so that its sum over "
                "a "
                "range takes two evaluations: nothing is inspected, as with "
                "'prefix'";
    });
  // The prefix gives the load of any range without evaluating its iterations.
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
             << (constantArgument(Loop, marker::LoopFlags) & USERSCHED_NOWAIT
                     ? "it is divided evenly, because its threads may not wait "
                       "for each other"
                     : "its threads have to meet before it");
    });
}

static const char *textFor(InferredLoop::Kind Kind) {
  switch (Kind) {
  case InferredLoop::Counted:
    return "the inferred load counts the iterations of this loop";
  case InferredLoop::AtMost:
    return "the inferred load counts the iterations of this loop, although it "
           "may end earlier";
  case InferredLoop::Changing:
    return "the inferred load counts the iterations of this loop, although the "
           "iteration may change their number before the loop runs";
  case InferredLoop::ChangingAtMost:
    return "the inferred load counts the iterations of this loop, although the "
           "iteration may change their number before the loop runs, and the "
           "loop may end earlier";
  case InferredLoop::Unknown:
    return "the inferred load does not count this loop, because how long it is "
           "is not known before; if that varies, write 'load: EXPRESSION'";
  case InferredLoop::Guarded:
    return "the inferred load does not count this loop, because whether it "
           "runs is not known before; if that varies, write 'load: EXPRESSION'";
  }
  llvm_unreachable("unknown kind");
}

void remarkInferred(const LoopMarkers &L, const InferredLoad &Load) {
  CallInst &Loop = *L.Loop;
  OptimizationRemarkEmitter Emitter(Loop.getFunction());
  for (const InferredLoop &Inner : Load.Loops)
    Emitter.emit([&] {
      return OptimizationRemarkAnalysis(
                 PassName, "Inferred",
                 Inner.Where ? DiagnosticLocation(Inner.Where)
                             : DiagnosticLocation(Loop.getDebugLoc()),
                 Loop.getParent())
             << (Load.Varies || !InferredLoop::isCounted(Inner.Is)
                     ? textFor(Inner.Is)
                     : "the inferred load does not count this loop, because as "
                       "far as is known before it runs equally often in all "
                       "iterations");
    });
  if (!Load.Varies)
    Emitter.emit([&] {
      return OptimizationRemarkMissed(PassName, "NotInferred", &Loop)
             << "no load is inferred, because no loop in the body is known to "
                "vary in length with the iteration: the load is 1, corrected "
                "by what is measured; write 'load: EXPRESSION' if the work of "
                "an iteration is known";
    });
}

} // namespace usersched
