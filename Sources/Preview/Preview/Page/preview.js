// The page: makes its parts, each with the elements that are its own, and connects them.

import { Bubble } from "./bubble.js";
import { Comparison } from "./comparison.js";
import { Connection } from "./connection.js";
import { Details } from "./details.js";
import { Editor } from "./editor.js";
import { Handles } from "./handles.js";
import { Header } from "./header.js";
import { Inputs } from "./inputs.js";
import { Keys } from "./keys.js";
import { Output } from "./output.js";
import { makeEdges, openMenu } from "./panels.js";
import { Player } from "./player.js";
import { Problems } from "./problems.js";
import { Rulers } from "./rulers.js";
import { Scenes } from "./scenes.js";
import { Sound } from "./sound.js";
import { Source } from "./source.js";
import { Stage } from "./stage.js";
import { State } from "./state.js";
import { Structure } from "./structure.js";
import { Tabs } from "./tabs.js";
import { Timeline } from "./timeline.js";
import { Trails } from "./trails.js";
import { Transport } from "./transport.js";
import { LayerTree } from "./tree.js";
import { Words } from "./words.js";
import { Zoom } from "./zoom.js";

const find = (id) => document.getElementById(id);
const state = new State();
const connection = new Connection();
const both = { state, connection };
const sound = new Sound(both);
const player = new Player({ ...both, canvas: find("canvas"), sound });
const editor = new Editor({ ...both, element: find("written") });
const bubble = new Bubble({ state, element: find("bubble"), stage: find("stage") });
const changing = { state, editor, bubble };
const timeline = new Timeline({ ...changing, sound, element: find("timeline") });
const tree = new LayerTree({ ...changing, element: find("layers") });
const details = new Details({ ...both, element: find("details") });
const rulers = new Rulers({ state, paper: find("paper"), canvas: find("canvas") });
const handles = new Handles({ ...changing, rulers, svg: find("outline") });
const structure = new Structure({ ...both, editor, element: find("additions") });
const trails = new Trails({ ...both, svg: find("outline"), ghosts: find("ghosts") });
new Source({ ...both, element: find("source") });
const inputs = new Inputs({ ...both, editor, element: find("inputs") });
const scenes = new Scenes({ ...both, element: find("find") });
const comparison = new Comparison({ connection, element: find("comparison") });
const output = new Output({ ...both, element: find("output") });
const stage = new Stage({ ...both, player, element: find("stage") });
const transport = new Transport({
  state, player, sound, element: find("transport"), caption: find("caption"),
});
const zoom = new Zoom({ stage: find("stage"), canvas: find("canvas"), list: find("zoom") });
new Tabs({ state, element: find("inspector") });
const header = new Header({ ...both, element: find("header") });
new Problems({ ...both, sound, element: find("problems") });
new Words(document.body, find("chinese"), find("language"));
makeEdges(["layers", "inspector", "timeline"].map((id) => [find(`${id}-edge`), find(id)]));

for (const part of [tree, stage]) part.on("menu", (event) => openMenu(find("menu"), event));
header.on("open", openScene);
header.on("view", (view) => {
  player.view = view;
  player.show(state.frame);
});
zoom.on("fit", () => {
  stage.fit();
  handles.show();
  rulers.draw();
});
player.on("size", () => zoom.fit());

// MARK: Scenes

function openScene(index) {
  state.select(null);
  state.set({ opened: index, folded: new Set() });
  connection.send({ type: "open", scene: index });
}

scenes.on("open", openScene);
connection.on("state", (isOpen) => {
  if (!isOpen) state.forget();
  else if (state.opened > 0) connection.send({ type: "open", scene: state.opened });
});
connection.on("scenes", (list) => {
  state.set({ paths: list.scenes, opened: Math.max(state.opened, 0) });
});
connection.on("scene", (message) => {
  // A server begins with its first scene, also when another one was open before.
  if (state.opened > 0 && message.path !== state.paths[state.opened]) return;
  const { canUndo, canRedo, problems, isRight } = message;
  if (message.frameCount) state.setScene(message);
  state.set({ canUndo, canRedo, problems, isWrong: !isRight });
});
connection.on("timeline", ({ value }) => {
  if (value?.path !== state.scene?.path) return;
  timeline.setRows(value);
  state.set({ link: value.link, isTimed: value.revision === state.scene.revision });
});

// What tests wait for.
state.on("scene", () => {
  document.body.dataset.reading = state.scene.reading;
  state.set({ isTimed: Boolean(state.scene.timeline) });
});
state.on("isTimed", () => { document.body.dataset.isTimed = state.isTimed; });

// MARK: What the layers do

// Asks for it; while playing a few times a second.
let asked = { time: 0, timer: 0 };
function inspect() {
  clearTimeout(asked.timer);
  if (state.isPlaying && state.selected === null) return;
  const wait = state.isPlaying ? 250 - (performance.now() - asked.time) : 0;
  if (wait > 0) asked.timer = setTimeout(ask, wait);
  else ask();
}

function ask() {
  asked.time = performance.now();
  connection.send({ type: "inspect", frame: state.frame });
  askForHandles();
  trails.ask();
  details.askAgain(!state.isPlaying);
}

// Asks how the selected layer can be moved; not while it moves by itself.
function askForHandles() {
  const { selected: index, frame, isPlaying, isLocked } = state;
  if (index === null || isPlaying || isLocked) handles.setPlacement(null);
  else connection.send({ type: "handles", index, frame });
}

connection.on("inspection", ({ value }) => state.setLayers(value));
state.on(["frame", "scene", "isPlaying"], inspect);
state.on("selected", () => {
  handles.setPlacement(null);
  state.refuse("");
  connection.send({ type: "select", index: state.selected, frame: state.frame });
  askForHandles();
});
state.on("locked", askForHandles);
connection.on("handles", ({ value }) => {
  if (value?.layer === state.selected && !state.isLocked) handles.setPlacement(value);
});
state.on("look", () => {
  connection.send({ type: "look", hidden: [...state.hidden], solo: state.solo });
});
handles.on("click", (event) => stage.hit(event));
details.on("curve", (request) => connection.send({ ...request, range: timeline.frames }));
timeline.on("view", () => details.askAgain(true));
timeline.on("seek", (time) => transport.scrub(state.frameAt(time)));

// MARK: Changes

editor.on("state", ({ canUndo, canRedo, problem, note, reading }) => {
  if (canUndo !== undefined) state.set({ canUndo, canRedo });
  state.refuse(problem ?? "", reading);
  bubble.settle(problem ?? note);
  // The dragged item goes back to its place.
  if (problem) timeline.draw();
});
editor.on("restructured", (index) => {
  connection.send({ type: "inspect", frame: state.frame });
  state.expect(index ?? null);
});
state.set({ panel: "details" });

document.addEventListener("paste", (event) => {
  if (event.target.matches("input") || timeline.paste()) return;
  structure.paste(event.clipboardData.getData("text/plain") || undefined);
});

// MARK: Keys

// The first one again after the last.
function goToNextMark() {
  const next = timeline.marks.find((time) => time > state.time + 1e-6) ?? timeline.marks[0];
  if (next !== undefined) player.show(state.frameAt(next));
}

// Of buttons, by their names.
const actions = {
  undo: () => editor.put({ type: "undo" }),
  redo: () => editor.put({ type: "redo" }),
  path: () => state.set({ path: !state.path }),
  onion: () => state.set({ onion: !state.onion }),
  find: () => scenes.open(),
  compare: () => comparison.open(),
  output: () => output.open(),
  help: () => find("help").showModal(),
  add: () => structure.open(),
  rename: () => tree.rename(),
  copy: () => structure.copy(),
  paste: () => structure.paste(),
  duplicate: () => structure.change({ action: "duplicate" }),
  remove: () => structure.change({ action: "remove" }),
  // Layers are listed from back to front.
  raise: () => structure.change({ action: "move", by: 1 }),
  lower: () => structure.change({ action: "move", by: -1 }),
  align: ({ dataset }) => handles.align(dataset.place),
  hide: () => state.look(false),
  solo: () => state.look(true),
  lock: () => state.lock(),
  play: () => player.toggle(),
  first: () => player.show(state.range[0]),
  last: () => player.show(state.range[1]),
  back: () => player.show(state.frame - 1),
  forward: () => player.show(state.frame + 1),
  mute: () => state.set({ isMuted: !state.isMuted }),
};
const keys = {
  " ": actions.play,
  ArrowLeft: ({ shiftKey }) => player.show(state.frame - (shiftKey ? Math.round(state.rate) : 1)),
  ArrowRight: ({ shiftKey }) => player.show(state.frame + (shiftKey ? Math.round(state.rate) : 1)),
  Home: actions.first,
  End: actions.last,
  j: () => transport.playFaster(-1),
  k: () => player.show(state.frame),
  l: () => transport.playFaster(1),
  i: () => player.setRange(state.frame, Math.max(state.range[1], state.frame)),
  o: () => player.setRange(Math.min(state.range[0], state.frame), state.frame),
  I: () => player.setRange(0, Infinity),
  O: () => player.setRange(0, Infinity),
  g: () => transport.focus(),
  Escape: () => state.select(null),
  1: () => state.set({ panel: "details" }),
  2: () => state.set({ panel: "written" }),
  3: () => state.set({ panel: "source" }),
  "[": () => inputs.stepRow(-1),
  "]": () => inputs.stepRow(1),
  c: actions.compare,
  r: actions.output,
  s: actions.mute,
  u: () => state.set({ hasRulers: !state.hasRulers }),
  m: () => timeline.toggleMark(state.time),
  n: goToNextMark,
  "+": () => zoom.step(1),
  "-": () => zoom.step(-1),
  0: () => zoom.set("fit"),
  a: actions.add,
  h: actions.hide,
  H: actions.solo,
  f: () => stage.toggleFullScreen(),
  p: actions.path,
  x: actions.onion,
  Delete: actions.remove,
  Backspace: actions.remove,
  "?": actions.help,
};
// With ctrl.
const commands = {
  z: ({ shiftKey }) => (shiftKey ? actions.redo() : actions.undo()),
  k: actions.find,
  c: () => { if (!timeline.copy()) structure.copy(); },
  d: actions.duplicate,
  ArrowUp: actions.raise,
  ArrowDown: actions.lower,
};
new Keys({
  actions, keys, commands, nudge: (step) => handles.nudge(step),
  places: [find("stage"), find("timeline")],
});

connection.open();
