"""The types of the Python module, checked by mypy: in themselves, against the extension, and by use."""

import ast
import os
import subprocess
import sys
import unittest

from installed_module import PACKAGES, SOURCE, ModuleTest

import millstone

RIGHT = """
import millstone
database = millstone.open("x", variant=millstone.Rules("lasker-morris"), access="positioned")
position: millstone.Position = database.start.play(database.moves(database.start)[0])
wins: int = millstone.stats("x", top=1, progress=lambda share, what: print(share, what)).total.wins
ok: bool = millstone.verify("x", "3-3", sample=10).ok
values, distances = database.arrays("3-3")
own, opponent, samples = database.sample("3-3", 100, seed=2, quiet=True)
print(values.dtype, [move.from_ for move in position.legal_moves()], {position: 1})
"""
WRONG = ('millstone.open("x", access="maped")', 'millstone.open("x", cache="1G")',
         'millstone.build("x", "3-3", settings=["pieceCount"])', 'millstone.Position(side="red")',
         'millstone.info("x").wins', 'millstone.Move("d6").to.upper()',
         'millstone.verify("x", progress=1)', 'millstone.open("x").play("", 1)')


def without_dunders(names):
    return {name for name in names if not (name.startswith("__") and name.endswith("__"))}


def public(thing):
    return without_dunders(dir(thing)) - {"_pybind11_conduit_v1_"}


class Types(ModuleTest):
    def run_python(self, *arguments):
        return subprocess.run([sys.executable, *map(str, arguments)], cwd=self.directory, text=True,
                              capture_output=True,
                              env={**os.environ, "PYTHONPATH": PACKAGES, "MYPYPATH": PACKAGES})

    def mypy(self, *arguments):
        return self.run_python("-m", "mypy", "--strict", "--cache-dir", self.directory / "cache",
                               *arguments)

    def test_the_package_is_right_in_itself(self):
        done = self.mypy(SOURCE / "python/millstone")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_the_stub_names_what_the_extension_has(self):
        stub = ast.parse((SOURCE / "python/millstone/_millstone.pyi").read_text("utf-8"))
        classes = [node for node in stub.body if isinstance(node, ast.ClassDef)]
        self.assertGreater(len(classes), 3)
        for node in classes:
            with self.subTest(node.name):
                said = {each.name for each in node.body if isinstance(each, ast.FunctionDef)}
                there = public(getattr(millstone._millstone, node.name))
                self.assertEqual(without_dunders(said), there)
        functions = {node.name for node in stub.body if isinstance(node, ast.FunctionDef)}
        self.assertEqual(functions | {node.name for node in classes} | {"version"},
                         public(millstone._millstone))

    def test_programs_are_checked_against_it(self):
        right = self.directory / "right.py"
        right.write_text(RIGHT, encoding="utf-8")
        done = self.mypy(right)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        wrong = self.directory / "wrong.py"
        wrong.write_text("\n".join(["import millstone", *WRONG]) + "\n", encoding="utf-8")
        found = self.mypy(wrong).stdout
        for line, statement in enumerate(WRONG, 2):
            with self.subTest(statement):
                self.assertIn(f"wrong.py:{line}: error", found)


if __name__ == "__main__":
    unittest.main()
