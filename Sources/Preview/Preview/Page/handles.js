// Handles on the canvas: a pointer changes the selected layer's place, size, rotation and anchor
// point.

import { draw, onDrag, set, unitOf } from "./elements.js";
import { shortest } from "./fields.js";
import { Part } from "./part.js";
import { Snapping } from "./snapping.js";

// The ends of a gradient, with their places unless the file has others.
const gradientEnds = {
  start: { name: "startPoint", standard: [0.5, 0] },
  end: { name: "endPoint", standard: [0.5, 1] },
};

// The axes and the parts of the canvas to which a layer is aligned.
const places = {
  left: [0, 0], center: [0, 0.5], right: [0, 1], top: [1, 0], middle: [1, 0.5], bottom: [1, 1],
};

export class Handles extends Part {
  #group = draw("g", { class: "handles" });
  // The layer's placement on the canvas, from the server.
  #placement = null;
  #drag = null;
  // The place before keys began to move the layer, and how far they have.
  #nudge = null;
  // Whether a drag of the anchor point's mark moves the mark, and not the layer.
  #isAnchorChosen = false;
  #snapping = new Snapping({ svg: this.svg, rulers: this.rulers });

  constructor(things) {
    super(things);
    this.state.on(["written", "inspected", "corners"], () => this.show());
    this.svg.append(this.#group);
  }

  setPlacement(placement) {
    if (placement?.layer !== this.#placement?.layer) this.#isAnchorChosen = false;
    if (!this.#drag) this.#placement = placement;
    this.show();
  }

  // Draws the handles as large as on the screen.
  show() {
    const { corners, written } = this.state;
    if (!this.#placement || !corners || !written) {
      this.#group.replaceChildren();
      return;
    }
    this.#group.classList.toggle("refused", !written.owner);
    const unit = unitOf(this.svg);
    if (this.#group.childElementCount === 0) this.#make();
    const [body, turn, anchor, way, start, end, ...squares] = this.#group.children;
    body.setAttribute("points", corners.map((corner) => corner.join(",")).join(" "));
    squares.forEach((square, index) => {
      const [x, y] = corners[index];
      set(square, { x: x - 4 * unit, y: y - 4 * unit, width: 8 * unit, height: 8 * unit });
    });
    const [top, middle] = [middleOf(corners[0], corners[1]), middleOf(corners[0], corners[2])];
    const length = Math.hypot(top[0] - middle[0], top[1] - middle[1]) || 1;
    const out = top.map((value, axis) => value + ((value - middle[axis]) / length) * 18 * unit);
    set(turn, { cx: out[0], cy: out[1], r: 5 * unit });
    anchor.classList.toggle("chosen", this.#isAnchorChosen);
    const [x, y] = this.#anchor();
    const arm = 6 * unit;
    anchor.setAttribute("d", `M${x - arm} ${y}h${2 * arm}M${x} ${y - arm}v${2 * arm}`);
    this.#showGradient(way, { start, end }, 6 * unit);
  }

  // Where the selected layer's gradient starts and ends.
  #showGradient(way, ends, radius) {
    const isThere = this.state.layer?.class === "gradient" && this.state.corners.length === 4;
    for (const element of [way, ends.start, ends.end]) element.toggleAttribute("hidden", !isThere);
    if (!isThere) return;
    const [from, to] = Object.keys(ends).map((kind) => this.#at(this.#gradientPoint(kind)));
    set(way, { x1: from[0], y1: from[1], x2: to[0], y2: to[1] });
    set(ends.start, { cx: from[0], cy: from[1], r: radius });
    set(ends.end, { cx: to[0], cy: to[1], r: radius });
  }

  // In the unit square of the layer's bounds.
  #gradientPoint(kind) {
    const { name, standard } = gradientEnds[kind];
    return this.state.layer?.presentation[name] ?? standard;
  }

  #make() {
    const items = [
      ["move", "Drag: position", "polygon", "body"], ["turn", "Drag: rotation", "circle"],
      ["anchor", "Click, then drag: anchor point", "path", "anchor"],
      ["way", null, "line", "gradient-way"],
      ["start", "Drag: startPoint", "circle", "gradient-end"],
      ["end", "Drag: endPoint", "circle", "gradient-end"],
      ...[0, 1, 2, 3].map((index) => [`size${index}`, "Drag: size", "rect"]),
    ];
    this.#group.replaceChildren(...items.map(([kind, title, name, style]) => {
      const element = draw(name, { class: style, "data-kind": kind });
      if (!title) return element;
      element.append(draw("title", {}, title));
      onDrag(element, {
        begin: (event) => this.#begin(event, kind), move: (drag, event) => this.#move(drag, event),
        end: (drag, event) => this.#end(drag, event), cancel: (drag) => this.#cancel(drag),
      });
      return element;
    }));
  }

  #anchor() {
    const { anchor, anchorPoint } = this.#placement;
    return this.state.corners.length < 4 ? anchor : this.#at(anchorPoint);
  }

  // The pixel of a point in the unit square of the layer's bounds.
  #at([x, y]) {
    const corners = this.state.corners;
    const [left, right] = [mix(corners[0], corners[3], y), mix(corners[1], corners[2], y)];
    return mix(left, right, x);
  }

  // In pixels of the frame, which may move on the page while a layer is dragged.
  #place(event, box = this.svg.getBoundingClientRect()) {
    const { width, height } = this.svg.viewBox.baseVal;
    return [
      ((event.clientX - box.left) / box.width) * width,
      ((event.clientY - box.top) / box.height) * height,
    ];
  }

  #begin(event, kind) {
    this.#snapping.begin(this.#placement?.snap, this.state.corners);
    // A value that was written just now may not be in the placement yet.
    const own = (name, shown) => {
      const numbers = this.editor.numbers(name)?.slice(-2) ?? [];
      return numbers.length === 2 && numbers.every(Number.isFinite) ? numbers : shown;
    };
    const { position, size, anchorPoint } = this.#placement;
    const state = {
      ...this.#placement, position: own("position", position), size: own("bounds", size),
      anchorPoint: own("anchorPoint", anchorPoint),
    };
    this.#drag = {
      kind: kind === "anchor" && !this.#isAnchorChosen ? "move" : kind,
      isMark: kind === "anchor", start: this.#place(event), state, edits: null,
      reading: this.editor.reading, box: this.svg.getBoundingClientRect(),
      point: kind in gradientEnds ? this.#gradientPoint(kind) : null,
    };
    return this.#drag;
  }

  #move(drag, event) {
    const place = this.#place(event, drag.box);
    const delta = place.map((value, axis) => value - drag.start[axis]);
    const unit = unitOf(this.svg);
    if (!drag.edits && Math.hypot(...delta) < 3 * unit) return;
    const refusal = this.#refusal(drag.kind);
    if (refusal) {
      if (!drag.isRefused) this.bubble.show(this.#placeOf(event), refusal);
      drag.isRefused = true;
      return;
    }
    const isFree = drag.kind !== "move" || event.ctrlKey || event.metaKey;
    const moved = isFree ? delta : this.#snapping.snapped(delta, 4 * unit, event.shiftKey);
    drag.edits = this.#edits(drag, moved, place, event.shiftKey);
    if (drag.edits) this.editor.change(drag.edits, true, drag.reading);
  }

  #end(drag, event) {
    this.#drag = null;
    this.#snapping.end();
    if (drag.isRefused) return;
    if (drag.edits) {
      this.bubble.drop(this.#placeOf(event));
      this.editor.change(drag.edits, false, drag.reading);
    } else if (drag.isMark) {
      this.#isAnchorChosen = !this.#isAnchorChosen;
      this.show();
    } else if (drag.kind === "move") this.emit("click", event);
  }

  // Why the file has no value that a drag could change; null where it may have.
  #refusal(kind) {
    if (this.editor.refusal) return this.editor.refusal;
    if (kind in gradientEnds) {
      const { name } = gradientEnds[kind];
      return this.editor.animation(name) ?? this.editor.access([name]).refusal ?? null;
    }
    const keys = { move: ["position", "frame"], turn: ["transform"], anchor: ["anchorPoint"] };
    const names = keys[kind] ?? ["bounds", "frame"];
    const wrong = this.state.written.values.find(({ steps, refusal, source }) => (
      names.includes(steps[0]) && refusal && !source?.steps && (kind !== "turn" || steps[1] === "rotation")
    ));
    return wrong ? `${wrong.steps.join(" ")}: ${wrong.refusal}` : null;
  }

  // Where something is said of the layer.
  #placeOf({ clientX, clientY }) {
    return { clientX, clientY, line: this.state.layer?.line };
  }

  // Moves the layer by a step on the canvas, in pixels.
  moveBy(delta) {
    const state = this.#placement;
    const refusal = this.#refusal("move");
    if (refusal || !state || !this.state.corners) {
      const { left, top, width } = this.svg.getBoundingClientRect();
      const place = this.#placeOf({ clientX: left + width / 2, clientY: top + 20 });
      return this.bubble.show(place, refusal ?? "Nothing of the layer is shown here.");
    }
    const edits = this.#edits({ kind: "move", state }, delta, [0, 0], false);
    if (edits) this.editor.change(edits, false);
  }

  // Moves the layer so that its outline lies at a place of the canvas.
  align(name) {
    if (!this.state.corners) return this.moveBy([0, 0]);
    const [axis, part] = places[name];
    const all = this.state.corners.map((corner) => corner[axis]);
    const [low, high] = [Math.min(...all), Math.max(...all)];
    const { width, height } = this.svg.viewBox.baseVal;
    const delta = [0, 0];
    delta[axis] = part * ([width, height][axis] - (high - low)) - low;
    this.moveBy(delta);
  }

  // Moves the layer by points of its superlayer.
  nudge(step) {
    const [state, editor] = [this.#placement, this.editor];
    if (!state || editor.refusal) return;
    if (this.#refusal("move")) return this.moveBy([0, 0]);
    const isHeld = this.#nudge?.layer === state.layer && this.#nudge.count === editor.count;
    if (!editor.isSettled() && !isHeld) {
      // A text that was typed just now is not written over.
      return editor.whenSettled(() => {
        if (this.#placement?.layer === state.layer) this.nudge(step);
      });
    }
    if (editor.isSettled()) {
      const start = editor.numbers(editor.has("frame") ? "frame" : "position") ?? state.position;
      this.#nudge = { layer: state.layer, start, total: [0, 0] };
    }
    const { start, total } = this.#nudge;
    step.forEach((value, axis) => { total[axis] += value; });
    const moved = start.map((value, axis) => value + (total[axis] ?? 0));
    const name = editor.has("frame") ? "frame" : "position";
    editor.change([editor.edit([name], texts(moved, state.move))], false);
    this.#nudge.count = editor.count;
  }

  #cancel(drag) {
    if (drag.edits) this.editor.drop();
    this.#drag = null;
    this.#snapping.end();
  }

  // The edits of a drag. `frame` means position and bounds where the file gives those instead.
  #edits(drag, delta, place, isStraight) {
    const { kind, state } = drag;
    const editor = this.editor;
    const hasFrame = editor.has("frame");
    if (kind === "move") {
      const step = solve(state.move, isStraight ? straight(delta) : delta);
      if (!step) return null;
      const position = state.position.map((value, axis) => value + step[axis]);
      const frame = hasFrame && editor.numbers("frame");
      if (!frame) return [editor.edit(["position"], texts(position, state.move))];
      const [x, y, ...size] = frame;
      return [editor.edit(["frame"], texts([x + step[0], y + step[1], ...size], state.move))];
    }
    if (kind === "turn") {
      const from = angle(state.anchor, drag.start);
      const turned = state.rotation + (angle(state.anchor, place) - from) * 180 / Math.PI;
      const degrees = isStraight ? Math.round(turned / 15) * 15 : turned;
      const reach = Math.max(...this.state.corners.map((corner) => distance(state.anchor, corner)));
      const text = `${shortest(degrees, 0.57 / Math.max(reach, 1))}deg`;
      return [editor.edit(["transform", "rotation"], { text })];
    }
    const step = solve(state.local, delta);
    if (!step) return null;
    if (kind === "anchor") return this.#anchorEdits(state, delta, step);
    if (kind in gradientEnds) return this.#gradientEdits(drag, step, isStraight);
    return this.#sizeEdits(Number(kind.at(-1)), state, step, isStraight);
  }

  // The layer stays where it is: its position moves with the anchor point.
  #anchorEdits(state, delta, step) {
    const move = solve(state.move, delta);
    if (!move || state.size.some((length) => length === 0)) return null;
    const anchor = state.anchorPoint.map((value, axis) => value + step[axis] / state.size[axis]);
    const edits = [this.editor.edit(["anchorPoint"], texts(anchor, state.local, state.size))];
    if (this.editor.has("frame")) return edits;
    const position = state.position.map((value, axis) => value + move[axis]);
    return [...edits, this.editor.edit(["position"], texts(position, state.move))];
  }

  #gradientEdits({ kind, state, point }, step, isStraight) {
    if (state.size.some((length) => length === 0)) return null;
    const moved = isStraight ? straight(step) : step;
    const place = point.map((value, axis) => value + moved[axis] / state.size[axis]);
    return [this.editor.access([gradientEnds[kind].name]).edit(texts(place, state.local, state.size))];
  }

  // The anchor point stays where it is; with shift so does the shape.
  #sizeEdits(corner, state, step, isStraight) {
    const editor = this.editor;
    const ends = [[0, 0], [1, 0], [1, 1], [0, 1]][corner];
    const grown = state.size.map((length, axis) => {
      const reach = ends[axis] - state.anchorPoint[axis];
      return Math.abs(reach) < 1e-6 ? length : Math.max(length + step[axis] / reach, 0);
    });
    if (isStraight) {
      const factor = Math.max(grown[0] / state.size[0], grown[1] / state.size[1]);
      state.size.forEach((length, axis) => { grown[axis] = length * factor; });
    }
    const name = editor.has("frame") ? "frame" : "bounds";
    const old = editor.numbers(name);
    if (!old) return null;
    const rest = old.length === 4 ? old.slice(0, 2) : [];
    if (name === "frame") {
      rest.forEach((value, axis) => {
        rest[axis] = value - (grown[axis] - state.size[axis]) * state.anchorPoint[axis];
      });
    }
    return [editor.edit([name], texts([...rest, ...grown], state.local))];
  }
}

// Numbers as short as within a hundredth of a pixel. A map takes steps of what they count to
// pixels; of parts of a size, steps of that.
function texts(numbers, map, size = [1, 1]) {
  const step = 0.01 / Math.max(...(map ?? [1]).map(Math.abs), 1e-9);
  return { texts: numbers.map((value, index) => shortest(value, step / size[index % 2])) };
}

// The step that a linear map [a, b, c, d] takes to a vector.
function solve(map, [x, y]) {
  if (!map) return null;
  const [a, b, c, d] = map;
  const determinant = a * d - b * c;
  if (Math.abs(determinant) < 1e-9) return null;
  return [(x * d - y * c) / determinant, (y * a - x * b) / determinant];
}

function straight([x, y]) {
  return Math.abs(x) > Math.abs(y) ? [x, 0] : [0, y];
}

function distance([x, y], [toX, toY]) {
  return Math.hypot(toX - x, toY - y);
}

function angle([x, y], [toX, toY]) {
  return Math.atan2(toY - y, toX - x);
}

function mix(a, b, part) {
  return a.map((value, axis) => value + (b[axis] - value) * part);
}

function middleOf(a, b) {
  return mix(a, b, 0.5);
}
