// Another clang than the plugin was built for is told so in one sentence; it
// does not crash. The version that this test makes clang report is another's.
// RUN: %clang-alone -x c++ -shared -fPIC %s -o %t.so
// RUN: not env LD_PRELOAD=%t.so %clangxx -fsyntax-only %s 2>&1 \
// RUN:   | FileCheck -DRELEASE=%release --implicit-check-not="{{.}}" %s
// RUN: not env LD_PRELOAD=%t.so %clang-alone -x c++ -fpass-plugin=%plugin -c \
// RUN:   %s -o %t.o 2>&1 \
// RUN:   | FileCheck -DRELEASE=%release --implicit-check-not="{{.}}" %s
// CHECK: error: usersched.so was built for clang [[RELEASE]].1 and cannot be loaded by Vendor clang version 14.0.6 (x); compile with clang-[[RELEASE]]
#include <string>

namespace clang {
std::string getClangFullVersion() { return "Vendor clang version 14.0.6 (x)"; }
} // namespace clang
