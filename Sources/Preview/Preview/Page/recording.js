// In place of the socket in an exported page: the film that the page holds.
//
// A film has a whole frame now and then, and for every frame the parts that differ from the one
// before it.

import { Part } from "./part.js";

export class Connection extends Part {
  #film = JSON.parse(document.getElementById("film").textContent);
  #shown = null;

  open() {
    document.body.classList.add("exported");
    this.emit("state", true);
    this.emit("scene", this.#film.scene);
  }

  send(message) {
    if (message.type !== "frames") return;
    for (const frame of message.frames) this.#show(frame, message.seek);
  }

  // What leads to the frame comes before it, as if it had been asked for by an earlier jump.
  #show(frame, seek) {
    const { interval, whole, changes } = this.#film;
    if (frame === this.#shown) {
      this.#update(frame, seek, []);
      return;
    }
    if (this.#shown === null || frame !== this.#shown + 1) {
      const first = frame - (frame % interval);
      this.#update(first, first === frame ? seek : -1, whole[first / interval]);
    }
    for (let next = this.#shown + 1; next <= frame; next += 1) {
      this.#update(next, next === frame ? seek : -1, changes[next]);
    }
  }

  #update(frame, seek, parts) {
    this.#shown = frame;
    const { width, height } = this.#film.scene;
    this.emit("update", {
      seek, frame, size: [width, height], revision: 1, outline: null,
      parts: parts.map(([x, y, partWidth, partHeight, text]) => ({
        x, y, width: partWidth, height: partHeight,
        file: Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)),
      })),
    });
  }
}
