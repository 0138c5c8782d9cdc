// The load of a `for simd` may make objects. Under C++20, Clang refuses
// constexpr templates with a `try` statement there, as it does in the body of
// the loop, but not in a lambda.
// RUN: %clangxx -std=c++20 %ir %s | FileCheck %s
// RUN: not %clangxx -std=c++20 -fsyntax-only -DBARE %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=BARE
// BARE: error: 'try' statement cannot be used in OpenMP simd region
struct Range {
  const int *row;
  int i;
  int size() const { return row[i + 1] - row[i]; }
};
template <class T> struct Box {
  T value;
  constexpr Box(T value) : value(value) {}
  constexpr ~Box() {}
};
template <class T> constexpr int guarded(T i) {
  try {
    return i;
  } catch (...) {
    return 0;
  }
}
void f(int n, int *a, const int *row) {
  // CHECK-COUNT-3: call void @__usersched_loop_init_4(
#pragma ompx usersched(load: Range{row, i}.size())
#pragma omp parallel for simd
  for (int i = 0; i < n; ++i)
    a[i] = 1;
#pragma ompx usersched(load: Box(i).value)
#pragma omp parallel for simd
  for (int i = 0; i < n; ++i)
    a[i] = 2;
#ifdef BARE
#pragma ompx usersched(load: guarded(i))
#else
#pragma ompx usersched(load: [&] { return guarded(i); }())
#endif
#pragma omp parallel for simd
  for (int i = 0; i < n; ++i)
    a[i] = 3;
}
