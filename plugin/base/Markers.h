//===- Markers.h - names that the plugin's stages hand to each other ------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The three stages (tokens, AST, IR) communicate through the program itself: a
// stage leaves calls of marker functions, which have no definition, and a later
// stage removes them. No stage keeps a side table, so templates, precompiled
// headers and compilation from IR need no special care.
//
// The dispatch pass removes the last markers. If it does not run, the linker
// misses the marker functions, whose names tell the user to compile with the
// plugin.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_MARKERS_H
#define USERSCHED_PLUGIN_MARKERS_H

namespace usersched::marker {

// Tokens to AST. One marker per item of the pragma, in front of the innermost
// loop body:
//   if ((void)(EXPRESSION), __usersched_compile_with_plugin_marker("KEY",
//   "TEXT", "PLACE", 0)) ; else BODY
// and for "load: auto", "steal", "profile", "reproducible", "name", "schedule"
// (the clause that is replaced, also grainsize or num_tasks) and "directive"
// (the one that is replaced, with its bind clause), which have no expression:
//   if (__usersched_compile_with_plugin_marker("KEY", "TEXT", "PLACE", 0)) ;
//   else BODY
// If the markers of a pragma stand in the wrong loop, the lowering leaves them
// there, and puts Clang's location into the first one in place of the 0: the
// dispatch pass reports the error there.
inline constexpr char Item[] = "__usersched_compile_with_plugin_marker";

// AST to IR, in the chunk expression of the schedule clause, in this order. Of
// a taskloop: in the value that Clang puts into the task as the first
// iteration. The id is the number of the loop.
//   value(id, slot, i64), value_real(id, slot, double)
//                            a number that the loop needs (see Slot)
//   data(id, u64)            a value that is part of the data's identity
//   begin(id, kind, N, variables...)
//                            starts a region to outline (see Region), which may
//                            set the N loop variables. Behind these stand, if
//                            the load is to be inferred, objects that the
//                            update expressions read
//   inferred(id)             the dispatch pass finds out what the region of the
//                            load evaluates: from the body of the loop, with
//                            its own update expressions
//   result_signed/unsigned/real(v, adds)
//                            the result of the region; if adds is 1, a load to
//                            add to it, as the marker stands in a loop
//   end(id, kind)            ends the region
//   loop(id, file, function, line, column, load, flags, schedule, place, each,
//        name)
//   taskloop(...)            the loop itself. schedule: the clause that is
//                            replaced. name: that of the pragma, or empty.
//                            place: Clang's location, valid in this process
//                            only. each: the load of every iteration, as the
//                            bits of a usersched_load; 0 if there is a region.
//                            The result of loop is the chunk argument of
//                            dispatch_init.
inline constexpr char Value[] = "__usersched_compile_with_plugin_value";
inline constexpr char ValueReal[] =
    "__usersched_compile_with_plugin_value_real";
inline constexpr char Data[] = "__usersched_compile_with_plugin_data";
inline constexpr char Begin[] = "__usersched_compile_with_plugin_begin";
inline constexpr char Inferred[] = "__usersched_compile_with_plugin_inferred";
inline constexpr char ResultSigned[] =
    "__usersched_compile_with_plugin_result_signed";
inline constexpr char ResultUnsigned[] =
    "__usersched_compile_with_plugin_result_unsigned";
inline constexpr char ResultReal[] =
    "__usersched_compile_with_plugin_result_real";
inline constexpr char End[] = "__usersched_compile_with_plugin_end";
inline constexpr char Loop[] = "__usersched_compile_with_plugin_loop";
inline constexpr char Taskloop[] = "__usersched_compile_with_plugin_taskloop";

// AST to IR: the chunk size of a loop with schedule(runtime) and nowait, which
// has no other marker. libomp does not read it.
inline constexpr unsigned RuntimeNowait = 2;

// Inside an outlined region: returns the logical iteration whose load is asked
// for. The width of the iteration variable in bits is appended to the name.
inline constexpr char Iteration[] = "__usersched_compile_with_plugin_iteration";

/// The arguments of a loop or taskloop marker.
enum LoopArgument : unsigned {
  LoopId,
  LoopFile,
  LoopFunction,
  LoopLine,
  LoopColumn,
  LoopLoad,
  LoopFlags,
  LoopSchedule,
  LoopPlace,
  LoopEach,
  LoopName,
};

/// What the number of a value marker is.
enum Slot : unsigned {
  SlotChunk,      // load per chunk
  SlotSubspaces,  // number of subspaces
  SlotIterations, // number of iterations to run; without it, all
  SlotBytes,      // SlotBytes + I: bytes of variable I of the reductions of a
                  // taskloop, a constant; without it, Clang knows them
};

/// What an outlined region evaluates.
enum Region : unsigned { RegionLoad, RegionPrefix, RegionSubspace };

} // namespace usersched::marker

#endif
