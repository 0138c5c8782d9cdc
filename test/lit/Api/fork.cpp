// A program may fork while another thread sets how loops are scheduled: the
// child can do so, too.
// RUN: %clangxx-run -O2 -o %t && timeout 100 %t
#include <atomic>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <usersched_ompx.h>

static int data[2];
static void set(int which) {
  ompx_set_usersched_for_loops(nullptr, nullptr, &data[which], 1, 1, 0);
}

int main() {
  std::atomic<bool> stop{false};
  std::thread other([&] {
    while (!stop) {
      set(0);
      ompx_reset_usersched_for_loops();
    }
  });
  int failed = 0;
  for (int times = 0; times < 500 && !failed; ++times) {
    const pid_t child = fork();
    if (child == 0) {
      alarm(20); // ends a child that waits for ever
      set(1);
      int ran = 0;
#pragma omp parallel for schedule(runtime) num_threads(2) reduction(+ : ran)
      for (int i = 0; i < 100; ++i)
        ++ran;
      _exit(ran != 100);
    }
    failed = child < 0 || waitpid(child, &failed, 0) != child || failed;
  }
  stop = true;
  other.join();
  return failed;
}
