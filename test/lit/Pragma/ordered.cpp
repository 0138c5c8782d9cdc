// An order of iterations and a schedule by load exclude each other.
// RUN: %clangxx %verify %s

void f(int n, int *a) {
#pragma ompx usersched(load: a[i])
  // expected-error@+1 {{a loop with an 'ordered' clause cannot be scheduled by load, because the clause prescribes an order; remove it or '#pragma ompx usersched'}}
#pragma omp parallel for ordered
  for (int i = 0; i < n; ++i)
    a[i] = i;
}
