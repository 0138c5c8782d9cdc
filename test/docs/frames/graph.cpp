// A graph whose vertices the block's function update_all() must update once.
#include <omp.h>
#include <vector>

using NodeID = int;
struct Graph {
  std::vector<int> degree;
  int num_nodes() const { return static_cast<int>(degree.size()); }
  int in_degree(NodeID n) const { return degree[n]; }
};
Graph g{std::vector<int>(3000, 7)};
std::vector<int> updates(3000);
double update(NodeID n) { return ++updates[n] / 2.0; }
BLOCK
int main() {
  for (int round = 1; round < 4; ++round)
    if (update_all() != 1500 * round)
      return 1;
  return updates != std::vector<int>(3000, 3);
}
