//===- schedules.h - one loop under every schedule
//--------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loops differ in nothing but the schedule, and call the same inlined body.
// static_steal is what LLVM's runtime makes of nonmonotonic:dynamic; it cannot
// be asked for at run time.
//
//===----------------------------------------------------------------------===//
#ifndef BENCH_SCHEDULES_H
#define BENCH_SCHEDULES_H

#include <algorithm>
#include <cstdint>
#include <string>
#include <type_traits>

namespace bench {

enum class Kind {
  Static,
  Dynamic,
  Guided,
  StaticSteal,
  Usersched, ///< nothing is kept for the next execution
  UserschedProf,
  UserschedNoSteal,
  UserschedProfNoSteal
};

struct Schedule {
  Kind kind;
  int chunk = 0; ///< iterations (usersched: load); 0: the schedule's default

  bool is_usersched() const { return kind >= Kind::Usersched; }

  std::string name() const {
    static const char *const names[] = {"static",
                                        "monotonic:dynamic",
                                        "guided",
                                        "static_steal",
                                        "usersched",
                                        "usersched(prof)",
                                        "usersched(steal off)",
                                        "usersched(prof, steal off)"};
    const std::string name = names[static_cast<int>(kind)];
    return chunk ? name + "," + std::to_string(chunk) : name;
  }
};

/// The load of a loop whose iterations cost the same.
struct FlatLoad {
  constexpr int operator()(std::int64_t) const { return 1; }
};

/// Executes body(i, sum) for all i from 0 to n-1 by a team of the given size;
/// returns the total of the threads' sums. load(i) is what the loop tells
/// usersched; for a FlatLoad, the constant 1, as a user would write it.
template <class Index, class Load, class Body>
std::uint64_t run_loop(Schedule schedule, int threads, Index n,
                       const Load &load, const Body &body) {
  std::uint64_t sum = 0;
  const int chunk = std::max(schedule.chunk, 1);
  const std::uint64_t given = static_cast<std::uint64_t>(schedule.chunk);
  constexpr bool is_flat = std::is_same_v<Load, FlatLoad>;
  switch (schedule.kind) {
  case Kind::Static:
    if (schedule.chunk == 0) {
#pragma omp parallel for num_threads(threads) reduction(+ : sum)               \
    schedule(static)
      for (Index i = 0; i < n; ++i)
        body(i, sum);
    } else {
#pragma omp parallel for num_threads(threads) reduction(+ : sum)               \
    schedule(static, chunk)
      for (Index i = 0; i < n; ++i)
        body(i, sum);
    }
    break;
  case Kind::Dynamic:
#pragma omp parallel for num_threads(threads) reduction(+ : sum)               \
    schedule(monotonic : dynamic, chunk)
    for (Index i = 0; i < n; ++i)
      body(i, sum);
    break;
  case Kind::Guided:
#pragma omp parallel for num_threads(threads) reduction(+ : sum)               \
    schedule(guided, chunk)
    for (Index i = 0; i < n; ++i)
      body(i, sum);
    break;
  case Kind::StaticSteal:
#pragma omp parallel for num_threads(threads) reduction(+ : sum)               \
    schedule(nonmonotonic : dynamic, chunk)
    for (Index i = 0; i < n; ++i)
      body(i, sum);
    break;
  case Kind::Usersched:
#pragma ompx usersched(load : is_flat ? 1 : load(i), chunk : given,            \
                       profile : off)
#pragma omp parallel for num_threads(threads) reduction(+ : sum)
    for (Index i = 0; i < n; ++i)
      body(i, sum);
    break;
  case Kind::UserschedProf:
#pragma ompx usersched(load : is_flat ? 1 : load(i), chunk : given)
#pragma omp parallel for num_threads(threads) reduction(+ : sum)
    for (Index i = 0; i < n; ++i)
      body(i, sum);
    break;
  case Kind::UserschedNoSteal:
#pragma ompx usersched(load : is_flat ? 1 : load(i), chunk : given,            \
                       profile : off, steal : off)
#pragma omp parallel for num_threads(threads) reduction(+ : sum)
    for (Index i = 0; i < n; ++i)
      body(i, sum);
    break;
  case Kind::UserschedProfNoSteal:
#pragma ompx usersched(load : is_flat ? 1 : load(i), chunk : given, steal : off)
#pragma omp parallel for num_threads(threads) reduction(+ : sum)
    for (Index i = 0; i < n; ++i)
      body(i, sum);
    break;
  }
  return sum;
}

/// Work that the compiler neither removes nor merges: count dependent integer
/// additions to sum.
inline void add(std::uint64_t &sum, std::uint64_t count) {
  for (; count > 0; --count) {
    ++sum;
    asm volatile("" : "+r"(sum));
  }
}

} // namespace bench
#endif
