"""A tab's side of the preview's socket, by the standard library alone."""

import base64
import json
import os
import socket
import struct
import urllib.parse


class Socket:
    """Opens the socket of a preview at its printed address."""

    def __init__(self, address):
        parts = urllib.parse.urlparse(address)
        self.connection = socket.create_connection((parts.hostname, parts.port), timeout=120)
        self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.waiting = b""
        lines = [
            f"GET /socket?{parts.query} HTTP/1.1", f"Host: {parts.netloc}", "Upgrade: websocket", "Connection: Upgrade",
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}", "Sec-WebSocket-Version: 13",
            f"Origin: http://{parts.netloc}", "", "",
        ]
        self.connection.sendall("\r\n".join(lines).encode())
        while b"\r\n\r\n" not in self.waiting:
            self.waiting += self.connection.recv(1 << 16)
        head, self.waiting = self.waiting.split(b"\r\n\r\n", 1)
        if not head.startswith(b"HTTP/1.1 101"):
            raise OSError(head.decode())

    def send(self, message):
        text = json.dumps(message).encode()
        mask = os.urandom(4)
        length = bytes([0x80 | len(text)]) if len(text) < 126 else b"\xfe" + struct.pack(">H", len(text))
        masked = bytes(byte ^ mask[index % 4] for index, byte in enumerate(text))
        self.connection.sendall(b"\x81" + length + mask + masked)

    def receive(self):
        """The next message: an object, or the header of a picture as an object of the type `update`."""
        content, kind = b"", 0
        while True:
            first, second = self.take(2)
            length = second & 127
            if length == 126:
                (length,) = struct.unpack(">H", self.take(2))
            elif length == 127:
                (length,) = struct.unpack(">Q", self.take(8))
            part = self.take(length)
            if first & 15 == 8:
                raise EOFError("the preview has ended the socket")
            if first & 15 in (9, 10):
                continue
            kind = first & 15 or kind
            content += part
            if first & 128:
                break
        if kind == 1:
            return json.loads(content)
        (size,) = struct.unpack("<I", content[:4])
        return {"type": "update", **json.loads(content[4:4 + size])}

    def take(self, count):
        while len(self.waiting) < count:
            part = self.connection.recv(1 << 20)
            if not part:
                raise EOFError("the preview has ended")
            self.waiting += part
        taken, self.waiting = self.waiting[:count], self.waiting[count:]
        return taken
