// The way of the selected layer over the range, and the layer at frames before and after.

import { draw, make } from "./elements.js";

const offsets = [-12, -8, -4, 4, 8, 12];

export class Trails {
  #state;
  #connection;
  #group;
  #ghosts;
  #way = null;
  shows = { path: false, onion: false };

  constructor(state, connection, svg, ghosts) {
    [this.#state, this.#connection, this.#ghosts] = [state, connection, ghosts];
    this.#group = draw("g", { class: "way" });
    svg.prepend(this.#group);
    connection.on("path", ({ value }) => this.#draw(value));
    connection.on("ghosts", ({ value }) => this.#lay(value));
    state.on("selected", () => {
      this.#clear();
      this.ask();
    });
  }

  toggle(kind) {
    this.shows[kind] = !this.shows[kind];
    this.#clear();
    this.ask();
    return this.shows[kind];
  }

  #clear() {
    this.#way = null;
    this.#group.replaceChildren();
    this.#ghosts.replaceChildren();
  }

  // Asks for what is shown of a layer at a frame; not while the scene plays.
  ask() {
    const { selected: index, frame, range, isPlaying } = this.#state;
    if (index === null) return this.#clear();
    if (this.shows.path) {
      if (this.#way?.layer === index) this.#markFrame(frame);
      if (!isPlaying) this.#connection.send({ type: "path", index, range, frame });
    }
    if (!this.shows.onion) return;
    if (isPlaying) this.#ghosts.replaceChildren();
    else {
      const frames = offsets.map((step) => frame + step).filter((one) => one >= 0);
      this.#connection.send({ type: "ghosts", index, frames, frame });
    }
  }

  #draw(value) {
    this.#group.replaceChildren();
    this.#way = value;
    if (!value || !this.shows.path) return;
    const line = value.points.map((point) => (point ? point.join(",") : null)).filter(Boolean);
    this.#group.append(draw("polyline", { points: line.join(" ") }));
    value.points.forEach((point, index) => {
      if (!point) return;
      const frame = value.frames[index];
      const dot = { cx: point[0], cy: point[1], class: "moment", "data-frame": frame };
      this.#group.append(draw("circle", dot, draw("title", {}, `frame ${frame}`)));
    });
    this.#size();
  }

  // Dots as large as on the screen.
  #size() {
    const svg = this.#group.ownerSVGElement;
    const unit = svg.viewBox.baseVal.width / (svg.clientWidth || 1);
    for (const dot of this.#group.querySelectorAll("circle")) dot.setAttribute("r", 2 * unit);
  }

  #markFrame(frame) {
    for (const dot of this.#group.querySelectorAll("circle")) {
      dot.classList.toggle("now", Number(dot.dataset.frame) === frame);
    }
  }

  #lay(value) {
    if (!this.shows.onion) return;
    const pictures = (value?.pictures ?? []).map(([frame, file]) => make("img", {
      alt: "", "data-frame": frame, src: `data:image/png;base64,${file}`,
    }));
    this.#ghosts.replaceChildren(...pictures);
  }
}
