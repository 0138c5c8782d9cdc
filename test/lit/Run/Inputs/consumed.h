// What the loops of loads-that-are-*.cpp consume.
#include <memory>
#include <vector>

#define USERSCHED(...) _Pragma(#__VA_ARGS__)

constexpr int n = 3000;
using Rows = std::vector<std::unique_ptr<std::vector<int>>>;

// A few long rows at the beginning.
inline Rows makeRows() {
  Rows rows(n);
  for (int i = 0; i < n; ++i)
    rows[i] = std::make_unique<std::vector<int>>(1 + 2000 / (i + 1));
  return rows;
}
