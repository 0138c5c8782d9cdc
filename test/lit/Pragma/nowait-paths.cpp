// A barrier counts if it stands on every path from one loop to the other.
// RUN: %clangxx %verify %s

#define FIRST                                                                  \
  _Pragma("ompx usersched(load: i)") _Pragma("omp for nowait")                 \
  for (int i = 0; i < n; ++i) a[i] = i;
#define SECOND                                                                 \
  _Pragma("omp for") for (int i = 0; i < n; ++i) b[i] = a[i];
#define BARRIER _Pragma("omp barrier")
#define REGION(NAME, ...)                                                      \
  void NAME(int n, int *a, int *b, bool some, const int (&list)[2]) {          \
    _Pragma("omp parallel") { __VA_ARGS__ }                                    \
  }

[[noreturn]] void fail();
bool waits();

REGION(leaves, if (some) { FIRST fail(); } SECOND)
REGION(never_runs, if (0) { FIRST } SECOND)
REGION(jumps_over, if (some) { FIRST goto end; } SECOND end:;)
REGION(in_a_while, FIRST while (some && n) { BARRIER } SECOND)
REGION(in_a_range, FIRST for (int i : list) { BARRIER a[i] = 1; } SECOND)
REGION(in_a_do, FIRST do { BARRIER } while (some); SECOND)

// expected-warning@+1 {{read}} expected-note@+1 3 {{}}
REGION(jump, FIRST if (some) goto end; BARRIER end: SECOND)
// expected-warning@+1 {{read}} expected-note@+1 3 {{}}
REGION(jump_back, again: SECOND FIRST if (some) goto again;)
// expected-warning@+1 {{read}} expected-note@+1 3 {{}}
REGION(handler, try { FIRST throw 1; } catch (int) { SECOND })
// expected-warning@+1 {{read}} expected-note@+1 3 {{}}
REGION(call_that_is_not_made, FIRST if (some && waits()) a[0] = 1; SECOND)
// expected-warning@+1 {{read}} expected-note@+1 3 {{}}
REGION(break_before, while (some) { FIRST if (n) break; BARRIER } SECOND)

// What is a pattern only is not looked at.
REGION(pattern, FIRST BARRIER auto f = [&](auto x) { FIRST SECOND for (auto y : x) { BARRIER } }; (void)f;)
