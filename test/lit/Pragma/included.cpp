// A file may end between the pragma and its loop. What is left of the file must
// certainly be nothing, or a token must certainly follow; the rest is an error.
// RUN: rm -rf %t && split-file %s %t
// RUN: %clangxx -fsyntax-only -Xclang -verify %t/main.cpp
// RUN: %clangxx -fsyntax-only -Xclang -verify -include %t/pragma-last.h %t/unity.cpp
// The file ends at the place where an editor completes a name.
// RUN: %clangxx -fsyntax-only -Xclang -code-completion-at=%t/complete.cpp:3:12 %t/complete.cpp
// RUN: %clangxx -fsyntax-only -Xclang -code-completion-at=%t/last.h:2:5 %t/complete.cpp
// RUN: %clangxx -fsyntax-only -Xclang -code-completion-at=%t/complete.cpp:2:30 %t/complete.cpp \
// RUN:   | FileCheck %t/complete.cpp
//--- main.cpp
#define EMPTY
#define PRAGMA _Pragma("ompx usersched(load: i)")
void f(int n, int *a) {
#include "macro-follows.h"
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;

#include "conditional-follows.h"
  for (int i = 0; i < n; ++i)
    a[i] = i;

#include "open-header.h"
    a[i] = i;

#include "pragma-in-macro.h"
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;

#include "no-directive.h"
  n = 1;

#include "no-loop.h"
  n = 1;

  // expected-note@first.h:1 {{the first one is here}}
#include "first.h"
  // expected-error@+1 {{a loop can have only one '#pragma ompx usersched'}}
#pragma ompx usersched(load: 2)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;

#include "ordered.h"
  for (int i = 0; i < n; ++i)
    a[i] = i;

#pragma omp parallel
  {
#include "order.h"
    for (int i = 0; i < n; ++i)
      a[i] = i;
  }

  // expected-error@+1 {{'#pragma ompx usersched' must stand directly before}}
#pragma ompx usersched(load: i)
#include "loop.h"
  // expected-note@loop.h:1 {{nothing divides this loop among threads}}
#include "pragma.h"
}
//--- macro-follows.h
// expected-error@+2 {{'#pragma ompx usersched' must stand directly before}}
// expected-note@*:* {{the loop is not looked for in the rest of this file, which macros, '#if' or '#include' may leave empty}}
#pragma ompx usersched(load: i)
EMPTY
//--- conditional-follows.h
// expected-error@+2 {{expected a 'for' loop for '#pragma ompx usersched' to schedule}}
// expected-note@*:* {{the loop is not looked for in the rest of this file}}
#pragma ompx usersched(load: i)
#pragma omp parallel for
#ifdef UNKNOWN
#endif
//--- open-header.h
// expected-error@+2 {{expected the whole header of the 'for' loop for '#pragma ompx usersched' to schedule}}
// expected-note@*:* {{the loop is not looked for in the rest of this file}}
#pragma ompx usersched(load: i)
#pragma omp parallel for
for (int i = 0; i < n; ++i
#include "close.h"
//--- close.h
)
//--- pragma-in-macro.h
// expected-error@+2 {{'#pragma ompx usersched' must stand directly before}}
// expected-note@*:* {{the loop is not looked for in the rest of this file}}
PRAGMA
//--- no-directive.h
// expected-error@+1 {{'#pragma ompx usersched' must stand directly before}}
#pragma ompx usersched(load: i)
//--- no-loop.h
#pragma ompx usersched(load: i)
#pragma omp parallel for
// expected-error@main.cpp:25 {{expected a 'for' loop for '#pragma ompx usersched' to schedule}}
//--- first.h
#pragma ompx usersched(load: 1)
//--- ordered.h
#pragma ompx usersched(load: i)
#pragma omp parallel for ordered // expected-error {{a loop with an 'ordered' clause}}
//--- order.h
#pragma ompx usersched(load: i)
#pragma omp for order(concurrent) // expected-warning {{'order(concurrent)' promises}}
//--- loop.h
for (int i = 0; i < n; ++i)
  a[i] = i;
//--- pragma.h
#pragma ompx usersched(load: i) // expected-error {{'#pragma ompx usersched' must stand directly before}}
//
//--- unity.cpp
// The main file may end with a file that has the loop.
void f(int n, int *a) {
// expected-error@+1 {{'#pragma ompx usersched' must stand directly before}}
#pragma ompx usersched(load: i)
#include "all.h"
// expected-note@*:* 2{{the loop is not looked for in the rest of this file}}
//--- all.h
#pragma omp parallel for
for (int i = 0; i < n; ++i)
  a[i] = i;
}
//--- pragma-last.h
#pragma ompx usersched(load: i) // expected-error {{'#pragma ompx usersched' must stand directly before}}
//--- last.h
#pragma ompx usersched(load: i)
// The end.
//--- complete.cpp
void f(int number, int *a) {
#pragma ompx usersched(load: number)
#include "directive.h"
  for (int i = 0; i < number; ++i)
    a[i] = i;
#include "last.h"
#pragma omp parallel for
  for (int i = 0; i < number; ++i)
    a[i] = i;
}
// CHECK: number : [#int#]number
//--- directive.h
#pragma omp parallel for
