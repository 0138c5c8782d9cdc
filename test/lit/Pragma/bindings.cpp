// Structured bindings that take a temporary object with a destructor, or a
// default argument, to make: the element that they are made of serves as well.
// RUN: %clangxx %verify -std=c++17 %s

namespace std {
template <class T> struct tuple_size;
template <unsigned long I, class T> struct tuple_element;
} // namespace std

struct Text {
  ~Text();
  int length() const;
};
struct Row {
  int cost;
};
template <unsigned long I> Text get(const Row &);
template <> struct std::tuple_size<const Row> {
  static const int value = 1;
};
template <unsigned long I> struct std::tuple_element<I, const Row> {
  using type = Text;
};
struct Line {
  int cost;
};
template <unsigned long I> const int &get(const Line &, int from = 0);
template <> struct std::tuple_size<const Line> {
  static const int value = 1;
};
template <unsigned long I> struct std::tuple_element<I, const Line> {
  using type = const int;
};

void f(const Row (&rows)[9], const Line (&lines)[9], int *sum) {
  // expected-error@+1 {{the 'load' of '#pragma ompx usersched' cannot name these structured bindings; name the element ('auto &element') instead}}
#pragma ompx usersched(load: text.length())
#pragma omp parallel for
  for (const auto &[text] : rows)
    ++*sum;
  // expected-error@+1 {{the 'load' of '#pragma ompx usersched' cannot name these structured bindings}}
#pragma ompx usersched(load: cost)
#pragma omp parallel for
  for (const auto &[cost] : lines)
    ++*sum;
  // Not named, they do not matter.
#pragma ompx usersched(load: 1)
#pragma omp parallel for
  for (const auto &[text] : rows)
    ++*sum;
#pragma ompx usersched(load: row.cost)
#pragma omp parallel for
  for (const auto &row : rows)
    ++*sum;
}
