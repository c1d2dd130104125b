"""The Debian packages that cpack makes: what is in which, and that the Python module is where
Debian's python3 looks for modules.
"""

import gzip
import shutil
import unittest
from pathlib import Path

from installed_copy import BUILD, SOURCE, InstalledCopy, run

DATABASE = SOURCE / "data/databases/three-mens-morris"


class DebianPackages(InstalledCopy):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        made = cls.folder / "made"
        run("cpack", "-G", "DEB", "--config", BUILD / "CPackConfig.cmake", "-B", made, cwd=BUILD)
        cls.packages = {run("dpkg-deb", "--field", path, "Package").strip(): path
                        for path in made.glob("*.deb")}
        cls.root = cls.folder / "root"
        for path in cls.packages.values():
            run("dpkg-deb", "--extract", path, cls.root)

    def contents(self, package):
        listing = run("dpkg-deb", "--contents", self.packages[package]).splitlines()
        return [line.split()[5].lstrip(".") for line in listing if not line.startswith("d")]

    def field(self, package, name):
        return run("dpkg-deb", "--field", self.packages[package], name).strip()

    def test_there_is_one_for_each_use(self):
        self.assertEqual(sorted(self.packages),
                         ["libmillstone-dev", "libmillstone0", "millstone", "python3-millstone"])

    def test_each_holds_what_its_name_says(self):
        expected = {"libmillstone0": "/libmillstone.so.0",
                    "libmillstone-dev": "/usr/include/millstone/millstone.h",
                    "millstone": "/usr/bin/millstone",
                    "python3-millstone": "/usr/lib/python3/dist-packages/millstone/__init__.py"}
        for package, end in expected.items():
            with self.subTest(package):
                self.assertTrue(any(path.endswith(end) for path in self.contents(package)))
        everything = [path for package in self.packages for path in self.contents(package)]
        self.assertEqual(len(everything), len(set(everything)), "a file is in two packages")

    def test_each_says_on_which_systems_it_is_supported(self):
        for package in self.packages:
            with self.subTest(package):
                description = " ".join(self.field(package, "Description").split())
                self.assertIn("supported and tested on Debian 12", description)
                self.assertIn("Windows, macOS, 32-bit and big-endian machines are not supported",
                              description)

    def test_each_has_its_license_and_its_changelog(self):
        license_lines = (SOURCE / "LICENSE").read_text().splitlines()
        for package in self.packages:
            documents = self.root / "usr/share/doc" / package
            with self.subTest(package):
                stated = (documents / "copyright").read_text()
                for line in filter(None, license_lines[1:]):
                    self.assertIn(line.removeprefix("Copyright (c) "), stated)
                changes = gzip.decompress((documents / "changelog.gz").read_bytes()).decode()
                self.assertIn(self.field(package, "Version"), changes.splitlines()[0])

    @unittest.skipUnless(shutil.which("lintian"), "lintian is not installed: tools/setup --lint")
    def test_lintian_has_nothing_to_say(self):
        """Neither errors nor warnings."""
        said = run("lintian", "--allow-root", "--fail-on", "none", *self.packages.values())
        self.assertEqual(said, "")

    def test_the_tool_brings_its_manual_and_its_completion(self):
        contents = self.contents("millstone")
        self.assertIn("/usr/share/man/man1/millstone.1.gz", contents)
        self.assertIn("/usr/share/bash-completion/completions/millstone", contents)

    def test_they_name_what_they_need(self):
        self.assertIn("libzstd1", self.field("libmillstone0", "Depends"))
        self.assertIn("libmillstone0", self.field("libmillstone-dev", "Depends"))
        python = self.field("python3-millstone", "Depends")
        for needed in ("python3 (>= 3.", "python3 (<< 3.", "python3-numpy", "libtbb12"):
            self.assertIn(needed, python)

    def test_python_looks_where_the_module_is(self):
        looked_in = run("/usr/bin/python3", "-I", "-c", "import sys; print(*sys.path, sep='\\n')")
        folder = Path("/usr/lib/python3/dist-packages")
        self.assertIn(str(folder), looked_in.splitlines())
        unpacked = self.root / folder.relative_to("/")
        output = run("/usr/bin/python3", "-I", "-c",
                     f"import sys; sys.path.insert(0, {str(unpacked)!r}); import millstone; "
                     f"database = millstone.open({str(DATABASE)!r}); "
                     "print(millstone.__file__, database.probe(database.start).distance)")
        self.assertEqual(output, f"{unpacked}/millstone/__init__.py 9\n")

    def test_the_unpacked_tool_runs(self):
        output = run(self.root / "usr/bin/millstone", "info", "--db", DATABASE)
        self.assertIn("3-3", output)


if __name__ == "__main__":
    unittest.main()
