// Clang accepts a bound that depends on an outer variable through an index or a
// call, and counts iterations for the variable's first and last value only.
// RUN: %clangxx %verify %s
struct Row {
  int size() const;
};
struct Lengths {
  int operator[](int) const;
  int at(int) const;
};
int end(int);

void lost(int n, int *a, const int *length, Lengths lengths, const Row *rows) {
  // expected-warning@+4 {{the bound of this loop has 't' in an index or a call, which OpenMP does not allow and Clang may count wrongly; loop to the largest bound and skip the rest in the body}}
#pragma ompx usersched(load: q)
#pragma omp parallel for collapse(2)
  for (int t = 0; t < n; ++t)
    for (int q = 0; q < length[t]; ++q)
      a[t] = q;
  int t;
  // expected-warning@+4 {{the bound of this loop has 't' in an index or a call}}
#pragma ompx usersched(load: q)
#pragma omp parallel for collapse(2)
  for (t = 0; t < n; ++t)
    for (int q = lengths[t]; q < n; ++q)
      a[t] = q;
  // expected-warning@+4 {{has 't' in an index or a call}}
#pragma ompx usersched(load: q)
#pragma omp parallel for collapse(2)
  for (int t = 0; t < n; ++t)
    for (int q = 0; q < lengths.at(2 * t); ++q)
      a[t] = q;
  // expected-warning@+4 {{has 't' in an index or a call}}
#pragma ompx usersched(load: q)
#pragma omp parallel for collapse(2)
  for (int t = 0; t < n; ++t)
    for (int q = 0; q < rows[t].size(); ++q)
      a[t] = q;
  // expected-warning@+5 {{has 'q' in an index or a call}}
#pragma ompx usersched(load: q)
#pragma omp parallel for collapse(3)
  for (int t = 0; t < n; ++t)
    for (int q = 0; q < n; ++q)
      for (int k = 0; k < end(q); ++k)
        a[t] = k;
}

void counted(int n, int *a, const int *length) {
#pragma ompx usersched(load: q < length[t])
#pragma omp parallel for collapse(2)
  for (int t = 0; t < n; ++t)
    for (int q = 0; q < end(n); ++q)
      if (q < length[t])
        a[t] = q;
#pragma ompx usersched(load: q)
#pragma omp parallel for collapse(2)
  for (int t = 0; t < length[0]; ++t)
    for (int q = 2 * t; q < t + length[1]; ++q)
      a[t] = q;
}
