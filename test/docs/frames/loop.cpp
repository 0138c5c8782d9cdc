// The loop of README's first lines.
#include <vector>

using NodeID = int;
struct Graph {
  NodeID num_nodes() const { return 3000; }
  int in_degree(NodeID n) const { return n % 7; }
};

int main() {
  Graph g;
  std::vector<int> updates(3000);
  const auto update = [&](NodeID n) { return ++updates[n] / 2.0; };
  double error = 0;
BLOCK
  return error != 1500 || updates != std::vector<int>(3000, 1);
}
