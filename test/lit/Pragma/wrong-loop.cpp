// The bodies of member functions are read before the rest of their class: a name
// that means something else there leads to another number of loops.
// RUN: %clangxx -c -o %t %s -Xclang -verify
const int Depth = 2;

struct Grid {
  void fill(int n, int *a) {
    // expected-error@+1 {{the 'load' of '#pragma ompx usersched' stands in a loop that is not the one to schedule; move the loop into a function of its own}}
#pragma ompx usersched(load: i + j, steal: off)
#pragma omp parallel for collapse(Depth)
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        a[i] = j;
  }
  static const int Depth = 1;
};

// In a template it is known when that is instantiated.
template <typename T> struct Field {
  void fill(int n, T *a) {
    // expected-error@+1 {{the 'load' of '#pragma ompx usersched' stands in a loop}}
#pragma ompx usersched(load: i + j)
#pragma omp parallel for collapse(Depth)
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        a[i] = j;
  }
  static const int Depth = 1;
};
void use(int *a) {
  Grid().fill(3, a);
  Field<int>().fill(3, a);
}
