// The load moves from a marker in front of the body into the schedule clause;
// the body is what the user wrote, and the user's own schedule is gone.
// RUN: %clangxx -fsyntax-only -Xclang -ast-dump -fno-color-diagnostics %s \
// RUN:   | FileCheck %s

void f(int n, int *a, const int *work) {
#pragma ompx usersched(load: work[i])
#pragma omp parallel for schedule(guided, 7)
  for (int i = 0; i < n; ++i)
    a[i] = i;
}
// CHECK-LABEL: OMPParallelForDirective
// CHECK-NOT: guided
// CHECK: OMPScheduleClause
// CHECK: Function {{.*}} '__usersched_compile_with_plugin_data'
// CHECK: Function {{.*}} '__usersched_compile_with_plugin_begin'
// CHECK: Function {{.*}} '__usersched_compile_with_plugin_result_signed'
// CHECK: 'work' 'const int *'
// CHECK: Function {{.*}} '__usersched_compile_with_plugin_end'
// CHECK: Function {{.*}} '__usersched_compile_with_plugin_loop'
// CHECK: StringLiteral {{.*}} "f"
// CHECK: StringLiteral {{.*}} "work[i]"
// CHECK: ForStmt
// CHECK-NOT: IfStmt
// CHECK: BinaryOperator {{.*}} 'int' lvalue '='
