! ENV: OMP_DYNAMIC=false
! Fortran: tasks with dependences, taskloop, sections, single copyprivate, threadprivate, teams.
module shared_data
  implicit none
  integer, save :: tp = 1
  !$omp threadprivate(tp)
end module shared_data

program fortran_tasks
  use omp_lib
  use shared_data
  implicit none
  integer :: i, n, chain, total, value, bad
  integer :: a(100)
  chain = 0
  !$omp parallel num_threads(4) shared(chain)
  !$omp single
  do i = 1, 50
    !$omp task depend(inout: chain) shared(chain)
    chain = chain + 1
    !$omp end task
  end do
  !$omp end single
  !$omp end parallel
  if (chain /= 50) stop 1
  a = 0
  !$omp parallel num_threads(3) shared(a)
  !$omp single
  !$omp taskloop grainsize(7)
  do i = 1, 100
    a(i) = a(i) + i
  end do
  !$omp end taskloop
  !$omp end single
  !$omp end parallel
  if (sum(a) /= 5050) stop 2
  bad = 0
  !$omp parallel num_threads(5) private(value) reduction(+:bad)
  !$omp single
  value = 42
  !$omp end single copyprivate(value)
  if (value /= 42) bad = bad + 1
  tp = omp_get_thread_num() * 2
  !$omp end parallel
  if (bad /= 0) stop 3
  !$omp parallel num_threads(5) reduction(+:bad)
  if (tp /= omp_get_thread_num() * 2) bad = bad + 1
  !$omp end parallel
  if (bad /= 0) stop 4
  n = 0
  !$omp parallel sections num_threads(2) reduction(+:n)
  !$omp section
  n = n + 1
  !$omp section
  n = n + 10
  !$omp end parallel sections
  if (n /= 11) stop 5
  total = 0
  !$omp teams distribute parallel do num_teams(2) reduction(+:total)
  do i = 1, 100
    total = total + i
  end do
  !$omp end teams distribute parallel do
  if (total /= 5050) stop 6
  call omp_set_max_active_levels(2)
  if (omp_get_max_active_levels() /= 2) stop 7
  if (omp_get_level() /= 0 .or. omp_get_ancestor_thread_num(0) /= 0) stop 8
  if (omp_get_wtick() <= 0d0) stop 9
  if (omp_get_cancellation()) stop 10
  if (omp_get_proc_bind() /= omp_proc_bind_false) stop 11
end program fortran_tasks
