//===- spmv.cpp - sparse matrix times vector ------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The matrix has the graph's edges as entries, row by row: the in-edges of a
// vertex are its row. The row pointers say where every row begins, so they are
// all that the scheduler needs; nothing is inspected.
//
//===----------------------------------------------------------------------===//
#include "base/command_line.h"
#include "base/error.h"
#include "comparison/benchmark.h"
#include "comparison/recorded_kernel.h"
#include "kernels/verify.h"
#include "schedules/baselines.h"
#include "schedules/tbb_loop.h"
#include "schedules/usersched_cases.h"

namespace gap {
namespace {

/// Values without meaning, from 0.5 to 1.5, the same for the same numbers.
double some_value(std::uint64_t i, std::uint64_t j) {
  std::uint64_t z = i * 0x9e3779b97f4a7c15u + j;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return 0.5 + double(z >> 11) / 9007199254740992.0;
}

/// Compressed sparse rows.
struct Matrix {
  NodeID num_rows;
  const std::int64_t *row; ///< where each begins, and where the last ends
  const NodeID *column;
  const double *value;
};

/// y = m x; the scheduled loop.
template <class Watch>
double multiply(const Matrix &m, const double *x, double *y,
                const Schedule &schedule, TbbLoop &tbb_loop, Watch watch) {
  const std::int64_t *row = m.row;
  const auto body = [&](NodeID i, Watch &watch) __attribute__((always_inline)) {
    double sum = 0;
    for (std::int64_t k = row[i]; k < row[i + 1]; ++k)
      sum += m.value[k] * x[m.column[k]];
    y[i] = sum;
    watch.add(row[i + 1] - row[i]);
    return 0.0;
  };
  double none = 0;
  switch (schedule.kind) {
    USERSCHED_CASES((prefix : row[i]), reduction(+ : none) firstprivate(watch),
                    for (NodeID i = 0; i < m.num_rows; ++i),
                    none += body(i, watch))
  default:
    none = schedule.is_tbb() ? tbb_loop.sum(schedule, m.num_rows, watch, body)
                             : baseline_sum(schedule, m.num_rows, watch, body);
  }
  return none;
}

class SparseProduct final : public RecordedKernel<SparseProduct> {
public:
  SparseProduct(const Graph &g, int products)
      : products_(products), value_(g.num_arcs()), x_(g.num_nodes()),
        y_(g.num_nodes()), expected_(g.num_nodes()),
        matrix_{g.num_nodes(), g.in().offsets, g.in().neighbours,
                value_.data()} {
    for (NodeID i = 0; i < g.num_nodes(); ++i) {
      x_[i] = some_value(i, i);
      for (std::int64_t k = matrix_.row[i]; k < matrix_.row[i + 1]; ++k)
        value_[k] = some_value(i, matrix_.column[k]);
    }
    // Column by column.
    for (NodeID j = 0; j < g.num_nodes(); ++j)
      for (NodeID i : g.out_neigh(j))
        expected_[i] += some_value(i, j) * x_[j];
  }

  const char *name() const override { return "spmv"; }
  bool has_tbb() const override { return TbbLoop::is_built; }
  std::string check() const { return check_values(expected_, y_, "product"); }

  template <class Recorder>
  void execute(const Schedule &schedule, int max_executions, Recorder &recorder,
               KernelRun &run) {
    std::fill(y_.begin(), y_.end(), -1.0);
    const int products =
        max_executions ? std::min(products_, max_executions) : products_;
    for (int i = 0; i < products; ++i)
      timed(run, recorder, matrix_.num_rows, [&](const auto &watch) {
        return multiply(matrix_, x_.data(), y_.data(), schedule, tbb_loop_,
                        watch);
      });
    run.outcome =
        std::to_string(products) + (products == 1 ? " product" : " products");
  }

private:
  const int products_;
  std::vector<double> value_, x_, y_, expected_;
  const Matrix matrix_;
  TbbLoop tbb_loop_;
};

} // namespace
} // namespace gap

int main(int argc, char **argv) {
  return gap::main_with_errors([&] {
    int products = 10;
    return gap::kernel_main(
        argc, argv, "Product of a sparse matrix and a vector",
        [&](gap::CommandLine &line) {
          line.add("-i,--iterations", products, "Products in one run")
              .range(1, 1000000)
              .show_default();
        },
        [&](const gap::Graph &g) {
          return std::make_unique<gap::SparseProduct>(g, products);
        });
  });
}
