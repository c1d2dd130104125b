"""What ranks build together are the files that one process builds, byte by byte."""

import json
import os
import re
import unittest
from unittest.mock import patch

from job import JobTest, files_of

COLOUR = re.compile(r"\033\[[0-9;]*m")


class SameBytes(JobTest):
    def check(self, ranks, root, *options):
        alone = self.directory / "alone"
        if not alone.exists():
            self.run_program("build", "--db", alone, root, *options)
        with self.subTest(ranks=ranks, root=root, options=options):
            expected = files_of(alone)
            self.assertGreater(len(expected), 2)
            self.assertEqual(self.build_job(ranks, root, *options), expected)

    def check_team(self, ranks, team, root, *options):
        alone = self.directory / f"alone-{'-'.join(map(str, (root, *options)))}"
        if not alone.exists():
            self.run_program("build", "--db", alone, root, *options)
        threads = () if "--threads" in options else ("--threads", 1)
        with self.subTest(ranks=ranks, team=team, root=root, options=options):
            self.assertEqual(
                self.build_job(ranks, root, *options, *threads, "--team", team), files_of(alone))

    def test_any_number_of_ranks(self):
        for ranks in (1, 2, 3, 4):
            self.check(ranks, "4-4", "--threads", 1)

    def test_two_threads_per_rank(self):
        self.check(2, "4-4", "--threads", 2)

    def test_pairs_split_over_ranks(self):
        for ranks, team in ((1, 1), (2, 1), (2, 2), (3, 2), (3, 3), (4, 4)):
            self.check_team(ranks, team, "4-4")

    def test_split_values_alone(self):
        self.check_team(2, 2, "4-4", "--metrics", "value")

    def test_split_with_threads_and_the_smallest_memory(self):
        self.check_team(3, 3, "4-4", "--threads", 2, "--memory",
                        self.json_of("plan", "4-4")["least_memory"])

    def test_split_stones_in_hand(self):
        self.check_team(3, 3, "0-0+3-3", "--variant", "three-mens-morris")
        self.check_team(3, 3, "1-1+3-3")

    def test_split_odd_rules(self):
        for variant, root in (("lasker-morris", "2-2+2-2"), ("dooz", "2-2+2-2"),
                              ("morabaraba-multiple-removal", "2-2+2-2")):
            self.check_team(3, 3, root, "--variant", variant)
        self.check_team(4, 3, "0-0+5-5", "--variant", "five-mens-morris",
                        "--set", "isDefenderMoveFirst=true")

    def test_values_alone(self):
        self.check(3, "4-4", "--metrics", "value")
        self.assertEqual([path.name for path in self.directory.glob("job-*/*")
                          if path.is_dir()], [])  # no distances are left behind

    def test_the_smallest_memory(self):
        least = self.json_of("plan", "4-4")["least_memory"]
        self.check(2, "4-4", "--memory", least, "--threads", 1)

    def test_stones_in_hand(self):
        self.check(3, "0-0+3-3", "--variant", "three-mens-morris")

    def test_moves_while_placing(self):
        self.check(3, "2-2+2-2", "--variant", "lasker-morris")

    def test_stones_taken_from_the_hand(self):
        self.check(3, "2-2+2-2", "--variant", "dooz")

    def test_several_stones_taken_at_once(self):
        self.check(3, "2-2+2-2", "--variant", "morabaraba-multiple-removal")

    def test_the_defender_moves_first(self):
        self.check(4, "0-0+5-5", "--variant", "five-mens-morris", "--set", "isDefenderMoveFirst=true")


class Report(JobTest):
    def test_tells_what_one_process_tells(self):
        alone, job = self.directory / "alone", self.directory / "job"
        expected = self.json_of("build", "--db", alone, "4-4")
        told = json.loads(self.run_job(3, "build", "--db", job, "4-4", "--json"))
        self.assertEqual(told["variant"], expected["variant"])
        self.assertEqual((told["built"], told["skipped"]), (4, 0))
        for row, known in zip(told["subspaces"], expected["subspaces"], strict=True):
            self.assertEqual({**row, "seconds": 0}, {**known, "seconds": 0})
        again = json.loads(self.run_job(2, "build", "--db", job, "4-4", "--json"))
        self.assertEqual((again["built"], again["skipped"]), (0, 4))

    def test_there_is_one_log(self):
        self.build_job(3, "4-4", directory=self.directory / "job")
        events = [line.split(" ", 1)[1].split(":")[0]
                  for line in (self.directory / "job" / "build.log").read_text().splitlines()]
        self.assertEqual((events[0], events[-1]), ("start", "end"))
        self.assertEqual([event.split(" on ")[0] for event in events[1:4]],
                         ["rank 0", "rank 1", "rank 2"])
        self.assertEqual(sorted(events[4:-1]), ["3-3", "3-4", "4-3", "4-4"])

    def test_goes_on_where_one_process_stopped(self):
        job = self.directory / "job"
        self.run_program("build", "--db", job, "4-3")
        before = files_of(job)
        files = self.build_job(2, "4-4", directory=job)
        self.run_program("verify", "--db", job)
        self.assertEqual({name: files[name] for name in before}, before)


class Pairs(JobTest):
    """What a job tells at its end of each pair that it has built."""

    def told(self, ranks, *options, root="4-4"):
        job = json.loads(self.run_job(ranks, "build", "--db", self.directory / "job", root,
                                      "--threads", 1, "--json", *options))
        self.assertEqual([each["rank"] for each in job["job"]["ranks"]], list(range(ranks)))
        return job

    @staticmethod
    def sum_of(pair, what):
        return sum(rank[what] for rank in pair["ranks"])

    def check_pair(self, pair, job):
        rows = {row["subspace"]: row for row in job["subspaces"]}
        self.assertEqual(pair["slots"], rows[pair["subspace"]]["slots"])
        self.assertEqual(self.sum_of(pair, "sent"), self.sum_of(pair, "received"))
        self.assertLessEqual(pair["seconds"], job["seconds"])
        for rank in pair["ranks"]:
            self.assertLessEqual(0, rank["waited"])
            self.assertLess(rank["waited"], rank["seconds"])
            self.assertLessEqual(rank["seconds"], pair["seconds"])
        busy = [rank["seconds"] - rank["waited"] for rank in pair["ranks"]]
        self.assertAlmostEqual(pair["imbalance"], max(busy) * len(busy) / sum(busy), places=6)

    def check_sums(self, job):
        for rank in job["ranks"]:
            for what in ("seconds", "waited", "sent", "received"):
                known = sum(share[what] for pair in job["pairs"] for share in pair["ranks"]
                            if share["rank"] == rank["rank"])
                self.assertAlmostEqual(rank[what], known, places=6)

    def test_each_pair_of_the_plan_stands_once(self):
        plan = self.json_of("plan", "4-4")["subspaces"]
        for ranks, team in ((1, 1), (3, 1), (2, 2), (3, 3)):
            with self.subTest(ranks=ranks, team=team):
                report = self.told(ranks, "--team", team)
                pairs = report["job"]["pairs"]
                self.assertEqual(sorted((pair["subspace"], pair["partner"]) for pair in pairs),
                                 [("3-3", None), ("3-4", "4-3"), ("4-4", None)])
                self.assertEqual(sum(pair["slots"] * (2 if pair["partner"] else 1) for pair in pairs),
                                 sum(row["slots"] for row in plan))
                for pair in pairs:
                    self.assertEqual(len(pair["ranks"]), team)
                    self.check_pair(pair, report)
                self.check_sums(report["job"])
            for path in (self.directory / "job").iterdir():
                path.unlink()

    def test_what_one_of_two_ranks_sends_the_other_receives(self):
        job = self.directory / "job"
        for pair in self.told(2, "--team", 2)["job"]["pairs"]:
            first, second = pair["ranks"]
            self.assertGreater(first["sent"], 0)
            self.assertEqual((first["sent"], first["received"]),
                             (second["received"], second["sent"]))
            noted = re.search(rf" {pair['subspace']}: by 2 ranks .* (\d+) bytes between them",
                              (job / "build.log").read_text())
            self.assertEqual(int(noted[1]), self.sum_of(pair, "sent"))

    def test_a_rank_alone_exchanges_nothing(self):
        for pair in self.told(3, "--team", 1)["job"]["pairs"]:
            for what in ("sent", "received", "waited"):
                self.assertEqual(self.sum_of(pair, what), 0)
            self.assertEqual(pair["imbalance"], 1)

    def test_what_was_there_before_is_not_listed(self):
        self.told(2, root="4-3")
        self.assertEqual([pair["subspace"] for pair in self.told(2)["job"]["pairs"]], ["4-4"])
        self.assertEqual(self.told(2)["job"]["pairs"], [])
        again = self.run_job(2, "build", "--db", self.directory / "job", "4-4")
        self.assertNotIn("imbalance", again)

    def test_people_see_a_table(self):
        with patch.dict(os.environ, COLUMNS="200"):  # some launchers give ranks a terminal
            output = self.run_job(2, "build", "--db", self.directory / "job", "4-4", "--team", 2)
        table = COLOUR.sub("", output).replace("\r", "")
        table = table[table.index("built in"):]
        rows = [line.split() for line in table.splitlines() if re.match(r"\d", line)]
        self.assertEqual([row[:2] for row in rows],
                         [["3-3", "0-1"], ["3-4", "0-1"], ["4-4", "0-1"], ["3", "in"]])
        self.assertIn("imbalance", table)


class Refusals(JobTest):
    def test_one_rank_speaks_for_all(self):
        for arguments, code in ((("build", "--db", self.directory, "4-4", "--memory", "1M"), "memory"),
                                (("build", "--db", "/proc/none/such", "4-4"), "directory")):
            self.run_job(3, *arguments, code=1)
            self.assertIn(code, self.said[0])

    def test_another_variant_is_there(self):
        self.run_program("build", "--db", self.directory, "3-3")
        self.run_job(2, "build", "--db", self.directory, "3-3", "--variant", "lasker-morris", code=1)
        self.assertIn("nine-mens-morris", self.said[0])


if __name__ == "__main__":
    unittest.main()
