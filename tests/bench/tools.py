"""Tests of bench/compare, bench/count and bench/model on inputs whose answer is known, and of the file
that bench/run wrote (argument).  Called by tools.sh."""
import contextlib
import importlib.machinery
import importlib.util
import io
import json
import os
import random
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
RESULTS = sys.argv.pop(1)


def load(name, *path):
    loader = importlib.machinery.SourceFileLoader(name, os.path.join(ROOT, *path))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
    loader.exec_module(module)
    return module


compare = load("compare", "bench", "compare")
count = load("count", "bench", "count")
run = load("run", "bench", "run")
cachelines = count.cachelines


class Statistics(unittest.TestCase):
    def test_critical_values(self):
        # From any table of Mann and Whitney's test, two-sided, 5 %: the largest U that is significant.
        for n, m, u in ((4, 4, 0), (5, 5, 2), (8, 8, 13), (9, 9, 17), (10, 10, 23), (5, 9, 7)):
            self.assertEqual(compare.rank_sum_tail(n, m), u + 1, (n, m))
        self.assertEqual(compare.rank_sum_tail(3, 3), 0)

    def test_difference(self):
        slow = [10.0, 10.5, 11.0, 10.2, 10.8]
        self.assertEqual(str(compare.Comparison([x / 2 for x in slow], slow, "ns")), "0.50")
        self.assertEqual(str(compare.Comparison([x * 3 for x in slow], slow, "ns")), "3.00")
        # A rate: twice as many a second is half the time.
        self.assertEqual(str(compare.Comparison([x * 2 for x in slow], slow, "1/s")), "0.50")

    def test_no_difference(self):
        self.assertEqual(str(compare.Comparison([1, 2, 3, 4, 5], [1.1, 2.1, 2.9, 4.1, 4.9], "ns")),
                         "no difference")
        # The interval holds: of samples of one distribution, about 1 in 20 pairs seem to differ.
        dice = random.Random(1)
        wrong = sum(not compare.Comparison([dice.lognormvariate(0, 0.3) for _ in range(7)],
                                           [dice.lognormvariate(0, 0.3) for _ in range(7)], "ns").same
                    for _ in range(1000))
        self.assertTrue(10 <= wrong <= 75, wrong)

    def test_few(self):
        self.assertEqual(str(compare.Comparison([1, 1, 1], [2, 2, 2], "ns")), "0.50?")
        self.assertEqual(str(compare.Comparison([], [2, 2, 2], "ns")), "-")

    def test_fair_share(self):
        self.assertEqual(compare.fair_share(0, 0, 2, 2), 1)
        self.assertEqual(compare.fair_share(2, 0, 2, 2), 0.5)
        self.assertEqual(compare.fair_share(2, 1, 2, 2), 0.4)
        self.assertAlmostEqual(compare.fair_share(1, 0, 1, 2), 2 / 3)

    def test_noise(self):
        quiet = {"others": 0.01, "stolen": 0.0}
        self.assertEqual(run.judge(quiet, [70, 71, 72, 73, 70]), [])
        self.assertEqual(len(run.judge({"others": 0.3, "stolen": 0.1}, [70, 71, 200, 210, 400])), 3)


class Patience(unittest.TestCase):
    def samples(self, patience, spent):
        """What is kept of one sample, and the counts, when the tries see these CPUs."""
        looks = iter([(0, 0, 0)] + [look for each in spent for look in (each, (0, 0, 0))])

        class Cpus:
            def look(self):
                return next(looks)

        one = run.Run(None, True)
        one.cpus, one.patience, one.once = Cpus(), patience, lambda *_: [["x"]]
        return one.command("ours", "program"), one.again, one.left_out

    def test_quiet(self):
        self.assertEqual(self.samples(2, [(1, 0.01, 0)]), ([["x"]], 0, 0))

    def test_again(self):
        self.assertEqual(self.samples(2, [(1, 0.9, 0), (1, 0.01, 0)]), ([["x"]], 1, 0))

    def test_left_out(self):
        self.assertEqual(self.samples(2, [(1, 0.9, 0), (1, 0, 0.9), (1, 0.9, 0)]), ([], 2, 1))

    def test_none(self):
        self.assertEqual(self.samples(0, [(1, 0.9, 0)]), ([["x"]], 0, 0))


class Tables(unittest.TestCase):
    def printed(self, *options):
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            self.assertEqual(compare.main([*options, RESULTS]), 0)
        return out.getvalue()

    def test_all_sets_are_shown(self):
        text = self.printed()
        for entry in json.load(open(RESULTS))["results"]:
            if entry["bench"] in ("overhead", "dgemm", "startup"):
                self.assertIn(entry["construct"], text)

    def test_markdown(self):
        text = self.printed("--markdown")
        columns = [line.count("|") for line in text.splitlines() if line.startswith("| construct")]
        self.assertTrue(columns)
        self.assertIn("|---|", text)

    def test_portions_are_joined(self):
        with open(RESULTS) as file:
            data = json.load(file)
        key = "overhead", "fork-join", 2, "ns", "ours"
        one, two = compare.Results([data]).sets[key], compare.Results([data, data]).sets[key]
        self.assertEqual(two, one + one)

    def test_crossover(self):
        def entry(runtime, threads, length, time):
            return {"bench": "crossover", "construct": "dot-%d" % length, "runtime": runtime, "threads": threads,
                    "unit": "ns", "samples": [time, time]}
        data = {"results": [entry("none", 1, n, n) for n in (256, 512, 1024)]
                + [entry("ours", 2, n, n / 2 + 200) for n in (256, 512, 1024)]
                + [entry("libgomp", 2, n, n / 2 + 400) for n in (256, 512, 1024)]}
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            compare.crossover(compare.Results([data]), compare.Printer(True))
        self.assertIn("| faster from |  | 1024 | - | 512 |", out.getvalue())

    def test_unreadable(self):
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file, \
                contextlib.redirect_stderr(io.StringIO()) as errors:
            file.write("{")
            file.flush()
            self.assertEqual(compare.main([file.name]), 2)
        self.assertIn(file.name, errors.getvalue())


class Results(unittest.TestCase):
    def setUp(self):
        with open(RESULTS) as file:
            self.data = json.load(file)

    def test_header(self):
        for key in ("machine", "versions", "runtimes", "noise", "failures", "begun", "rounds_done"):
            self.assertIn(key, self.data)
        self.assertEqual(self.data["failures"], [])
        self.assertIn("libgomp.so.1", self.data["runtimes"]["ours"])

    def test_sets(self):
        keys = set()
        for entry in self.data["results"]:
            self.assertEqual(set(entry), {"bench", "construct", "runtime", "threads", "unit", "samples"})
            self.assertTrue(entry["samples"])
            for value in entry["samples"]:
                self.assertGreaterEqual(value, 0)
                if entry["bench"] != "corun":
                    self.assertGreater(value, 0)
            key = tuple(str(entry[k]) for k in ("bench", "construct", "runtime", "threads", "unit"))
            self.assertNotIn(key, keys)
            keys.add(key)

    def test_complete(self):
        """Every runtime has a sample of everything."""
        names = set(self.data["runtimes"])
        self.assertLessEqual({"libgomp", "ours"}, names)
        found = {}
        for entry in self.data["results"]:
            if entry["runtime"] != "none":
                key = entry["bench"], entry["construct"], entry["threads"], entry["unit"]
                found.setdefault(key, set()).add(entry["runtime"])
        for key, have in found.items():
            self.assertEqual(have, names, key)
        self.assertLessEqual({("overhead", name) for name in run.SMOKE_CONSTRUCTS}
                             | {("startup", "process-time"), ("startup", "process-memory")},
                             {key[:2] for key in found})


class Transfers(unittest.TestCase):
    def time_of(self, *programs):
        machine = cachelines.Machine()
        machine.run(programs)
        return machine.transfers

    def test_own_line(self):
        line = cachelines.Line()

        def program():
            for i in range(5):
                yield "write", line, i
                yield "read", line

        self.assertEqual(self.time_of(program()), 1)

    def test_ping_pong(self):
        line = cachelines.Line()

        def player(parity):
            for i in range(parity, 20, 2):
                yield "wait", line, lambda v, i=i: v == i
                yield "write", line, i + 1

        # Each turn: the line comes for reading, then alone; but the first finds nobody's copy.
        moved = self.time_of(player(0), player(1))
        self.assertTrue(39 <= moved <= 42, moved)

    def test_readers_one_after_another(self):
        line = cachelines.Line()
        ends = []

        def reader():
            yield "read", line
            ends.append((yield "mark", "end"))

        self.assertEqual(self.time_of(*[reader() for _ in range(6)]), 6)
        self.assertEqual(sorted(ends), [1, 2, 3, 4, 5, 6])

    def test_deadlock_is_found(self):
        line = cachelines.Line()

        def waiter():
            yield "wait", line, lambda v: v == 1

        self.assertRaises(RuntimeError, self.time_of, waiter())

    def test_floor(self):
        """A region of two threads: the line out, the line back, each for reading and for writing."""
        self.assertEqual(cachelines.cost(cachelines.flags, 2), (4, 4))
        # Flags: each of n reads the lines of n - 1 and gets its own back.
        self.assertEqual(cachelines.barrier_cost(cachelines.flags, 4)[0], 16)

    def test_groups_beat_one_counter(self):
        for n in (32, 64, 256):
            self.assertLess(cachelines.barrier_cost(cachelines.counted, n)[1],
                            cachelines.barrier_cost(cachelines.Central, n)[1])


class Callgrind(unittest.TestCase):
    def test_self_costs(self):
        text = ["events: Ir", "fl=(1) a.c", "fn=(1) main", "3 10", "+1 5", "cfn=(2) gho_wait_change",
                "calls=2 7", "* 900", "-1 1", "", "fn=(2)", "7 450", "8 450", "fn=(1)", "9 2"]
        costs = count.self_costs(line + "\n" for line in text)
        self.assertEqual(costs, {"main": 18, "gho_wait_change": 900})
        self.assertEqual(count.total(costs, True), 18)
        self.assertEqual(count.total(costs, False), 918)


if __name__ == "__main__":
    unittest.main()
