// Lines to which a dragged layer snaps: the canvas, guides, and other layers.

import { draw } from "./elements.js";

export class Snapping {
  #svg;
  #guides;
  #lines = [[], []];
  #edges = null;
  #marks;

  constructor(svg, guides) {
    [this.#svg, this.#guides] = [svg, guides];
    this.#marks = draw("g", { class: "snaps" });
    svg.append(this.#marks);
  }

  // `others` are the lines of other layers; `corners` the dragged layer's before the drag.
  begin(others, corners) {
    const { width, height } = this.#svg.viewBox.baseVal;
    const guides = this.#guides();
    this.#lines = [
      [0, width / 2, width, ...guides.x, ...(others?.x ?? [])],
      [0, height / 2, height, ...guides.y, ...(others?.y ?? [])],
    ];
    this.#edges = corners && [0, 1].map((axis) => {
      const all = corners.map((corner) => corner[axis]);
      const [low, high] = [Math.min(...all), Math.max(...all)];
      return [low, (low + high) / 2, high];
    });
  }

  // A step of which an edge or the middle of the layer comes to a line that is near enough.
  snapped(delta, reach, isStraight) {
    this.#marks.replaceChildren();
    if (!this.#edges) return delta;
    const isHorizontal = Math.abs(delta[0]) > Math.abs(delta[1]);
    return delta.map((step, axis) => {
      if (isStraight && isHorizontal === (axis === 1)) return step;
      let [best, line] = [reach, null];
      let shift = 0;
      for (const edge of this.#edges[axis]) {
        for (const place of this.#lines[axis]) {
          const distance = place - (edge + step);
          if (Math.abs(distance) >= best) continue;
          [best, line, shift] = [Math.abs(distance), place, distance];
        }
      }
      if (line !== null) this.#mark(axis, line);
      return step + shift;
    });
  }

  #mark(axis, place) {
    const { width, height } = this.#svg.viewBox.baseVal;
    const ends = axis === 0
      ? { x1: place, x2: place, y1: 0, y2: height } : { x1: 0, x2: width, y1: place, y2: place };
    this.#marks.append(draw("line", ends));
  }

  end() {
    this.#marks.replaceChildren();
  }
}
