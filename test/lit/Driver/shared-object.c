// Annotated loops in a library that is opened and closed again, many times: its
// plans go with it.
// RUN: %clang -O1 -fPIC -shared -DLIBRARY %s %link -o %t.so
// RUN: %clang -O1 %s -ldl -o %t && %t %t.so
#ifdef LIBRARY
int sum(int n) {
  int s = 0;
#pragma ompx usersched(load: i % 7)
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < n; ++i)
    s += i;
  return s;
}
#else
#include <dlfcn.h>
int main(int argc, char **argv) {
  (void)argc;
  for (int round = 0; round < 20; ++round) {
    void *library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
    if (!library)
      return 1;
    int (*sum)(int) = (int (*)(int))dlsym(library, "sum");
    if (sum(100) != 4950 || sum(100) != 4950 || sum(1000) != 499500)
      return 2;
    dlclose(library);
  }
}
#endif
