//===- sweep.cpp - a transport sweep on the ranks of MPI -----------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In the manner of Kripke: ranks share zones by x and y, and work in a pipeline
// of layers. A hot place moves on in each step. So the ranks are uneven in each
// step, but not the same ones: nothing is moved, and threads share what is
// uneven inside a rank.
//
//===----------------------------------------------------------------------===//
#include "base/command_line.h"
#include "base/error.h"
#include "busy_clock.h"
#include "ranks/run_on_ranks.h"
#include "sweep_block.h"

#include <cmath>
#include <cstdio>

namespace ranks {
namespace {

using minimd::Communicator;

/// What all ranks know.
struct SweepOptions {
  int zones = 24; ///< in each direction
  int groups = 32, directions = 2, steps = 10, layers = 4;
  bool still = false;
  Threads threads = Threads::Usersched;
  bool goes_on = false;
  int status = 0;
};

SweepOptions parse(int argc, char **argv) {
  SweepOptions o;
  std::string threads = "usersched";
  gap::CommandLine line(
      "A transport sweep on the ranks of MPI: mpirun -n RANKS "
      "ranks-sweep ...");
  const auto add = [&](const char *name, int &value, int most,
                       const char *description) {
    line.add(name, value, description).range(1, most).show_default();
  };
  add("-z,--zones", o.zones, 1000, "Zones in each of three directions");
  add("-g,--groups", o.groups, 10000, "Groups of energy, which threads share");
  add("-d,--directions", o.directions, 1000, "Directions in each octant");
  add("-l,--layers", o.layers, 1000, "Layers of zones between two messages");
  add("-n,--steps", o.steps, 1000000, "Steps");
  line.add_flag("--still", o.still, "The hot place stays where it is");
  line.add("--schedule", threads, "Schedule of the threads")
      .one_of({"usersched", "static"})
      .show_default();
  o.goes_on = line.parse(argc, argv, o.status);
  o.threads = threads == "static" ? Threads::Static : Threads::Usersched;
  gap::require_memory(2.0 * o.zones * o.zones * o.zones * o.groups *
                          sizeof(double),
                      "a sweep of these sizes");
  return o;
}

class Sweep {
  const Communicator &ranks_;
  const SweepOptions options_;
  std::array<int, 2> shape_ = {}, place_ = {};
  MPI_Comm grid_; ///< made after shape_ and place_, which it sets
  SweepBlock block_;
  Faces faces_;
  usersched_balancer *const balancer_;
  double asking_ = 0; ///< seconds
  double would_move_ = 0;
  double busiest_ = 0, even_ = 0, all_busy_ = 0;

  static MPI_Comm make_grid(const Communicator &ranks,
                            std::array<int, 2> &shape,
                            std::array<int, 2> &place) {
    MPI_Comm grid;
    const int ends_are_joined[] = {0, 0};
    MPI_Dims_create(ranks.size(), 2, shape.data());
    MPI_Cart_create(ranks.handle(), 2, shape.data(), ends_are_joined, 0, &grid);
    MPI_Cart_coords(grid, ranks.rank(), 2, place.data());
    return grid;
  }

  ZoneRange own_zones() const {
    ZoneRange zones = {{0, 0, 0}, {0, 0, options_.zones}};
    for (int d = 0; d < 2; ++d) {
      zones.first[d] = options_.zones * place_[d] / shape_[d];
      zones.size[d] =
          options_.zones * (place_[d] + 1) / shape_[d] - zones.first[d];
    }
    return zones;
  }

  /// Gets what flies in from the neighbour upstream; nothing does from outside.
  void receive(int axis, int sign, std::vector<double> &face) {
    int from, to;
    MPI_Cart_shift(grid_, axis, sign, &from, &to);
    std::fill(face.begin(), face.end(), 0.0);
    MPI_Recv(face.data(), int(face.size()), MPI_DOUBLE, from, axis, grid_,
             MPI_STATUS_IGNORE);
  }
  void send(int axis, int sign, const std::vector<double> &face) {
    int from, to;
    MPI_Cart_shift(grid_, axis, sign, &from, &to);
    MPI_Send(face.data(), int(face.size()), MPI_DOUBLE, to, axis, grid_);
  }

  /// Returns how long this rank was busy.
  double sweep(const std::array<int, 3> &sign) {
    double busy = 0;
    block_.clear_z(faces_);
    for (int done = 0; done < options_.zones;) {
      const int size = std::min(options_.layers, options_.zones - done);
      const int first = sign[2] > 0 ? done : options_.zones - done - size;
      block_.resize_faces(size, faces_);
      receive(0, sign[0], faces_.x);
      receive(1, sign[1], faces_.y);
      const double start = minimd::busy_clock();
      block_.sweep(first, size, sign, options_.threads, faces_);
      busy += minimd::busy_clock() - start;
      send(0, sign[0], faces_.x);
      send(1, sign[1], faces_.y);
      done += size;
    }
    return busy;
  }

  /// What a balance would move, of columns of zones. These ranks have to be a
  /// grid: nothing is moved.
  void would_balance() {
    const ZoneRange &zones = block_.zones();
    std::vector<std::uint64_t> ids;
    std::vector<double> costs, places;
    for (int y = 0; y < zones.size[1]; ++y)
      for (int x = 0; x < zones.size[0]; ++x) {
        places.push_back(zones.first[0] + x);
        places.push_back(zones.first[1] + y);
        ids.push_back(std::uint64_t(zones.first[1] + y) *
                          std::uint64_t(options_.zones) +
                      std::uint64_t(zones.first[0] + x));
        costs.push_back(block_.column_work(x, y));
      }
    usersched_objects objects = {};
    objects.count = ids.size();
    objects.ids = ids.data();
    objects.costs = costs.data();
    objects.coordinates = places.data();
    usersched_moves moves;
    usersched_balance(balancer_, &objects, &moves);
    usersched_balancer_moved(balancer_, 0);
    would_move_ += double(moves.num_exports);
  }

  void ask(double busy) {
    const double start = MPI_Wtime();
    if (usersched_balancer_step(balancer_, std::max(busy, 0.0)))
      would_balance();
    asking_ += MPI_Wtime() - start;
  }

  /// Prints which ranks were busy in this step.
  void print_step(int step, double busy) {
    std::vector<double> total = {block_.total_flux()}, mean = {busy};
    ranks_.sum(total);
    ranks_.sum(mean);
    mean[0] /= ranks_.size();
    struct {
      double busy;
      int rank;
    } mine = {busy, ranks_.rank()}, most;
    MPI_Allreduce(&mine, &most, 1, MPI_DOUBLE_INT, MPI_MAXLOC, grid_);
    busiest_ += most.busy;
    even_ += mean[0];
    all_busy_ += busy;
    std::printf("%d %.9e %.3f %d\n", step, total[0],
                mean[0] > 0 ? most.busy / mean[0] : 1, most.rank);
  }

public:
  Sweep(const Communicator &ranks, const SweepOptions &options)
      : ranks_(ranks), options_(options),
        grid_(make_grid(ranks, shape_, place_)),
        block_(own_zones(), options.groups, options.directions),
        balancer_(usersched_balancer_create(grid_, USERSCHED_RCB, 2)) {}
  ~Sweep() {
    usersched_balancer_free(balancer_);
    MPI_Comm_free(&grid_);
  }
  Sweep(const Sweep &) = delete;
  Sweep &operator=(const Sweep &) = delete;

  void run() {
    const int n = options_.zones;
    std::printf("# %d x %d x %d zones, %d groups, 8 x %d directions, %d x %d "
                "ranks: %s\n# step flux largest/mean busiest-rank\n",
                n, n, n, options_.groups, options_.directions, shape_[0],
                shape_[1], ranks_.name().c_str());
    const double start = MPI_Wtime();
    for (int step = 0; step < options_.steps; ++step) {
      // The hot place goes round; the angle of a step is no part of a circle.
      const double angle = options_.still ? 0.8 : 2.4 * step + 0.8;
      block_.heat({n * (0.5 + 0.25 * std::cos(angle)),
                   n * (0.5 + 0.25 * std::sin(angle)), n * 0.5},
                  n * 0.25);
      double busy = 0;
      for (int octant = 0; octant < 8; ++octant)
        busy += sweep(
            {octant & 1 ? 1 : -1, octant & 2 ? 1 : -1, octant & 4 ? 1 : -1});
      print_step(step, busy);
      ask(busy);
    }
    print_summary(MPI_Wtime() - start);
  }

  void print_summary(double seconds) {
    const double over_all = ranks_.largest_by_mean(all_busy_);
    std::vector<double> work = {block_.thread_work().largest,
                                block_.thread_work().mean, would_move_};
    ranks_.sum(work);
    usersched_balancer_figures figures;
    usersched_balancer_get_figures(balancer_, &figures);
    std::printf(
        "# %d steps in %.3f s; the busiest ranks were busy for %.3f s\n",
        options_.steps, seconds, busiest_);
    std::printf("# largest / mean of ranks: %.3f in a step, %.3f over all "
                "steps\n",
                even_ > 0 ? busiest_ / even_ : 1, over_all);
    std::printf("# largest / mean of a rank's threads: %.3f by work\n",
                work[1] > 0 ? work[0] / work[1] : 1);
    std::printf("# the balancer asked for %d balances, which would move %.0f "
                "columns of zones; %d looks at all ranks; asking took %.2f %% "
                "of the time\n",
                int(figures.balances), work[2], int(figures.looks),
                100 * asking_ / seconds);
  }
};

int run(const Communicator &ranks, int argc, char **argv) {
  SweepOptions options;
  if (ranks.rank() == 0)
    options = parse(argc, argv);
  ranks.share(options);
  if (!options.goes_on)
    return options.status;
  std::array<int, 2> shape = {};
  MPI_Dims_create(ranks.size(), 2, shape.data());
  if (shape[0] > options.zones)
    throw gap::InputError("--zones: there are fewer zones in a direction than "
                          "ranks; expected at least " +
                          std::to_string(shape[0]));
  Sweep(ranks, options).run();
  return 0;
}

} // namespace
} // namespace ranks

int main(int argc, char **argv) {
  return minimd::run_on_ranks(argc, argv, ranks::run);
}
