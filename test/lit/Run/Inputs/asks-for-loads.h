// Makes the program its own runtime: a loop is not run, but asked for the load
// of each iteration that would be scheduled.
#include <cstdio>
#include <usersched_abi.h>
#include <vector>

static std::vector<double> Loads; // of the last loop
static int Failures;

static void ask(usersched_frame *F, usersched_loop *L, uint64_t Count) {
  const bool IsReal = L->flags & USERSCHED_LOAD_IS_FLOAT;
  Loads.clear();
  for (uint64_t I = 0; I < Count; ++I) {
    usersched_inspection Asked = {};
    Asked.captures = F->captures;
    if (IsReal)
      Asked.threshold.real = USERSCHED_MAX_REAL_THRESHOLD;
    else
      Asked.threshold.integer = USERSCHED_MAX_INTEGER_THRESHOLD;
    uint64_t From, To;
    if (L->inspect)
      L->inspect(I, I + 1, &From, &To, &Asked);
    else if (L->prefix)
      Asked.load.integer =
          L->prefix(I + 1, F->captures) - L->prefix(I, F->captures);
    else
      Asked.load = L->each;
    Loads.push_back(IsReal ? Asked.load.real : double(Asked.load.integer));
  }
}

extern "C" {
void __usersched_link_with_lusersched() {}
usersched_team *__usersched_team_begin() { return nullptr; }
void __usersched_team_end(usersched_team *) {}
usersched_team *__usersched_current_team(usersched_frame *) { return nullptr; }
#define INIT(SUFFIX, TYPE)                                                     \
  void __usersched_loop_init_##SUFFIX(void *, int32_t, usersched_frame *F,     \
                                      usersched_loop *L, usersched_team *,     \
                                      TYPE Lower, TYPE Upper) {                \
    ask(F, L, uint64_t(Upper - Lower) + 1);                                    \
  }
INIT(4, int32_t)
INIT(4u, uint32_t)
INIT(8, int64_t)
INIT(8u, uint64_t)
usersched_range __usersched_loop_next(usersched_frame *, int32_t *) {
  return {};
}
void __usersched_loop_deinit(usersched_frame *) {}
}

static void expect(const char *What, const std::vector<double> &Expected) {
  if (Loads == Expected)
    return;
  ++Failures;
  std::printf("%s: got", What);
  for (double Load : Loads)
    std::printf(" %g", Load);
  std::printf("\n");
}
