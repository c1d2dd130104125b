"""The rules of mill games once more, written from their description alone and as plainly as can be:
what the tests hold the program to. Shares nothing with it. Points are their names.
"""

WHITE, BLACK = 0, 1

DEFAULTS = {
    "pieceCount": 9, "flyPieceCount": 3, "flyCountsHand": True, "mayFly": True,
    "piecesAtLeastCount": 3, "millFormationActionInPlacingPhase": 0,
    "mayMoveInPlacingPhase": False, "isDefenderMoveFirst": False, "mayRemoveMultiple": False,
    "mayRemoveFromMillsAlways": False, "boardFullAction": 0,
    "stopPlacingWhenTwoEmptySquares": False, "stalemateAction": 0,
    "restrictRepeatedMillsFormation": False, "oneTimeUseMill": False,
}
for _capture in ("custodianCapture", "interventionCapture", "leapCapture"):
    DEFAULTS |= {
        _capture: False, _capture + "OnSquareEdges": True, _capture + "OnCrossLines": True,
        _capture + "OnDiagonalLines": True, _capture + "InPlacingPhase": True,
        _capture + "InMovingPhase": True, _capture + "OnlyWhenOwnPiecesLeq3": False,
    }


class Board:
    """Points in the order of the position text, neighbours of each, and lines."""

    def __init__(self, rings, edges, lines):
        self.rings = rings
        self.points = [point for ring in rings for point in ring]
        self.neighbours = {point: set() for point in self.points}
        for edge in edges:
            first, second = edge.split("-")
            self.neighbours[first].add(second)
            self.neighbours[second].add(first)
        self.lines = [set(line.split("-")) for line in lines]
        self.rows = [sorted(line) for line in self.lines]  # along a straight line

    def where(self, row):
        """Which lines a capture has to be allowed on to use the row."""
        files = [point[0] for point in self.points]
        ranks = [point[1] for point in self.points]
        if row[0][0] == row[2][0]:
            middle = 2 * ord(row[0][0]) == ord(min(files)) + ord(max(files))
        elif row[0][1] == row[2][1]:
            middle = 2 * ord(row[0][1]) == ord(min(ranks)) + ord(max(ranks))
        else:
            return "OnDiagonalLines"
        return "OnCrossLines" if middle else "OnSquareEdges"


class Game:
    """A game from the empty board on, action by action."""

    def __init__(self, board, rules):
        self.board = board
        self.rules = DEFAULTS | rules
        self.stones = {}  # point: side
        self.hand = [self.rules["pieceCount"]] * 2
        self.side = WHITE
        self.due = 0  # stones that the side to move has to take
        self.only = None  # ... and the points they may be on, where mills do not say so
        self.ends_placing = False  # ... for the placement that emptied both hands
        self.marked = set()  # points that are blocked while placing
        self.quota = None  # stones of both sides that standing mills have counted; -1 one's own
        self.captures = None  # what a step may take otherwise: custodian, intervention, leap
        self.mill_also = 0  # ... or by so many lines
        self.last_mill = [None, None]  # from and to of each side's last move, if it closed a mill
        self.used = [[], []]  # the lines of each side that have earned a removal
        self.lost = None
        self.others_due = False  # the other side takes one from the full board, too
        self.rule50 = 0
        self.fullmove = 1

    # What stands where.

    def points_of(self, side):
        return {point for point, owner in self.stones.items() if owner == side}

    def empty(self):
        return [point for point in self.board.points
                if point not in self.stones and point not in self.marked]

    def total(self, side):
        return len(self.points_of(side)) + self.hand[side]

    def is_short(self, side):
        if self.rules["millFormationActionInPlacingPhase"] in (1, 2):  # what a hand loses ends nothing
            return self.lost == side
        return self.total(side) < self.rules["piecesAtLeastCount"]

    def first_mover(self):
        return BLACK if self.rules["isDefenderMoveFirst"] else WHITE

    def lines_through(self, point):
        """Complete lines of the owner of a point."""
        own = self.points_of(self.stones[point])
        return [line for line in self.board.lines if point in line and line <= own]

    def is_full(self):
        return not self.empty() and self.hand == [0, 0]

    # What may be done.

    def flies(self):
        if not self.rules["mayFly"]:
            return False
        stones = len(self.points_of(self.side))
        if self.rules["flyCountsHand"]:
            return stones + self.hand[self.side] <= self.rules["flyPieceCount"]
        return self.hand[self.side] == 0 and stones <= self.rules["flyPieceCount"]

    def steps(self):
        found = []
        if self.hand[self.side] > 0:
            found += self.empty()
        if self.hand[self.side] == 0 or self.rules["mayMoveInPlacingPhase"]:
            for start in self.points_of(self.side):
                for end in self.empty():
                    if self.flies() or end in self.board.neighbours[start]:
                        if not self.is_forbidden(start, end):
                            found.append(f"{start}-{end}")
        return found

    def is_forbidden(self, start, end):
        """Back from where a mill was closed, to close one again and leave one behind."""
        if not self.rules["restrictRepeatedMillsFormation"]:
            return False
        if self.last_mill[self.side] != (end, start) or not self.lines_through(start):
            return False
        own = self.points_of(self.side) - {start} | {end}
        return any(end in line and line <= own for line in self.board.lines)

    def has_few(self):
        return len(self.points_of(self.side)) <= 3

    def leaps(self):
        """Leaps by their tokens, and the stone that each takes."""
        if not self.rules["leapCapture"] or not self.rules["leapCaptureInMovingPhase"]:
            return {}
        if self.hand[self.side] or (self.rules["leapCaptureOnlyWhenOwnPiecesLeq3"]
                                    and not self.has_few()):
            return {}
        found = {}
        for row in self.board.rows:
            if not self.rules["leapCapture" + self.board.where(row)]:
                continue
            for start, over, end in (row, row[::-1]):
                if (self.stones.get(start) == self.side and end in self.empty()
                        and over in self.removable()):
                    found[f"{start}-{end}"] = over
        return found

    def captures_at(self, end, placed):
        """Custodian and intervention captures of the stone that has arrived, as two sets."""
        sets = []
        for kind in ("custodianCapture", "interventionCapture"):
            def rule(part, kind=kind):
                return self.rules[kind + part]
            hand_before = self.hand[self.side] + placed
            allowed = rule("") and (placed or rule("InMovingPhase"))
            allowed = allowed and (hand_before == 0 or rule("InPlacingPhase"))
            # The stone has arrived already; one that was placed is no matter while placing.
            if hand_before == 0 and rule("OnlyWhenOwnPiecesLeq3") and not self.has_few():
                allowed = False
            sets.append([row for row in self.board.rows
                         if allowed and rule(self.board.where(row))])
        custodian, intervention = set(), set()
        for first, over, last in sets[0]:
            for here, there in ((first, last), (last, first)):
                if here == end and self.stones.get(there) == self.side:
                    custodian.add(over)
        rows = sorted(sets[1], key=lambda row: self.board.where(row) != "OnCrossLines")
        for first, over, last in rows:
            if over == end and self.stones.get(first) == self.stones.get(last) == 1 - self.side:
                intervention = {first, last}
                break
        return custodian & self.removable(), intervention & self.removable()

    def removable(self):
        theirs = self.points_of(1 - self.side)
        if self.quota and self.quota[self.side] < 0:
            theirs = self.points_of(self.side)
        if self.rules["mayRemoveFromMillsAlways"]:
            return theirs
        loose = {point for point in theirs if not self.lines_through(point)}
        return loose or theirs

    def adjacent(self):
        return {point for point in self.points_of(1 - self.side)
                if self.board.neighbours[point] & self.points_of(self.side)}

    def prefers_adjacent(self):
        """Whether a blocked side takes only what stands next to its stones."""
        return self.rules["stalemateAction"] in (2, 3, 5)

    def legal(self):
        """The legal actions as a set of tokens; empty if the game is over."""
        if self.is_short(WHITE) or self.is_short(BLACK):
            return set()
        if self.due:
            takes = self.only or self.removable()
            if self.captures:
                takes = set().union(*self.captures)
                if self.mill_also:
                    takes |= self.removable()
            return {"x" + point for point in takes}
        if self.is_full():
            if self.rules["boardFullAction"] in (0, 4):
                return set()
            takes = self.adjacent() if self.prefers_adjacent() else self.removable()
            return {"x" + point for point in takes}
        steps = self.steps()
        if steps or self.hand[self.side]:
            return set(steps) | (set(self.leaps()) if steps else set())
        if self.rules["stalemateAction"] == 1:
            return {"pass"}
        if self.prefers_adjacent():
            return {"x" + point for point in self.adjacent()}
        return set()

    # What an action does.

    def play(self, token):
        mover = self.side
        if token == "pass":
            self.rule50 += 1
            self.pass_turn()
        elif token.startswith("x"):
            self.take(token[1:])
        else:
            self.step(token)
        if mover == BLACK and self.side == WHITE:
            self.fullmove += 1

    def step(self, token):
        start, _, end = token.rpartition("-")
        placing = self.hand != [0, 0]
        leapt = self.leaps().get(token)
        if start:
            del self.stones[start]
            self.rule50 += 1
        else:
            self.hand[self.side] -= 1
            self.rule50 = 0
        self.stones[end] = self.side
        hand_of_other = self.hand[1 - self.side]
        self.earn(start, end, leapt)
        self.ends_placing = placing and self.hand == [0, 0]
        lost_from_hand = self.hand[1 - self.side] < hand_of_other
        if self.due:
            return
        if lost_from_hand and self.rules["millFormationActionInPlacingPhase"] == 2:
            if self.ends_placing and not self.rules["mayRemoveMultiple"]:
                self.side = self.first_mover()
            self.ends_placing = False
        else:
            self.end_turn()

    def earn(self, start, end, leapt):
        """Makes due what the step earns; takes at once what comes from the hand."""
        placed = not start
        if leapt:
            self.remember_mill(start, end, True)
            self.due, self.captures = 1, (set(), set(), {leapt})
            return
        custodian, intervention = self.captures_at(end, placed)
        closed = self.lines_through(end)
        self.remember_mill(start, end, custodian or intervention)
        lines = sum(self.is_unused(line) for line in closed)
        if placed and lines and self.rules["millFormationActionInPlacingPhase"] in (1, 2, 5):
            custodian = intervention = set()
        if not custodian and not intervention:
            self.due = self.earned(lines, placed)
            return
        self.captures = (custodian, intervention, set())
        self.due = 1
        if lines and placed and self.rules["mayRemoveMultiple"]:
            self.mill_also = self.due = self.earned(lines, placed)

    def is_unused(self, line):
        """Whether a line that is closed earns something, and if so, uses it."""
        if not self.rules["oneTimeUseMill"]:
            return True
        used = self.used[self.side]
        if line <= set().union(*used):
            return False
        used.append(line)
        return True

    def remember_mill(self, start, end, takes):
        if self.lines_through(end):
            self.last_mill[self.side] = (start, end) if start else None
        elif start and not takes:
            self.last_mill[self.side] = None

    def at_most_until_lost(self, stones, side):
        """Nothing more is taken once a side has lost."""
        return min(stones, max(1, self.total(side) - self.rules["piecesAtLeastCount"] + 1))

    def earned(self, lines, placed):
        """Stones to take from the board for the lines closed; takes those from the hand at once."""
        them = 1 - self.side
        action = self.rules["millFormationActionInPlacingPhase"] if placed else 0
        if not lines or not self.points_of(them) or action == 5:
            return 0
        stones = lines if self.rules["mayRemoveMultiple"] else 1
        if action != 2:
            stones = self.at_most_until_lost(stones, them)
        if action in (1, 2):
            from_hand = min(stones, self.hand[them])
            self.hand[them] -= from_hand
            stones -= from_hand
        if action == 2 and stones:
            stones = self.at_most_until_lost(stones, them)
        return min(stones, len(self.points_of(them)))

    def take(self, point):
        if self.due:
            self.take_what_is_due(point)
        else:
            self.take_when_blocked(point)

    def take_what_is_due(self, point):
        owner = self.stones.pop(point)
        self.rule50 = 0
        if self.rules["millFormationActionInPlacingPhase"] == 4 and self.hand != [0, 0]:
            self.marked.add(point)
        self.due -= 1
        if self.captures:
            custodian, intervention, leapt = self.captures
            if point in intervention:
                rest = intervention - {point}
                self.due = len(rest)
                self.captures = (set(), rest, set()) if rest else None
            elif point in custodian | leapt:
                self.due, self.captures = 0, None
            else:
                self.due, self.captures = self.mill_also - 1, None
            self.mill_also = 0
        if self.total(owner) < self.rules["piecesAtLeastCount"]:
            self.due, self.captures, self.only, self.lost = 0, None, None, owner
            if owner != self.side:
                self.pass_turn()
            return
        if self.due:
            return
        self.only = None
        if not self.quota:
            self.end_turn()
            return
        self.quota[self.side] = 0
        self.pass_turn()
        self.due = abs(self.quota[self.side])
        if not self.due:
            self.quota = None

    def take_when_blocked(self, point):
        full = self.is_full()
        del self.stones[point]
        self.rule50 = 0
        if self.total(1 - self.side) < self.rules["piecesAtLeastCount"]:
            self.lost = 1 - self.side
            self.pass_turn()
        elif full:
            self.pass_turn()
            self.due = 1 if self.rules["boardFullAction"] in (1, 2) else 0
            if self.due and self.prefers_adjacent() and not self.steps():
                self.only = self.adjacent()
        elif self.rules["stalemateAction"] == 3:
            self.pass_turn()
        elif self.rules["stalemateAction"] == 5:
            self.pass_turn()
            self.only = self.adjacent()
            if self.only:
                self.due = 1
            else:  # nothing to answer with
                self.pass_turn()

    def end_turn(self):
        stops = (self.rules["stopPlacingWhenTwoEmptySquares"] and len(self.empty()) == 2)
        if stops:
            self.ends_placing = self.ends_placing or self.hand != [0, 0]
            self.hand = [0, 0]
        ends, self.ends_placing = self.ends_placing, False
        if self.hand == [0, 0]:
            self.marked = set()
        self.pass_turn()
        if not ends or self.is_short(self.side):
            return
        action = self.rules["millFormationActionInPlacingPhase"]
        if action == 5:
            self.count_mills()
        elif self.is_full():
            self.side = {0: WHITE, 1: WHITE, 2: BLACK, 3: self.first_mover(), 4: self.side}[
                self.rules["boardFullAction"]]
        elif self.rules["isDefenderMoveFirst"] or action == 4:
            self.side = self.first_mover()

    def count_mills(self):
        """What each side has to take now that placing has ended."""
        lines = [sum(line <= self.points_of(side) for line in self.board.lines)
                 for side in (WHITE, BLACK)]
        few, many = sorted(lines)
        if many == 0:
            self.quota = [-1, -1]
        elif few == 0:
            self.quota = [2 if own else 1 for own in lines]
        else:
            self.quota = [few if own == few else few + 1 for own in lines]
        self.side = self.first_mover()
        self.due = abs(self.quota[self.side])

    def pass_turn(self):
        self.side = 1 - self.side

    # As text.

    def facts(self):
        """What a position text says, without the phase: board, side, counts, removals, counters."""
        signs = {WHITE: "O", BLACK: "@", None: "*"}
        board = "/".join("".join("X" if point in self.marked else signs[self.stones.get(point)]
                                 for point in ring)
                         for ring in self.board.rings)
        due = [self.due if side == self.side else 0 for side in (WHITE, BLACK)]
        if self.quota:
            due = [min(quota, 0) or (self.due if side == self.side else quota)
                   for side, quota in enumerate(self.quota)]
        elif self.captures and not self.mill_also and self.captures[1]:
            due[self.side] = self.at_most_until_lost(len(self.captures[1]), 1 - self.side)
        counts = [len(self.points_of(WHITE)), self.hand[WHITE],
                  len(self.points_of(BLACK)), self.hand[BLACK]]
        return [board, "wb"[self.side], *map(str, counts + due), str(self.rule50),
                str(self.fullmove)]


def facts_of(text):
    """The same of a position text of the classic dialect."""
    fields = text.split()
    return fields[:2] + fields[4:10] + fields[15:17]
