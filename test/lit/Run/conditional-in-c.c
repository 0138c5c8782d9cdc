// From clang 22 on, the modifier is compiled in C, too: the variable has the
// value of the last iteration that sets it, whoever ran that.
// REQUIRES: release-22
// RUN: %clang-run -O1 -o %t && %t

int main(void) {
  enum { Count = 2000 };
  int values[Count], errors = 0;
  for (int i = 0; i < Count; ++i)
    values[i] = i % 7;
  for (int repeat = 0; repeat < 50; ++repeat) {
    int last = -1;
#pragma ompx usersched(load: values[i])
#pragma omp parallel for num_threads(4) lastprivate(conditional: last)
    for (int i = 0; i < Count; ++i)
      if (values[i] == 3 && i < 1500 + repeat)
        last = i;
    int expected = 1499 + repeat;
    while (values[expected] != 3)
      --expected;
    errors += last != expected;
  }
  return errors;
}
