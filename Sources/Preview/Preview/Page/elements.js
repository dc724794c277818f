// Elements of HTML and SVG, and what a pointer does with them.

export function make(name, attributes, ...children) {
  return filled(document.createElement(name), attributes, children);
}

export function draw(name, attributes, ...children) {
  return filled(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}

function filled(element, attributes = {}, children = []) {
  set(element, attributes);
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

export function set(element, attributes) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== null) element.setAttribute(key, value);
  }
}

// Steps by the names of keys, to the right and down.
export const arrows = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
};

// Follows a pointer from a press on an element until it is let go. `begin` returns what a drag is
// about, which the other functions get; no drag begins without it.
export function onDrag(element, { begin, move, end, cancel }) {
  let drag = null;
  element.addEventListener("pointerdown", (event) => {
    drag = (event.button === 0 && begin(event)) || null;
    if (!drag) return;
    event.preventDefault();
    element.setPointerCapture(event.pointerId);
  });
  element.addEventListener("pointermove", (event) => { if (drag) move(drag, event); });
  const stop = (finish) => (event) => {
    const last = drag;
    drag = null;
    if (last) finish?.(last, event);
  };
  element.addEventListener("pointerup", stop(end));
  element.addEventListener("pointercancel", stop(cancel));
}

// Chooses from the options of a list by the arrow keys of a field; returns the index of the new
// choice, or null for another key.
export function stepped(event, index, count) {
  const [, step] = arrows[event.key] ?? [0, 0];
  if (step === 0) return null;
  event.preventDefault();
  return Math.min(Math.max(index + step, 0), Math.max(count - 1, 0));
}

// Whether a text has all words of a search, in any order.
export function hasWords(text, search) {
  return search.toLowerCase().split(/\s+/).every((word) => text.toLowerCase().includes(word));
}
