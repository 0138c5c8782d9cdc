// RUN: %clangxx-run -O2 -Rpass-analysis=usersched -o %t 2> %t.txt
// RUN: FileCheck %s --check-prefix=COUNTED < %t.txt
// RUN: %t | FileCheck %s
// Behind a loop with `nowait`, the thread that ran the last iteration frees what
// the loop reads. A thread that comes to the loop later reads nothing of that.
#include <cstdio>
#include <omp.h>
#include <sys/mman.h>

struct Graph {
  int *first;
};
static int first[401];
static long sums[400];

static void run(Graph *graph) {
  int done = 0;
#pragma omp parallel num_threads(2)
  {
    int mine = 0;
    if (omp_get_thread_num() == 1)
      while (__atomic_load_n(&done, __ATOMIC_ACQUIRE) < 400)
        ;
#pragma ompx usersched
#pragma omp for nowait
    for (int i = 0; i < 400; ++i) {
      // COUNTED: :[[#@LINE+1]]:{{.*}}counts the iterations of this loop
      for (int j = graph->first[i]; j < graph->first[i + 1]; ++j)
        sums[i] += j;
      ++mine;
    }
    if (mine && __atomic_add_fetch(&done, mine, __ATOMIC_ACQ_REL) == 400)
      munmap(graph, sizeof *graph);
  }
}

int main() {
  for (int i = 0; i < 400; ++i)
    first[i + 1] = first[i] + i % 13;
  void *pages = mmap(nullptr, sizeof(Graph), PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  Graph *graph = static_cast<Graph *>(pages);
  graph->first = first;
  run(graph);
  long sum = 0;
  for (long s : sums)
    sum += s;
  // CHECK: sum 2842920
  printf("sum %ld\n", sum);
}
