// The socket to the server: JSON both ways, and frames as binary messages.

export class Connection extends EventTarget {
  #socket = null;
  #waiting = [];

  // Connects, and again whenever the connection was lost.
  open() {
    const token = new URLSearchParams(location.search).get("token") ?? "";
    const address = new URL(`socket?token=${encodeURIComponent(token)}`, location.href);
    address.protocol = "ws:";
    const socket = new WebSocket(address);
    socket.binaryType = "arraybuffer";
    socket.onopen = () => {
      this.#tell("state", true);
      for (const message of this.#waiting.splice(0)) socket.send(message);
    };
    socket.onclose = () => {
      this.#tell("state", false);
      setTimeout(() => this.open(), 500);
    };
    socket.onmessage = ({ data }) => {
      if (typeof data === "string") {
        const message = JSON.parse(data);
        this.#tell(message.type, message);
      } else {
        this.#tell("update", readUpdate(data));
      }
    };
    this.#socket = socket;
  }

  send(message) {
    const text = JSON.stringify(message);
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(text);
    else if (message.type === "open") this.#waiting = [text];
  }

  on(type, listener) {
    this.addEventListener(type, ({ detail }) => listener(detail));
  }

  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}

// A frame's update: the length of a JSON header, the header, and the PNG files of its parts.
function readUpdate(buffer) {
  const length = new DataView(buffer).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, length)));
  let offset = 4 + length;
  const parts = header.parts.map(([x, y, width, height, count]) => {
    const file = new Uint8Array(buffer, offset, count);
    offset += count;
    return { x, y, width, height, file };
  });
  return { ...header, parts };
}
