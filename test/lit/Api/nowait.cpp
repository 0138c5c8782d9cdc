// A loop with schedule(runtime) and nowait under a setting: a thread may hold up
// others that have not come to it, as without a setting. The file has no pragma.
// RUN: %clangxx-run -O2 -o %t
// RUN: env OMP_NUM_THREADS=2 timeout 60 %t
// RUN: env OMP_NUM_THREADS=5 timeout 60 %t
// RUN: %clangxx %ir -O0 -I%include %s | FileCheck %s
//
// The same from a precompiled header, whose words the file itself does not have.
// RUN: %clangxx -O0 -I%include -DHEADER -x c++-header %s -o %t.pch
// RUN: echo 'int main() { run(); }' > %t.cpp
// RUN: %clangxx %ir -O0 -I%include -include-pch %t.pch %t.cpp \
// RUN:   | FileCheck %s --check-prefix=PCH
// PCH: generic{{[^ ]*}}.usersched.runtime = {{.*}} [{{[^[]*}} { i32 {{[0-9]+}}, i32 38,
#include <atomic>
#include <omp.h>
#include <usersched_ompx.h>

static std::atomic<long> ran{0};

// The flags of a loop that neither steals nor profiles: 6, and 32 for nowait.
// libomp gets the chunk size that it always gets.
// CHECK-DAG: orphaned{{[^ ]*}}.usersched.runtime = {{.*}} [{{[^[]*}} { i32 {{[0-9]+}}, i32 38,
// CHECK-DAG: together{{[^ ]*}}.usersched.runtime = {{.*}} [{{[^[]*}} { i32 {{[0-9]+}}, i32 6,
// CHECK-DAG: device{{[^ ]*}}.usersched.runtime = {{.*}} [{{[^[]*}} { i32 {{[0-9]+}}, i32 6,
// CHECK: call void @__usersched_runtime_init_4({{.*}}orphaned{{.*}}, i32 1, i32 1)
static void orphaned() {
#pragma omp for schedule(runtime) nowait
  for (int i = 0; i < 1000; ++i)
    ++ran;
}

template <class T> static void generic() {
#pragma omp for schedule(nonmonotonic : runtime) nowait
  for (T i = 0; i < 1000; ++i)
    ++ran;
}

static void together() {
#pragma omp parallel for schedule(runtime)
  for (int i = 0; i < 1000; ++i)
    ++ran;
}

// This nowait is that of the target task.
void device() {
#pragma omp target parallel for schedule(runtime) nowait
  for (int i = 0; i < 1000; ++i)
    (void)i;
}

#ifdef HEADER
inline void run() { generic<int>(); }
#else
int main() {
  omp_lock_t lock;
  omp_init_lock(&lock);
  for (int switches = 0; switches < 4; ++switches) {
    ompx_set_usersched_for_loops(nullptr, nullptr, nullptr, switches & 1,
                                 switches & 2, 0);
#pragma omp parallel
    for (int round = 0; round < 3; ++round) {
      omp_set_lock(&lock);
      orphaned();
      generic<short>();
      [] {
#pragma omp for nowait schedule(runtime)
        for (long i = 1000; i > 0; --i)
          ++ran;
      }();
      omp_unset_lock(&lock);
    }
    together();
  }
  return ran != 4 * 10000;
}
#endif
