#!/usr/bin/env python3
"""A program that plays Three Men's Morris by the UCI-like protocol, for the tests of matches.

    scripted_program.py HABIT

It plays the first legal action it finds. HABIT says what it does from its second action of a game
on: fine (the same), crash, hang, illegal (a stone on a stone), none, draw, garbage, mute (it never
answers at all), dead (it ends at its first action), old (a score and the move in one line), slow (only when it is told to stop).
"""

import sys

POINTS = ["b3", "c3", "c2", "c1", "b1", "a1", "a2", "a3", "b2"]
NAMES = sorted(POINTS)


def place(name):
    return "abc".index(name[0]), int(name[1])


def touching(one, other):
    (x1, y1), (x2, y2) = place(one), place(other)
    if max(abs(x1 - x2), abs(y1 - y2)) != 1:
        return False
    return x1 == x2 or y1 == y2 or "b2" in (one, other)


LINES = [{"a1", "a2", "a3"}, {"b1", "b2", "b3"}, {"c1", "c2", "c3"}, {"a1", "b1", "c1"},
         {"a2", "b2", "c2"}, {"a3", "b3", "c3"}, {"a1", "b2", "c3"}, {"a3", "b2", "c1"}]


class Board:
    def __init__(self):
        self.stones = [set(), set()]
        self.hands = [3, 3]
        self.side = 0
        self.removing = False

    def play(self, token):
        own, other = self.stones[self.side], self.stones[1 - self.side]
        if token.startswith("x"):
            other.remove(token[1:])
            self.removing = False
        else:
            if "-" in token:
                start, end = token.split("-")
                own.remove(start)
            else:
                end = token
                self.hands[self.side] -= 1
            own.add(end)
            self.removing = bool(other) and any(end in line and line <= own for line in LINES)
        if not self.removing:
            self.side = 1 - self.side

    def first_action(self):
        own, other = self.stones[self.side], self.stones[1 - self.side]
        free = [name for name in NAMES if name not in own | other]
        if self.removing:
            in_mills = {name for line in LINES if line <= other for name in line}
            return "x" + min(other - in_mills or other)
        if self.hands[self.side]:
            return free[0]
        return next(f"{start}-{end}" for start in sorted(own) for end in free
                    if touching(start, end))


def say(text):
    print(text, flush=True)


class Program:
    def __init__(self, habit):
        self.habit = habit
        self.board = Board()
        self.actions = 0
        self.held = None

    def answer(self):
        if self.habit == "dead":
            sys.exit(9)
        move = self.board.first_action()
        self.actions += 1
        if self.actions < 2 or self.habit == "fine":
            say("info depth 1 score cp 0 nodes 1")
            say(f"bestmove {move}")
        elif self.habit == "old":
            say(f"info score 0 aimovetype best bestmove {move}")
        elif self.habit == "crash":
            sys.exit(7)
        elif self.habit == "illegal":
            taken = min(self.board.stones[0] | self.board.stones[1])
            say(f"bestmove {taken}")
        elif self.habit in ("none", "draw"):
            say(f"bestmove {self.habit}")
        elif self.habit == "garbage":
            say("bestmove \x01\xff?")
        elif self.habit == "slow":
            self.held = move

    def obey(self, line):
        words = line.split()
        command = words[0] if words else ""
        if command == "uci":
            say("id name scripted")
            say("uciok")
        elif command == "isready":
            say("readyok")
        elif command == "ucinewgame":
            self.actions = 0
        elif command == "position":
            assert words[1] == "startpos"
            self.board = Board()
            for token in words[3:]:
                self.board.play(token)
        elif command == "go":
            self.answer()
        elif command == "stop" and self.held:
            say(f"bestmove {self.held}")
            self.held = None


def main():
    program = Program(sys.argv[1])
    for line in sys.stdin:
        if program.habit == "mute":
            continue
        if line.strip() == "quit":
            return
        program.obey(line)


if __name__ == "__main__":
    main()
