! Fortran loops with schedule(runtime): threads do not wait for each other where
! the loop has nowait (32 among the flags), and only there.
! REQUIRES: flang
! RUN: mkdir -p %t.d && cd %t.d && %flang -O0 -S -emit-llvm %s -o - | FileCheck %s
! CHECK-DAG: together_{{[^ ]*}}.usersched.runtime = {{.*}} [{{[^[]*}} { i32 {{[0-9]+}}, i32 6,
! CHECK-DAG: apart_{{[^ ]*}}.usersched.runtime{{[.0-9]*}} = {{.*}} [{{[^[]*}} { i32 {{[0-9]+}}, i32 38,
! CHECK-DAG: apart_{{[^ ]*}}.usersched.runtime{{[.0-9]*}} = {{.*}} [{{[^[]*}} { i32 {{[0-9]+}}, i32 6,
! CHECK-DAG: before_single_{{[^ ]*}}.usersched.runtime = {{.*}} [{{[^[]*}} { i32 {{[0-9]+}}, i32 38,
subroutine together(n, a)
  integer :: n, i, a(n)
!$omp parallel do schedule(runtime)
  do i = 1, n
    a(i) = i
  end do
end subroutine
subroutine apart(n, a)
  integer :: n, i, a(n)
!$omp parallel
!$omp do schedule(runtime)
  do i = 1, n
    a(i) = i
  end do
!$omp end do nowait
!$omp do schedule(runtime)
  do i = 1, n
    a(i) = a(i) + 1
  end do
!$omp end parallel
end subroutine
subroutine before_single(n, a)
  integer :: n, i, a(n)
!$omp parallel
!$omp do schedule(runtime)
  do i = 1, n
    a(i) = i
  end do
!$omp end do nowait
!$omp single
  a(1) = 0
!$omp end single
!$omp end parallel
end subroutine
