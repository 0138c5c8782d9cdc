//===- skewed_loads.h - uneven loads
//----------------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//
// An iteration's load, in additions.
//
//===----------------------------------------------------------------------===//
#ifndef BENCH_SKEWED_LOADS_H
#define BENCH_SKEWED_LOADS_H

#include <cmath>
#include <cstdint>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

namespace bench {

struct SkewedLoads {
  std::string name;
  std::vector<std::uint32_t> load; ///< per iteration
  std::uint64_t total = 0;
};

/// No iteration has half of the load, so that all could be balanced among two
/// threads. `small` ones are for a quick look.
inline std::vector<std::shared_ptr<const SkewedLoads>>
skewed_loads(bool small) {
  const std::uint32_t n = small ? 1024 : 8192;
  std::vector<std::shared_ptr<const SkewedLoads>> all;
  const auto add = [&](const char *name, auto load) {
    SkewedLoads loads;
    loads.name = name;
    for (std::uint32_t i = 0; i < n; ++i)
      loads.load.push_back(static_cast<std::uint32_t>(load(i)));
    loads.total =
        std::accumulate(loads.load.begin(), loads.load.end(), std::uint64_t{0});
    all.push_back(std::make_shared<const SkewedLoads>(std::move(loads)));
  };
  add("zipf", [&](std::uint32_t i) { return 1 + 16 * n / (i + 1.0); });
  // 40 % of the load, at the worst place.
  add("one giant", [&](std::uint32_t i) {
    return i + 1 == n ? (n - 1) * 128u * 2 / 3 : 128u;
  });
  add("sawtooth", [&](std::uint32_t i) { return i % 1024; });
  add("reversed triangle", [&](std::uint32_t i) { return (n - i) / 16 + 1; });
  return all;
}

} // namespace bench
#endif
