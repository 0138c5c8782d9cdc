// A counting sort by blocks whose region is the block of a page; the result is
// compared with that of std::sort.
#include <algorithm>
#include <omp.h>
#include <utility>
#include <vector>

int main() {
  const int n = 100000, blocks = 16;
  std::vector<int> key(n), sorted(n);
  int next[blocks][64];
  for (int i = 0; i < n; ++i)
    key[i] = i * 7919ll % n * 64 / n;
BLOCK
  std::sort(key.begin(), key.end());
  return sorted != key;
}
