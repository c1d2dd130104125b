"""pip installs the package into a fresh environment, and makes a wheel of it.

pip_test.py BUILD_FOLDER SOURCE_FOLDER [--compile]: with --compile the extension is compiled anew, as it is
for users; otherwise it is taken from the build folder.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path

COMPILE = "--compile" in sys.argv
if COMPILE:
    sys.argv.remove("--compile")
SOURCE = Path(sys.argv.pop(2)).resolve()
BUILD = Path(sys.argv.pop(1)).resolve()
SHIPPED = SOURCE / "data/databases/three-mens-morris"
FILES = {"__init__.py", "_millstone.pyi", "database.py", "errors.py", "py.typed", "reports.py"}


def run(*command, **options):
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, **options)
    if done.returncode != 0:
        raise AssertionError(f"{command}\n{done.stdout}{done.stderr}")
    return done.stdout


def copy_source(folder):
    """A copy to build in, so that nothing is left in the source tree."""
    def left_out(directory, names):
        inside = Path(directory) == SOURCE
        return [name for name in names
                if name in ("__pycache__", ".git") or (inside and name in ("build", "tests"))
                or name.endswith(".egg-info")]
    return Path(shutil.copytree(SOURCE, folder / "source", ignore=left_out, symlinks=True))


class Pip(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="millstone-pip-")
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        cls.source = copy_source(cls.folder)
        run("/usr/bin/python3", "-m", "venv", "--system-site-packages", cls.folder / "env")
        cls.python = cls.folder / "env/bin/python"
        cls.environment = {name: value for name, value in os.environ.items()
                           if name not in ("PYTHONPATH", "MILLSTONE_CMAKE_BUILD")}
        cls.environment.update(PIP_NO_INDEX="1", PIP_DISABLE_PIP_VERSION_CHECK="1")
        if not COMPILE:
            cls.environment["MILLSTONE_CMAKE_BUILD"] = str(BUILD)

    def pip(self, *arguments):
        return run(self.python, "-m", "pip", *arguments, cwd=self.source, env=self.environment)

    def ask(self, code):
        """What the installed module says outside of the source tree."""
        return run(self.python, "-I", "-c", code, cwd=self.folder, env=self.environment)

    def test_an_installed_package_is_used_and_removed(self):
        self.pip("install", "--no-build-isolation", ".")
        where, version, answer = self.ask(
            "import millstone; print(millstone.__file__); print(millstone.__version__); "
            f"database = millstone.open({str(SHIPPED)!r}); "
            "print(database.probe(database.start), len(millstone.Rules().start.legal_moves()), "
            f"millstone.verify({str(SHIPPED)!r}).ok)").splitlines()
        self.assertTrue(where.startswith(str(self.folder / "env")), where)
        self.assertEqual(answer, "Outcome(value='win', distance=9) 24 True")
        self.assertRegex(version, r"^\d+\.\d+\.\d+$")
        shown = self.pip("show", "--files", "millstone")
        self.assertIn(f"Version: {version}", shown)
        self.assertIn("Requires: numpy", shown)
        self.pip("uninstall", "--yes", "millstone")
        with self.assertRaises(AssertionError):
            self.ask("import millstone._millstone")

    def test_a_wheel_holds_the_package_and_nothing_else(self):
        self.pip("wheel", "--no-build-isolation", "--no-deps", "--wheel-dir", self.folder, ".")
        wheels = list(self.folder.glob("*.whl"))
        self.assertEqual(len(wheels), 1)
        self.assertRegex(wheels[0].name, r"^millstone-[0-9.]+-cp3\d+-cp3\d+-linux_\w+\.whl$")
        with zipfile.ZipFile(wheels[0]) as wheel:
            names = set(wheel.namelist())
            metadata = wheel.read(next(name for name in names if name.endswith("/METADATA")))
        extension = {name for name in names if re.match(r"millstone/_millstone\.[\w-]+\.so$", name)}
        self.assertEqual(len(extension), 1)
        others = {name for name in names if ".dist-info/" not in name} - extension
        self.assertEqual(others, {f"millstone/{name}" for name in FILES})
        self.assertTrue(any(name.endswith("/LICENSE") for name in names))
        self.assertIn(b"Requires-Dist: numpy", metadata)

    def test_an_environment_without_wheel_makes_one_with_the_wheel_of_debian(self):
        run("/usr/bin/python3", "-m", "venv", self.folder / "plain")
        python = self.folder / "plain/bin/python"
        self.assertNotIn("wheel", run(python, "-m", "pip", "list", env=self.environment))
        # NumPy is not there, and is not fetched.
        run(python, "-m", "pip", "install", "--no-build-isolation", "--no-deps", ".",
            cwd=self.source, env=self.environment)
        self.assertIn("Version:", run(python, "-m", "pip", "show", "millstone",
                                      env=self.environment))
        where = "import importlib.util as u; print(u.find_spec('millstone').origin)"
        self.assertIn(str(self.folder / "plain"), run(python, "-I", "-c", where, cwd=self.folder))

    def test_without_any_wheel_one_sentence_says_what_to_install(self):
        empty = self.folder / "no-modules"
        text = (self.source / "setup.py").read_text(encoding="utf-8")
        changed, count = re.subn('^DEBIAN_MODULES = .*$', f'DEBIAN_MODULES = "{empty}"', text,
                                 flags=re.MULTILINE)
        self.assertEqual(count, 1)
        run("/usr/bin/python3", "-m", "venv", self.folder / "bare")
        source = copy_source(self.folder / "changed")
        (source / "setup.py").write_text(changed, encoding="utf-8")
        with self.assertRaisesRegex(AssertionError, "install Debian's python3-wheel"):
            run(self.folder / "bare/bin/python", "-m", "pip", "install", "--no-build-isolation",
                "--no-deps", ".", cwd=source, env=self.environment)

    def test_a_folder_of_another_build_is_refused_in_a_sentence(self):
        done = subprocess.run([self.python, "setup.py", "build_ext"], cwd=self.source, text=True,
                              capture_output=True,
                              env={**self.environment, "MILLSTONE_CMAKE_BUILD": str(self.folder)})
        self.assertNotEqual(done.returncode, 0)


if __name__ == "__main__":
    unittest.main()
