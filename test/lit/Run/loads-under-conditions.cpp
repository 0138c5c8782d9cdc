// What a load reads under a condition only may be one iteration's to free or to
// change, or nobody's: it is not read to tell loads from others.
// RUN: %clangxx-run -O1 -g -fsanitize=address -o %t.asan && %t.asan
// RUN: %clangxx-run -O1 -g -fsanitize=thread -o %t.tsan
// RUN: env %see-libomp %t.tsan
#include "Inputs/consumed.h"
#include <omp.h>
#include <unistd.h>

struct Head {
  int n = 9;
};
static std::vector<int> weight(n, 1);

// Thread 0 runs iteration 0 before others come to the loop.
static void freed(Head &head, int *last) {
#pragma omp parallel
  {
    if (omp_get_thread_num() != 0)
      usleep(1000);
#pragma ompx usersched(load: i == 0 ? head.n + *last : weight[i])
#pragma omp for
    for (int i = 0; i < n; ++i)
      if (i == 0)
        delete &head, last = nullptr;
  }
}
// Without a conditional expression: what is behind a return, in a loop, in a
// block that may be left, or in a lambda that is perhaps not called.
#pragma clang diagnostic ignored "-Wcompound-token-split-by-macro"
template <class Function> static int callIf(bool asks, Function length) {
  return asks ? length() : 1;
}
#define FREED(NAME, ...)                                                       \
  static void NAME(Head &head) {                                               \
    _Pragma("omp parallel") {                                                  \
      if (omp_get_thread_num() != 0)                                           \
        usleep(1000);                                                          \
      USERSCHED(ompx usersched(load: __VA_ARGS__))                             \
      USERSCHED(omp for)                                                       \
      for (int i = 0; i < n; ++i)                                              \
        if (i == 0)                                                            \
          delete &head;                                                        \
    }                                                                          \
  }
FREED(behindReturn, [&] { if (i != 0) return 1; return head.n; }())
FREED(inLambda, callIf(i == 0, [&] { return head.n; }))
FREED(inWhile, [&] { int s = 1; while (i == 0) { s += head.n; break; } return s; }())
FREED(inFor, ({ int s = 1; for (int k = i; k < 1; ++k) s += head.n; s; }))
FREED(inTry, [&] { try { if (i) throw 1; return head.n; } catch (int) { return 2; } }())
FREED(behindGoto, ({ int s = 1; if (i) goto out; s = head.n; out: s; }))
FREED(behindContinue, [&] { int s = 1; do { if (i) continue; s = head.n; } while (false); return s; }())

// Whose address a load takes, that it does not read.
extern int weak __attribute__((weak));
static void undefined() {
#pragma ompx usersched(load: &weak ? weak : weight[i])
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    weight[i] = 2;
}
// To find a member of a virtual base, the object must be read.
struct Virtual : virtual Head {};
static void freedBase(Virtual &item) {
#pragma omp parallel
  {
    if (omp_get_thread_num() != 0)
      usleep(1000);
#pragma ompx usersched(load: i == 0 ? item.n : weight[i])
#pragma omp for
    for (int i = 0; i < n; ++i)
      if (i == 0)
        delete &item;
  }
}
static void absent(bool has, const Head &head) {
#pragma ompx usersched(load: (has && head.n > 1) || weight[i])
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    weight[i] = 2;
}

int main() {
  int last = 5;
  for (int time = 0; time < 5; ++time) {
    freed(*new Head, &last);
    freedBase(*new Virtual);
    for (auto *loop : {behindReturn, inLambda, inWhile, inFor, inTry, behindGoto,
                       behindContinue})
      loop(*new Head);
  }
  undefined();
  Head *gone = new Head;
  delete gone;
  absent(false, *gone);
}
