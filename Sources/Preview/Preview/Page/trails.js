// The way of the selected layer over the range, and the layer at frames before and after.

import { draw, make, unitOf } from "./elements.js";
import { Part } from "./part.js";

const offsets = [-12, -8, -4, 4, 8, 12];

export class Trails extends Part {
  #group = draw("g", { class: "way" });
  #way = null;

  constructor(things) {
    super(things);
    this.svg.prepend(this.#group);
    this.connection.on("path", ({ value }) => this.#draw(value));
    this.connection.on("ghosts", ({ value }) => this.#lay(value));
    this.state.on(["selected", "path", "onion"], () => {
      this.#clear();
      this.ask();
    });
  }

  #clear() {
    this.#way = null;
    this.#group.replaceChildren();
    this.ghosts.replaceChildren();
  }

  // Asks for what is shown of a layer at a frame; not while the scene plays.
  ask() {
    const { selected: index, frame, range, isPlaying, path, onion } = this.state;
    if (index === null) return this.#clear();
    if (path) {
      if (this.#way?.layer === index) this.#markFrame(frame);
      if (!isPlaying) this.connection.send({ type: "path", index, range, frame });
    }
    if (!onion) return;
    if (isPlaying) this.ghosts.replaceChildren();
    else {
      const frames = offsets.map((step) => frame + step).filter((one) => one >= 0);
      this.connection.send({ type: "ghosts", index, frames, frame });
    }
  }

  #draw(value) {
    this.#group.replaceChildren();
    this.#way = value;
    if (!value || !this.state.path) return;
    const line = value.points.map((point) => (point ? point.join(",") : null)).filter(Boolean);
    this.#group.append(draw("polyline", { points: line.join(" ") }));
    // Dots as large as on the screen.
    const r = 2 * unitOf(this.svg);
    value.points.forEach((point, index) => {
      if (!point) return;
      const frame = value.frames[index];
      const dot = { cx: point[0], cy: point[1], r, class: "moment", "data-frame": frame };
      this.#group.append(draw("circle", dot, draw("title", {}, `frame ${frame}`)));
    });
  }

  #markFrame(frame) {
    for (const dot of this.#group.querySelectorAll("circle")) {
      dot.classList.toggle("now", Number(dot.dataset.frame) === frame);
    }
  }

  #lay(value) {
    if (!this.state.onion) return;
    const pictures = (value?.pictures ?? []).map(([frame, file]) => make("img", {
      alt: "", "data-frame": frame, src: `data:image/png;base64,${file}`,
    }));
    this.ghosts.replaceChildren(...pictures);
  }
}
