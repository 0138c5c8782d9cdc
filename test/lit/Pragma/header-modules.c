// A header of a Clang module has an annotated loop, and the file that includes
// another header of the module has one, too.
// RUN: rm -rf %t && mkdir %t
// RUN: %clang -fmodules -fmodules-cache-path=%t -I %S/Inputs/module \
// RUN:   -fsyntax-only -Werror %s
// RUN: %clang -x c++ -fmodules -fmodules-cache-path=%t -I %S/Inputs/module \
// RUN:   -fsyntax-only -Werror %s
#include "plain.h"

void f(int *a) {
#pragma ompx usersched(load: PLAIN)
#pragma omp parallel for
  for (int i = 0; i < 30; ++i)
    a[i] += i;
}
