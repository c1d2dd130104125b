"""build, verify, info and stats: the numbers of the commands, and calls that can be watched and ended."""

import _thread
import json
import subprocess
import threading
import time
import unittest
from dataclasses import FrozenInstanceError, asdict
from xml.etree import ElementTree

from installed_module import BUILD, SHIPPED, ModuleTest

import millstone

COUNTS = ("classes", "slots", "wins", "draws", "losses", "longest_win", "longest_loss")


def command(*arguments):
    """What the program prints as JSON."""
    done = subprocess.run([BUILD / "millstone", *map(str, arguments), "--json"], check=True,
                          capture_output=True, text=True)
    return json.loads(done.stdout)


def by_plies(distances):
    return {str(plies): classes for plies, classes in distances.items()}


class Numbers(ModuleTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.said = {name: command(name, "--db", SHIPPED) for name in ("info", "stats", "verify")}

    def expect_counts(self, row, expected):
        self.assertEqual({name: getattr(row, name) for name in COUNTS},
                         {name: expected[name] for name in COUNTS})

    def test_info_is_that_of_the_command(self):
        info = millstone.info(SHIPPED)
        self.assertEqual(info.rules.digest, self.said["info"]["variant"]["digest"])
        rows = self.said["info"]["subspaces"]
        self.assertEqual([row.subspace for row in info.subspaces],
                         [row["subspace"] for row in rows])
        for row, expected in zip(info.subspaces, rows):
            self.expect_counts(row, expected)
            self.assertEqual((row.value_bytes, row.distance_bytes),
                             (expected["value_bytes"], expected["distance_bytes"]))
        with self.assertRaises(FrozenInstanceError):
            info.subspaces[0].wins = 0

    def test_stats_are_those_of_the_command(self):
        stats, said = millstone.stats(SHIPPED), self.said["stats"]
        self.assertEqual(len(stats.subspaces), len(said["subspaces"]))
        for row, expected in zip(stats.subspaces, said["subspaces"]):
            self.assertEqual(row.subspace, expected["subspace"])
            self.expect_counts(row, expected)
            self.assertEqual(by_plies(row.win_distances), expected["distances"]["wins"])
            self.assertEqual(by_plies(row.loss_distances), expected["distances"]["losses"])
        self.assertEqual([stats.total.classes, stats.total.wins, stats.total.draws],
                         [said["classes"], said["wins"], said["draws"]])
        self.assertEqual(by_plies(stats.win_distances), said["distances"]["wins"])
        self.assertEqual(by_plies(stats.loss_distances), said["distances"]["losses"])
        self.assertEqual(
            [(win.subspace, win.position.text, win.distance, [move.text for move in win.line])
             for win in stats.longest_wins],
            [(win["subspace"], win["position"], win["distance"], win["line"])
             for win in said["longest_wins"]])

    def test_the_line_of_a_longest_win_is_played_to_its_end(self):
        win = millstone.stats(SHIPPED, "0-0+3-3", top=1).longest_wins[0]
        position = win.position
        for move in win.line:
            position = position.play(move)
        self.assertTrue(position.is_over)
        self.assertEqual(len(win.line), win.distance)

    def test_a_notebook_shows_the_picture_of_stats(self):
        picture = millstone.stats(SHIPPED, "3-3", top=0)._repr_svg_()
        self.assertIn("three-mens-morris", "".join(ElementTree.fromstring(picture.encode()).itertext()))

    def test_verification_is_that_of_the_command(self):
        report, said = millstone.verify(SHIPPED), self.said["verify"]
        self.assertTrue(said["ok"])
        self.assertTrue(report.ok)
        self.assertIs(report.expect_ok(), report)
        self.assertEqual(report.faults, ())
        names = ("subspace", "distances", "slots", "slots_checked", "differences")
        self.assertEqual([[asdict(row)[name] for name in names] for row in report.subspaces],
                         [[row[name] for name in names] for row in said["subspaces"]])
        self.assertGreater(sum(row.slots_checked for row in report.subspaces), 500)

    def test_numbers_that_make_no_sense_are_refused(self):
        for call in (lambda: millstone.verify(SHIPPED, sample=0),
                     lambda: millstone.verify(SHIPPED, threads=-1),
                     lambda: millstone.stats(SHIPPED, "99-1"),
                     lambda: millstone.build(self.directory, "3-3", threads=-2)):
            with self.assertRaises(millstone.InvalidArgumentError):
                call()
        with self.assertRaises(millstone.MissingError):
            millstone.info(self.directory)
        with self.assertRaises(millstone.WrongRulesError):
            millstone.verify(SHIPPED, variant=millstone.Rules())


class Faults(ModuleTest):
    def setUp(self):
        super().setUp()
        millstone.build(self.directory, "4-3")

    def damage(self, name):
        path = self.directory / name
        content = path.read_bytes()
        path.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))

    def test_a_damaged_file_is_a_fault_in_the_report(self):
        self.assertTrue(millstone.verify(self.directory).ok)
        self.damage("4-3.distance")
        report = millstone.verify(self.directory)
        self.assertFalse(report.ok)
        self.assertTrue(any("4-3.distance" in fault for fault in report.faults), report.faults)
        with self.assertRaisesRegex(millstone.MillstoneError, "4-3.distance"):
            report.expect_ok()

    def test_a_missing_file_is_an_error(self):
        (self.directory / "3-4.value").unlink()
        with self.assertRaises(millstone.MissingError):
            millstone.verify(self.directory, "4-3")


class LongCalls(ModuleTest):
    LONG = "7-7"  # so many seconds of work that no test waits for the end of it

    def test_progress_goes_up_to_the_whole(self):
        calls = {"build": lambda **tell: millstone.build(self.directory, "4-4", **tell),
                 "verify": lambda **tell: millstone.verify(self.directory, **tell),
                 "stats": lambda **tell: millstone.stats(self.directory, **tell)}
        for name, call in calls.items():
            with self.subTest(name):
                told = []
                call(progress=lambda share, what: told.append((share, what)))
                shares = [share for share, _ in told]
                self.assertEqual(shares[-1], 1)
                self.assertEqual(shares, sorted(shares))
                self.assertGreaterEqual(shares[0], 0)
                self.assertTrue(told[-1][1])

    def test_an_exception_of_the_callback_ends_the_call(self):
        class Enough(Exception):
            pass

        def give_up(share, what):
            raise Enough(what)

        with self.assertRaises(Enough):
            millstone.build(self.directory, self.LONG, progress=give_up)
        millstone.build(self.directory, "3-3")
        for call in (millstone.verify, millstone.stats):
            with self.assertRaises(Enough):
                call(self.directory, progress=give_up)

    def test_control_c_ends_a_call(self):
        begun = threading.Event()

        def interrupt():
            begun.wait(60)
            _thread.interrupt_main()

        thread = threading.Thread(target=interrupt)
        thread.start()
        with self.assertRaises(KeyboardInterrupt):
            millstone.build(self.directory, self.LONG, progress=lambda share, what: begun.set())
        thread.join()
        # What is finished is whole, and the folder can be used again.
        millstone.build(self.directory, "3-3")
        self.assertTrue(millstone.verify(self.directory, "3-3").ok)

    def test_other_threads_run_meanwhile(self):
        done = []
        thread = threading.Thread(target=lambda: done.append(millstone.build(self.directory, "5-4")))
        thread.start()
        steps = 0
        while thread.is_alive():
            steps += 1
            time.sleep(0.001)
        self.assertEqual(done[0][-1].subspace, "5-4")
        self.assertGreater(steps, 10)


if __name__ == "__main__":
    unittest.main()
