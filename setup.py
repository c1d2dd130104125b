"""What pyproject.toml cannot say: the extension is compiled by CMake, and the version is that
of the C interface.

The environment variable MILLSTONE_CMAKE_BUILD may name a folder that CMake has configured for this
interpreter; the extension is then the one of that folder. Otherwise pip's build folder gets a release
build of its own. CMAKE_ARGS holds further arguments for CMake.
"""

import importlib.util
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).resolve().parent
DEBIAN_MODULES = "/usr/lib/python3/dist-packages"


def find_wheel():
    """A plain environment has setuptools but no wheel, which this release of it needs to make one."""
    if importlib.util.find_spec("wheel") or importlib.util.find_spec("setuptools.command.bdist_wheel"):
        return
    sys.path.append(DEBIAN_MODULES)  # last, so that nothing but what is missing comes from there
    if not importlib.util.find_spec("wheel"):
        sys.exit("setup.py: the Python module wheel is missing: install Debian's python3-wheel, or run "
                 f"{sys.executable} -m pip install wheel")


def version():
    header = (ROOT / "prober/include/millstone/millstone.h").read_text(encoding="utf-8")
    return ".".join(re.search(rf"^#define MILLSTONE_VERSION_{part} (\d+)$", header, re.MULTILINE)[1]
                    for part in ("MAJOR", "MINOR", "PATCH"))


def configure(folder):
    folder.mkdir(parents=True, exist_ok=True)
    generator = ["-G", "Ninja"] if shutil.which("ninja") else []
    subprocess.run(["cmake", "-S", ROOT, "-B", folder, *generator, "-DCMAKE_BUILD_TYPE=Release",
                    "-DMILLSTONE_BUILD_PROGRAM=OFF", "-DMILLSTONE_BUILD_TESTS=OFF",
                    f"-DPython3_EXECUTABLE={sys.executable}",
                    *shlex.split(os.environ.get("CMAKE_ARGS", ""))], check=True)


class CMakeBuild(build_ext):
    """Has CMake compile the extension and takes it from there."""

    def build_extension(self, extension):
        folder = Path(os.environ.get("MILLSTONE_CMAKE_BUILD", ""))
        if not os.environ.get("MILLSTONE_CMAKE_BUILD"):
            folder = Path(self.build_temp).resolve()
            configure(folder)
        subprocess.run(["cmake", "--build", folder, "--target", "millstone_python", "--parallel"],
                       check=True)
        target = Path(self.get_ext_fullpath(extension.name))
        made = folder / "python/millstone" / target.name
        if not made.is_file():
            sys.exit(f"setup.py: {made} is not there: is {folder} configured for {sys.executable}?")
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(made, target)


if {"bdist_wheel", "dist_info"} & set(sys.argv):
    find_wheel()
setup(version=version(), ext_modules=[Extension("millstone._millstone", sources=[])],
      cmdclass={"build_ext": CMakeBuild})
