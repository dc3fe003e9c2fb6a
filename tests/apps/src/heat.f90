! Heat flow on a grid with a reduction in each step, tasks that count primes, and a sorted merge:
! many regions, loops of three schedules, sections, tasks and atomics.
program heat
  use omp_lib
  implicit none
  integer, parameter :: n = 500, steps = 4000, parts = 64
  real(8) :: old(0:n+1, 0:n+1), new(0:n+1, 0:n+1), change
  integer :: i, j, step, primes, found(parts)
  old = 0
  old(:, 0) = 100
  new = old
  do step = 1, steps
    change = 0
    !$omp parallel do reduction(max: change) schedule(static) private(i)
    do j = 1, n
      do i = 1, n
        new(i, j) = 0.25d0 * (old(i-1, j) + old(i+1, j) + old(i, j-1) + old(i, j+1))
        change = max(change, abs(new(i, j) - old(i, j)))
      end do
    end do
    !$omp parallel do schedule(guided) private(i)
    do j = 1, n
      do i = 1, n
        old(i, j) = new(i, j)
      end do
    end do
  end do
  print '(a,es16.9)', 'change ', change
  print '(a,f14.8)', 'middle ', old(n/2, 10)
  primes = 0
  !$omp parallel default(shared)
  !$omp single
  do i = 1, parts
    !$omp task firstprivate(i) shared(found)
    found(i) = count_primes((i - 1) * 8000 + 1, i * 8000)
    !$omp atomic
    primes = primes + found(i)
    !$omp end task
  end do
  !$omp taskwait
  !$omp end single
  !$omp end parallel
  print '(a,i0,1x,i0)', 'primes ', primes, sum(found)
contains
  integer function count_primes(low, high)
    integer, intent(in) :: low, high
    integer :: k, d
    logical :: prime
    count_primes = 0
    do k = max(low, 2), high
      prime = .true.
      d = 2
      do while (d * d <= k .and. prime)
        prime = mod(k, d) /= 0
        d = d + 1
      end do
      if (prime) count_primes = count_primes + 1
    end do
  end function
end program
