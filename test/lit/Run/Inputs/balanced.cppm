export module balanced;
export void function(int *a, int n) {
#pragma ompx usersched(load: i % 7)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    ++a[i];
}
export template <class T> void pattern(int *a, T n) {
#pragma ompx usersched(load: n - i)
#pragma omp parallel for
  for (T i = 0; i < n; ++i)
    ++a[i];
}
export void hidden(int *a, int n);
module :private;
void hidden(int *a, int n) {
#pragma ompx usersched(load: i)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    ++a[i];
}
