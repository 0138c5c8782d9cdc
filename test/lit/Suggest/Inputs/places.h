template <typename Number> void triangle(int n, Number *y) {
  // A line that no instance changes.

#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j)
      y[i] += j;
}
