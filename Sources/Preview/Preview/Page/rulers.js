// Rulers along the frame's top and left, in points, and guides that are pulled out of them.

import { draw, lineAt, onDrag } from "./elements.js";
import { Part } from "./part.js";

const size = 18;

export class Rulers extends Part {
  #svg = draw("svg", { id: "rulers", "aria-hidden": "true" });
  // The lines, in points: [axis, place].
  #guides = [];

  constructor({ paper, ...things }) {
    super(things);
    paper.append(this.#svg);
    onDrag(this.#svg, {
      begin: (event) => this.#begin(event),
      move: (guide, event) => {
        guide[1] = this.#place(event, guide[0]);
        this.draw();
      },
      end: (guide) => this.#end(guide),
    });
    this.state.on(["scene", "hasRulers"], () => this.draw());
  }

  // The places of the guides in pixels of the frame.
  get guides() {
    const on = (axis) => this.#guides.filter(([own]) => own === axis)
      .map(([, place]) => place * this.state.scene.scale);
    return this.state.hasRulers ? { x: on(0), y: on(1) } : { x: [], y: [] };
  }

  #begin(event) {
    const { guide, axis: side } = event.target.dataset;
    if (!side) return this.#guides[guide];
    // Out of the ruler at the top comes a horizontal guide.
    const axis = side === "x" ? 1 : 0;
    this.#guides.push([axis, this.#place(event, axis)]);
    return this.#guides.at(-1);
  }

  // Whatever is let go outside of the frame is gone.
  #end(guide) {
    const [axis, place] = guide;
    const length = [this.canvas.width, this.canvas.height][axis] / this.state.scene.scale;
    if (place < 0 || place > length) this.#guides = this.#guides.filter((one) => one !== guide);
    this.draw();
  }

  #unit() {
    return (this.canvas.clientWidth / this.canvas.width) * (this.state.scene?.scale ?? 1);
  }

  #place(event, axis) {
    const box = this.canvas.getBoundingClientRect();
    const distance = axis === 0 ? event.clientX - box.left : event.clientY - box.top;
    return Math.round(distance / this.#unit());
  }

  draw() {
    const svg = this.#svg;
    svg.toggleAttribute("hidden", !this.state.hasRulers);
    if (!this.state.hasRulers) return;
    const unit = this.#unit();
    const lengths = [this.canvas.clientWidth, this.canvas.clientHeight];
    const step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find((one) => one * unit >= 50) ?? 2000;
    const parts = [
      draw("rect", { "data-axis": "x", x: 0, y: -size, width: lengths[0], height: size }),
      draw("rect", { "data-axis": "y", x: -size, y: 0, width: size, height: lengths[1] }),
    ];
    for (const axis of [0, 1]) {
      for (let place = 0; place * unit <= lengths[axis]; place += step) {
        const at = place * unit;
        parts.push(draw("line", lineAt(axis, at, -size, 0)));
        const corner = axis === 0 ? { x: at + 2, y: -8 } : { x: -size + 1, y: at + 9 };
        parts.push(draw("text", corner, place));
      }
    }
    this.#guides.forEach(([axis, place], index) => {
      const ends = lineAt(axis, place * unit, 0, lengths[1 - axis]);
      parts.push(
        draw("line", { class: "guide", ...ends }),
        draw("line", { class: "grab", "data-guide": index, ...ends }),
      );
    });
    svg.replaceChildren(...parts);
  }
}
