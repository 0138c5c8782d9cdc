static inline void looped(int *a) {
#pragma ompx usersched(load: i)
#pragma omp parallel for
  for (int i = 0; i < 30; ++i)
    ++a[i];
}
