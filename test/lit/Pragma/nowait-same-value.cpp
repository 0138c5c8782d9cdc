// A pointer whose origin is not known leads to one array as long as it keeps
// its value, if all threads have that value.
// RUN: %clangxx %verify %s
#include <cstdint>
#include <cstdlib>
#include <omp.h>
#include <utility>

#define EACH                                                                   \
  _Pragma("ompx usersched(load: i)") _Pragma("omp for nowait")                 \
  for (int i = 0; i < n; ++i)
typedef double *D;

void chosen(int n, D p, D q, D x, char *bytes, uintptr_t address) {
  D y = n > 5 ? p : q;
  // expected-warning@+1 {{'y' before}} expected-note@+1 3 {{}}
  EACH y[i] = i; EACH x[i] = y[i];
#pragma omp parallel
  {
    D z = n > 5 ? p : q, same = n > 5 ? p : q;
    // expected-warning@+1 {{'z' before}} expected-note@+1 3 {{}}
    EACH z[i] = i; EACH x[i] = same[i];
  }
#pragma omp parallel
  {
    D z = (D)(bytes + 8 * n) + 1, same = 1 + (D)(void *)(bytes + 8 * n);
    // expected-warning@+1 {{'z' before}} expected-note@+1 3 {{}}
    EACH z[i] = i; EACH x[i] = same[i];
  }
#pragma omp parallel
  // expected-warning@+1 {{'(D)(address + 8)' before}} expected-note@+1 3 {{}}
  { EACH ((D)(address + 8))[i] = i; EACH x[i] = ((D)(address + 8))[i]; }
}

void reassigned(int n, D p, D q, D x) {
  D y = p;
  if (n > 5)
    y = q;
  // expected-warning@+1 {{'y' before}} expected-note@+1 3 {{}}
  EACH y[i] = i; EACH x[i] = y[i];
#pragma omp parallel
  {
    D z;
    z = n > 5 ? p : q;
    for (int k = 0; k < n; ++k) {
      // expected-warning@+1 {{'z' before}} expected-note@+1 3 {{}}
      EACH z[i] = i; EACH x[k * n + i] = z[i];
      z = q;
    }
  }
#pragma omp parallel
  {
    D z = p;
    // expected-warning@+1 {{'z' before}} expected-note@+1 3 {{}}
    EACH z[i] = i; if (n > 5) z = q; EACH x[i] = z[i];
  }
}

// Between the loops the pointer gets another value.
void moved(int n, D p, D q, D x, void *all) {
  EACH p[i] = i;
  D t = p;
  p = q;
  q = t;
  EACH p[i] = 1;
#pragma omp barrier
#pragma omp parallel
  {
    D y = p;
    EACH y[i] = i;
    y = q;
    EACH x[i] = y[i];
  }
  D old = p;
  EACH old[i] = p[n + i];
  p = x;
  EACH p[i] = 1;
#pragma omp barrier
#pragma omp parallel
  {
    D y = p, z = q;
    EACH y[i] = i;
    std::swap(y, z);
    EACH x[i] = y[i];
  }
#pragma omp parallel
  {
    D y = p;
    EACH y[i] = i;
#pragma omp critical
    y = q;
    EACH x[i] = y[i];
  }
#pragma omp parallel
  for (int k = 0; k < n; ++k) {
    D y = k % 2 ? p : q, z = (D)((char *)all + k * n);
    EACH y[i] = z[i] = i;
  }
#pragma omp parallel
  for (int k = 0; k < n; ++k) {
    D y = p;
    if (k % 2)
      y = q;
    EACH y[i] = i;
  }
}

D part(int n), memory(D p, int n);
// Each thread has a value of its own.
void own(int n, D p, D q, D x, D *rows) {
  double here[9];
#pragma omp parallel firstprivate(here)
  {
    double array[9];
    D y = n > 5 ? new double[n] : (D)malloc(n), z = n > 5 ? array : here;
    D a = n > 5 ? rows[omp_get_thread_num()] : p, b = p, c = memory(p, n);
    int thread = omp_get_thread_num();
    D d = thread ? p : q, e = (D)((char *)p + 4 * thread);
    b = part(n);
    D changes = p;
    auto change = [&] { changes = part(n); };
    change();
    EACH y[i] = z[i] = a[i] = b[i] = c[i] = d[i] = e[i] = changes[i] = i;
    EACH y[i] = z[i] = a[i] = b[i] = c[i] = d[i] = e[i] = changes[i] = i;
  }
}
