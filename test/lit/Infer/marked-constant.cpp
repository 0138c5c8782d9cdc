// A value that is read first in front of a loop may be known from a branch:
// the compiler once ended where it was marked as outdated in the loop.
//
// RUN: %clangxx -O1 -c %s -o %t
// RUN: %clangxx -O2 -c %s -o %t
int V[60], K[60], T[60];
int *P[60];

void f() {
#pragma ompx usersched
#pragma omp parallel for
  for (int I = 0; I < 60; ++I)
    for (int K0 = K[I]; K0 > 0; --K0) {
      if (V[I]) {
        ++T[I];
      } else {
        int K4 = 0;
        do {
          ++K4;
          for (int K6 = 0; K6 < (V[I] ? *P[I] : 4); ++K6) {
          }
        } while (K4 <
                 (K[I] > (V[I] ? *P[I] : 1) ? K[I] : (V[I] ? *P[I] : 1)) % 6);
      }
    }
}
