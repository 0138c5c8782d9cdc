// Tasks have equal loads, not equally many iterations: no task is much heavier than the
// mean, unless one iteration is. Prints the figures of docs/reference.md, also those
// without the pragma if it is compiled without the plugin.
// RUN: %clangxx-run -O1 -o %t
// RUN: env OMP_NUM_THREADS=2 %t && env OMP_NUM_THREADS=3 %t && env OMP_NUM_THREADS=8 %t
#include <algorithm>
#include <cstdio>
#include <numeric>
#include <vector>

struct TaskNumber { // each task has a copy, without a number
  int value = -1;
  TaskNumber() = default;
  TaskNumber(const TaskNumber &) {}
};

int main() {
  const int n = 100000;
  std::vector<long> load(n);
  bool wrong = false;
  for (int shape = 0; shape < 3; ++shape) {
    for (int i = 0; i < n; ++i)
      load[i] = shape == 0 ? n - i : shape == 1 ? i < n / 100 ? 1000 : 1 : i ? 1 : 2001;
    std::vector<int> task(n, -1);
    std::vector<long> tasks(n);
    int next = 0;
    TaskNumber number;
#pragma omp parallel
#pragma omp single
#pragma ompx usersched(load: load[i])
#pragma omp taskloop firstprivate(number) shared(next)
    for (int i = 0; i < n; ++i) {
      if (number.value < 0)
#pragma omp atomic capture
        number.value = next++;
      task[i] = task[i] < 0 ? number.value : n; // never twice
    }
    for (int i = 0; i < n; ++i)
      tasks.at(task[i]) += load[i];
    const long most = *std::max_element(tasks.begin(), tasks.end());
    const double mean = std::accumulate(load.begin(), load.end(), 0.0) / next;
    std::printf("%d tasks, heaviest %.3f of the mean\n", next, most / mean);
    wrong |= most > std::max(1.1 * mean, shape == 2 ? 2001.0 : 0.0);
  }
  return wrong;
}
