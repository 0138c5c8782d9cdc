//===- turn_order.h - who is measured next --------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A turn can change the times of the next one: by what it leaves in memory, and
// by how the host treats a virtual machine that has just been busy. So the
// order of turns is random (Georges, Buytaert, Eeckhout, "Statistically
// rigorous Java performance evaluation", OOPSLA 2007), and differs from process
// to process. In a fixed order a schedule would always follow the same other
// schedule, and the mean over any number of processes would keep that error.
//
//===----------------------------------------------------------------------===//
#ifndef GAP_TURN_ORDER_H
#define GAP_TURN_ORDER_H

#include <algorithm>
#include <cstddef>
#include <random>
#include <vector>

namespace gap {

class TurnOrder {
public:
  /// Puts `turns`, the numbers of the schedules, into a new random order.
  void shuffle(std::vector<std::size_t> &turns) {
    std::shuffle(turns.begin(), turns.end(), random_);
  }

private:
  std::mt19937 random_{std::random_device{}()};
};

} // namespace gap
#endif
