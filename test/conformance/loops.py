"""Loop forms: types, bounds, steps, conditions, nests."""

from dataclasses import replace

from matrix import CXX, CXX17, NOT_SIMD, ONE_TEAM, Cell

TYPES = [f"{sign}int{bits}_t" for bits in (8, 16, 32, 64) for sign in ("", "u")]


# Three ways in which Clang divides a loop.
INFERRED = ["parallel for", "for simd", "distribute parallel for"]


def integer_loops():
    for type in TYPES:
        bits = type.strip("uint_")
        signed = type[0] == "i"
        name = f"{type[:-2].upper()}"
        low = f"{name}_MIN" if signed else "0"
        high = f"{name}_MAX"

        def cell(loop, row=f"`{type}` loop variable", **more):
            return Cell(row, loop=loop, **more)

        yield cell(f"for ({type} i = 3; i < 100; ++i)")
        yield cell(f"for ({type} i = 3; i <= 100; i++)")
        yield cell(f"for ({type} i = 100; i > 3; --i)")
        yield cell(f"for ({type} i = 100; i >= 3; i--)")
        yield cell(f"for ({type} i = 2; i != 101; ++i)")
        yield cell(f"for ({type} i = 101; 2 != i; --i)")
        yield cell(f"for ({type} i = 0; 100 > i; i += 7)")
        yield cell(f"for ({type} i = 100; 5 < i; i -= 9)")
        yield cell(f"for ({type} i = 0; i < 100; i = i + 3)")
        yield cell(f"for ({type} i = 100; i > 3; i = i - 3)")
        yield cell(f"for ({type} i = 0; i < 100; i = 5 + i)")
        steps = f"{type} step = 4, first = 1, last = 90;"
        yield cell(f"for ({type} i = first; i < last; i += step)", before=steps)
        yield cell(f"for ({type} i = last; i > first; i -= step)", before=steps)
        row = f"`{type}` near its limits"
        yield cell(f"for ({type} i = {high} - 20; i < {high}; ++i)", row)
        yield cell(f"for ({type} i = {high} - 20; i < {high} - 1; i += 3)", row)
        yield cell(f"for ({type} i = {low} + 20; i > {low}; --i)", row)
        yield cell(f"for ({type} i = {high}; i > {high} - 20; --i)", row)
        # Far apart, in steps that leave some iterations. Clang computes the
        # trip count in the promoted type: (distance - 1 + step) / step.
        stride = f"({type})({high} / 50)"
        if bits in ("32", "64"):
            low, high = f"{low} / 3", f"{high} / 3"
        if bits in ("8", "16"):
            yield cell(f"for ({type} i = {low}; i < {high}; ++i)", row)
        yield cell(f"for ({type} i = {low}; i < {high}; i += {stride})", row)
        yield cell(f"for ({type} i = {high}; i > {low}; i -= {stride})", row)
        few = "trip counts 0 and 1"
        for count in (0, 1, 2):
            yield cell(
                f"for ({type} i = 5; i < last; ++i)",
                few,
                before=f"{type} last = {5 + count};",
            )
        yield cell(
            f"for ({type} i = 9; i < last; ++i)", few, before=f"{type} last = 5;"
        )
        yield cell(
            "for (i = 2; i < 60; i += 2)",
            "variable declared outside",
            before=f"{type} i;",
        )


def pointers():
    setup = "static int data[300]; for (int k = 0; k < 300; ++k) data[k] = k % 11;"
    for loop in (
        "for (int *p = data; p < data + 300; ++p)",
        "for (int *p = data + 299; p >= data; --p)",
        "for (int *p = data; p != data + 300; p++)",
        "for (int *p = data; p <= data + 290; p += 7)",
        "for (const int *p = data + 299; p > data; p -= 3)",
    ):
        yield Cell("pointers", loop, "HIT(p - data);", "*p", before=setup)


def nests():
    row = "`collapse`, rectangular"
    two = "for (int i = 0; i < 9; ++i) for (long j = 20; j > 3; j -= 2)"
    three = two + " for (unsigned char k = 1; k <= 4; ++k)"
    four = three + " for (short l = 0; l != 3; ++l)"
    yield Cell(row, two, "HIT(i * 64 + j);", "i + j", worksharing="collapse(2)")
    yield Cell(
        row, three, "HIT((i * 64 + j) * 8 + k);", "i * j + k", worksharing="collapse(3)"
    )
    yield Cell(
        row,
        four,
        "HIT(((i * 20 + j) * 5 + k) * 3 + l);",
        "i * l",
        worksharing="collapse(4)",
    )
    yield Cell(row, two, "HIT(i * 64 + j);", "i", worksharing="collapse(1)")
    yield Cell(
        row,
        "for (int i = 0; i < 9; ++i) { for (int j = 0; j < 0; ++j)",
        "HIT(i * 64 + j); }",
        "i + j",
        worksharing="collapse(2)",
    )
    yield Cell(
        row,
        "for (int i = 0; i < 9; ++i) { for (int j = 0; j < 7; ++j)",
        "HIT(i * 64 + j); }",
        "inside(i, 9) + inside(j, 7)",
        worksharing="collapse(2)",
    )
    for count in ("1 + 1", "sizeof(short)"):
        yield Cell(
            row, two, "HIT(i * 64 + j);", "i + j", worksharing=f"collapse({count})"
        )
    yield Cell(
        row,
        "for (int i = 0; i < 9; ++i) for (int j = 0; j < 7; ++j)",
        "HIT(i * 64 + j);",
        "inside(i, 9)",
        worksharing="collapse(2 - 1)",
    )
    row = "`collapse`, non-rectangular"
    for inner in (
        "int j = 0; j < i; ++j",
        "int j = i; j < 30; ++j",
        "int j = i; j < 2 * i + 3; ++j",
        "int j = i + 5; j > i; j -= 2",
        "int j = 0; j <= i; j += 3",
    ):
        yield Cell(
            row,
            f"for (int i = 0; i < 30; ++i) for ({inner})",
            "HIT(i * 100 + j);",
            "inside(i, 30) + inside(j, 64)",
            worksharing="collapse(2)",
        )
    yield Cell(
        row,
        "for (int i = 0; i < 20; ++i) for (int j = 0; j < i; ++j)",
        "HIT(i * 100 + j);",
        "j < i ? WORK(j) : inside(-1, 0)",
        worksharing="collapse(2)",
    )
    yield Cell(
        row,
        "for (int i = 0; i < 10; ++i) for (int j = 0; j < 5; ++j) for (int k = j; k < 6; ++k)",
        "HIT((i * 8 + j) * 8 + k);",
        "inside(k - j, 6)",
        worksharing="collapse(3)",
    )
    # The last numbers stand for no iteration.
    row = "`lastprivate`, non-rectangular"
    for loop in (
        "for (int i = 0; i < 19; ++i) for (int j = i; j < 20; ++j)",
        "for (long i = 0; i < 10; ++i) for (long j = 20; j > i; --j)",
        "for (unsigned i = 3; i < 31; i += 2) for (unsigned j = i; j < 30; j += 3)",
        "for (int i = 0; i < 1; ++i) for (int j = 0; j < i; ++j)",
    ):
        yield Cell(
            row,
            loop,
            "HIT(i * 100 + j); x = i * 100 + j;",
            "inside(i, 40) + inside(j, 64)",
            ", chunk: 1",
            worksharing="collapse(2) lastprivate(x)",
            before="long x = -1;",
            after="SHOW(x);",
            constructs=ONE_TEAM,
        )
    yield Cell(
        row,
        "for (int k = 0; k < 3; ++k) for (int i = 0; i < 8; ++i) for (int j = i; j < 9; ++j)",
        "HIT((i * 9 + j) * 3 + k); x = j - i; y[1] = k;",
        "inside(j - i, 9)",
        ", chunk: 1",
        worksharing="collapse(3) lastprivate(x, y)",
        before="int x = -1, y[2] = {5, 6};",
        after="SHOW(x); SHOW(y[1]);",
        constructs=ONE_TEAM,
    )


def transformed():
    def cell(transformation, loop, body, load, **more):
        return Cell(
            "`tile`, `unroll partial`, `reverse`, `interchange`",
            f"#pragma omp {transformation}\n{loop}",
            body,
            load,
            constructs=NOT_SIMD,
            why_not="Clang accepts no transformation inside `simd`",
            **more,
        )

    one = "for (int i = 0; i < 97; i += 2)"
    two = "for (int i = 9; i > 0; --i) for (long j = 0; j < 17; ++j)"
    for transformation in (
        "tile sizes(5)",
        "unroll partial(4)",
        "reverse",
        "tile sizes(4)\n#pragma omp unroll partial(3)\n#pragma omp reverse",
    ):
        yield cell(transformation, one, "HIT(i);", "inside(i, 97)")
    yield cell(
        "tile sizes(5)",
        one,
        "HIT(i); x = i;",
        "inside(i, 97)",
        worksharing="lastprivate(x)",
        before="int x = -1;",
        after="SHOW(x);",
    )
    nested = ("HIT(i * 64 + j);", "inside(i, 10) + inside(j, 17)")
    yield cell("interchange", two, *nested)
    yield cell("interchange", two, *nested, worksharing="collapse(2)")
    yield cell("tile sizes(2, 3)", two, *nested)
    yield cell("tile sizes(2, 3)", two, *nested, worksharing="collapse(2)")


ITERATOR = """\
#ifndef ITERATOR
#define ITERATOR
struct Iterator {
  typedef long difference_type;
  int *at;
  explicit Iterator(int *p) : at(p) {}
  Iterator(const Iterator &o) : at(o.at) {}
  Iterator &operator=(const Iterator &o) { at = o.at; return *this; }
  ~Iterator() {}
  int &operator*() const { return *at; }
  Iterator &operator++() { ++at; return *this; }
  Iterator &operator--() { --at; return *this; }
  Iterator &operator+=(long n) { at += n; return *this; }
  Iterator &operator-=(long n) { at -= n; return *this; }
  Iterator operator+(long n) const { return Iterator(at + n); }
  Iterator operator-(long n) const { return Iterator(at - n); }
  long operator-(const Iterator &o) const { return at - o.at; }
  bool operator<(const Iterator &o) const { return at < o.at; }
  bool operator<=(const Iterator &o) const { return at <= o.at; }
  bool operator>(const Iterator &o) const { return at > o.at; }
  bool operator>=(const Iterator &o) const { return at >= o.at; }
  bool operator!=(const Iterator &o) const { return at != o.at; }
  bool operator==(const Iterator &o) const { return at == o.at; }
};
struct Range {
  int *data;
  int size;
  Iterator begin() const { return Iterator(data); }
  Iterator end() const { return Iterator(data + size); }
};
struct Pair { int first; long second; };
#endif
"""
BINDINGS = """\
#ifndef TUPLE
#define TUPLE
namespace std {
template <class T> struct tuple_size;
template <unsigned long I, class T> struct tuple_element;
}
struct Tuple {
  int a; long b;
  template <unsigned long I> auto get() const { if constexpr (I == 0) return a; else return b; }
};
template <> struct std::tuple_size<Tuple> { static constexpr unsigned long value = 2; };
template <> struct std::tuple_element<0, Tuple> { using type = int; };
template <> struct std::tuple_element<1, Tuple> { using type = long; };
#endif
"""


def class_loops():
    data = "static int data[200]; for (int k = 0; k < 200; ++k) data[k] = k % 7; Range range{data, 200}; (void)range;"
    for loop in (
        "for (Iterator it = range.begin(); it < range.end(); ++it)",
        "for (Iterator it = range.begin(); it != range.end(); it += 3)",
        "for (Iterator it = range.end() - 1; it >= range.begin(); --it)",
        "for (auto it = range.end(); it > range.begin() + 4; it -= 5)",
    ):
        # A != loop may step by more than one only where it ends exactly.
        loop = loop.replace(
            "!= range.end(); it += 3", "<= range.begin() + 190; it += 3"
        )
        yield Cell(
            "random-access iterators",
            loop,
            "HIT(it - range.begin());",
            "inside(*it, 7)",
            before=data,
            file_scope=ITERATOR,
            languages=CXX,
        )
    for loop in (
        "for (int &element : data)",
        "for (auto &element : range)",
        "for (const int &element : range)",
    ):
        yield Cell(
            "range-`for`",
            loop,
            "HIT(&element - data);",
            "inside(element, 7) + 1",
            before=data,
            file_scope=ITERATOR,
            languages=CXX,
        )
    yield Cell(
        "range-`for`",
        "for (int element : range)",
        "HIT(element);",
        "inside(element, 7)",
        before=data,
        file_scope=ITERATOR,
        languages=CXX,
    )
    yield Cell(
        "range-`for`",
        "for (int &element : range) for (int j = 0; j < 4; ++j)",
        "HIT((&element - data) * 4 + j);",
        "inside(element, 7) * j",
        worksharing="collapse(2)",
        before=data,
        file_scope=ITERATOR,
        languages=CXX,
    )
    yield Cell(
        "range-`for`",
        "for (int j = 0; j < 4; ++j) for (int &element : range)",
        "HIT((&element - data) * 4 + j);",
        "inside(element, 7) * j",
        worksharing="collapse(2)",
        before=data,
        file_scope=ITERATOR,
        languages=CXX,
    )
    row = "range-`for`, structured bindings"
    pairs = (
        "static Pair pairs[50]; for (int k = 0; k < 50; ++k) pairs[k] = Pair{k, k % 5};"
    )
    for head in ("auto", "auto &", "const auto &"):
        yield Cell(
            row,
            f"for ({head}[first, second] : pairs)",
            "HIT(first);",
            "inside(first, 50) + second",
            before=pairs,
            file_scope=ITERATOR,
            languages=CXX17,
        )
    yield Cell(
        row,
        "for (auto &[first, second] : pairs) for (int j = 0; j < 3; ++j)",
        "HIT(first * 3 + j);",
        "second * j",
        worksharing="collapse(2)",
        before=pairs,
        file_scope=ITERATOR,
        languages=CXX17,
    )
    yield Cell(
        row,
        "for (auto &[x, y, z] : triples)",
        "HIT(x);",
        "inside(x, 50) + y * z",
        before="static int triples[50][3]; for (int k = 0; k < 50; ++k) triples[k][0] = k;",
        languages=CXX17,
    )
    yield Cell(
        row,
        "for (auto [a, b] : tuples)",
        "HIT(a);",
        "inside(a, 50) + b",
        before="static Tuple tuples[50]; for (int k = 0; k < 50; ++k) tuples[k] = Tuple{k, k % 3};",
        file_scope=BINDINGS,
        languages=CXX17,
    )


def keys():
    yield Cell("`prefix`", load="WORK(i)", keys=", prefix: i * (i + 1)")
    yield Cell("`chunk`", keys=", chunk: 7 + zero", before="int zero = 0;")
    yield Cell("`chunk`", keys=", chunk: 2.5", load="WORK(i) * 0.5")
    yield Cell("`steal`, `profile`", keys=", steal: off")
    yield Cell("`steal`, `profile`", keys=", profile: off")
    yield Cell("`steal`, `profile`", keys=", profile: off, steal: off")
    yield Cell("`subspaces`, `subspace`", keys=", subspaces: 5")
    yield Cell(
        "`subspaces`, `subspace`",
        keys=", subspaces: 3, subspace: omp_get_thread_num() / 2",
    )
    yield Cell(
        "`data`",
        keys=", data: values",
        load="values[i]",
        before="static int values[100];",
    )
    yield Cell(
        "all keys, in any order",
        keys=", data: values, subspaces: 2, profile: on, chunk: 5, subspace: 1, steal: on, "
        "name: all",
        before="static int values[100];",
    )
    for load in (
        "0",
        "-1",
        "i - 50",
        "i * 1e300",
        "i % 2 ? 1e308 : -1e308",
        "0.0 / (i - i)",
        "i == 50 ? INT64_MAX : 1",
        "UINT64_MAX - i",
        "i == 99",
        "1 / (1 + i)",
    ):
        yield Cell("any load: zero, negative, huge, NaN", load=load)


def inferred():
    """Loops with a loop in the body, as long as their load says otherwise."""
    for source in (pointers, class_loops, nests, transformed):
        for cell in source():
            length = f"(long)({cell.load}) % 5"
            if cell.error or "WORK" in length:
                continue
            inner = f"for (long kept = 0; kept < {length}; ++kept) kept_here = kept;"
            yield replace(
                cell,
                row="`load: auto`",
                load="auto",
                body=f"{inner} {cell.body}",
                constructs=[c for c in INFERRED if c in cell.constructs],
            )


def all_cells():
    for source in (
        integer_loops,
        pointers,
        class_loops,
        nests,
        transformed,
        keys,
        inferred,
    ):
        yield from source()
