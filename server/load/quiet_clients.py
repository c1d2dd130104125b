"""Keeps connections open that say nothing, or a byte each second.

    quiet_clients.py PORT COUNT SECONDS [--slow]

With --slow each client sends a request byte by byte and begins anew when the server has had enough of it.
"""

import selectors
import socket
import sys
import time

REQUEST = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n" + b"X: 1\r\n" * 1000


def connect(port):
    client = socket.create_connection(("127.0.0.1", port))
    client.setblocking(False)
    return client


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--slow"]
    if len(arguments) != 3:
        sys.exit(__doc__)
    port, count, seconds = map(int, arguments)
    slow = "--slow" in sys.argv
    selector = selectors.DefaultSelector()
    sent = {}
    for _ in range(count):
        client = connect(port)
        selector.register(client, selectors.EVENT_READ)
        sent[client] = 0
    print(f"{count} connections are open", flush=True)
    closed = 0
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        for key, _ in selector.select(1):
            closed += 1  # by the server
            selector.unregister(key.fileobj)
            sent.pop(key.fileobj)
            key.fileobj.close()
            client = connect(port)
            selector.register(client, selectors.EVENT_READ)
            sent[client] = 0
        if slow:
            for client in sent:
                try:
                    client.send(REQUEST[sent[client]:sent[client] + 1])
                    sent[client] += 1
                except OSError:
                    pass
            time.sleep(max(0, 1 - time.monotonic() % 1))
    print(f"the server has closed {closed}")


if __name__ == "__main__":
    main()
