"""What ranks verify together is told as one process tells it."""

import json
import os
import struct
import time
import unittest
from pathlib import Path

import xxhash
import zstandard

from job import FAILED, JobTest, kill


def xxh64(data):
    return xxhash.xxh3_64_intdigest(data)


def forge_a_distance(path):
    """Changes the first distance of the last block, in a file that is whole all the same."""
    data = path.read_bytes()
    (header_size,) = struct.unpack_from("<I", data, 12)
    (blocks,) = struct.unpack_from("<I", data, 84)
    header, data_start = bytearray(data[:header_size]), header_size + 16 * blocks
    index = bytearray(data[header_size:data_start])
    (offset,) = struct.unpack_from("<Q", index, 16 * (blocks - 1))
    content = bytearray(zstandard.ZstdDecompressor().decompress(data[offset:]))
    content[0] ^= 1
    block = zstandard.ZstdCompressor().compress(bytes(content))
    contents = data[data_start:offset] + block
    struct.pack_into("<Q", index, 16 * (blocks - 1) + 8, xxh64(block))
    struct.pack_into("<Q", header, 24, data_start + len(contents))
    struct.pack_into("<2Q", header, 88, xxh64(bytes(index)), xxh64(contents))
    struct.pack_into("<Q", header, header_size - 8, xxh64(bytes(header[:-8])))
    path.write_bytes(bytes(header + index) + contents)


def without_seconds(report):
    report = json.loads(report)
    report["seconds"] = 0
    for row in report["subspaces"]:
        row["seconds"] = 0
    return report


class Report(JobTest):
    def check(self, *arguments, code=0, ranks=(1, 2, 3)):
        """Compares reports and what is said on stderr."""
        command = ("verify", "--db", self.directory, *arguments)
        report = self.run_program(*command, "--json", code=code)
        said = self.last_error if code else ""
        report = without_seconds(report) if report else None
        for count in ranks:
            with self.subTest(ranks=count, arguments=arguments):
                told = self.run_job(count, *command, "--threads", 1, "--json", code=code)
                self.assertEqual(without_seconds(told) if told else None, report)
                self.assertEqual("".join(self.said).replace("millstone-mpi", "millstone"), said)
        return report

    def damage(self, name):
        data = bytearray((self.directory / name).read_bytes())
        data[-1] ^= 1
        (self.directory / name).write_bytes(data)

    def test_all_that_is_there_holds(self):
        self.build("4-4")
        files = {path.name for path in self.directory.iterdir()}
        self.assertIs(self.check()["ok"], True)
        self.check("--sample", 7, ranks=(2,))
        self.check("3-3", "4-4", ranks=(3,))
        self.assertEqual({path.name for path in self.directory.iterdir()}, files)

    def test_other_rules(self):
        self.build("1-1+2-2", "--variant", "lasker-morris")
        self.check(ranks=(3,))

    def test_people_see_the_same(self):
        self.build("4-3")
        alone = self.run_program("verify", "--db", self.directory).splitlines()
        together = self.run_job(2, "verify", "--db", self.directory).splitlines()
        self.assertEqual(together[-1], alone[-1])
        columns = [[line.split()[:-1] for line in lines if line[:1].isdigit()]
                   for lines in (alone, together)]
        self.assertEqual(*columns)

    def test_a_database_without_a_log_that_may_only_be_read(self):
        self.build("4-3", "--metrics", "value")
        (self.directory / "build.log").unlink()
        for path in self.directory.iterdir():
            path.chmod(0o444)
        self.check(ranks=(2,))

    def test_the_smallest_memory(self):
        self.build("4-4")
        command = ("verify", "--db", self.directory, "--threads", 1)
        self.run_program(*command, "--memory", "1M", code=FAILED)
        said = self.last_error
        self.run_job(3, *command, "--memory", "1M", code=FAILED)
        self.assertEqual(self.said[0].replace("millstone-mpi", "millstone"), said)
        least = said.split("give --memory ")[1].split()[0]
        self.run_job(3, *command, "--memory", least)

    def test_what_is_damaged_or_missing(self):
        self.build("4-4")
        self.damage("3-3.value")
        self.check(code=FAILED, ranks=(2,))
        self.damage("4-4.distance")
        (self.directory / "4-3.value").unlink()
        report = self.check(code=FAILED)
        self.assertTrue(all(row["fault"] for row in report["subspaces"]))

    def test_a_wrong_value(self):
        self.build("4-4")
        forge_a_distance(self.directory / "4-3.distance")
        report = self.check(code=FAILED)
        rows = {row["subspace"]: row for row in report["subspaces"]}
        self.assertIn("is stored as a", rows["4-3"]["first_difference"])
        self.assertIsNone(rows["4-3"]["fault"])

    def test_nothing_to_verify(self):
        self.check("5-5", code=FAILED, ranks=(2,))
        self.check("--variant", "lasker-morris", code=FAILED, ranks=(2,))


class Failures(JobTest):
    def start_until_all_are_at_work(self, ranks):
        """The ranks hold locks on the first file of the database once they are at work."""
        process = self.start_job(ranks, "verify", "--db", self.directory, "--threads", 1)
        inode = os.stat(self.directory / "3-3.value").st_ino
        deadline = time.monotonic() + 60
        while Path("/proc/locks").read_text().count(f":{inode} ") < ranks:
            self.assertLess(time.monotonic(), deadline, "the job does not get to work")
            self.assertIsNone(process.poll(), "the job has ended before it was disturbed")
            time.sleep(0.01)
        time.sleep(0.1)
        return process

    def test_a_dead_rank_is_named(self):
        self.build("6-5", "--metrics", "value")
        for victim in (2, 0, 1):
            with self.subTest(victim=victim):
                process = self.start_until_all_are_at_work(3)
                kill(self.ranks_of(process)[victim])
                self.end_of(process, 1)
                self.assertRegex(self.said[0], f"rank {victim} on .* has died")


if __name__ == "__main__":
    unittest.main()
