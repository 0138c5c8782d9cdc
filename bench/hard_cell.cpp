//===- hard_cell.cpp - which hard loops are measured ----------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The product of all dimensions, and what of it is the default.
//
//===----------------------------------------------------------------------===//
#include "hard_cell.h"

#include "base/error.h"

#include <algorithm>
#include <omp.h>
#include <regex>
#include <set>

namespace bench {
namespace {

std::vector<HardCell> product(const std::set<int> &teams) {
  std::vector<HardCell> all;
  for (const char *work : {"same", "another", "moving"})
    for (int iterations : {150, 300, 600})
      for (const char *load :
           {"right", "constant", "reversed", "permuted", "noisy0.9", "noisy0.5",
            "noisy0.1", "neighbour", "last"})
        for (int microseconds : {20, 200, 2000, 20000})
          for (const char *form : {"for", "nowait", "stream"})
            for (const char *body : {"compute", "memory"})
              for (int threads : teams)
                all.push_back({work, iterations, load, microseconds, form, body,
                               threads});
  // Where the work is the same each time, that of last time is right. What
  // moves is written between executions, when no thread may read it.
  all.erase(
      std::remove_if(all.begin(), all.end(),
                     [](const HardCell &cell) {
                       return (cell.work != "another" && cell.load == "last") ||
                              (cell.work == "moving" && cell.form != "for");
                     }),
      all.end());
  return all;
}

bool is_default(const HardCell &cell, int threads) {
  const bool is_usual_load = cell.load == "right" || cell.load == "constant" ||
                             cell.load == "permuted";
  const bool is_memory = cell.body == "memory";
  const int others = (cell.iterations != 300) + (cell.form != "for") +
                     is_memory + (cell.threads != threads);
  if (cell.work == "moving")
    return others == (cell.threads != threads) && is_usual_load &&
           cell.microseconds <= 200;
  if (others == 0)
    return cell.microseconds <= 2000 || is_usual_load;
  if (cell.iterations != 300 && cell.work == "same")
    return false;
  return others == 1 && is_usual_load &&
         cell.microseconds <= (is_memory ? 2000 : 200);
}

} // namespace

std::string HardCell::name() const {
  return work + "/n" + std::to_string(iterations) + "/" + load + "/" +
         std::to_string(microseconds) + "us/" + form + "/" + body + "/t" +
         std::to_string(threads);
}

std::vector<HardCell> hard_cells(const Options &options) {
  std::vector<std::regex> wanted;
  for (const std::string &text : options.cells)
    try {
      wanted.emplace_back(text);
    } catch (const std::regex_error &) {
      throw gap::InputError("--cells: '" + text +
                            "' is no regular expression; expected one, as "
                            "'another/.*/20us/'");
    }
  std::vector<HardCell> chosen;
  for (const HardCell &cell :
       product({options.threads, 2, 4, 4 * omp_get_num_procs()}))
    if (wanted.empty()
            ? is_default(cell, options.threads)
            : std::any_of(wanted.begin(), wanted.end(),
                          [&](const std::regex &expression) {
                            return std::regex_search(cell.name(), expression);
                          }))
      chosen.push_back(cell);
  if (chosen.empty())
    throw gap::InputError("--cells: no cell has such a name; the names are as "
                          "'another/n300/right/20us/for/compute/t2'");
  return chosen;
}

} // namespace bench
