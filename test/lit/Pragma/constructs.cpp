// The directives that no thread team divides, and loops that are bound to other
// threads: the error says what to write instead.
// RUN: %clangxx %verify %s

#define LOOP for (int i = 0; i < n; ++i) a[i] = i;

void instead(int n, int *a) {
  // expected-error@+2 {{'#pragma ompx usersched' applies to a loop that the threads of a team divide, not to 'omp simd'; write 'omp for simd'}}
  // expected-note@+2 {{the directive is here}}
#pragma ompx usersched(load: i)
#pragma omp simd
  LOOP
  // expected-error@+2 {{not to 'omp distribute'; write 'omp distribute parallel for'}}
  // expected-note@+2 {{the directive is here}}
#pragma ompx usersched(load: i)
#pragma omp distribute
  LOOP
  // expected-error@+2 {{not to 'omp distribute simd'; write 'omp distribute parallel for simd'}}
  // expected-note@+2 {{the directive is here}}
#pragma ompx usersched(load: i)
#pragma omp distribute simd
  LOOP
  // expected-error@+2 {{not to 'omp teams distribute'; write 'omp teams distribute parallel for'}}
  // expected-note@+2 {{the directive is here}}
#pragma ompx usersched(load: i)
#pragma omp teams distribute num_teams(3)
  LOOP
  // expected-error@+2 {{not to 'omp teams distribute simd'; write 'omp teams distribute parallel for simd'}}
  // expected-note@+2 {{the directive is here}}
#pragma ompx usersched(load: i)
#pragma omp teams distribute simd
  LOOP
  // expected-error@+2 {{not to 'omp teams'; write 'omp teams distribute parallel for'}}
  // expected-note@+2 {{the directive is here}}
#pragma ompx usersched(load: i)
#pragma omp teams
  LOOP
  // expected-error@+2 {{not to 'omp sections'; remove it, because sections are not the iterations of a loop}}
  // expected-note@+2 {{the directive is here}}
#pragma ompx usersched(load: i)
#pragma omp sections
  {
  }
  // expected-error@+2 {{not to 'omp target'; write 'omp for' or 'omp parallel for'}}
  // expected-note@+2 {{the directive is here}}
#pragma ompx usersched(load: i)
#pragma omp target
  LOOP
}

void bound(int n, int *a) {
#pragma omp parallel
  {
    // expected-error@+2 {{a loop with 'bind(thread)' cannot be scheduled by load, because the threads of a team do not divide it; write 'bind(parallel)'}}
#pragma ompx usersched(load: i)
#pragma omp loop bind(thread)
    LOOP
  }
#pragma omp teams
  {
    // expected-error@+2 {{a loop with 'bind(teams)' cannot be scheduled by load, because the threads of a team do not divide it; write 'bind(parallel)' or the directive 'distribute parallel for'}}
#pragma ompx usersched(load: i)
#pragma omp loop bind(teams)
    LOOP
  }
  // expected-error@+2 {{a loop with 'bind(parallel)' cannot be scheduled by load, because the threads of a team do not divide it; write 'bind(teams)'}}
#pragma ompx usersched(load: i)
#pragma omp teams loop bind(parallel)
  LOOP
}

// Clang reports these, about what the user wrote.
void notOnLoop(int n, int *a) {
  int x = 0;
#pragma omp parallel
  {
    // expected-error@+2 {{unexpected OpenMP clause 'nowait' in directive '#pragma omp loop'}}
#pragma ompx usersched(load: i)
#pragma omp loop nowait
    LOOP
    // expected-error@+2 {{unexpected OpenMP clause 'firstprivate' in directive '#pragma omp loop'}}
#pragma ompx usersched(load: i)
#pragma omp loop firstprivate(x)
    LOOP
  }
  // expected-error@+2 {{unexpected OpenMP clause 'schedule' in directive '#pragma omp parallel loop'}}
#pragma ompx usersched(load: i)
#pragma omp parallel loop schedule(static)
  LOOP
  // expected-error@+2 {{unexpected OpenMP clause 'num_threads' in directive '#pragma omp teams loop'}}
#pragma ompx usersched(load: i)
#pragma omp teams loop num_threads(2)
  LOOP
  // expected-error@+2 {{directive '#pragma omp parallel loop' cannot contain more than one 'bind' clause}}
#pragma ompx usersched(load: i)
#pragma omp parallel loop bind(parallel) bind(parallel)
  LOOP
  // expected-error@+2 {{expected 'teams', 'parallel' or 'thread' in OpenMP clause 'bind'}}
#pragma ompx usersched(load: i)
#pragma omp parallel loop bind(team)
  LOOP
  // expected-error@+2 {{unexpected OpenMP clause 'bind' in directive '#pragma omp parallel for'}}
#pragma ompx usersched(load: i)
#pragma omp parallel for bind(parallel)
  LOOP
}
