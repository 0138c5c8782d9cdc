// Anywhere but before a worksharing loop, the error says where it belongs.
// RUN: %clangxx %verify %s

void beforeLoop(int n, int *a) {
  // expected-error@+1 {{'#pragma ompx usersched' must stand directly before '#pragma omp for' or '#pragma omp parallel for'}}
#pragma ompx usersched(load: a[i])
  // expected-note@+1 {{nothing divides this loop among threads; '#pragma omp parallel for' in front of it does, if its iterations are independent}}
  for (int i = 0; i < n; ++i)
    a[i] = i;
}

void beforeAttribute(int n, int *a) {
  // expected-error@+1 {{'#pragma ompx usersched' must stand directly before '#pragma omp for' or '#pragma omp parallel for'}}
#pragma ompx usersched(load: a[i])
  // expected-note@+1 {{a directive in an attribute is not read; write it as '#pragma omp ...'}}
  [[omp::directive(parallel for)]]
  for (int i = 0; i < n; ++i)
    a[i] = i;
}

void behindDirective(int n, int *a) {
#pragma omp parallel \
    for
  // expected-error@+2 {{'#pragma ompx usersched' must stand before the 'omp' directive, not between it and the loop}}

#pragma ompx usersched(load: a[i])
  for (int i = 0; i < n; ++i)
    a[i] = i;
}

void beforeParallel(int n, int *a) {
  // expected-error@+2 {{applies to a loop that the threads of a team divide, not to 'omp parallel'; write 'omp parallel for'}}
  // expected-note@+2 {{the directive is here}}
#pragma ompx usersched(load: a[i])
#pragma omp parallel
  for (int i = 0; i < n; ++i)
    a[i] = i;
}

void beforeTask(int n, int *a) {
  // expected-error@+2 {{not to 'omp task'}}
  // expected-note@+2 {{the directive is here}}
#pragma ompx usersched(load: a[i])
#pragma omp task
  for (int i = 0; i < n; ++i)
    a[i] = i;
}

// expected-error@+1 {{must stand directly before}}
#pragma ompx usersched(load: 1)
