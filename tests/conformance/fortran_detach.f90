! A detached task completes when its event is fulfilled from another task, and what depends on it
! runs after both.
program fortran_detach
  use omp_lib
  implicit none
  integer :: x, y, seen_x, seen_y, round
  integer(kind=omp_event_handle_kind) :: event
  do round = 1, 100
    x = 0
    y = 0
    seen_x = -1
    seen_y = -1
    !$omp parallel num_threads(3)
    !$omp single
    !$omp task depend(out: y) detach(event)
    y = y + 1
    !$omp end task
    !$omp task
    x = 1
    !$omp flush
    call omp_fulfill_event(event)
    !$omp end task
    !$omp task depend(inout: y)
    seen_x = x
    seen_y = y
    !$omp end task
    !$omp end single
    !$omp end parallel
    if (seen_x /= 1 .or. seen_y /= 1) stop 1
  end do
end program
