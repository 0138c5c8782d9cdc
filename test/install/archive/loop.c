/* Returns 0 if usersched scheduled the loop and each iteration ran once. */
#include <usersched.h>

int main(void) {
  int hits[1000] = {0};
#pragma ompx usersched(load : i)
#pragma omp parallel for
  for (int i = 0; i < 1000; ++i)
    ++hits[i];
  for (int i = 0; i < 1000; ++i)
    if (hits[i] != 1)
      return 1;
  struct usersched_statistics seen;
  usersched_get_statistics(&seen);
  return seen.executions == 1 ? 0 : 2;
}
