/* launch COMMAND [ARGUMENT...]: what a process costs.  Prints "MICROSECONDS KIB": the time from
 * fork to its end, and the most memory it had resident.  A small program, because a child starts
 * with its parent's memory until exec, and the kernel counts that too. */
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double
now_us (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return (double) t.tv_sec * 1e6 + (double) t.tv_nsec / 1e3;
}

int
main (int argc, char **argv)
{
  if (argc < 2) {
    fprintf (stderr, "usage: launch COMMAND [ARGUMENT...]\n");
    return 2;
  }
  double start = now_us ();
  pid_t child = fork ();
  if (child == 0) {
    execv (argv[1], argv + 1);
    _exit (127);
  }
  int status;
  struct rusage usage;
  if (child < 0 || wait4 (child, &status, 0, &usage) != child) {
    perror ("launch");
    return 1;
  }
  double spent = now_us () - start;
  if (!WIFEXITED (status) || WEXITSTATUS (status) != 0) {
    fprintf (stderr, "launch: %s: status %d\n", argv[1], status);
    return 1;
  }
  printf ("%.1f %ld\n", spent, usage.ru_maxrss);
  return 0;
}
