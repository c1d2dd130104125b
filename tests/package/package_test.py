"""What `cmake --install` puts down: programs in C and C++ are built against it, with CMake and with
pkg-config, and nothing but the interface is visible.
"""

import re
import unittest

from installed_copy import SOURCE, InstalledCopy, run

SAID = "b2 is best of 9 moves, value 2 in 9 plies\n"
DATABASE = SOURCE / "data/databases/three-mens-morris"


class Package(InstalledCopy):
    def symbols(self, *arguments):
        lines = run("nm", *arguments).splitlines()
        return {line.split()[-1] for line in lines if re.search(r" [A-Z] ", line)}

    def test_only_the_interface_is_visible(self):
        declared = set(re.findall(r"MILLSTONE_API [^;]*?\b(millstone_\w+)\(",
                                  (SOURCE / "prober/include/millstone/millstone.h").read_text()))
        self.assertGreater(len(declared), 15)
        self.assertEqual(self.symbols("-D", "--defined-only", self.libraries / "libmillstone.so"),
                         declared)
        self.assertEqual(self.symbols("-g", "--defined-only", self.libraries / "libmillstone.a"),
                         declared)

    def test_a_project_finds_it_with_cmake(self):
        folder = self.folder / "consumer"
        run("cmake", "-S", SOURCE / "tests/package/consumer", "-B", folder,
            f"-DCMAKE_PREFIX_PATH={self.prefix}", f"-DEXAMPLES={SOURCE}/tests/prober")
        run("cmake", "--build", folder)
        for program in ("c_millstone", "c_static", "cpp_millstone", "cpp_static"):
            with self.subTest(program):
                self.assertEqual(run(folder / program, DATABASE), SAID)

    def test_a_compiler_finds_it_with_pkg_config(self):
        environment = self.environment()
        flags = run("pkg-config", "--cflags", "--libs", "millstone", env=environment).split()
        program = self.folder / "program"
        run("cc", "-o", program, SOURCE / "tests/prober/plain_c_test.c", *flags)
        self.assertEqual(run(program, DATABASE, env=environment), SAID)

    def test_the_tool_its_manual_and_its_completion_are_there(self):
        self.assertIn("millstone", run(self.prefix / "bin/millstone", "--version"))
        self.assertTrue((self.prefix / "share/man/man1/millstone.1").is_file())
        script = next(self.prefix.glob("share/bash-completion/completions/millstone"))
        probe = f"""PATH={self.prefix}/bin:$PATH; source {script}
            COMP_WORDS=(millstone pr); COMP_CWORD=1; _millstone; echo "${{COMPREPLY[*]}}"
            COMP_WORDS=(millstone build --me); COMP_CWORD=2; _millstone; echo "${{COMPREPLY[*]}}" """
        commands, options = run("bash", "-c", probe).splitlines()
        self.assertIn("probe", commands.split())
        self.assertIn("--memory", options.split())


if __name__ == "__main__":
    unittest.main()
