// What a load names is part of the data's identity, but for private copies that
// have no value yet when the loop starts.
// RUN: %clangxx -O0 -Xclang -disable-llvm-passes %ir %s | FileCheck %s

// CHECK-LABEL: define internal void @_Z13privateCopiesiPi.omp_outlined(
// CHECK-NOT: call {{.*}}@__usersched_compile_with_plugin_data
// CHECK: ret void
void privateCopies(int n, int *a) {
  static int x, y;
#pragma ompx usersched(load: x + y + i)
#pragma omp parallel for private(x) lastprivate(y)
  for (int i = 0; i < n; ++i)
    a[i] = x = y = i;
}

// CHECK-LABEL: define internal void @_Z11otherCopiesiPiii.omp_outlined(
// CHECK-COUNT-2: call {{.*}}@__usersched_compile_with_plugin_data
// CHECK-NOT: call {{.*}}@__usersched_compile_with_plugin_data
// CHECK: ret void
void otherCopies(int n, int *a, int x, int y) {
#pragma ompx usersched(load: x + y + i)
#pragma omp parallel for firstprivate(x, y) lastprivate(y)
  for (int i = 0; i < n; ++i)
    a[i] = y = x + i;
}

// Of what is read under a condition, the address counts.
// CHECK-LABEL: define internal void @_Z11conditionaliPiRi.omp_outlined(
// CHECK: load i32
// CHECK: call {{.*}}@__usersched_compile_with_plugin_data
// CHECK: [[ADDRESS:%.*]] = ptrtoint ptr {{.*}} to i64
// CHECK-NEXT: call {{.*}}@__usersched_compile_with_plugin_data({{.*}}, i64 noundef [[ADDRESS]])
// CHECK-NOT: call {{.*}}@__usersched_compile_with_plugin_data
// CHECK: ret void
void conditional(int n, int *a, int &once) {
#pragma ompx usersched(load: n + (i == 0 ? once : i))
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = once;
}

// What a load only perhaps reads counts with its value, unless it is behind a
// reference: that may have been freed.
// CHECK-LABEL: define internal void @_Z7perhapsRiPii.omp_outlined(
// CHECK: [[VALUE:%.*]] = load i32
// CHECK-NEXT: [[ONCE:%.*]] = sext i32 [[VALUE]] to i64
// CHECK-NEXT: call {{.*}}@__usersched_compile_with_plugin_data({{.*}}, i64 noundef [[ONCE]])
// CHECK-NEXT: [[N:%.*]] = ptrtoint ptr {{.*}} to i64
// CHECK-NEXT: call {{.*}}@__usersched_compile_with_plugin_data({{.*}}, i64 noundef [[N]])
// CHECK-NEXT: [[POINTER:%.*]] = load ptr
// CHECK-NEXT: [[A:%.*]] = ptrtoint ptr [[POINTER]] to i64
// CHECK-NEXT: call {{.*}}@__usersched_compile_with_plugin_data({{.*}}, i64 noundef [[A]])
// CHECK-NOT: call {{.*}}@__usersched_compile_with_plugin_data
// CHECK: ret void
void perhaps(int &n, int *a, int once) {
#pragma ompx usersched(load: [&] { if (i > once) return a[i]; return n; }())
#pragma omp parallel for
  for (int i = 0; i < 100; ++i)
    a[i] = n;
}

// What is left out when the load is compiled is not mentioned.
// CHECK-LABEL: define internal void @_Z7decidediPi.omp_outlined(
// CHECK: call {{.*}}@__usersched_compile_with_plugin_data
// CHECK-NOT: call {{.*}}@__usersched_compile_with_plugin_data
// CHECK: ret void
void decided(int n, int *a) {
  int other = n;
#pragma ompx usersched(load: [&] { if constexpr (sizeof n == 4) return n; else return other; }())
#pragma omp parallel for
  for (int i = 0; i < 100; ++i)
    a[i] = i;
}

// A range-based loop names its range, not what Clang makes of it.
// CHECK-LABEL: define internal void @_Z5rangeRA10_KiPii.omp_outlined(
// CHECK-COUNT-3: call {{.*}}@__usersched_compile_with_plugin_data
// CHECK-NOT: call {{.*}}@__usersched_compile_with_plugin_data
// CHECK-NOT: __begin
// CHECK: ret void
void range(const int (&v)[10], int *a, int n) {
#pragma ompx usersched(load: ({ int s = n; for (int x : v) s += x + a[i]; s; }))
#pragma omp parallel for
  for (int i = 0; i < 100; ++i)
    a[i] = i;
}
