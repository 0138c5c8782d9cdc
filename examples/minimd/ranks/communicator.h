//===- communicator.h - the ranks of the program --------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the rest of the ranks' code needs of MPI, in vectors. All functions but
// those that say what is known are collective.
//
//===----------------------------------------------------------------------===//
#ifndef MINIMD_RANKS_COMMUNICATOR_H
#define MINIMD_RANKS_COMMUNICATOR_H

#include <string>
#include <type_traits>
#include <usersched_mpi.h>
#include <vector>

namespace minimd {

class Communicator {
  const MPI_Comm comm_;
  int rank_, size_;

public:
  explicit Communicator(MPI_Comm comm);

  MPI_Comm handle() const { return comm_; }
  int rank() const { return rank_; }
  int size() const { return size_; }
  /// "4 ranks of 1 thread"
  std::string name() const;

  /// Replaces each value by its sum over all ranks, or by the largest.
  void sum(std::vector<double> &values) const;
  void largest(std::vector<double> &values) const;
  /// Largest / mean of the ranks' values; 1 if all are 0.
  double largest_by_mean(double value) const;

  /// Gives all ranks the value of rank 0, byte by byte.
  template <class T> void share(T &value) const;

  /// Sends to[r] to each rank r, and returns what the ranks sent to this one,
  /// in their order; counts[r] is how many came from r.
  template <class T>
  std::vector<T> exchange(const std::vector<std::vector<T>> &to,
                          std::vector<int> &counts) const;
};

template <class T> void Communicator::share(T &value) const {
  static_assert(std::is_trivially_copyable_v<T>);
  MPI_Bcast(&value, sizeof value, MPI_BYTE, 0, comm_);
}

template <class T>
std::vector<T> Communicator::exchange(const std::vector<std::vector<T>> &to,
                                      std::vector<int> &counts) const {
  static_assert(std::is_trivially_copyable_v<T>);
  std::vector<int> sent, sent_at, at;
  std::vector<T> all;
  for (const std::vector<T> &part : to) {
    sent.push_back(static_cast<int>(part.size()));
    sent_at.push_back(static_cast<int>(all.size()));
    all.insert(all.end(), part.begin(), part.end());
  }
  counts.resize(size_);
  MPI_Alltoall(sent.data(), 1, MPI_INT, counts.data(), 1, MPI_INT, comm_);
  int total = 0;
  for (int count : counts) {
    at.push_back(total);
    total += count;
  }
  MPI_Datatype type;
  MPI_Type_contiguous(sizeof(T), MPI_BYTE, &type);
  MPI_Type_commit(&type);
  std::vector<T> result(total);
  MPI_Alltoallv(all.data(), sent.data(), sent_at.data(), type, result.data(),
                counts.data(), at.data(), type, comm_);
  MPI_Type_free(&type);
  return result;
}

} // namespace minimd
#endif
