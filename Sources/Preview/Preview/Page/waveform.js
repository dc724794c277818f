// A row of the timeline with the loudness of the sound.

import { draw } from "./elements.js";

// Peaks of equal parts of `duration` seconds; `x` gives the place of a time.
export function waveform(peaks, duration, { x, left, right, y, height }) {
  const group = draw("g", { class: "sound" });
  const middle = y + height / 2;
  const part = duration / peaks.length;
  const step = Math.max(Math.floor(0.5 / Math.max(x(part) - x(0), 1e-9)), 1);
  const marks = [];
  for (let index = 0; index < peaks.length; index += step) {
    const place = x((index + step / 2) * part);
    if (place < left || place > right) continue;
    const half = Math.max(...peaks.slice(index, index + step)) * (height / 2 - 1);
    if (half > 0.05) marks.push(`M${place.toFixed(1)} ${(middle - half).toFixed(1)}v${(2 * half).toFixed(1)}`);
  }
  group.append(
    draw("title", {}, "sound"), draw("text", { x: 8, y: y + 14 }, "sound"),
    draw("path", { d: marks.join("") }),
  );
  return group;
}
