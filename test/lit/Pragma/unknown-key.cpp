// A misspelt key is an error at the key, with the nearest key as a fix-it.
// RUN: %clangxx %verify %s
// RUN: not %clangxx -fsyntax-only -fno-color-diagnostics \
// RUN:   -fdiagnostics-parseable-fixits %s 2>&1 | FileCheck %s

void misspelt(int n, int *a) {
  // expected-error@+1 {{unknown usersched key 'laod'; did you mean 'load'?}}
#pragma ompx usersched(laod: a[i])
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
}
// CHECK: unknown-key.cpp:[[@LINE-5]]:24: error: unknown usersched key 'laod'
// CHECK: fix-it:"{{.*}}unknown-key.cpp":{[[@LINE-6]]:24-[[@LINE-6]]:28}:"load"

void unlikeAnyKey(int n, int *a) {
  // expected-error@+1 {{unknown usersched key 'weight'; the keys are 'load', 'prefix', 'chunk', 'steal', 'profile', 'subspaces', 'subspace', 'data', 'reproducible' and 'name'}}
#pragma ompx usersched(weight: a[i])
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
}

void behindAnotherItem(int n, int *a) {
  // expected-error@+1 {{unknown usersched key 'chnk'; did you mean 'chunk'?}}
#pragma ompx usersched(load: a[i], chnk: 4)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
}
