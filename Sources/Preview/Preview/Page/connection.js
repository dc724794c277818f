// The socket to the server: JSON both ways, and frames as binary messages.

import { Part } from "./part.js";

// The token of the address. It is kept for this tab alone, also when the tab reloads the page, and
// removed from the address so that it is neither seen nor copied by mistake. It is not a cookie,
// because browsers send cookies to other ports of the same host too.
const token = (() => {
  const given = new URLSearchParams(location.search).get("token") ?? "";
  try {
    sessionStorage.setItem("rostrum-token", given);
    history.replaceState(null, "", location.pathname);
  } catch {
    // A browser that keeps nothing needs the token in the address.
  }
  return given;
})();

export class Connection extends Part {
  #socket = null;
  #waiting = [];

  // Connects, and again whenever the connection was lost.
  open() {
    const socket = new WebSocket(this.address("socket").replace(/^http/, "ws"));
    socket.binaryType = "arraybuffer";
    socket.onopen = () => {
      this.emit("state", true);
      for (const message of this.#waiting.splice(0)) socket.send(message);
    };
    socket.onclose = () => {
      this.emit("state", false);
      setTimeout(() => this.open(), 500);
    };
    socket.onmessage = ({ data }) => {
      if (typeof data === "string") {
        const message = JSON.parse(data);
        this.emit(message.type, message);
      } else {
        const { type, ...message } = readBinary(data);
        this.emit(type, message);
      }
    };
    this.#socket = socket;
  }

  send(message) {
    const text = JSON.stringify(message);
    if (this.isOpen) this.#socket.send(text);
    else if (message.type === "open") this.#waiting = [text];
  }

  get isOpen() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  // Of a file of the server, with the token.
  address(path) {
    return new URL(`${path}?token=${encodeURIComponent(token)}`, location.href).href;
  }
}

// The length of a JSON header, the header, and the PNG files of a frame's parts, or samples.
function readBinary(buffer) {
  const length = new DataView(buffer).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, length)));
  let offset = 4 + length;
  if ("sound" in header) return { type: "samples", ...header, bytes: new Uint8Array(buffer, offset) };
  const parts = header.parts.map(([x, y, width, height, count]) => {
    const file = new Uint8Array(buffer, offset, count);
    offset += count;
    return { x, y, width, height, file };
  });
  return { type: "update", ...header, parts };
}
