"""What the tests of the server share: the real program serving on a port of its own, and sockets to it.

Like tests/tools/program.py, which it builds on: a test is started with the path of the program.
"""

import http.client
import json
import socket
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from urllib.parse import quote

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tools"))

from program import DONE, PROGRAM, ProgramTest, WHITE_WINS  # noqa: E402,F401

# By the rules of Nine Men's Morris; the turns that keep the draw are not equally good.
UNEQUAL_DRAWS = "**@*O***/O*@@O***/@**O**** w m s 4 0 4 0 0 0 0 0 0 0 0 0 1"
SECONDS = 30  # after which a test no longer waits


class Server:
    """`millstone serve` with these arguments, on any free port, in a directory."""

    def __init__(self, *arguments, environment=None, directory=None):
        self.process = subprocess.Popen(
            [PROGRAM, "serve", "--listen", "127.0.0.1:0", *map(str, arguments)],
            stderr=subprocess.PIPE, text=True, env=environment, cwd=directory)
        self.remarks = []
        for line in self.process.stderr:
            if line.startswith("listening on "):
                self.url = line.removeprefix("listening on ").strip()
                break
            self.remarks.append(line.strip())
        else:
            raise AssertionError(f"the server has ended: {self.remarks}")
        self.port = int(self.url.rstrip("/").rpartition(":")[2])
        # Nobody waits for what it says later, and a full pipe would stop it.
        self.errors = []
        self.reader = threading.Thread(target=lambda: self.errors.extend(self.process.stderr))
        self.reader.start()

    def stop(self):
        """Asks it to end, and sees that it ends well: sanitizers have another exit code."""
        if self.process.poll() is None:
            self.process.terminate()
        code = self.process.wait(SECONDS)
        self.reader.join()
        self.process.stderr.close()
        if code != DONE:
            raise AssertionError(f"the server ended with {code}:\n{''.join(self.errors)}")

    def connect(self):
        return socket.create_connection(("127.0.0.1", self.port), timeout=SECONDS)

    def request(self, method, target, body=None, headers=None):
        """One request on a connection of its own: status, headers, body."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=SECONDS)
        try:
            connection.request(method, target, body=body, headers=headers or {})
            response = connection.getresponse()
            return response.status, response.headers, response.read()
        finally:
            connection.close()

    def raw(self, data, parts=1):
        """Sends bytes, in so many packets, and returns all that comes back until the end."""
        with self.connect() as client:
            size = max(1, -(-len(data) // parts))
            try:
                for start in range(0, len(data), size):
                    client.sendall(data[start:start + size])
                client.shutdown(socket.SHUT_WR)
            except OSError:
                pass  # it had heard enough
            received = b""
            try:
                while chunk := client.recv(65536):
                    received += chunk
            except ConnectionError:
                pass
            return received


def fen_target(variant, fen, route=""):
    return f"/{quote(variant)}{route}?fen={quote(fen, safe='*@/')}"


class ServedTest(ProgramTest):
    """A test class that asks one server: of a whole small game and of a part of a large one."""

    arguments = ()

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="millstone-served-")
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        for arguments in (("--variant", "five-mens-morris", "0-0+5-5"), ("4-4",)):
            directory = cls.folder / arguments[-1]
            subprocess.run([PROGRAM, "build", "--db", directory, *arguments], check=True,
                           capture_output=True)
        cls.five, cls.nine = cls.folder / "0-0+5-5", cls.folder / "4-4"
        subprocess.run([PROGRAM, "grade", "--db", cls.nine], check=True, capture_output=True)
        cls.server = Server("--db", cls.five, "--db", cls.nine, *cls.arguments)
        cls.addClassCleanup(cls.server.stop)

    def get(self, target, status=200):
        """The JSON of an answer."""
        found, headers, body = self.server.request("GET", target)
        self.assertEqual(found, status, f"GET {target}: {body.decode(errors='replace')}")
        self.assertEqual(headers["Content-Type"], "application/json")
        return json.loads(body)

    def post(self, target, body, status=200, kind="application/json"):
        data = body if isinstance(body, str) else json.dumps(body)
        found, _, answer = self.server.request("POST", target, data.encode(), {"Content-Type": kind})
        self.assertEqual(found, status, f"POST {target}: {answer.decode(errors='replace')}")
        return json.loads(answer)

    def still_answers(self):
        self.assertEqual(self.get("/healthz"), {"status": "ok"})
