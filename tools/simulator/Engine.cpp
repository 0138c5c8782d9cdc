//===- Engine.cpp - the project's own scheduler, with virtual threads -----===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nothing is modelled here: chunking, balancing, exposure, stealing, refinement
// and the cache of plans are the runtime's, called as compiled loops call them.
// What the simulator adds is what its answers take.
//
//===----------------------------------------------------------------------===//
#include "Schedule.h"
#include "team/PlayedThread.h"

using namespace usersched;
using namespace usersched::simulator;

namespace {

class Engine : public Schedule {
  const Loop &TheLoop;
  VirtualTeam &Threads;
  const Overheads Cost;
  PlanCache Cache{std::size_t(1) << 30};
  Team Region{Cache};
  usersched_loop Descriptor;
  std::vector<Activation> Activations;
  std::vector<uint64_t> StealsOf;
  uint64_t StealsSeen = 0;

  /// All virtual threads count in one place: what is new there was counted by
  /// the thread that has had control since the last call.
  void attribute(uint32_t Thread) {
    const uint64_t Now =
        Counters::mine().get(static_cast<std::size_t>(Count::Steals));
    StealsOf[Thread] += Now - StealsSeen;
    StealsSeen = Now;
  }

public:
  Engine(const Loop &TheLoop, bool Profile, VirtualTeam &Threads,
         const Overheads &Cost)
      : TheLoop(TheLoop), Threads(Threads), Cost(Cost),
        Descriptor(TheLoop.descriptor(Profile ? 0 : USERSCHED_NO_PROFILE)),
        Activations(Threads.threads(), Activation()),
        StealsOf(Threads.threads()),
        StealsSeen(
            Counters::mine().get(static_cast<std::size_t>(Count::Steals))) {
    Threads.LookTime = Cost.Look;
    Threads.BeforeSwitch = [this](uint32_t Thread) { attribute(Thread); };
    Region.begin();
  }
  ~Engine() override {
    Threads.LookTime = 0;
    Threads.BeforeSwitch = nullptr;
  }

  void begin() override {}

  void enter(uint32_t Thread) override {
    const Call By = {&Descriptor,
                     TheLoop.captures(),
                     0,
                     0,
                     0,
                     TheLoop.tripCount(),
                     Thread,
                     Threads.threads(),
                     Descriptor.flags};
    usersched::enter(Activations[Thread], By, &Region);
  }

  bool next(uint32_t Thread, IterationRange &Result) override {
    attribute(Thread);
    const uint64_t Before = StealsOf[Thread];
    const bool More = Activations[Thread].next(Result);
    attribute(Thread);
    if (More)
      Threads.spend(StealsOf[Thread] > Before ? Cost.Steal : Cost.Own);
    return More;
  }

  void leave(uint32_t Thread) override { Activations[Thread].leave(); }

  uint64_t steals() const override {
    uint64_t Sum = 0;
    for (uint64_t Steals : StealsOf)
      Sum += Steals;
    return Sum;
  }
};

} // namespace

std::unique_ptr<Schedule> simulator::makeEngine(const Choice &What,
                                                const Loop &TheLoop,
                                                VirtualTeam &Team,
                                                const Overheads &Cost) {
  return std::make_unique<Engine>(TheLoop, What.Which == Kind::UserschedProfile,
                                  Team, Cost);
}
