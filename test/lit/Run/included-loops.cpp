// The directive, the loop, or parts of it stand in files of their own, in front
// of which the pragma stands; or the pragma stands at the end of such a file.
// RUN: rm -rf %t && split-file %s %t
// RUN: %clangxx -Wall -Wextra -Werror -O1 %t/main.cpp %link -o %t/run
// RUN: %t/run
// RUN: %clangxx %ir %t/main.cpp | FileCheck %s
// RUN: %clangxx -E %t/main.cpp -o %t/main.ii
// RUN: %clangxx %ir %t/main.ii | FileCheck %s
// CHECK-COUNT-9: call void @__usersched_loop_init_4(
// CHECK-NOT: call void @__usersched_loop_init_4(
//--- main.cpp
#define DIRECTIVE "directive.h"
int main() {
  const int n = 100;
  int a[n] = {}, runs = 0;

#pragma ompx usersched(load: i)
#include "directive.h"
  for (int i = 0; i < n; ++i)
    ++a[i];
  ++runs;

#pragma ompx usersched(load: i)
#include "loop.h"
  ++runs;

#pragma ompx usersched(load: i)
#include "empty.h"
#include DIRECTIVE
#include "empty.h"
  for (int i = 0; i < n; ++i)
#include "body.inc"
  ++runs;

#include "pragma.h"
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    ++a[i];
  ++runs;

#include "nested.h"
#include "directive.h"
  for (int i = 0; i < n; ++i)
#include "body.inc"
  ++runs;

#include "pragma-and-directive.h"
  for (int i = 0; i < n; ++i)
    ++a[i];
  ++runs;

#include "open-header.h"
    i < n; ++i)
    for (int j = 0; j < 1; ++j)
#include "body.inc"
  ++runs;

#include "outer-loop.h"
  {
    for (int j = 0; j < 1; ++j)
#include "body.inc"
  }
  ++runs;

#pragma omp parallel
  {
#include "pragma.h"
#include "orphan.h"
  }
  ++runs;

  for (int value : a)
    if (value != runs)
      return 1;
}
//--- directive.h
#pragma omp parallel for schedule(static)
//--- loop.h
#ifndef UNKNOWN
#pragma omp parallel for
#endif
for (int i = 0; i < n; ++i) {
  ++a[i];
}
//--- empty.h
//--- body.inc
++a[i];
//--- pragma.h
#pragma ompx usersched(load: i)
// The end.
//--- nested.h
#include "empty.h"
#ifndef GUARD
#ifdef UNKNOWN
EMPTY
#else
#include "pragma.h"
#endif
#endif
//--- pragma-and-directive.h
#if 1
#pragma ompx usersched(load: i)
#pragma omp parallel for
#else
#define EMPTY
EMPTY
#ifdef UNKNOWN
#endif
#endif
//--- open-header.h
#pragma ompx usersched(load: i + j, steal: off)
#pragma omp parallel for collapse(2)
for (int i = 0; /* The end. */
//--- outer-loop.h
#pragma ompx usersched(load: i)
#pragma omp parallel for collapse(2) reduction(+ : a[0 : n])
for (int i = 0; i < n; ++i)
//--- orphan.h
#pragma omp for schedule(dynamic)
for (int i = 0; i < n; ++i)
  ++a[i];
