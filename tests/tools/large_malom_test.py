"""Round trips of Malom's sector files at five and six stones a side, with and without grades."""

import shutil
import unittest

from program import ProgramTest, files_of


class LargeRoundTrips(ProgramTest):
    def test_there_and_back_gives_the_same_bytes(self):
        for variant, root in (("nine-mens-morris", "6-6"), ("lasker-morris", "5-5"),
                              ("morabaraba", "5-5")):
            database = self.directory / f"{variant}-db"
            self.run_program("build", "--db", database, "--variant", variant, "--metrics",
                             "value,distance,grade", root)
            built = files_of(database)
            plain = {name: data for name, data in built.items() if not name.endswith(".grade")}
            self.assertLess(len(plain), len(built))
            for options, expected in (((), plain), (("--grades",), built)):
                with self.subTest(variant, root=root, options=options):
                    sectors, back = (self.directory / f"{variant}-{name}-{len(options)}"
                                     for name in ("sectors", "back"))
                    self.run_program("export", "--to", "malom", *options, "--db", database, sectors)
                    report = self.json_of("compare", "--db", database, "--with", sectors)
                    self.assertTrue(report["same"])
                    for row in report["subspaces"]:
                        self.assertEqual(row["with_grades"], bool(options))
                    self.run_program("import", "--from", "malom", sectors, "--db", back)
                    self.assertEqual(files_of(back), expected)
                    shutil.rmtree(sectors)
                    shutil.rmtree(back)


if __name__ == "__main__":
    unittest.main()
