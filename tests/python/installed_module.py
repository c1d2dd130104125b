"""What the tests of the Python module share: the installed module, and a folder for each test.

Each test is called as TEST BUILD_FOLDER SOURCE_FOLDER.
"""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SOURCE = Path(sys.argv.pop(2)).resolve()
BUILD = Path(sys.argv.pop(1)).resolve()
SHIPPED = SOURCE / "data/databases/three-mens-morris"

installed = tempfile.TemporaryDirectory(prefix="millstone-python-")
subprocess.run(["cmake", "--install", BUILD, "--prefix", installed.name, "--component", "python"],
               check=True, capture_output=True)
PACKAGES = str(next(Path(installed.name).glob("lib/**/millstone")).parent)
sys.path.insert(0, PACKAGES)


class ModuleTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="millstone-test-")
        self.addCleanup(folder.cleanup)
        self.directory = Path(folder.name)
