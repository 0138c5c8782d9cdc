// What is nearly the pragma is a warning with a fix. Pragmas of others are not,
// and -E keeps all of them.
// RUN: %clangxx %verify %s
// RUN: %clangxx -fno-openmp %verify=expected,plain %s
// RUN: %clangxx -E %s | FileCheck %s
// CHECK: #pragma ompx usershed(load: 1)
// CHECK: #pragma vendor usersched(load: 1)

// plain-warning@+1 1+{{without '-fopenmp'}}
#pragma ompx usersched(load: 1) // expected-error 0+{{must stand directly before}}
// expected-note@*:* 0+{{the loop is not looked for in the rest of this file}}
// expected-warning@+1 {{'#pragma ompx usershed' is ignored; did you mean '#pragma ompx usersched'? [-Wopenmp-clauses]}}
#pragma ompx usershed(load: 1)
// expected-warning@+1 {{'#pragma usersched' is ignored; did you mean '#pragma ompx usersched'?}}
#pragma usersched(load: 1)
// expected-warning@+1 {{'#pragma ompx userched' is ignored}}
#pragma ompx userched(load: 1)
// expected-warning@+1 {{'#pragma opmx usersched' is ignored}}
#pragma opmx usersched(load: 1)
// expected-warning@+1 {{'#pragma OMPX UserSched' is ignored}}
#pragma OMPX UserSched(load: 1)
// expected-warning@+1 {{'#pragma ompx usershced' is ignored}}
_Pragma("ompx usershced(load: 1)")
#define BALANCED _Pragma("ompx usershed(load: 1)")
// expected-warning@+1 {{'#pragma ompx usershed' is ignored}}
BALANCED

#pragma ompx taskgraph
#pragma vendor usersched(load: 1)
#pragma once_more
#pragma pack(1)
#pragma
