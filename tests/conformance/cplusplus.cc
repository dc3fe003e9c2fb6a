/* C++: exceptions inside a region, iterators, objects in reductions and firstprivate, thread_local. */
#include <omp.h>
#include <atomic>
#include <string>
#include <vector>
#include "check.h"

struct Counter
{
  static std::atomic<int> alive;
  int value;
  Counter () : value (0) { alive++; }
  Counter (const Counter &other) : value (other.value) { alive++; }
  ~Counter () { alive--; }
};
std::atomic<int> Counter::alive (0);
#pragma omp declare reduction(add : Counter : omp_out.value += omp_in.value)

int
main ()
{
  omp_set_dynamic (0);
  std::vector<int> v (1000);
#pragma omp parallel for num_threads(4) schedule(dynamic, 5)
  for (auto it = v.begin (); it < v.end (); ++it)
    *it = int (it - v.begin ());
  long sum = 0;
  for (int x : v)
    sum += x;
  CHECK_EQ (sum, 499500);
  int caught = 0;
#pragma omp parallel num_threads(6) reduction(+ : caught)
  try
    {
      throw std::string ("x");
    }
  catch (const std::string &)
    {
      caught++;
    }
  CHECK_EQ (caught, 6);
  {
    Counter total;
#pragma omp parallel for num_threads(5) reduction(add : total)
    for (int i = 0; i < 100; i++)
      total.value += i;
    CHECK_EQ (total.value, 4950);
    std::string text = "some text that is long enough to be on the heap";
    int good = 0;
#pragma omp parallel num_threads(4)
#pragma omp single
    for (int i = 0; i < 100; i++)
      {
#pragma omp task firstprivate(text, total) shared(good)
        if (text.size () == 47 && total.value == 4950)
          {
#pragma omp atomic
            good++;
          }
      }
    CHECK_EQ (good, 100);
  }
  CHECK_EQ (Counter::alive, 0);
  return 0;
}
