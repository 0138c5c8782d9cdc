// A loop is lowered in every initializer, in those of templates, too, which are
// instantiated on their own.
// RUN: %clangxx-run -std=c++17 -O1 -o %t && %t
// RUN: %clangxx-run -std=c++17 -O0 -Rpass=usersched -Wno-error -o %t 2>&1 \
// RUN:   | FileCheck %s
// CHECK-COUNT-8: remark: loop is scheduled by load: i
#include <initializer_list>

#define PRAGMA(x) _Pragma(#x)
#define SUM(T)                                                                 \
  [] {                                                                         \
    T s = 0;                                                                   \
    PRAGMA(ompx usersched(load: i))                                            \
    PRAGMA(omp parallel for reduction(+ : s))                                  \
    for (int i = 0; i < 5; ++i)                                                \
      s += i;                                                                  \
    return s;                                                                  \
  }()

long global = SUM(long);
template <class T> T variable = SUM(T);
struct Plain {
  long member = SUM(long);
  static inline long shared = SUM(long);
};
template <class T> struct Template {
  T member = SUM(T);
  static T shared;
  T argument(T x = SUM(T)) { return x; }
};
template <class T> T Template<T>::shared = SUM(T);
long argument(long x = SUM(long)) { return x; }

int main() {
  for (long sum :
       {global, variable<long>, Plain().member, Plain::shared,
        Template<long>().member, Template<long>::shared,
        Template<long>().argument(), argument()})
    if (sum != 10)
      return 1;
}
