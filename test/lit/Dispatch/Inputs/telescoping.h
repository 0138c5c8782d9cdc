// One loop with a load for each LOOP.
#define TEXT(...) _Pragma(#__VA_ARGS__)
#define LOOP(NAME, FOR, LOAD, ...)                                             \
  void NAME(int n, __VA_ARGS__) {                                              \
    TEXT(ompx usersched(load : LOAD))                                          \
    TEXT(omp parallel for)                                                     \
    FOR                                                                        \
    ;                                                                          \
  }
#define UP for (int i = 0; i < n; ++i)
#define DOWN for (int i = n - 1; i >= 0; --i)
#define BY_TWO for (int i = 0; i < n; i += 2)
#define UNSIGNED for (unsigned i = 5; i < n + 5u; ++i)
#define NARROW for (short i = 0; i < n; ++i)
#define LONG for (long i = 0; i < n; ++i)
#define POINTER for (const int *i = table; i < table + n; ++i)
#define NEST                                                                   \
  TEXT(omp parallel for collapse(2))                                           \
  for (int i = 0; i < n; ++i)                                                  \
    for (int j = 0; j < n; ++j)
