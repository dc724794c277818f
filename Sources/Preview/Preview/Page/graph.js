// Values of a layer over time, below the timeline's bars and on their axis.

import { draw } from "./elements.js";

export const graphHeight = 92;
const [top, bottom] = [8, graphHeight - 8];
const bandHeight = 20;

// `lines` come from the server: numbers in pieces, or spans of one value each. `x` maps seconds to
// x coordinates; the names are to the left of `left`.
export function graph(lines, { x, left, right }) {
  const svg = draw("svg", {
    class: "graph", width: right, height: graphHeight, role: "img",
    "aria-label": `${lines.map(({ name }) => name).join(", ")} over time`,
  }, draw("rect", { class: "ground", width: right, height: graphHeight }));
  const numbers = lines.filter((line) => line.pieces);
  const spans = lines.filter((line) => line.spans);
  appendNumbers(svg, numbers, { x, left, right });
  spans.forEach((line, index) => appendSpans(svg, line, top + index * bandHeight, { x, left }));
  return svg;
}

function appendNumbers(svg, lines, { x, left, right }) {
  const all = lines.flatMap(({ pieces }) => pieces.flat().map(([, value]) => value));
  if (all.length === 0) return;
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const height = most - least || 1;
  const y = (value) => bottom - ((value - least) / height) * (bottom - top);
  const ends = most > least ? [[most, top + 8], [least, bottom]] : [[least, bottom]];
  for (const [value, place] of ends) {
    const note = { class: "note", x: left - 6, y: place, "text-anchor": "end" };
    svg.append(draw("text", note, Number(value.toPrecision(5))), draw("line", { class: "tick", x1: left, x2: right, y1: y(value), y2: y(value) }));
  }
  lines.forEach(({ name, pieces }, index) => {
    const points = pieces.map((piece) => (
      `M${piece.map(([time, value]) => `${x(time).toFixed(1)} ${y(value).toFixed(1)}`).join("L")}`
    ));
    svg.append(
      draw("text", { class: `line${index % 4}`, x: 8, y: top + 8 + index * 14 }, name),
      draw("path", { class: `line${index % 4}`, d: points.join("") }),
    );
  });
}

// Each a little wider than it is, so that no ground is seen between two.
function appendSpans(svg, { name, isColor, spans }, y, { x, left }) {
  svg.append(draw("text", { x: 8, y: y + 13 }, name));
  for (const { from, to, text } of spans) {
    const [start, end] = [Math.max(x(from), left), x(to)];
    const box = draw("rect", {
      class: "span", x: start, y, width: Math.max(end - start, 0) + 0.7, height: bandHeight - 4,
    }, draw("title", {}, text));
    if (isColor) box.style.fill = text;
    svg.append(box);
    if (isColor || end - start < text.length * 6 + 8) continue;
    svg.append(draw("text", { x: start + 4, y: y + 12 }, text));
  }
}
