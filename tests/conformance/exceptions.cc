/* Exceptions inside regions, loops, tasks and callbacks of locks, caught where they were thrown; objects
 * of threads are made once for each thread, and workers keep them from region to region. */
#include <omp.h>
#include <stdexcept>
#include <string>
#include <vector>
#include "check.h"

struct counted {
  static int alive;
  std::vector<int> own;
  counted ()
  {
#pragma omp atomic
    alive++;
  }
  ~counted ()
  {
#pragma omp atomic
    alive--;
  }
};
int counted::alive;
static thread_local counted mine;

static int
thrower (int i)
{
  counted local;
  local.own.push_back (i);
  if (i % 3 == 0)
    throw std::runtime_error (std::to_string (i));
  return i;
}

int
main ()
{
  omp_set_dynamic (0);
  for (int round = 0; round < 50; round++)
    {
      int caught = 0, sum = 0, tasks = 0;
#pragma omp parallel num_threads(4) reduction(+ : caught, sum)
      {
        mine.own.push_back (round);
        try
          {
            thrower (3);
          }
        catch (const std::exception &e)
          {
            caught += std::string (e.what ()) == "3";
          }
#pragma omp for schedule(dynamic, 2)
        for (int i = 0; i < 30; i++)
          try
            {
              sum += thrower (i);
            }
          catch (const std::runtime_error &)
            {
              caught++;
            }
#pragma omp task shared(tasks)
        try
          {
            thrower (6);
          }
        catch (...)
          {
#pragma omp atomic
            tasks++;
          }
#pragma omp critical
        try
          {
            thrower (9);
          }
        catch (...)
          {
            caught++;
          }
      }
      CHECK_EQ (caught, 4 + 10 + 4);
      CHECK_EQ (sum, 435 - 135);
      CHECK_EQ (tasks, 4);
      CHECK_EQ (counted::alive, 4);
    }
  int kept = 0;
#pragma omp parallel num_threads(4) reduction(+ : kept)
  kept += mine.own.size () == 50;
  CHECK_EQ (kept, 4);
  /* around a region, by unwinding through the caller of it */
  try
    {
      int total = 0;
#pragma omp parallel num_threads(3) reduction(+ : total)
      total++;
      thrower (total);
    }
  catch (const std::exception &)
    {
      return 0;
    }
  return 1;
}
