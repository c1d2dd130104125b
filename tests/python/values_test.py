"""Rules, Position and Move: values that never change, and what follows from them."""

import copy
import itertools
import pickle
import random
import unittest
from xml.etree import ElementTree

from installed_module import SOURCE, ModuleTest

import millstone
from millstone import Move, Position, Rules

TEXT = "O@O*****/*****@*O/**@***** w"
THREE = Rules("three-mens-morris")


class Positions(ModuleTest):
    def test_fields_are_those_of_the_text(self):
        position = Position(TEXT)
        self.assertEqual(position.side, "white")
        self.assertEqual(position.white, ("d5", "e4", "b6"))
        self.assertEqual(len(position.black), 3)
        self.assertEqual((position.white_hand, position.black_hand, position.removals), (0, 0, 0))
        self.assertEqual((position.rule50, position.fullmove), (0, 1))
        self.assertEqual(position.subspace, "3-3")
        self.assertFalse(position.is_over)
        self.assertEqual(position.text, str(position))

    def test_fields_and_text_make_the_same_position(self):
        text = "O@O*****/*****@*O/**@***** b m s 3 0 3 0 0 0 0 0 0 0 0 7 12"
        given = Position(text)
        made = Position(side="black", white=given.white, black=list(given.black), rule50=7,
                        fullmove=12)
        self.assertEqual(made, given)
        placing = Position(white=["d6"], black=["f4"], white_hand=8, black_hand=8)
        played = Rules().start.play("d6").play("f4")
        self.assertEqual((played.white, played.black, played.white_hand, played.black_hand),
                         (placing.white, placing.black, placing.white_hand, placing.black_hand))
        self.assertEqual(Position(placing.text), placing)
        self.assertEqual(Position(side="w", white_hand=9, black_hand=9), Rules().start)
        self.assertEqual(Position(white_hand=3, black_hand=3, rules=THREE), THREE.start)

    def test_what_no_text_could_say_is_refused_by_name(self):
        for fields, word in (({"white": ["z9"]}, "z9"), ({"white": ["d6", "d6"]}, "twice"),
                             ({"white": ["d6"], "black": ["d6"]}, ""), ({"side": "red"}, "red"),
                             ({"white_hand": 10, "black_hand": 9}, ""), ({"removals": 99}, "99"),
                             ({"white_hand": -1}, "-1"), ({"fullmove": 0}, "fullmove"),
                             ({"rule50": 10**30}, "rule50"), ({"text": TEXT, "side": "white"}, "both"),
                             ({"text": "nonsense"}, "")):
            with self.subTest(fields):
                with self.assertRaisesRegex(millstone.InvalidArgumentError, word):
                    Position(**fields)
        for fields in ({"white": "d6"}, {"white_hand": "9"}, {"colour": "white"}, {"white": [1]}):
            with self.subTest(fields), self.assertRaises(TypeError):
                Position(**fields)

    def test_they_are_values(self):
        position, same = Position(TEXT), Position(Position(TEXT).text)
        other = Position(TEXT[:-1] + "b")
        self.assertEqual(position, same)
        self.assertEqual(hash(position), hash(same))
        self.assertNotEqual(position, other)
        self.assertNotEqual(position, TEXT)
        self.assertEqual(len({position, same, other}), 2)
        self.assertEqual(eval(repr(position)), position)
        for name in ("side", "text", "colour"):
            with self.assertRaises(AttributeError):
                setattr(position, name, "white")
        for twin in (copy.copy(position), copy.deepcopy(position),
                     pickle.loads(pickle.dumps(position))):
            self.assertEqual(twin, position)
        # The same stones under other rules are another position.
        self.assertNotEqual(Position(TEXT, Rules(settings={"mayFly": False})), position)

    def test_legal_moves_are_played(self):
        draw = random.Random(7)
        for variant in ("nine-mens-morris", "lasker-morris", "three-mens-morris", "morabaraba"):
            position = Rules(variant).start
            for _ in range(60):
                moves = position.legal_moves()
                self.assertEqual(position.is_over, not moves)
                if not moves:
                    break
                self.assertEqual(len(set(moves)), len(moves))
                move = draw.choice(moves)
                after = position.play(move)
                self.assertEqual(after, position.play(str(move)))
                self.assertEqual(after.fullmove, position.fullmove + (position.side == "black"))
                self.assertNotEqual(after.side, position.side)
                position = after

    def test_a_turn_is_what_its_actions_are_one_after_the_other(self):
        """A text with a removal pending stands between the two actions of a turn."""
        board = "O*******/OO******/@@******"
        closing = Position(f"{board} w p p 3 6 2 7 0 0 0 0 0 0 0 5 3")
        turns = [move for move in closing.legal_moves() if move.removed]
        self.assertTrue(turns)
        for move in turns:
            placed = Position(side="white", white=(*closing.white, move.to), black=closing.black,
                              white_hand=closing.white_hand - 1, black_hand=closing.black_hand,
                              removals=1, fullmove=3)
            removal = Move("x" + move.removed[0])
            self.assertIn(removal, placed.legal_moves())
            self.assertEqual(placed.play(removal), closing.play(move))
            self.assertEqual(closing.play(move).rule50, 0)

    def test_a_pass_is_a_ply_without_capture(self):
        rules = Rules("three-mens-morris", {"stalemateAction": 1})
        blocked = self.blocked(rules)
        self.assertEqual([str(move) for move in blocked.legal_moves()], ["pass"])
        after = blocked.play("pass")
        self.assertEqual(after.rule50, blocked.rule50 + 1)
        self.assertEqual((after.white, after.black), (blocked.white, blocked.black))
        move = Move("pass", rules)
        self.assertEqual((move.from_, move.to, move.removed), (None, None, ()))

    def blocked(self, rules):
        """A position, some plies after the last placement, in which White cannot move."""
        for white in itertools.combinations(rules.points, 3):
            neighbours = {point for edge in rules.edges if set(edge) & set(white) for point in edge}
            free = neighbours - set(white)
            if len(free) <= 3:
                others = [point for point in rules.points if point not in free | set(white)]
                black = (*free, *others)[:3]
                return Position(rules=rules, white=white, black=black, rule50=5)
        self.fail("no blocked position")

    def test_long_counters_stay_in_the_range_of_the_text(self):
        most = 2**31 - 1
        position = Position(TEXT + f" m s 3 0 3 0 0 0 0 0 0 0 0 {most} {most}")
        quiet = next(move for move in position.legal_moves() if not move.removed)
        after = position.play(quiet)
        self.assertEqual((after.rule50, after.fullmove), (most, most))
        again = after.play(next(move for move in after.legal_moves() if not move.removed))
        self.assertEqual((again.rule50, again.fullmove), (most, most))
        self.assertEqual(Position(again.text), again)

    def test_an_illegal_move_is_refused(self):
        with self.assertRaisesRegex(millstone.InvalidArgumentError, "a1-a4"):
            Position(TEXT).play("a1-a4")
        with self.assertRaises(TypeError):
            Position(TEXT).play(None)

    def test_a_picture_shows_every_stone(self):
        for position in (Position(TEXT), THREE.start, Rules("morabaraba").start.play("a1")):
            picture = position._repr_svg_()
            self.assertEqual(picture, position.svg())
            root = ElementTree.fromstring(picture.encode())
            circles = [each.get("class") for each in root.iter("{http://www.w3.org/2000/svg}circle")]
            self.assertEqual(circles.count("white"), len(position.white))
            self.assertEqual(circles.count("black"), len(position.black))
            self.assertEqual(len(circles), len(position.rules.points))
            self.assertIn(position.caption, picture)
            self.assertIn(position.caption, position.picture)


class Moves(unittest.TestCase):
    def test_they_tell_their_points(self):
        for text, fields in (("d6", (None, "d6", ())), ("a1-a4", ("a1", "a4", ())),
                             ("xg7", (None, None, ("g7",))), ("a1-a4xg7", ("a1", "a4", ("g7",)))):
            move = Move(text)
            self.assertEqual((move.from_, move.to, move.removed), fields)
            self.assertEqual((str(move), move.text, eval(repr(move))), (text, text, move))

    def test_they_are_values(self):
        self.assertEqual({Move("d6"), Move("d6"), Move("a1-a4")}, {Move("a1-a4"), Move("d6")})
        self.assertNotEqual(Move("d6"), "d6")
        self.assertEqual(pickle.loads(pickle.dumps(Move("a1-a4xg7"))), Move("a1-a4xg7"))
        with self.assertRaises(AttributeError):
            Move("d6").to = "f4"
        with self.assertRaises(millstone.InvalidArgumentError):
            Move("z9")
        with self.assertRaises(millstone.InvalidArgumentError):
            Move("g7", rules="three-mens-morris")


class RulesOfGames(ModuleTest):
    def test_they_tell_board_and_fields(self):
        self.assertEqual((len(THREE.points), len(THREE.edges), len(THREE.lines)), (9, 16, 8))
        self.assertEqual(THREE.fields["pieceCount"], 3)
        for line in THREE.lines:
            self.assertTrue(set(line) <= set(THREE.points))
        self.assertEqual(Rules(settings=Rules("lasker-morris").fields), Rules("lasker-morris"))

    def test_they_are_the_game_and_not_its_name(self):
        self.assertEqual(Rules(), Rules("nine-mens-morris", {"pieceCount": 9}))
        self.assertEqual(hash(Rules()), hash(Rules("nine-mens-morris")))
        self.assertNotEqual(Rules(), THREE)
        self.assertEqual(pickle.loads(pickle.dumps(THREE)), THREE)

    def test_a_file_of_rules_is_read(self):
        path = self.directory / "house.toml"
        path.write_bytes((SOURCE / "data/variants/six-mens-morris.toml").read_bytes())
        self.assertEqual(Rules.from_file(path), Rules("six-mens-morris"))
        self.assertEqual(Rules.from_file(path, {"pieceCount": 5}).fields["pieceCount"], 5)
        with self.assertRaises(millstone.MissingError):
            Rules.from_file(self.directory / "none.toml")
        self.assertTrue(Rules("russian-mill").fields["oneTimeUseMill"])
        with self.assertRaises(TypeError):
            Rules(7)


if __name__ == "__main__":
    unittest.main()
