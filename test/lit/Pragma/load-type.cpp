// The load must be arithmetic; what holds for the whole loop must not depend on
// its variable.
// RUN: %clangxx %verify %s
struct Work {
  ~Work();
};
Work work(int);
struct Real {
  explicit operator bool() const;
  explicit operator double() const;
};
Real real(int);
class Hidden {
  using Private = int;

public:
  operator Private() const;
};
Hidden hidden(int);
struct Maybe {
  explicit operator bool() const;
};
Maybe maybe(int);
void consume(int);
struct Incomplete;
extern Incomplete incomplete, several[];
template <typename T> struct OneOf {
  static_assert(sizeof(T) > 1, "");
  T Value;
};
extern OneOf<double> one;

void f(int n, int *a) {
  // expected-error@+1 {{the 'load' of '#pragma ompx usersched' must be an arithmetic expression, but this has type 'Work'}}
#pragma ompx usersched(load: work(i))
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
  // expected-error@+1 {{must be an arithmetic expression, but this has type 'Incomplete'}}
#pragma ompx usersched(load: incomplete)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
  // expected-error@+1 {{must be an arithmetic expression, but this has type 'Incomplete[]'}}
#pragma ompx usersched(load: several)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
  // expected-error@+1 {{must be an arithmetic expression, but this has type 'OneOf<double>'}}
#pragma ompx usersched(load: one)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
  // What a static_cast cannot convert is not to be converted; what it can, it is
  // to the type that there is.
  // expected-error@+1 {{but this has type 'Real'; convert it, as in 'static_cast<double>(...)'}}
#pragma ompx usersched(load: real(i))
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
  // expected-error@+1 {{but this has type 'Hidden'; convert it, as in 'static_cast<int>(...)'}}
#pragma ompx usersched(load: hidden(i))
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
  // expected-error-re@+1 {{but this has type 'Maybe'{{$}}}}
#pragma ompx usersched(load: maybe(i))
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
  // expected-error@+1 {{must be an arithmetic expression, but this has type 'int *'}}
#pragma ompx usersched(load: a + i)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
  // expected-error@+1 {{must be an arithmetic expression, but this has type 'void'}}
#pragma ompx usersched(load: consume(i))
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
  // expected-error@+1 {{the 'chunk' of '#pragma ompx usersched' holds for the whole loop and cannot depend on the loop variable 'i'}}
#pragma ompx usersched(load: a[i], chunk: i)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
  // expected-error@+1 {{use of undeclared identifier 'b'}}
#pragma ompx usersched(load: b[i])
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
  // expected-warning@+1 {{the 'load' of '#pragma ompx usersched' has side effects; it is evaluated any number of times, or not at all}}
#pragma ompx usersched(load: a[i]++)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
}
