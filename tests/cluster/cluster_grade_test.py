"""What ranks grade together are the files and the report of one process, and nothing is lost."""

import json
import shutil
import signal
import time
import unittest

from job import FAILED, WRONG_USAGE, JobTest, files_of, kill


def graded(directory):
    """The grade files, and the table of scores."""
    grades = {name: data for name, data in files_of(directory).items() if name.endswith(".grade")}
    return grades | {"scores": (directory / "grades.scores").read_text()}


def without_seconds(report):
    return json.loads(report) | {"seconds": 0}


class Grades(JobTest):
    def setUp(self):
        super().setUp()
        self.database = self.directory / "db"

    def make(self, *arguments):
        self.run_program("build", "--db", self.database, *arguments)

    def remove_grades(self):
        for path in self.database.glob("*.grade*"):
            path.unlink()
        (self.database / "grades.scores").unlink(missing_ok=True)

    def check(self, *arguments, ranks=(1, 2, 3)):
        """Compares files and reports with those of one process; the files are left there."""
        command = ("grade", "--db", self.database, *arguments, "--json")
        self.remove_grades()
        report = without_seconds(self.run_program(*command))
        expected = graded(self.database)
        self.assertGreater(len(expected), 2)
        for count in ranks:
            with self.subTest(ranks=count, arguments=arguments):
                self.remove_grades()
                told = self.run_job(count, *command, "--threads", 1)
                self.assertEqual(without_seconds(told), report)
                self.assertEqual(graded(self.database), expected)
        return expected


class SameGrades(Grades):
    def test_any_number_of_ranks(self):
        self.make("4-4", "--metrics", "value")
        self.check()

    def test_some_subspaces_with_other_scores(self):
        self.make("4-4")
        self.run_program("grade", "--db", self.database)
        scores = self.directory / "scores"
        scores.write_text("".join(f"{name} {2 * int(score)}\n" for name, score in map(
            str.split, (self.database / "grades.scores").read_text().splitlines())))
        self.check("4-3", "--scores", scores, ranks=(2,))

    def test_stones_in_hand_and_rules_whose_turns_are_not_the_usual_ones(self):
        for variant, root in (("lasker-morris", "2-2+2-2"), ("five-mens-morris", "0-0+4-4"),
                              ("mul-mulan", "4-3")):
            shutil.rmtree(self.database, ignore_errors=True)
            self.make(root, "--variant", variant)
            self.check(ranks=(3,))

    def test_a_build_of_ranks_grades_too(self):
        self.make("4-4", "--metrics", "value,grade")
        job = self.directory / "job"
        report = json.loads(self.run_job(2, "build", "--db", job, "4-4", "--metrics", "value,grade",
                                         "--threads", 1, "--json"))
        self.assertEqual(files_of(job), files_of(self.database))
        for row in report["subspaces"]:
            self.assertEqual(row["grade_bytes"], (job / f"{row['subspace']}.grade").stat().st_size)

    def test_what_is_there_is_kept(self):
        self.make("4-4")
        self.run_program("grade", "--db", self.database)
        expected = graded(self.database)
        (self.database / "4-4.grade").unlink()
        rows = json.loads(self.run_job(2, "grade", "--db", self.database, "--json"))["subspaces"]
        self.assertEqual([row["subspace"] for row in rows if not row["kept"]], ["4-4"])
        self.assertEqual(graded(self.database), expected)


class Failures(Grades):
    def refuse(self, *arguments, code=FAILED, ranks=3):
        """The job says what one process says, once, and writes nothing."""
        command = ("grade", "--db", self.database, *arguments)
        before = files_of(self.database) if self.database.exists() else None
        self.run_program(*command, code=code)
        said = self.last_error
        self.run_job(ranks, *command, "--threads", 1, code=code)
        self.assertEqual("".join(self.said).replace("millstone-mpi", "millstone"), said)
        self.assertEqual(files_of(self.database) if self.database.exists() else None, before)

    def test_what_cannot_be_graded(self):
        self.refuse()
        self.make("4-4")
        self.refuse("5-5")
        self.refuse("--memory", "1M")
        self.refuse("--scores", self.directory / "nothing")
        scores = self.directory / "scores"
        scores.write_text("3-3 0\n")
        self.refuse("--scores", scores, code=WRONG_USAGE)
        (self.database / "4-3.value").unlink()
        self.refuse()

    def start_until_at_work(self, ranks):
        process = self.start_job(ranks, "grade", "--db", self.database, "--threads", 1)
        deadline = time.monotonic() + 60
        while not list(self.database.glob("*.grade")):
            self.assertLess(time.monotonic(), deadline, "the job does not get to work")
            self.assertIsNone(process.poll(), "the job has ended before it was disturbed")
            time.sleep(0.005)
        return process

    def test_a_dead_rank_is_named_and_the_job_goes_on_with_others(self):
        self.make("5-4", "--metrics", "value")
        expected = self.check(ranks=())
        for victim in (2, 0, 1):
            with self.subTest(victim=victim):
                self.remove_grades()
                process = self.start_until_at_work(3)
                kill(self.ranks_of(process)[victim])
                self.end_of(process, 1)
                self.assertRegex(self.said[0], f"rank {victim} on .* has died")
                self.run_job(2, "grade", "--db", self.database, "--threads", 1)
                self.assertEqual(graded(self.database), expected)

    def test_a_second_job_is_told_so_and_one_that_is_stopped_goes_on(self):
        self.make("5-4", "--metrics", "value")
        expected = self.check(ranks=())
        self.remove_grades()
        process = self.start_until_at_work(2)
        ranks = self.ranks_of(process).values()
        for rank in ranks:
            kill(rank, signal.SIGSTOP)  # it must not be done before the second one has begun
        self.run_job(2, "grade", "--db", self.database, code=1)
        self.assertIn("another job is at work in", self.said[0])
        for rank in ranks:
            kill(rank, signal.SIGCONT)
        for rank in ranks:
            kill(rank, signal.SIGTERM)
        self.end_of(process, 1)
        self.assertIn("stopped", self.said[0])
        self.run_job(2, "grade", "--db", self.database, "--threads", 1)
        self.assertEqual(graded(self.database), expected)


if __name__ == "__main__":
    unittest.main()
