"""Clients that mean harm: broken HTTP, long everything, paths that lead elsewhere, text that is markup.
The server answers or closes, and goes on."""

import json
import random
import socket
import time
import unittest

from served import Server, ServedTest

OK, HOST = b"HTTP/1.1 200 OK\r\n", b"Host: localhost\r\n"


def get(target, headers=b""):
    return b"GET " + target + b" HTTP/1.1\r\n" + HOST + headers + b"Connection: close\r\n\r\n"


class Hostile(ServedTest):
    every_test = True

    def status(self, data, parts=1):
        """Status of the first answer; None if there is none."""
        received = self.server.raw(data, parts)
        return int(received.split(b" ", 2)[1]) if received.startswith(b"HTTP/1.") else None

    def test_requests_in_many_small_packets_are_answered(self):
        request = get(b"/five-mens-morris?fen=startpos")
        for parts in (2, 7, len(request)):
            self.assertTrue(self.server.raw(request, parts).startswith(OK))

    def test_what_is_no_http_is_refused(self):
        for data in (b"\x00\x01\x02\x03\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
                     b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"GET / HTTP/1.1\r\nNo colon\r\n\r\n",
                     b"GET / HTTP/1.1\r\n Host: x\r\n\r\n", b"GET  / HTTP/1.1\r\n\r\n",
                     b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"G\xe9T / HTTP/1.1\r\n\r\n"):
            self.assertIn(self.status(data), (400, 405, None), data)
            self.still_answers()

    def test_long_targets_headers_and_bodies_are_refused(self):
        self.assertEqual(self.status(get(b"/" + b"a" * 20_000)), 414)
        self.assertEqual(self.status(get(b"/", b"X: " + b"a" * 20_000 + b"\r\n")), 431)
        self.assertEqual(self.status(get(b"/", b"".join(b"X%d: 1\r\n" % n for n in range(3000)))), 431)
        self.assertEqual(self.status(b"POST /five-mens-morris/review HTTP/1.1\r\n" + HOST
                                     + b"Content-Length: 70000\r\n\r\n" + b"a" * 70_000), 413)
        self.assertEqual(self.status(b"POST /five-mens-morris/review HTTP/1.1\r\n" + HOST
                                     + b"Content-Length: 99999999999999\r\n\r\n"), 413)
        self.still_answers()

    def test_chunks_are_counted_too(self):
        head = b"POST /five-mens-morris/review HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: chunked\r\n\r\n"
        self.assertEqual(self.status(head + b"10\r\n" + b'{"moves":["c4"]}' + b"\r\n0\r\n\r\n"), 200)
        self.assertEqual(self.status(head + b"fff0\r\n" + b"a" * 0xFFF0 + b"\r\nfff0\r\n" + b"a" * 0xFFF0), 413)
        for broken in (b"zz\r\n", b"ffffffffffffffffff\r\n", b"-1\r\n\r\n", b"5\r\nabcdefg\r\n"):
            self.assertIn(self.status(head + broken), (400, 413, None), broken)
            self.still_answers()

    def test_fields_behind_the_last_chunk_are_headers_too(self):
        head = b"POST /five-mens-morris/review HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: chunked\r\n\r\n"
        for size, status in ((7_000, 200), (9_000, 431), (65_000, 431), (66_000, 431), (90_000, 431),
                             (130_000, 431), (200_000, 431)):
            for fields in (b"X: " + b"a" * size, b"\r\n".join([b"X: " + b"a" * 995] * (size // 1000))):
                data = head + b"2\r\n{}\r\n0\r\n" + fields + b"\r\n\r\n"
                self.assertEqual(self.status(data), status, size)
        self.still_answers()

    def test_a_body_in_a_coding_that_is_not_known_is_refused(self):
        for headers, status in ((b"Transfer-Encoding: gzip, chunked\r\n", 501),
                                (b"Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n", 501),
                                (b"Transfer-Encoding: Chunked \r\n", 200),
                                (b"Transfer-Encoding: gzip\r\n", 400)):
            received = self.status(b"POST /five-mens-morris/review HTTP/1.1\r\n" + HOST + headers + b"\r\n"
                                   + b"10\r\n" + b'{"moves":["c4"]}' + b"\r\n0\r\n\r\n")
            self.assertEqual(received, status, headers)
            self.still_answers()

    def test_nothing_is_smuggled_behind_two_lengths(self):
        """A proxy and this server must not see the end of a request at different places."""
        inner = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
        for headers in (b"Content-Length: 0\r\nContent-Length: %d\r\n" % len(inner),
                        b"Content-Length: %d\r\nTransfer-Encoding: chunked\r\n" % len(inner),
                        b"Transfer-Encoding: chunked\r\nContent-Length: %d\r\n" % len(inner),
                        b"Content-Length: +%d\r\n" % len(inner),
                        b"Content-Length: 0x10\r\n",
                        b"Transfer-Encoding: chunked, identity\r\n",
                        b"Transfer-Encoding : chunked\r\n"):
            received = self.server.raw(b"POST /five-mens-morris/review HTTP/1.1\r\n" + HOST + headers
                                       + b"\r\n" + inner)
            self.assertNotIn(b'"status":"ok"', received, headers)
            self.assertNotIn(b"200 OK", received, headers)
            self.still_answers()

    def test_nothing_is_smuggled_in_chunks_of_an_old_version(self):
        """HTTP/1.0 knows no chunks: a proxy of that age sees the end of the request elsewhere."""
        inner = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
        for more in (b"", b"Connection: keep-alive\r\n", b"Content-Length: 5\r\n"):
            for method in (b"POST /five-mens-morris/review", b"GET /five-mens-morris?fen=startpos"):
                received = self.server.raw(method + b" HTTP/1.0\r\n" + HOST + more
                                           + b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + inner)
                self.assertIn(b" 400 ", received.split(b"\r\n")[0])
                self.assertNotIn(b'"status":"ok"', received)
                self.assertEqual(received.count(b"Content-Type: "), 1)
                self.still_answers()

    def test_two_hosts_or_none_are_refused(self):
        self.assertEqual(self.status(b"GET /healthz HTTP/1.1\r\n\r\n"), 400)
        self.assertEqual(self.status(get(b"/healthz", b"Host: localhost\r\n")), 400)
        self.assertEqual(self.status(b"GET /healthz HTTP/1.0\r\n\r\n"), 200)

    def test_no_path_leads_out_of_the_page(self):
        for path in (b"/../../../etc/passwd", b"/..%2f..%2fetc%2fpasswd", b"/%2e%2e/%2e%2e/etc/passwd",
                     b"//etc/passwd", b"/./index.html/../../etc/passwd", b"/%00", b"/index.html%00.css",
                     b"/..\\..\\etc\\passwd", b"/languages/../../../../etc/passwd",
                     b"/five-mens-morris/../../etc/passwd", b"http://localhost/etc/passwd"):
            received = self.server.raw(get(path))
            self.assertNotIn(b"root:", received, path)
            self.assertNotIn(b" 200 ", received.split(b"\r\n")[0], path)
            self.still_answers()

    def test_text_that_is_no_utf8_comes_back_as_json(self):
        for target in (b"/%ff%fe", b"/five-mens-morris?fen=%ff%c0%80", b"/five-mens-morris?fen=%ED%A0%80",
                       b"/five-mens-morris?fen=%zz", b"/%", b"/five-mens-morris?" + b"n" * 99 + b"=%zz",
                       b"/five-mens-morris?%ff=%ff&fen"):
            received = self.server.raw(get(target))
            head, _, body = received.partition(b"\r\n\r\n")
            self.assertIn(head.split(b" ")[1], (b"400", b"404"), received)
            self.assertIn("error", json.loads(body.decode("utf-8", "strict")))

    def test_markup_comes_back_as_json_and_never_as_a_page(self):
        received = self.server.raw(get(b"/%3Cscript%3Ealert(1)%3C/script%3E"))
        self.assertIn(b"Content-Type: application/json", received)
        self.assertIn(b"nosniff", received)

    def test_deep_and_strange_json_is_refused(self):
        for body in (b"[" * 60_000, b'{"a":' * 10_000, b'{"moves":[' + b'"c4",' * 9_000 + b'"c4"]}',
                     b'{"fen":"\\ud800"}', b'{"moves":["\\u0000"]}', b'{"level":1e400}', b"\xff\xfe",
                     b'{"moves":["' + b"x" * 60_000 + b'"]}', b'{"level":{"a":[1]}}', b"null"):
            received = self.server.raw(b"POST /five-mens-morris/play HTTP/1.1\r\n" + HOST
                                       + b"Content-Length: %d\r\n\r\n" % len(body) + body)
            self.assertIn(received.split(b" ", 2)[1], (b"400", b"413"), body[:40])
            error = json.loads(received.partition(b"\r\n\r\n")[2])["error"]
            self.assertLess(len(error), 300)
            self.still_answers()

    def test_header_lines_do_not_come_back(self):
        received = self.server.raw(get(b"/a%0d%0aSet-Cookie:%20x=1"))
        self.assertNotIn(b"\r\nSet-Cookie", received)

    def test_random_damage_to_good_requests_does_no_harm(self):
        chance = random.Random(5)
        good = [get(b"/five-mens-morris?fen=startpos_c4"), get(b"/variants", b"Accept-Encoding: gzip\r\n"),
                b"POST /five-mens-morris/review HTTP/1.1\r\n" + HOST
                + b"Content-Length: 16\r\n\r\n" + b'{"moves":["c4"]}']
        for _ in range(300):
            data = bytearray(chance.choice(good))
            for _ in range(chance.randrange(1, 6)):
                data[chance.randrange(len(data))] = chance.randrange(256)
            self.server.raw(bytes(data), chance.randrange(1, 4))
        self.still_answers()

    def test_clients_that_leave_in_the_middle_leave_nothing_behind(self):
        request = get(b"/five-mens-morris?fen=startpos")
        for length in range(1, len(request), 5):
            with self.server.connect() as client:
                client.sendall(request[:length])
        for _ in range(50):  # the answer finds nobody
            with self.server.connect() as client:
                client.sendall(request)
                client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        deadline = time.monotonic() + 20
        while b"open_connections 1\n" not in self.server.request("GET", "/metrics")[2]:
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.05)

    def test_a_client_that_does_not_read_is_left_alone(self):
        request = get(b"/variants").replace(b"Connection: close\r\n", b"")
        with self.server.connect() as client:
            client.setblocking(False)
            try:
                for _ in range(20_000):
                    client.send(request)
            except BlockingIOError:
                pass
            self.still_answers()


class Slots(ServedTest):
    def test_idle_connections_in_number_leave_room_for_others(self):
        clients = [self.server.connect() for _ in range(400)]
        self.addCleanup(lambda: [client.close() for client in clients])
        for client in clients[::2]:
            client.sendall(b"GET / HTTP/1.1\r\nHo")
        self.still_answers()

    def test_slow_requests_beyond_the_queue_are_asked_to_come_again(self):
        server = Server("--db", self.five, "--engine-time", 1)
        self.addCleanup(server.stop)
        body = b'{"level":30}'
        request = (b"POST /five-mens-morris/play HTTP/1.1\r\n" + HOST
                   + b"Content-Length: %d\r\n\r\n" % len(body) + body)
        clients = [server.connect() for _ in range(8)]
        for client in clients:
            client.sendall(request)
        statuses = sorted(client.recv(12)[9:12] for client in clients)
        for client in clients:
            client.close()
        self.assertEqual(set(statuses), {b"200", b"503"})


if __name__ == "__main__":
    unittest.main()
