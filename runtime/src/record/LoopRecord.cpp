//===- LoopRecord.cpp - what a report knows of one loop -------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See LoopRecord.h.
//
//===----------------------------------------------------------------------===//
#include "record/LoopRecord.h"

#include <algorithm>
#include <cmath>

using namespace usersched;

static std::string text(const char *Text) { return Text ? Text : ""; }

static std::string placeOf(const std::string &File, uint32_t Line) {
  return File.substr(File.find_last_of('/') + 1) + ":" + std::to_string(Line);
}

LoopRecord::LoopRecord(const usersched_loop &Loop)
    : File(text(Loop.file)), Function(text(Loop.function)),
      Load(text(Loop.load)), Name(text(Loop.name)), Line(Loop.line),
      Column(Loop.column),
      HasPrefix(Loop.prefix && !(Loop.flags & USERSCHED_TELESCOPES)),
      Telescopes(Loop.flags & USERSCHED_TELESCOPES),
      IsConstant(!Loop.prefix && !Loop.inspect), Place(placeOf(File, Line)) {}

bool LoopRecord::isOf(const usersched_loop &Loop) const {
  return Line == Loop.line && Column == Loop.column &&
         File == text(Loop.file) && Function == text(Loop.function) &&
         Load == text(Loop.load) && Name == text(Loop.name);
}

void LoopRecord::inspected(std::shared_ptr<PlanRecord> New) {
  // Loads that have changed take the place of what they were.
  if (!Sums.Shown || Sums.Shown->Key == New->Key) {
    New->Ticks = Sums.Shown ? Sums.Shown->Ticks : 0;
    Sums.Shown = std::move(New);
  }
}

void LoopRecord::spent(const std::shared_ptr<PlanRecord> &Used,
                       uint64_t Ticks) {
  if (!Used)
    return;
  Used->Ticks += Ticks;
  if (!Sums.Shown || Used->Ticks > Sums.Shown->Ticks)
    Sums.Shown = Used;
}

void LoopRecord::clear() {
  Sums = LoopSums();
  for (std::atomic<uint64_t> &Count : Counts)
    Count.store(0, std::memory_order_relaxed);
}

void History::add(const ExecutionNote &Note) {
  const auto IsLeftOut = [this](const ExecutionNote &N) {
    return N.Execution > Kept && N.Execution % Stride != 0;
  };
  if (Notes.size() >= Capacity) {
    Stride *= 2;
    Notes.erase(std::remove_if(Notes.begin(), Notes.end(), IsLeftOut),
                Notes.end());
  }
  if (!IsLeftOut(Note))
    Notes.push_back(Note);
}

double History::lambda() const {
  std::vector<double> Values;
  for (const ExecutionNote &Note : Notes)
    if (!std::isnan(Note.LambdaTime))
      Values.push_back(Note.LambdaTime);
  return median(std::move(Values));
}
