// Loops of one function without a region around them, of lambdas, and over
// ranges.
// RUN: %clangxx %verify %s
#include <vector>

void function(int n, int *a, int *b) {
  int own[9];
#pragma ompx usersched(load: i)
  // expected-warning@+1 {{lets the loop at line 13 read 'a'}} expected-note@+1 {{remove 'nowait', or}}
#pragma omp for nowait
  for (int i = 0; i < n; ++i)
    a[i] = own[i % 9] = i; // expected-note {{written here}}
#pragma omp for
  for (int i = 0; i < n; ++i)
    b[i] = a[i] + own[i % 9]; // expected-note {{read here}}
}

auto lambda = [](int n, std::vector<int> &a, std::vector<int> &b) {
#pragma ompx usersched(load: i)
  // expected-warning@+1 {{lets the loop at line 24 read 'a'}} expected-note@+1 {{remove 'nowait', or}}
#pragma omp for nowait
  for (int i = 0; i < n; ++i)
    a[i] = i; // expected-note {{written here}}
#pragma omp for
  for (int &element : b)
    element += a[&element - b.data()]; // expected-note {{read here}}
};

struct Particles {
  std::vector<double> x, v;
  void move() {
#pragma omp parallel
    {
#pragma ompx usersched(load: 1)
  // expected-warning@+1 {{lets the loop at line 39 read 'v'}} expected-note@+1 {{remove 'nowait', or}}
#pragma omp for nowait
      for (double &speed : v)
        speed *= 2; // expected-note {{written here}}
#pragma omp for
      for (int i = 0; i < 9; ++i) {
        double &position = x[i];
        position += v[i]; // expected-note {{read here}}
      }
    }
  }
};

Particles &all();
void outside(int n) {
  Particles &particles = all();
#pragma omp parallel
  {
    std::vector<double> &x = particles.x;
#pragma ompx usersched(load: 1)
  // expected-warning@+1 {{lets the loop at line 59 write 'x'}} expected-note@+1 {{remove 'nowait', or}}
#pragma omp for nowait
    for (int i = 0; i < n; ++i)
      x[i] = 1; // expected-note {{written here}}
#pragma omp for
    for (int i = 0; i < n; ++i)
      particles.x[i] = 2; // expected-note {{written here}}
  }
}
