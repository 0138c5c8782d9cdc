// Until a barrier, all of the loops behind a nowait count, not just the next.
// RUN: %clangxx %verify %s

void g(int n, int *a, int *b, int *c, bool some) {
#pragma omp parallel
  {
#pragma ompx usersched(load: i)
  // expected-warning@+1 {{lets the loop at line 20 read 'a'}} expected-note@+1 {{remove 'nowait', or}}
#pragma omp for nowait
    for (int i = 0; i < n; ++i)
      a[i] = i; // expected-note {{written here}}
#pragma ompx usersched(load: i)
#pragma omp for nowait
    for (int i = 0; i < n; ++i)
      b[i] = i;
#pragma omp masked
    c[n] = 0;
#pragma omp single nowait
    c[n + 1] = 0;
#pragma omp for
    for (int i = 0; i < n; ++i)
      c[i] = a[i]; // expected-note {{read here}}
#pragma omp for
    for (int i = 0; i < n; ++i)
      c[i] += b[i];
  }
#pragma omp parallel
  {
#pragma ompx usersched(load: i)
  // expected-warning@+1 {{lets the loop at line 39 read 'b'}} expected-note@+1 {{remove 'nowait', or}}
#pragma omp for nowait
    for (int i = 0; i < n; ++i)
      b[i] = i; // expected-note {{written here}}
    if (some) {
#pragma omp barrier
    } else if (n > 4) {
#pragma omp flush
    }
#pragma omp for
    for (int i = 0; i < n; ++i)
      c[i] += b[i]; // expected-note {{read here}}
  }
}

// A lock protects nothing behind its release, nor if one loop alone takes it.
void h(int n, int *a, int *b, void *mutex, bool some) {
  void pthread_mutex_lock(void *), pthread_mutex_unlock(void *);
#pragma omp parallel
  {
#pragma ompx usersched(load: i)
  // expected-warning@+1 {{lets the loop at line 59 read 'a'}} expected-note@+1 {{remove 'nowait', or}}
#pragma omp for nowait
    for (int i = 0; i < n; ++i) {
      pthread_mutex_lock(mutex);
      b[0] += i;
      pthread_mutex_unlock(mutex);
      a[i] = i; // expected-note {{written here}}
    }
#pragma omp for
    for (int i = 0; i < n; ++i) {
      pthread_mutex_lock(mutex);
      b[0] += i;
      if (some)
        pthread_mutex_unlock(mutex);
      else
        (void)pthread_mutex_unlock(mutex);
      b[i + 1] = a[i]; // expected-note {{read here}}
    }
  }
#pragma omp parallel
  {
#pragma ompx usersched(load: i)
  // expected-warning@+1 {{lets the loop at line 77 read 'a'}} expected-note@+1 {{remove 'nowait', or}}
#pragma omp for nowait
    for (int i = 0; i < n; ++i)
      a[i] = i; // expected-note {{written here}}
#pragma omp for
    for (int i = 0; i < n; ++i) {
      pthread_mutex_lock(mutex);
      b[0] += a[i]; // expected-note {{read here}}
      pthread_mutex_unlock(mutex);
    }
  }
}
