// A taskloop in a precompiled header, where its load names no variable of the tasks:
// nothing is copied for them.
// RUN: %clangxx -xc++-header %s -o %t.pch
// RUN: %clangxx -DMAIN -include-pch %t.pch %s -o %t %link && env OMP_NUM_THREADS=3 %t
#ifndef MAIN
struct Big {
  int *copies;
  int load(int i) const { return i % 3; }
  explicit Big(int *copies) : copies(copies) {}
  Big(const Big &other) : copies(other.copies) { ++*copies; }
};
template <typename T> int sumUp(T n, const Big &big) {
  int sum = 0;
#pragma ompx usersched(load: big.load(i))
#pragma omp taskloop reduction(+ : sum)
  for (T i = 0; i < n; ++i)
    sum += i;
  return sum;
}
inline int sumInts(const Big &big) {
  int sum = 0;
#pragma ompx usersched(load: big.load(i))
#pragma omp taskloop reduction(+ : sum)
  for (int i = 0; i < 100; ++i)
    sum += i;
  return sum;
}
#else
int main() {
  int sum = 0, copies = 0;
  Big big(&copies);
#pragma omp parallel
#pragma omp single
  sum = sumUp(100l, big) + sumInts(big);
  return sum != 9900 || copies != 0;
}
#endif
