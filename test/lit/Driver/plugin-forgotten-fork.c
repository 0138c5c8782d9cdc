// The children of a fork leave it to the process that loaded the library to say
// that no annotated loop ran.
// RUN: %clang-alone %s -Wl,--no-as-needed %link -o %t
// RUN: env USERSCHED_REPORT=stderr %t 2>&1 | FileCheck %s
// CHECK-COUNT-1: no annotated loop ran
// CHECK-NOT: no annotated loop ran
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
  for (int child = 0; child < 3; ++child)
    if (fork() == 0)
      exit(0);
  while (wait(NULL) > 0)
    ;
}
