// The load may be left out, or be `auto`, in the pragma, in _Pragma and in templates. Other keys
// may stand alone.
// RUN: %clangxx %verify %s
// RUN: %clang -x c -std=c11 -Wno-everything %verify %s
// expected-no-diagnostics
void loops(int n, int *a) {
#pragma ompx usersched
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
#pragma ompx usersched(load: auto)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
#pragma ompx usersched(chunk: 4, steal: off)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
#pragma ompx usersched(load: auto, prefix: a[i])
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
  _Pragma("ompx usersched") _Pragma("omp parallel for")
  for (int i = 0; i < n; ++i)
    a[i] = i;
}
#ifdef __cplusplus
template <typename T> void inTemplate(T n, T *a) {
#pragma ompx usersched
#pragma omp parallel for
  for (T i = 0; i < n; ++i)
    a[i] = i;
}
template void inTemplate(int, int *);
template void inTemplate(long, long *);
#endif
