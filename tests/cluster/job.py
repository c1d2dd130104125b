"""What the tests of millstone-mpi share: starting jobs of several ranks on this machine.

A test is started as cluster_build_test.py MILLSTONE MILLSTONE_MPI MPIEXEC [unittest arguments].
"""

import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tools"))
MPI_PROGRAM, MPIEXEC = sys.argv.pop(2), sys.argv.pop(2)

from program import FAILED, WRONG_USAGE, ProgramTest, files_of  # noqa: E402,F401  (reads what is left of the arguments)

# Ranks share few processors here, may belong to root, may not read each other's memory, and need no
# network but this machine's own. Those that live on when one dies have three seconds to say so, not one.
ENVIRONMENT = {
    "OMPI_ALLOW_RUN_AS_ROOT": "1",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "OMPI_MCA_mpi_yield_when_idle": "1",
    "OMPI_MCA_btl_vader_single_copy_mechanism": "none",
    "OMPI_MCA_rmaps_base_oversubscribe": "1",
    "OMPI_MCA_hwloc_base_binding_policy": "none",
    "OMPI_MCA_odls_base_sigkill_timeout": "3",
    "OMPI_MCA_oob_tcp_if_include": "lo",
    "OMPI_MCA_btl_tcp_if_include": "lo",
}
OURS = re.compile(r"^millstone[^\n]*\n", re.MULTILINE)


class JobTest(ProgramTest):
    def start_job(self, ranks, *arguments):
        command = [MPIEXEC, "-n", str(ranks), MPI_PROGRAM, *map(str, arguments)]
        self.command = shlex.join(command)
        return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                stdin=subprocess.DEVNULL, env=os.environ | ENVIRONMENT)

    def run_job(self, ranks, *arguments, code=0):
        """Returns what the job printed; what the program itself said on stderr is in self.said."""
        process = self.start_job(ranks, *arguments)
        return self.end_of(process, code)

    def end_of(self, process, code):
        output, errors = process.communicate(timeout=600)
        self.said = OURS.findall(errors)
        shown = f"$ {self.command}\n{output}{errors}"
        if code == 0:
            self.assertEqual(process.returncode, 0, shown)
            self.assertEqual(self.said, [], shown)
        else:
            self.assertNotEqual(process.returncode, 0, shown)
            self.assertEqual(len(self.said), 1, shown)
        return output

    def build_job(self, ranks, *arguments, directory=None):
        """Builds with so many ranks into a directory of its own; the files that are there then."""
        directory = directory or self.directory / f"job-{ranks}-{time.monotonic_ns()}"
        self.run_job(ranks, "build", "--db", directory, *arguments)
        return files_of(directory)

    @staticmethod
    def ranks_of(process):
        """Process numbers of the ranks of a job, by rank."""
        ranks = {}
        for entry in Path("/proc").iterdir():
            try:
                if not entry.name.isdigit() or os.readlink(entry / "exe") != os.path.realpath(MPI_PROGRAM):
                    continue
                environment = (entry / "environ").read_bytes().split(b"\0")
                above = int((entry / "stat").read_text().rsplit(")", 1)[1].split()[1])
            except (OSError, IndexError):
                continue
            if not is_below(above, process.pid):
                continue
            named = dict(line.split(b"=", 1) for line in environment if b"=" in line)
            rank = named.get(b"OMPI_COMM_WORLD_RANK", named.get(b"PMI_RANK"))
            if rank is not None:
                ranks[int(rank)] = int(entry.name)
        return ranks


def is_below(process, ancestor):
    """Whether a process is another or was started by it, or by one that was."""
    while process > 1:
        if process == ancestor:
            return True
        try:
            process = int(Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[1])
        except OSError:
            return False
    return False


def kill(process, sent=signal.SIGKILL):
    os.kill(process, sent)
