// RUN: %clangxx -O1 -c %s -o %t -Rpass-analysis=usersched 2> %t.txt
// RUN: FileCheck %s < %t.txt
// Loops in counted loops have their own remarks. A way out of both makes both
// counts upper bounds.
void run(int n, const int *lengths, const int *limits, long *sums) {
#pragma ompx usersched
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    // CHECK: [[#@LINE+1]]:5: {{.*}}counts the iterations of this loop [
    for (int j = 0; j < lengths[i]; ++j)
      // CHECK: [[#@LINE+1]]:7: {{.*}}counts the iterations of this loop [
      for (int k = 0; k < 10; ++k)
        sums[i] += k;
    // CHECK: [[#@LINE+1]]:5: {{.*}}counts the iterations of this loop, although
    for (int j = 0; j < lengths[i]; ++j)
      // CHECK: [[#@LINE+1]]:7: {{.*}}this loop, although
      for (int k = 0; k < 10; ++k)
        if ((sums[i] += k) > limits[i])
          goto out;
  out:
    // CHECK: [[#@LINE+1]]:5: {{.*}}counts the iterations of this loop [
    for (int j = 0; j < lengths[i]; ++j)
      // CHECK: [[#@LINE+1]]:7: {{.*}}does not count this loop
      for (int k = 1; k < sums[i]; k *= 2)
        sums[i] += k;
  }
}
