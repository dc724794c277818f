// Rows of the timeline with the scene's sounds: a drag of a block changes when its sound begins, a
// drag of its right end for how long it is heard, one of its left end from where in the file.

import { clamp, consume, draw, onDrag } from "./elements.js";
import { round } from "./fields.js";
import { Part } from "./part.js";

export class SoundRows extends Part {
  rows = [];
  #reading = 0;
  #place = null;

  // The timeline itself takes the drags: its rows are drawn anew while one lasts.
  constructor(things) {
    super(things);
    onDrag(this.element, {
      begin: (event) => this.#begin(event),
      move: (drag, event) => this.#move(drag, event),
      end: (drag, event) => {
        event.stopImmediatePropagation();
        if (drag.isRefused || drag.frames === 0) return;
        this.bubble.drop(event);
        this.#change(drag, drag.frames, drag.reading);
      },
      cancel: () => this.emit("drop"),
    });
  }

  setRows(rows, reading) {
    [this.rows, this.#reading] = [rows, reading];
  }

  // Draws the rows below each other from `top`. `place` has `x`, a function of the time, the sides
  // `left` and `right`, the `height` of a row, and how many `seconds` a pixel and a frame last.
  draw(svg, top, place) {
    this.#place = place;
    svg.append(...this.rows.map((row, index) => this.#row(row, index, top + index * place.height)));
  }

  #row(row, number, y) {
    const { x, left, right, height } = this.#place;
    const group = draw("g", { class: "sound-row", role: "listitem", "aria-label": row.name });
    const cover = { x: 0, y: 0, width: left - 6, height: y + height };
    group.append(draw("svg", cover, draw("text", { x: 8, y: y + 14 }, row.name)));
    row.clips.forEach((clip, index) => {
      const [start, end] = [Math.max(x(clip.from), left), Math.min(x(clip.to), right)];
      if (end <= start) return;
      const block = draw("svg", {
        class: "block", x: start, y: y + 2, width: end - start, height: height - 4, tabindex: 0,
        role: "button", "aria-label": `${row.name}, ${round(clip.from)} s to ${round(clip.to)} s`,
        "data-place": `${number} ${index}`, keydown: (event) => this.#press(event, row, clip),
      });
      const words = row.refusal ?? "Drag: beginTime; alt \u2190 \u2192, with shift the end";
      block.append(
        draw("title", {}, row.line ? `${row.name} (line ${row.line}). ${words}` : words),
        draw("rect", { width: "100%", height: "100%", rx: 2 }),
        draw("path", { d: this.#wave(row, clip, start, end) }),
      );
      const addGrip = (kind, x, words) => {
        const shape = { class: "grip", x, width: 6, height: "100%", "data-kind": kind };
        block.append(draw("rect", shape, draw("title", {}, `Drag: ${words}`)));
      };
      const isLast = index === row.clips.length - 1 && end < right && clip.rate > 0;
      if (isLast && row.owner) addGrip("end", end - start - 6, row.end);
      const isFirst = index === 0 && x(clip.from) >= left && clip.offset === 0;
      if (isFirst && row.owner && !clip.loops && clip.rate > 0) addGrip("begin", 0, "in");
      block.classList.toggle("refused", !row.owner);
      group.append(block);
    });
    return group;
  }

  // The levels that are heard at each pixel of a block.
  #wave({ file }, { from, part, offset, rate, loops, length: whole }, start, end) {
    const levels = this.sound.waves[file] ?? [];
    if (levels.length === 0) return "";
    const { x, height, seconds } = this.#place;
    const [middle, length] = [(height - 4) / 2, part[1] - part[0]];
    const marks = [];
    for (let pixel = 0.5; pixel < end - start; pixel += 1.5) {
      const heard = offset + rate * (pixel + start - x(from)) * seconds.pixel;
      const inside = loops ? ((heard % length) + length) % length : heard;
      const level = levels[Math.floor(((part[0] + inside) / whole) * levels.length)] ?? 0;
      const half = level * (middle - 1);
      if (half < 0.3) continue;
      const at = [pixel, middle - half, 2 * half].map((number) => number.toFixed(1));
      marks.push(`M${at[0]} ${at[1]}v${at[2]}`);
    }
    return marks.join("");
  }

  // MARK: Drags

  #begin(event) {
    const block = event.target.closest(".block");
    if (!block) return null;
    event.stopImmediatePropagation();
    const [number, index] = block.dataset.place.split(" ");
    const row = this.rows[number];
    const [x, width] = ["x", "width"].map((name) => Number(block.getAttribute(name)));
    return {
      row, clip: row.clips[index], kind: event.target.closest(".grip")?.dataset.kind ?? "move",
      place: block.dataset.place, start: event.clientX, x, width, frames: 0, reading: this.#reading,
    };
  }

  // Moves in whole frames of the scene; the block alone, until it is let go.
  #move(drag, event) {
    event.stopImmediatePropagation();
    const { seconds } = this.#place;
    const frames = Math.round(((event.clientX - drag.start) * seconds.pixel) / seconds.frame);
    if (drag.row.refusal) {
      if (frames !== 0 && !drag.isRefused) this.bubble.show(event, drag.row.refusal);
      drag.isRefused = drag.isRefused || frames !== 0;
      return;
    }
    drag.frames = frames;
    const pixels = (frames * seconds.frame) / seconds.pixel;
    const longer = { move: 0, begin: -pixels, end: pixels }[drag.kind];
    const block = this.element.querySelector(`[data-place="${drag.place}"]`);
    block?.setAttribute("width", Math.max(drag.width + longer, 2));
    if (drag.kind !== "end") block?.setAttribute("x", drag.x + pixels);
  }

  #press(event, row, clip) {
    const frames = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!frames || !event.altKey || event.ctrlKey || event.metaKey) return;
    consume(event);
    const { left, bottom } = event.target.getBoundingClientRect();
    const place = { clientX: left, clientY: bottom };
    if (row.refusal) return this.bubble.show(place, row.refusal);
    this.bubble.drop(place);
    this.#change({ row, clip, kind: event.shiftKey ? "end" : "move" }, frames, this.#reading);
  }

  // The shift of a time of the scene as changes of the sound's begin or end.
  #change({ row, clip, kind }, frames, reading) {
    const shift = frames * this.#place.seconds.frame;
    const edits = { move, begin, end }[kind](row, clip, shift).map(([step, time]) => (
      { owner: row.owner, steps: [step], isShared: true, text: String(round(time)) }
    ));
    this.editor.change(edits, false, reading);
  }
}

// The seconds of the layer or the scene that the sound belongs to, in one of the scene.
function clockRate({ speed }, { rate }) {
  return rate / speed;
}

function move(row, clip, shift) {
  const time = row.begin + shift * clockRate(row, clip);
  return [["beginTime", Math.max(time, Math.min(row.begin, 0))]];
}

// The sound begins later or earlier in the file, and the audible part stays at its time.
function begin(row, clip, shift) {
  const earliest = Math.max(-clip.part[0] / clip.rate, -row.begin / clockRate(row, clip));
  const step = clamp(shift, Math.min(earliest, 0), clip.to - clip.from - 0.02);
  const changes = [
    ["in", clip.part[0] + step * clip.rate], ["beginTime", row.begin + step * clockRate(row, clip)],
  ];
  const rest = (clip.to - clip.from - step) * clockRate(row, clip);
  return row.end === "duration" ? [...changes, ["duration", rest]] : changes;
}

// The end of the part of the file, or for how long it is heard, as the file says it.
function end(row, clip, shift) {
  const length = Math.max(clip.to - clip.from + shift, 0.02);
  if (row.end === "duration") {
    return [["duration", clip.offset / row.speed + length * clockRate(row, clip)]];
  }
  const out = clip.part[0] + clip.offset + length * clip.rate;
  return [["out", Math.min(out, row.fileEnd)]];
}
