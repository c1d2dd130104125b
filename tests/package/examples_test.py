"""The examples of prober/README.md, taken literally: compiled against an installed copy, or run by
Debian's python3, in a folder with a database `morris`. Where an example is followed by a block
`text`, that is what it must print.
"""

import re
import unittest

from installed_copy import SOURCE, InstalledCopy, run

BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def examples():
    """Language, text and output (None if none is shown) of each block of code."""
    blocks = BLOCK.findall((SOURCE / "prober/README.md").read_text(encoding="utf-8"))
    following = blocks[1:] + [("", "")]
    return {language: (text, after if kind == "text" else None)
            for (language, text), (kind, after) in zip(blocks, following) if language != "text"}


class Examples(InstalledCopy):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.examples = examples()
        cls.program("millstone", "build", "--db", "morris", "5-4")

    @classmethod
    def program(cls, *command):
        """Runs it where the database is and the installed copy is found."""
        return run(*command, cwd=cls.folder, env=cls.environment())

    def write(self, name, text):
        (self.folder / name).parent.mkdir(exist_ok=True)
        (self.folder / name).write_text(text, encoding="utf-8")

    def expect_output(self, language, output):
        self.assertIsNotNone(self.examples[language][1], "the document does not show the output")
        self.assertEqual(output, self.examples[language][1])

    def test_the_example_in_c_with_the_cmake_lines(self):
        self.write("c/example.c", self.examples["c"][0])
        self.write("c/CMakeLists.txt", "cmake_minimum_required(VERSION 3.25)\n"
                                       "project(example LANGUAGES C)\n" + self.examples["cmake"][0])
        build = self.folder / "c/build"
        self.program("cmake", "-S", self.folder / "c", "-B", build,
                     f"-DCMAKE_PREFIX_PATH={self.prefix}")
        self.program("cmake", "--build", build)
        self.expect_output("c", self.program(build / "example"))

    def test_the_example_in_cpp_with_pkg_config(self):
        self.write("example.cpp", self.examples["cpp"][0])
        flags = self.program("pkg-config", "--cflags", "--libs", "millstone").split()
        self.program("c++", "-std=c++17", "-o", "example", "example.cpp", *flags)
        self.expect_output("cpp", self.program(self.folder / "example"))

    def test_the_example_in_python(self):
        self.write("example.py", self.examples["python"][0])
        packages = next(self.prefix.glob("lib/**/dist-packages"))
        output = run("/usr/bin/python3", "example.py", cwd=self.folder,
                     env={**self.environment(), "PYTHONPATH": str(packages)})
        self.expect_output("python", output)


if __name__ == "__main__":
    unittest.main()
