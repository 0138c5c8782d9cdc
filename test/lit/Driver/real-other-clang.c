// The same with another clang in the flesh, where one is installed.
// REQUIRES: other-clang
// RUN: not %other-clang -fplugin=%plugin -fsyntax-only %s 2>&1 \
// RUN:   | FileCheck -DRELEASE=%release --implicit-check-not="{{.}}" %s
// RUN: not %other-clang -fpass-plugin=%plugin -c %s -o %t.o 2>&1 \
// RUN:   | FileCheck -DRELEASE=%release --implicit-check-not="{{.}}" %s
// CHECK: error: usersched.so was built for clang [[RELEASE]].1 and cannot be loaded by {{.*}}clang version {{.*}}; compile with clang-[[RELEASE]]
int i;
