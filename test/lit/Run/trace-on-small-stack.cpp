// A signal that ends the program finds the usual alternate stack, of SIGSTKSZ
// bytes and nothing below, large enough to write the trace on.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %clangxx-run -O2 -o program
// RUN: env USERSCHED_TRACE=trace.json %python %S/Inputs/ends_by.py 15 ./program
// RUN: %python %S/Inputs/recorded.py trace.json
#include <csignal>
#include <sys/mman.h>

int main() {
  constexpr size_t size = 8192; // what SIGSTKSZ was when it was a constant
  char *memory =
      static_cast<char *>(mmap(nullptr, 2 * size, PROT_READ | PROT_WRITE,
                               MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  if (mprotect(memory, size, PROT_NONE) != 0)
    return 1;
  stack_t stack = {};
  stack.ss_sp = memory + size;
  stack.ss_size = size;
  if (sigaltstack(&stack, nullptr) != 0)
    return 1;
#pragma ompx usersched(load: i)
#pragma omp parallel for
  for (int i = 0; i < 1000; ++i)
    ;
  std::raise(SIGTERM);
}
