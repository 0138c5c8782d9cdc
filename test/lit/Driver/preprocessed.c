// The pragma survives preprocessing, so that ccache and -E work. Its macros are
// expanded: their definitions do not survive, and a cache must see that one has
// changed.
// RUN: %clang -E %s -o %t.i
// RUN: FileCheck %s --input-file=%t.i
// CHECK: #pragma ompx usersched(load: work[i] + 1, name: first){{$}}
// CHECK: #pragma omp parallel for
// CHECK: #pragma ompx usersched(load: work[i] + 1){{$}}
// CHECK: #pragma ompx usersched(load: "ab"[i & 1]){{$}}
// CHECK: #pragma ompx other(WORK(i)){{$}}
// RUN: %clang -Rpass=usersched -O1 -c %t.i -o %t.o 2>&1 \
// RUN:   | FileCheck %s --check-prefix=REMARKS
// REMARKS-DAG: scheduled by load: "ab"[i & 1]
// REMARKS-DAG: scheduled by load: work[i] + 1
//
// Comments that are kept do not end the pragma.
// RUN: %clang -E -CC %s -o %t-comments.i
// RUN: %clang -O1 -S -emit-llvm %t-comments.i -o - | grep usersched_loop_init_4
//
// Whoever keeps the macros keeps the pragma as it is written.
// RUN: %clang -E -frewrite-includes %s | grep 'ompx usersched(load: WORK(i),'
#define WORK(i) work[i] /* what it is */ + 1
#define PRAGMA(...) _Pragma(#__VA_ARGS__)

void f(int n, int *a, const int *work) {
#pragma ompx usersched(load: WORK(i), \
                       name: first) // in two lines
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
  PRAGMA(ompx usersched(load: WORK(i)))
  PRAGMA(omp parallel for)
  for (int i = 0; i < n; ++i)
    a[i] = i;
#pragma ompx usersched(load: "ab"[i & 1])
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
#pragma ompx other(WORK(i))
}
