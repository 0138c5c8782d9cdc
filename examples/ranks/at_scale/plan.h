//===- plan.h - what one program hands to the other ----------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Zoltan runs on MPI, and SimGrid has an MPI of its own, which Zoltan's package
// is not built for. So a first program cuts the objects and writes this file; a
// second one reads it inside the simulation. Both run on one machine: the file
// is as it lies in memory.
//
//===----------------------------------------------------------------------===//
#ifndef RANKS_AT_SCALE_PLAN_H
#define RANKS_AT_SCALE_PLAN_H

#include <cstdint>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

namespace at_scale {

/// A way to give objects to ranks.
enum Way { Static, Counts, Measured, num_ways };

struct Plan {
  std::int32_t num_ranks = 0, num_objects = 0;
  std::int32_t grid[3] = {};
  /// Whether in each step another rank takes twice as long.
  std::int32_t wandering = 0;
  std::vector<std::int32_t> owners[num_ways]; ///< of each object
  std::vector<double> costs;                  ///< of each object, in seconds
  /// How long a step of each rank takes its threads, in seconds.
  std::vector<double> busy[num_ways];
};

class PlanFile {
  const std::string name_;
  std::FILE *const file_;

  void require(bool good) const {
    if (!good)
      throw std::runtime_error(name_ + ": cannot be read or written; expected "
                                       "a file that ranks-at-scale-plan wrote");
  }
  template <class T> void pass(T *data, std::size_t count, bool write) {
    require((write ? std::fwrite(data, sizeof(T), count, file_)
                   : std::fread(data, sizeof(T), count, file_)) == count);
  }
  template <class T>
  void pass(std::vector<T> &data, std::int32_t count, bool write) {
    data.resize(static_cast<std::size_t>(count));
    pass(data.data(), data.size(), write);
  }

public:
  PlanFile(const std::string &name, const char *mode)
      : name_(name), file_(std::fopen(name.c_str(), mode)) {
    require(file_);
  }
  ~PlanFile() { std::fclose(file_); }
  PlanFile(const PlanFile &) = delete;
  PlanFile &operator=(const PlanFile &) = delete;

  /// Writes the plan, or reads it.
  void pass(Plan &plan, bool write) {
    char magic[8] = "rscale1", found[8] = "rscale1";
    pass(found, sizeof found, write);
    require(std::string(found, 7) == std::string(magic, 7));
    pass(&plan.num_ranks, 1, write);
    pass(&plan.num_objects, 1, write);
    pass(plan.grid, 3, write);
    pass(&plan.wandering, 1, write);
    require(plan.num_ranks > 0 && plan.num_objects > 0);
    pass(plan.costs, plan.num_objects, write);
    for (int way = 0; way < num_ways; ++way) {
      pass(plan.owners[way], plan.num_objects, write);
      pass(plan.busy[way], plan.num_ranks, write);
      for (std::int32_t owner : plan.owners[way])
        require(owner >= 0 && owner < plan.num_ranks);
    }
  }
};

} // namespace at_scale
#endif
