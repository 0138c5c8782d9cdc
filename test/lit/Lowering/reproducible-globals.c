// Clang 19 gives threads no copy of a part of a global variable, so that they
// would add to the variable itself, in any order. All of it, a static local
// variable and what a local pointer points to are copied.
// RUN: %clang %verify=release-%release %s
// release-22-no-diagnostics
double bins[9], *pointer;
void f(int n, double *argument) {
  static double local[9];
  double *part = bins;
#pragma ompx usersched(load: i, reproducible: on)
  // release-19-error@+1 {{with 'reproducible', the 'reduction' cannot name a part of 'bins', because clang 19 gives threads no copy of a part of a global variable; reduce all of it, or the part through a local pointer}}
#pragma omp parallel for reduction(+ : bins[ : n])
  for (int i = 0; i < n; ++i)
    bins[i] += i;
#pragma ompx usersched(load: i, reproducible: on)
  // release-19-error@+1 {{cannot name a part of 'pointer'}}
#pragma omp taskloop reduction(+ : pointer[ : n])
  for (int i = 0; i < n; ++i)
    pointer[i] += i;
#pragma ompx usersched(load: i, reproducible: on)
#pragma omp parallel for reduction(+ : bins, local[ : n], part[1 : 2], argument[ : n])
  for (int i = 0; i < n; ++i)
    local[i] += argument[i];
}
