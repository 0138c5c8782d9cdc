// A report knows loops whose library was unloaded before the end.
// RUN: rm -rf %t && mkdir %t
// RUN: %clangxx-run -O2 -DLIBRARY -shared -fPIC -o %t/loop.so
// RUN: %clangxx-run -O2 -o %t/program
// RUN: env USERSCHED_REPORT=%t/report.json %t/program %t/loop.so
// RUN: FileCheck %s < %t/report.json
#ifdef LIBRARY
extern "C" long run() {
  long sum = 0;
#pragma ompx usersched(load: i % 3)
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 1000; ++i)
    sum += i;
  return sum;
}
#else
#include <dlfcn.h>

int main(int, char **arguments) {
  for (int times = 0; times < 3; ++times) {
    void *library = dlopen(arguments[1], RTLD_NOW);
    auto run = reinterpret_cast<long (*)()>(dlsym(library, "run"));
    if (run() != 499500)
      return 1;
    dlclose(library);
  }
}
#endif
// CHECK: "file": "{{.*}}report-of-unloaded-library.cpp"
// CHECK: "function": "run"
// CHECK: "load": "i % 3"
// CHECK: "executions": 3
// CHECK: "trip_count": {"least": 1000, "most": 1000}
// CHECK: "threads": {"least": 3, "most": 3}
