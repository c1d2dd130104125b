"""millstone-mpi compiled with MPICH: a build of its own, and the tests of jobs with it.

Started as mpich_test.py SOURCES FOLDER MILLSTONE; exits with 77 where there is no MPICH.
"""

import shutil
import subprocess
import sys
from pathlib import Path

SKIPPED = 77
# Its launcher kills all ranks at once when one dies, so that none can tell of it.
TESTS = (("cluster_build_test.py",), ("cluster_verify_test.py", "Report"))


def run(*command):
    print("$", *command, flush=True)
    if subprocess.run([str(word) for word in command], stdin=subprocess.DEVNULL).returncode != 0:
        sys.exit(1)


def main():
    sources, folder, millstone = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
    compiler, launcher = shutil.which("mpicxx.mpich"), shutil.which("mpiexec.mpich")
    if not compiler or not launcher:
        print("there is no MPICH here; tools/setup --mpi installs it")
        return SKIPPED
    run("cmake", "-S", sources, "-B", folder, "-G", "Ninja", "-D", "CMAKE_BUILD_TYPE=Release",
        "-D", "CMAKE_UNITY_BUILD=ON", "-D", "MILLSTONE_BUILD_TESTS=OFF", "-D", "MILLSTONE_BUILD_PYTHON=OFF",
        "-D", "MILLSTONE_BUILD_SERVER=OFF", "-D", f"MPI_CXX_COMPILER={compiler}",
        "-D", f"MPIEXEC_EXECUTABLE={launcher}")
    run("cmake", "--build", folder, "--target", "millstone-mpi")
    for test, *classes in TESTS:
        run(sys.executable, "-B", Path(__file__).with_name(test), millstone, folder / "millstone-mpi",
            launcher, *classes)
    return 0


if __name__ == "__main__":
    sys.exit(main())
