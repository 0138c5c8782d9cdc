// lld says the same.
// REQUIRES: lld
// RUN: not %clang -fuse-ld=lld %S/without-runtime.c -o %t 2>&1 | FileCheck %s
// CHECK: undefined symbol: __usersched_link_with_lusersched
