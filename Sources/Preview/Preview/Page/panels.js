// The edges between the panels: a drag, or arrow keys, make a panel larger; a double click as it
// was. The menu under the pointer.

import { arrows, consume, onDrag } from "./elements.js";

const sides = { left: [1, 0], right: [-1, 0], bottom: [0, -1] };

// Pairs of an edge and its panel.
export function makeEdges(pairs) {
  for (const [edge, panel] of pairs) {
    const { side } = edge.dataset;
    const grow = (x, y) => {
      const { width, height } = panel.getBoundingClientRect();
      const [along, up] = sides[side];
      const size = along ? width + along * x : height + up * y;
      document.body.style.setProperty(`--${side}`, `${Math.max(size, 60)}px`);
    };
    onDrag(edge, { begin: () => edge, move: (_, event) => grow(event.movementX, event.movementY) });
    edge.addEventListener("dblclick", () => document.body.style.removeProperty(`--${side}`));
    edge.addEventListener("keydown", (event) => {
      const step = arrows[event.key];
      if (!step) return;
      consume(event);
      grow(...step.map((one) => one * 10));
    });
  }
}

export function openMenu(element, { clientX, clientY }) {
  element.showPopover();
  const { width, height } = element.getBoundingClientRect();
  element.style.left = `${Math.min(clientX, innerWidth - width - 4)}px`;
  element.style.top = `${Math.min(clientY, innerHeight - height - 4)}px`;
  element.querySelector("button").focus();
}
