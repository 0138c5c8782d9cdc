//===- level_queue.h - the vertices of a search, level by level -----------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The vertices lie in one array in the order of their levels. While the threads
// go through the last level, they collect the next one, each in a buffer of its
// own.
//
//===----------------------------------------------------------------------===//
#ifndef GAP_LEVEL_QUEUE_H
#define GAP_LEVEL_QUEUE_H

#include "graph/graph.h"

#include <algorithm>
#include <omp.h>
#include <vector>

namespace gap {

class LevelQueue {
public:
  /// Makes the queue of a search that pushes each vertex at most once.
  explicit LevelQueue(NodeID num_nodes) : nodes_(num_nodes) {}

  /// Begins a search: level 0 is the source. Called by one thread, outside
  /// parallel regions. Later teams have at most omp_get_max_threads() threads.
  void start(NodeID source) {
    buffers_.resize(omp_get_max_threads());
    for (Buffer &buffer : buffers_)
      buffer.nodes.clear();
    nodes_[0] = source;
    begins_ = {0, 1};
  }

  /// Adds a vertex to the next level. Called by any thread of the team.
  void push(NodeID n) { buffers_[omp_get_thread_num()].nodes.push_back(n); }

  /// Makes the vertices that were pushed the last level. Called by one thread,
  /// outside parallel regions.
  void advance() {
    const auto num_buffers = static_cast<int>(buffers_.size());
    std::vector<NodeID> begins = {begins_.back()};
    for (const Buffer &buffer : buffers_)
      begins.push_back(begins.back() + NodeID(buffer.nodes.size()));
    const bool large = begins.back() - begins.front() > 1 << 15;
#pragma omp parallel for schedule(static, 1) if (large)
    for (int i = 0; i < num_buffers; ++i) {
      std::vector<NodeID> &from = buffers_[i].nodes;
      std::copy(from.begin(), from.end(), nodes_.begin() + begins[i]);
      from.clear();
    }
    begins_.push_back(begins.back());
  }

  /// The last level is empty once a search is complete.
  int num_levels() const { return int(begins_.size()) - 1; }
  int last() const { return num_levels() - 1; }
  NodeID size(int level) const { return begins_[level + 1] - begins_[level]; }
  const NodeID *nodes(int level) const {
    return nodes_.data() + begins_[level];
  }

private:
  struct alignas(64) Buffer {
    std::vector<NodeID> nodes;
  };
  std::vector<NodeID> nodes_;
  std::vector<NodeID> begins_;  ///< where each level begins; the last one's end
  std::vector<Buffer> buffers_; ///< indexed by the thread's number
};

} // namespace gap
#endif
