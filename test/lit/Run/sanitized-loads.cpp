// No sanitizer checks the numbers that tell loads from others: the conversions
// are not the user's. A check of them ended the program.
//
// RUN: %clangxx-run -O1 -fsanitize=undefined,integer,implicit-conversion \
// RUN:   -fsanitize-trap=all -o %t && %t
// RUN: %clangxx-run -O0 -fsanitize=undefined,integer,implicit-conversion \
// RUN:   -fsanitize-trap=all -o %t && %t
// RUN: %clangxx-run -O1 -fsanitize=float-cast-overflow -fsanitize-trap=all \
// RUN:   -DMORE_TYPES -o %t && %t
#include <initializer_list>
#include <limits>

template <typename T> static long sum(T scale) {
  long sum = 0;
#pragma ompx usersched(load : scale < 2 || scale != scale ? i : i + scale)
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 1000; ++i)
    sum += i;
  return sum;
}

// The load reads what has no value only if there is a list. Such a byte is no
// `bool`.
static int skips(const bool &sorted, int columns, int i) {
  return columns == 0 || sorted ? i : 2 * i;
}
static long unread(int columns) {
  bool sorted;
  struct Own {
    int other = 0;
    bool member;
  } own;
  reinterpret_cast<unsigned char &>(sorted) = 90;
  reinterpret_cast<unsigned char &>(own.member) = 90;
  long sum = 0;
#pragma ompx usersched(load : skips(sorted, columns, i) + skips(own.member, columns, i))
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 1000; ++i)
    sum += i;
  return sum;
}

int main() {
  long all = sum(-1) + sum(-2L) + sum<short>(-3) + sum(3u);
  for (double scale : {-1.5, 0.5, 1e3, std::numeric_limits<double>::quiet_NaN()})
    all += sum(scale) + sum(static_cast<float>(scale));
#ifdef MORE_TYPES
  all += sum(static_cast<_Float16>(-1.5f)) - 499500;
#endif
  return all + unread(0) != 13 * 499500;
}
