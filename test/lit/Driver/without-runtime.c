// What is missing at link time says in its name what to do: without the library,
// ...
// RUN: not %clang %s -o %t 2>&1 | FileCheck %s
// RUN: %clang -c %s -o %t.o && nm %t.o | FileCheck --check-prefix=ONCE %s
// CHECK: undefined reference to `__usersched_link_with_lusersched'
// ONCE: U __usersched_link_with_lusersched
//
// ... and where a stage of the plugin has not run: from LLVM IR without
// -fpass-plugin, and from a precompiled header that was made with the plugin by a
// compilation without it.
// RUN: rm -rf %t.d && mkdir %t.d && cd %t.d
// RUN: not %clang -save-temps %s %link -o run 2>&1 | FileCheck --check-prefix=STAGE %s
// RUN: %clang -x c-header %s -o header.pch
// RUN: not %clang-alone -include-pch header.pch -x c /dev/null %link -o run 2>&1 \
// RUN:   | FileCheck --check-prefix=STAGE %s
// STAGE: undefined reference to `__usersched_compile_with_plugin_

int main(int argc, char **argv) {
  int s = 0;
#pragma ompx usersched(load: argc + i)
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < 10; ++i)
    s += argv[0][0] > i;
  return s > 100;
}
