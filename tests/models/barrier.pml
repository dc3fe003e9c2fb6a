/* A barrier with tasks: runtime/core/barrier.c for a team with a CPU for each member, and the sleep and
 * nudge around it (the word itself is checked in wait.pml).
 *
 * MEMBERS members pass BARRIERS barriers and then the join of REGIONS regions; a worker leaves a join when the
 * primary forks again.  Between barriers each member makes tasks or not, up to TASKS in all; a task
 * may make another one.  Members that wait help.
 *
 * Checked: nobody leaves a barrier, and the primary no join, before all have arrived and every task
 * made before it is finished; no phase is released twice; nobody gets stuck.
 *
 * Memory.  x_finished is stored with release only: it becomes visible at some later time, at the latest
 * before the same member's next read-modify-write.  Members that finish the last tasks at the same
 * time may therefore miss each other; see Note [Tasks at a barrier].  Reads of the counters are
 * made one by one, x_finished first.  The rest is sequentially consistent here; beyond it the argument needs that an
 * arrival releases and is acquired (x_tasked and x_created are then seen), which one store buffer cannot show.
 *
 * Broken on purpose:
 *   OWN_FINDING      a member leaves a tasked barrier when it finds it complete, without a release
 *   CREATED_FIRST    x_created is summed before x_finished
 *   NO_LAST_LOOK     a member sleeps without looking for completeness again
 *   NO_CLAIM         who finds the barrier complete publishes without x_claim: a phase is released twice
 *   TASKED_FLAG      x_tasked is a flag instead of a phase
 *   NO_TASKED        x_tasked is never set: nobody waits for tasks
 */
#ifndef MEMBERS
#define MEMBERS 2
#endif
#ifndef TASKS
#define TASKS 2
#endif
#ifndef BARRIERS
#define BARRIERS 1
#endif
#ifndef REGIONS
#define REGIONS 1
#endif
#define RELEASE MEMBERS        /* words 0 .. MEMBERS-1 are the arrivals */
#define JOIN (MEMBERS + 1)
#define LAST_PHASE (REGIONS * (BARRIERS + 1))

byte word[MEMBERS + 2];        /* phases; MEMBERS: x_release, MEMBERS + 1: x_join */
byte x_tasked, x_claim, x_sleepers;
byte created[MEMBERS], finished[MEMBERS], own_finished[MEMBERS];
byte pool[LAST_PHASE + 2];     /* tasks that can be taken, by the phase before whose end they were made */
byte pooled;
bool armed[MEMBERS];           /* sleep bit set, or asleep */
byte waits_on[MEMBERS];
byte made, ended;
byte open[LAST_PHASE + 2];     /* ghost: tasks of a phase not finished */
byte published[LAST_PHASE + 2]; /* ghost */

#if MEMBERS == 2
#define ALL_ARRIVED(phase) (word[0] >= (phase) && word[1] >= (phase))
#else
#define ALL_ARRIVED(phase) (word[0] >= (phase) && word[1] >= (phase) && word[2] >= (phase))
#endif
#define TASKED(phase) (x_tasked != 0 && x_tasked <= (phase))

proctype memory ()
{
  byte i;
  do
  :: ended == MEMBERS -> break
  :: finished[0] != own_finished[0] -> finished[0] = own_finished[0]
  :: finished[1] != own_finished[1] -> finished[1] = own_finished[1]
#if MEMBERS > 2
  :: finished[2] != own_finished[2] -> finished[2] = own_finished[2]
#endif
  od
}

/* Before each read-modify-write of a member. */
#define FLUSH finished[me] = own_finished[me]

inline wake (w)
{
  atomic {
    k = 0;
    do
    :: k < MEMBERS -> if :: waits_on[k] == w -> armed[k] = false :: else fi; k++
    :: else -> k = 0; break
    od
  }
}

inline wake_all ()
{
  atomic {
    k = 0;
    do :: k < MEMBERS -> armed[k] = false; k++ :: else -> k = 0; break od
  }
}

/* A task made by a thread (a member, or a task it runs) of the given phase. */
inline make_task (at)
{
  if
#ifndef NO_TASKED
  :: x_tasked == 0 ->
#ifdef TASKED_FLAG
     x_tasked = 1
#else
     x_tasked = at
#endif
#endif
  :: else
  fi;
  atomic { created[me]++; open[at]++ }
  atomic { FLUSH; pool[at]++; pooled++ }
  if :: x_sleepers != 0 -> wake_all () :: else fi
}

/* (found) a task was run */
inline help ()
{
  atomic {
    q = 1; found = false;
    do
    :: q <= LAST_PHASE && pool[q] > 0 -> pool[q]--; pooled--; found = true; FLUSH; break
    :: q <= LAST_PHASE && pool[q] == 0 -> q++
    :: q > LAST_PHASE -> break
    od
  }
  if
  :: found ->
     if
     :: atomic { made < TASKS -> made++ } make_task (q)
     :: true
     fi;
     atomic { own_finished[me]++; open[q]-- }
  :: else
  fi;
  q = 0
}

/* (found) = all have arrived and all tasks are finished */
inline complete ()
{
  found = false;
  if
#ifdef NO_CLAIM
  :: true ->
#else
  :: x_claim < phase ->
#endif
     /* arrivals only grow, so one look at all of them is as good as one by one */
     if
     :: ALL_ARRIVED (phase) ->
        k = 0; sum = 0;
#ifdef CREATED_FIRST
        do :: k < MEMBERS -> sum = sum - created[k]; k++ :: else -> break od;
        k = 0;
        do
        :: k < MEMBERS -> if :: k == me -> sum = sum + own_finished[k] :: else -> sum = sum + finished[k] fi; k++
        :: else -> break
        od;
#else
        do
        :: k < MEMBERS -> if :: k == me -> sum = sum + own_finished[k] :: else -> sum = sum + finished[k] fi; k++
        :: else -> break
        od;
        k = 0;
        do :: k < MEMBERS -> sum = sum - created[k]; k++ :: else -> break od;
#endif
        found = sum == 0; sum = 0
     :: else
     fi;
     k = 0
  :: else
  fi
}

inline publish ()
{
  published[phase]++;
  assert (published[phase] == 1);
  assert (open[phase] == 0);
  if
  :: joining -> atomic { if :: word[JOIN] < phase -> word[JOIN] = phase :: else fi } wake (JOIN)
  :: else -> atomic { if :: word[RELEASE] < phase -> word[RELEASE] = phase :: else fi } wake (RELEASE)
  fi
}

/* gho_barrier_poll: (found) something was done */
inline poll ()
{
  found = false;
  if
  :: TASKED (phase) ->
     help ();
     if
     :: !found ->
        complete ();
        if
        :: found ->
#ifdef NO_CLAIM
           FLUSH; publish ()
#else
           atomic { FLUSH; if :: x_claim < phase -> x_claim = phase :: else -> found = false fi }
           if :: found -> publish () :: else fi
#endif
        :: else
        fi
     :: else
     fi
  :: else
  fi
}

/* Wait until word[w] >= need; the look, the poll, and the sleep of gho_wait_change. */
inline wait_for (w, need)
{
  do
  :: word[w] >= need -> break
  :: else ->
#ifdef OWN_FINDING
     if
     :: w == RELEASE && TASKED (phase) -> complete (); if :: found -> break :: else fi
     :: else
     fi;
#endif
     poll ();
     if
     :: !found ->
        atomic { FLUSH; x_sleepers++ }
        atomic { if :: word[w] < need -> waits_on[me] = w; armed[me] = true :: else fi }
        if
        :: armed[me] && TASKED (phase) ->           /* gho_barrier_ready */
           if
           :: pooled > 0 -> armed[me] = false
           :: else ->
#ifndef NO_LAST_LOOK
              complete ();
              if :: found -> armed[me] = false :: else fi
#endif
           fi
        :: else
        fi;
        !armed[me];
        atomic { FLUSH; x_sleepers-- }
     :: else
     fi
  od;
  found = false
}

inline check_left (p)
{
  atomic {
    k = 0;
    do :: k < MEMBERS -> assert (word[k] >= p); k++ :: else -> break od;
    k = 1;
    do :: k <= p -> assert (open[k] == 0); k++ :: else -> k = 0; break od
  }
}

proctype member (byte me)
{
  byte phase, region, i, k, q;
  short sum;
  bool found, joining;
  phase = 1;
  do
  :: region < REGIONS ->
     do
     :: phase <= region * (BARRIERS + 1) + BARRIERS + 1 ->
        /* the region's code up to the next barrier or its end */
        if
        :: atomic { made < TASKS -> made++ } make_task (phase)
        :: true
        fi;
        joining = phase == region * (BARRIERS + 1) + BARRIERS + 1;
        atomic { FLUSH; word[me] = phase }
        wake (me);
        if
        :: joining && me != 0 -> wait_for (RELEASE, phase); assert (open[phase] == 0)
        :: else ->
           i = 0;
           do
           :: i < MEMBERS -> if :: i != me -> wait_for (i, phase) :: else fi; i++
           :: else -> i = 0; break
           od;
           if
           :: TASKED (phase) ->
              if
              :: joining -> wait_for (JOIN, phase)
              :: else -> wait_for (RELEASE, phase)
              fi
           :: else
           fi;
           check_left (phase);
           if
           :: joining ->                            /* the next fork, or the team's end */
              atomic { x_tasked = 0; x_claim = phase }
              joining = false;
              word[RELEASE] = phase;
              wake (RELEASE)
           :: else
           fi
        fi;
        phase++
     :: else -> break
     od;
     region++
  :: else -> break
  od;
  ended++
}

init
{
  byte i;
  atomic {
    run memory ();
    do :: i < MEMBERS -> run member (i); i++ :: else -> break od
  }
}
