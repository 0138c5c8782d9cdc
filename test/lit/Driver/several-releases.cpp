// One usersched.so serves all releases of clang whose plugins lie beside it. It
// names them to a clang of another release; see other-clang.cpp.
// RUN: rm -rf %t && mkdir %t && cp %plugin %t/usersched.so
// RUN: cp %plugin-release %t/usersched-%release.so
// RUN: touch %t/usersched-19.so %t/usersched-22.so
// RUN: %clang-alone -fplugin=%t/usersched.so -Rpass=usersched -c %S/Inputs/balanced.c -o %t/o 2>&1 | FileCheck --check-prefix=USED %s
// RUN: %clang-alone -x c++ -shared -fPIC %S/other-clang.cpp -o %t/version.so
// RUN: not env LD_PRELOAD=%t/version.so %clang-alone -fplugin=%t/usersched.so \
// RUN:   -fsyntax-only %s 2>&1 | FileCheck --implicit-check-not="{{.}}" %s
// RUN: echo damaged > %t/usersched-%release.so
// RUN: not %clang-alone -fplugin=%t/usersched.so -fsyntax-only %s 2>&1 \
// RUN:   | FileCheck --check-prefix=DAMAGED --implicit-check-not="{{.}}" %s
// USED: remark: {{.*}} [-Rpass=usersched]
// CHECK: error: usersched.so was built for clang 19.1 and clang 22.1 and cannot be loaded by Vendor clang version 14.0.6 (x); compile with clang-19 or clang-22
// DAMAGED: error: usersched.so cannot load its plugin: {{.*}}/usersched-{{.*}}.so: {{.*}}
