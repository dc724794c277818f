// Rulers along the frame's top and left, in points, and guides that are pulled out of them.

import { make } from "./svg.js";

const size = 18;

export class Rulers {
  #paper;
  #canvas;
  #svg = make("svg", { id: "rulers", "aria-hidden": "true" });
  #scale = 1;
  // The lines, in points: [axis, place].
  #guides = [];
  #drag = null;
  isVisible = false;

  constructor(paper, canvas) {
    [this.#paper, this.#canvas] = [paper, canvas];
    paper.append(this.#svg);
    this.#svg.addEventListener("pointerdown", (event) => this.#begin(event));
    this.#svg.addEventListener("pointermove", (event) => {
      if (this.#drag === null) return;
      this.#guides[this.#drag][1] = this.#place(event, this.#guides[this.#drag][0]);
      this.draw();
    });
    this.#svg.addEventListener("pointerup", () => this.#end());
  }

  setScale(scale) {
    this.#scale = scale;
    this.draw();
  }

  // The places of the guides in pixels of the frame.
  get guides() {
    const on = (axis) => this.#guides.filter(([own]) => own === axis)
      .map(([, place]) => place * this.#scale);
    return this.isVisible ? { x: on(0), y: on(1) } : { x: [], y: [] };
  }

  toggle() {
    this.isVisible = !this.isVisible;
    this.draw();
  }

  #begin(event) {
    const { target } = event;
    event.preventDefault();
    this.#svg.setPointerCapture(event.pointerId);
    if (target.dataset.guide) {
      this.#drag = Number(target.dataset.guide);
    } else if (target.dataset.axis) {
      // Out of the ruler at the top comes a horizontal guide.
      const axis = target.dataset.axis === "x" ? 1 : 0;
      this.#guides.push([axis, this.#place(event, axis)]);
      this.#drag = this.#guides.length - 1;
    }
  }

  // Whatever is let go outside of the frame is gone.
  #end() {
    const index = this.#drag;
    this.#drag = null;
    if (index === null) return;
    const [axis, place] = this.#guides[index];
    const length = [this.#canvas.width, this.#canvas.height][axis] / this.#scale;
    if (place < 0 || place > length) this.#guides.splice(index, 1);
    this.draw();
  }

  #unit() {
    return (this.#canvas.clientWidth / this.#canvas.width) * this.#scale;
  }

  #place(event, axis) {
    const box = this.#canvas.getBoundingClientRect();
    const distance = axis === 0 ? event.clientX - box.left : event.clientY - box.top;
    return Math.round(distance / this.#unit());
  }

  draw() {
    const svg = this.#svg;
    svg.toggleAttribute("hidden", !this.isVisible);
    if (!this.isVisible) return;
    const unit = this.#unit();
    const lengths = [this.#canvas.clientWidth, this.#canvas.clientHeight];
    const step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find((one) => one * unit >= 50) ?? 2000;
    const parts = [
      make("rect", { "data-axis": "x", x: 0, y: -size, width: lengths[0], height: size }),
      make("rect", { "data-axis": "y", x: -size, y: 0, width: size, height: lengths[1] }),
    ];
    for (const axis of [0, 1]) {
      for (let place = 0; place * unit <= lengths[axis]; place += step) {
        const at = place * unit;
        parts.push(make("line", axis === 0
          ? { x1: at, x2: at, y1: -size, y2: 0 } : { y1: at, y2: at, x1: -size, x2: 0 }));
        const label = make("text", axis === 0
          ? { x: at + 2, y: -8 } : { x: -size + 1, y: at + 9 });
        label.textContent = place;
        parts.push(label);
      }
    }
    this.#guides.forEach(([axis, place], index) => {
      const at = place * unit;
      const ends = axis === 0
        ? { x1: at, x2: at, y1: 0, y2: lengths[1] } : { y1: at, y2: at, x1: 0, x2: lengths[0] };
      parts.push(
        make("line", { class: "guide", ...ends }),
        make("line", { class: "grab", "data-guide": index, ...ends }),
      );
    });
    svg.replaceChildren(...parts);
  }
}
