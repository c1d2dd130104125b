"""Round trips of Malom's sector files at five and six stones a side, with and without grades."""

import shutil
import unittest

from program import ProgramTest, files_of


def plain_files_of(directory):
    """Grade files tell which table of scores they were made with: the one of a directory of sectors
    names all sectors of the game."""
    return {name: data for name, data in files_of(directory).items() if not name.endswith(".grade")}


class LargeRoundTrips(ProgramTest):
    def check_that_they_are_the_same(self, database, other, with_grades):
        report = self.json_of("compare", "--db", database, "--with", other)
        self.assertTrue(report["same"])
        for row in report["subspaces"]:
            self.assertEqual(row["with_grades"], with_grades)

    def test_there_and_back_gives_the_same_bytes(self):
        for variant, root in (("nine-mens-morris", "6-6"), ("lasker-morris", "5-5"),
                              ("morabaraba", "5-5")):
            database = self.directory / f"{variant}-db"
            self.run_program("build", "--db", database, "--variant", variant, "--metrics",
                             "value,distance,grade", root)
            for options in ((), ("--grades",)):
                with self.subTest(variant, root=root, options=options):
                    sectors, back = (self.directory / f"{variant}-{name}-{len(options)}"
                                     for name in ("sectors", "back"))
                    self.run_program("export", "--to", "malom", *options, "--db", database, sectors)
                    self.check_that_they_are_the_same(database, sectors, bool(options))
                    self.run_program("import", "--from", "malom", sectors, "--db", back)
                    self.check_that_they_are_the_same(database, back, bool(options))
                    self.assertTrue(plain_files_of(back) == plain_files_of(database))
                    shutil.rmtree(sectors)
                    shutil.rmtree(back)


if __name__ == "__main__":
    unittest.main()
