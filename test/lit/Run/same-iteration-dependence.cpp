// Accesses that depend on each other within one iteration stay in order. As
// schedule(nonmonotonic: dynamic), this loop is miscompiled by LLVM 19.
// RUN: %clangxx-run -O2 -o %t && %t
// RUN: %clangxx -O2 %ir %s | FileCheck %s --implicit-check-not=access.group
// CHECK: call void @__usersched_loop_init_4(
#include <vector>

struct Particles {
  int count;
  double dt, dtForce, *x, *v, *f;
  void advance();
};

void Particles::advance() {
#pragma ompx usersched(load: 1)
#pragma omp for
  for (int i = 0; i < count; ++i) {
    v[i * 3 + 0] += dtForce * f[i * 3 + 0];
    v[i * 3 + 1] += dtForce * f[i * 3 + 1];
    v[i * 3 + 2] += dtForce * f[i * 3 + 2];
    x[i * 3 + 0] += dt * v[i * 3 + 0];
    x[i * 3 + 1] += dt * v[i * 3 + 1];
    x[i * 3 + 2] += dt * v[i * 3 + 2];
  }
}

int main() {
  const int n = 1000;
  std::vector<double> x(3 * n, 0), v(3 * n, 0), f(3 * n, 1);
  Particles p{n, 0.5, 0.5, x.data(), v.data(), f.data()};
#pragma omp parallel
  for (int step = 0; step < 4; ++step)
    p.advance();
  for (double position : x)
    if (position != 0.25 * (1 + 2 + 3 + 4))
      return 1;
}
