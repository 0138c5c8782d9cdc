//===- coherence.cpp - what cache lines cost virtual threads --------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread that waits for a line loses control, as in VirtualTeam::spend(), so
// that another thread may change what it is about to read, as on a machine. It
// keeps control while it holds a mutex: all virtual threads are one thread of
// the system, which must not wait for itself.
//
//===----------------------------------------------------------------------===//
#include "coherence.h"

#include <algorithm>
#include <cstring>
#include <pthread.h>
#include <unordered_map>
#include <utility>
#include <vector>

using namespace usersched;
using namespace usersched::bench;
using simulator::Time;
using simulator::VirtualTeam;

namespace {

enum class Access { Read, Write, Update };

constexpr unsigned LogLine = 6;

struct Line {
  uint64_t Owners = 0; ///< a bit for each core that has it
  /// When it has come to its only owner, which has fetched it; 0: it is there.
  Time Ready = 0;
};

struct Core {
  uint64_t Transfers = 0;
  // Of the last transfer:
  uint64_t Place = 0, Pair = 0;
  Time End = 0;
};

struct State {
  AccessCosts Costs;
  uint64_t IgnoredBegin, IgnoredEnd;
  std::unordered_map<uint64_t, Line> Lines;
  std::map<uint64_t, uint64_t> ByPlace;
  std::vector<Core> Cores{64};
  int Mutexes = 0; ///< that the running thread holds
  Time Owed = 0;   ///< for what it did meanwhile

  void spend(Time Duration) {
    if (Mutexes > 0)
      Owed += Duration;
    else
      VirtualTeam::running()->spend(Duration);
  }

  void transfer(uint64_t Number, uint64_t Place, bool Waits) {
    VirtualTeam &Team = *VirtualTeam::running();
    Core &Mine = Cores[Team.current()];
    const bool Overlaps = Team.now() < Mine.End + Costs.Transfer &&
                          (Mine.Place == Place || Mine.Pair == Number / 2);
    ++Mine.Transfers;
    ++ByPlace[Place];
    Mine.Place = Place;
    Mine.Pair = Number / 2;
    if (Waits)
      spend(Overlaps ? Costs.Overlapping : Costs.Transfer);
    Mine.End = Team.now();
  }

  void access(uint64_t Address, Access How, uint64_t Place) {
    VirtualTeam *Team = VirtualTeam::running();
    if (!Team || (Address >= IgnoredBegin && Address < IgnoredEnd))
      return;
    spend(Costs.Hit);
    const uint64_t Number = Address >> LogLine;
    const uint64_t Me = uint64_t(1) << Team->current();
    Line &Touched = Lines[Number];
    const Time Ready = std::exchange(Touched.Ready, 0);
    const bool IsMine = Touched.Owners == Me;
    const bool Misses = How == Access::Read
                            ? !(Touched.Owners & Me) && Touched.Owners != 0
                            : (Touched.Owners & ~Me) != 0;
    Touched.Owners = How == Access::Read ? Touched.Owners | Me : Me;
    if (IsMine && Ready > Team->now())
      spend(Ready - Team->now());
    else if (Misses)
      transfer(Number, Place, How != Access::Write);
  }

  void fetch(uint64_t Address, uint64_t Place) {
    VirtualTeam *Team = VirtualTeam::running();
    if (!Team)
      return;
    Line &Fetched = Lines[Address >> LogLine];
    const uint64_t Me = uint64_t(1) << Team->current();
    if (Fetched.Owners != Me && Fetched.Owners != 0) {
      Fetched.Ready = Team->now() + Costs.Transfer;
      ++Cores[Team->current()].Transfers;
      ++ByPlace[Place];
    }
    Fetched.Owners = Me;
  }
};

State *Model = nullptr;

void access(const volatile void *Place, Access How, const void *Caller) {
  if (Model)
    Model->access(reinterpret_cast<uint64_t>(Place), How,
                  reinterpret_cast<uint64_t>(Caller));
}

void accessAll(const void *Begin, std::size_t Bytes, Access How,
               const void *Caller) {
  const auto First = reinterpret_cast<uint64_t>(Begin);
  for (uint64_t Number = First >> LogLine; Number << LogLine < First + Bytes;
       ++Number)
    if (Model)
      Model->access(std::max(First, Number << LogLine), How,
                    reinterpret_cast<uint64_t>(Caller));
}

} // namespace

Coherence::Coherence(const AccessCosts &Costs, const void *Ignored,
                     std::size_t Bytes) {
  const auto Begin = reinterpret_cast<uint64_t>(Ignored);
  Model = new State{Costs, Begin, Begin + Bytes, {}, {}};
}
Coherence::~Coherence() { delete std::exchange(Model, nullptr); }

uint64_t Coherence::transfers(uint32_t Thread) {
  return Model->Cores[Thread].Transfers;
}
const std::map<uint64_t, uint64_t> &Coherence::transfersByPlace() {
  return Model->ByPlace;
}

#define CALLER __builtin_return_address(0)

extern "C" {

void coherence_fetch(const void *Place) {
  if (Model)
    Model->fetch(reinterpret_cast<uint64_t>(Place),
                 reinterpret_cast<uint64_t>(CALLER));
}

// Instead of pthread_mutex_lock() and pthread_mutex_unlock(): see --wrap of the
// linker.
int __real_pthread_mutex_lock(pthread_mutex_t *);
int __real_pthread_mutex_unlock(pthread_mutex_t *);
int __wrap_pthread_mutex_lock(pthread_mutex_t *Mutex) {
  if (Model)
    ++Model->Mutexes;
  return __real_pthread_mutex_lock(Mutex);
}
int __wrap_pthread_mutex_unlock(pthread_mutex_t *Mutex) {
  const int Result = __real_pthread_mutex_unlock(Mutex);
  if (Model && --Model->Mutexes == 0 && VirtualTeam::running())
    Model->spend(std::exchange(Model->Owed, 0));
  return Result;
}

// What the compiler calls: see compiler-rt's tsan_interface.h.
void __tsan_init() {}
void __tsan_func_entry(void *) {}
void __tsan_func_exit() {}
void __tsan_vptr_update(void **, void *) {}
void __tsan_vptr_read(void **) {}
void __tsan_atomic_thread_fence(int) {}
void __tsan_atomic_signal_fence(int) {}

#define PLAIN(BYTES)                                                           \
  void __tsan_read##BYTES(void *P) { access(P, Access::Read, CALLER); }        \
  void __tsan_write##BYTES(void *P) { access(P, Access::Write, CALLER); }      \
  void __tsan_read_write##BYTES(void *P) { access(P, Access::Write, CALLER); } \
  void __tsan_unaligned_read##BYTES(void *P) {                                 \
    access(P, Access::Read, CALLER);                                           \
  }                                                                            \
  void __tsan_unaligned_write##BYTES(void *P) {                                \
    access(P, Access::Write, CALLER);                                          \
  }                                                                            \
  void __tsan_unaligned_read_write##BYTES(void *P) {                           \
    access(P, Access::Write, CALLER);                                          \
  }
PLAIN(1)
PLAIN(2)
PLAIN(4)
PLAIN(8)
PLAIN(16)

void *__tsan_memcpy(void *To, const void *From, std::size_t Bytes) {
  accessAll(From, Bytes, Access::Read, CALLER);
  accessAll(To, Bytes, Access::Write, CALLER);
  return std::memcpy(To, From, Bytes);
}
void *__tsan_memmove(void *To, const void *From, std::size_t Bytes) {
  accessAll(From, Bytes, Access::Read, CALLER);
  accessAll(To, Bytes, Access::Write, CALLER);
  return std::memmove(To, From, Bytes);
}
void *__tsan_memset(void *To, int Value, std::size_t Bytes) {
  accessAll(To, Bytes, Access::Write, CALLER);
  return std::memset(To, Value, Bytes);
}

// Nothing comes between an access and the operation: a thread loses control
// only in access().
#define FETCH(TYPE, BITS, NAME, NEW)                                           \
  TYPE __tsan_atomic##BITS##_##NAME(volatile TYPE *P, TYPE Value, int) {       \
    access(P, Access::Update, CALLER);                                         \
    const TYPE Old = *P;                                                       \
    *P = static_cast<TYPE>(NEW);                                               \
    return Old;                                                                \
  }
#define ATOMIC(TYPE, BITS)                                                     \
  TYPE __tsan_atomic##BITS##_load(const volatile TYPE *P, int) {               \
    access(P, Access::Read, CALLER);                                           \
    return *P;                                                                 \
  }                                                                            \
  void __tsan_atomic##BITS##_store(volatile TYPE *P, TYPE Value, int) {        \
    access(P, Access::Write, CALLER);                                          \
    *P = Value;                                                                \
  }                                                                            \
  FETCH(TYPE, BITS, exchange, Value)                                           \
  FETCH(TYPE, BITS, fetch_add, Old + Value)                                    \
  FETCH(TYPE, BITS, fetch_sub, Old - Value)                                    \
  FETCH(TYPE, BITS, fetch_or, Old | Value)                                     \
  FETCH(TYPE, BITS, fetch_and, Old &Value)                                     \
  FETCH(TYPE, BITS, fetch_xor, Old ^ Value)                                    \
  TYPE __tsan_atomic##BITS##_compare_exchange_val(                             \
      volatile TYPE *P, TYPE Expected, TYPE Value, int, int) {                 \
    access(P, Access::Update, CALLER);                                         \
    const TYPE Old = *P;                                                       \
    if (Old == Expected)                                                       \
      *P = Value;                                                              \
    return Old;                                                                \
  }
ATOMIC(uint8_t, 8)
ATOMIC(uint16_t, 16)
ATOMIC(uint32_t, 32)
ATOMIC(uint64_t, 64)
}
