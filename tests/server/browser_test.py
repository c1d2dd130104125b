#!/usr/bin/env python3
"""The page of `millstone serve` in a real browser, used as people use it."""

import json
import re
import shutil
import unittest
from pathlib import Path

from browser_helpers import AXE, BrowserTest, Keys
from served import Server, UNEQUAL_DRAWS, WHITE_WINS

PAGE = Path(__file__).resolve().parents[2] / "server" / "web"
TABS = ("analysis", "play", "edit", "variants")
FIVE = "#/five-mens-morris"
WINS = "#/nine-mens-morris?fen=" + WHITE_WINS.replace(" ", "_")

# Four stones each, none of which can fly.
SLIDES = "#/nine-mens-morris?fen=OO@*O***/**@***@O/**@*****_w"

# White can close a mill on the inner ring by d4, and Black has two stones to take.
CLOSES = "five-mens-morris?moves=c4.c5.b4.e5"
# Enters every turn of a position click by click, as the board does; gives those that come out wrong.
ENTER_ALL = """
const [variant, fen, done] = arguments;
(async () => {
  const { click, kNothingEntered } = await import('/turn_entry.js');
  const answer = await fetch(variant + '?fen=' + encodeURIComponent(fen));
  const { read_position } = await import('/position_values.js');
  const position = read_position(await answer.json(), null);
  const entered = (turn) => turn.tokens.flatMap(({ from, to }) => (from ? [from, to] : [to]))
    .reduce((state, point) => click(position, state.entry, point), { entry: kNothingEntered, turn: null });
  const wrong = position.turns.filter((turn) => entered(turn).turn !== turn).map((turn) => turn.text);
  done([wrong, position.turns.length]);
})();
"""
# How shares of 10,000 are told.
PERCENT = """
const [amounts, done] = arguments;
import('/distance_histogram.js').then(({ percent_text }) =>
  done(amounts.map((amount) => percent_text(amount, 10000))));
"""
# A server that has too much to do when it is asked for something the first time.
REFUSES_ONCE = """
const [route] = arguments;
const answer = new Response('{"error": "busy", "field": null}', { status: 503, headers: { 'Retry-After': '1' } });
const ask = window.fetch;
window.fetch = (address, options) => {
  if (!String(address).includes(route)) return ask(address, options);
  window.fetch = ask;
  return Promise.resolve(answer);
};
"""
LONGEST = 120  # turns of a game that a test plays


class Analysis(BrowserTest):
    def test_every_turn_has_the_value_that_the_program_tells(self):
        for address, database, variant, fen in (
                (FIVE, self.five, "five-mens-morris", "startpos"),
                (WINS, self.nine, "nine-mens-morris", WHITE_WINS),
                ("#/nine-mens-morris?fen=O@O*****/*****@*O/**@*****_b", self.nine, "nine-mens-morris",
                 "O@O*****/*****@*O/**@***** b")):
            with self.subTest(fen):
                self.open(address)
                self.assertCountEqual(self.turns_listed(), self.values_of_program(database, variant, fen))

    def test_draws_that_are_graded_say_how_good_they_are(self):
        self.open("#/nine-mens-morris?fen=" + UNEQUAL_DRAWS.replace(" ", "_"))
        gains = {turn.get_attribute("data-turn"): turn.find_element("css selector", ".gain").text
                 for turn in self.find_all("#tab-analysis .turn[data-value=draw]")}
        told = {move["move"]: move["grade"]["gain"] for move in
                self.json_of("probe", "--db", self.nine, UNEQUAL_DRAWS)["moves"]}
        self.assertEqual({turn: int(text.replace("\u2212", "-")) for turn, text in gains.items()}, told)
        last = self.find_all("#tab-analysis .turn")[-1]
        self.assertIn("draw that ends worse by 1", last.get_attribute("textContent"))

    def test_the_verdict_says_who_wins_and_when(self):
        self.open(WINS)
        self.assertIn("White wins in 3 plies", self.verdict())
        self.open(FIVE)
        self.assertIn("Draw", self.verdict())

    def test_stones_that_can_move_show_their_best_value_and_a_click_shows_where_to(self):
        self.open(WINS)
        self.assertEqual(sorted(badge.text for badge in self.find_all(".badge")), ["W 15", "W 15", "W 3"])
        self.click("e4")
        self.assertEqual(len(self.find_all(".badge.target")), 18)
        self.click("d6")
        self.until(lambda: "moves=e4-d6" in self.shown(), "the turn is played")

    def ways(self):
        """What stands on the ways of the stones that can move."""
        return sorted((way.get_attribute("data-way"), way.text) for way in self.find_all(".way"))

    def test_every_move_has_its_value_on_its_way(self):
        self.open(SLIDES)
        best = {}
        for turn, value, distance in self.turns_listed():
            sign = {"win": "W", "draw": "D", "loss": "L"}[value]
            best.setdefault(turn.partition("x")[0], f"{sign} {distance}" if distance else sign)
        self.assertGreater(len(best), 4)
        self.assertEqual(self.ways(), sorted(best.items()))
        self.assertEqual(self.find_all(".badge"), [])

    def test_a_click_on_the_value_of_a_move_plays_it(self):
        self.open(SLIDES)
        for name in [name for name, _ in self.ways()][:4]:
            self.open(SLIDES)
            turns = [turn for turn, *_ in self.turns_listed() if turn.startswith(name)]
            self.find(f'[data-way="{name}"]').click()
            if turns == [name]:
                self.until(lambda name=name: f"moves={name}" in self.shown(), f"{name} is played")
            else:
                self.until(lambda: self.find_all(".stone.removable"), f"{name} asks what it takes")

    def test_pointing_at_a_stone_shows_where_it_can_go(self):
        self.open(SLIDES)
        ways = self.ways()
        stone = ways[0][0].partition("-")[0]
        own = [text for way, text in ways if way.startswith(f"{stone}-")]
        self.script("document.querySelector(`[data-point='${arguments[0]}']`).focus()", stone)
        self.assertCountEqual([badge.text for badge in self.find_all(".badge.target")], own)
        self.assertEqual(self.ways(), [])
        self.script("document.activeElement.blur()")
        self.assertEqual(self.ways(), ways)

    def test_where_stones_fly_each_point_tells_the_best_that_can_come_of_it(self):
        self.open(WINS)
        ways = dict(self.ways())
        self.assertEqual(len(ways), 18)
        self.assertEqual(ways["-d6"], "W 3")

    def test_pointing_at_a_turn_shows_an_arrow(self):
        self.open(WINS)
        self.script("document.querySelector('[data-turn=\"e4-d6\"]').focus()")
        self.assertEqual(len(self.find_all(".arrow-head")), 1)
        self.script("document.activeElement.blur()")
        self.assertEqual(self.find_all(".arrow-head"), [])

    def test_pointing_at_the_mark_of_a_move_shows_the_same_arrow(self):
        self.open(SLIDES)
        for name, _ in self.ways()[:4]:
            self.point_at(f'[data-way="{name}"] rect')
            self.assertEqual(len(self.find_all(".arrow-head")), 1)
            self.assertTrue(self.find(".turn.pointed").get_attribute("data-turn").startswith(name))
        self.open(WINS)  # where stones fly the mark of a point tells the best that can come of it
        self.point_at('[data-point="d6"] circle')
        self.assertEqual(self.find(".turn.pointed").get_attribute("data-turn"), "e4-d6")
        self.assertEqual(len(self.find_all(".arrow-head")), 1)
        self.point_at("#verdict")
        self.assertEqual(self.find_all(".arrow-head"), [])

    def test_a_turn_that_takes_a_stone_needs_two_clicks(self):
        self.open("#/" + CLOSES)
        self.click("d4")
        self.assertEqual(self.shown(), CLOSES)
        self.assertIn("d4", self.stones()["white"])
        self.assertEqual(len(self.find_all(".badge.removal")), 2)
        self.assertEqual(self.text("#verdict .task"), "White takes a stone")
        self.assertEqual(self.announced(), "White takes a stone.")
        self.click("e5")
        self.until_shown(CLOSES + ".d4xe5")
        self.assertEqual(self.stones(), {"white": ["b4", "c4", "d4"], "black": ["c5"]})

    def test_every_turn_can_be_entered_by_clicks(self):
        fens = ["startpos", "*OO**@**/*O***@@* w", WHITE_WINS]
        for variant, fen in (("five-mens-morris", fens[0]), ("five-mens-morris", fens[1]),
                             ("nine-mens-morris", fens[2])):
            with self.subTest(fen):
                self.open(FIVE)
                wrong, count = self.browser.execute_async_script(ENTER_ALL, variant, fen)
                self.assertEqual(wrong, [])
                self.assertGreater(count, 5)

    def test_escape_gives_up_a_turn_that_was_begun(self):
        self.open("#/" + CLOSES)
        self.click("d4")
        self.press(Keys.ESCAPE)
        self.assertEqual(self.stones()["white"], ["b4", "c4"])
        self.assertEqual(self.text("#verdict .task"), "White places a stone")

    def test_the_line_of_perfect_play_can_be_followed(self):
        self.open(WINS)
        line = self.until(lambda: self.find_all(".line button"), "the line is there")
        self.assertEqual(len(line), 3)
        line[-1].click()
        self.until(lambda: "White has won" in self.verdict(), "the game is over")

    def test_the_chart_leads_to_any_place_in_the_game(self):
        self.open("#/" + CLOSES + ".d4xe5")
        self.assertEqual(len(self.find_all(".column")), 6)
        chart = self.find(".chart")
        chart.send_keys(Keys.HOME)
        self.until_shown(CLOSES + ".d4xe5&ply=0")
        self.script("""const box = arguments[0].getBoundingClientRect();
            arguments[0].dispatchEvent(new MouseEvent('click',
              { clientX: box.left + box.width * 2.5 / 24, clientY: box.top + 5 }));""", chart)
        self.until_shown(CLOSES + ".d4xe5&ply=2")

    def test_the_distances_of_the_same_stones_are_drawn_with_this_position_marked(self):
        self.open(WINS)
        self.until(lambda: self.find_all(".bar.here"), "the histogram is there")
        stats = self.get("/nine-mens-morris/stats?subspace=3-3")
        drawn = [count for count in stats["wins_by_distance"] if count]
        self.assertEqual(len(self.find_all(".bar.win")), len(drawn))
        self.assertIn(f"{stats['wins_by_distance'][3]:,}", self.find(".histogram").get_attribute("aria-label"))

    def test_a_share_that_is_small_is_not_told_as_nothing(self):
        self.open(FIVE)
        text = self.browser.execute_async_script(PERCENT, [0, 1, 400, 9999, 10000])
        self.assertEqual(text, ["0", "<0.1", "4", ">99.9", "100"])

    def test_a_position_without_a_file_can_be_played_and_says_what_to_build(self):
        self.open("#/nine-mens-morris?moves=d6.f4")
        self.assertIn("1-1+8-8", self.text(".missing"))
        self.click("a1")
        self.until_shown("nine-mens-morris?moves=d6.f4.a1")

    def test_a_search_shows_what_it_finds(self):
        self.open("#/nine-mens-morris?moves=d6.f4")
        self.press_button(".analysis-engine", "Start the search")
        self.until(lambda: self.find_all(".engine-lines li"), "a line is found")
        for _ in range(5):  # the server has one search to give
            self.press_button(".analysis-engine", "Stop the search")
            self.press_button(".analysis-engine", "Start the search")
        self.until(lambda: self.find_all(".engine-lines li"), "a line is found again")
        self.assertEqual(self.text(".analysis-engine .field-problem"), "")
        self.press_button(".analysis-engine", "Stop the search")

    def test_a_search_where_the_files_know_all_says_so(self):
        self.open(FIVE)
        self.press_button(".analysis-engine", "Start the search")
        self.until(lambda: "From the files" in self.text(".analysis-engine"), "it has ended")
        self.assertEqual(self.text(".engine-lines strong"), "draw")
        self.open(WINS)
        self.press_button(".analysis-engine", "Start the search")
        self.until(lambda: self.find_all(".engine-lines li"), "a line is found")
        self.assertEqual(self.text(".engine-lines strong"), "win in 3")


class Play(BrowserTest):
    def turns_by_value(self):
        """The turns of the position on the board by the server, the worst first."""
        fens = self.script("return location.hash")
        query = fens.partition("moves=")[2].partition("&")[0]
        moves = [move for move in query.split(".") if move]
        review = self.post("/five-mens-morris/review", {"moves": moves})
        fen = review["turns"][-1]["fen"] if moves else "startpos"
        answer = self.get("/five-mens-morris?fen=" + fen.replace(" ", "_"))
        return [move["uci"] for move in reversed(answer["moves"])], answer["position"]["over"]

    def enter(self, turn):
        for token in turn.replace("x", " ").replace("-", " ").split():
            self.click(token)

    def play_badly(self):
        """A whole game of the worst turns against perfect play; how it ended."""
        self.open(FIVE + "?tab=play")
        for played in range(0, LONGEST, 2):
            turns, over = self.turns_by_value()
            if over:
                break
            self.enter(turns[0])
            self.until(lambda: len(self.find_all("#tab-play .game-list button")) >= played + 2
                       or "won" in self.verdict() or "draw" in self.verdict(),
                       "the other side has answered")
        return self.verdict()

    def test_a_whole_game_is_played_against_perfect_play(self):
        # Perfect play takes any of the turns that are worth the same, so that positions may come
        # back three times before the worst turn of one is a blunder.
        verdicts = []
        while len(verdicts) < 6 and "Black has won" not in str(verdicts):
            verdicts.append(self.play_badly())
            self.assertRegex(verdicts[-1], "Black has won|is a draw")
        self.assertIn("Black has won", verdicts[-1])

    def test_what_a_blunder_gave_away_is_told(self):
        self.open(WINS + "&tab=play")
        self.choose("#player-black", "person")
        self.click("e4", "a7")
        sentence = self.until(lambda: "became" in self.text(".comment") and self.text(".comment"), "it is told")
        self.assertIn("win in 3 became loss in 4; e4-d6 kept it", sentence)
        self.assertIn("became", self.announced())

    def test_hints_lead_to_the_win_against_the_engine(self):
        self.open(WINS + "&tab=play")
        self.choose("#player-black", "engine")
        for _ in range(2):
            self.find("#hint").click()
            hint = self.text("#tab-play [role=status]").split()[0]
            played = len(self.find_all("#tab-play .game-list button"))
            self.enter(hint)
            self.until(lambda: len(self.find_all("#tab-play .game-list button")) >= played + 2
                       or "won" in self.verdict(), "the engine has answered")
        self.assertIn("White has won", self.verdict())

    def test_taking_back_leads_to_where_the_person_was_to_move(self):
        self.open(FIVE + "?tab=play")
        self.click("c4")
        self.until(lambda: len(self.find_all("#tab-play .game-list button")) == 2, "Black has answered")
        self.find("#take-back").click()
        self.until_shown("five-mens-morris?tab=play")

    def test_perfect_play_may_begin(self):
        self.open(FIVE + "?tab=play")
        self.choose("#player-black", "person")
        self.choose("#player-white", "perfect")
        self.until(lambda: len(self.find_all("#tab-play .game-list button")) == 1, "White has begun")
        self.assertRegex(self.announced(), r"^White played [a-e][1-5]\. Black places a stone\.$")

    def test_values_are_hidden_until_somebody_asks_for_them(self):
        self.open(WINS + "&tab=play")
        self.assertEqual(self.find_all(".badge"), [])
        self.assertNotIn("wins", self.verdict())
        self.find("#show-values").click()
        self.assertEqual(len(self.find_all(".badge")), 3)

    def test_where_no_file_knows_the_position_the_engine_plays_on(self):
        self.open("#/nine-mens-morris?tab=play")
        self.click("d6")
        told = self.until(lambda: self.text(".trouble"), "it is told")
        self.assertIn("Nothing on file knows this position", told)
        self.assertEqual(self.find_all(".comment.blunder"), [])
        self.assertEqual(self.announced().count("Nothing on file"), 1)
        self.find("#hint").click()
        self.assertEqual(self.text("#tab-play [role=status]"), "No best turn is known here.")
        self.press_button(".trouble", "Let the engine play on")
        self.until(lambda: len(self.find_all("#tab-play .game-list button")) == 2, "the engine has answered")
        self.assertEqual(self.find("#player-black").get_property("value"), "engine")
        self.assertEqual(self.script("return document.activeElement.id"), "player-black")
        self.assertFalse(self.find(".trouble").is_displayed())


class Busy(BrowserTest):
    """A server that has one search to give, which somebody else has taken."""

    arguments = (*BrowserTest.arguments, "--searches", "1", "--engine-time", "8")

    def console_errors(self):  # a refusal is an error to the browser, and meant here
        return [message for message in super().console_errors() if "status of 503" not in message]

    def until_free(self):
        self.until(lambda: b"millstone_running_searches 0" in self.server.request("GET", "/metrics")[2],
                   "the search is free")

    def take_the_search(self):
        self.until_free()
        client = self.server.connect()
        self.addCleanup(client.close)
        client.sendall(b"GET /nine-mens-morris/analysis?fen=startpos_d6_f4 HTTP/1.1\r\nHost: localhost\r\n\r\n")
        self.assertIn(b"200 OK", client.recv(4096))
        return client

    def give_back(self, client):
        client.close()
        self.until_free()

    def test_the_other_side_answers_as_soon_as_it_can(self):
        self.open(FIVE + "?tab=play")
        self.choose("#player-black", "engine")
        client = self.take_the_search()
        self.click("c4")
        told = self.until(lambda: self.text(".trouble"), "it is told")
        self.assertIn("All searches of the server are taken", told)
        self.assertRegex(told, "in [0-9]+ seconds")
        self.assertIn("All searches", self.announced())
        self.give_back(client)
        self.until(lambda: len(self.find_all("#tab-play .game-list button")) == 2, "the engine has answered")
        self.assertFalse(self.find(".trouble").is_displayed())

    def test_a_position_that_is_refused_is_asked_for_again(self):
        self.open(FIVE)
        self.script(REFUSES_ONCE, "review")
        self.click("c4")
        self.until(lambda: "too much to do" in self.verdict(), "it is told")
        self.until(lambda: "Draw" in self.verdict() and self.stones()["white"] == ["c4"], "the answer has come")

    def test_a_search_that_is_refused_can_be_tried_again(self):
        self.open("#/nine-mens-morris?moves=d6.f4")
        client = self.take_the_search()
        self.press_button(".analysis-engine", "Start the search")
        self.until(lambda: "too much to do" in self.text(".analysis-engine"), "it is told")
        self.assertNotIn("Searching", self.text(".analysis-engine"))
        self.give_back(client)
        self.press_button(".analysis-engine", "Try again")
        self.until(lambda: self.find_all(".engine-lines li"), "a line is found")
        self.assertNotIn("too much to do", self.text(".analysis-engine"))
        self.press_button(".analysis-engine", "Stop the search")


class Edit(BrowserTest):
    def problem(self):
        return self.text("#edit-problem")

    def fen(self):
        return self.find("#position-text").get_property("value")

    def write_fen(self, text):
        field = self.find("#position-text")
        field.clear()
        field.send_keys(text)

    def test_a_position_is_put_together_by_clicks(self):
        self.open(FIVE + "?tab=edit")
        self.press_button("#tab-edit", "Clear")
        self.find("#tab-edit [value=white]").click()
        self.click("a1", "a3", "e5")
        self.find("#tab-edit [value=black]").click()
        self.click("c4", "d4", "b2")
        self.until(lambda: self.fen().startswith("@@***@**/*O***OO* w"), "the position is accepted")
        self.assertEqual(self.stones(), {"white": ["a1", "a3", "e5"], "black": ["b2", "c4", "d4"]})
        self.tab("analysis")
        self.assertCountEqual(self.turns_listed(), self.values_of_program(
            self.five, "five-mens-morris", "@@***@**/*O***OO* w"))

    def test_hands_and_side_to_move_are_set(self):
        self.open(FIVE + "?tab=edit")
        self.script("""for (const [id, value] of [['edit-white_hand', 4], ['edit-black_hand', 5]]) {
            const field = document.getElementById(id);
            field.value = value;
            field.dispatchEvent(new Event('change'));
          }""")
        self.click("a1")
        self.find("#tab-edit input[name=side][value=black]").click()
        self.until(lambda: " b p p 1 3 0 5 " in self.fen(), "the position is accepted")

    def test_a_stone_comes_from_the_hand_and_goes_back_to_it(self):
        self.open(FIVE + "?tab=edit")
        for hands in (" w p p 1 4 0 5 ", " w p p 0 5 1 4 ", " w p p 0 5 0 5 "):
            self.click("c4")
            self.until(lambda hands=hands: hands in self.fen(), f"the position has{hands}")

    def test_clicks_from_the_start_are_refused_only_where_the_rules_do(self):
        self.open(FIVE + "?tab=edit")
        white, black = ["c4", "b4", "c2", "a1", "e1"], ["d4", "b2", "d2", "c1", "a3"]
        clicks = [point for pair in zip(white, black) for point in (*pair, pair[1])]
        for point in clicks[:-1]:  # Black alone has a stone left for the last point
            self.click(point)
            self.assertEqual((self.problem(), self.text("#draft-problem")), ("", ""))
        self.until(lambda: " 5 0 5 0 " in self.fen(), "all stones stand on the board")
        self.click("e3")  # nothing is left to set
        self.find("#tab-edit [value=white]").click()
        self.click("e3")
        told = self.until(lambda: self.text("#draft-problem"), "the reason is told")
        self.assertIn("6 stones", told)
        self.assertEqual((self.fen(), self.problem()), ("", ""))
        self.assertIsNone(self.find("#position-text").get_attribute("aria-invalid"))
        self.click("e3")
        self.until(lambda: " 5 0 5 0 " in self.fen() and not self.text("#draft-problem"), "it is right again")

    def test_a_stone_too_many_goes_to_no_hand_when_it_is_erased(self):
        self.open(FIVE + "?tab=edit")
        for colour, points in (("black", ["d4"]), ("white", ["c4", "b4", "c2", "a1", "e1"])):
            self.find(f"#tab-edit [value={colour}]").click()
            self.click(*points)
        self.until(lambda: " 5 0 1 4 " in self.fen(), "the hand of White is empty")
        self.click("e3")
        self.until(lambda: "6 stones" in self.text("#draft-problem"), "the reason is told")
        self.click("e3")
        self.until(lambda: " 5 0 1 4 " in self.fen() and not self.text("#draft-problem"), "it is right again")
        self.click("e1")
        self.until(lambda: " 4 1 1 4 " in self.fen(), "a stone that came from the hand goes back to it")

    def test_the_text_of_a_position_says_what_is_wrong_with_it(self):
        self.open(FIVE + "?tab=edit")
        self.write_fen("nonsense")
        self.until(lambda: "board" in self.problem(), "the field is named")
        self.assertEqual(self.find("#position-text").get_attribute("aria-invalid"), "true")
        self.write_fen("@@***@**/*O***OO* w")
        self.until(lambda: len(self.stones()["white"]) == 3, "the position is taken over")
        self.assertEqual(self.problem(), "")

    def test_turning_the_board_and_swapping_colours_keep_the_value(self):
        self.open(WINS + "&tab=edit")
        seen = set()
        for name in ("Mirror", "Rotate", "Swap inner and outer ring", "Swap colours"):
            before = self.fen()
            self.press_button("#tab-edit", name)
            self.until(lambda: self.fen() != before, f"{name} does something")
            seen.add(self.fen())
            self.until(lambda: "wins in 3 plies" in self.verdict(), "the value is the same")
        self.assertEqual(len(seen), 4)
        self.assertIn("Black wins", self.verdict())

    def test_a_game_is_loaded_and_written_as_match_saves_it(self):
        self.open(FIVE + "?tab=edit")
        self.find("#game-text").send_keys("c4 c5 b4 e5 d4xe5")
        self.find("#load-game").click()
        self.until_shown(CLOSES + ".d4xe5&tab=edit")
        self.find("#show-game").click()
        text = self.until(lambda: "[White" in self.find("#game-text").get_property("value")
                          and self.find("#game-text").get_property("value"), "the text is there")
        self.open(FIVE + "?tab=edit")
        self.script("const field = arguments[0]; field.value = arguments[1] + arguments[1];"
                    "field.dispatchEvent(new Event('input'));", self.find("#game-text"), text + "\n")
        self.assertEqual(len(self.find_all("#which-game option")), 2)
        self.find("#load-game").click()
        self.until_shown(CLOSES + ".d4xe5&tab=edit")

    def test_a_game_that_is_loaded_keeps_who_played_and_how_it_ended(self):
        self.open(FIVE + "?tab=edit")
        self.find("#game-text").send_keys(
            '[White "Ann"]\n[Black "Ben & Co"]\n[Result "1-0"]\n[Reason "time"]\n1. c4 d4 2. d3 c5 1-0')
        self.find("#load-game").click()
        self.until(lambda: "moves=c4.d4.d3.c5" in self.shown(), "the game is there")
        self.assertEqual(self.saved(), {"White": "Ann", "Black": "Ben & Co", "Result": "1-0", "Reason": "time"})
        self.browser.refresh()
        self.until(lambda: self.find_all("#show-game"), "the page is there again")
        self.assertEqual(self.saved()["Result"], "1-0")
        self.tab("analysis")
        self.assertEqual(self.text("#tab-analysis .players"), "Ann – Ben & Co 1-0")
        self.click("e5")  # goes on: nobody knows now how it ends
        self.until(lambda: "c5.e5" in self.shown(), "the turn is played")
        self.assertEqual(self.text("#tab-analysis .players"), "Ann – Ben & Co")

    def test_a_game_keeps_its_rules_and_tags_until_it_is_played_on(self):
        there_and_back = "d3-e3 b4-c4 e3-d3 c4-b4 " * 3
        self.open(SLIDES + "&tab=edit")
        start = self.fen()
        text = self.post("/nine-mens-morris/review", f"""[White "Ann"]
            [Start "{start}"]
            [threefoldRepetitionRule "false"]
            [nMoveRule "0"]
            [Round "3"]
            [OpeningTurns "2"]
            [OpeningChoice "by lot"]
            [Reason "time"]

            1. {there_and_back} 1-0""", kind="text/plain")["text"]
        self.script("arguments[0].value = arguments[1]", self.find("#game-text"), text)
        self.find("#load-game").click()
        self.until(lambda: "threefoldRepetitionRule=false" in self.shown(), "the game is there")
        self.assertEqual(self.saved_text(), text)
        self.assertNotIn("is a draw", self.verdict())
        self.browser.refresh()
        self.until(lambda: self.find_all("#show-game") and self.shown(), "the page is there again")
        self.assertEqual(self.saved_text(), text)
        self.tab("play")
        self.choose("#player-black", "person")
        self.choose("#player-white", "perfect")
        self.until(lambda: len(self.find_all("#tab-play .game-list button")) == 13, "White has played")
        self.choose("#player-white", "person")
        self.tab("edit")
        saved = self.saved_text()
        for kept in ('[White "Ann"]', '[nMoveRule "0"]', '[threefoldRepetitionRule "false"]', '[Result "*"]'):
            self.assertIn(kept, saved)
        for gone in ("Round", "Opening", "Reason"):
            self.assertNotIn(gone, saved)

    def test_a_game_that_the_rules_have_ended_is_over(self):
        self.open(SLIDES + "&moves=" + ".".join(["d3-e3", "b4-c4", "e3-d3", "c4-b4"] * 2))
        self.assertIn("is a draw", self.verdict())

    def saved_text(self):
        """The game as it would be saved."""
        self.script("document.querySelector('#game-text').value = ''")
        self.find("#show-game").click()
        return self.until(lambda: self.find("#game-text").get_property("value"), "the text is there")

    def saved(self):
        """The tags of the game as it would be saved."""
        text = self.saved_text()
        tags = dict(re.findall(r'^\[(\w+) "(.*)"\]$', text, re.M))
        return {name: tags[name] for name in ("White", "Black", "Result", "Reason") if name in tags}

    def test_a_game_that_cannot_be_read_is_refused_with_the_reason(self):
        self.open(FIVE + "?tab=edit")
        self.find("#game-text").send_keys("c4 c4")
        self.find("#load-game").click()
        self.until(lambda: "c4" in self.text("#game-problem"), "the reason is told")
        self.browser.get_log("browser")  # a refusal is an error to the browser, and meant here


# A refusal of a text that somebody is writing stands in the console of every browser.
def forgive_refusals(test_class):
    own = test_class.console_errors
    test_class.console_errors = lambda self: [
        message for message in own(self) if "status of 400" not in message]
    return test_class


forgive_refusals(Edit)


class Address(BrowserTest):
    def test_back_and_forward_go_through_what_was_played(self):
        self.open(FIVE)
        self.click("c4")
        self.until_shown("five-mens-morris?moves=c4")
        self.click("c5")
        self.until_shown("five-mens-morris?moves=c4.c5")
        self.browser.back()
        self.until_shown("five-mens-morris?moves=c4")
        self.assertEqual(self.stones(), {"white": ["c4"], "black": []})
        self.browser.forward()
        self.until_shown("five-mens-morris?moves=c4.c5")
        self.assertEqual(self.stones(), {"white": ["c4"], "black": ["c5"]})

    def test_a_link_shows_the_same_to_others(self):
        self.open("#/" + CLOSES + "&ply=3&tab=variants")
        self.assertEqual(self.stones(), {"white": ["b4", "c4"], "black": ["c5"]})
        self.assertTrue(self.find("#tab-variants").is_displayed())
        self.assertIn("3 of 4", self.text("#steps"))

    def test_text_in_an_address_never_becomes_markup(self):
        self.open("#/%3Cimg%20src=x%20onerror=alert(1)%3E?moves=%3Cb%3Ea")
        self.assertIn("<img src=x onerror=alert(1)>", self.verdict())
        self.assertEqual(self.find_all("main img, main b"), [])

    def test_another_variant_is_chosen(self):
        self.open(FIVE + "?tab=variants")
        self.find('[data-variant="nine-mens-morris"]').click()
        self.until_shown("nine-mens-morris?tab=variants")
        self.assertEqual(len(self.find_all(".point")), 24)
        self.assertEqual(len(self.find_all(".rule.unusual")), 0)
        self.assertIn("All fields have their defaults.", self.text(".rules"))

    def test_rules_that_differ_are_marked_and_told_in_words(self):
        self.open(FIVE + "?tab=variants")
        self.assertEqual([rule.text.splitlines()[0] for rule in self.find_all(".rule.unusual")],
                         ["Each side starts with 5 stones."])


class Databases(BrowserTest):
    """Servers of other databases than the usual ones."""

    def build_rules(self, name, points, stones, *subspaces, fields=""):
        """A database by rules of its own and the file of these; what the program needs to be told of both."""
        rules = self.folder / f"{name}-{stones}.toml"
        rules.write_text(f'name = "{name}"\nboard = "{points}"\n[rules]\npieceCount = {stones}\n{fields}')
        directory = rules.with_suffix("")
        self.run_program("build", "--db", directory, "--rules", rules, *subspaces)
        return directory, rules

    def serve(self, *directories):
        """From now on the page is that of these databases; their descriptions."""
        self.server = Server(*(word for directory in directories for word in ("--db", directory)),
                             *self.arguments)
        self.addCleanup(self.server.stop)
        return self.get("/variants")["variants"]

    def chosen(self):
        return [button.get_attribute("data-variant") for button in self.find_all(".variant[aria-pressed=true]")]

    def test_databases_of_one_name_show_values_of_their_own(self):
        four, rules = self.build_rules("five-mens-morris", 16, 4, "0-0+4-4")
        first, second = (variant["addresses"][0] for variant in self.serve(self.five, four))
        self.assertEqual(first, "five-mens-morris")
        values = [[move["move"], move["value"], move["distance"]] for move in
                  self.json_of("probe", "--db", four, "--rules", rules, "startpos")["moves"]]
        self.open("#/" + second)
        self.assertIn("4 in hand", self.text("main"))
        self.assertCountEqual(self.turns_listed(), values)
        self.click("c4")
        self.until_shown(f"{second}?moves=c4")
        self.assertIn("3 in hand", self.text("main"))
        self.until(lambda: self.find_all(".shares"), "the histogram is there")
        self.open(FIVE + "?tab=variants")
        for name in (second, first):
            self.find(f'[data-variant="{name}"]').click()
            self.until_shown(f"{name}?tab=variants")
            self.assertEqual(self.chosen(), [name])
        titles = [title.text for title in self.find_all(".variant strong, #variant-choice option")]
        self.assertEqual(len(titles), 4)
        self.assertEqual(len({title.removesuffix(" ✓") for title in titles}), 2)
        self.choose("#variant-choice", second)
        self.until_shown(f"{second}?tab=variants")
        self.assertIn("4 stones", self.text(".rules"))

    def test_a_database_whose_name_is_a_route_is_shown(self):
        three, rules = self.build_rules("variants", 9, 3, "0-0+3-3")
        variants = self.serve(self.five, three)
        self.open(FIVE + "?tab=variants")
        self.choose("#variant-choice", variants[1]["digest"])
        self.until_shown(f"{variants[1]['digest']}?tab=variants")
        self.tab("analysis")
        values = [[move["move"], move["value"], move["distance"]] for move in
                  self.json_of("probe", "--db", three, "--rules", rules, "startpos")["moves"]]
        self.assertCountEqual(self.turns_listed(), values)
        self.open("#/" + variants[0]["digest"] + "?moves=c4")  # a digest always leads somewhere
        self.assertIn("5 in hand", self.text("main"))

    def test_a_preset_without_a_database_is_played_by_the_engine(self):
        self.server = Server("--presets", *self.arguments)
        self.addCleanup(self.server.stop)
        self.open("#/nine-mens-morris?tab=play")  # the first of them, shown from the start
        self.assertEqual(self.find("#player-black").get_property("value"), "engine")
        self.assertTrue(self.find("#engine-level").is_displayed())
        self.open("#/da-san-qi?tab=play")
        self.assertEqual(self.find("#player-black").get_property("value"), "engine")
        self.assertFalse(self.find("#player-black option[value=perfect]").is_enabled())
        self.click("d6")
        self.until(lambda: len(self.find_all("#tab-play .game-list button")) == 2, "the engine has answered")
        self.assertFalse(self.find(".trouble").is_displayed())
        self.tab("analysis")
        self.assertIn("Nobody has computed this variant here", self.text(".missing"))
        self.tab("variants")
        self.assertIn("no database", self.text("[data-variant=russian-mill]"))

    def test_a_rule_that_differs_is_told_even_where_it_has_no_effect(self):
        moot, _ = self.build_rules("moot", 9, 3, "3-3", fields="mayFly = false\nflyPieceCount = 4\n")
        self.serve(moot)
        self.open("#/moot?tab=variants")
        marked = [rule.text for rule in self.find_all(".rule.unusual")]
        self.assertEqual([text.splitlines()[1].split()[0] for text in marked],
                         ["pieceCount", "mayFly", "flyPieceCount"])
        self.assertIn("3 fields differ", self.text(".rules"))
        self.assertEqual(["without effect" in text for text in marked], [False, False, True])

    def console_errors(self):  # that a file is damaged is an error to the browser, and meant here
        return [message for message in super().console_errors() if "status of 500" not in message]

    def test_a_damaged_file_is_not_called_a_missing_one(self):
        damaged = self.folder / "damaged"
        shutil.copytree(self.nine, damaged)
        (damaged / "4-4.value").write_bytes((damaged / "4-4.value").read_bytes()[:2000])
        self.serve(damaged)
        self.assertEqual(["is damaged" in remark for remark in self.server.remarks], [True])
        self.open(SLIDES)
        self.assertIn("A file of this position is damaged", self.text(".missing"))
        self.assertNotIn("no file", self.text("main"))
        self.until(lambda: "4-4 is damaged" in self.text(".analysis-distances"), "the histogram says so too")
        self.tab("play")
        self.choose("#player-white", "perfect")
        self.until(lambda: "is damaged" in self.text(".trouble"), "the other side says so too")


class Everyone(BrowserTest):
    def test_the_keyboard_alone_is_enough(self):
        self.open(FIVE)
        for _ in range(20):
            self.press(Keys.TAB)
            if self.script("return document.activeElement.dataset.point"):
                break
        self.assertEqual(self.script("return document.activeElement.dataset.point"), "c4")
        self.press(Keys.ARROW_UP, Keys.ENTER)
        self.until_shown("five-mens-morris?moves=c5")
        self.press(Keys.ARROW_RIGHT, Keys.SPACE)
        self.until_shown("five-mens-morris?moves=c5.e5")
        while not self.script("return document.activeElement.id === 'choose-analysis'"):
            self.press(Keys.TAB)
        self.press(Keys.ARROW_RIGHT)
        self.assertTrue(self.find("#tab-play").is_displayed())
        self.script("document.activeElement.blur()")
        self.press(Keys.ARROW_LEFT)
        self.until_shown("five-mens-morris?moves=c5.e5&ply=1&tab=play")

    def test_points_are_told_with_stone_and_value(self):
        self.open(WINS)
        label = self.find('[data-point="e4"]').get_attribute("aria-label")
        self.assertEqual(label, "e4: white stone, can be moved, win in 3")
        self.assertEqual(self.find('[data-point="b2"]').get_attribute("aria-label"), "b2: black stone")

    def test_a_page_in_the_dark_is_dark(self):
        self.open(FIVE)
        background = "return getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)"
        self.assertGreater(min(self.script(background)), 200)
        self.set_media("dark")
        self.assertLess(max(self.script(background)), 60)
        self.choose("#theme-choice", "light")
        self.assertGreater(min(self.script(background)), 200)
        self.choose("#theme-choice", "system")

    def test_nothing_sticks_out_of_a_small_phone(self):
        self.set_size(360, 740)
        for language in ("en", "de", "zh"):
            self.open(FIVE)
            self.choose_language(language)
            for direction in ("ltr", "rtl"):
                for address in (FIVE + "?moves=c4.c5.b4.e5", WINS):
                    self.open(address)
                    self.script("document.documentElement.dir = arguments[0]", direction)
                    for tab in TABS:
                        self.tab(tab)
                        with self.subTest(language=language, direction=direction, address=address, tab=tab):
                            self.assertLessEqual(self.script("return document.documentElement.scrollWidth"), 360)
        self.choose_language("en")

    def choose_language(self, language):
        self.choose("#language-choice", language)
        self.until(lambda: self.script("return document.documentElement.lang") == language
                   and self.shown(), "the language has changed")

    def test_the_page_speaks_the_language_that_was_chosen(self):
        self.open(WINS)
        for language, title, words in (("de", "Mühle", "Weiß gewinnt in 3 Halbzügen"),
                                       ("zh", "九子棋", "白方 3 步内获胜"),
                                       ("en", "Nine Men's Morris", "White wins in 3 plies")):
            self.choose_language(language)
            self.until(lambda: words in self.verdict(), f"it says {words}")
            self.assertEqual(self.browser.title, f"{title} – Millstone")

    def test_errors_of_the_server_are_told_in_the_language_of_the_page(self):
        for language, written, unknown in (("de", "Das ist keine Stellung", "Keine Datei kennt diese Stellung"),
                                           ("zh", "这不是此棋种的合法局面", "现有文件中没有此局面"),
                                           ("en", "This is no position", "Nothing on file knows this position")):
            self.open(FIVE)
            self.choose_language(language)
            self.open(FIVE + "?moves=c4.c4")
            self.assertEqual(self.find("#verdict .detail").get_attribute("lang"), "en")
            self.assertNotIn("turn 2", self.text("#verdict .headline span"))
            self.open(FIVE + "?tab=edit")
            self.find("#position-text").clear()
            self.find("#position-text").send_keys("nonsense")
            self.until(lambda written=written: written in self.text("#edit-problem"), "it is told")
            self.assertIn("'board'", self.text("#edit-problem [lang=en]"))
            self.open("#/nine-mens-morris?moves=d6&tab=play")
            self.assertIn(unknown, self.text(".trouble"))
        self.browser.get_log("browser")  # a refusal is an error to the browser, and meant here

    def test_every_preset_has_a_name(self):
        words = json.loads((PAGE / "languages" / "en.json").read_text(encoding="utf-8"))
        presets = {path.stem for path in (PAGE.parents[1] / "data" / "variants").glob("*.toml")}
        self.assertEqual({key[5:] for key in words if key.startswith("name.")}, presets)

    def test_all_languages_have_the_same_words(self):
        words = {path.stem: json.loads(path.read_text(encoding="utf-8"))
                 for path in (PAGE / "languages").glob("*.json")}
        self.assertEqual(set(words), {"en", "de", "zh"})
        for language, entries in words.items():
            self.assertEqual(set(entries), set(words["en"]), language)

    def test_nothing_comes_from_elsewhere_and_all_of_it_is_small(self):
        self.bytes_received()
        self.browser.execute_cdp_cmd("Network.setCacheDisabled", {"cacheDisabled": True})
        self.open(FIVE)
        self.until(lambda: self.find_all(".shares"), "everything is there")
        addresses = self.script("return performance.getEntriesByType('resource').map((entry) => entry.name)")
        self.assertEqual([address for address in addresses if not address.startswith(self.server.url)], [])
        received = self.bytes_received()
        self.assertGreater(received, 10_000)
        self.assertLess(received, 200_000)
        self.browser.execute_cdp_cmd("Network.setCacheDisabled", {"cacheDisabled": False})

    @unittest.skipUnless(AXE, "AXE names no axe.min.js")
    def test_the_rules_of_accessibility_are_kept(self):
        for scheme in ("light", "dark"):
            self.set_media(scheme)
            for tab in TABS:
                for address in (FIVE + "?moves=c4.c5.b4.e5", WINS):
                    self.open(address)
                    self.tab(tab)
                    with self.subTest(scheme=scheme, tab=tab, address=address):
                        self.assertEqual(self.faults_of_page(), [])

    def faults_of_page(self):
        # The browser's own interface runs it: the policy of the page forbids scripts from elsewhere.
        self.browser.execute_cdp_cmd("Runtime.evaluate", {"expression": Path(AXE).read_text(encoding="utf-8")})
        answer = self.browser.execute_async_script(
            "const done = arguments[0]; axe.run().then((result) => done(result.violations));")
        return [(fault["id"], node["html"][:120], node.get("failureSummary", "")[:200])
                for fault in answer for node in fault["nodes"]]


if __name__ == "__main__":
    unittest.main()
