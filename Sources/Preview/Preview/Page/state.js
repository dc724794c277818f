// All that the page knows: the scene, its layers at the frame, the file's values, the playhead, and
// what is chosen. Views are drawn from it, and listen to its changes.

import { Part } from "./part.js";

export class State extends Part {
  // The paths of the scenes, and the number of the one that is open.
  paths = [];
  opened = -1;
  // The scene as the server has described it; null before.
  scene = null;
  // Whether another scene was shown before.
  isOther = true;
  // The layers at the frame, each with those in it, and the file's values of the selected one.
  layers = [];
  written = null;
  // The playhead.
  frame = 0;
  range = [0, 0];
  isPlaying = false;
  dropped = 0;
  // The numbers of the selected layer, and of the layers that are chosen besides.
  selected = null;
  others = new Set();
  // The layers under the pixel that was clicked, front first.
  hits = [];
  // The numbers of layers that are folded, that the pointer does not take, and that are left out of
  // the picture.
  folded = new Set();
  locked = new Set();
  hidden = new Set();
  solo = null;
  // Whether the way of the selected layer is shown, and the layer before and after.
  path = false;
  onion = false;
  hasRulers = false;
  isMuted = false;
  // The panel beside the picture: details, written or source.
  panel = null;
  // The corners of the first copy of the selected layer, in pixels of the frame.
  corners = null;
  // A value of the selected layer over time, from the server.
  graph = null;
  // Why nothing was changed.
  refusal = "";
  canUndo = false;
  canRedo = false;
  problems = [];
  // Whether the timeline is that of the scene; null before.
  isTimed = null;
  isWrong = false;
  // The address of a line of the file, with {line} and {column} in it.
  link = "";
  // The selected layer as it was last, and as it was before the connection was lost: it is found
  // again by its name.
  #last = null;
  #lost = null;
  // The layer to be selected once the scene has it.
  #expected = null;
  // The reading of the file that the refusal is of.
  #refused = 0;

  // Takes values, and says which of them are others than before.
  set(values) {
    const changed = Object.keys(values).filter((name) => this[name] !== values[name]);
    Object.assign(this, values);
    for (const name of changed) this.emit(name);
  }

  get rate() {
    return this.scene?.framesPerSecond ?? 1;
  }

  get time() {
    return this.frame / this.rate;
  }

  // The frame that is shown at a time, in seconds.
  frameAt(time) {
    return Math.floor(time * this.rate + 1e-6);
  }

  // MARK: Layers

  // All layers, each before those in it.
  get all() {
    return flat(this.layers, "sublayers");
  }

  // What the selected layer does now; undefined without one.
  get layer() {
    return this.all.find(({ index }) => index === this.selected);
  }

  // The numbers of all chosen layers, the selected one first.
  get chosen() {
    return this.selected === null ? [] : [this.selected, ...this.others];
  }

  // Takes the layers as they are at a frame, with the numbers that stay theirs.
  setLayers(answer) {
    const layers = answer?.value.layers ?? [];
    for (const layer of flat(layers, "sublayers")) number(layer, answer);
    this.set({ layers });
    this.#follow();
    this.emit("inspected");
  }

  // Selects a layer. They are known by numbers that stay theirs while the file changes.
  select(index) {
    this.#expected = null;
    this.set({ others: this.others.size > 0 ? new Set() : this.others });
    if (index === this.selected) return;
    this.#last = this.all.find((one) => one.index === index) ?? null;
    const isHit = this.hits.some((hit) => hit.index === index);
    this.set({ written: null, hits: isHit ? this.hits : [], selected: index });
  }

  // Chooses a layer besides the selected one, or no longer.
  choose(index) {
    if (this.selected === null || index === this.selected) this.select(index);
    else this.set({ others: toggled(this.others, index) });
  }

  // Selects a layer of the scene as it is after a change.
  expect(index) {
    if (this.all.some((one) => one.index === index)) return this.select(index);
    this.select(null);
    this.#expected = index;
  }

  // Takes the layers under a pixel, and selects the one in front.
  setHits(answer) {
    const hits = answer?.value.layers ?? [];
    for (const hit of hits) number(hit, answer);
    this.set({ hits: hits.filter(({ index }) => !this.locked.has(index)) });
    this.select(this.hits[0]?.index ?? null);
  }

  // Selects the layer whose text holds a line: the last one that begins there or before.
  selectLine(line) {
    const before = this.all.filter((one) => one.line <= line);
    const last = before.reduce((a, b) => (a && a.line > b.line ? a : b), null);
    this.select(last?.index ?? null);
  }

  // The numbers are another server's after the connection was lost.
  forget() {
    this.#lost = this.layer ?? this.#lost;
    this.set({ folded: new Set() });
    this.select(null);
  }

  // Selects the layer that is expected; where the selected one is gone, none is selected.
  #follow() {
    const { all } = this;
    const expected = this.#expected ?? all.find(({ name }) => name === this.#lost?.name)?.index;
    if (all.some(({ index }) => index === expected)) {
      this.#lost = null;
      this.select(expected);
    }
    const isGone = this.selected === null ? this.#lost !== null : !this.layer;
    const last = this.#lost ?? this.#last;
    [this.#last, this.#lost] = [this.layer ?? null, null];
    if (!isGone) return;
    this.select(null);
    this.refuse(`'${last?.title}' is gone from the file: no layer is chosen.`);
  }

  // Says why nothing was changed, until the file is read again.
  refuse(refusal, reading = this.scene?.reading) {
    this.#refused = reading;
    this.set({ refusal });
  }

  // Takes the scene as it is now.
  setScene(scene) {
    const { hidden, solo } = scene.hiddenLayers ?? { hidden: [], solo: null };
    this.set({ hidden: new Set(hidden), solo, isOther: this.scene?.path !== scene.path, scene });
    if (scene.reading !== this.#refused) this.refuse("");
  }

  // MARK: How layers are shown

  get isLocked() {
    return this.locked.has(this.selected);
  }

  lock(index = this.selected) {
    if (index !== null) this.set({ locked: toggled(this.locked, index) });
  }

  fold(index, isFolded) {
    if (this.folded.has(index) !== isFolded) this.set({ folded: toggled(this.folded, index) });
  }

  // Leaves a layer out of the picture, or shows it alone; again: as before.
  look(isSolo, index = this.selected) {
    if (index === null) return;
    if (isSolo) this.set({ solo: this.solo === index ? null : index });
    else this.set({ hidden: toggled(this.hidden, index) });
    this.emit("look");
  }
}

// All of a tree whose branches are lists of a name.
export function flat(items, name) {
  return items.flatMap((item) => [item, ...flat(item[name] ?? [], name)]);
}

// The set with an item, or without it.
function toggled(set, item) {
  return new Set(set.has(item) ? [...set].filter((one) => one !== item) : [...set, item]);
}

// Gives a layer of the scene's order its number, and its name.
function number(layer, { layers, names }) {
  layer.title = names[layer.index] ?? layer.name;
  layer.index = layers[layer.index];
}
