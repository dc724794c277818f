// Layers and their animations as bars over the scene's time, by the rules of `rostrum timeline`.

import { clamp, consume, draw, set } from "./elements.js";
import { cut, round } from "./fields.js";
import { graph, graphHeight } from "./graph.js";
import { Part } from "./part.js";
import { SoundRows } from "./soundrows.js";
import { waveform } from "./waveform.js";

const rowHeight = 20;
const axisHeight = 20;
const labelWidth = 190;

export class Timeline extends Part {
  #scene = null;
  #rows = [];
  // The reading of the file that the rows belong to.
  #reading = 0;
  // The seconds that are seen.
  #from = 0;
  #to = 1;
  #range = null;
  // Times that the user has marked, ascending; they last as long as the page.
  marks = [];
  // A bar that is dragged.
  #drag = null;
  // The key frame that was pressed last, and the one that was copied: its animation among those of
  // its layer, with its place in a reading of the file, and its index.
  #key = null;
  #copied = null;
  // The sounds one by one.
  #sounds = new SoundRows(this);
  // The row that keys move, as it was before, and how far they have.
  #held = null;
  // The row that has the keyboard's focus, by its place.
  #focused = 0;

  constructor(things) {
    super(things);
    const { state, sound, element } = things;
    this.#sounds.on("drop", () => this.draw());
    state.on("selected", () => {
      if (state.selected !== this.#key?.layer) this.#key = null;
      this.#mark();
    });
    state.on("scene", () => this.#setScene(state));
    state.on("graph", () => this.draw());
    sound.on("change", () => this.draw());
    state.on("range", () => this.#showRange());
    state.on("frame", () => {
      this.#follow(state.time);
      this.#showTime();
    });
    element.addEventListener("wheel", (event) => this.#zoom(event), { passive: false });
    set(element, {
      pointerdown: (event) => this.#scrub(event),
      pointermove: (event) => {
        if (this.#drag) this.#dragBar(event);
        else if (event.buttons === 1) this.#scrub(event);
      },
      pointerup: (event) => this.#endDrag(event),
      pointercancel: () => {
        if (this.#drag?.edits) this.editor.drop();
        this.#drag = null;
      },
      keydown: (event) => this.#press(event), dblclick: (event) => this.#addKey(event),
    });
    new ResizeObserver(() => this.draw()).observe(element);
  }

  #setScene({ scene, isOther }) {
    const wasWhole = !this.#scene || (this.#from === 0 && this.#to === this.#scene.duration);
    this.#scene = scene;
    if (isOther) [this.marks, this.#rows, this.#key] = [[], [], null];
    if (isOther) this.#sounds.setRows([], 0);
    if (scene.timeline) [this.#rows, this.#reading] = [scene.timeline, scene.reading];
    if (isOther || wasWhole) [this.#from, this.#to] = [0, Math.max(scene.duration, 1e-6)];
    this.draw();
  }

  // The rows come after their scene; meanwhile the ones before are shown.
  setRows({ rows, sounds, reading, layers }) {
    for (const row of rows) row.layer = layers[row.layer] ?? null;
    [this.#rows, this.#reading] = [rows, reading];
    this.#sounds.setRows(sounds, reading);
    this.#followKey();
    this.draw();
  }

  #mark() {
    for (const row of this.element.querySelectorAll(".row")) {
      row.classList.toggle("selected", Number(row.dataset.layer) === this.state.selected);
    }
  }

  // The first and the last frame that are seen.
  get frames() {
    const rate = this.#scene?.framesPerSecond ?? 1;
    return [Math.floor(this.#from * rate + 1e-6), Math.ceil(this.#to * rate - 1e-6) - 1];
  }

  #showRange() {
    const [first, last] = this.state.range;
    if (!this.#range || !this.#scene) return;
    const rate = this.#scene.framesPerSecond;
    const [x, end] = [this.#x(first / rate), this.#x((last + 1) / rate)];
    this.#range.setAttribute("x", x);
    this.#range.setAttribute("width", Math.max(end - x, 0));
    const isWhole = first === 0 && last === this.#scene.frameCount - 1;
    this.#range.setAttribute("visibility", isWhole ? "hidden" : "visible");
  }

  // Marks a time, or takes the mark there away.
  toggleMark(time) {
    const others = this.marks.filter((one) => Math.abs(one - time) > 1e-6);
    const isNew = others.length === this.marks.length;
    this.marks = isNew ? [...others, time].sort((a, b) => a - b) : others;
    this.draw();
  }

  #showTime() {
    const x = this.#x(this.state.time);
    for (const line of this.element.querySelectorAll(".playhead")) set(line, { x1: x, x2: x });
  }

  // Goes along where the playhead has left the visible stretch, with a tenth of it behind.
  #follow(time) {
    if (!this.#scene || (this.#from <= time && time < this.#to)) return;
    const length = this.#to - this.#from;
    this.#see(time - length * (time < this.#from ? 0.9 : 0.1), length);
  }

  // Shows a stretch of the scene from about a time on.
  #see(from, length) {
    this.#from = clamp(from, 0, Math.max(this.#scene.duration - length, 0));
    this.#to = this.#from + length;
    this.draw();
  }

  get #width() {
    return Math.max(this.element.clientWidth - labelWidth - 12, 100);
  }

  #x(time) {
    return labelWidth + ((time - this.#from) / (this.#to - this.#from)) * this.#width;
  }

  // How the parts of the timeline lie over it: their sides, and `x` for a time.
  get #place() {
    return { x: (time) => this.#x(time), left: labelWidth, right: labelWidth + this.#width };
  }

  #time(x) {
    return this.#from + ((x - labelWidth) / this.#width) * (this.#to - this.#from);
  }

  draw() {
    if (!this.#scene) return;
    const rows = this.#rows;
    const { peaks, duration } = this.sound;
    const soundTop = axisHeight + (peaks.length > 0 ? rowHeight : 0);
    const top = soundTop + this.#sounds.rows.length * rowHeight;
    const height = top + rows.length * rowHeight + 6;
    const hadFocus = this.element.contains(document.activeElement);
    const block = hadFocus ? document.activeElement.dataset.place : undefined;
    const svg = draw("svg", {
      width: labelWidth + this.#width + 12, height, role: "list",
      "aria-label": "Animations over time",
    });
    this.#drawAxis(svg, height);
    for (const event of this.#scene.events) this.#drawEvent(svg, event, height);
    for (const time of this.marks) this.#drawMark(svg, time);
    if (peaks.length > 0) {
      const place = { ...this.#place, y: axisHeight, height: rowHeight };
      svg.append(waveform(peaks, duration, place));
    }
    const seconds = {
      pixel: (this.#to - this.#from) / this.#width, frame: 1 / this.#scene.framesPerSecond,
    };
    this.#sounds.draw(svg, soundTop, { ...this.#place, height: rowHeight, seconds });
    rows.forEach((row, index) => svg.append(this.#row(row, top + index * rowHeight)));
    this.#range = draw("rect", { class: "range", y: 0, height });
    svg.append(this.#range, draw("line", { class: "playhead", y1: 0, y2: height }));
    this.element.replaceChildren(svg);
    if (this.state.graph) this.element.append(this.#drawGraph());
    this.#setFocus(this.#focused, hadFocus && !block);
    if (block) this.element.querySelector(`[data-place="${block}"]`)?.focus();
    this.#mark();
    this.#showRange();
    this.#showTime();
  }

  // Stays in view below the rows.
  #drawGraph() {
    const svg = graph(this.state.graph, this.#place);
    svg.append(draw("line", { class: "playhead", y1: 0, y2: graphHeight }));
    return svg;
  }

  #drawAxis(svg, height) {
    const step = niceStep((this.#to - this.#from) / Math.max(this.#width / 80, 1));
    for (let time = Math.ceil(this.#from / step) * step; time <= this.#to + 1e-9; time += step) {
      const x = this.#x(time);
      svg.append(
        draw("line", { class: "tick", x1: x, x2: x, y1: 14, y2: height }),
        draw("text", { class: "note", x, y: 11, "text-anchor": "middle" }, `${round(time)} s`),
      );
    }
  }

  #drawMark(svg, time) {
    if (time < this.#from || time > this.#to) return;
    const x = this.#x(time);
    const title = draw("title", {}, `mark at ${round(time)} s`);
    svg.append(draw("path", { class: "mark", d: `M${x - 5} 0h10v7l-5 5l-5 -5z` }, title));
  }

  // A line with a diamond at its top.
  #drawEvent(svg, { name, time, line, owner }, height) {
    if (time < this.#from || time > this.#to) return;
    const x = this.#x(time);
    const title = `event${name ? ` ${name}` : ""} at ${round(time)} s`;
    const group = draw(
      "g", { class: "event" },
      draw("title", {}, line ? `${title} (line ${line})` : title),
      draw("line", { x1: x, x2: x, y1: axisHeight - 4, y2: height }),
      draw("path", { d: `M${x} ${axisHeight - 8}l4 4l-4 4l-4 -4z` }),
    );
    if (owner) {
      group.classList.add("movable");
      const row = { edit: { owner, at: time }, bars: [], layer: null, line };
      group.addEventListener("pointerdown", (event) => this.#beginDrag(event, row, "event"));
    }
    svg.append(group);
  }

  #row(row, y) {
    const title = [row.name, row.note, row.detail].filter(Boolean).join(", ");
    const group = draw(
      "g", {
        class: "row", role: "listitem", "aria-label": title, tabindex: -1,
        "data-layer": String(row.layer),
      },
      draw("title", {}, row.line ? `${title} (line ${row.line})` : title),
      draw("rect", {
        class: "ground", x: 0, y, width: labelWidth + this.#width, height: rowHeight,
      }),
    );
    for (const bar of row.bars) {
      const canBegin = (row.edit || row.refusal) && isActive(bar);
      const kind = canBegin ? ` ${row.edit ? "movable" : "refused"}` : "";
      this.#appendBar(group, y, bar.from, bar.to, {
        class: bar.kind + kind, rx: 2,
        pointerdown: canBegin ? (event) => this.#beginDrag(event, row, "begin") : null,
      });
    }
    if (row.ticks) this.#appendTicks(group, row, y);
    this.#appendGrip(group, row, y);
    this.#appendKeys(group, row, y);
    const shown = cut(row.name, 26 - 2 * row.depth - Math.min(row.note?.length ?? 0, 14));
    const name = draw("text", { x: 8 + row.depth * 12, y: y + 14 }, shown);
    if (row.note) name.append(draw("tspan", { class: "note", dx: 6 }, row.note));
    const cover = { x: 0, y: 0, width: labelWidth - 6, height: y + rowHeight };
    group.append(draw("svg", cover, name));
    group.addEventListener("pointerdown", (event) => {
      if (event.offsetX <= labelWidth) this.state.select(row.layer);
    });
    return group;
  }

  // The visible part of a stretch of time in a row.
  #appendBar(group, y, from, to, attributes) {
    const start = Math.max(this.#x(from), labelWidth);
    const end = Math.min(this.#x(to), labelWidth + this.#width);
    if (end <= start) return;
    const width = Math.max(end - start - 0.5, 0.5);
    group.append(draw("rect", { x: start, y: y + 3, width, height: rowHeight - 6, ...attributes }));
  }

  // A clock's ticks; skipped ticks are crosses at the height of the line.
  #appendTicks(group, { ticks, tracking }, y) {
    const { left, right } = this.#place;
    for (const [from, to] of tracking) this.#appendBar(group, y, from, to, { class: "fill" });
    for (const state of ["onTime", "late", "dropped", "lost"]) {
      const places = ticks.filter((tick) => tick[1] === state).map(([time]) => this.#x(time))
        .filter((x) => x >= left && x <= right).map((x) => x.toFixed(1));
      const isGone = state === "dropped" || state === "lost";
      const marks = places.map((x) => (
        isGone ? `M${x - 2} ${y + 8}l4 4m0 -4l-4 4` : `M${x} ${y + 4}v${rowHeight - 8}`
      ));
      if (marks.length > 0) {
        group.append(draw("path", { class: `clock ${state}`, d: marks.join("") }));
      }
    }
  }

  // The right end of an animation, which changes its duration.
  #appendGrip(group, row, y) {
    const last = row.bars.filter(isActive).at(-1);
    if (!row.edit || !last || last.isEndless || last.to > this.#to || row.cut !== null) return;
    group.append(draw("rect", {
      class: "grip", x: this.#x(last.to) - 4, y: y + 2, width: 8, height: rowHeight - 4,
      pointerdown: (event) => this.#beginDrag(event, row, "length"),
    }, draw("title", {}, "Drag: duration")));
  }

  // The key frames of the first pass; all but its ends may be dragged.
  #appendKeys(group, row, y) {
    const first = row.bars.find(isActive);
    const keyTimes = row.edit?.keyTimes;
    if (!first || !keyTimes) return;
    keyTimes.forEach((keyTime, index) => {
      const time = first.from + keyTime * row.edit.pass;
      if (time < this.#from || time > this.#to) return;
      const middle = `${this.#x(time)} ${y + rowHeight / 2 - 5}`;
      const isInner = keyTime > 0 && keyTime < 1;
      const words = `${isInner ? "Drag: " : ""}key time ${round(keyTime)}`;
      const key = draw(
        "path", { class: "key", d: `M${middle}l5 5l-5 5l-5 -5z` }, draw("title", {}, words),
      );
      key.classList.toggle("movable", isInner);
      key.classList.toggle("chosen", this.#isChosen(row, index));
      key.addEventListener("pointerdown", (event) => {
        const { layer, name, edit } = row;
        const at = this.#rows.filter((one) => one.layer === layer).indexOf(row);
        this.#key = { layer, at, name, index, owner: edit.owner, reading: this.#reading };
        this.#beginDrag(event, row, isInner ? "key" : "none", index);
        this.draw();
      });
      group.append(key);
    });
  }

  // A double click on a bar adds a key frame there.
  #addKey(event) {
    const rows = [...this.element.querySelectorAll(".row")];
    const index = rows.findIndex((row) => {
      const box = row.querySelector(".ground").getBoundingClientRect();
      return box.top <= event.clientY && event.clientY < box.bottom;
    });
    const x = event.clientX - this.element.getBoundingClientRect().left;
    if (this.#rows[index]) this.#addKeyTo(this.#rows[index], this.#time(x), null);
  }

  // Adds a key frame to an animation at a time of the scene, or a copied one. False where it has
  // none there.
  #addKeyTo(row, time, copied) {
    const first = row.bars.find(isActive);
    if (!row.edit?.keyTimes || !first) return false;
    const part = (time - first.from) / row.edit.pass;
    if (part <= 0 || part >= 1) return false;
    const { owner } = row.edit;
    this.editor.put({ type: "keyFrame", owner, part, reading: this.#reading, copied });
    return true;
  }

  // MARK: Copies of key frames

  #isChosen({ edit }, index) {
    const { owner, index: chosen } = this.#key ?? {};
    return chosen === index && String(owner) === String(edit.owner);
  }

  // Copies the key frame that was pressed last; false without one.
  copy() {
    this.#copied = this.#key && { ...this.#key };
    return this.#key !== null;
  }

  // Adds the copied key frame at the playhead, to the animation of the key frame that was pressed
  // last, or of the row with the focus; false where none was copied.
  paste() {
    if (!this.#copied) return false;
    const focused = [...this.element.querySelectorAll(".row")].indexOf(document.activeElement);
    const row = this.#rows[focused] ?? this.#rows.find(({ edit, bars }) => (
      edit && String(edit.owner) === String(this.#key?.owner) && bars.length > 0
    ));
    if (row && this.#addKeyTo(row, this.state.time, this.#copied)) return true;
    this.state.refuse("A key frame is pasted into an animation of key frames, while it runs.");
    return true;
  }

  // Finds the animation of the key frame that was pressed last in rows that were read again.
  #followKey() {
    const { layer, at, name } = this.#key ?? {};
    const row = this.#rows.filter((one) => one.layer === layer)[at];
    if (!row?.edit || row.name !== name) this.#key = null;
    else Object.assign(this.#key, { owner: row.edit.owner, reading: this.#reading });
  }

  #beginDrag(event, row, kind, key) {
    if (event.button !== 0) return;
    consume(event);
    this.element.setPointerCapture(event.pointerId);
    this.#drag = { row, kind, key, reading: this.#reading, x: event.clientX, edits: null };
    if (row.layer !== null) this.state.select(row.layer);
  }

  // Moves in whole frames of the scene.
  #dragBar(event) {
    const { row, kind, x, reading } = this.#drag;
    const distance = ((event.clientX - x) / this.#width) * (this.#to - this.#from);
    const frames = Math.round(distance * this.#scene.framesPerSecond);
    if (kind === "none" || (!this.#drag.edits && frames === 0)) return;
    if (!row.edit) {
      this.#drag = null;
      return this.bubble.show(placeOf(event, row), row.refusal);
    }
    this.#drag.edits = this.#edits(this.#drag, frames);
    this.editor.change(this.#drag.edits, true, reading);
  }

  // The change that moves the begin or the length of an animation, or one of its keys, by frames.
  #edits({ row: { edit, bars }, kind, key }, frames) {
    const shift = frames / this.#scene.framesPerSecond;
    const write = (step, content) => [
      { owner: edit.owner, steps: [step], isShared: true, ...content },
    ];
    if (kind === "event") {
      return write("at", { text: String(Math.max(round(edit.at + shift), 0)) });
    }
    if (kind === "begin") {
      return write("beginTime", { text: String(round(edit.beginTime + shift * edit.rate)) });
    }
    if (kind === "length") {
      const active = bars.filter(isActive);
      const length = active.at(-1).to - active[0].from;
      const factor = Math.max((length + shift) / length, 1e-3);
      return write("duration", { text: String(round(edit.duration * factor)) });
    }
    const times = [...edit.keyTimes];
    const moved = times[key] + shift / edit.pass;
    times[key] = clamp(moved, times[key - 1], times[key + 1]);
    return write("keyTimes", { texts: times.map((time) => String(round(time))) });
  }

  #endDrag(event) {
    const drag = this.#drag;
    this.#drag = null;
    if (!drag?.edits) return;
    this.bubble.drop(placeOf(event, drag.row));
    this.editor.change(drag.edits, false, drag.reading);
  }

  // Goes from row to row; enter selects, alt moves an animation, with shift its end.
  #press(event) {
    const rows = [...this.element.querySelectorAll(".row")];
    const index = rows.indexOf(document.activeElement);
    if (index < 0 || event.ctrlKey || event.metaKey) return;
    const row = this.#rows[index];
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const frames = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step && !event.altKey) this.#setFocus(index + step, true);
    else if (event.key === "Enter") this.state.select(row.layer);
    else if (frames && event.altKey && row.edit && row.bars.some(isActive)) {
      const kind = event.shiftKey ? "length" : "begin";
      const { left, bottom } = rows[index].getBoundingClientRect();
      this.bubble.drop({ clientX: left, clientY: bottom, line: row.line });
      const isSame = this.#held?.index === index && this.#held.kind === kind;
      if (!isSame || this.editor.isSettled(this.#reading)) {
        this.#held = { row, index, kind, frames: 0, reading: this.#reading };
      }
      this.#held.frames += frames;
      const edits = this.#edits(this.#held, this.#held.frames);
      this.editor.change(edits, false, this.#held.reading);
    } else return;
    consume(event);
  }

  // One row at a time is reached by tab.
  #setFocus(index, isFocused) {
    const rows = [...this.element.querySelectorAll(".row")];
    this.#focused = clamp(index, 0, Math.max(rows.length - 1, 0));
    rows.forEach((row, at) => row.setAttribute("tabindex", at === this.#focused ? 0 : -1));
    if (isFocused) rows[this.#focused]?.focus();
  }

  // With ctrl or the touchpad's pinch: closer; with shift or sideways: along.
  #zoom(event) {
    const along = event.deltaX || (event.shiftKey ? event.deltaY : 0);
    if (!this.#scene || (!event.ctrlKey && !along)) return;
    event.preventDefault();
    const { duration, framesPerSecond } = this.#scene;
    const length = this.#to - this.#from;
    if (event.ctrlKey) {
      const next = clamp(length * Math.exp(event.deltaY * 0.002), 4 / framesPerSecond, duration);
      const time = this.#time(event.offsetX);
      this.#see(time - ((time - this.#from) * next) / length, next);
    } else this.#see(this.#from + (along / this.#width) * length, length);
    this.emit("view");
  }

  #scrub(event) {
    const x = event.clientX - this.element.getBoundingClientRect().left;
    if (!this.#scene || x < labelWidth) return;
    this.emit("seek", this.#time(x));
  }
}

// The round number of seconds, 1, 2 or 5 times a power of ten, that is not below `least`.
function niceStep(least) {
  const power = 10 ** Math.floor(Math.log10(Math.max(least, 1e-6)));
  return [1, 2, 5, 10].map((one) => one * power).find((step) => step >= least) ?? power;
}

// Where something is said of a row.
function placeOf({ clientX, clientY }, { line }) {
  return { clientX, clientY, line };
}

// Whether an animation runs in a stretch of time.
function isActive({ kind }) {
  return kind === "pass" || kind === "wayBack";
}
