"""Cache lines that move when a team forks, joins and meets barriers: a small simulation.

Every thread runs on a core with a cache of its own.  A line is in one cache for writing, or in any
number of them for reading.  An access to a line that the cache holds in that way is free.  Any other
one is a transfer: it takes one unit of time (half a round trip between two cores), and the transfers of
one line happen one after another, in the order of the requests.  A thread has one transfer under way at
a time.  So the end of the simulation is a critical path, in units of transfers; real cores overlap some of
this and have nearer and farther neighbours, so it is how the cost grows that the numbers tell.

The programs below follow runtime/core/team.c and barrier.c: the words, and the order in which
they are touched on the warm path, without tasks, without cancellation and with nobody asleep.
"""
import heapq
import os
import re

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def group_size():
    """GHO_GROUP, members per release word and arrival counter."""
    with open(os.path.join(ROOT, "runtime", "core", "team.h")) as file:
        return int(re.search(r"#define GHO_GROUP (\d+)", file.read())[1])


class Line:
    def __init__(self, value=0):
        self.value = value
        self.holders = set()    # caches with a copy
        self.writable = False   # held by one of them alone
        self.free_at = 0.0      # when the last transfer ends
        self.waiting = {}       # thread -> predicate


class Machine:
    """Threads are generators of accesses: ("read", line), ("write", line, value),
    ("update", line, function), ("wait", line, predicate), ("mark", name).  Each yields the value
    seen (for an update: the new one)."""

    def __init__(self):
        self.transfers = 0
        self.marks = []     # (name, time, transfers so far)
        self.queue = []
        self.order = 0

    def schedule(self, time, thread, value):
        heapq.heappush(self.queue, (time, self.order, thread, value))
        self.order += 1

    def transfer(self, line, time):
        self.transfers += 1
        line.free_at = max(time, line.free_at) + 1
        return line.free_at

    def read(self, line, thread, time):
        if thread not in line.holders:
            time = self.transfer(line, time)
            line.holders.add(thread)
            line.writable = False
        return time

    def write(self, line, thread, time, value):
        if not (line.writable and thread in line.holders):
            time = self.transfer(line, time)
            line.holders = {thread}
            line.writable = True
        line.value = value
        for waiter in list(line.waiting):
            # Its copy is gone: it asks for the line again.
            self.schedule(time, waiter, ("again", line, line.waiting.pop(waiter)))
        return time

    def run(self, programs):
        threads = [iter(program) for program in programs]
        for thread in range(len(threads)):
            self.schedule(0.0, thread, None)
        asleep = set()
        while self.queue:
            time, _, thread, value = heapq.heappop(self.queue)
            if isinstance(value, tuple) and value[0] == "again":
                access = ("wait",) + value[1:]
            else:
                try:
                    access = threads[thread].send(value)
                except StopIteration:
                    asleep.discard(thread)
                    continue
            asleep.add(thread)
            what = access[0]
            if what == "mark":
                self.marks.append((access[1], time, self.transfers))
                self.schedule(time, thread, time)
                continue
            line = access[1]
            if what == "read":
                self.schedule(self.read(line, thread, time), thread, line.value)
            elif what == "write":
                self.schedule(self.write(line, thread, time, access[2]), thread, access[2])
            elif what == "update":
                new = access[2](line.value)
                self.schedule(self.write(line, thread, time, new), thread, new)
            else:
                end = self.read(line, thread, time)
                if access[2](line.value):
                    self.schedule(end, thread, line.value)
                else:
                    line.waiting[thread] = access[2]
        if asleep:
            raise RuntimeError("threads wait for ever: %s" % sorted(asleep))


class Team:
    """The shared words of a team, each on lines of its own (team.h)."""

    def __init__(self, n, counted):
        self.n = n
        self.counted = counted
        self.group = group_size()
        self.groups = (n + self.group - 1) // self.group
        self.release = [Line() for _ in range(self.groups)]  # the first holds fn, data, nthreads ...
        self.arrived = [Line() for _ in range(n)]
        self.missing = [Line(min(self.group, n - g * self.group)) for g in range(self.groups)]
        self.root = Line(self.groups)
        self.claim = Line()   # x_claim, x_size, x_busy
        self.join = Line()    # x_join, x_all_arrived

    def count_arrival(self, me):
        """True, as a value of the generator, for the last one."""
        group = me // self.group
        left = yield "update", self.missing[group], lambda v: v - 1
        if left != 0:
            return False
        yield "write", self.missing[group], min(self.group, self.n - group * self.group)
        left = yield "update", self.root, lambda v: v - 1
        if left != 0:
            return False
        yield "write", self.root, self.groups
        return True

    def barrier(self, me, phase):
        if not self.counted:
            yield "write", self.arrived[me], phase
            for other in range(self.n):
                if other != me:
                    yield "wait", self.arrived[other], lambda v: v >= phase
            return
        if (yield from self.count_arrival(me)):
            yield "write", self.join, phase    # x_all_arrived
            yield "write", self.claim, phase
            for word in self.release:
                yield "write", word, phase
        yield "wait", self.release[me // self.group], lambda v: v >= phase

    def fork(self, phase):
        """The primary's side."""
        yield "write", self.claim, phase       # x_busy, x_claim
        for word in self.release:
            yield "write", word, phase

    def enter(self, me, phase):
        """A worker's side."""
        yield "wait", self.release[me // self.group], lambda v: v >= phase
        yield "read", self.release[0]

    def arrive_join(self, me, phase):
        if not self.counted:
            yield "write", self.arrived[me], phase
        elif (yield from self.count_arrival(me)):
            yield "write", self.join, phase    # x_all_arrived
            yield "write", self.claim, phase
            yield "write", self.join, phase    # x_join

    def wait_join(self, phase):
        """The primary's side."""
        if self.counted:
            yield "wait", self.join, lambda v: v >= phase
        else:
            for other in range(1, self.n):
                yield "wait", self.arrived[other], lambda v: v >= phase

    def primary(self, regions, barriers):
        phase = 0
        for _ in range(regions):
            yield "mark", "region"
            phase += 1
            yield from self.fork(phase)
            for _ in range(barriers):
                phase += 1
                yield from self.barrier(0, phase)
            phase += 1
            yield from self.arrive_join(0, phase)
            yield from self.wait_join(phase)
        yield "mark", "end"

    def worker(self, me, regions, barriers):
        phase = 0
        for _ in range(regions):
            phase += 1
            yield from self.enter(me, phase)
            for _ in range(barriers):
                phase += 1
                yield from self.barrier(me, phase)
            phase += 1
            yield from self.arrive_join(me, phase)


def cost(make_team, n, barriers=0):
    """(transfers, time) of one warm region with so many barriers."""
    regions = 8
    machine = Machine()
    team = make_team(n)
    machine.run([team.primary(regions, barriers)] + [team.worker(i, regions, barriers)
                                                      for i in range(1, n)])
    (_, start, before), (_, end, after) = machine.marks[-4], machine.marks[-2]
    return (after - before) / 2, (end - start) / 2


def barrier_cost(make_team, n):
    """(transfers, time) that one barrier adds."""
    few, many = cost(make_team, n, 4), cost(make_team, n, 12)
    return (many[0] - few[0]) / 8, (many[1] - few[1]) / 8


class Central(Team):
    """For comparison, the plainest design: one release word, one counter."""

    def __init__(self, n):
        super().__init__(n, True)
        self.group, self.groups = n, 1
        self.release = [Line()]
        self.missing = [Line(n)]
        self.root = Line(1)


def flags(n):
    return Team(n, False)


def counted(n):
    return Team(n, True)
