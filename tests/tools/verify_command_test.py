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

    def damage(self, name):
        data = bytearray((self.directory / name).read_bytes())
        data[-1] ^= 1
        (self.directory / name).write_bytes(data)

    def test_all_that_is_damaged_or_missing_is_listed_at_the_end(self):
        self.build("4-4")
        self.damage("3-3.value")
        self.damage("4-4.distance")
        (self.directory / "4-3.value").unlink()
        report = self.json_of("verify", "--db", self.directory, code=FAILED)
        self.assertIs(report["ok"], False)
        faults = {row["subspace"]: row["fault"] for row in report["subspaces"]}
        self.assertEqual(sorted(faults), ["3-3", "3-4", "4-3", "4-4"])
        self.assertIn("3-3.value: is damaged", faults["3-3"])
        self.assertIn("4-4.distance: is damaged", faults["4-4"])
        self.assertIn("4-3.value: there is no such file", faults["4-3"])
        self.assertIn("cannot be verified without it", faults["3-4"])
        self.assertRegex(self.last_error, r"4 of 4 subspaces do not hold; the first: \S*3-3.value")
        output = self.run_program("verify", "--db", self.directory, code=FAILED)
        self.assertIn("What does not hold:\n  3-3: ", output)
        for name in ("3-3.value", "4-4.distance", "4-3.value"):
            self.assertIn(name, output)

    def test_what_does_not_rest_on_a_damaged_file_is_checked_all_the_same(self):
        self.damage("4-3.distance")
        rows = {row["subspace"]: row for row in
                self.json_of("verify", "--db", self.directory, code=FAILED)["subspaces"]}
        self.assertEqual(rows["3-3"]["fault"], None)
        self.assertEqual(rows["3-3"]["slots_checked"], rows["3-3"]["slots"])
        self.assertIn("4-3.distance", rows["4-3"]["fault"])

    def test_a_missing_file_names_the_command_that_makes_it(self):
        (self.directory / "3-3.value").unlink()
        for command in (("verify", "--db", self.directory, "3-3"),
                        ("probe", "--db", self.directory,
                         "O@O*****/*****@*O/**@***** w m s 3 0 3 0 0 0 0 0 0 0 0 3 20")):
            self.run_program(*command, code=FAILED)
            self.assertRegex(self.last_error, r"`millstone build --db \S+ "
                             r"--variant nine-mens-morris 3-3`")

    def test_values_of_another_subspace_do_not_hold(self):
        """4-3 under the name of 3-4: a whole file that says what is not true."""
        (self.directory / "4-3.value").rename(self.directory / "3-4.value")
        self.run_program("verify", "--db", self.directory, code=FAILED)
        self.assertIn("3-4.value", self.last_error)


if __name__ == "__main__":
    unittest.main()
