// A file may end with macros that hold the pragma and its loop: what is left of
// a macro tells that the file goes on. Where nothing tells, that is an error.
// RUN: %clangxx -O0 %ir -DEND=1 %s | FileCheck %s
// RUN: %clangxx -O0 %ir -DEND=2 %s | FileCheck %s
// RUN: not %clangxx -fsyntax-only -DEND=3 %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=OPEN --implicit-check-not="PLEASE submit"
// RUN: not %clangxx -fsyntax-only -DEND=4 %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NONE --implicit-check-not="PLEASE submit"
// CHECK: call void @__usersched_loop_init_4(
// OPEN: error:
// NONE: error: '#pragma ompx usersched' must stand directly before
#define PRAGMA(...) _Pragma(#__VA_ARGS__)
#define EMPTY
#define LOOP                                                                   \
  PRAGMA(ompx usersched(load : i))                                             \
  PRAGMA(omp parallel for)                                                     \
  for (int i = 0; i < n; ++i)                                                  \
    a[i] = i;
#define FUNCTION(NAME)                                                         \
  void NAME(int n, int *a) {                                                   \
    LOOP                                                                       \
  }
#define NOTHING(...) PRAGMA(ompx usersched(load : i)) EMPTY __VA_ARGS__
#define OPEN(...)                                                              \
  void f(int n, int *a) {                                                      \
    PRAGMA(ompx usersched(load : i)) PRAGMA(omp parallel for) EMPTY __VA_ARGS__
#if END == 1
FUNCTION(f)
#elif END == 2
FUNCTION(f)
EMPTY
#elif END == 3
OPEN()
EMPTY
#elif END == 4
NOTHING()
#endif
