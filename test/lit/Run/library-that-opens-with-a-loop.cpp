// A library may execute loops while dlopen() and dlclose() run its constructors
// and destructors, for which they hold a lock. A thread that has executed loops
// may end after dlclose(). A library that has the runtime in itself, from the
// archive, stays loaded.
// RUN: rm -rf %t && mkdir %t
// RUN: %clangxx-run -O2 -DLIBRARY -shared -fPIC -o %t/shared.so
// RUN: %clangxx -O2 -DLIBRARY -shared -fPIC %s %archive -o %t/archive.so
// RUN: %clangxx-plain -pthread -o %t/program
// RUN: timeout 100 %t/program %t/shared.so | FileCheck %s
// RUN: timeout 100 %t/program %t/archive.so | FileCheck %s --check-prefix=STAYS
#include <cstdio>
#ifdef LIBRARY
static long sum() {
  long result = 0;
#pragma ompx usersched(load: i % 3)
#pragma omp parallel for num_threads(4) reduction(+ : result)
  for (int i = 0; i < 1000; ++i)
    result += i;
  return result;
}
extern "C" long run() { return sum(); }
static const long begin = sum();
__attribute__((destructor)) static void end() {
  std::printf("begin %ld end %ld\n", begin, sum());
}
#else
#include <dlfcn.h>
#include <future>

int main(int, char **arguments) {
  for (int times = 0; times < 3; ++times) {
    void *library = dlopen(arguments[1], RTLD_NOW);
    auto run = reinterpret_cast<long (*)()>(dlsym(library, "run"));
    std::promise<void> ran, closed;
    auto other = std::async(std::launch::async, [&] {
      std::printf("other %ld\n", run());
      ran.set_value();
      closed.get_future().wait();
    });
    ran.get_future().wait();
    dlclose(library);
    closed.set_value();
  }
  std::puts("ends");
}
#endif
// CHECK: other 499500
// CHECK-NEXT: begin 499500 end 499500
// CHECK-NEXT: other 499500
// CHECK-NEXT: begin 499500 end 499500
// CHECK-NEXT: other 499500
// CHECK-NEXT: begin 499500 end 499500
// CHECK-NEXT: ends
// STAYS: other 499500
// STAYS-NEXT: other 499500
// STAYS-NEXT: other 499500
// STAYS-NEXT: ends
// STAYS-NEXT: begin 499500 end 499500
