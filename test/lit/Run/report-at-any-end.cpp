// However a program ends, its report and its trace are whole: by exit() of a
// thread inside of a loop; in another folder; the trace also by abort() and by
// a signal, which end the program as they would without. The child of a fork
// has files of its own, with what it did itself.
// RUN: rm -rf %t && mkdir %t
// RUN: %clangxx-run -O2 -o %t/program
// RUN: %python %S/Inputs/check_ends.py %t/program %t
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <omp.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int, char **arguments) {
  const char *end = arguments[1];
  const auto is = [end](const char *word) { return !std::strcmp(end, word); };
  for (int e = 0; e < 5; ++e) {
    if (e == 1 && is("folder") && chdir("/"))
      return 1;
#pragma ompx usersched(load: i)
#pragma omp parallel for
    for (int i = 0; i < 1000; ++i)
      if (e == 4 && i == 900) {
        if (is("exit"))
          std::exit(3);
        if (is("abort"))
          std::abort();
        if (is("terminate"))
          std::raise(SIGTERM);
        if (is("crash"))
          *static_cast<volatile int *>(nullptr) = 1;
      }
  }
  if (!is("fork"))
    return 0;
  const pid_t child = fork();
  if (child == 0) {
#pragma ompx usersched(load: 1)
#pragma omp parallel for
    for (int i = 0; i < 77; ++i)
      ;
    return 0;
  }
  int status = 1;
  waitpid(child, &status, 0);
  return status;
}
