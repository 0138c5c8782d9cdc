// Of two loops that could be the inner one, Clang takes the one in fewer blocks,
// wherever it stands; stage 1 has taken the first.
// RUN: %clangxx -c -o %t %s -Xclang -verify
void f(int n, int *a) {
  // expected-error@+1 {{the 'load' of '#pragma ompx usersched' stands in a loop that is not the one to schedule; move the loop into a function of its own}}
#pragma ompx usersched(load: i + j, steal: off)
#pragma omp parallel for collapse(2)
  for (int i = 0; i < n; ++i) {
    {
      for (int j = 0; j < n; ++j)
        a[i] = j;
    }
    for (int j = 0; j < n; ++j)
      a[i] = j;
  }
}

template <typename T> void g(int n, T *a) {
  // expected-error@+1 {{the 'load' of '#pragma ompx usersched' stands in a loop}}
#pragma ompx usersched(load: i + j)
#pragma omp parallel for collapse(2)
  for (int i = 0; i < n; ++i) {
    {
      for (int j = 0; j < n; ++j)
        a[i] = j;
    }
    for (int j = 0; j < n; ++j)
      a[i] = j;
  }
}
template void g<int>(int, int *);
