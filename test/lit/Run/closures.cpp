// Lambdas in types, default arguments and template headers: their closures
// belong to no function, and many are made when a template is used.
// RUN: %clangxx-run -std=c++20 -O1 -o %t && %t
// RUN: %clangxx -std=c++20 %ir %s | FileCheck %s
// RUN: %clangxx -std=c++20 -x c++-header -DHEADER %s -o %t.pch
// RUN: %clangxx -std=c++20 -include-pch %t.pch -DPROGRAM %s %link -o %t.pre
// RUN: %t.pre
// RUN: %clangxx -std=c++20 -include-pch %t.pch -DPROGRAM %ir %s | FileCheck %s
// CHECK-COUNT-14: call void @__usersched_loop_init_4(
// CHECK-NOT: call void @__usersched_loop_init_4(
#ifndef PROGRAM
#define ADD(...)                                                               \
  (__VA_ARGS__ n, int *a) {                                                    \
    _Pragma("ompx usersched(load: i)")                                         \
        _Pragma("omp parallel for") for (int i = 0; i < n; ++i)++ a[i];        \
  }
using Function = void (*)(int, int *);

template <class F = decltype([] ADD(int))> void header(int n, int *a) {
  F()(n, a);
}
template <class F = decltype([] ADD(auto))> void generic(int n, int *a) {
  F()(n, a);
}
template <class T, class F = decltype([] ADD(T))>
void dependent(int n, int *a) {
  F()(n, a);
}
template <auto F = [] ADD(int)>
void value(int n, int *a) { F(n, a); } using Alias = decltype([] ADD(int));
template <class T> using Pattern = decltype([] ADD(int));
template <class T> using Dependent = decltype([] ADD(T));
template <class T> using Generic = decltype([] ADD(auto));
template <class T> struct Class {
  using Member = decltype([] ADD(T));
  static inline auto shared = [] ADD(T);
  static void argument(int n, int *a, void (*f)(T, int *) = [] ADD(T)) {
    f(n, a);
  }
};
template <class T> void argument(T n, int *a, Function f = [] ADD(int)) {
  f(n, a);
}
struct Base : decltype([] ADD(int)) {};
template <Function F> void explicitly(int n, int *a) { F(n, a); }
#endif

#if !defined HEADER || defined PROGRAM
int main() {
  const int n = 100;
  int a[n] = {}, runs = 0;
  auto run = [&](auto f) {
    f(n, a);
    ++runs;
  };
  run([](int n, int *a) { header(n, a); });
  run([](int n, int *a) { generic(n, a); });
  run([](int n, int *a) { dependent<int>(n, a); });
  run([](int n, int *a) { value(n, a); });
  run(Alias());
  run(Pattern<int>());
  run(Dependent<int>());
  run(Generic<int>());
  run(Class<int>::Member());
  run(Class<int>::shared);
  run([](int n, int *a) { Class<int>::argument(n, a); });
  run([](int n, int *a) { argument(n, a); });
  run(Base());
  run([](int n, int *a) { explicitly<[] ADD(int)>(n, a); });
  for (int value : a)
    if (value != runs)
      return 1;
}
#endif
