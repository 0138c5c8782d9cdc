// What Clang could make no type of, after an error of its own, is left alone:
// clang crashed.
// RUN: %clangxx %verify %s

void reproducible(int n) {
  // expected-error@+1 {{unknown type name 'Undeclared'}}
  Undeclared sum;
#pragma ompx usersched(load: i, reproducible: on)
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; ++i)
    sum += i;
}

void unknown(int n) {
  // expected-error@+3 {{use of undeclared identifier 'none'}}
#pragma ompx usersched(load: entry)
#pragma omp parallel for
  for (auto entry : none)
    ;
  // expected-error@+1 {{use of undeclared identifier 'none'}}
  for (auto entry : none) {
#pragma ompx usersched(load: entry, chunk: entry, subspaces: entry, data: entry)
#pragma omp parallel for
    for (int i = 0; i < n; ++i)
      ;
  }
}
