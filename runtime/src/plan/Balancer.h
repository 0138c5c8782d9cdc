//===- Balancer.h - makes a plan of the chunks of an inspection -----------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ICPP 2019, 4.2, but by load instead of by number of chunks. The result is a
// function of its arguments: the sums that inspections have recorded. No load
// is evaluated here, since the iterations may have begun.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_BALANCER_H
#define USERSCHED_BALANCER_H

#include "plan/Inspector.h"
#include "plan/Plan.h"

namespace usersched {

/// The chunks of one subspace.
struct Segment {
  ChunkTable Chunks;
  uint32_t Count;
};

/// How finely a plan may cut.
enum class Granularity {
  /// Neighbours are joined until they have about 0.4 % of a thread's share.
  Chosen,
  /// The user's `chunk`: chunks with load stay as they are, unless they are so
  /// many that the plan, refined, could pass a megabyte. Then neighbours are
  /// joined until they have 1/24576 of the load.
  Given
};

/// How uneven a group may be where nobody may steal, as a share of an even
/// part, if the chunks at its ends can be cut.
constexpr double SharpSlack = 0.001;

/// Joins Segments, which are the iteration space in order and without a gap,
/// and divides it into one contiguous group per thread. Group K ends between
/// two of the chunks, where the load of all iterations before is nearest to (K
/// + 1) / Threads of the total; where several places are equally near, because
/// there is no load between them, the iterations there are divided evenly. If
/// that leaves a group much heavier than it need be, cuts are moved: see
/// Partition.h. Key.TripCount and Key.Threads are at least 1. The plan is
/// PlanState::Rough where chunks make a group uneven by more than Slack, as a
/// share of an even part.
Plan balance(const PlanKey &Key, const std::vector<Segment> &Segments,
             Granularity Grain, double Slack = SharpSlack);

/// Returns Rough, which is not refined, with the chunks between its groups cut
/// again, so that groups are even to SharpSlack. Its chunks are not those of
/// the user's `chunk`. Evaluates loads, so no iteration of the execution may
/// have begun.
Plan sharpen(const Plan &Rough, Inspector &Loads);

/// Returns the chunks of P, the heavy ones cut into chunks of equally many
/// iterations, which count as equally heavy. P weighs what Cumulative says.
/// Evaluates no load.
/// * Heavy is more than 1/32 of a share, and more than twice what the load
/// says.
///   A chunk that weighs what its load says most often has one heavy iteration:
///   cut, it would be thought to be two light chunks.
/// * Chunks that were cut before, and weigh no more than 1/32 of a share
///   together, are joined. So there are at most two more chunks than the
///   inspected ones for each 1/32 of a share.
/// * In teams of more than 65535 threads, the parts are larger, so that chunks
///   still have numbers.
/// * Chunks of the user's `chunk` stay as they are.
Chunks cutHeavy(const Plan &P, std::vector<double> Cumulative);

} // namespace usersched

#endif
