"""bench: the signature over values and moves is the one that is known."""

import unittest
from pathlib import Path

from program import SANITIZED, ProgramTest

SHIPPED = Path(__file__).resolve().parents[2] / "data/databases/three-mens-morris"
PROBE_FIGURES = ("files", "open_seconds", "value_probes_per_second", "batched_value_probes_per_second",
                 "threaded_value_probes_per_second", "threaded_batched_value_probes_per_second",
                 "cold_value_probe_seconds", "mixed_value_probes_per_second", "rankings_per_second")

# Changes only when a value, a distance, the order of slots or a move does: see CONTRIBUTING.md.
SIGNATURE = "718faf614de80309"


class Bench(ProgramTest):
    def test_the_signature_is_the_known_one(self):
        self.assertEqual(self.run_program("bench", "--signature"), f"signature {SIGNATURE}\n")

    def test_the_signature_depends_on_neither_kernels_nor_threads(self):
        output = self.run_program("bench", "--signature", "--kernels", "plain", "--threads", 1)
        self.assertEqual(output, f"signature {SIGNATURE}\n")

    def test_json_has_every_figure(self):
        figures = self.json_of("bench")
        self.assertEqual(figures["signature"], SIGNATURE)
        for name in ("solve_slots_per_second", "build_seconds", "value_bits_per_class",
                     "distance_bits_per_class", "search_nodes_per_second", "perft_turns_per_second",
                     *PROBE_FIGURES):
            with self.subTest(name):
                self.assertGreater(figures[name], 0)

    def test_a_database_that_is_there_is_probed_and_nothing_else(self):
        figures = self.json_of("bench", "--db", SHIPPED)
        self.assertEqual(sorted(figures), sorted(("variant", "processor", "threads", *PROBE_FIGURES)))
        self.assertEqual(figures["variant"], "three-mens-morris")
        self.assertEqual(figures["files"], 14)
        self.assertIn("14 files", self.run_program("bench", "--db", SHIPPED))

    def test_values_are_asked_without_a_cache(self):
        figures = self.json_of("bench", "--db", SHIPPED, "--cold", 3)
        subspaces = [row["subspace"] for row in self.json_of("info", "--db", SHIPPED)["subspaces"]]
        self.assertEqual([row["subspace"] for row in figures["subspaces"]], subspaces)
        seconds = [row["cold_value_probe_seconds"] for row in figures["subspaces"]]
        self.assertGreater(min(seconds), 0)
        self.assertAlmostEqual(figures["cold_value_probe_seconds"], sum(seconds) / len(seconds))
        self.assertIn(f"the mean of {len(subspaces)} subspaces, 3 positions each",
                      self.run_program("bench", "--db", SHIPPED, "--cold", 3))
        self.run_program("bench", "--cold", 3, code=2)
        self.run_program("bench", "--db", SHIPPED, "--cold", 0, code=2)

    def test_the_engine_is_measured_alone(self):
        figures = self.json_of("bench", "--engine")
        self.assertEqual(sorted(figures), ["perft_turns_per_second", "processor",
                                           "search_nodes_per_second", "variant"])
        self.assertGreater(figures["search_nodes_per_second"], 0)
        self.assertGreater(figures["perft_turns_per_second"], 0)

    @unittest.skipIf(SANITIZED, "takes a minute there to print what the test above has as JSON")
    def test_the_engine_is_measured_for_people(self):
        output = self.run_program("bench", "--engine")
        self.assertEqual([line.split()[0] for line in output.splitlines()], ["search", "perft"])


if __name__ == "__main__":
    unittest.main()
