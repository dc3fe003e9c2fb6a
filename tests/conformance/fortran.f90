! ENV: OMP_DYNAMIC=false
! Fortran: loops, reductions, locks, tasks and the omp_lib routines.
program fortran
  use omp_lib
  implicit none
  integer :: i, n, total, order
  integer(omp_lock_kind) :: lock
  integer(omp_nest_lock_kind) :: nest
  integer(omp_sched_kind) :: kind
  integer :: chunk
  double precision :: t
  logical :: ok
  total = 0
  !$omp parallel do num_threads(5) reduction(+:total) schedule(dynamic, 3)
  do i = 1, 1000
    total = total + i
  end do
  if (total /= 500500) stop 1
  n = 0
  !$omp parallel num_threads(4)
  if (omp_get_num_threads() /= 4) stop 2
  !$omp atomic
  n = n + omp_get_thread_num()
  !$omp end parallel
  if (n /= 6) stop 3
  call omp_init_lock(lock)
  call omp_init_nest_lock(nest)
  n = 0
  !$omp parallel num_threads(6) private(i)
  do i = 1, 500
    call omp_set_lock(lock)
    n = n + 1
    call omp_unset_lock(lock)
    call omp_set_nest_lock(nest)
    if (omp_test_nest_lock(nest) /= 2) stop 4
    call omp_unset_nest_lock(nest)
    call omp_unset_nest_lock(nest)
  end do
  !$omp end parallel
  if (n /= 3000) stop 5
  ok = omp_test_lock(lock)
  if (.not. ok) stop 6
  call omp_unset_lock(lock)
  call omp_destroy_lock(lock)
  call omp_destroy_nest_lock(nest)
  call omp_set_schedule(omp_sched_guided, 4)
  call omp_get_schedule(kind, chunk)
  if (chunk /= 4) stop 7
  order = 1
  !$omp parallel do ordered schedule(runtime) num_threads(3)
  do i = 1, 50
    !$omp ordered
    if (order /= i) stop 8
    order = order + 1
    !$omp end ordered
  end do
  if (order /= 51) stop 9
  n = 0
  !$omp parallel num_threads(3) shared(n)
  !$omp single
  do i = 1, 100
    !$omp task shared(n)
    !$omp atomic
    n = n + 1
    !$omp end task
  end do
  !$omp taskwait
  if (n /= 100) stop 10
  !$omp end single
  !$omp end parallel
  call omp_set_num_threads(3)
  if (omp_get_max_threads() /= 3) stop 11
  t = omp_get_wtime()
  if (omp_get_wtime() < t) stop 12
  if (omp_in_parallel()) stop 13
  call omp_set_dynamic(.true.)
  if (.not. omp_get_dynamic()) stop 14
  n = 0
  !$omp parallel workshare num_threads(2)
  n = 7
  !$omp end parallel workshare
  if (n /= 7) stop 15
end program fortran
