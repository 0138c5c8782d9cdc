// A load may not read a variable, a field or an element that all iterations
// write, nor what they write with 'atomic': the load has no 'atomic'.
// RUN: %clangxx %verify %s
#include <atomic>
#include <vector>

struct Vertex {
  int degree, visits;
};
int global, own_of_thread;
#pragma omp threadprivate(own_of_thread)

void of_all(int *w, int &reference, Vertex *pointer, Vertex object, int n) {
  int found = 0;
#pragma ompx usersched(load: w[i] + found) // expected-warning {{reads 'found', which other iterations of this loop may write at the same time; that would be a data race; read a copy that is made before the loop}}
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
#pragma omp critical
    found += w[i]; // expected-note {{it is written here}}
  }
#pragma ompx usersched(load: w[i] + global) // expected-warning {{reads 'global'}}
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
#pragma omp atomic
    global += w[i]; // expected-note {{it is written here}}
#pragma ompx usersched(load: w[i] + reference) // expected-warning {{reads 'reference'}}
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
#pragma omp atomic write
    reference = i; // expected-note {{it is written here}}
#pragma ompx usersched(load: w[i] + pointer->visits) // expected-warning {{reads 'pointer->visits'}}
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
#pragma omp atomic
    pointer->visits++; // expected-note {{it is written here}}
#pragma ompx usersched(load: w[0] + i) // expected-warning {{reads 'w'}}
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
#pragma omp atomic
    ++w[0]; // expected-note {{it is written here}}
#pragma ompx usersched(load: w[i], chunk: found) // expected-warning {{reads 'found'}}
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
#pragma omp atomic
    found += w[i]; // expected-note {{it is written here}}
#pragma omp parallel
#pragma ompx usersched(load: w[i] + object.degree) // expected-warning {{reads 'object.degree'}}
#pragma omp for
  for (int i = 0; i < n; ++i)
    if (w[i] < 0)
#pragma omp atomic write
      object.degree = 0; // expected-note {{it is written here}}
}

void of_others(int *active, const int *row, const int *column, int n) {
#pragma ompx usersched(load: active[i] ? row[i + 1] - row[i] : 1) // expected-warning {{reads 'active'}}
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    for (int k = row[i]; k < row[i + 1]; ++k) {
#pragma omp atomic write
      active[column[k]] = 1; // expected-note {{it is written here}}
    }
#pragma ompx usersched(load: active[i]) // expected-warning {{reads 'active'}}
#pragma omp parallel for
  for (int i = 0; i < 100; ++i)
    active[i + 1] = 0; // expected-note {{it is written here}}
}

struct Sum {
  int total;
  void of_member(const int *w, int n) {
#pragma ompx usersched(load: w[i] + total) // expected-warning {{reads 'total'}}
#pragma omp parallel for
    for (int i = 0; i < n; ++i)
#pragma omp atomic
      total += w[i]; // expected-note {{it is written here}}
  }
  void of_thread(int *w, int n) { // each has its own 'total' and 'own'
    int &own = *w;
#pragma ompx usersched(load: i * total + own)
#pragma omp parallel for firstprivate(total, own)
    for (int i = 0; i < n; ++i)
      own = total = i;
  }
};

// What is an iteration's own, or a thread's, and atomic objects.
void own(int *w, Vertex *v, Vertex **list, std::vector<Vertex> &all,
         std::atomic<int> &counter, int n) {
  int k, x = 0;
  std::vector<Vertex>::iterator it;
#pragma ompx usersched(load: w[k] + x + own_of_thread)
#pragma omp parallel for firstprivate(x)
  for (k = 0; k < n; ++k) {
    x += w[k];
    own_of_thread = x;
  }
#pragma ompx usersched(load: v->degree)
#pragma omp parallel for
  for (Vertex *p = v; p < v + n; ++p)
    p->degree = 0;
#pragma ompx usersched(load: it->degree)
#pragma omp parallel for
  for (it = all.begin(); it < all.end(); ++it)
    it->degree = 0;
#pragma ompx usersched(load: list[i]->degree)
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    Vertex *mine = list[i];
    mine->degree = 0;
  }
#pragma ompx usersched(load: w[i])
#pragma omp parallel for
  for (int i = 0; i < 100; ++i)
#pragma omp atomic write
    w[i] = 0;
#pragma ompx usersched(load: w[i + 100])
#pragma omp parallel for
  for (int i = 0; i < 100; ++i)
    w[i] = 0;
#pragma ompx usersched(load: w[i + 1])
#pragma omp parallel for
  for (int i = 0; i < 1; ++i)
    w[i] = 0;
#pragma ompx usersched(load: w[i] + counter)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    counter += w[i];
#pragma ompx usersched(load: w[i] + n)
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    auto next = [n]() mutable { return ++n; };
    w[i] = next();
  }
#pragma omp parallel
  {
    int own = 0;
#pragma ompx usersched(load: w[i] + own)
#pragma omp for
    for (int i = 0; i < n; ++i)
      own += w[i];
  }
#pragma omp parallel
#pragma omp single
  {
#pragma ompx usersched(load: w[i] + x)
#pragma omp taskloop
    for (int i = 0; i < n; ++i)
      x += w[i];
  }
}

void orphaned(const int *w, int n, int k) {
#pragma ompx usersched(load: w[i] + k)
#pragma omp for
  for (int i = 0; i < n; ++i)
    k += w[i];
}
