// The edges between the panels: a drag, or arrow keys, make a panel larger; a double click as it was.

const sides = { left: [1, 0], right: [-1, 0], bottom: [0, -1] };

export function makeEdges(edges) {
  for (const edge of edges) {
    const { side, of } = edge.dataset;
    const grow = (x, y) => {
      const { width, height } = document.getElementById(of).getBoundingClientRect();
      const [along, up] = sides[side];
      const size = along ? width + along * x : height + up * y;
      document.body.style.setProperty(`--${side}`, `${Math.max(size, 60)}px`);
    };
    edge.addEventListener("pointerdown", (event) => edge.setPointerCapture(event.pointerId));
    edge.addEventListener("pointermove", ({ pointerId, movementX, movementY }) => {
      if (edge.hasPointerCapture(pointerId)) grow(movementX, movementY);
    });
    edge.addEventListener("dblclick", () => document.body.style.removeProperty(`--${side}`));
    edge.addEventListener("keydown", (event) => {
      const steps = {
        ArrowLeft: [-10, 0], ArrowRight: [10, 0], ArrowUp: [0, -10], ArrowDown: [0, 10],
      };
      if (!steps[event.key]) return;
      event.preventDefault();
      event.stopPropagation();
      grow(...steps[event.key]);
    });
  }
}
