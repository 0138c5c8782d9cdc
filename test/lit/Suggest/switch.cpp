// Of the cases of a `switch`, one runs: their conditions come along.
// RUN: %usersched_suggest %s -- | FileCheck %s
// RUN: rm -rf %t && mkdir %t && cp %s %t/a.cpp && %usersched_suggest --apply %t/a.cpp --
// RUN: %clangxx -Werror -fsyntax-only %t/a.cpp
// RUN: %usersched_suggest --check %t/a.cpp --
enum class Kind { Small, Large, Other };

void cases(int n, const int *code, const Kind *kind, const int *row,
           double *x) {
// CHECK: irregular: its loop (line [[#@LINE+6]]) runs under a condition on data of the iteration
// CHECK-NEXT: (load: code[i] == 0 ? 1 + n : 1)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    switch (code[i]) {
    case 0:
      for (int j = 0; j < n; ++j)
        x[i] += j;
      break;
    default:
      x[i] = 1;
    }
// CHECK: (load: 1 + (code[i] == 0 ? i : 0) + (code[i] != 0 && code[i] != 7 ? n - i : 0))
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    switch (code[i]) {
    case 0:
      for (int j = 0; j < i; ++j)
        x[i] += j;
      break;
    case 7:
      break;
    default: {
      for (int j = i; j < n; ++j)
        x[i] += j;
    }
    }
// Case 0 falls through.
// CHECK: (load: 1 + (kind[i] == Kind::Small ? row[i] : 0) + ((kind[i] == Kind::Small) || (kind[i] == Kind::Large) ? i : 0))
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    switch (kind[i]) {
    case Kind::Small:
      for (int j = 0; j < row[i]; ++j)
        x[i] += j;
      [[fallthrough]];
    case Kind::Large:
      for (int j = 0; j < i; ++j)
        x[i] += j;
      break;
    case Kind::Other:
      break;
    }
// A case that leaves the iteration.
// CHECK: (load: kind[i] != Kind::Small ? 1 + row[i] : 1)
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    switch (kind[i]) {
    case Kind::Small:
      continue;
    default:
      x[i] = 2;
    }
    for (int j = 0; j < row[i]; ++j)
      x[i] += j;
  }
// Each case begins with what was before the switch.
// CHECK: (load: 1 + (code[i] == 1 ? row[i] : 0) + (code[i] == 2 ? i : 0))
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    int m = i;
    switch (code[i]) {
    case 1:
      m = row[i];
      for (int j = 0; j < m; ++j)
        x[i] += j;
      break;
    case 2:
      for (int j = 0; j < m; ++j)
        x[i] += j;
    }
  }
}

// Which case runs cannot be said: {{^}}    #pragma ompx usersched{{$}}
void unsaid(int n, int *code, const int *row, double *x) {
// CHECK: irregular: its loop
// CHECK-NEXT: {{^}}    #pragma ompx usersched{{$}}
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    switch (code[i]++) {
    case 0:
      for (int j = 0; j < row[i]; ++j)
        x[i] += j;
      break;
    default:
      for (int j = row[i]; j < n; ++j)
        x[i] += j;
    }
// CHECK: irregular: its loop
// CHECK-NEXT: {{^}}    #pragma ompx usersched{{$}}
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    switch (row[i]) {
    case 0:
      if (i > 4) {
      case 1:
        for (int j = 0; j < i; ++j)
          x[i] += j;
      }
    }
// After a case that may have been left before its end, a load of what the
// conditions guard would be unsafe.
// CHECK: irregular: its loop
// CHECK-NEXT: {{^}}    #pragma ompx usersched{{$}}
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    switch (row[i]) {
    case 0:
      if (x[i] > 0)
        continue;
      break;
    default:
      x[i] = 1;
    }
    for (int j = row[i - 1]; j < row[i]; ++j)
      x[i] += j;
  }
}
