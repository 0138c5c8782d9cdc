// A triangular loop: iteration i works i + 1 times. Divided evenly by
// iterations, as schedule(static) does, the last thread has most of the work.
#include "measure.h"
#include <cmath>
#include <vector>

struct Body {
  double x, y;
};

constexpr int Bodies = 4000;
std::vector<Body> bodies(Bodies);
std::vector<double> result(Bodies);

// How strongly body i and the bodies before it attract it.
double attraction(int i) {
  double sum = 0;
  for (int j = 0; j <= i; ++j) {
    const double dx = bodies[j].x - bodies[i].x;
    const double dy = bodies[j].y - bodies[i].y;
    sum += 1 / std::sqrt(dx * dx + dy * dy + 0.01);
  }
  return sum;
}

void evenly() {
#pragma omp parallel for schedule(static)
  for (int i = 0; i < Bodies; ++i)
    result[i] = attraction(i);
}

void by_load() {
#pragma ompx usersched(load: i + 1)
#pragma omp parallel for
  for (int i = 0; i < Bodies; ++i)
    result[i] = attraction(i);
}

int main() {
  for (int i = 0; i < Bodies; ++i)
    bodies[i] = {std::cos(i * 0.7), std::sin(i * 1.3)};
  return measure(result, {{"static", evenly}, {"usersched", by_load}});
}
