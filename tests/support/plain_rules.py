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
        self.others_due = False  # the other side takes one from the full board, too
        self.rule50 = 0
        self.fullmove = 1

    # What stands where.

    def points_of(self, side):
        return {point for point, owner in self.stones.items() if owner == side}

    def empty(self):
        return [point for point in self.board.points if point not in self.stones]

    def total(self, side):
        return len(self.points_of(side)) + self.hand[side]

    def is_short(self, side):
        return self.total(side) < self.rules["piecesAtLeastCount"]

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
                        found.append(f"{start}-{end}")
        return found

    def removable(self):
        theirs = self.points_of(1 - self.side)
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
            return {"x" + point for point in self.only or self.removable()}
        if self.is_full():
            if self.rules["boardFullAction"] in (0, 4):
                return set()
            takes = self.adjacent() if self.prefers_adjacent() else self.removable()
            return {"x" + point for point in takes}
        steps = self.steps()
        if steps or self.hand[self.side]:
            return set(steps)
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
        if start:
            del self.stones[start]
            self.rule50 += 1
        else:
            self.hand[self.side] -= 1
            self.rule50 = 0
        self.stones[end] = self.side
        self.due = self.earned(end, not start)
        self.ends_placing = placing and self.hand == [0, 0]
        if not self.due:
            self.end_turn()

    def earned(self, point, placed):
        """Stones to take from the board for the lines closed; takes those from the hand at once."""
        them = 1 - self.side
        lines = len(self.lines_through(point))
        if not lines or not self.points_of(them):
            return 0
        stones = lines if self.rules["mayRemoveMultiple"] else 1
        # Nothing more is taken once the opponent has lost.
        stones = min(stones, max(1, self.total(them) - self.rules["piecesAtLeastCount"] + 1))
        if placed and self.rules["millFormationActionInPlacingPhase"] == 1:
            from_hand = min(stones, self.hand[them])
            self.hand[them] -= from_hand
            stones -= from_hand
        return min(stones, len(self.points_of(them)))

    def take(self, point):
        relieved = self.due == 0
        full = self.is_full()
        del self.stones[point]
        self.rule50 = 0
        if not relieved:
            self.due -= 1
            if not self.due:
                self.only = None
                self.end_turn()
        elif self.is_short(1 - self.side):
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
        defender = self.ends_placing and self.rules["isDefenderMoveFirst"]
        self.ends_placing = False
        self.pass_turn()
        if defender and not self.is_short(self.side):
            self.side = BLACK

    def pass_turn(self):
        self.side = 1 - self.side

    # As text.

    def facts(self):
        """What a position text says, without the phase: board, side, counts, removals, counters."""
        signs = {WHITE: "O", BLACK: "@", None: "*"}
        board = "/".join("".join(signs[self.stones.get(point)] for point in ring)
                         for ring in self.board.rings)
        due = [self.due if side == self.side else 0 for side in (WHITE, BLACK)]
        counts = [len(self.points_of(WHITE)), self.hand[WHITE],
                  len(self.points_of(BLACK)), self.hand[BLACK]]
        return [board, "wb"[self.side], *map(str, counts + due), str(self.rule50),
                str(self.fullmove)]


def facts_of(text):
    """The same of a position text of the classic dialect."""
    fields = text.split()
    return fields[:2] + fields[4:10] + fields[15:17]
