"""What ranks build together are the files that one process builds, byte by byte."""

import json
import unittest

from job import JobTest, files_of


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
