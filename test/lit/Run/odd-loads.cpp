// Loads of odd types and shapes, over random data: what inspecting a range at
// once says is the sum of what its iterations say one by one. Neighbours whose
// loads are added up together (plugin/inspect/WideLoad) must not be mistaken.
//
// RUN: %clangxx -O0 -I%include %s -o %t0 && %t0 | FileCheck %s
// RUN: %clangxx -O2 -I%include %s -o %t2 && %t2 | FileCheck %s
// RUN: %clangxx -O3 -march=native -I%include %s -o %t3 && %t3 | FileCheck %s
// CHECK: 27720 ranges, 0 wrong

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <usersched_abi.h>

using Wide = __int128;
using Bits17 = _BitInt(17);
using Bits40 = unsigned _BitInt(40);
struct __attribute__((packed)) Pair {
  int of[2];
};
struct __attribute__((packed)) Odd {
  char before;
  int load;
};
enum class Kind : unsigned char {};
using Rows = int[3][7];
using Row = int[8];

static int unaligned(const char *p) {
  int value;
  std::memcpy(&value, p, sizeof value);
  return value;
}

#define TEXT(...) _Pragma(#__VA_ARGS__)
#define LOOP(NAME, LOAD, ...)                                                  \
  static void NAME(int n, __VA_ARGS__) {                                       \
    TEXT(ompx usersched(load : LOAD))                                          \
    TEXT(omp parallel for num_threads(1))                                      \
    for (int i = 0; i < n; ++i)                                                \
      ;                                                                        \
  }
#define NEST(NAME, LOAD, ...)                                                  \
  static void NAME(unsigned long n, __VA_ARGS__) {                             \
    TEXT(ompx usersched(load : LOAD))                                          \
    TEXT(omp parallel for collapse(2) num_threads(1))                          \
    for (unsigned long i = 0; i < n; ++i)                                      \
      for (int j = 0; j < 3; ++j)                                              \
        ;                                                                      \
  }
LOOP(wide, (long)x[i], const Wide *x)
LOOP(bits17, (long)x[i], const Bits17 *x)
LOOP(bits40, (long)x[i], const Bits40 *x)
LOOP(pointers, (uintptr_t)x[i], void *const *x)
LOOP(packed, x[i].of[1], const Pair *x)
LOOP(packed_odd, x[i].load, const Odd *x)
LOOP(enumeration, (int)x[i], const Kind *x)
LOOP(shifted, x[i] << m, const int *x, int m)
LOOP(negated, m - x[i], const int *x, int m)
LOOP(remainder_of, x[i % m], const int *x, int m)
LOOP(of_array, x[i][1][2], const Rows *x)
LOOP(column, x[k][i], const Row *x, int k)
LOOP(two, x[i] * x[i + 1] - (x[i] & 3), const int *x)
LOOP(wrapping, x[(unsigned char)(i * 100)], const unsigned *x)
LOOP(indirect, *x[i], const int *const *x)
LOOP(cast, *(const int *)(x + 4 * i), const char *x)
LOOP(overlapping, unaligned(x + i), const char *x)
LOOP(real, (int)x[i], const float *x)
LOOP(selected, x[i] ? 3 : x[i + 1], const int *x)
LOOP(narrow, x[i] - x[i + 2], const unsigned short *x)
NEST(outer, x[i], const int *x)
NEST(inner, x[j], const int *x)

static constexpr int N = 9;
static long Ranges, Wrong;

static void check(usersched_frame *frame, usersched_loop *loop) {
  constexpr uint64_t Most = uint64_t(1) << 62;
  const auto load_of = [&](uint64_t begin, uint64_t end) {
    usersched_inspection state = {};
    state.captures = frame->captures;
    state.threshold.integer = Most;
    uint64_t from = begin, to = end;
    loop->inspect(begin, end, &from, &to, &state);
    return state.load.integer;
  };
  for (uint64_t b = 0; b < N; ++b) {
    unsigned __int128 sum = 0;
    for (uint64_t e = b + 1; e <= N; ++e) {
      sum += load_of(e - 1, e);
      ++Ranges;
      // Sums that are not below the threshold end early.
      if (sum >= Most || load_of(b, e) == sum)
        continue;
      ++Wrong;
      std::printf("%s [%d, %d)\n", loop->load, int(b), int(e));
    }
  }
}

extern "C" {
void __usersched_link_with_lusersched() {}
usersched_team *__usersched_team_begin() { return nullptr; }
void __usersched_team_end(usersched_team *) {}
#define INIT(SUFFIX, TYPE)                                                     \
  void __usersched_loop_init_##SUFFIX(void *, int32_t, usersched_frame *f,     \
                                      usersched_loop *l, usersched_team *,     \
                                      TYPE, TYPE) {                            \
    check(f, l);                                                               \
  }
INIT(4, int32_t)
INIT(4u, uint32_t)
INIT(8, int64_t)
INIT(8u, uint64_t)
usersched_range __usersched_loop_next(usersched_frame *, int32_t *) {
  return {};
}
void __usersched_loop_deinit(usersched_frame *) {}
}

alignas(16) static unsigned char Data[8192];
template <class T> static const T *data(int offset = 0) {
  return reinterpret_cast<const T *>(Data + 2048 + offset);
}

/// Any bytes; small integers; 64-bit ones; negative ones; bytes below 16.
static void fill(int kind, unsigned &seed) {
  for (unsigned k = 0; k < sizeof Data; ++k) {
    seed = seed * 1664525 + 1013904223;
    const unsigned any = seed >> 24;
    switch (kind) {
    case 0: Data[k] = any; break;
    case 1: Data[k] = k % 4 == 0 ? any >> 2 : 0; break;
    case 2: Data[k] = k % 8 == 0 ? any >> 3 : 0; break;
    case 3: Data[k] = k % 4 < 3 ? any >> 3 : any < 16 ? 128 : 0; break;
    default: Data[k] = any >> 4; break;
    }
  }
}

int main() {
  unsigned seed = 12345;
  for (int round = 0; round < 28; ++round) {
    fill(round % 5, seed);
    wide(N, data<Wide>());
    bits17(N, data<Bits17>());
    bits40(N, data<Bits40>());
    pointers(N, data<void *>());
    packed(N, data<Pair>(1));
    packed_odd(N, data<Odd>(3));
    enumeration(N, data<Kind>(1));
    shifted(N, data<int>(), 3);
    negated(N, data<int>(), 100);
    remainder_of(N, data<int>(), 4);
    of_array(N, data<Rows>());
    column(N, data<Row>(), 2);
    two(N, data<int>());
    wrapping(N, data<unsigned>());
    const int *to[N];
    for (int i = 0; i < N; ++i)
      to[i] = data<int>(i * 28 % 200);
    indirect(N, to);
    cast(N, data<char>());
    overlapping(N, data<char>(1));
    float reals[N];
    for (int i = 0; i < N; ++i)
      reals[i] = float(data<int>()[i] % 1000);
    real(N, reals);
    selected(N, data<int>());
    narrow(N, data<unsigned short>());
    outer(N, data<int>());
    inner(N, data<int>());
  }
  std::printf("%ld ranges, %ld wrong\n", Ranges, Wrong);
  return 0;
}
