// RUN: %clangxx -fblocks %verify %s
// A block names what it captures by declarations, which the lowering of a
// range-based loop would have to change.
long sum(const int (&v)[8]) {
  long s = 0;
  // expected-error@+1 {{the 'load' of '#pragma ompx usersched' cannot contain a block; put it into a function}}
#pragma ompx usersched(load : ^{ return e; }())
#pragma omp parallel for reduction(+ : s)
  for (auto e : v)
    s += e;
  return s;
}
