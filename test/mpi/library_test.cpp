//===- library_test.cpp - libusersched-mpi, on some ranks -----------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// usersched_mpi_library_test right, by mpirun: objects of uneven costs begin on
// ranks of uneven numbers of objects; any rank that finds something wrong says
// so and ends all. Other words are mistakes that end all ranks.
//
//===----------------------------------------------------------------------===//
#include <usersched_mpi.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <random>
#include <string>
#include <unistd.h>
#include <vector>

namespace {

int rank, size;

[[noreturn]] void fail(const std::string &what) {
  std::fprintf(stderr, "rank %d: %s\n", rank, what.c_str());
  MPI_Abort(MPI_COMM_WORLD, 3);
  std::abort();
}

void expect(bool right, const std::string &what) {
  if (!right)
    fail("expected " + what);
}

struct Object {
  std::uint64_t id;
  double cost;
  double at[3];
};

/// The arrays that the library wants.
struct Arrays {
  std::vector<std::uint64_t> ids;
  std::vector<double> costs, coordinates;
  usersched_objects objects{};

  Arrays(const std::vector<Object> &mine, int dimensions) {
    for (const Object &o : mine) {
      ids.push_back(o.id);
      costs.push_back(o.cost);
      coordinates.insert(coordinates.end(), o.at, o.at + dimensions);
    }
    objects.count = mine.size();
    objects.ids = ids.data();
    objects.costs = costs.data();
    objects.coordinates = coordinates.data();
  }
  const usersched_objects *get() const { return &objects; }
};

double sum(double x) {
  MPI_Allreduce(MPI_IN_PLACE, &x, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return x;
}
double largest(double x) {
  MPI_Allreduce(MPI_IN_PLACE, &x, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return x;
}

double imbalance(const std::vector<Object> &mine) {
  double cost = 0;
  for (const Object &o : mine)
    cost += o.cost;
  const double most = largest(cost);
  return most * size / sum(cost);
}

/// Sends what the lists say, and compares what arrives with them.
std::vector<Object> moved(const std::vector<Object> &mine,
                          const usersched_moves &moves) {
  std::vector<std::vector<Object>> to(size);
  std::vector<bool> leaves(mine.size());
  for (std::size_t i = 0; i < moves.num_exports; ++i) {
    const Object &o = mine.at(moves.export_indices[i]);
    expect(o.id == moves.export_ids[i], "an index of the id");
    expect(moves.export_ranks[i] != rank && !leaves[moves.export_indices[i]],
           "to give away an object once, to another");
    leaves[moves.export_indices[i]] = true;
    to[moves.export_ranks[i]].push_back(o);
  }
  std::vector<Object> result;
  for (std::size_t i = 0; i < mine.size(); ++i)
    if (!leaves[i])
      result.push_back(mine[i]);
  std::vector<std::pair<std::uint64_t, int>> wanted, arrived;
  for (std::size_t i = 0; i < moves.num_imports; ++i)
    wanted.emplace_back(moves.import_ids[i], moves.import_ranks[i]);
  for (int other = 0; other < size; ++other) {
    std::vector<Object> in;
    int out = int(to[other].size() * sizeof(Object)), bytes = 0;
    MPI_Sendrecv(&out, 1, MPI_INT, other, 0, &bytes, 1, MPI_INT, other, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    in.resize(bytes / sizeof(Object));
    MPI_Sendrecv(to[other].data(), out, MPI_BYTE, other, 1, in.data(), bytes,
                 MPI_BYTE, other, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (const Object &o : in) {
      arrived.emplace_back(o.id, other);
      result.push_back(o);
    }
  }
  std::sort(wanted.begin(), wanted.end());
  std::sort(arrived.begin(), arrived.end());
  expect(wanted == arrived, "the imports to be others' exports");
  return result;
}

/// Ids are 2^33 + 0, 1, ...: each has one owner if their number and sums are
/// right and no rank has one twice.
void expect_all(std::vector<Object> mine, double count) {
  std::sort(mine.begin(), mine.end(),
            [](const Object &a, const Object &b) { return a.id < b.id; });
  double first = 0, second = 0;
  for (std::size_t i = 0; i < mine.size(); ++i) {
    expect(i == 0 || mine[i - 1].id != mine[i].id, "each object once");
    const double n = double(mine[i].id - (std::uint64_t{1} << 33));
    first += n;
    second += n * n;
  }
  expect(sum(double(mine.size())) == count, "as many objects as before");
  expect(sum(first) == count * (count - 1) / 2 &&
             sum(second) == (count - 1) * count * (2 * count - 1) / 6,
         "the same objects as before");
}

/// 6000 objects; rank 0 has half of them, the last rank none if there are more
/// than two. Costs rise with the place, from 0.
std::vector<Object> uneven_objects() {
  std::vector<Object> mine;
  std::mt19937 random(5);
  for (std::uint64_t i = 0; i < 6000; ++i) {
    Object o{(std::uint64_t{1} << 33) + i, 0, {}};
    for (double &x : o.at)
      x = random() / 4294967296.0 - 0.25;
    o.cost = std::pow(o.at[0] + 0.25, 3) * 1e-6;
    const int others = size > 2 ? size - 2 : size - 1;
    const int owner = i < 3000 || size == 1 ? 0 : 1 + int(i) % others;
    if (owner == rank)
      mine.push_back(o);
  }
  return mine;
}

void check_boxes(const usersched_balancer *b, const std::vector<Object> &mine,
                 int dimensions) {
  expect(usersched_has_boxes(b), "boxes");
  double lower[3], upper[3];
  usersched_box_of_rank(b, rank, lower, upper);
  std::vector<int> ranks(size);
  for (const Object &o : mine) {
    expect(usersched_owner_of_point(b, o.at) == rank,
           "the point's owner to be its object's");
    for (int d = 0; d < dimensions; ++d)
      expect(lower[d] <= o.at[d] && o.at[d] <= upper[d],
             "the objects to be in the box");
    const int count = usersched_owners_of_box(b, o.at, o.at, ranks.data());
    expect(std::count(ranks.begin(), ranks.begin() + count, rank) == 1,
           "the owner among those of a box around the point");
  }
  const double low[3] = {-9, -9, -9}, high[3] = {9, 9, 9};
  expect(usersched_owners_of_box(b, low, high, ranks.data()) == size,
         "all ranks to own a box around everything");
}

void boxes(int dimensions) {
  usersched_balancer *b =
      usersched_balancer_create(MPI_COMM_WORLD, USERSCHED_RCB, dimensions);
  expect(!usersched_has_boxes(b), "no boxes yet");
  std::vector<Object> mine = uneven_objects();
  for (int time = 0; time < 3; ++time) {
    usersched_moves moves;
    usersched_balance(b, Arrays(mine, dimensions).get(), &moves);
    mine = moved(mine, moves);
    expect_all(mine, 6000);
    expect(imbalance(mine) <= 1.05, "costs within 5 % of each other");
    check_boxes(b, mine, dimensions);
    for (Object &o : mine) // drifts
      o.cost = std::abs(o.at[time] - 0.1) * 1e-3;
  }
  usersched_balancer_free(b);
}

/// A mesh of 60 x 60, of which rank 0 has all.
void graph() {
  const int side = 60;
  usersched_balancer *b =
      usersched_balancer_create(MPI_COMM_WORLD, USERSCHED_GRAPH, 0);
  std::vector<Object> mine;
  std::vector<std::size_t> first = {0};
  std::vector<std::uint64_t> neighbors;
  const auto id = [](int x, int y) {
    return (std::uint64_t{1} << 33) + std::uint64_t(y * side + x);
  };
  for (int y = 0; y < side && rank == 0; ++y)
    for (int x = 0; x < side; ++x) {
      mine.push_back({id(x, y), 1.0 + (x < 20), {}});
      for (int step : {-1, 1}) {
        if (x + step >= 0 && x + step < side)
          neighbors.push_back(id(x + step, y));
        if (y + step >= 0 && y + step < side)
          neighbors.push_back(id(x, y + step));
      }
      first.push_back(neighbors.size());
    }
  const std::vector<int> ranks(neighbors.size(), 0);
  Arrays arrays(mine, 0);
  arrays.objects.first_edge = first.data();
  arrays.objects.neighbor_ids = neighbors.data();
  arrays.objects.neighbor_ranks = ranks.data();
  usersched_moves moves;
  usersched_balance(b, &arrays.objects, &moves);
  mine = moved(mine, moves);
  expect_all(mine, side * side);
  expect(imbalance(mine) <= 1.05, "costs within 5 % of each other");
  usersched_balancer_free(b);
}

/// All ranks answer alike, and rank 0's tenfold time is seen, but not before it
/// is there.
void steps() {
  usersched_balancer *b =
      usersched_balancer_create(MPI_COMM_WORLD, USERSCHED_RCB, 1);
  const auto agreed = [&](double busy) {
    const int mine = usersched_balancer_step(b, busy);
    expect(int(largest(mine)) == mine && int(-largest(-mine)) == mine,
           "the same answer on all ranks");
    return mine;
  };
  for (int step = 0; step < 200; ++step)
    expect(!agreed(0.001), "nothing to do where all is even");
  if (size > 1) {
    int waited = 0;
    while (!agreed(rank == 0 ? 0.01 : 0.001))
      expect(++waited < 200, "the imbalance to be seen");
    expect(agreed(0.001), "the answer to stay until there is a balance");
  }
  usersched_moves moves;
  std::vector<Object> mine = uneven_objects();
  usersched_balance(b, Arrays(mine, 1).get(), &moves);
  usersched_balancer_moved(b, 0.5);
  for (int step = 0; step < 200; ++step)
    expect(!agreed(0.001), "nothing to do after a balance");
  usersched_balancer_figures figures;
  usersched_balancer_get_figures(b, &figures);
  expect(figures.balances == 1 && figures.looks < figures.steps / 4,
         "one balance, and few looks");
  expect(figures.balance_seconds >= 0.5 && figures.balance_seconds < 5,
         "the seconds of the move");
  expect(size == 1 || (figures.before > 1.5 && figures.after < 1.01),
         "the imbalance before and after");
  usersched_balancer_free(b);
}

/// Ranks that take no notice of each other get the same answer in the same
/// step.
void same_answers() {
  usersched_balancer *b =
      usersched_balancer_create(MPI_COMM_WORLD, USERSCHED_RCB, 1);
  std::mt19937 random(static_cast<unsigned>(rank));
  for (int time = 0; time < 40; ++time) {
    const double usual = time % 4 == 0 && rank == time % size ? 2e-3 : 1e-3;
    int step = 0;
    do {
      usleep(random() % 64);
      ++step;
    } while (!usersched_balancer_step(b, usual * (1 + random() % 8 / 8.0)) &&
             step < 50);
    expect(int(largest(step)) == step && int(-largest(-step)) == step,
           "the answer in the same step on all ranks");
    const usersched_objects none = {};
    usersched_moves moves;
    if (step < 50)
      usersched_balance(b, &none, &moves);
  }
  usersched_balancer_free(b);
}

/// Rank 0 begins no step before all others have ended that step.
void nobody_waits() {
  usersched_balancer *b =
      usersched_balancer_create(MPI_COMM_WORLD, USERSCHED_RCB, 1);
  char nothing = 0;
  for (int step = 0; step < 200; ++step) {
    for (int other = 1; rank == 0 && other < size; ++other)
      MPI_Recv(&nothing, 1, MPI_CHAR, other, 2, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
    usersched_balancer_step(b, 0.001);
    if (rank != 0)
      MPI_Send(&nothing, 1, MPI_CHAR, 0, 2, MPI_COMM_WORLD);
  }
  usersched_balancer_free(b);
}

/// Nothing to cut, or all of it in one place, or without cost.
void corners() {
  usersched_balancer *b =
      usersched_balancer_create(MPI_COMM_WORLD, USERSCHED_RCB, 3);
  usersched_moves moves;
  std::vector<Object> none;
  usersched_balance(b, Arrays(none, 3).get(), &moves);
  expect(moves.num_exports == 0 && moves.num_imports == 0, "no moves");
  std::vector<Object> mine = uneven_objects();
  for (Object &o : mine)
    o.cost = 0;
  usersched_balance(b, Arrays(mine, 3).get(), &moves);
  mine = moved(mine, moves);
  expect_all(mine, 6000);
  expect(largest(double(mine.size())) <= 6000.0 / size * 1.05,
         "as many objects each where none costs anything");
  for (Object &o : mine)
    o.cost = 1e300, o.at[0] = o.at[1] = o.at[2] = 0.5;
  usersched_balance(b, Arrays(mine, 3).get(), &moves);
  mine = moved(mine, moves);
  expect_all(mine, 6000);
  usersched_balancer_free(b);
  usersched_balancer_free(nullptr);
}

/// Mistakes, each of which ends all ranks with one line.
void mistake(const std::string &which) {
  usersched_moves moves;
  if (which == "dimensions")
    usersched_balancer_create(MPI_COMM_WORLD, USERSCHED_RCB, 4);
  usersched_balancer *b =
      usersched_balancer_create(MPI_COMM_WORLD, USERSCHED_RCB, 2);
  std::vector<Object> mine = uneven_objects();
  Arrays arrays(mine, 2);
  if (which == "cost" && rank == 0)
    arrays.costs[7] = std::nan("");
  if (which == "coordinate" && rank == 0)
    arrays.coordinates[9] = INFINITY;
  if (which == "busy")
    usersched_balancer_step(b, rank == 0 ? -1 : 0);
  if (which == "no-boxes")
    usersched_owner_of_point(b, arrays.coordinates.data());
  usersched_balance(b, &arrays.objects, &moves);
  MPI_Barrier(MPI_COMM_WORLD);
}

} // namespace

int main(int argc, char **argv) {
  const std::string first = argc > 1 ? argv[1] : "";
  if (first == "early")
    usersched_balancer_create(MPI_COMM_WORLD, USERSCHED_RCB, 1);
  MPI_Init(&argc, &argv);
  alarm(60); // ranks that wait for each other for ever
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (first == "right") {
    for (int dimensions : {1, 2, 3})
      boxes(dimensions);
    graph();
    steps();
    same_answers();
    nobody_waits();
    corners();
  } else {
    mistake(first);
  }
  MPI_Finalize();
}
