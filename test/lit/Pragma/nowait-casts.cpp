// A cast of a pointer, or a promise about it, leads to the same array.
// RUN: %clangxx %verify %s -std=c++20
#include <memory>
#include <vector>

#define EACH                                                                   \
  _Pragma("ompx usersched(load: i)") _Pragma("omp for nowait")                 \
  for (int i = 0; i < n; ++i)
#define PAIR(FIRST, SECOND)                                                    \
  _Pragma("omp parallel") { EACH FIRST; EACH SECOND; }
typedef double *D;
typedef double (*Rows)[8];

void casts(int n, void *p, double *x, const double *c, std::vector<double> &v) {
  // expected-warning@+1 {{'y' before}} expected-note@+1 3 {{}}
  { D y = (D)p; PAIR(y[i] = i, x[i] = y[i]) }
#pragma omp parallel
  {
    D y = static_cast<D>(p);
    // expected-warning@+1 {{'y' before}} expected-note@+1 3 {{}}
    EACH y[i] = i; EACH x[i] = y[i];
  }
  // expected-warning@+1 {{'(D)p' before}} expected-note@+1 3 {{}}
  PAIR(((D)p)[i] = i, x[i] = reinterpret_cast<D>(p)[i])
#pragma omp parallel
  {
    D y = (D)p;
    Rows rows = (Rows)p, same = (Rows)(void *)y;
    // expected-warning@+1 {{'rows' before}} expected-note@+1 3 {{}}
    EACH rows[i][1] = i; EACH x[i] = same[i][1];
  }
  // expected-warning@+1 {{'const_cast<D>(c)' before}} expected-note@+1 3 {{}}
  PAIR(const_cast<D>(c)[i] = i, x[i] = c[i])
#pragma omp parallel
  {
    D y = (D)__builtin_assume_aligned(x, 64), z = std::assume_aligned<64>(x + 1);
    // expected-warning@+1 {{'z' before}} expected-note@+1 3 {{}}
    EACH z[i] = y[i + 1]; EACH x[i] = c[i];
  }
#pragma omp parallel
  {
    D y = &v[0];
    // expected-warning@+1 {{'y' before}} expected-note@+1 3 {{}}
    EACH y[i] = i; EACH x[i] = v[i];
  }
}

// Elements of another size are counted otherwise, and so is what lies between
// two addresses. An array of the thread's own is nobody else's under any name.
void apart(int n, void *p, D x, char *bytes) {
  double own[9] = {};
#pragma omp parallel firstprivate(own)
  {
    D y = (D)p, z = (D)(bytes + 64 * n), second = (D)((char *)p + 8 * n);
    D mine = own, part = &own[1];
    int *numbers = (int *)p;
    float *behind = (float *)(y + n);
    EACH { y[i] = i; x[i] = mine[i] = part[i] = 1; }
    EACH { second[i] = mine[i] + part[i]; z[i] = 1; }
    EACH { behind[i] = numbers[2 * n + i] = i; }
    EACH { y[n + i] = 2; }
  }
}
void orphaned(int n, D x, std::vector<double> copy) {
  D y = &copy[0];
  EACH y[i] = i;
  EACH x[i] = y[i] + copy[i];
}
