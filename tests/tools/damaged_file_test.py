"""A file with one byte changed gives an error that names it, never a wrong value."""

import unittest

from program import DONE, FAILED, SANITIZED, WHITE_WINS, ProgramTest, start

HEADER_BYTES = 400  # well within the header, which ends with the rules
STEPS = 4 if SANITIZED else 12


class DamagedFile(ProgramTest):
    every_test = True

    def setUp(self):
        super().setUp()
        self.files = self.build("3-3")
        self.answer = self.run_program("probe", "--db", self.directory, WHITE_WINS, "--json")

    def damaged(self, offsets):
        """Changes a byte of each file in turn."""
        for name, data in self.files.items():
            for offset in offsets(len(data)):
                changed = bytearray(data)
                changed[offset] ^= 1 << offset % 8
                (self.directory / name).write_bytes(changed)
                with self.subTest(file=name, offset=offset):
                    yield name
            (self.directory / name).write_bytes(data)

    def check_fails(self, name, *command):
        self.run_program(*command, "--db", self.directory, code=FAILED)
        self.assertIn(name, self.last_error)

    def check_never_wrong(self, name):
        """Another block may be damaged than the one that is needed: then the answer is right."""
        process = start("probe", "--db", self.directory, WHITE_WINS, "--json")
        output, errors = process.communicate()
        if process.returncode == DONE:
            self.assertEqual(output, self.answer)
        else:
            self.assertEqual((process.returncode, output), (FAILED, ""))
            self.assertIn(name, errors)
        return process.returncode

    def test_a_byte_of_the_header_makes_everything_fail(self):
        for name in self.damaged(lambda size: range(0, HEADER_BYTES, HEADER_BYTES // STEPS)):
            self.check_fails(name, "info")
            self.check_fails(name, "probe", WHITE_WINS)
            self.check_fails(name, "verify")

    def test_a_byte_anywhere_makes_verify_fail_and_probe_never_lies(self):
        codes = []
        for name in self.damaged(lambda size: range(size - 1, 0, -size // STEPS)):
            self.check_fails(name, "verify")
            codes.append(self.check_never_wrong(name))
        self.assertIn(FAILED, codes)

    def test_a_file_that_was_cut_short_is_damaged(self):
        for name, data in self.files.items():
            for size in (0, 1, 100, len(data) // 2, len(data) - 1):
                (self.directory / name).write_bytes(data[:size])
                with self.subTest(file=name, size=size):
                    for command in (("info",), ("verify",), ("probe", WHITE_WINS)):
                        self.check_fails(name, *command)
            (self.directory / name).write_bytes(data)

    def test_a_file_that_grew_is_damaged(self):
        for name, data in self.files.items():
            (self.directory / name).write_bytes(data + b"\0")
            self.check_fails(name, "verify")
            (self.directory / name).write_bytes(data)


if __name__ == "__main__":
    unittest.main()
