// The remark names the clause that the load replaces.
// RUN: %clang -S -o /dev/null -Rpass=usersched -Rpass-analysis=usersched %s 2>&1 | FileCheck %s
void use(int);
void loops(const int *row, int n) {
// CHECK: :[[@LINE+2]]:1: remark: taskloop is divided by load: row[i], instead of grainsize(8)
#pragma ompx usersched(load: row[i])
#pragma omp taskloop grainsize(8)
  for (int i = 0; i < n; ++i)
    use(i);
// CHECK: :[[@LINE+3]]:1: remark: taskloop is divided by load: row[i + 1] - row[i] [
// CHECK: the load is a difference of neighbours
#pragma ompx usersched(load: row[i + 1] - row[i])
#pragma omp taskloop nogroup
  for (int i = 0; i < n; ++i)
    use(i);
}
