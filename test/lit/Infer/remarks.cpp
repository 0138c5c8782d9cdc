// -Rpass-analysis says at each loop of the body whether the inferred load counts it, and
// -Rpass-missed that nothing is inferred.
// RUN: %clangxx -w -O0 -c -o %t %s -Rpass-analysis=usersched -Rpass-missed=usersched -Xclang -verify
// RUN: %clangxx -w -O2 -g -c -o %t %s -Rpass-analysis=usersched -Rpass-missed=usersched -Xclang -verify
// RUN: %clangxx -w -O1 -fprofile-instr-generate -c -o %t %s -Rpass-analysis=usersched -Rpass-missed=usersched -Xclang -verify
void work(int);
void quiet(int) noexcept;
[[noreturn]] void stop(int) noexcept;
struct Row {
  int length, divisor;
};
static const Row Table[4] = {{1, 2}, {3, 4}, {5, 6}, {7, 8}};
struct List {
  List *next;
};

void loops(int n, const int *row, List **lists, int *out) {
#pragma ompx usersched
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < i; ++j) // expected-remark {{the inferred load counts the iterations of this loop}}
      quiet(j);
    for (int k = i; (k & 31) != 7; k += 3) // expected-remark {{the inferred load does not count this loop, because how long it is is not known before; if that varies, write 'load: EXPRESSION'}}
      quiet(k);
    for (int j = 0; j < i; ++j) // expected-remark {{the inferred load counts the iterations of this loop, although it may end earlier}}
      if (out[j] == 3)
        break;
    for (int j = 0; j < i; ++j) // expected-remark {{the inferred load counts the iterations of this loop, although it may end earlier}}
      if (out[j] == 4)
        stop(out[j]);
    for (List *l = lists[i]; l; l = l->next) // expected-remark {{the inferred load does not count this loop, because how long it is is not known before; if that varies, write 'load: EXPRESSION'}}
      quiet(0);
    if (lists[i])
      for (int j = 0; j < i; ++j) // expected-remark {{the inferred load does not count this loop, because whether it runs is not known before; if that varies, write 'load: EXPRESSION'}}
        quiet(j);
  }
}

// Rows of equal length.
void rows(int n, int m, double *y) {
#pragma ompx usersched
#pragma omp parallel for // expected-remark {{no load is inferred}}
  for (int i = 0; i < n; ++i) {
    double *row = y + i * m;
    for (double *p = row; p != row + m; ++p) // expected-remark {{does not count this loop, because as far as is known before it runs equally often in all iterations}}
      *p += 1;
  }
}

// If the call ends the iteration, what stands behind it is not read.
void behind(int n, int *out) {
#pragma ompx usersched
#pragma omp parallel for // expected-remark {{no load is inferred}}
  for (int i = 0; i < n; ++i) {
    try {
      work(i);
      for (int j = 0; j < Table[i].length; ++j) // expected-remark {{how long it is is not known before}}
        out[i] += j;
      for (int j = 0; j < 100 / i; ++j) // expected-remark {{how long it is is not known before}}
        out[i] += j;
    } catch (int) {
    }
  }
}

// What the iteration writes may be what it counts.
void changes(int n, const int *row, int *out) {
#pragma ompx usersched
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    const int *length = row;
    out[i] = 0;
    for (int j = 0; j < length[i]; ++j) // expected-remark {{the inferred load counts the iterations of this loop, although the iteration may change their number before the loop runs}}
      quiet(j);
    for (int j = 0; j < length[i]; ++j) // expected-remark {{although the iteration may change their number before the loop runs, and the loop may end earlier}}
      if (out[j] == 3)
        break;
    for (int j = 0; j < length[i]; ++j) // expected-remark {{although the iteration may change their number before the loop runs}}
      for (int k = 0; k < j; ++k) // expected-remark {{although the iteration may change their number before the loop runs, and the loop may end earlier}}
        if (out[k] == 3)
          break;
    if (row[i] || out[i]) // a loop that either of two branches may skip
      quiet(i);
    else
      for (int j = 0; j < i; ++j) // expected-remark {{whether it runs is not known before}}
        quiet(j);
  }
}

void none(int n, int *out) {
#pragma ompx usersched(load: auto)
#pragma omp parallel for // expected-remark {{no load is inferred, because no loop in the body is known to vary in length with the iteration: the load is 1, corrected by what is measured; write 'load: EXPRESSION' if the work of an iteration is known}}
  for (int i = 0; i < n; ++i)
    work(i);
}

void telescopes(int n, const int *row, double *out) {
#pragma ompx usersched
#pragma omp parallel for // expected-remark {{the load is a difference of neighbours}}
  for (int i = 0; i < n; ++i)
    for (int j = row[i]; j < row[i + 1]; ++j) // expected-remark {{counts the iterations of this loop}}
      out[i] += j;
}

struct Mesh {
  int *start;
  int count(int node) const { return start[node + 1] - start[node]; }
};
void telescopesInCall(int n, const Mesh &m, double *out) {
#pragma ompx usersched
#pragma omp parallel for // expected-remark {{the load is a difference of neighbours}}
  for (int i = 0; i < n; ++i) {
    const int count = m.count(i);
    for (int j = 0; j < count; ++j) // expected-remark {{counts the iterations of this loop}}
      out[i] += j;
  }
}

void given(int n, const int *row, double *out) {
#pragma ompx usersched(prefix: row[i])
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    for (int j = row[i]; j < row[i + 1]; ++j)
      out[i] += j;
}
