"""/openapi.json describes what is really answered, and a client that knows only the fields of the chess
server's answers finds them."""

import json
import shutil
import unittest

import jsonschema

from served import Server, ServedTest, WHITE_WINS, fen_target

OVER = "********/OO***@*O/**@***** b o ? 3 0 2 0 0 0 0 0 0 0 0 0 2"
GAME = {"moves": ["c4", "d4", "e5"]}


class Description(ServedTest):
    def setUp(self):
        super().setUp()
        self.description = self.get("/openapi.json")

    def described(self, path, method, status):
        """What is said of an answer of that status."""
        answers = self.description["paths"][path][method]["responses"]
        self.assertIn(str(status), answers, f"{method} {path} is not said to answer {status}")
        answer = answers[str(status)]
        if "$ref" in answer:
            answer = self.description["components"]["responses"][answer["$ref"].rpartition("/")[2]]
        return answer

    def schema_of(self, path, method, status, kind="application/json"):
        schema = self.described(path, method, status)["content"][kind]["schema"]
        return {**schema, "components": self.description["components"]}

    def check_raw(self, server, path, method, status, headers=b"", target=None):
        """A request by hand gets that status, and what is answered fits its description."""
        target = (target or path.replace("{variant}", "five-mens-morris")).encode()
        received = server.raw(method.upper().encode() + b" " + target + b" HTTP/1.1\r\n"
                              + b"Connection: close\r\n" + headers + b"\r\n")
        head, _, body = received.partition(b"\r\n\r\n")
        self.assertTrue(head.startswith(b"HTTP/1.1 %d " % status), (path, method, status, head[:80]))
        described = self.described(path, method, status)
        for name in described.get("headers", {}):
            self.assertIn(f"\r\n{name}: ".encode(), head)
        self.assertEqual("content" in described, body != b"")
        if body:
            jsonschema.Draft202012Validator(self.schema_of(path, method, status)).validate(json.loads(body))

    def check(self, path, target, status=200, body=None):
        """What is answered fits its description."""
        method = "get" if body is None else "post"
        answer = self.get(target, status) if body is None else self.post(target, body, status)
        schema = self.schema_of(path, method, status)
        jsonschema.Draft202012Validator(schema).validate(answer)

    def test_every_answer_fits(self):
        five, nine = "/five-mens-morris", "/nine-mens-morris"
        for path, target, status in (
                ("/variants", "/variants", 200),
                ("/healthz", "/healthz", 200),
                ("/openapi.json", "/openapi.json", 200),
                ("/{variant}", f"{five}?fen=startpos", 200),
                ("/{variant}", fen_target("nine-mens-morris", WHITE_WINS), 200),
                ("/{variant}", fen_target("nine-mens-morris", OVER), 200),
                ("/{variant}", f"{nine}?fen=startpos", 404),
                ("/{variant}", f"{nine}?fen=x", 400),
                ("/{variant}/mainline", fen_target("nine-mens-morris", WHITE_WINS, "/mainline"), 200),
                ("/{variant}/mainline", f"{five}/mainline?fen=startpos", 200),
                ("/{variant}/position", f"{nine}/position?fen=startpos", 200),
                ("/{variant}/position", f"{nine}/position?white=q", 400),
                ("/{variant}/stats", f"{nine}/stats", 200),
                ("/{variant}/stats", f"{nine}/stats?subspace=3-3", 200),
                ("/{variant}/stats", f"{nine}/stats?subspace=9-9", 404),
                ("/{variant}/analysis", f"{nine}/analysis?fen=x", 400)):
            with self.subTest(target=target):
                self.check(path, target, status)
        for path, body, status in (
                ("/{variant}/review", GAME, 200), ("/{variant}/review", {"moves": 1}, 400),
                ("/{variant}/play", GAME, 200), ("/{variant}/play", {**GAME, "level": 2}, 200),
                ("/{variant}/play", {"level": 31}, 400),
                ("/{variant}/review", {"game": "x" * 70000}, 413)):
            with self.subTest(path=path, status=status):
                self.check(path, path.replace("/{variant}", five), status, body)

    def test_every_refusal_of_a_request_is_described(self):
        host = b"Host: localhost\r\n"
        for path, operations in self.description["paths"].items():
            for method in operations:
                def check(status, headers=host, target=None):
                    with self.subTest(path=path, method=method, status=status):
                        self.check_raw(self.server, path, method, status, headers, target)  # noqa: B023
                check(400, b"")
                check(413, host + b"Content-Length: 99999999\r\n")
                check(414, host, "/" + "a" * 9000)
                check(421, b"Host: evil.example\r\n")
                check(431, host + b"X: " + b"a" * 9000 + b"\r\n")
                check(501, host + b"Transfer-Encoding: gzip, chunked\r\n")
                if method == "post":
                    check(403, host + b"Origin: http://evil.example\r\n")
                if "{variant}" in path:
                    check(404, host, path.replace("{variant}", "chess"))
                _, headers, _ = self.server.request(
                    "HEAD", path.replace("{variant}", "five-mens-morris") + "?fen=startpos")
                if method == "get" and headers["ETag"]:
                    check(304, host + b"If-None-Match: *\r\n",
                          path.replace("{variant}", "five-mens-morris") + "?fen=startpos")

    def test_other_methods_are_described(self):
        for path, operations in self.description["paths"].items():
            target = path.replace("{variant}", "five-mens-morris")
            other = "POST" if "get" in operations else "GET"
            for method in (other, "DELETE"):
                status, headers, body = self.server.request(method, target)
                self.assertEqual(status, 405, target)
                described = self.described(path, *operations, 405)
                self.assertEqual(list(described["headers"]), ["Allow"])
                self.assertTrue(headers["Allow"])
                jsonschema.Draft202012Validator(self.schema_of(path, *operations, 405)).validate(
                    json.loads(body))

    def test_answers_of_a_busy_server_are_described(self):
        server = Server("--db", self.five, "--connections", 1)
        self.addCleanup(server.stop)
        with server.connect():
            for path, operations in self.description["paths"].items():
                self.check_raw(server, path, *operations, 503)

    def test_answers_about_damaged_files_are_described(self):
        damaged = self.folder / "damaged"
        shutil.copytree(self.nine, damaged)
        (damaged / "3-3.value").write_bytes((damaged / "3-3.value").read_bytes()[:-1])
        server = Server("--db", damaged)
        self.addCleanup(server.stop)
        for route, body in (("", None), ("/mainline", None), ("/stats", None),
                            ("/review", {"fen": WHITE_WINS, "moves": ["d5-d6"]}),
                            ("/play", {"fen": WHITE_WINS})):
            target = fen_target("nine-mens-morris", WHITE_WINS, route) + "&subspace=3-3"
            status, _, answer = server.request("POST" if body else "GET", target, body and json.dumps(body))
            self.assertEqual(status, 500, (target, answer))
            schema = self.schema_of("/{variant}" + route, "post" if body else "get", 500)
            jsonschema.Draft202012Validator(schema).validate(json.loads(answer))

    def test_findings_of_an_analysis_fit(self):
        with self.server.connect() as client:
            client.sendall(b"GET /nine-mens-morris/analysis?fen=startpos HTTP/1.1\r\n"
                           b"Host: localhost\r\n\r\n")
            received = b""
            while received.count(b"data: ") < 2:
                received += client.recv(65536)
        finding = json.loads(received.split(b"data: ")[1].split(b"\n")[0])
        schema = self.schema_of("/{variant}/analysis", "get", 200, "text/event-stream")
        jsonschema.Draft202012Validator(schema).validate(finding)

    def test_a_wrong_answer_would_not_fit(self):
        answer = self.get("/five-mens-morris?fen=startpos")
        schema = self.schema_of("/{variant}", "get", 200)
        for member, value in (("category", "won"), ("dtz", 1), ("moves", None), ("more", 1)):
            with self.assertRaises(jsonschema.ValidationError):
                jsonschema.Draft202012Validator(schema).validate({**answer, member: value})

    def test_every_route_of_the_server_is_described(self):
        metrics = self.server.request("GET", "/metrics")[2].decode()
        self.test_every_answer_fits()
        routes = {line.split('route="')[1].split('"')[0] for line in metrics.splitlines()
                  if 'route="' in line}
        self.assertLessEqual(routes - {"none", "/{file}"}, set(self.description["paths"]))


class ChessClient(ServedTest):
    """Reads what a client of the chess server's interface reads, and nothing else."""

    FLAGS = ("checkmate", "stalemate", "variant_win", "variant_loss", "insufficient_material")

    def test_it_plays_a_won_position_to_its_end(self):
        fen, plies = WHITE_WINS.replace(" ", "_"), []
        while True:
            answer = self.get(f"/nine-mens-morris?fen={fen}")
            for member in ("dtz", "precise_dtz", "dtm", "dtc"):
                self.assertIsNone(answer[member])
            if any(answer[flag] for flag in self.FLAGS):
                break
            best = answer["moves"][0]
            for flag in self.FLAGS + ("zeroing",):
                self.assertIsInstance(best[flag], bool)
            self.assertEqual({"win": "loss", "loss": "win"}[answer["category"]], best["category"])
            self.assertEqual(abs(answer["dtw"]), abs(best["dtw"]) + 1)
            plies.append((best["uci"], best["san"]))
            fen = best["fen"].replace(" ", "_")
        self.assertEqual(len(plies), 3)
        self.assertTrue(answer["checkmate"])

    def test_it_shows_the_main_line(self):
        line = self.get(fen_target("nine-mens-morris", WHITE_WINS, "/mainline"))
        self.assertEqual(line["winner"], "w")
        for ply in line["mainline"]:
            self.assertEqual({"uci", "san", "dtz"} - set(ply), set())

    def test_it_tells_unknown_positions_by_404(self):
        self.get("/nine-mens-morris?fen=startpos", 404)
        self.get("/atomic?fen=startpos", 404)


if __name__ == "__main__":
    unittest.main()
