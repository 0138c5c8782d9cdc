// Annotated functions of every kind that a header may define.
#ifndef ANNOTATED_H
#define ANNOTATED_H
#include <atomic>

inline std::atomic<int> ran{0};

inline void inlined(int n) {
#pragma ompx usersched(load: i % 7)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    ++ran;
}
static inline void internal(int n) {
#pragma ompx usersched(load: i % 7)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    ++ran;
}
template <class T> void pattern(T n) {
#pragma ompx usersched(load: n - i, chunk: 30)
#pragma omp parallel for
  for (T i = 0; i < n; ++i)
    ++ran;
}
struct Constructed {
  int weight = 3;
  explicit Constructed(int n) {
#pragma ompx usersched(load: weight)
#pragma omp parallel for
    for (int i = 0; i < n; ++i)
      ++ran;
  }
  ~Constructed() {
#pragma ompx usersched(load: weight + i)
#pragma omp parallel for
    for (int i = 0; i < 100; ++i)
      ++ran;
  }
};
inline auto lambda = [](auto n) {
#pragma ompx usersched(load: i)
#pragma omp parallel for
  for (decltype(n) i = 0; i < n; ++i)
    ++ran;
};
inline void all() {
  inlined(100);
  internal(100);
  pattern(100);
  pattern(100L);
  Constructed constructed(100);
  lambda(100);
  lambda(100u);
}
constexpr int iterations = 800; // of all()
#endif
