"""What `cmake --install` puts down: programs in C and C++ are built against it, with CMake and with
pkg-config, and nothing but the interface is visible.
"""

import re
import unittest

from installed_copy import SOURCE, InstalledCopy, run

SAID = "b2 is best of 9 moves, value 2 in 9 plies\n"
DATABASE = SOURCE / "data/databases/three-mens-morris"
KINDS = ("shared", "archive", "static_runtime", "fully_static")


def declared_functions():
    header = (SOURCE / "prober/include/millstone/millstone.h").read_text()
    return set(re.findall(r"MILLSTONE_API [^;]*?\b(millstone_\w+)\(", header))


class Package(InstalledCopy):
    def symbols(self, *arguments):
        """Those that other objects see. Lower case means local, but for u (unique in the process), v
        and w (weak).
        """
        lines = run("nm", *arguments).splitlines()
        return {line.split()[-1] for line in lines if re.search(r" [A-Zuvw] ", line)}

    def needed(self, path):
        """The shared libraries that a program or library names."""
        return set(re.findall(r"\(NEEDED\).*\[(.*?)\.so", run("readelf", "-d", path)))

    def test_only_the_interface_is_visible(self):
        declared = declared_functions()
        self.assertGreater(len(declared), 15)
        versioned = {f"{name}@@MILLSTONE_0.1" for name in declared}
        self.assertEqual(self.symbols("-D", "--defined-only", "--with-symbol-versions",
                                      self.libraries / "libmillstone.so") - {"MILLSTONE_0.1"},
                         versioned)
        self.assertEqual(self.symbols("--defined-only", self.libraries / "libmillstone.a"), declared)

    def test_the_libraries_need_few_others(self):
        self.assertLessEqual(self.needed(self.libraries / "libmillstone.so"),
                             {"libzstd", "libstdc++", "libgcc_s", "libm", "libc",
                              "ld-linux-x86-64", "ld-linux-aarch64"})
        undefined = run("nm", "--undefined-only", "--demangle", self.libraries / "libmillstone.a")
        self.assertIn("U ZSTD_", undefined)
        self.assertNotRegex(undefined, r"U (.* )?(fmt|toml|tbb)::|U XXH")

    def test_name_and_number_of_the_library_say_the_same(self):
        header = (self.prefix / "include/millstone/millstone.h").read_text()
        numbers = dict(re.findall(r"#define MILLSTONE_VERSION_(\w+) (\d+)", header))
        self.assertEqual(list(numbers), ["MAJOR", "MINOR", "PATCH"])
        version = ".".join(numbers.values())
        dynamic = run("readelf", "-d", self.libraries / "libmillstone.so")
        self.assertIn(f"[libmillstone.so.{numbers['MAJOR']}]", dynamic)
        self.assertEqual((self.libraries / "libmillstone.so").resolve().name,
                         f"libmillstone.so.{version}")
        self.assertEqual(run("pkg-config", "--modversion", "millstone",
                             env=self.environment()).strip(), version)
        self.assertEqual(run(self.prefix / "bin/millstone", "--version").strip(),
                         f"millstone {version}")

    def configure(self, how, *arguments):
        folder = self.folder / how
        run("cmake", "-S", SOURCE / "tests/package/consumer", "-B", folder, f"-DHOW={how}",
            f"-DEXAMPLES={SOURCE}/tests/prober", *arguments)
        return folder

    def expect_programs_answer(self, folder):
        for program in (f"{language}_{kind}" for language in ("c", "cpp") for kind in KINDS):
            with self.subTest(program):
                self.assertEqual(run(folder / program, DATABASE), SAID)

    def test_a_project_finds_it_with_cmake(self):
        folder = self.configure("package", f"-DCMAKE_PREFIX_PATH={self.prefix}")
        run("cmake", "--build", folder)
        self.expect_programs_answer(folder)
        self.assertIn("libmillstone", self.needed(folder / "c_shared"))
        self.assertNotIn("libmillstone", self.needed(folder / "c_archive"))
        self.assertIn("libstdc++", self.needed(folder / "cpp_archive"))
        self.assertNotIn("libstdc++", self.needed(folder / "cpp_static_runtime"))
        self.assertEqual(self.needed(folder / "cpp_fully_static"), set())

    def test_cmake_finds_it_for_the_versions_that_it_serves(self):
        for version, found in (("0.0.9", True), ("0.1", True), ("0.2", False), ("1.0", False)):
            with self.subTest(version):
                project = self.folder / f"asks-{version}"
                project.mkdir()
                (project / "CMakeLists.txt").write_text(
                    "cmake_minimum_required(VERSION 3.25)\nproject(asks LANGUAGES C CXX)\n"
                    f"find_package(millstone {version})\nmessage(STATUS found=${{millstone_FOUND}})")
                said = run("cmake", "-S", project, "-B", project / "build",
                           f"-DCMAKE_PREFIX_PATH={self.prefix}")
                self.assertEqual("found=1" in said, found, said)

    def test_a_project_may_hold_its_sources(self):
        """Both ways are configured, which fails if a target is missing; one of them is compiled."""
        sources = (f"-DMILLSTONE={SOURCE}", "-DCMAKE_UNITY_BUILD=ON", "-DCMAKE_BUILD_TYPE=Debug",
                   "-DCMAKE_CXX_FLAGS_DEBUG=-O0", "-G", "Ninja")
        self.configure("subdirectory", *sources)
        folder = self.configure("fetch", *sources)
        run("cmake", "--build", folder)
        self.expect_programs_answer(folder)

    def test_installing_what_was_not_compiled_says_what_to_compile(self):
        folder = self.folder / "nothing"
        run("cmake", "-S", SOURCE, "-B", folder, "-G", "Ninja", "-DMILLSTONE_BUILD_TESTS=OFF")
        with self.assertRaisesRegex(AssertionError, "(?s)is not there yet; first run:.*"
                                                    "--target\\s+millstone_installed"):
            run("cmake", "--install", folder, "--prefix", self.folder / "never")
        self.assertFalse((self.folder / "never").exists())

    def test_the_target_that_is_named_makes_all_programs_and_libraries(self):
        folder = self.folder / "named"
        run("cmake", "-S", SOURCE, "-B", folder, "-G", "Ninja", "-DMILLSTONE_BUILD_TESTS=OFF")
        made = run("ninja", "-C", folder, "-t", "commands", "millstone_installed").split()
        script = "".join(path.read_text() for path in folder.glob("**/cmake_install.cmake"))
        lists = re.findall(r"TYPE (?:EXECUTABLE|\w+_LIBRARY|MODULE) FILES((?:\s+\"[^\"]+\")+)", script)
        installed = {name.removeprefix(f"{folder}/")
                     for names in lists for name in re.findall(r'"([^"]+)"', names)}
        self.assertIn("millstone", installed)
        self.assertEqual(installed - set(made), set())

    def test_its_license_comes_along(self):
        self.assertEqual((self.prefix / "share/doc/millstone/LICENSE").read_text(),
                         (SOURCE / "LICENSE").read_text())

    def test_a_compiler_links_all_of_it_into_a_program(self):
        environment = self.environment()
        flags = run("pkg-config", "--static", "--cflags", "--libs", "millstone", env=environment)
        program = self.folder / "whole"
        run("cc", "-static", "-o", program, SOURCE / "tests/prober/plain_c_test.c", *flags.split())
        self.assertEqual(run(program, DATABASE), SAID)

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
