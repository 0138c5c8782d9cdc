! Fortran loops with schedule(runtime), under a setting of the paper's API, run
! each iteration once, with groups of equal load. flang needs the pass alone.
! REQUIRES: flang
! RUN: mkdir -p %t.d && cd %t.d && %flang -g -O0 %s -o %t %flang-link
! RUN: env OMP_NUM_THREADS=1 %t && env OMP_NUM_THREADS=2 %t
! RUN: env USERSCHED_REPORT=stderr %t 2>&1 | FileCheck %s
! RUN: cd %t.d && %flang -O2 %s -o %t.O2 %flang-link
! RUN: env OMP_NUM_THREADS=3 %t.O2 && env OMP_NUM_THREADS=8 %t.O2
module loads
  use iso_c_binding
  implicit none
  integer, parameter :: n = 4000
  integer(c_int) :: row(n + 1)
  interface
    subroutine set(inspect, subspace, data, steal, profile, subspaces) &
        bind(C, name="ompx_set_usersched_for_loops")
      import
      type(c_funptr), value :: inspect, subspace
      type(c_ptr), value :: data
      integer(c_int), value :: steal, profile, subspaces
    end subroutine
    subroutine reset() bind(C, name="ompx_reset_usersched_for_loops")
    end subroutine
  end interface
contains
  subroutine inspect(left, right, first, last, data) bind(C)
    integer(c_int), value :: left, right
    integer(c_int), intent(out) :: first, last
    type(c_ptr), value :: data
    integer(c_int) :: goal
    goal = row(left + 1) + max(1, row(n + 1) / 64)
    first = left
    last = left + 1
    do while (last < right)
      if (row(last + 1) >= goal) exit
      last = last + 1
    end do
  end subroutine
end module

program rows
  use loads
  implicit none
  integer :: i, round, hits(n)
  integer(8) :: total
  row(1) = 0
  do i = 1, n
    row(i + 1) = row(i) + mod(i * 7, 5) + merge(200, 0, i < 40)
  end do
  call set(c_funloc(inspect), c_null_funptr, c_null_ptr, 1, 1, 0)
  do round = 1, 20
    hits = 0
    total = 0
!$omp parallel reduction(+ : total)
! Without a place, which flang 19 does not give, loops are counted as one.
! CHECK: {{FIRModule:0|fortran.f90:[0-9]+}} {{.*}} balanced, plan
!$omp do schedule(runtime)
    do i = 1, n
      hits(i) = hits(i) + 1
      total = total + row(i + 1) - row(i)
    end do
!$omp do schedule(runtime)
    do i = n, 1, -2
      hits(i) = hits(i) + 10
      total = total + 1
    end do
!$omp end do nowait
!$omp do schedule(runtime)
    do i = 1, n
!$omp atomic
      hits(i) = hits(i) + 100
    end do
!$omp end parallel
    if (any(hits(2:n:2) /= 111) .or. any(hits(1:n:2) /= 101)) stop 1
    if (total /= row(n + 1) + n / 2) stop 2
  end do
  call reset()
end program
