// The frame: the pixel under the pointer, the outline of the selected layer, and the hit layer.

import { draw } from "./elements.js";
import { Part } from "./part.js";

export class Stage extends Part {
  #canvas = this.find("canvas");
  #outline = this.find("#outline");
  #pixel = this.find("#pixel");

  constructor({ player, ...things }) {
    super(things);
    const { state, connection, element } = this;
    this.#canvas.addEventListener("click", (event) => this.hit(event));
    this.#canvas.addEventListener("pointermove", (event) => this.#showPixel(event));
    this.#canvas.addEventListener("pointerleave", () => { this.#pixel.textContent = ""; });
    element.addEventListener("contextmenu", (event) => {
      event.preventDefault();
      this.emit("menu", event);
    });
    connection.on("hits", ({ value }) => state.setHits(value));
    connection.on("outline", ({ value }) => this.#show(value));
    // A frame that was drawn before a layer was selected has no outline.
    player.on("drawn", () => { if (player.outline) this.#show(player.outline); });
    state.on("selected", () => { if (state.selected === null) this.#show(null); });
  }

  hit(event) {
    const { scene, frame } = this.state;
    if (!scene) return;
    const { x, y } = this.#pixelAt(event);
    const place = { x: (x + 0.5) / scene.scale, y: (y + 0.5) / scene.scale };
    this.connection.send({ type: "hit", frame, ...place });
  }

  toggleFullScreen() {
    if (document.fullscreenElement) document.exitFullscreen();
    else this.element.requestFullscreen().catch(() => {});
  }

  // The handles and the outline are drawn in pixels of the frame.
  fit() {
    const { width, height } = this.#canvas;
    this.#outline.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.#outline.setAttribute("preserveAspectRatio", "none");
  }

  #pixelAt(event) {
    const { left, top, width, height } = this.#canvas.getBoundingClientRect();
    return {
      x: Math.floor(((event.clientX - left) / width) * this.#canvas.width),
      y: Math.floor(((event.clientY - top) / height) * this.#canvas.height),
    };
  }

  #showPixel(event) {
    const { x, y } = this.#pixelAt(event);
    const bytes = [...this.#canvas.getContext("2d").getImageData(x, y, 1, 1).data];
    const hex = bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
    this.#pixel.textContent = `(${x}, ${y})  #${bytes[3] === 255 ? hex.slice(0, 6) : hex}`;
  }

  // Shows where the selected layer and its copies are, by corners in pixels.
  #show(value) {
    // An answer may come when another layer is selected already.
    if (value && value.layer !== this.state.selected) return;
    const copies = value?.copies ?? [];
    for (const old of this.#outline.querySelectorAll(".place")) old.remove();
    this.#outline.prepend(...copies.map((corners) => draw("polygon", {
      class: "place", points: corners.map((corner) => corner.join(",")).join(" "),
    })));
    this.state.set({ corners: copies[0] ?? null });
  }
}
