// What 'reproducible' asks of the reductions of its directive.
// RUN: %clangxx %verify %s
#include <complex>
#include <cstdio>
#include <tuple>
#include <vector>
struct Bytes {
  double value;
  Bytes() : value(0) {}
};
#pragma omp declare reduction(+ : Bytes : omp_out.value += omp_in.value)
// Not trivially copyable, but without pointers and destructors with code.
template <typename T> struct Written : T {
  T values[2];
  std::complex<double> complex;
  int vector __attribute__((vector_size(16)));
  enum { None } kind;
  Written() {}
  Written(const Written &other) : T(other) {}
  Written &operator=(const Written &) { return *this; }
  virtual ~Written() {}
};
using Nested = Written<Written<Bytes>>;
using Tuple = std::tuple<int, std::pair<double, float>>;
#pragma omp declare reduction(+ : Nested : omp_out.value += omp_in.value)
#pragma omp declare reduction(+ : Tuple : omp_out = omp_in)
struct Link {
  Bytes *to;
};
struct HasPointer {
  Link link;
  HasPointer() {}
  HasPointer(const HasPointer &) {}
};
struct Ends {
  ~Ends() { std::puts("end"); }
};
struct HasEnd {
  Written<Ends> inner;
};
#pragma omp declare reduction(+ : HasPointer, HasEnd : omp_out = omp_in)
#pragma omp declare reduction(+ : std::vector<int> : omp_out = omp_in)
struct alignas(64) Line {
  long value = 0;
};
#pragma omp declare reduction(+ : Line : omp_out.value += omp_in.value)

template <typename T> void reduce(int n, T &result) {
  // expected-error@+5 {{with 'reproducible', a reduction variable must have a type that is trivially copyable, or has neither pointers nor a destructor with code, but this has type 'HasPointer'; remove 'reproducible', or reduce its members, or what it owns as in 'data[:n]'}}
  // expected-error@+4 {{with 'reproducible', a reduction variable must have a type that is trivially copyable, or has neither pointers nor a destructor with code, but this has type 'HasEnd'; remove 'reproducible', or reduce its members, or what it owns as in 'data[:n]'}}
  // expected-error@+3 {{with 'reproducible', a reduction variable must have a type that is trivially copyable, or has neither pointers nor a destructor with code, but this has type 'std::vector<int>'; remove 'reproducible', or reduce its members, or what it owns as in 'data[:n]'}}
  // expected-error@+2 {{with 'reproducible', a reduction variable must have a type that is aligned to at most 16 bytes, but this has type 'Line'; remove 'reproducible', or reduce a type with a smaller alignment}}
#pragma ompx usersched(load: i, reproducible: on)
#pragma omp parallel for reduction(+ : result)
  for (int i = 0; i < n; ++i)
    (void)result;
}

void f(int n, int *a) {
  Bytes bytes;
  std::vector<int> list;
  Line line;
  Nested nested;
  Tuple tuple;
  HasPointer pointer;
  HasEnd end;
  reduce(n, nested);
  reduce(n, tuple);
  reduce(n, pointer);
  reduce(n, end);
  reduce(n, bytes);
  reduce(n, list);
  reduce(n, line);
  int sum = 0, other = 0;
#pragma ompx usersched(load: a[i], reproducible: on)
  // expected-error@+1 {{a 'task' reduction cannot be reproducible, because tasks add to it in any order; remove the modifier or 'reproducible'}}
#pragma omp parallel for reduction(task, + : sum)
  for (int i = 0; i < n; ++i)
    sum += i;
#pragma ompx usersched(load: a[i], reproducible: on)
#pragma omp teams distribute parallel for reduction(+ : sum)
  for (int i = 0; i < n; ++i)
    sum += i;
#pragma ompx usersched(load: a[i], reproducible: on)
#pragma omp taskloop reduction(+ : sum) untied
  for (int i = 0; i < n; ++i)
    sum += i;
#pragma ompx usersched(load: a[i], reproducible: on)
  // expected-error@+1 {{with 'reproducible', a reduction variable must have a type that is aligned to at most 16 bytes, but this has type 'Line'; remove 'reproducible', or reduce a type with a smaller alignment}}
#pragma omp taskloop reduction(+ : line)
  for (int i = 0; i < n; ++i)
    line.value += i;
#pragma omp taskgroup task_reduction(+ : other)
  {
#pragma ompx usersched(load: a[i], reproducible: on)
    // expected-error@+1 {{with 'reproducible', a 'taskloop' cannot have 'in_reduction', because its tasks would add to the reduction of another directive; write 'reduction', or remove 'reproducible'}}
#pragma omp taskloop reduction(+ : sum) in_reduction(+ : other)
    for (int i = 0; i < n; ++i)
      sum += i;
  }
#pragma omp taskgroup task_reduction(+ : sum, other)
  {
#pragma ompx usersched(load: a[i], reproducible: on)
    // expected-error@+1 {{with 'reproducible', a 'taskloop' cannot have 'in_reduction', because its tasks would add to the reduction of another directive; write 'reduction', or remove 'reproducible'}}
#pragma omp taskloop in_reduction(+ : sum) in_reduction(+ : other)
    for (int i = 0; i < n; ++i)
      sum += i;
  }
  auto lambda = [&](int m) {
#pragma ompx usersched(load: i, reproducible: on)
    // expected-error@+1 {{with 'reproducible', the 'reduction' of a 'taskloop' cannot name 'sum', which the lambda or block around it captures, because Clang does not find it there; reduce a variable that the lambda or block declares}}
#pragma omp taskloop reduction(+ : sum)
    for (int i = 0; i < m; ++i)
      sum += i;
  };
  lambda(n);
#pragma omp taskgroup task_reduction(+ : other)
  {
#pragma ompx usersched(load: a[i], reproducible: on)
#pragma omp taskloop reduction(+ : sum, a[1:n])
    for (int i = 0; i < n; ++i) {
#pragma omp task in_reduction(+ : other)
      other += i;
      // expected-error@+1 {{with 'reproducible', no task in the body of the 'taskloop' can add to its reduction, because tasks add in any order; add to the variable in the iteration itself, or remove 'reproducible'}}
#pragma omp task in_reduction(+ : other) in_reduction(+ : a[1:n])
      other += a[1] += i;
    }
  }
}

struct Members {
  double sum, bins[4];
  int size;
  void run(int n, double *data) {
    double &part = sum;
#pragma ompx usersched(load: i, reproducible: on)
#pragma omp parallel for reduction(+ : sum, bins[ : size], data[ : size])
    for (int i = 0; i < n; ++i)
      sum += i;
#pragma ompx usersched(load: i, reproducible: on)
#pragma omp taskloop reduction(+ : part, data[ : size])
    for (int i = 0; i < n; ++i)
      part += i;
#pragma ompx usersched(load: i, reproducible: on)
    // expected-error@+1 {{with 'reproducible', the 'reduction' of a 'taskloop' cannot name a member of the object that runs it, because Clang does not find it there; reduce a local variable, reference or pointer}}
#pragma omp taskloop reduction(+ : sum)
    for (int i = 0; i < n; ++i)
      sum += i;
#pragma ompx usersched(load: i, reproducible: on)
    // expected-error@+1 {{cannot name a member of the object that runs it}}
#pragma omp taskloop reduction(+ : bins[ : size])
    for (int i = 0; i < n; ++i)
      bins[i] += i;
  }
};
