// A timing function: its name, and for a cubic Bézier curve two handles to drag.

import { arrows, clamp, consume, draw, make, onDrag, set } from "./elements.js";
import { contentOf } from "./fields.js";

const names = ["linear", "easeIn", "easeOut", "easeInEaseOut", "default"];
const side = 100;
// Room above and beneath for curves that leave 0...1.
const margin = 40;

export class CurveField {
  #send;
  #points = null;
  #svg;
  #isDragged = false;

  constructor(value, label, send) {
    this.#send = send;
    this.#svg = draw("svg", {
      class: "curve", viewBox: `-8 ${-margin} ${side + 16} ${side + 2 * margin}`,
      role: "group", "aria-label": label,
    });
    this.input = make("input", {
      type: "text", size: 12, spellcheck: "false", "aria-label": label, list: "timing-names",
      // A name, or four numbers.
      change: () => send(contentOf(this.input.value.trim()), false),
    });
    this.elements = [this.input, this.#svg];
    this.#draw();
    this.show(value);
  }

  show(value) {
    const text = value.text ?? `[${value.texts.join(", ")}]`;
    if (document.activeElement !== this.input) this.input.value = text;
    if (!this.#isDragged) this.#points = value.points;
    this.#place();
  }

  #draw() {
    this.#svg.append(
      draw("rect", { class: "unit", width: side, height: side }),
      draw("line", { class: "arm" }), draw("line", { class: "arm" }), draw("path"),
      this.#handle(0), this.#handle(1),
    );
  }

  #handle(index) {
    const keydown = (event) => {
      const step = arrows[event.key];
      if (!step || !this.#points) return;
      consume(event);
      const size = event.shiftKey ? 0.1 : 0.01;
      const [x, y] = this.#points.slice(index * 2, index * 2 + 2);
      this.#move(index, x + step[0] * size, y - step[1] * size, false);
    };
    const circle = draw("circle", {
      r: 6, tabindex: 0, role: "slider", "aria-label": `control point ${index + 1}`,
      "aria-valuemin": 0, "aria-valuemax": 1, keydown,
    });
    const end = () => {
      this.#isDragged = false;
      this.#notify(false);
    };
    onDrag(circle, {
      begin: () => {
        circle.focus();
        this.#isDragged = true;
        return circle;
      },
      move: (_, event) => {
        const place = new DOMPoint(event.clientX, event.clientY)
          .matrixTransform(this.#svg.getScreenCTM().inverse());
        this.#move(index, place.x / side, 1 - place.y / side, true);
      },
      end, cancel: end,
    });
    return circle;
  }

  #move(index, x, y, isDraft) {
    const place = [clamp(x, 0, 1), clamp(y, -0.4, 1.4)].map((value) => Number(value.toFixed(2)));
    this.#points = this.#points.toSpliced(index * 2, 2, ...place);
    this.#place();
    this.#notify(isDraft);
  }

  #notify(isDraft) {
    this.#send({ texts: this.#points.map(String) }, isDraft);
  }

  #place() {
    const points = this.#points;
    this.#svg.toggleAttribute("hidden", !points);
    if (!points) return;
    const [a, b] = [0, 2].map((at) => [points[at] * side, (1 - points[at + 1]) * side]);
    this.#svg.querySelector("path").setAttribute("d", `M0 ${side}C${a} ${b} ${side} 0`);
    const [first, second] = this.#svg.querySelectorAll("line");
    set(first, { x1: 0, y1: side, x2: a[0], y2: a[1] });
    set(second, { x1: side, y1: 0, x2: b[0], y2: b[1] });
    this.#svg.querySelectorAll("circle").forEach((circle, index) => {
      const [x, y] = [a, b][index];
      set(circle, {
        cx: x, cy: y, "aria-valuenow": points[index * 2],
        "aria-valuetext": `${points[index * 2]}, ${points[index * 2 + 1]}`,
      });
    });
  }
}

// The names to choose from, for a form's one list of them.
export function timingNames() {
  return make(
    "datalist", { id: "timing-names" }, ...names.map((value) => make("option", { value })),
  );
}
