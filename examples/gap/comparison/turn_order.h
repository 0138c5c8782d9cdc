//===- turn_order.h - who is measured next --------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What ran before tells on the time of what runs next: by what it left in
// caches, and by what the host makes of a virtual machine that has just been
// busy. So orders are random, as Georges, Buytaert and Eeckhout ask
// ("Statistically rigorous Java performance evaluation", OOPSLA 2007), and no
// two processes have the same: else one schedule would follow the same other
// one in each of them, and no number of processes would show it.
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
  /// Brings the numbers of those who take turns into another random order.
  void shuffle(std::vector<std::size_t> &turns) {
    std::shuffle(turns.begin(), turns.end(), random_);
  }

private:
  std::mt19937 random_{std::random_device{}()};
};

} // namespace gap
#endif
