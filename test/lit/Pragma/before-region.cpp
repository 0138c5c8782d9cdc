// In front of a region, the error says where in it the pragma belongs.
// RUN: %clangxx %verify %s

#define LOOP for (int i = 0; i < n; ++i) a[i] = i;

void f(int n, int *a) {
  // expected-error@+2 {{'#pragma ompx usersched' applies to a loop that the threads of a team divide, not to 'omp parallel'; move it in front of the 'omp for' in this region}}
  // expected-note@+8 {{the directive is here}}
#pragma ompx usersched(load: i)
#pragma omp parallel num_threads(2)
  {
#pragma omp single
    {
      a[0] = 1;
    }
#pragma omp for nowait schedule(static)
    LOOP
#pragma omp for
    LOOP
  }
  // expected-error@+2 {{not to 'omp parallel'; move it in front of the 'omp for simd' in this region}}
  // expected-note@+3 {{the directive is here}}
#pragma ompx usersched(load: i)
#pragma omp parallel
#pragma omp for simd
  LOOP
  // expected-error@+2 {{not to 'omp teams'; move it in front of the 'omp distribute parallel for' in this region}}
  // expected-note@+5 {{the directive is here}}
#pragma ompx usersched(load: i)
#pragma omp teams
  {
    if (n)
#pragma omp \
    distribute parallel for
      LOOP
  }
  // expected-error@+2 {{not to 'omp parallel'; write 'omp for' in front of a loop in this region, and the pragma in front of that}}
  // expected-note@+2 {{the directive is here}}
#pragma ompx usersched(load: i)
#pragma omp parallel
  {
#pragma omp critical
    LOOP
  }
#pragma omp for
  LOOP
  // expected-error@+2 {{not to 'omp teams'; write 'omp distribute parallel for' in front of a loop in this region, and the pragma in front of that}}
  // expected-note@+2 {{the directive is here}}
#pragma ompx usersched(load: i)
#pragma omp teams
  {
  }
  // expected-error@+2 {{not to 'omp parallel'; remove it, because sections are not the iterations of a loop}}
  // expected-note@+2 {{the directive is here}}
#pragma ompx usersched(load: i)
#pragma omp parallel
  {
#pragma omp sections
    {
      a[0] = 1;
    }
  }
  // expected-error@+2 {{not to 'omp parallel sections'; remove it, because}}
  // expected-note@+2 {{the directive is here}}
#pragma ompx usersched(load: i)
#pragma omp parallel sections
  {
    a[0] = 1;
  }
  // expected-error@+2 {{not to 'omp task'; move it in front of the 'omp parallel for' in this region}}
  // expected-note@+4 {{the directive is here}}
#pragma ompx usersched(load: i)
#pragma omp task
  {
#pragma omp parallel for
    LOOP
  }
  // expected-error@+1 {{not to 'omp parallel'; write 'omp parallel for'}} expected-note@+1 {{the directive is here}}
  _Pragma("ompx usersched(load: i)") _Pragma("omp parallel")
  {
  }
}

// The loop may be a taskloop.
void tasks(int n, int *a) {
  // expected-error@+2 {{not to 'omp single'; move it in front of the 'omp taskloop' in this region}}
  // expected-note@+3 {{the directive is here}}
#pragma ompx usersched(load: i)
#pragma omp single
#pragma omp taskloop
  for (int i = 0; i < n; ++i)
    a[i] = i;
  // expected-error@+2 {{not to 'omp taskgroup'; move it in front of the 'omp taskloop simd' in this region}}
  // expected-note@+4 {{the directive is here}}
#pragma ompx usersched(load: i)
#pragma omp taskgroup
  {
#pragma omp taskloop simd
    for (int i = 0; i < n; ++i)
      a[i] = i;
  }
}
