//===- TeamPool.cpp - teams for regions to come ---------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Regions nest, and tasks may interleave them, so a thread keeps a list of
// teams in no particular order.
//
//===----------------------------------------------------------------------===//
#include "team/TeamPool.h"

#include "base/BriefMutex.h"
#include "base/Fork.h"
#include "base/Memory.h"
#include "base/ThreadEnd.h"

using namespace usersched;

namespace {

struct CommonList {
  BriefMutex Lock;
  Team *First = nullptr;
};

Singleton<CommonList> OnlyList;

CommonList &commonList() {
  return OnlyList.get([] {
    return need("teams", [] {
      auto *New = new CommonList;
      surviveForks(ForkOrder::Teams, New->Lock);
      return New;
    });
  });
}

void push(Team *&First, Team &T) {
  T.NextInPool = First;
  First = &T;
}

Team *pop(Team *&First) {
  Team *T = First;
  if (T)
    First = T->NextInPool;
  return T;
}

thread_local Team *Kept = nullptr;
/// The thread shares what it keeps when it ends.
thread_local bool SharesAtEnd = false;

} // namespace

/// Returns a team for a thread that keeps none: from the common list, or new.
__attribute__((noinline)) static Team &findTeam(bool MayBeCancelled) {
  Team *T;
  {
    CommonList &Common = commonList();
    std::lock_guard<BriefMutex> Held(Common.Lock);
    T = pop(Common.First);
  }
  if (!T)
    T = need("a team", [] { return new Team(PlanCache::global()); });
  return T->begin(MayBeCancelled);
}

Team &usersched::takeTeam(bool MayBeCancelled) {
  Team *T = pop(Kept);
  return T ? T->begin(MayBeCancelled) : findTeam(MayBeCancelled);
}

/// Makes the thread share its teams when it ends, and keeps T. If that is not
/// possible, nobody would fetch what the thread keeps.
__attribute__((noinline)) static void keepFirst(Team &T) {
  static ThreadEnd SharesTeams([](void *) {
    SharesAtEnd = false;
    while (Team *Left = pop(Kept))
      shareTeam(*Left);
  });
  SharesAtEnd = SharesTeams.arm(&Kept);
  SharesAtEnd ? push(Kept, T) : shareTeam(T);
}

void usersched::keepTeam(Team &T) {
  if (!SharesAtEnd)
    return keepFirst(T);
  push(Kept, T);
}

void usersched::shareTeam(Team &T) {
  CommonList &Common = commonList();
  std::lock_guard<BriefMutex> Held(Common.Lock);
  push(Common.First, T);
}
