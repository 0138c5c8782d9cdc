// The pragma survives preprocessing, so that ccache and -E work.
// RUN: %clang -E %s -o %t.i
// RUN: grep '#pragma ompx usersched(load: work\[i\])' %t.i
// RUN: %clang -O1 -S -emit-llvm %t.i -o - | grep usersched_loop_init_4

void f(int n, int *a, const int *work) {
#pragma ompx usersched(load: work[i])
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
}
