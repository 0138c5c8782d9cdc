// A view and an iterator lead to the elements of what they were made of.
// RUN: %clangxx %verify %s -std=c++20
#include <omp.h>
#include <span>
#include <vector>

#define EACH                                                                   \
  _Pragma("ompx usersched(load: i)") _Pragma("omp for nowait")                 \
  for (int i = 0; i < n; ++i)
typedef double *D;
typedef std::span<double> View;

void passed(int n, View v, D x) {
  // expected-warning@+1 {{'v' before}} expected-note@+1 3 {{}}
  EACH v[i] = i; EACH x[i] = v[i];
}

void made(int n, std::vector<double> &v, std::vector<double> &w, D p, D x) {
  auto y = v.begin();
  // expected-warning@+1 {{'y' before}} expected-note@+1 3 {{}}
  EACH y[i] = i; EACH x[i] = y[i];
#pragma omp parallel
  {
    View all(v), copy = all;
    // expected-warning@+1 {{'all' before}} expected-note@+1 3 {{}}
    EACH all[i] = i; EACH x[i] = copy[i] + v[i];
  }
#pragma omp parallel
  {
    const View part(p, n);
    auto z = n > 5 ? v.begin() + n : w.begin();
    // expected-warning@+1 {{'part' before}} expected-note@+1 3 {{}}
    EACH part[i] = i; EACH x[i] = part[i];
    // expected-warning@+1 {{'z' before}} expected-note@+1 3 {{}}
    EACH z[i] = i; EACH x[n + i] = z[i];
  }
}

// Parts that do not overlap, views that are moved, and of a thread's own.
void apart(int n, View v, std::vector<std::vector<double>> &rows, D x, D p) {
  double own[9] = {};
#pragma omp parallel firstprivate(own)
  {
    View low = v.subspan(0, n), high = v.subspan(n, n), first(p, n), second(p + n, n);
    std::vector<double> local(n);
    View here(own), there(local), of_thread = rows[omp_get_thread_num()];
    auto other = v.begin(), stepped = v.begin();
    EACH low[i] = first[i] = here[i] = there[i] = of_thread[i] = stepped[i] = i;
    EACH high[i] = second[i] + here[i] + there[i] + of_thread[i];
    stepped = other + n;
    here = first;
    EACH p[2 * n + i] = stepped[i];
  }
#pragma omp parallel
  for (auto row = rows.begin(); row != rows.end(); ++row) {
    View y = *row;
    EACH y[i] = i;
  }
#pragma omp parallel
  {
    View y = v;
    EACH y[i] = i;
    y = View(p, n);
    EACH x[i] = y[i];
  }
}
