"""Round trips of Malom's sector files at five and six stones a side."""

import unittest

from program import ProgramTest, files_of


class LargeRoundTrips(ProgramTest):
    def test_there_and_back_gives_the_same_bytes(self):
        for variant, root in (("nine-mens-morris", "6-6"), ("lasker-morris", "5-5"),
                              ("morabaraba", "5-5")):
            with self.subTest(variant, root=root):
                database, sectors, back = (self.directory / f"{variant}-{name}"
                                           for name in ("db", "sectors", "back"))
                self.run_program("build", "--db", database, "--variant", variant, root)
                self.run_program("export", "--to", "malom", "--db", database, sectors)
                self.assertTrue(self.json_of("compare", "--db", database, "--with", sectors)["same"])
                self.run_program("import", "--from", "malom", sectors, "--db", back)
                self.assertEqual(files_of(back), files_of(database))


if __name__ == "__main__":
    unittest.main()
