//===- replay.cpp - steps of ranks that are not there --------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs in SimGrid's simulation. What is simulated: the time of computing, which
// the plan says, and of all messages. What is real: libusersched-mpi, which is
// compiled into this program, but for Zoltan (cut_of_plan.cpp).
//
//===----------------------------------------------------------------------===//
#include "replay_plan.h"
#include <usersched_mpi.h>

#include <algorithm>
#include <cstdlib>
#include <map>

using namespace at_scale;

namespace {

/// To each neighbour, in each step.
constexpr int halo_bytes = 1 << 16;
/// An object: 64 atoms of 100 bytes.
constexpr int object_bytes = 6400;

struct Settings {
  std::string plan;
  Way way = Static; ///< Static: no balancing
  int steps = 100;
};

class Replay {
  const ReplayPlan &plan_;
  const Way way_;
  int rank_;
  Way now_ = Static; ///< who has what
  usersched_balancer *balancer_;
  std::vector<char> sent_, got_; ///< nobody looks at what is in it
  double busy_ = 0;              ///< in this step

public:
  double sum_busy = 0; ///< in all steps
  double num_moved = 0;

  Replay(const ReplayPlan &plan, Way way)
      : plan_(plan), way_(way),
        balancer_(usersched_balancer_create(MPI_COMM_WORLD, USERSCHED_RCB, 3)),
        sent_(halo_bytes), got_(halo_bytes) {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  }
  ~Replay() { usersched_balancer_free(balancer_); }
  Replay(const Replay &) = delete;
  Replay &operator=(const Replay &) = delete;

  /// Both ways in each direction of the grid, whose ends are joined.
  void exchange_halo() {
    int stride = plan_.num_ranks;
    for (int size : plan_.grid) {
      const int block = stride;
      stride /= size;
      for (int by : {stride, block - stride}) {
        const int base = rank_ / block * block;
        const int to = base + (rank_ - base + by) % block;
        const int from = base + (rank_ - base + block - by) % block;
        if (to != rank_)
          MPI_Sendrecv(sent_.data(), halo_bytes, MPI_BYTE, to, 0, got_.data(),
                       halo_bytes, MPI_BYTE, from, 0, MPI_COMM_WORLD,
                       MPI_STATUS_IGNORE);
        go_on_reducing();
      }
    }
  }

  void compute(int step) {
    busy_ = plan_.busy[now_][rank_];
    if (plan_.wandering && step * 7919 % plan_.num_ranks == rank_)
      busy_ *= 2;
    compute_for(busy_);
    sum_busy += busy_;
  }

  /// Sends and receives what the lists say: as many bytes as each has objects.
  void move(const usersched_moves &moves) {
    std::map<int, int> to, from;
    for (std::size_t i = 0; i < moves.num_exports; ++i)
      ++to[moves.export_ranks[i]];
    for (std::size_t i = 0; i < moves.num_imports; ++i)
      ++from[moves.import_ranks[i]];
    int most = 0;
    for (const auto *side : {&to, &from})
      for (const auto &[rank, count] : *side)
        most = std::max(most, count);
    std::vector<char> bytes(static_cast<std::size_t>(most) * object_bytes);
    std::vector<MPI_Request> requests;
    for (const auto &[rank, count] : from)
      MPI_Irecv(bytes.data(), count * object_bytes, MPI_BYTE, rank, 1,
                MPI_COMM_WORLD, &requests.emplace_back());
    for (const auto &[rank, count] : to)
      MPI_Isend(bytes.data(), count * object_bytes, MPI_BYTE, rank, 1,
                MPI_COMM_WORLD, &requests.emplace_back());
    MPI_Waitall(static_cast<int>(requests.size()), requests.data(),
                MPI_STATUSES_IGNORE);
    num_moved += double(moves.num_exports);
  }

  void balance() {
    const std::vector<std::int32_t> &own = plan_.objects_of[now_][rank_];
    const std::vector<std::uint64_t> ids(own.begin(), own.end());
    std::vector<double> costs;
    for (std::int32_t id : own)
      costs.push_back(plan_.costs[id]);
    const std::vector<double> places(3 * own.size());
    usersched_objects objects = {};
    objects.count = ids.size();
    objects.ids = ids.data();
    objects.costs = way_ == Measured ? costs.data() : nullptr;
    objects.coordinates = places.data();
    usersched_moves moves;
    usersched_balance(balancer_, &objects, &moves);
    const double start = MPI_Wtime();
    move(moves);
    usersched_balancer_moved(balancer_, MPI_Wtime() - start);
    now_ = way_;
  }

  void run(int steps) {
    if (way_ == Counts) // what is counted does not change
      balance();
    for (int step = 0; step < steps; ++step) {
      compute(step);
      exchange_halo();
      if (way_ == Measured && usersched_balancer_step(balancer_, busy_))
        balance();
    }
  }

  double busy_at_end() const { return plan_.busy[now_][rank_]; }
  int balances() const {
    usersched_balancer_figures figures;
    usersched_balancer_get_figures(balancer_, &figures);
    return static_cast<int>(figures.balances);
  }
};

/// All ranks see the same, and end.
int fail(const std::string &problem) {
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0)
    std::fprintf(stderr, "error: %s\n", problem.c_str());
  return 1;
}

/// Returns what is wrong with the command line, or "".
std::string parse(int argc, char **argv, Settings &s) {
  const char *const usage =
      "expected ranks-at-scale-replay PLAN static|counts|measured [STEPS]";
  if (argc < 3 || argc > 4)
    return usage;
  s.plan = argv[1];
  const char *const ways[] = {"static", "counts", "measured"};
  const auto *const way = std::find(ways, ways + 3, std::string(argv[2]));
  if (way == ways + 3)
    return usage;
  s.way = static_cast<Way>(way - ways);
  if (argc == 4)
    s.steps = std::atoi(argv[3]);
  return s.steps > 0 ? "" : usage;
}

int replay(int argc, char **argv) {
  Settings s;
  const std::string problem = parse(argc, argv, s);
  if (!problem.empty())
    return fail(problem);
  const ReplayPlan &plan = replay_plan(s.plan);
  int ranks, rank;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (ranks != plan.num_ranks)
    return fail("the plan is for " + std::to_string(plan.num_ranks) +
                " ranks; expected as many");
  Replay run(plan, s.way);
  MPI_Barrier(MPI_COMM_WORLD);
  const double start = MPI_Wtime();
  run.run(s.steps);
  MPI_Barrier(MPI_COMM_WORLD);
  const double seconds = MPI_Wtime() - start;
  double mine[] = {run.sum_busy, run.busy_at_end(), run.num_moved}, sums[3];
  double largest[3];
  MPI_Reduce(mine, sums, 3, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  MPI_Reduce(mine, largest, 3, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
  if (rank == 0)
    std::printf("{\"ranks\": %d, \"steps\": %d, \"seconds\": %.9g, "
                "\"unevenness\": %.6g, \"efficiency\": %.6g, \"balances\": %d, "
                "\"moved\": %.0f}\n",
                ranks, s.steps, seconds, largest[1] * ranks / sums[1],
                sums[0] / ranks / seconds, run.balances(), sums[2]);
  return 0;
}

} // namespace

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int status = 1;
  try {
    status = replay(argc, argv);
  } catch (const std::exception &e) {
    status = fail(e.what());
  }
  MPI_Finalize();
  return status;
}
