// steal, profile and reproducible are switches: nothing else is a value of theirs.
// RUN: %clangxx %verify %s

void f(int n, int *a, bool on) {
  // expected-error@+1 {{'steal' is 'on' or 'off', not 'true'}}
#pragma ompx usersched(load: a[i], steal: true)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = on;
  // expected-error@+1 {{'profile' is 'on' or 'off', not '(on)'}}
#pragma ompx usersched(load: a[i], profile: (on))
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = on;
  // expected-error@+1 {{'reproducible' is 'on' or 'off', not '1'}}
#pragma ompx usersched(load: a[i], reproducible: 1)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = on;
#pragma ompx usersched(steal: off, load: a[i], profile: on)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = on;
}
