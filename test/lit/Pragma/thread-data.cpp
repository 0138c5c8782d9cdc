// Under schedule(static) two loops of a region give iteration i to one thread,
// so the second may use what the thread has kept in the first. The pragma
// replaces the clause. The warning says where.
// RUN: %clangxx %verify %s
#include <omp.h>
#include <vector>

const int N = 1 << 16, B = 64;
int count_of[64][B], key[N], sorted[N];

// A counting sort as in NAS IS.
void scatter() {
#pragma omp parallel
  {
    int me = omp_get_thread_num(), all = omp_get_num_threads(), next[B] = {};
#pragma ompx usersched(load: 1)
#pragma omp for schedule(static)
    for (int i = 0; i < N; ++i)
      count_of[me][key[i]]++; // expected-note {{'count_of' is written here}}
    for (int b = 0, at = 0; b < B; ++b)
      for (int t = 0; t < all; at += count_of[t++][b])
        if (t == me)
          next[b] = at;
#pragma ompx usersched(load: 1)
    // expected-warning@+1 {{this loop uses what its thread has written to 'count_of' in the loop at line 17; OpenMP promises only for two loops under 'schedule(static)', which '#pragma ompx usersched' replaces, that iteration i of both has one thread}} expected-note@+1 {{remove '#pragma ompx usersched' from both loops, or keep the data by block of iterations instead of by thread}}
#pragma omp for schedule(static)
    for (int i = 0; i < N; ++i)
      sorted[next[key[i]]++] = key[i]; // expected-note {{and 'next' decides on what is written here}}
  }
}

// The same with a pointer to the thread's part and a threadprivate array, and
// the pragma in front of the first loop only.
int *part[64], offset[B];
#pragma omp threadprivate(offset)
void threadprivateOffsets() {
  int i, k;
#pragma omp parallel private(i, k)
  {
    int *mine, me = 0;
    me = omp_get_thread_num();
    mine = part[me];
#pragma ompx usersched(load: 1)
    // expected-warning@+1 {{the loop at line 51 uses what its thread has written to 'part' in this loop; OpenMP}} expected-note@+1 {{remove '#pragma ompx}}
#pragma omp for schedule(static)
    for (i = 0; i < N; i++)
      mine[key[i]]++; // expected-note {{'part' is written here}}
    for (i = 0; i < B; i++)
      for (k = 0; k < me; k++)
        offset[i] += part[k][i];
#pragma omp for schedule(static)
    for (i = 0; i < N; i++) {
      k = key[i];
      sorted[offset[k]++] = k; // expected-note {{'offset' decides}}
    }
  }
}

// Keeps some elements, in their order; with a chunk and a modifier.
int compact(const int *from, int *to, int n) {
  std::vector<int> kept(omp_get_max_threads() + 1);
#pragma omp parallel
  {
    int me = omp_get_thread_num(), own = 0;
#pragma omp for schedule(monotonic: static)
    for (int i = 0; i < n; ++i)
      if (from[i])
        own++; // expected-note {{'own' is written here}}
    kept[me + 1] = own;
#pragma omp barrier
    int at = 0;
    for (int t = 0; t <= me; ++t)
      at += kept[t];
#pragma ompx usersched(load: 1, steal: off)
    // expected-warning@+1 {{in the loop at line 65}} expected-note@+1 {{remove}}
#pragma omp for schedule(monotonic: static)
    for (int i = 0; i < n; ++i)
      if (from[i])
        to[at++] = from[i]; // expected-note {{'at' decides}}
  }
  return 0;
}

// Each thread keeps values for the iterations that come back to it; the loops
// are those of a function that is called in a region, in a template.
template <typename T> void keep(int n, const T *x, T *y) {
  std::vector<T> own;
#pragma omp for schedule(static)
  for (int i = 0; i < n; ++i)
    own.push_back(x[i] * x[i]); // expected-note {{'own' is written here}}
  int at = 0;
#pragma ompx usersched(load: 1)
  // expected-warning@+1 {{in the loop at line 88}} expected-note@+1 {{remove}}
#pragma omp for schedule(static)
  for (int i = 0; i < n; ++i)
    y[i] += own[at++]; // expected-note {{'own' decides}}
}
template void keep(int, const double *, double *);
template void keep(int, const float *, float *);

// The offsets of a prefix sum, in a sequential loop, in members.
struct Sums {
  double total[64];
  void run(int n, int rounds, double *x) {
#pragma omp parallel
    for (int round = 0; round < rounds; ++round) {
      int me = omp_get_thread_num();
#pragma omp for schedule(static)
      for (int i = 0; i < n; ++i)
        total[me] += x[i]; // expected-note {{'total' is written here}}
      double before = 0;
      for (int t = 0; t < me; ++t)
        before += total[t];
#pragma ompx usersched(load: 1)
      // expected-warning@+1 {{in the loop at line 108}} expected-note@+1 {{remove}}
#pragma omp for schedule(static)
      for (int i = 0; i < n; ++i) {
        before += x[i];
        x[i] = before; // expected-note {{'before' decides}}
      }
    }
  }
};
