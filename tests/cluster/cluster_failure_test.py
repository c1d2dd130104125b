"""What jobs do where ranks die, memory is short, files are missing, or another job is at work."""

import resource
import signal
import time
import unittest

from job import JobTest, files_of, kill


class Failures(JobTest):
    ROOT = "5-5"

    @classmethod
    def setUpClass(cls):
        cls.build_expected(cls.ROOT)

    def start_until_at_work(self, ranks, *options, sign="classes"):
        """Starts a job and returns when its log has the sign."""
        process = self.start_job(ranks, "build", "--db", self.directory / "job", self.ROOT,
                                 "--threads", 1, *options)
        log = self.directory / "job" / "build.log"
        deadline = time.monotonic() + 60
        while not (log.exists() and sign in log.read_text()):
            self.assertLess(time.monotonic(), deadline, "the job does not get to work")
            self.assertIsNone(process.poll(), "the job has ended before it was disturbed")
            time.sleep(0.01)
        return process

    def check_that_it_goes_on(self, ranks):
        self.assertEqual(self.build_job(ranks, self.ROOT, "--threads", 1,
                                        directory=self.directory / "job"), self.expected)

    def check_deaths(self, *options):
        for victim in (2, 0, 1):
            with self.subTest(victim=victim, options=options):
                process = self.start_until_at_work(3, *options)
                kill(self.ranks_of(process)[victim])
                self.end_of(process, 1)
                self.assertIn(f"rank {victim} on ", self.said[0])
                self.assertIn("has died", self.said[0])
                self.check_that_it_goes_on(2)
            for path in (self.directory / "job").iterdir():
                path.unlink()

    def test_a_dead_rank_is_named_and_the_job_goes_on_with_others(self):
        self.check_deaths("--team", 1)

    def test_a_dead_member_of_a_team_is_named_and_the_job_goes_on(self):
        self.check_deaths("--team", 3)

    def test_a_team_ends_whose_writer_cannot_write(self):
        process = self.start_until_at_work(3, "--team", 3, sign="start")
        limit = max(len(data) for data in self.expected.values()) // 4
        resource.prlimit(self.ranks_of(process)[0], resource.RLIMIT_FSIZE, (limit, limit))
        self.end_of(process, 1)
        self.assertIn("rank 0 on ", self.said[0])
        self.assertIn("File too large", self.said[0])
        self.check_that_it_goes_on(2)

    def test_what_is_too_large_for_one_rank_is_built_by_three(self):
        least = self.json_of("plan", self.ROOT)["least_memory"]
        job = self.directory / "job"
        self.run_job(1, "build", "--db", job, self.ROOT, "--memory", least - 1, code=1)
        self.assertIn("give --memory", self.said[0])
        self.assertEqual(self.build_job(3, self.ROOT, "--threads", 1, "--memory", least // 5 * 3,
                                        directory=job), self.expected)

    def test_half_of_a_pair_that_is_missing_is_made_again(self):
        job = self.directory / "job"
        for options in ((), ("--team", 2)):
            self.build_job(2, self.ROOT, "--threads", 1, directory=job)
            for name in ("4-5.value", "4-5.distance"):
                (job / name).unlink()
            kept = (job / "5-4.value").stat().st_ino
            self.assertEqual(
                self.build_job(3, self.ROOT, "--threads", 1, *options, directory=job),
                self.expected)
            self.assertEqual((job / "5-4.value").stat().st_ino, kept)

    def test_a_stopped_job_goes_on(self):
        process = self.start_until_at_work(2)
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=60)
        self.assertNotEqual(process.returncode, 0)
        self.check_that_it_goes_on(3)

    def test_a_checkpoint_of_three_ranks_is_gone_on_with_by_two_or_by_one_process(self):
        job = self.directory / "job"
        for go_on in (lambda: self.build_job(2, self.ROOT, "--team", 2, directory=job),
                      lambda: self.run_program("build", "--db", job, self.ROOT)):
            process = self.start_until_at_work(3, "--team", 3, "--checkpoint", 0)
            while len(list(job.glob("*.3of3.checkpoint"))) == 0:
                self.assertIsNone(process.poll(), "the job has ended without a checkpoint")
            for rank in self.ranks_of(process).values():
                kill(rank)
            process.communicate(timeout=60)
            go_on()
            self.assertEqual(files_of(job), self.expected)
            self.assertEqual(list(job.glob("*.checkpoint*")), [])
            for path in job.iterdir():
                path.unlink()

    def test_a_second_job_is_told_so(self):
        process = self.start_until_at_work(2)
        ranks = self.ranks_of(process).values()
        for rank in ranks:
            kill(rank, signal.SIGSTOP)  # it must not be done before the second one has begun
        self.run_job(2, "build", "--db", self.directory / "job", self.ROOT, code=1)
        self.assertIn("another job is at work in", self.said[0])
        for rank in ranks:
            kill(rank, signal.SIGCONT)
        self.end_of(process, 0)
        self.assertEqual(files_of(self.directory / "job"), self.expected)


if __name__ == "__main__":
    unittest.main()
