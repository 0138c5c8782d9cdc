//===- Markers.h - names that the plugin's stages hand to each other ------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The three stages (tokens, AST, IR) communicate through the program itself,
// by calls of functions that exist nowhere: no stage keeps a side table, so
// templates, precompiled headers and separate IR compilation need no care.
//
// None of these calls survives the dispatch pass. If the pass does not run,
// the program does not link, which is how it should fail.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_MARKERS_H
#define USERSCHED_PLUGIN_MARKERS_H

namespace usersched::marker {

// Markers are no functions that exist. If a later stage does not run, the
// linker misses them: their names say what to do then.

// Tokens to AST, in front of the innermost loop body, once per item:
//   if ((void)(EXPRESSION), __usersched_compile_with_plugin_marker("KEY",
//   "TEXT", "PLACE", 0)) ; else BODY
// and for "steal", "profile" and "schedule" (the clause that is replaced):
//   if (__usersched_compile_with_plugin_marker("KEY", "TEXT", "PLACE", 0)) ;
//   else BODY
// Of a pragma whose markers stay where they are, since they stand in the wrong
// loop, the first gets Clang's location for the 0.
inline constexpr char Item[] = "__usersched_compile_with_plugin_marker";

// AST to IR, in the chunk expression of the schedule clause, in this order:
//   value(id, slot, i64), value_real(id, slot, double)
//                            a number that the loop needs (see Slot)
//   data(id, u64)            a value that is part of the data's identity
//   begin(id, kind, N, variables...)  a region to outline (see Region) starts;
//                            variables: the N loop variables that it may set
//   signed/unsigned/real(v)  the result of the region
//   end(id, kind)            the region ends
//   loop(id, file, function, line, column, load, flags, schedule, place, each)
//                            the loop itself; schedule: the arguments of the
//                            clause that is replaced; place: Clang's location,
//                            which means something in the same process only;
//                            each: the load of every iteration, as the bits of
//                            a usersched_load, if there is no region; its
//                            result is the chunk argument of dispatch_init
inline constexpr char Value[] = "__usersched_compile_with_plugin_value";
inline constexpr char ValueReal[] =
    "__usersched_compile_with_plugin_value_real";
inline constexpr char Data[] = "__usersched_compile_with_plugin_data";
inline constexpr char Begin[] = "__usersched_compile_with_plugin_begin";
inline constexpr char ResultSigned[] =
    "__usersched_compile_with_plugin_result_signed";
inline constexpr char ResultUnsigned[] =
    "__usersched_compile_with_plugin_result_unsigned";
inline constexpr char ResultReal[] =
    "__usersched_compile_with_plugin_result_real";
inline constexpr char End[] = "__usersched_compile_with_plugin_end";
inline constexpr char Loop[] = "__usersched_compile_with_plugin_loop";

// Inside an outlined region: the logical iteration that it is asked about. The
// width of the iteration variable is appended.
inline constexpr char Iteration[] = "__usersched_compile_with_plugin_iteration";

enum Slot : unsigned {
  SlotChunk,
  SlotSubspaces,
  SlotIterations, // how many are dispatched, if not all
};
enum Region : unsigned { RegionLoad, RegionPrefix, RegionSubspace };

} // namespace usersched::marker

#endif
