// However a program ends, its report and its trace are whole: by exit() of a
// thread inside of a loop; in another folder; the trace also by abort(), by a
// signal and by two of them, which end the program as they would without. The
// child of a fork has files of its own, with what it did itself.
// RUN: rm -rf %t && mkdir %t
// RUN: %clangxx-run -O2 -o %t/program
// RUN: %python %S/Inputs/check_ends.py %t/program %t
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <omp.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

int main(int, char **arguments) {
  const char *end = arguments[1];
  const auto is = [end](const char *word) { return !std::strcmp(end, word); };
  const bool twice = is("terminate-twice");
  const int executions = twice ? 3000 : 5; // a trace that takes some time
  for (int e = 0; e < executions; ++e) {
    if (e == 1 && is("folder") && chdir("/"))
      return 1;
#pragma ompx usersched(load: i)
#pragma omp parallel for
    for (int i = 0; i < 1000; ++i)
      if (e == executions - 1 && i == 900) {
        if (is("exit"))
          std::exit(3);
        if (is("abort"))
          std::abort();
        if (twice)
          std::thread([] {
            usleep(3000);
            std::raise(SIGTERM);
          }).detach();
        if (twice || is("terminate"))
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
