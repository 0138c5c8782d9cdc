// What a load names in an operand that is not evaluated need not be captured by
// the region, so nothing outside the load may evaluate it: clang crashed.
// RUN: %clangxx -std=c++20 %ir %s | FileCheck %s
#include <typeinfo>

int a[99];
#define SCHEDULED(PRAGMA)                                                      \
  _Pragma("omp parallel") {                                                    \
    _Pragma(#PRAGMA) _Pragma("omp for") for (int i = 0; i < 9; ++i) a[i] = i;  \
  }

struct Member {
  int n, row[3];
  void fill() {
    // CHECK-COUNT-4: call void @__usersched_loop_init_4(
    SCHEDULED(ompx usersched(load: sizeof(n)))
    SCHEDULED(ompx usersched(load: sizeof(this->row) / sizeof(row[0])))
    SCHEDULED(ompx usersched(load: noexcept(fill())))
    SCHEDULED(ompx usersched(load: i, chunk: sizeof(n), data: &a[sizeof(row)]))
  }
};
void member(Member &m) { m.fill(); }

void local(int n, float f) {
  // CHECK-COUNT-8: call void @__usersched_loop_init_4(
  SCHEDULED(ompx usersched(load: sizeof(n)))
  SCHEDULED(ompx usersched(load: alignof(decltype(n))))
  SCHEDULED(ompx usersched(load: noexcept(n + 1)))
  SCHEDULED(ompx usersched(load: static_cast<decltype(n)>(f)))
  SCHEDULED(ompx usersched(load: typeid(n) == typeid(int)))
  SCHEDULED(ompx usersched(load: requires { n + 1; }))
  SCHEDULED(ompx usersched(load: _Generic(n, int: f, default: 1)))
  SCHEDULED(ompx usersched(prefix: i * sizeof(n)))
}
