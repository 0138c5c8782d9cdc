// The same with another clang in the flesh, where one is installed.
// REQUIRES: other-clang
// RUN: not %other-clang -fplugin=%plugin -fsyntax-only %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not="{{.}}"
// RUN: not %other-clang -fpass-plugin=%plugin -c %s -o %t.o 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not="{{.}}"
// CHECK: error: usersched.so was built for clang 19.1 and cannot be loaded by {{.*}}clang version {{.*}}; compile with clang-19
int i;
