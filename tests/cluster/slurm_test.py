"""The batch script for Slurm, under a Slurm of this test's own: a job that runs into its time limit is
queued again and ends with the files of one process.

Started as slurm_test.py MILLSTONE MILLSTONE_MPI MPIEXEC BATCH_SCRIPT PMI; exits with 77 where there is no
Slurm.
"""

import getpass
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

SCRIPT, PMI = sys.argv.pop(4), sys.argv.pop(4)
SKIPPED = 77
DAEMONS = ("munged", "slurmctld", "slurmd")
PATH = os.environ["PATH"] + ":/usr/sbin:/sbin"
if not all(shutil.which(each, path=PATH) for each in (*DAEMONS, "sbatch")):
    print("there is no Slurm here; tools/setup --slurm installs it")
    sys.exit(SKIPPED)

from job import ENVIRONMENT, MPI_PROGRAM, JobTest, files_of, kill  # noqa: E402

CONFIGURATION = """
ClusterName=millstone-test
SlurmctldHost={host}(127.0.0.1)
SlurmUser={user}
SlurmdUser={user}
SlurmctldPort={ports[0]}
SlurmdPort={ports[1]}
AuthType=auth/munge
AuthInfo=socket={home}/munge.socket,cred_expire=5
CredType=cred/munge
StateSaveLocation={home}/state
SlurmdSpoolDir={home}/spool
SlurmctldPidFile={home}/slurmctld.pid
SlurmdPidFile={home}/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
ReturnToService=2
KillWait=5
MailProg=/bin/true
NodeName={host} NodeAddr=127.0.0.1 CPUs=2 RealMemory={memory} State=UNKNOWN
PartitionName=all Nodes={host} Default=YES MaxTime=INFINITE State=UP
"""


def free_ports(count):
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


class Slurm:
    """The three daemons, with all that is theirs in a directory; nothing of the machine's own."""

    def __init__(self):
        self.home = Path(tempfile.mkdtemp(prefix="millstone-slurm-"))
        self.home.chmod(0o755)
        self.processes = []
        for name in ("state", "spool"):
            (self.home / name).mkdir()
        self.environment = os.environ | ENVIRONMENT | {
            "PATH": PATH, "SLURM_CONF": str(self.home / "slurm.conf")}
        self.host = socket.gethostname().split(".")[0]
        (self.home / "slurm.conf").write_text(CONFIGURATION.format(
            host=self.host, home=self.home, ports=free_ports(2), user=getpass.getuser(),
            memory=os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2**20 // 2))
        self.key = self.home / "key"
        self.key.write_bytes(os.urandom(1024))
        self.key.chmod(0o600)

    def start(self):
        self.run_daemon("munged", "--foreground", "--force", f"--key-file={self.key}",
                        f"--socket={self.home}/munge.socket", f"--pid-file={self.home}/munged.pid",
                        f"--seed-file={self.home}/seed", f"--log-file={self.home}/munged.file")
        self.wait_until("munged", lambda: (self.home / "munge.socket").exists())
        self.run_daemon("slurmctld", "-D", "-c")
        self.wait_until("slurmctld", lambda: "UP" in self.told("scontrol", "ping"))
        self.run_daemon("slurmd", "-D", "-N", self.host)
        self.wait_until("slurmd", lambda: "idle" in self.told("sinfo", "--noheader"))

    def run_daemon(self, *command):
        with open(self.home / f"{command[0]}.log", "wb") as log:
            self.processes.append(subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log,
                                                   stderr=log, env=self.environment))

    def wait_until(self, name, holds):
        deadline = time.monotonic() + 60
        while not holds():
            if time.monotonic() > deadline or self.processes[-1].poll() is not None:
                raise RuntimeError(f"{name} does not get to work:\n{self.logs()}")
            time.sleep(0.2)

    def told(self, *command):
        """What a command of Slurm prints; empty where it fails."""
        done = subprocess.run(command, env=self.environment, capture_output=True, text=True,
                              stdin=subprocess.DEVNULL)
        return done.stdout if done.returncode == 0 else ""

    def logs(self):
        return "\n".join(f"--- {path.name}\n{path.read_text(errors='replace')[-3000:]}"
                         for path in sorted(self.home.glob("*.log")))

    def end(self):
        self.told("scancel", "--user", getpass.getuser())
        for process in reversed(self.processes):
            process.terminate()
            try:
                process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        shutil.rmtree(self.home, ignore_errors=True)


class Requeued(JobTest):
    ROOT = "5-5"

    @classmethod
    def setUpClass(cls):
        cls.build_expected(cls.ROOT)
        cls.slurm = Slurm()
        cls.addClassCleanup(cls.slurm.end)
        cls.slurm.start()

    def submit(self, minutes, *arguments):
        """A job of two ranks, whose time limit comes near a minute early; its number."""
        options = ["--parsable", "--ntasks-per-node=2", f"--time={minutes}", "--signal=B:TERM@50", "--mem=2000",
                   f"--chdir={self.directory}", f"--export=ALL,MILLSTONE_MPI={MPI_PROGRAM},"
                   f"MILLSTONE_PMI={PMI}"]
        return self.slurm.told("sbatch", *options, SCRIPT, *map(str, arguments)).strip()

    def output_of(self, job):
        path = self.directory / f"millstone-{job}.log"
        return path.read_text() if path.exists() else ""

    def state_of(self, job):
        words = self.slurm.told("scontrol", "show", "job", job).split()
        return dict(word.split("=", 1) for word in words if "=" in word)

    def shown(self, job):
        return f"{self.output_of(job)}\n{self.state_of(job)}\n{self.slurm.logs()}"

    def wait_until(self, job, holds, seconds):
        deadline = time.monotonic() + seconds
        while not (found := holds()):
            self.assertLess(time.monotonic(), deadline, self.shown(job))
            time.sleep(0.05)
        return found

    def ranks(self):
        """Process numbers of the ranks, which belong to the daemons of this test."""
        found = []
        for entry in Path("/proc").iterdir():
            try:
                if entry.name.isdigit() and os.readlink(entry / "exe") == os.path.realpath(MPI_PROGRAM):
                    if str(self.slurm.home).encode() in (entry / "environ").read_bytes():
                        found.append(int(entry.name))
            except OSError:
                continue
        return found

    def test_a_job_that_is_too_long_for_its_time_limit(self):
        database = self.directory / "db"
        job = self.submit(1, "build", "--db", database, self.ROOT)
        self.assertNotEqual(job, "", self.slurm.logs())
        log = database / "build.log"
        self.wait_until(job, lambda: log.exists() and "classes" in log.read_text(), 60)
        # However fast the machine is, the ranks are not done when the limit comes near.
        ranks = self.ranks()
        self.assertEqual(len(ranks), 2)
        for rank in ranks:
            kill(rank, signal.SIGSTOP)
        try:
            self.wait_until(job, lambda: "the time limit comes near" in self.output_of(job), 120)
        finally:
            for rank in ranks:
                kill(rank, signal.SIGCONT)
        self.wait_until(job, lambda: self.state_of(job).get("JobState") in
                        ("COMPLETED", "FAILED", "TIMEOUT", "CANCELLED"), 400)
        state = self.state_of(job)
        self.assertEqual(state["JobState"], "COMPLETED", self.shown(job))
        self.assertGreaterEqual(int(state["Restarts"]), 1, self.shown(job))
        self.assertIn("start 1 of job", self.output_of(job))
        self.assertIn("is kept, run the same command again", self.output_of(job))
        self.assertEqual(files_of(database), self.expected)
        job = self.submit(10, "verify", "--db", database)
        self.wait_until(job, lambda: self.state_of(job).get("JobState") == "COMPLETED", 300)
        self.assertIn("All values, counts and checksums hold.", self.output_of(job))


if __name__ == "__main__":
    unittest.main()
