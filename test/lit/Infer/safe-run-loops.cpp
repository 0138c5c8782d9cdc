// RUN: %clangxx-run -O0 -o %t
// RUN: env OMP_NUM_THREADS=3 %t | FileCheck %s
// RUN: %clangxx-run -O2 -o %t
// RUN: env OMP_NUM_THREADS=3 %t | FileCheck %s
// The load runs a loop only if it ends there as it ends in the iteration. Behind the
// end, the rows point nowhere.
#include <cstdio>
#include <cstdlib>

struct Row {
  int n;
  Row *next;
};
enum { N = 40, Width = 8 };
static Row Rows[N][Width];
static Row *Table[N][Width];
static volatile int Ends = 4;
static long Sums[N];

static void visit(int i, const Row *row) {
  for (int k = 0; k < row->n; ++k)
    Sums[i] += k;
}

__attribute__((noinline)) static bool isEnd(int j) { return j == Ends; }

__attribute__((noinline)) static void leave(int i, int j) {
  if (j == Ends)
    throw i;
}

static void run() {
#pragma ompx usersched
#pragma omp parallel for
  for (int i = 0; i < N; ++i) // a value that the iteration reads from memory
    for (int j = 0; j < Width && Table[i][j] != (Row *)8; ++j)
      visit(i, Table[i][j]);
#pragma ompx usersched
#pragma omp parallel for
  for (int i = 0; i < N; ++i) // a call
    for (int j = 0; j < Width && !isEnd(j); ++j)
      visit(i, Table[i][j]);
#pragma ompx usersched
#pragma omp parallel for
  for (int i = 0; i < N; ++i) { // a branch that is not known
    bool stop = false;
    for (int j = 0; j < Width; ++j) {
      if (isEnd(j))
        stop = true;
      if (stop)
        break;
      visit(i, Table[i][j]);
    }
  }
#pragma ompx usersched
#pragma omp parallel for
  for (int i = 0; i < N; ++i) // an exception
    try {
      for (int j = 0; j < Width; ++j) {
        leave(i, j);
        visit(i, Table[i][j]);
      }
    } catch (int) {
    }
#pragma ompx usersched
#pragma omp parallel for
  for (int i = 0; i < N; ++i) // a bound that the loop changes
    for (int j = 0, width = Width; j < width; ++j) {
      visit(i, Table[i][j]);
      width = Ends;
    }
#pragma ompx usersched
#pragma omp parallel for
  for (int i = 0; i < N; ++i) // a row that the loop makes
    for (int j = 0; j < Width - 1; ++j) {
      visit(i, Table[i][j]);
      Table[i][j + 1] = &Rows[i][j + 1];
    }
#pragma ompx usersched
#pragma omp parallel for
  for (int i = 0; i < N; ++i) // a list that the loop makes
    for (Row *row = Table[i][0]; row; row = row->next) {
      visit(i, row);
      row->next = row == &Rows[i][3] ? nullptr : row + 1;
    }
}

int main() {
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < Width; ++j) {
      Rows[i][j] = {i + j, (Row *)8};
      Table[i][j] = j < Ends ? &Rows[i][j] : (Row *)8;
    }
  run();
  long sum = 0;
  for (long s : Sums)
    sum += s;
  std::printf("sum %ld\n", sum);
  // CHECK: sum 353100
}
