// A variable that a region shares, and whose address nobody keeps, does not change because
// the iteration writes somewhere: the pointer is known behind a store of a `char`, and the
// row in front of which the iteration writes may be outdated, but is counted. What the
// region writes to, or whose address is known elsewhere, is not counted behind a store.
// RUN: %clangxx -w -O0 -c -o %t %s -Rpass-analysis=usersched -Xclang -verify
// RUN: %clangxx -w -O2 -g -c -o %t %s -Rpass-analysis=usersched -Xclang -verify
void quiet(int) noexcept;
void keep(const long **);

void pointers(int n, const long *row, char *out) {
#pragma ompx usersched
#pragma omp parallel for // expected-remark {{a difference of neighbours}}
  for (int i = 0; i < n; ++i) {
    out[i] = 0;
    for (long j = row[i]; j < row[i + 1]; ++j) // expected-remark {{although the iteration may change their number}}
      out[j] = 1;
  }
}

struct Rows {
  const long *first;
  long begin(int i) const { return first[i]; }
  long end(int i) const { return begin(i + 1); }
};

void members(int n, const long *row, char *out) {
  Rows rows = {row};
#pragma ompx usersched
#pragma omp parallel for // expected-remark {{a difference of neighbours}}
  for (int i = 0; i < n; ++i) {
    out[i] = 0;
    for (long j = rows.begin(i); j < rows.end(i); ++j) // expected-remark {{although the iteration may change their number}}
      out[j] = 1;
  }
}

void written(int n, const long *row, char *out) {
#pragma ompx usersched
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    out[i] = 0;
    for (long j = row[i]; j < row[i + 1]; ++j) // expected-remark {{how long it is is not known before}}
      out[j] = 1;
    if (out[i] == 2)
      row = nullptr;
  }
}

void known(int n, const long *row, char *out) {
  keep(&row);
#pragma ompx usersched
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    out[i] = 0;
    for (long j = row[i]; j < row[i + 1]; ++j) // expected-remark {{how long it is is not known before}}
      out[j] = 1;
  }
}

struct Keeper {
  const long **kept;
  void keep(const long *&row) { kept = &row; }
};

void inObject(int n, const long *row, Keeper &keeper, char *out) {
#pragma ompx usersched
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    out[i] = 0;
    for (long j = row[i]; j < row[i + 1]; ++j) // expected-remark {{how long it is is not known before}}
      out[j] = 1;
    keeper.keep(row);
  }
}

// A region that another one starts, and that writes.
void innerWrites(int n, const long *row, char *out) {
#pragma ompx usersched
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    out[i] = 0;
    for (long j = row[i]; j < row[i + 1]; ++j) // expected-remark {{how long it is is not known before}}
      out[j] = 1;
#pragma omp parallel
    row = nullptr;
  }
}
