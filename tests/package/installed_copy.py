"""What the tests of the package share: a copy that `cmake --install` puts down.

Each test is called as TEST BUILD_FOLDER SOURCE_FOLDER.
"""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SOURCE = Path(sys.argv.pop(2)).resolve()
BUILD = Path(sys.argv.pop(1)).resolve()


def run(*command, **options):
    """What the command prints; an error with all of it if it fails."""
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, **options)
    if done.returncode != 0:
        raise AssertionError(f"{command}\n{done.stdout}{done.stderr}")
    return done.stdout


class InstalledCopy(unittest.TestCase):
    """Has an installed copy in `prefix` and room for more beside it in `folder`."""

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="millstone-package-")
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        cls.prefix = cls.folder / "usr"
        run("cmake", "--install", BUILD, "--prefix", cls.prefix)
        cls.libraries = next(cls.prefix.glob("lib/**/libmillstone.so")).parent

    @classmethod
    def environment(cls):
        """The variables under which the copy is found."""
        return {**os.environ, "PATH": f"{cls.prefix}/bin:{os.environ['PATH']}",
                "PKG_CONFIG_PATH": str(cls.libraries / "pkgconfig"),
                "LD_LIBRARY_PATH": str(cls.libraries)}
