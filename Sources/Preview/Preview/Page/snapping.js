// Lines to which a dragged layer snaps: the canvas, guides, and other layers.

import { draw, lineAt } from "./elements.js";
import { Part } from "./part.js";

export class Snapping extends Part {
  #lines = [[], []];
  #edges = null;
  #marks = draw("g", { class: "snaps" });

  constructor(things) {
    super(things);
    this.svg.append(this.#marks);
  }

  // `others` are the lines of other layers; `corners` the dragged layer's before the drag.
  begin(others, corners) {
    const { width, height } = this.svg.viewBox.baseVal;
    const { guides } = this.rulers;
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
    const { width, height } = this.svg.viewBox.baseVal;
    this.#marks.append(draw("line", lineAt(axis, place, 0, [height, width][axis])));
  }

  end() {
    this.#marks.replaceChildren();
  }
}
