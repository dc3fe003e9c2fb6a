/* Waiting: the wait word of runtime/core/wait.c, the task maker's nudge, the wake word of
 * gho_task_wait_until, and the mutex of runtime/base/park.c, over a futex.
 *
 * A wait word is value * 2 + sleep bit.  WAITERS threads wait for the values 1 .. LAST of one word, helping
 * with tasks, as in gho_wait_change with GHO_WAIT_HELP; a maker makes TASKS tasks, and nudges when somebody
 * sleeps; a publisher waits for the tasks and changes the value.  Spins and yields are left out: they
 * end in a sleep at the latest.  Spin reports a state in which nobody can go on (a lost wake-up) as an invalid end
 * state, and with LIVENESS that each execution, under weak fairness, ends.
 *
 * Memory.  Stores that are not seq_cst wait in a buffer until some later time; read-modify-write
 * operations let the buffer out first.  Which word this matters for: the maker's push before its load of
 * x_sleepers (PUSH_RELAXED), and a ready flag before the load of x_wake (READY_RELAXED).  Loads are in program
 * order.  Beyond the model the argument needs that a value's change releases what was written before it and that
 * the look at the word acquires it, which one variable at a time cannot show.
 *
 * Parts: -DPART=1 the wait word; 2 the wake word; 3 the mutex.
 * Broken on purpose:
 *   PUBLISH_STORE    the value is stored and the sleep bit read separately
 *   NUDGE_KEEPS_BIT  a nudge wakes but leaves the bit: one who is about to sleep sleeps on
 *   COUNT_LATE       a sleeper looks for tasks before it is counted in x_sleepers
 *   PUSH_RELAXED     the push may become visible after the load of x_sleepers
 *   WAKE_LATE        the waiter looks before it stores x_wake
 *   READY_RELAXED    what is waited for may become visible after the load of x_wake
 *   LOCK_TAKES_1     a thread that slept takes the mutex with 1: the next sleeper is forgotten
 *   UNLOCK_STORE     unlock reads the state, then stores 0
 */
#ifndef PART
#define PART 1
#endif

#define MAX_THREADS 4
bool asleep[MAX_THREADS];

/* The kernel compares and sleeps in one step. */
inline futex_wait (me, word, expected)
{
  atomic { if :: word == expected -> asleep[me] = true :: else fi }
  !asleep[me]
}
inline futex_wake_all ()
{
  atomic { asleep[0] = false; asleep[1] = false; asleep[2] = false; asleep[3] = false }
}

byte ended;

#if PART == 1

#ifndef WAITERS
#define WAITERS 2
#endif
#ifndef TASKS
#define TASKS 2
#endif
#define LAST 2
#define THREADS (WAITERS + 2)

byte word;
byte x_sleepers, available, done;
byte push_waits;

proctype memory ()
{
  do
  :: atomic { push_waits > 0 -> available++; push_waits-- }
  :: ended == THREADS -> break
  od
}

inline nudge ()
{
  seen = word;
  do
  :: seen & 1 ->
#ifdef NUDGE_KEEPS_BIT
     futex_wake_all (); break
#else
     atomic {
       if
       :: word == seen -> word = seen & 254; ok = true
       :: else -> seen = word; ok = false
       fi
     }
     if :: ok -> futex_wake_all (); break :: else fi
#endif
  :: else -> break
  od
}

proctype maker ()
{
  byte i, seen;
  bool ok;
  do
  :: i < TASKS ->
     i++;
#ifdef PUSH_RELAXED
     push_waits++;
#else
     available++;
#endif
     if :: x_sleepers != 0 -> nudge () :: else fi
  :: else -> break
  od;
  ended++
}

proctype publisher ()
{
  byte v, old;
  done == TASKS;
  do
  :: v < LAST ->
     v++;
#ifdef PUBLISH_STORE
     old = word;
     word = v * 2;
#else
     atomic { old = word; word = v * 2 }
#endif
     if :: old & 1 -> futex_wake_all () :: else fi
  :: else -> break
  od;
  ended++
}

proctype waiter (byte me)
{
  byte old, seen;
  bool ok;
  do
  :: old == LAST -> break
  :: old < LAST ->
     /* look, and help */
     seen = word;
     if
     :: seen / 2 != old -> old = seen / 2; goto again
     :: else
     fi;
     atomic { if :: available > 0 -> available--; ok = true :: else -> ok = false fi }
     if :: ok -> done++; goto again :: else fi;
     /* sleep_on */
     seen = word;
#ifdef COUNT_LATE
     if :: available > 0 -> goto again :: else fi;
#endif
     x_sleepers++;
     do
     :: seen / 2 != old -> break
     :: seen / 2 == old ->
        if
        :: !(seen & 1) ->
           atomic {
             if
             :: word == seen -> word = seen | 1; ok = true
             :: else -> seen = word; ok = false
             fi
           }
        :: else -> ok = true
        fi;
        if
        :: ok ->
#ifndef COUNT_LATE
           if :: available > 0 -> break :: else fi;
#endif
           futex_wait (me, word, old * 2 + 1);
           break
        :: else
        fi
     od;
     x_sleepers--;
again:
     seen = 0; ok = false
  od;
  ended++
}

init
{
  byte i;
  atomic {
    run memory (); run maker (); run publisher ();
    do :: i < WAITERS -> run waiter (i); i++ :: else -> break od
  }
}

#elif PART == 2

#define THREADS 3
#define ROUNDS 2
byte x_wake, ready, ready_waits;

proctype memory ()
{
  do
  :: atomic { ready_waits > 0 -> ready++; ready_waits-- }
  :: ended == THREADS -> break
  od
}

/* Makes one thing that is waited for: gho_task_wake after its seq_cst write. */
proctype waker ()
{
  byte old;
#ifdef READY_RELAXED
  ready_waits++;
#else
  ready++;
#endif
  if
  :: x_wake != 0 ->
     atomic { old = x_wake; x_wake = 0; ready = ready + ready_waits; ready_waits = 0 }
     if :: old != 0 -> asleep[0] = false :: else fi
  :: else
  fi;
  ended++
}

proctype waiter ()
{
  byte round;
  do
  :: round < ROUNDS ->
     do
     :: ready > round -> break
     :: else ->
#ifdef WAKE_LATE
        if
        :: ready > round -> break
        :: else
        fi;
        x_wake = 1;
        futex_wait (0, x_wake, 1);
#else
        x_wake = 1;
        if
        :: ready > round
        :: else -> futex_wait (0, x_wake, 1)
        fi;
#endif
        x_wake = 0
     od;
     round++
  :: else -> break
  od;
  ended++
}

init { atomic { run memory (); run waiter (); run waker (); run waker () } }

#else

#define THREADS 3
#define ROUNDS 2
byte x_state, inside;

proctype locker (byte me)
{
  byte round, old;
  do
  :: round < ROUNDS ->
     if
     :: atomic { x_state == 0 -> x_state = 1 }         /* one try of the spin */
     :: true ->
        do
        :: atomic {
             old = x_state;
#ifdef LOCK_TAKES_1
             if :: old == 0 -> x_state = 1 :: else -> x_state = 2 fi
#else
             x_state = 2
#endif
           }
           if
           :: old == 0 -> break
           :: else -> futex_wait (me, x_state, 2)
           fi
        od
     fi;
     inside++;
     assert (inside == 1);
     inside--;
#ifdef UNLOCK_STORE
     old = x_state;
     x_state = 0;
#else
     atomic { old = x_state; x_state = 0 }
#endif
     if
     :: old == 2 ->
        /* wake one, whichever the kernel likes */
        atomic {
          if
          :: asleep[0] -> asleep[0] = false
          :: asleep[1] -> asleep[1] = false
          :: asleep[2] -> asleep[2] = false
          :: else
          fi
        }
     :: else
     fi;
     old = 0;
     round++
  :: else -> break
  od;
  ended++
}

init { atomic { run locker (0); run locker (1); run locker (2) } }

#endif

#ifdef LIVENESS
ltl all_end { <> (ended == THREADS) }
#endif
