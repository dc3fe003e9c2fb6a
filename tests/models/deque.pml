/* The deque of runtime/core/deque.h: one owner, THIEVES thieves, a ring of SIZE slots.
 *
 * Checked: each task is handed out once and only once, whoever takes it; a thief gets the task that
 * was at the position it claimed; nothing is lost when all have stopped; nobody gets stuck.
 *
 * Memory.  The owner's stores go through two store buffers, one for the slots and one for bottom, which
 * empty at any later time and in any order to each other.  A release store of bottom lets the slots
 * out first; a seq_cst store also waits until it is visible itself; a compare-and-swap is
 * preceded by that wait, as on x86.  So the model is weaker than x86 (whose buffer keeps the
 * order of stores) and tells relaxed, release and seq_cst stores apart.
 * What it cannot show: loads are made in program order and see the memory of that moment.  Beyond it
 * the argument needs that a thief's loads stay in order, top before bottom before slot: both are seq_cst
 * loads, and bottom's acquires the slot; that the claim is not made before the slot was read: the
 * seq_cst compare-and-swap releases that read, and the owner's acquire load of top in push, before it
 * writes the slot again, is its partner.
 *
 * Broken on purpose (each must be found):
 *   TAKE_RELEASE     take stores bottom with release only: owner and thief miss each other
 *   TAKE_NO_CAS      the owner takes the last entry without the compare-and-swap
 *   PUSH_RELAXED     push stores bottom relaxed: a thief reads a slot that is not filled yet
 *   FULL_LATE        push fills one slot too many: it writes over an entry that is not taken
 *   STEAL_NO_CHECK   a thief advances top without comparing it
 */
#ifndef SIZE
#define SIZE 2
#endif
#ifndef TASKS
#define TASKS 4
#endif
#ifndef THIEVES
#define THIEVES 2
#endif
#ifndef TRIES
#define TRIES 3
#endif

byte top, bottom;        /* as others see them; positions only grow or, bottom, step back by one */
byte slot[SIZE];         /* task numbers, 1.. ; 0: never filled */
byte taken[TASKS + 1];   /* times a task was handed out */
bool owner_done;
byte thieves_done;

/* the owner's stores on their way to memory: at most one of each is kept */
bool bottom_waits, slot_waits;
byte bottom_value, slot_index, slot_value;

byte own_bottom;         /* what the owner's own loads of bottom give */

proctype memory ()
{
  do
  :: atomic { slot_waits -> slot[slot_index] = slot_value; slot_waits = false }
  :: atomic { bottom_waits -> bottom = bottom_value; bottom_waits = false }
  :: atomic { owner_done && !slot_waits && !bottom_waits -> break }
  od
}

inline store_slot_rlx (i, v) { atomic { !slot_waits -> slot_waits = true; slot_index = i; slot_value = v } }
inline store_bottom_rlx (v)
{
  atomic { !bottom_waits -> bottom_waits = true; bottom_value = v; own_bottom = v }
}
inline store_bottom_rel (v) { !slot_waits; store_bottom_rlx (v) }
inline store_bottom_sc (v) { store_bottom_rel (v); !bottom_waits }

/* (success) = compare_and_swap (top, old, old + 1), seq_cst, by the owner */
inline owner_claim (old, success)
{
  !slot_waits && !bottom_waits;
#ifdef TAKE_NO_CAS
  success = true; top = old + 1
#else
  atomic { if :: top == old -> top = old + 1; success = true :: else -> success = false fi }
#endif
}

inline hand_out (task)
{
  atomic { assert (task != 0); taken[task]++; assert (taken[task] == 1) }
}

proctype owner ()
{
  byte next = 1, b, t, task;
  bool success;
  do
  :: next <= TASKS ->                            /* push */
     b = own_bottom;
     t = top;
     if
#ifdef FULL_LATE
     :: b - t > SIZE -> skip                     /* full: the task is run at once */
#else
     :: b - t >= SIZE -> skip
#endif
        hand_out (next)
     :: else ->
        store_slot_rlx (b % SIZE, next);
#ifdef PUSH_RELAXED
        store_bottom_rlx (b + 1)
#else
        store_bottom_sc (b + 1)
#endif
     fi;
     next++
  :: own_bottom > 0 ->                           /* take */
     b = own_bottom - 1;
     t = top;
     if
     :: t > b -> goto none
     :: else
     fi;
#ifdef TAKE_RELEASE
     store_bottom_rel (b);
#else
     store_bottom_sc (b);
#endif
     t = top;
     if
     :: t > b -> store_bottom_rlx (b + 1); goto none
     :: else
     fi;
     /* the owner's loads see its own stores */
     if
     :: slot_waits && slot_index == b % SIZE -> task = slot_value
     :: else -> task = slot[b % SIZE]
     fi;
     if
     :: t == b ->
        owner_claim (t, success);
        store_bottom_rlx (b + 1);
        if :: success -> hand_out (task) :: else fi
     :: else -> hand_out (task)
     fi
none:
     b = 0; t = 0; task = 0; success = false /* fewer states */
  :: next > TASKS && top >= own_bottom -> break  /* all is pushed, and the deque is empty */
  od;
  owner_done = true
}

proctype thief ()
{
  byte t, b, task, tries;
  do
  :: tries < TRIES ->
     tries++;
     t = top;
     b = bottom;
     if
     :: t < b ->
        task = slot[t % SIZE];
#ifdef STEAL_NO_CHECK
        top = t + 1; hand_out (task)
#else
        atomic {
          if
          :: top == t -> top = t + 1; hand_out (task)
          :: else
          fi
        }
#endif
     :: else
     fi;
     t = 0; b = 0; task = 0
  :: break
  od;
  thieves_done++
}

init
{
  byte i;
  atomic {
    run memory ();
    run owner ();
    i = 0;
    do :: i < THIEVES -> run thief (); i++ :: else -> break od
  }
  owner_done && thieves_done == THIEVES;
  i = 1;
  do
  :: i <= TASKS -> assert (taken[i] == 1); i++
  :: else -> break
  od
}
