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

// Sets attributes. A function is called when the event of its name happens.
export function set(element, attributes) {
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(key, value);
    else if (value !== undefined && value !== null) element.setAttribute(key, value);
  }
}

// Steps by the names of keys, to the right and down.
export const arrows = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
};

// Keeps an event from the page's keys and from what the browser does with it.
export function consume(event) {
  event.preventDefault();
  event.stopPropagation();
}

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

// Whether a text has all words of a search, in any order.
export function hasWords(text, search) {
  return search.toLowerCase().split(/\s+/).every((word) => text.toLowerCase().includes(word));
}

// The number between two others that is nearest.
export function clamp(number, least, most) {
  return Math.min(Math.max(number, least), most);
}

// The units of a drawing for one pixel of the page.
export function unitOf(svg) {
  return svg.viewBox.baseVal.width / (svg.clientWidth || 1);
}

// The ends of a line across an axis, 0 for x and 1 for y, at a place of it.
export function lineAt(axis, place, start, end) {
  return axis === 0
    ? { x1: place, x2: place, y1: start, y2: end } : { x1: start, x2: end, y1: place, y2: place };
}
