// A loop in the initializer of a class template's static member is lowered; in
// a place that the lowering does not see, the error says so.
// RUN: %clangxx-run -std=c++17 -O1 -o %t && %t
// RUN: not %clangxx -std=c++17 -DUNSEEN -c %s -o %t.o 2>&1 | FileCheck %s
// CHECK: error: usersched: the annotated loop in '{{.*}}' stands in an initializer where it cannot be scheduled; move it into a function
template <class T> struct Static {
  static T sum;
};
template <class T> T Static<T>::sum = [] {
  T s = 0;
#pragma ompx usersched(load: i)
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < 5; ++i)
    s += i;
  return s;
}();

#ifdef UNSEEN
template <class T> struct Member {
  T sum = [] {
    T s = 0;
#pragma ompx usersched(load: i)
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < 5; ++i)
      s += i;
    return s;
  }();
};
long unseen() { return Member<long>().sum; }
#endif

int main() { return Static<long>::sum != 10; }
