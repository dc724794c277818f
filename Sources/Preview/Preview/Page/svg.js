// Elements of SVG.

export function make(name, attributes = {}, text) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  return element;
}

export function eyeIcon() {
  const icon = make("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" });
  icon.append(make("path", {
    d: "M8 3C4.5 3 2 6 1 8c1 2 3.5 5 7 5s6-3 7-5c-1-2-3.5-5-7-5zm0 8a3 3 0 1 1 0-6 3 3 0 0 1 0 6z",
  }));
  return icon;
}
