// A load that is a difference of neighbours becomes a prefix function, and
// -Rpass-analysis says so at the directive. Nothing is inspected then.
// RUN: %clangxx -w -O0 -c -o %t %s -Rpass-analysis=usersched -Xclang -verify
// RUN: %clangxx -w -O2 -g -c -o %t %s -Rpass-analysis=usersched -Xclang -verify
// RUN: %clangxx -w -O0 %ir %s | FileCheck %s --implicit-check-not=usersched.inspect
// RUN: %clangxx -w -O2 %ir %s | FileCheck %s --implicit-check-not=usersched.inspect
// RUN: %clangxx -w -Os %ir %s | opt -passes=verify -disable-output
// The descriptor: version, flags, file, function, load, line, column, no inspect,
// no subspace, prefix. Loops with equal loads share the function.
// CHECK: @_Z5equalii.{{.*}}loop = internal global {{.*}} i32 72, ptr {{.*}}, ptr {{.*}}, ptr {{.*}}, i32 {{.*}}, i32 {{.*}}, ptr null, ptr null, ptr [[PREFIX:@.*prefix.function]], i64 0,
// CHECK: @_Z7globalsii.{{.*}}loop = internal global {{.*}}, ptr null, ptr null, ptr [[PREFIX]], i64 0,
// CHECK: define internal {{.*}}i64 [[PREFIX]](i64 {{.*}}, ptr {{.*}})
#include "Inputs/telescoping.h"
#include <vector>

struct Graph {
  long *offsets;
  int **rows, *neighbours;
  long degree(int v) const { return offsets[v + 1] - offsets[v]; }
  long row_length(int v) const { return rows[v + 1] - rows[v]; }
  int *begin(int v) const { return neighbours + offsets[v]; }
};
struct Row {
  int begin, name;
};
extern Graph global;
extern int table[100];

// expected-remark@* 31 {{the load is a difference of neighbours}}
// Types of the elements.
LOOP(ints, UP, x[i + 1] - x[i], int *x)
LOOP(longs, UP, x[i + 1] - x[i], const long *x)
LOOP(words, UP, x[i + 1] - x[i], const unsigned *x)
LOOP(sizes, UP, x[i + 1] - x[i], const std::vector<std::size_t> &x)
LOOP(shorts, UP, x[i + 1] - x[i], const short *x)
LOOP(pointers, UP, x[i + 1] - x[i], double **x)
LOOP(members, UP, x[i + 1].begin - x[i].begin, const Row *x)
LOOP(globals, UP, table[i + 1] - table[i], int)
LOOP(narrowed, UP, int(x[i + 1] - x[i]), const long *x)
LOOP(widened, UP, long(x[i + 1]) - x[i], const unsigned *x)
LOOP(from_real, UP, int(x[i + 1] * 4) - int(x[i] * 4), const double *x)
// Through functions, members and pointers.
LOOP(member, UP, g.degree(i), const Graph &g)
LOOP(through_pointer, UP, (*g)->degree(i), Graph *const *g)
LOOP(of_global, UP, global.row_length(i), int)
LOOP(iterators, UP, g.begin(i + 1) - g.begin(i), const Graph &g)
LOOP(addresses, UP, &y[x[i + 1]] - &y[x[i]], const int *x, const Row *y)
LOOP(lambda, UP, [&](int k) { return x[k + 1] - x[k]; }(i), const int *x)
LOOP(indirect, UP, x[y[i + 1]] - x[y[i]], const int *x, const int *y)
// Constants, factors and sums.
LOOP(and_three, UP, 3 + x[i + 1] - x[i], const int *x)
LOOP(twice_and_three, UP, 2 * (x[i + 1] - x[i]) + 3, const unsigned *x)
LOOP(shifted, UP, (x[i + 1] - x[i]) << 2, const int *x)
LOOP(bytes, UP, g.row_length(i) * sizeof(int), const Graph &g)
LOOP(both, UP, g.degree(i) + h.row_length(i), const Graph &g, const Graph &h)
// Forms of loops.
LOOP(down, DOWN, x[i + 1] - x[i], const int *x)
LOOP(reversed, UP, x[n - i] - x[n - i - 1], const int *x)
LOOP(by_two, BY_TWO, x[i + 2] - x[i], const int *x)
LOOP(of_unsigned, UNSIGNED, x[i + 1] - x[i], const int *x)
LOOP(narrow, NARROW, x[i + 1] - x[i], const int *x)
LOOP(converted, LONG, x[(int)i + 1] - x[(int)i], const int *x)
LOOP(of_pointer, POINTER, i[1] - i[0], int)
LOOP(equal, UP, table[i + 1] - table[i], int)
