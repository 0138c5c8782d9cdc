// A shift in the header is no marker of a merge conflict, where a macro has the pragma, too.
// RUN: %clangxx -fsyntax-only -Xclang -verify %s
// expected-no-diagnostics
#define PARALLEL_FOR _Pragma("ompx usersched") _Pragma("omp parallel for") for
void touch(long n, char *bytes) {
  PARALLEL_FOR (long i = 0; i < n; i = i + (1 << 21))
    bytes[i] = 0;
  PARALLEL_FOR (long i = n >> 3; i < n >> 1; i += 1
                << 3)
    bytes[i] = 0;
}
