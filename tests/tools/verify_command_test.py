"""verify: everything that was built holds, and what it prints."""

import unittest

from program import FAILED, ProgramTest


class Verify(ProgramTest):
    def setUp(self):
        super().setUp()
        self.build("4-3")

    def verify(self, *arguments):
        return self.json_of("verify", "--db", self.directory, *arguments)

    def test_all_that_is_there_holds(self):
        report = self.verify()
        self.assertIs(report["ok"], True)
        self.assertEqual(sorted(row["subspace"] for row in report["subspaces"]),
                         ["3-3", "3-4", "4-3"])
        for row in report["subspaces"]:
            self.assertEqual(row["slots_checked"], row["slots"])
            self.assertEqual((row["differences"], row["first_difference"]), (0, None))
            self.assertIs(row["distances"], True)

    def test_named_subspaces_alone(self):
        self.assertEqual([row["subspace"] for row in self.verify("3-3")["subspaces"]], ["3-3"])

    def test_a_sample_recomputes_less(self):
        row = self.verify("4-3", "--sample", 50)["subspaces"][0]
        self.assertLess(row["slots_checked"], row["slots"])

    def test_threads_and_values_alone(self):
        for path in self.directory.glob("*.distance"):
            path.unlink()
        report = self.verify("--threads", 1)
        self.assertTrue(all(row["distances"] is False for row in report["subspaces"]))

    def test_people_see_that_it_holds(self):
        self.assertIn("hold", self.run_program("verify", "--db", self.directory))

    def test_a_subspace_that_is_not_there_is_a_failure(self):
        self.run_program("verify", "--db", self.directory, "5-5", code=FAILED)
        self.assertIn("5-5", self.last_error)

    def test_values_of_another_subspace_do_not_hold(self):
        """4-3 under the name of 3-4: a whole file that says what is not true."""
        (self.directory / "4-3.value").rename(self.directory / "3-4.value")
        self.run_program("verify", "--db", self.directory, code=FAILED)
        self.assertIn("3-4.value", self.last_error)


if __name__ == "__main__":
    unittest.main()
