void f(int n, int *a) {
#pragma ompx usersched(load: a[(i + 1) % n] ? 1 : 2, chunk: 4, steal: off)
#pragma omp parallel for collapse(2) schedule(dynamic, 3)
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j)
      a[i] = j;
  }
}
