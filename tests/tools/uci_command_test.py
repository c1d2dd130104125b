"""uci: the protocol through pipes. What each command answers is in tests/engine/transcripts."""

import shutil
import subprocess
import unittest

from program import FAILED, THREE_MENS_MORRIS, ProgramTest, start


class FrontEnd:
    """Talks to the program as a front end does, a line at a time."""

    def __init__(self, *arguments):
        self.process = start("uci", *arguments, stdin=subprocess.PIPE, bufsize=1)

    def write(self, line):
        self.process.stdin.write(line + "\n")

    def read_until(self, word):
        """The lines up to the first that holds the word."""
        lines = []
        for line in self.process.stdout:
            lines.append(line.rstrip("\n"))
            if word in lines[-1]:
                return lines
        raise AssertionError(f"the program ended without '{word}':\n" + "\n".join(lines))

    def close(self):
        """Ends the input, and gives exit code and what was still said."""
        output, errors = self.process.communicate()
        return self.process.returncode, output + errors


class Uci(ProgramTest):
    def front_end(self, *arguments):
        front_end = FrontEnd(*arguments)
        self.addCleanup(front_end.process.communicate)
        self.addCleanup(front_end.process.kill)
        return front_end

    def options_of(self, *arguments):
        lines = self.run_program("uci", *arguments, lines=["uci", "quit"]).splitlines()
        return {line.split(" type ")[0].removeprefix("option name "):
                line.partition(" default ")[2].split(" ")[0]
                for line in lines if line.startswith("option name ")}

    def test_every_line_is_there_at_once(self):
        front_end = self.front_end()
        front_end.write("uci")
        self.assertIn("id name Millstone", front_end.read_until("uciok")[0])
        front_end.write("isready")
        self.assertEqual(front_end.read_until("readyok"), ["readyok"])
        front_end.write("position startpos moves d6 f4")
        front_end.write("go infinite")
        front_end.read_until("info depth 1 ")
        front_end.write("isready")
        front_end.read_until("readyok")
        front_end.write("stop")
        self.assertRegex(front_end.read_until("bestmove")[-1], r"\Abestmove [a-g][1-7]\Z")
        front_end.write("quit")
        self.assertEqual(front_end.process.wait(), 0)

    def test_quit_and_the_end_of_the_input_stop_an_endless_search(self):
        for last in ("quit", None):
            with self.subTest(last):
                front_end = self.front_end()
                front_end.write("go infinite")
                front_end.read_until("info depth 1 ")
                if last:
                    front_end.write(last)
                code, output = front_end.close()
                self.assertEqual(code, 0)
                self.assertIn("bestmove ", output)

    def test_the_end_of_the_input_waits_for_a_search_that_takes_its_time(self):
        output = self.run_program("uci", lines=["position startpos moves d6", "go movetime 100"])
        self.assertRegex(output.splitlines()[-1], r"\Abestmove [a-g][1-7]\Z")

    def test_a_whole_game_against_itself(self):
        front_end = self.front_end("--db", THREE_MENS_MORRIS)
        moves = []
        while len(moves) < 30:
            front_end.write(" ".join(["position startpos moves", *moves]))
            front_end.write("go")
            token = front_end.read_until("bestmove")[-1].split()[-1]
            if token == "none":
                break
            moves.append(token)
        self.assertEqual(moves[0], "b2")
        # Nine plies; the last has two tokens, as it closes a mill and takes a stone.
        self.assertEqual(len(moves), 10, moves)
        self.assertRegex(moves[-1], r"\Ax")

    def test_a_refused_position_is_never_answered_by_a_move_of_the_game_before(self):
        output = self.run_program("uci", lines=[
            "setoption name OneLineBestMove value true", "position startpos moves d6",
            "position startpos moves d6 d6", "go depth 1", "d"]).splitlines()
        self.assertEqual(output[0], "info string move 2 of 2: move 'd6' is not legal in this position")
        self.assertEqual(output[1], output[3])
        self.assertIn("there is no position", output[1])
        self.assertEqual(output[2], "info score 0 bestmove none")

    def test_a_missing_file_is_named_once_and_the_search_plays(self):
        folder = self.directory / "part"
        shutil.copytree(THREE_MENS_MORRIS, folder)
        (folder / "3-3.value").unlink()
        front_end = self.front_end("--db", folder)
        front_end.write("position startpos moves b2 b3 c3 a1 c1 a3")
        said = []
        for command in ("go depth 3", "analyze", "go depth 3"):
            front_end.write(command)
            said += front_end.read_until("analysis" if command == "analyze" else "bestmove")
        self.assertEqual([line for line in said if line.startswith("info string")],
                         [line for line in said if "3-3.value" in line])
        self.assertEqual(sum("3-3.value" in line for line in said), 1, said)
        self.assertEqual(said[-1], "bestmove b2-c2")

    def test_a_damaged_file_is_named_and_never_believed(self):
        folder = self.directory / "damaged"
        shutil.copytree(THREE_MENS_MORRIS, folder)
        for path in folder.glob("3-3.*"):
            data = bytearray(path.read_bytes())
            data[-20] ^= 1
            path.write_bytes(data)
        output = self.run_program("uci", "--db", folder, lines=[
            "position startpos moves b2 b3 c3 a1 c1 a3", "go movetime 100"])
        self.assertRegex(output, r"info string .*3-3\.")
        self.assertEqual(output.splitlines()[-1], "bestmove b2-c2")

    def test_options_start_where_the_command_line_says(self):
        options = self.options_of()
        self.assertEqual((options["Hash"], options["Variant"], options["DatabasePath"]),
                         ("64", "nine-mens-morris", "<empty>"))
        options = self.options_of("--hash", 7, "--level", 3, "--time", 0, "--variant",
                                  "lasker-morris", "--set", "pieceCount=7", "--db", "a", "--db", "b")
        self.assertEqual([options[name] for name in ("Hash", "SkillLevel", "MoveTime", "PiecesCount",
                                                     "MayMoveInPlacingPhase", "DatabasePath")],
                         ["7", "3", "0", "7", "true", "a:b"])

    def test_a_database_brings_its_rules(self):
        output = self.run_program("uci", "--db", THREE_MENS_MORRIS, lines=["d", "quit"])
        self.assertIn("variant: three-mens-morris, digest ", output)

    def test_a_file_of_rules_may_be_changed_by_options(self):
        rules = self.directory / "house.toml"
        rules.write_text('name = "house"\nboard = "16"\n[rules]\npieceCount = 5\n')
        output = self.run_program("uci", "--rules", rules, lines=[
            "setoption name MayFly value false", "d", "quit"])
        self.assertIn("variant: house with mayFly=false, digest ", output)
        self.assertIn("White 5, Black 5", output)

    def test_a_database_that_is_not_there_is_a_failure_if_the_rules_are_not_given(self):
        self.run_program("uci", "--db", self.directory / "none", code=FAILED, lines=[])
        self.assertIn("none", self.last_error)


if __name__ == "__main__":
    unittest.main()
