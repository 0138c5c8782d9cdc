// A value that names what the loop's body declares: the error says what it may
// name instead. Other undeclared names are Clang's to report, such as those of
// members, or to find by the types of arguments.
// RUN: %clangxx -std=c++20 %verify %s
int once(int); // expected-note {{declared here}}

template <typename T> void f(T n, T *a) {
  // expected-error@+2 {{cannot name 'k'}}
  // expected-error@+1 {{the 'load' of '#pragma ompx usersched' cannot name 'k', which the body of the loop declares; it can name the loop variables and what is declared before the loop}}
#pragma ompx usersched(load: a[k] + k)
#pragma omp parallel for
  for (T i = 0; i < n; ++i) {
    T k = a[i];
    a[i] = k;
  }
  // expected-error@+1 {{the 'chunk' of '#pragma ompx usersched' cannot name 'size'}}
#pragma ompx usersched(load: i, chunk: size)
#pragma omp parallel for
  for (T i = 0; i < n; ++i)
    for (T size = 0; size < i; ++size)
      a[i] += size;
  // expected-error@+1 {{use of undeclared identifier 'k'}}
#pragma ompx usersched(load: k)
#pragma omp parallel for
  for (T i = 0; i < n; ++i)
    a[i] = i;
}

void g(int n, int *a) {
  // expected-error@+1 {{use of undeclared identifier 'onces'; did you mean 'once'?}}
#pragma ompx usersched(load: onces(i))
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = once(i);
}

struct Graph {
  int *offsets; // expected-note 0+{{declared here}}
};
namespace other {
struct Pair {
  int first;
};
template <int N> int get(Pair &pair) { return pair.first + N; }
} // namespace other

void h(int n, Graph &g, other::Pair *pairs, int *a) {
  // expected-error-re@+1 1+{{{{use of undeclared identifier|invalid use of non-static data member}} 'offsets'}}
#pragma ompx usersched(load: offsets[i + 1] - offsets[i])
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = g.offsets[i];
#pragma ompx usersched(load: get<1>(pairs[i]))
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = get<0>(pairs[i]);
  // expected-error@+1 {{cannot name 'k'}}
#pragma ompx usersched(load: k < 5 ? 1 : 2)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < n; ++k)
      a[i] += k;
}

// Only where the body is the loop over the name could 'collapse' help.
void nests(int n, int *a, const int (&pair)[2]) {
  // expected-error@+1 {{cannot name 'j', which the body of the loop declares; it can name the loop variables and what is declared before the loop; 'collapse' makes 'j' a loop variable, if its iterations are independent, too}}
#pragma ompx usersched(load: j)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      a[i * n + j] = j;
  // expected-error@+1 {{; 'collapse' makes 'k' a loop variable}}
#pragma ompx usersched(load: i + k)
#pragma omp parallel for collapse(2)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (const int &k : pair)
        a[i * n + j] = k;
  // expected-error-re@+1 {{cannot name 'j', {{.*}} before the loop{{$}}}}
#pragma ompx usersched(load: j)
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    a[i] = 0;
    for (int j = 0; j < n; ++j)
      a[i] += j;
  }
  // expected-error-re@+1 {{cannot name 'm', {{.*}} before the loop{{$}}}}
#pragma ompx usersched(load: m)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0, m = n; j < m; ++j)
      a[i] += j;
}
