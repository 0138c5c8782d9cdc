// A pragma that reads on to find its directive meets another pragma, behind
// whose directive the file ends. That is an error, and no token is read that is
// not there.
// RUN: not %clangxx -fsyntax-only %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not="PLEASE submit"
// CHECK-DAG: end-of-file.cpp:[[@LINE+5]]:14: error: expected a 'for' loop for '#pragma ompx usersched' to schedule
// CHECK-DAG: end-of-file.cpp:[[@LINE+5]]:14: error: a loop can have only one '#pragma ompx usersched'; write all keys in one

struct S {
  void f() {
#pragma ompx usersched(load: 1)
#pragma ompx usersched(load: 2)
#pragma omp parallel for
/* the end */
