// A load that telescopes has the sums that its iterations have one by one, over
// every range of random data. Only what the loads themselves read is read.
// RUN: %clangxx -O0 -I%include %s -o %t0 && %t0 | FileCheck %s
// RUN: %clangxx -O2 -I%include %s -o %t2 && %t2 | FileCheck %s
// RUN: %clangxx -O2 -fsanitize=address -I%include %s -o %ta && %ta | FileCheck %s
// CHECK: 55000 ranges, 0 wrong

#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <usersched_abi.h>
#include <vector>

static constexpr int N = 10;
static long Ranges, Wrong;
static std::function<int64_t(int)> Expected;

static void check(usersched_frame *frame, usersched_loop *loop) {
  const auto prefix = [&](uint64_t i) {
    return loop->prefix(i, frame->captures);
  };
  for (int b = 0; b < N; ++b) {
    uint64_t sum = 0;
    for (int e = b + 1; e <= N; ++e) {
      sum += static_cast<uint64_t>(Expected(e - 1));
      ++Ranges;
      // As the runtime does: in the order of unsigned numbers.
      if (prefix(e) - prefix(b) == sum &&
          (prefix(e) >= prefix(b)) == (static_cast<int64_t>(sum) >= 0))
        continue;
      ++Wrong;
      std::printf("%s [%d, %d)\n", loop->load, b, e);
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

#define TEXT(...) _Pragma(#__VA_ARGS__)
// The loop's variable starts at FIRST and has N values that are STEP apart.
#define LOOP(TYPE, FIRST, COMPARE, STEP, LOAD)                                 \
  Expected = [&](int number) -> int64_t {                                      \
    TYPE i = static_cast<TYPE>((FIRST) + number * (STEP));                     \
    return LOAD;                                                               \
  };                                                                           \
  TEXT(ompx usersched(load : LOAD))                                            \
  TEXT(omp parallel for num_threads(1))                                        \
  for (TYPE i = FIRST; i COMPARE (FIRST) + N * (STEP); i += STEP)              \
    ;
#define UP(LOAD) LOOP(int, 0, <, 1, LOAD)

struct Graph {
  int *offsets, **rows;
  int degree(int v) const { return offsets[v + 1] - offsets[v]; }
  long length(int v) const { return rows[v + 1] - rows[v]; }
};

// Exactly as many as the loads read. Grows, or not, from any number on.
template <class T> std::vector<T> data(unsigned &seed, bool grows) {
  std::vector<T> x(N + 1);
  long last = static_cast<T>(-1) < 0 ? -100 : 0;
  for (T &element : x) {
    seed = seed * 1664525 + 1013904223;
    element = static_cast<T>(last += long(seed >> 24) - (grows ? 0 : 128));
  }
  x.shrink_to_fit();
  return x;
}

int main() {
  unsigned seed = 54321;
  for (int round = 0; round < 50; ++round) {
    const bool grows = round % 2;
    auto ints = data<int>(seed, grows);
    auto longs = data<long>(seed, grows);
    auto shorts = data<short>(seed, grows);
    auto words = data<unsigned>(seed, true);
    auto sizes = data<std::size_t>(seed, grows);
    std::vector<int> values(20000), *vector = &ints;
    std::vector<int *> rows;
    for (int begin : ints)
      rows.push_back(&values[begin + 10000]);
    int *x = ints.data();
    const Graph graph = {x, rows.data()}, *g = &graph;
    UP(x[i + 1] - x[i])
    UP((*vector)[i + 1] - (*vector)[i])
    UP(longs[i + 1] - longs[i])
    UP(int(longs[i + 1] - longs[i]))
    UP(shorts[i + 1] - shorts[i])
    UP(words[i + 1] - words[i])
    UP(2 * (words[i + 1] - words[i]) + 3)
    UP(sizes[i + 1] - sizes[i])
    UP(rows[i + 1] - rows[i])
    UP(g->degree(i) + 1)
    UP(5 * g->degree(i) + 4 * g->length(i) + 7)
    UP(&values[x[i + 1] + 9999] - &values[x[i] + 9999])
    UP(x[N - i] - x[N - 1 - i])
    LOOP(int, N - 1, >, -1, x[i + 1] - x[i])
    LOOP(long, N - 1, >, -1, rows[i + 1] - rows[i])
    LOOP(unsigned, 4000000000u, <, 1, words[i - 3999999999u] - words[i - 4000000000u])
    LOOP(long, 0, <, 1, x[int(i) + 1] - x[int(i)])
    LOOP(std::size_t, 7, <, 1, x[i - 6] - x[i - 7])
    LOOP(signed char, -3, <, 1, x[i + 4] - x[i + 3])
    LOOP(const int *, x, <, 1, i[1] - *i)
  }
  std::printf("%ld ranges, %ld wrong\n", Ranges, Wrong);
  return 0;
}
