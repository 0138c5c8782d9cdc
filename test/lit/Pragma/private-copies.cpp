// Private copies have no value when a load is evaluated, unless they are
// firstprivate. Those of a reduction have its initial value. A taskloop's load
// reads the variables themselves.
// RUN: %clangxx %verify %s
void worksharing(int n, int *a, int *p, int *q, int c) {
  // expected-warning@+1 {{the 'load' of '#pragma ompx usersched' reads the thread's own 'p', which has no value before the loop; make it 'firstprivate', or read another variable}}
#pragma ompx usersched(load: p[i])
#pragma omp parallel for private(p)
  for (int i = 0; i < n; ++i) {
    p = a + i;
    *p = i;
  }
#pragma omp parallel
  {
    // expected-warning@+1 {{the 'prefix' of '#pragma ompx usersched' reads the thread's own 'q'}}
#pragma ompx usersched(prefix: q[i])
#pragma omp for lastprivate(q)
    for (int i = 0; i < n; ++i)
      q = a + i;
  }
#pragma ompx usersched(load: p[i] + q[i] + sizeof c)
#pragma omp parallel for firstprivate(p, q) lastprivate(q) private(c)
  for (int i = 0; i < n; ++i) {
    c = i;
    q = a + c;
  }
  int k;
#pragma ompx usersched(load: k)
#pragma omp parallel for lastprivate(k)
  for (k = 0; k < n; ++k)
    a[k] = k;
}

struct List {
  int size;
};
#pragma omp declare reduction(+ : List : omp_out.size += omp_in.size) initializer(omp_priv = omp_orig)
#pragma omp declare reduction(kept : int : omp_out += omp_in) initializer(omp_priv = omp_orig)
void reductions(int n, int *count, long sum, int *other, int keep) {
  // expected-warning@+1 {{the 'load' of '#pragma ompx usersched' reads the thread's own 'count', which begins with the initial value of the reduction; read another variable}}
#pragma ompx usersched(load: count[i])
#pragma omp parallel for reduction(+ : count[ : n])
  for (int i = 0; i < n; ++i)
    count[other[i]] += 1;
  // expected-warning@+1 {{the 'chunk' of '#pragma ompx usersched' reads the thread's own 'sum', which begins}}
#pragma ompx usersched(load: other[i], chunk: sum)
#pragma omp parallel for reduction(max : sum)
  for (int i = 0; i < n; ++i)
    sum = sum < other[i] ? other[i] : sum;
  // What is not evaluated reads nothing, nor does an address.
#pragma ompx usersched(load: static_cast<decltype(sum)>(other[i]), chunk: sizeof sum, data: &sum)
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; ++i)
    sum += i;
#pragma ompx usersched(load: keep + i)
#pragma omp parallel for reduction(kept : keep)
  for (int i = 0; i < n; ++i)
    keep += i;
  // A declared reduction may take the size from the variable.
  List list;
#pragma ompx usersched(load: list.size + i)
#pragma omp parallel for reduction(+ : list)
  for (int i = 0; i < n; ++i)
    list.size += i;
#pragma omp parallel
#pragma omp single
#pragma ompx usersched(load: count[i])
#pragma omp taskloop reduction(+ : count[ : n])
  for (int i = 0; i < n; ++i)
    count[other[i]] += 1;
}

void tasks(int n, int *a, int c) {
#pragma ompx usersched(load: c)
#pragma omp taskloop private(c)
  for (int i = 0; i < n; ++i) {
    c = i;
    a[i] = c;
  }
}

// A region that has only private copies of a variable does not reach it.
void tasksOfRegions(int n, int *a, int c, int d, int *p, int e) {
#pragma omp parallel
#pragma omp single
  // expected-error@+1 {{the 'load' of '#pragma ompx usersched' cannot name 'c', of which the region around this 'taskloop' has nothing but private copies; make it 'firstprivate'}}
#pragma ompx usersched(load: i + c)
#pragma omp taskloop private(c)
  for (int i = 0; i < n; ++i) {
    c = i;
    a[i] = c;
  }
#pragma omp task
  {
    // expected-error@+1 {{the 'chunk' of '#pragma ompx usersched' cannot name 'd'}}
#pragma ompx usersched(load: i, chunk: d)
#pragma omp taskloop private(d)
    for (int i = 0; i < n; ++i)
      a[i] = d = i;
  }
  // expected-error@+1 {{the 'load' of '#pragma ompx usersched' cannot name 'p'}}
#pragma ompx usersched(load: p[i])
#pragma omp parallel master taskloop private(p)
  for (int i = 0; i < n; ++i)
    p = a + i;
#pragma omp parallel
#pragma omp single
  {
    int own = a[3];
    a[0] = e;
#pragma ompx usersched(load: i + e + own)
#pragma omp taskloop private(e, own)
    for (int i = 0; i < n; ++i)
      a[i] = e = own = i;
  }
}
