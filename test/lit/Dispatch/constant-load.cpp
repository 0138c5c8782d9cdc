// A load that is the same for all iterations is a number in the descriptor: no
// function is made for it. One that is not positive, or that only looks constant,
// is inspected as any other.
// RUN: %clangxx -O0 %ir %s | FileCheck %s
// RUN: %clangxx -O2 %ir %s | FileCheck %s

#define PRAGMA(...) _Pragma(#__VA_ARGS__)
#define LOOP(NAME, ...)                                                        \
  extern "C" void NAME(int n, int *a, int m) {                                 \
    PRAGMA(ompx usersched(load : LOAD))                                        \
    PRAGMA(omp parallel for __VA_ARGS__)                                       \
    for (int i = 0; i < n; ++i)                                                \
      for (int j = i; j < n; ++j)                                              \
        a[i] = j;                                                              \
  }
enum Plain { Seven = 7 };
constexpr int square(int I) { return I * I; }
template <int N> void t(int n, int *a) {
#pragma ompx usersched(load: N + sizeof(int))
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
}

// CHECK-DAG: @one{{.*}}usersched.loop = internal global {{.*}} { i32 {{[0-9]+}}, i32 8, {{.*}}, ptr null, ptr null, ptr null, i64 1, ptr null, i32 0, i32 0, ptr null }
#define LOAD 1
LOOP(one)
#undef LOAD
// CHECK-DAG: @real{{.*}}usersched.loop = internal global {{.*}} { i32 {{[0-9]+}}, i32 9, {{.*}}, ptr null, ptr null, ptr null, i64 4612811918334230528, ptr null, i32 0, i32 0, ptr null }
#define LOAD 2.5
LOOP(real)
#undef LOAD
// CHECK-DAG: @computed{{.*}}usersched.loop = internal global {{.*}}, ptr null, ptr null, ptr null, i64 16, ptr null, i32 0, i32 0, ptr null }
#define LOAD square(Seven - 3)
LOOP(computed)
#undef LOAD
// CHECK-DAG: @huge{{.*}}usersched.loop = internal global {{.*}}, ptr null, ptr null, ptr null, i64 9223372036854775807, ptr null, i32 0, i32 0, ptr null }
#define LOAD ~0ull
LOOP(huge)
#undef LOAD
// CHECK-DAG: @{{.*}}tILi38E{{.*}}usersched.loop = internal global {{.*}}, ptr null, ptr null, ptr null, i64 42, ptr null, i32 0, i32 0, ptr null }
template void t<38>(int, int *);

// CHECK-DAG: @zero{{.*}}usersched.loop = {{.*}}, ptr @[[ZERO:.*]]inspect{{.*}}, ptr null, ptr null, i64 0, ptr null, i32 0, i32 0, ptr null }
#define LOAD 0
LOOP(zero)
#undef LOAD
// CHECK-DAG: @negative{{.*}}usersched.loop = {{.*}}inspect{{.*}}, ptr null, ptr null, i64 0, ptr null, i32 0, i32 0, ptr null }
#define LOAD -1
LOOP(negative)
#undef LOAD
// CHECK-DAG: @nan{{.*}}usersched.loop = {{.*}}inspect{{.*}}, ptr null, ptr null, i64 0, ptr null, i32 0, i32 0, ptr null }
#define LOAD __builtin_nan("")
LOOP(nan)
#undef LOAD
// CHECK-DAG: @infinite{{.*}}usersched.loop = {{.*}}inspect{{.*}}, ptr null, ptr null, i64 0, ptr null, i32 0, i32 0, ptr null }
#define LOAD __builtin_inf()
LOOP(infinite)
#undef LOAD
// CHECK-DAG: @undefined{{.*}}usersched.loop = {{.*}}inspect{{.*}}, ptr null, ptr null, i64 0, ptr null, i32 0, i32 0, ptr null }
#define LOAD 2147483647 + 2
LOOP(undefined)
#undef LOAD
// CHECK-DAG: @variable{{.*}}usersched.loop = {{.*}}inspect{{.*}}, ptr null, ptr null, i64 0, ptr null, i32 0, i32 0, ptr null }
#define LOAD m
LOOP(variable)
#undef LOAD
// The triangle is numbered as a square, and numbers outside have no load.
// CHECK-DAG: @triangle{{.*}}usersched.loop = {{.*}}inspect{{.*}}, ptr null, ptr null, i64 0, ptr null, i32 0, i32 0, ptr null }
#define LOAD 1
LOOP(triangle, collapse(2))
