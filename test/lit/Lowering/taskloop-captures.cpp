// What a lambda captures cannot be named, because Clang itself crashes there; what an
// OpenMP region in the lambda hands on can.
// RUN: %clangxx -std=c++17 -fblocks %verify %s
void lambdas(const int *w, int n) {
  auto wrong = [=] {
#pragma ompx usersched(load: w[i]) // expected-error {{the 'load' of '#pragma ompx usersched' cannot name 'w', which the lambda or block around this 'taskloop' captures, because Clang does not find it there; name a variable that the lambda or block declares}}
#pragma omp taskloop
    for (int i = 0; i < 100; ++i) {
    }
  };
  auto block = ^{
#pragma ompx usersched(load: 1, chunk: n) // expected-error {{the 'chunk' of '#pragma ompx usersched' cannot name 'n'}}
#pragma omp taskloop
    for (int i = 0; i < 100; ++i) {
    }
  };
  auto copied = [=] {
    const int *v = w;
#pragma ompx usersched(load: v[i])
#pragma omp taskloop
    for (int i = 0; i < 100; ++i) {
    }
  };
  auto region = [&] {
#pragma omp parallel
#pragma omp single
#pragma ompx usersched(load: w[i])
#pragma omp taskloop
    for (int i = 0; i < n; ++i) {
    }
#pragma ompx usersched(load: w[i])
#pragma omp parallel master taskloop
    for (int i = 0; i < n; ++i) {
    }
  };
}
