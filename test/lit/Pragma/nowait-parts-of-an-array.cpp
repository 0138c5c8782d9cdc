// Loops over different parts of an array, as far as their indices show it.
// RUN: %clangxx %verify %s

struct Grid { int n; double x[9][9][9]; };

#define J_LOOP(BODY)                                                           \
  _Pragma("ompx usersched(load: j)") _Pragma("omp for nowait")                 \
  for (j = 1; j < g.n - 1; j++) { BODY; }

void planes(Grid &g) {
  int i, j;
#pragma omp parallel private(i, j)
  {
    i = 1;
    J_LOOP(g.x[i][j][0] = g.x[i][j][0] + g.x[i + 1][j][1]; g.x[i + 1][j][2]++)
#pragma ompx usersched(load: i)
#pragma omp for nowait
    for (i = 3; i < g.n - 3; i++)
      for (j = 1; j < 9; j++)
        g.x[i][j][0]++;
    i = g.n - 3;
    J_LOOP(g.x[i][j][0]++; g.x[i + 1][j][0]++)
    if (g.n > 5)
      i = 1; // so that i is no longer known
    // expected-warning@+1 {{lets the loop at line 28 write 'g.x'}} expected-note@+1 {{remove 'nowait', or}}
    J_LOOP(g.x[i][j][3]++) // expected-note {{written here}}
    i = 4;
    J_LOOP(g.x[i][j][3] = j) // expected-note {{written here}}
  }
}

void halves(double *x, int n) {
#pragma omp parallel
  {
    const int half = n / 2;
#pragma ompx usersched(load: i)
#pragma omp for nowait
    for (int i = 0; i < half; ++i)
      x[i] = i;
#pragma ompx usersched(load: i)
  // expected-warning@+1 {{lets the loop at line 46 write 'x' before this one has written it}} expected-note@+1 {{remove 'nowait', or}}
#pragma omp for nowait
    for (int i = n - 1; i >= n / 2; --i)
      x[i] = i; // expected-note {{written here}}
#pragma ompx usersched(load: i)
#pragma omp for nowait
    for (int i = 0; n / 2 > i; ++i)
      *(x + i + n / 2) = i; // expected-note {{written here}}
  }
}

void other_conditions(int (*x)[9], int n, int m) {
#pragma omp parallel
  {
#pragma ompx usersched(load: i)
  // expected-warning@+1 {{lets the loop at line 61 read 'x'}} expected-note@+1 {{remove 'nowait', or}}
#pragma omp for nowait
    for (int i = 0; i < n; ++i)
      for (int j = 0, k = 3; k < 5; ++j)
        x[j][i] = k++; // expected-note {{written here}}
#pragma omp for
    for (int i = 0; i < n; ++i)
      m += x[5][i]; // expected-note {{read here}}
  }
}
