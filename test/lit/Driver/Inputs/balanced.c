#include <stdio.h>
int main(void) {
  int a[1000] = {0};
  for (int round = 0; round < 3; ++round) {
#pragma ompx usersched(load: i % 7)
#pragma omp parallel for
    for (int i = 0; i < 1000; ++i)
      a[i] += i;
  }
  for (int i = 0; i < 1000; ++i)
    if (a[i] != 3 * i)
      return 1;
  puts("balanced");
}
