// Inspect functions do what usersched_abi.h says, however the load is compiled:
// this program is the runtime, and asks for every range and many thresholds.
// RUN: %clangxx -O0 -I%include %s -o %t0 && %t0
// RUN: %clangxx -O1 -g -I%include %s -o %t1 && %t1
// RUN: %clangxx -O2 -I%include %s -o %t2 && %t2
// RUN: %clangxx -Os -I%include %s -o %ts && %ts
// RUN: %clangxx -O2 -fsanitize=undefined -I%include %s -o %tu && %tu
#include <cmath>
#include <cstdio>
#include <cstring>
#include <usersched_abi.h>
#include <vector>

static const unsigned long Huge = ~0ul;
static const int N = 11;
static const std::vector<int> Ints = {3, 0, -5, 7, 1, 1, -1, 0, 9, 2, 4};
static int Plain[] = {3, 0, 5, 7, 1, 1, 1, 0, 9, 2, 4};
static unsigned long Longs[] = {3, Huge, 5, Huge / 2, 1, 0, Huge, 0, 9, 2, 4};
static double Reals[] = {3, NAN, -5, 7.5, 1, 1, INFINITY, 0, -NAN, 2, 4};
static short Shorts[] = {3, 0, -5, 7, 1, 1, -32768, 0, 9, 2, 4};
static unsigned Words[] = {3, 0, ~0u, 7, 1, 1, 1u << 31, 0, 9, 2, 4};
static bool Flags[] = {1, 0, 1, 1, 1, 0, 0, 0, 1, 1, 0};
static int Offsets[] = {5, 5, 9, 11, 12, 12, 19, 18, 20, 25, 25, 31};
static int *Rows[N], *RowEnds[N];
static struct {
  char Name;
  int Degree;
} Nodes[] = {{1, 3}, {2, 0}, {3, 5}, {4, 7}, {5, 1}, {6, 1},
             {7, 1}, {8, 0}, {9, 9}, {0, 2}, {1, 4}};
static int Failures;
static double (*Expected)(int);

static bool same(double A, double B) {
  return A == B || (std::isinf(A) && B >= 1e280) || std::fabs(A - B) < A * 1e-9;
}

static void check(usersched_loop *L, void *Captures, int Begin, int End,
                  double Threshold) {
  const bool IsReal = L->flags & USERSCHED_LOAD_IS_FLOAT;
  usersched_inspection I = {};
  I.captures = Captures;
  if (IsReal)
    I.threshold.real = Threshold;
  else
    I.threshold.integer = static_cast<uint64_t>(Threshold);
  uint64_t From = 77, To = 77;
  L->inspect(Begin, End, &From, &To, &I);
  double Sum = 0;
  int Last = Begin;
  do
    Sum += Expected(Last++);
  while (Last < End && Sum < Threshold);
  double Load = IsReal ? I.load.real : static_cast<double>(I.load.integer);
  if (From == uint64_t(Begin) && To == uint64_t(Last) && same(Load, Sum))
    return;
  ++Failures;
  std::printf("%s [%d, %d) until %g: to %d (not %d) with %g (not %g)\n",
              L->load, Begin, End, Threshold, int(To), Last, Load, Sum);
}

extern "C" {
void __usersched_link_with_lusersched() {}
usersched_team *__usersched_team_begin() { return nullptr; }
void __usersched_team_end(usersched_team *) {}
void __usersched_loop_init_4(void *, int32_t, usersched_frame *F,
                             usersched_loop *L, usersched_team *, int32_t,
                             int32_t) {
  for (int Begin = 0; Begin < N; ++Begin)
    for (int End = Begin + 1; End <= N; ++End)
      for (double T : {1., 2., 3., 8., 11., 20., 4e9, 0x1p61,
                       L->flags & USERSCHED_LOAD_IS_FLOAT ? 1e280 : 0x1p62})
        check(L, F->captures, Begin, End, T);
}
usersched_range __usersched_loop_next(usersched_frame *, int32_t *) {
  return {};
}
void __usersched_loop_init_8u(void *A, int32_t B, usersched_frame *F,
                              usersched_loop *L, usersched_team *T, uint64_t,
                              uint64_t) {
  __usersched_loop_init_4(A, B, F, L, T, 0, 0);
}
void __usersched_loop_init_4u(void *A, int32_t B, usersched_frame *F,
                              usersched_loop *L, usersched_team *T, uint32_t,
                              uint32_t) {
  __usersched_loop_init_4(A, B, F, L, T, 0, 0);
}
void __usersched_loop_init_8(void *A, int32_t B, usersched_frame *F,
                             usersched_loop *L, usersched_team *T, int64_t,
                             int64_t) {
  __usersched_loop_init_4(A, B, F, L, T, 0, 0);
}
void __usersched_loop_deinit(usersched_frame *) {}
__attribute__((noinline)) int opaque(int I) { return I % 4; }
}

static int Step(int I) { return Offsets[I + 1] - Offsets[I]; }

#define PRAGMA(...) _Pragma(#__VA_ARGS__)
#define LOOP(TYPE, LOAD, EXPECTED)                                             \
  Expected = [](int i) -> double { return EXPECTED; };                         \
  PRAGMA(ompx usersched(load : LOAD))                                          \
  PRAGMA(omp parallel for num_threads(1))                                      \
  for (TYPE i = 0; i < N; ++i)                                                 \
    ;

int main() {
  const int *Pointer = Plain;
  LOOP(int, Ints[i], Ints[i] < 0 ? 0 : Ints[i])
  LOOP(int, Pointer[i], Plain[i])
  LOOP(unsigned long, Plain[i], Plain[i])
  LOOP(int, Longs[i], std::fmin(double(Longs[i]), 0x1p63))
  LOOP(unsigned long, Longs[i], std::fmin(double(Longs[i]), 0x1p63))
  LOOP(int, Reals[i], Reals[i] > 0 ? Reals[i] : 0)
  LOOP(unsigned long, 1 + (i & 3), 1 + (i & 3))
  LOOP(int, i % 2 ? Plain[i] : -1, i % 2 ? Plain[i] : 0)
  LOOP(int, opaque(i), i % 4)
  LOOP(int, ({ int s = 0; for (int k = 0; k < i; ++k) s += Plain[k]; s; }),
       ({ int s = 0; for (int k = 0; k < i; ++k) s += Plain[k]; s; }))
  // Neighbours in memory, and what only seems to be.
  for (int i = 0; i < N; ++i) {
    Rows[i] = Plain + Offsets[i];
    RowEnds[i] = Plain + Offsets[i + 1];
  }
  const int *Ends = Offsets + 1;
  const int One = 1;
  const int *Middle = Plain + 5;
  LOOP(int, Shorts[i], Shorts[i] < 0 ? 0 : Shorts[i])
  LOOP(unsigned long, Words[i], Words[i])
  LOOP(int, Flags[i], Flags[i])
  LOOP(int, Ends[i] - Offsets[i], Step(i) < 0 ? 0 : Step(i))
  LOOP(unsigned, Ends[i] - Offsets[i], Step(i) < 0 ? 0 : Step(i))
  LOOP(int, RowEnds[i] - Rows[i], Step(i) < 0 ? 0 : Step(i))
  LOOP(int, Nodes[i].Degree, Plain[i])
  LOOP(int, Pointer[i * One], Plain[i])
  LOOP(int, Pointer[N - 1 - i], Plain[N - 1 - i])
  LOOP(unsigned, Middle[int(i) - 5], Plain[i])
  LOOP(int, Pointer[i] * i, Plain[i] * i)
  LOOP(int, 3 * (Pointer[i] << One) - 12, Plain[i] > 1 ? 6 * Plain[i] - 12 : 0)
  LOOP(int, Pointer[Pointer[i]], Plain[Plain[i]])
  LOOP(int, Longs[i] & 0xff, double(Longs[i] & 0xff))
  LOOP(long, long(Plain[i]) << 40, Plain[i] * 0x1p40)
  return Failures != 0;
}
