// The page: makes its parts, each with the elements that are its own, and connects them.

import { Comparison } from "./comparison.js";
import { Connection } from "./connection.js";
import { Details } from "./details.js";
import { Editor } from "./editor.js";
import { Handles } from "./handles.js";
import { Header } from "./header.js";
import { Inputs } from "./inputs.js";
import { Keys } from "./keys.js";
import { Menu } from "./menu.js";
import { Output } from "./output.js";
import { makeEdges } from "./panels.js";
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
import { Bubble, LayerTools } from "./tools.js";
import { Trails } from "./trails.js";
import { Transport } from "./transport.js";
import { LayerTree } from "./tree.js";
import { Words } from "./words.js";
import { Zoom } from "./zoom.js";

const find = (id) => document.getElementById(id);
const state = new State();
const connection = new Connection();
const sound = new Sound(state, connection);
const player = new Player(state, connection, find("canvas"), sound);
const timeline = new Timeline(state, find("timeline"), (reading) => editor.isSettled(reading));
const tree = new LayerTree(state, find("layers"));
const details = new Details(state, connection, find("details"));
const editor = new Editor(state, connection, find("written"));
const rulers = new Rulers(state, find("paper"), find("canvas"));
const handles = new Handles(state, find("outline"), editor, () => rulers.guides);
const structure = new Structure(state, connection, editor, find("additions"));
const bubble = new Bubble(state, find("bubble"), find("stage"));
const trails = new Trails(state, connection, find("outline"), find("ghosts"));
const source = new Source(state, connection, find("source"));
const inputs = new Inputs({ state, connection, editor, element: find("inputs") });
const scenes = new Scenes(connection, find("find"));
const comparison = new Comparison({ connection, element: find("comparison") });
const output = new Output({ state, connection, element: find("output") });
const stage = new Stage(state, connection, player, find("stage"));
const transport = new Transport(state, player, sound, find("transport"), find("caption"));
const zoom = new Zoom(find("stage"), find("canvas"), find("zoom"));
const tabs = new Tabs(find("inspector"));
new Problems({ state, sound, connection, element: find("problems") });
new Words(document.body, find("chinese"), find("language"));
makeEdges(["layers", "inspector", "timeline"].map((id) => [find(`${id}-edge`), find(id)]));

const layerActions = {
  add: () => structure.open(), rename: () => tree.rename(), copy: () => structure.copy(),
  paste: () => structure.paste(), duplicate: () => structure.duplicate(),
  remove: () => structure.remove(), raise: () => structure.move(1),
  lower: () => structure.move(-1), hide: () => state.look(false), solo: () => state.look(true),
  lock: () => state.lock(),
};
new LayerTools(state, find("layer-tools"), layerActions, (place) => handles.align(place));
const menu = new Menu(find("menu"), layerActions);
const showHelp = () => find("help").showModal();
const header = new Header(state, connection, find("header"), {
  actions: {
    undo: () => editor.undo(), redo: () => editor.redo(),
    "path-button": () => trails.toggle("path"), "onion-button": () => trails.toggle("onion"),
    "find-button": () => scenes.open(), "compare-button": () => comparison.open(),
    "output-button": () => output.open(), "help-button": showHelp,
  },
  open: openScene,
  show: (view) => {
    player.view = view || null;
    player.show(state.frame);
  },
});
for (const part of [tree, stage]) part.on("menu", (event) => menu.open(event));
zoom.on("fit", () => {
  stage.fit();
  handles.refresh();
  rulers.draw();
});
player.on("size", () => zoom.fit());

// MARK: Scenes

let paths = [];
let opened = -1;

function openScene(index) {
  opened = index;
  header.showScene(index);
  state.select(null);
  state.set({ folded: new Set() });
  connection.send({ type: "open", scene: index });
}

scenes.on("open", openScene);
connection.on("state", (isOpen) => {
  if (!isOpen) state.forget();
  else if (opened > 0) connection.send({ type: "open", scene: opened });
});
connection.on("scenes", (list) => {
  paths = list.scenes;
  scenes.setPaths(paths);
  opened = Math.max(opened, 0);
  header.setScenes(paths, opened);
});
connection.on("scene", (message) => {
  // A server begins with its first scene, also when another one was open before.
  if (opened > 0 && message.path !== paths[opened]) return;
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
  if (index === null || isPlaying || isLocked) handles.setState(null);
  else connection.send({ type: "handles", index, frame });
}

connection.on("inspection", ({ value }) => state.setLayers(value));
state.on(["frame", "scene", "isPlaying"], inspect);
state.on("selected", () => {
  handles.setState(null);
  state.refuse("");
  connection.send({ type: "select", index: state.selected, frame: state.frame });
  askForHandles();
});
state.on("locked", askForHandles);
connection.on("handles", ({ value }) => {
  if (value?.layer === state.selected && !state.isLocked) handles.setState(value);
});
state.on("look", () => {
  connection.send({ type: "look", hidden: [...state.hidden], solo: state.solo });
});
stage.on("corners", (corners) => handles.setCorners(corners));
handles.on("click", (event) => stage.hit(event));
details.on("graph", (graph) => timeline.setGraph(graph));
details.on("curve", (request) => connection.send({ ...request, range: timeline.frames }));
timeline.on("view", () => details.askAgain(true));
timeline.on("seek", (time) => transport.scrub(state.frameAt(time)));
sound.on("change", () => timeline.setSound(sound));

// MARK: Changes

const placeOf = ({ clientX, clientY }) => ({ clientX, clientY, line: state.layer?.line });
handles.on("refuse", (detail) => bubble.show(placeOf(detail), detail.text));
handles.on("drop", (event) => bubble.drop(placeOf(event)));
timeline.on("refuse", (detail) => bubble.show(detail, detail.text));
timeline.on("let-go", (place) => bubble.drop(place));
timeline.on("drop", () => editor.drop());
timeline.on("change", ({ edits, isDraft, reading }) => editor.change(edits, isDraft, reading));
timeline.on("key", (facts) => editor.addKeyFrame(facts));
tree.on("rename", ({ layer, text }) => editor.change([{ layer, steps: ["name"], text }], false));
tree.on("put", (place) => editor.restructure([{ action: "put", ...place }]));
editor.on("state", ({ canUndo, canRedo, problem, reading }) => {
  if (canUndo !== undefined) state.set({ canUndo, canRedo });
  state.refuse(problem ?? "", reading);
  bubble.settle(problem);
  // What was dragged goes back to its place.
  if (problem) timeline.draw();
});
editor.on("restructured", (index) => {
  connection.send({ type: "inspect", frame: state.frame });
  state.expect(index ?? null);
});
tabs.on("show", (panel) => source.open(panel === "source"));
tabs.show(0);

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

const keys = {
  " ": () => player.toggle(),
  ArrowLeft: ({ shiftKey }) => player.step(shiftKey ? -Math.round(state.rate) : -1),
  ArrowRight: ({ shiftKey }) => player.step(shiftKey ? Math.round(state.rate) : 1),
  Home: () => player.show(state.range[0]),
  End: () => player.show(state.range[1]),
  j: () => transport.playFaster(-1),
  k: () => player.show(state.frame),
  l: () => transport.playFaster(1),
  i: () => player.setRange(state.frame, Math.max(state.range[1], state.frame)),
  o: () => player.setRange(Math.min(state.range[0], state.frame), state.frame),
  I: () => player.setRange(0, Infinity),
  O: () => player.setRange(0, Infinity),
  g: () => transport.focus(),
  Escape: () => state.select(null),
  1: () => tabs.show(0),
  2: () => tabs.show(1),
  3: () => tabs.show(2),
  "[": () => inputs.stepRow(-1),
  "]": () => inputs.stepRow(1),
  c: () => comparison.open(),
  r: () => output.open(),
  s: () => transport.toggleMute(),
  u: () => rulers.toggle(),
  m: () => timeline.toggleMark(state.time),
  n: goToNextMark,
  "+": () => zoom.step(1),
  "-": () => zoom.step(-1),
  0: () => zoom.set("fit"),
  a: () => structure.open(),
  h: () => state.look(false),
  H: () => state.look(true),
  f: () => stage.toggleFullScreen(),
  p: () => header.press("path-button"),
  x: () => header.press("onion-button"),
  Delete: () => structure.remove(),
  Backspace: () => structure.remove(),
  "?": showHelp,
};
// With ctrl.
const commands = {
  z: ({ shiftKey }) => (shiftKey ? editor.redo() : editor.undo()),
  k: () => scenes.open(),
  c: () => { if (!timeline.copy()) structure.copy(); },
  d: () => structure.duplicate(),
  ArrowUp: () => structure.move(1),
  ArrowDown: () => structure.move(-1),
};
new Keys({
  keys, commands, nudge: (step) => handles.nudge(step), places: [find("stage"), find("timeline")],
});

connection.open();
