// The page: connects the events of its parts, and handles the keys.

import { Connection } from "./connection.js";
import { Comparison } from "./comparison.js";
import { timingNames } from "./curve.js";
import { Editor } from "./editor.js";
import { Handles } from "./handles.js";
import { Inputs } from "./inputs.js";
import { Inspector } from "./inspector.js";
import { Keys } from "./keys.js";
import { Menu } from "./menu.js";
import { Output } from "./output.js";
import { makeEdges } from "./panels.js";
import { Player } from "./player.js";
import { showProblems } from "./problems.js";
import { Rulers } from "./rulers.js";
import { Scenes } from "./scenes.js";
import { Sound } from "./sound.js";
import { Source } from "./source.js";
import { Structure } from "./structure.js";
import { Tabs } from "./tabs.js";
import { Timeline } from "./timeline.js";
import { Bubble, LayerTools } from "./tools.js";
import { Trails } from "./trails.js";
import { Words } from "./words.js";
import { Zoom } from "./zoom.js";

const find = (id) => document.getElementById(id);
const connection = new Connection();
const sound = new Sound(connection);
const player = new Player(connection, find("canvas"), sound);
const timeline = new Timeline(find("timeline"), (reading) => editor.isSettled(reading));
const inspector = new Inspector(connection, find("layers").querySelector("ul"), find("details"));
const editor = new Editor(connection, find("written"), () => inspector.layer);
const handles = new Handles(find("outline"), editor, () => rulers.guides);
const structure = new Structure(connection, editor, inspector, find("additions"));
const tools = new LayerTools(find("layer-tools"), structure, handles, find("canvas"));
const bubble = new Bubble(find("bubble"), find("stage"));
const trails = new Trails(connection, find("outline"), find("ghosts"));
const source = new Source(connection, find("source"));
const inputs = new Inputs(connection, editor, find("inputs"));
const scenes = new Scenes(connection, find("find"));
const comparison = new Comparison(connection, find("comparison"));
const output = new Output(connection, find("output"), player);
const rulers = new Rulers(find("paper"), find("canvas"));
new Words(document.body, find("language"));
document.body.append(timingNames());
makeEdges(document.querySelectorAll(".edge"));
const menu = new Menu(find("menu"), {
  rename: () => inspector.rename(), copy: () => structure.copy(),
  paste: () => structure.paste(), duplicate: () => structure.duplicate(),
  remove: () => structure.remove(), raise: () => structure.move(1),
  lower: () => structure.move(-1), hide: () => inspector.look(false),
  solo: () => inspector.look(true),
  lock: () => {
    inspector.lock();
    askForHandles();
  },
});
inspector.addEventListener("menu", ({ detail }) => menu.open(detail));
find("stage").addEventListener("contextmenu", (event) => {
  event.preventDefault();
  menu.open(event);
});
document.addEventListener("paste", (event) => {
  if (event.target.matches("input")) return;
  structure.paste(event.clipboardData.getData("text/plain") || undefined);
});

const playIcon = find("play").querySelector("path").getAttribute("d");
const pauseIcon = "M3 2.5h4v11H3zM9 2.5h4v11H9z";

let scene = null;
let opened = -1;
let paths = [];

// MARK: What comes from the server

connection.on("state", (isOpen) => {
  find("connection").textContent = isOpen ? "" : "connection lost";
  find("connection").classList.toggle("lost", !isOpen);
  if (!isOpen) {
    player.forget();
    inspector.forget();
  } else if (opened > 0) connection.send({ type: "open", scene: opened });
});

connection.on("scenes", (list) => {
  find("scenes").replaceChildren(...list.scenes.map((path, index) => new Option(path, index)));
  paths = list.scenes;
  scenes.setPaths(paths);
  opened = Math.max(opened, 0);
  find("scenes").value = opened;
});

connection.on("scene", (message) => {
  // A server begins with its first scene, also when another one was open before.
  if (opened > 0 && message.path !== paths[opened]) return;
  const isOther = scene?.path !== message.path;
  if (message.frameCount) {
    scene = message;
    document.body.dataset.reading = message.reading;
    document.body.dataset.isTimed = Boolean(message.timeline);
    const name = message.path.split("/").at(-1);
    document.title = `${name} – Rostrum`;
    if (document.body.classList.contains("exported")) {
      document.querySelector("h1").textContent = name;
    }
    find("facts").textContent =
      `${message.width} × ${message.height}, ${message.fps} fps, ${number(message.duration)} s`;
    find("scrubber").max = message.frameCount - 1;
    player.setScene(message, isOther);
    sound.refresh(message.isSilent);
    timeline.setScene(message, isOther);
    timeline.setRange(...player.range);
    editor.setScene(message);
    structure.setScene(message);
    inspector.setHidden(message.hiddenLayers ?? { hidden: [], solo: null });
    inputs.setScene(message);
    rulers.setScale(message.scale);
    if (!message.isDraft) source.refresh();
    if (message.reading !== refused) refuse("");
    inspect();
  }
  showHistory(message);
  [problems, isWrong] = [message.problems, !message.isRight];
  showAllProblems();
});

connection.on("timeline", ({ value }) => {
  if (!value || value.path !== scene?.path) return;
  timeline.setRows(value);
  bubble.link = value.link;
  document.body.dataset.isTimed = value.revision === scene.revision;
});

// The scene's problems, and the one that keeps its sound from being mixed.
let problems = [];
let isWrong = false;

function showAllProblems() {
  const own = sound.problem && { severity: "error", message: sound.problem, path: "" };
  showProblems(own ? [...problems, own] : problems, isWrong || Boolean(own));
}

connection.on("failure", ({ frame, value }) => {
  showProblems([{ severity: "error", message: `frame ${frame}: ${value}`, path: "" }], true);
});

connection.on("hits", ({ value }) => inspector.takeHits(value));

// MARK: Sound

sound.addEventListener("change", () => {
  find("sound").hidden = !sound.isThere;
  timeline.setSound(sound);
  showAllProblems();
});
find("mute").addEventListener("click", () => toggleMute());
find("volume").addEventListener("input", (event) => { sound.volume = Number(event.target.value); });

function toggleMute() {
  sound.mute(!sound.isMuted);
  find("mute").setAttribute("aria-pressed", sound.isMuted);
}

// Decibels of full scale, on both meters.
function showLevels() {
  const levels = player.isPlaying ? sound.levels : [0, 0];
  levels.forEach((level, side) => {
    find("sound").querySelectorAll("meter")[side].value = 20 * Math.log10(Math.max(level, 1e-4));
  });
}

function showCaption(time) {
  const said = scene?.captions.filter(([start, end]) => start <= time && time < end) ?? [];
  find("caption").textContent = said.map(([, , text]) => text).join("\n");
}

// MARK: The playhead

player.addEventListener("frame", showFrame);
player.addEventListener("state", () => {
  const label = player.isPlaying ? "Pause" : "Play";
  find("play").setAttribute("aria-label", label);
  find("play").querySelector("path").setAttribute("d", player.isPlaying ? pauseIcon : playIcon);
  showLevels();
  if (!player.isPlaying) inspect();
});
player.addEventListener("range", () => timeline.setRange(...player.range));
player.addEventListener("size", () => zoom.fit());
timeline.addEventListener("draw", () => scene && timeline.setTime(player.frame / player.rate));
timeline.addEventListener("seek", ({ detail }) => scrub(frameAt(detail)));

function showFrame() {
  const time = player.frame / player.rate;
  find("scrubber").value = player.frame;
  if (document.activeElement !== find("frame")) find("frame").value = player.frame;
  find("time").textContent = `${time.toFixed(3)} s`;
  const dropped = find("dropped");
  dropped.textContent = player.dropped > 0 ? `${player.dropped} dropped` : "";
  dropped.classList.toggle("some", player.dropped > 0);
  if (player.isPlaying) timeline.follow(time);
  timeline.setTime(time);
  structure.setTime(time);
  showCaption(time);
  showLevels();
  inspect();
}

// Moves the playhead by hand, and lets hear what is there.
function scrub(frame) {
  player.show(frame);
  sound.scrub(player.frame / player.rate);
}

// Asks what the layers do; while playing a few times a second.
let inspected = { time: 0, timer: 0 };
function inspect() {
  clearTimeout(inspected.timer);
  if (player.isPlaying && inspector.selected === null) return;
  const wait = player.isPlaying ? 250 - (performance.now() - inspected.time) : 0;
  const ask = () => {
    inspected.time = performance.now();
    connection.send({ type: "inspect", frame: player.frame });
    askForHandles();
    trails.ask(inspector.selected, player.frame, player.range, player.isPlaying);
    inspector.askAgain(!player.isPlaying);
  };
  if (wait <= 0) ask();
  else inspected.timer = setTimeout(ask, wait);
}

find("scrubber").addEventListener("input", (event) => scrub(Number(event.target.value)));
find("play").addEventListener("click", () => player.toggle());
find("first").addEventListener("click", () => player.show(player.range[0]));
find("last").addEventListener("click", () => player.show(player.range[1]));
find("back").addEventListener("click", () => player.step(-1));
find("forward").addEventListener("click", () => player.step(1));
find("loop").addEventListener("change", (event) => { player.loops = event.target.checked; });
find("speed").addEventListener("change", (event) => {
  player.changeSpeed(Number(event.target.value));
  event.target.blur();
});
find("scenes").addEventListener("change", (event) => {
  openScene(Number(event.target.value));
  event.target.blur();
});
scenes.addEventListener("open", ({ detail }) => openScene(detail));

function openScene(index) {
  opened = index;
  find("scenes").value = index;
  inspector.select(null);
  inspector.unfold();
  connection.send({ type: "open", scene: index });
}

find("view").addEventListener("change", (event) => {
  player.view = event.target.value || null;
  player.show(player.frame);
  event.target.blur();
});
find("find-button").addEventListener("click", () => scenes.open());
find("compare-button").addEventListener("click", () => comparison.open());
find("output-button").addEventListener("click", () => output.open());
find("frame").addEventListener("change", (event) => {
  const frame = frameNumber(event.target.value);
  if (frame !== null) player.show(frame);
  event.target.blur();
  event.target.value = player.frame;
});

// A frame's number, a time such as 1.5s, or a part of the scene such as 50%.
function frameNumber(text) {
  const match = text.trim().match(/^(-?\d+(?:\.\d+)?)\s*(s|%)?$/);
  if (!match || !scene) return null;
  const value = Number(match[1]);
  if (match[2] === "s") return frameAt(value);
  if (match[2] === "%") return frameAt((value / 100) * scene.duration);
  return Math.round(value);
}

// The frame that is shown at a time, in seconds.
function frameAt(time) {
  return Math.floor(time * player.rate + 1e-6);
}

// MARK: The selected layer

inspector.addEventListener("select", () => {
  timeline.select(inspector.selected);
  handles.setState(null);
  if (inspector.selected === null) outline(null);
  editor.select(inspector.selected);
  refuse("");
  bubble.hide();
  trails.clear();
  trails.ask(inspector.selected, player.frame, player.range, player.isPlaying);
  tools.setEnabled(inspector.selected !== null);
  source.select(inspector.layer?.line ?? null);
  connection.send({ type: "select", index: inspector.selected, frame: player.frame });
  askForHandles();
});
inspector.addEventListener("gone", ({ detail }) => {
  refuse(`'${detail}' is gone from the file: no layer is chosen.`);
});
inspector.addEventListener("rename", ({ detail: { layer, text } }) => {
  editor.change([{ layer, steps: ["name"], text }], false);
});
inspector.addEventListener("explain", ({ detail: { layer, keyPath, withCurve } }) => {
  const request = { frame: player.frame, layer, keyPath };
  connection.send({ type: "explain", ...request });
  const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
  if (withCurve) connection.send({ type: "curve", isDark, range: timeline.frames, ...request });
});
inspector.addEventListener("graph", ({ detail }) => timeline.setGraph(detail));
timeline.addEventListener("view", () => inspector.askAgain(true));
timeline.addEventListener("select", ({ detail }) => inspector.select(detail));

connection.on("outline", ({ value }) => outline(value));
// A frame that was drawn before a layer was selected has no outline.
player.addEventListener("drawn", () => { if (player.outline) outline(player.outline); });

// Shows where the selected layer and its copies are, by corners in pixels.
function outline(value) {
  // An answer may come when another layer is selected already.
  if (value && value.layer !== inspector.selected) return;
  const copies = value?.copies ?? [];
  const polygons = copies.map((corners) => {
    const polygon = document.createElementNS("http://www.w3.org/2000/svg", "polygon");
    polygon.setAttribute("class", "place");
    polygon.setAttribute("points", corners.map((corner) => corner.join(",")).join(" "));
    return polygon;
  });
  for (const old of find("outline").querySelectorAll(".place")) old.remove();
  find("outline").prepend(...polygons);
  handles.setCorners(copies[0] ?? null);
}

// Asks how the selected layer can be moved; not while it moves by itself.
function askForHandles() {
  if (inspector.selected === null || player.isPlaying || inspector.isLocked()) {
    handles.setState(null);
  } else {
    connection.send({ type: "handles", index: inspector.selected, frame: player.frame });
  }
}
connection.on("handles", ({ value }) => {
  if (value?.layer === inspector.selected && !inspector.isLocked()) handles.setState(value);
});

// MARK: Changes

const withLine = (place) => ({ ...place, line: inspector.layer?.line });
handles.addEventListener("refuse", ({ detail }) => bubble.show(withLine(detail), detail.text));
handles.addEventListener("drop", ({ detail }) => bubble.drop(withLine(detail)));
editor.addEventListener("state", ({ detail }) => {
  if ("canUndo" in detail) showHistory(detail);
  refuse(detail.problem ?? "", detail.reading);
  bubble.settle(detail.problem);
  // What was dragged goes back to its place.
  if (detail.problem) timeline.draw();
});
editor.addEventListener("restructured", ({ detail }) => {
  connection.send({ type: "inspect", frame: player.frame });
  inspector.expect(detail ?? null);
});
find("layer-filter").addEventListener("input", (event) => inspector.filter(event.target.value));
timeline.addEventListener("key", ({ detail }) => editor.addKeyFrame(detail));

function toggleTrail(kind) {
  find(`${kind}-button`).setAttribute("aria-pressed", trails.toggle(kind));
  trails.ask(inspector.selected, player.frame, player.range, player.isPlaying);
}
find("path-button").addEventListener("click", () => toggleTrail("path"));
find("onion-button").addEventListener("click", () => toggleTrail("onion"));

// Says why nothing was changed, until the file is read again.
let refused = 0;
function refuse(text, reading = scene?.reading) {
  find("refusal").textContent = text;
  refused = reading;
}

function showHistory({ canUndo, canRedo }) {
  find("undo").disabled = !canUndo;
  find("redo").disabled = !canRedo;
}
editor.addEventListener("written", () => handles.refresh());
inspector.addEventListener("inspection", () => {
  editor.refresh();
  handles.refresh();
});
timeline.addEventListener("change", ({ detail: { edits, isDraft, reading } }) => {
  editor.change(edits, isDraft, reading);
});
timeline.addEventListener("refuse", ({ detail }) => bubble.show(detail, detail.text));
timeline.addEventListener("let-go", ({ detail }) => bubble.drop(detail));
timeline.addEventListener("drop", () => editor.drop());
find("undo").addEventListener("click", () => editor.undo());
find("redo").addEventListener("click", () => editor.redo());
handles.addEventListener("click", ({ detail }) => hit(detail));

const tabs = new Tabs(["state", "file", "source"], ["details", "written", "source"]);
tabs.addEventListener("show", ({ detail }) => source.open(detail === "source"));
tabs.show(0);

// The layer of a line is the last that begins there or before.
source.addEventListener("line", ({ detail }) => inspector.selectLine(detail));

find("canvas").addEventListener("click", hit);

function hit(event) {
  if (!scene) return;
  const { x, y } = pixelAt(event);
  connection.send({
    type: "hit", frame: player.frame, x: (x + 0.5) / scene.scale, y: (y + 0.5) / scene.scale,
  });
}

function pixelAt(event) {
  const canvas = find("canvas");
  const box = canvas.getBoundingClientRect();
  return {
    x: Math.floor(((event.clientX - box.left) / box.width) * canvas.width),
    y: Math.floor(((event.clientY - box.top) / box.height) * canvas.height),
  };
}

find("canvas").addEventListener("pointermove", (event) => {
  const { x, y } = pixelAt(event);
  const [red, green, blue, alpha] = find("canvas").getContext("2d").getImageData(x, y, 1, 1).data;
  const hex = [red, green, blue, alpha].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  find("pixel").textContent = `(${x}, ${y})  #${alpha === 255 ? hex.slice(0, 6) : hex}`;
});
find("canvas").addEventListener("pointerleave", () => { find("pixel").textContent = ""; });

// MARK: Zoom

const zoom = new Zoom(find("stage"), find("canvas"), find("zoom"));
zoom.addEventListener("fit", () => {
  const { width, height } = find("canvas");
  find("outline").setAttribute("viewBox", `0 0 ${width} ${height}`);
  find("outline").setAttribute("preserveAspectRatio", "none");
  handles.refresh();
  rulers.draw();
});

// MARK: Keys

const playFaster = (direction) => {
  const isSame = player.isPlaying && player.direction === direction;
  find("speed").value = isSame ? String(Math.min(player.speed * 2, 4)) : "1";
  player.speed = Number(find("speed").value);
  player.play(direction);
};

const keys = {
  " ": () => player.toggle(),
  ArrowLeft: ({ shiftKey }) => player.step(shiftKey ? -Math.round(player.rate) : -1),
  ArrowRight: ({ shiftKey }) => player.step(shiftKey ? Math.round(player.rate) : 1),
  Home: () => player.show(player.range[0]),
  End: () => player.show(player.range[1]),
  j: () => playFaster(-1),
  k: () => player.show(player.frame),
  l: () => playFaster(1),
  i: () => player.setRange(player.frame, Math.max(player.range[1], player.frame)),
  o: () => player.setRange(Math.min(player.range[0], player.frame), player.frame),
  I: () => player.setRange(0, Infinity),
  O: () => player.setRange(0, Infinity),
  g: () => { find("frame").focus(); find("frame").select(); },
  Escape: () => inspector.select(null),
  1: () => tabs.show(0),
  2: () => tabs.show(1),
  3: () => tabs.show(2),
  "[": () => inputs.stepRow(-1),
  "]": () => inputs.stepRow(1),
  c: () => comparison.open(),
  r: () => output.open(),
  s: () => toggleMute(),
  u: () => rulers.toggle(),
  m: () => timeline.toggleMark(player.frame / player.rate),
  n: () => goToNextMark(),
  "+": () => zoom.step(1),
  "-": () => zoom.step(-1),
  0: () => zoom.set("fit"),
  a: () => structure.open(),
  h: () => inspector.look(false),
  H: () => inspector.look(true),
  f: () => toggleFullScreen(),
  p: () => toggleTrail("path"),
  x: () => toggleTrail("onion"),
  Delete: () => structure.remove(),
  Backspace: () => structure.remove(),
  "?": () => find("help").showModal(),
};
// With ctrl.
const commands = {
  z: ({ shiftKey }) => (shiftKey ? editor.redo() : editor.undo()),
  k: () => { if (!find("find").open) scenes.open(); },
  c: () => structure.copy(), d: () => structure.duplicate(), ArrowUp: () => structure.move(1),
  ArrowDown: () => structure.move(-1),
};
find("help-button").addEventListener("click", () => find("help").showModal());
new Keys({ keys, commands, nudge: (step) => handles.nudge(step) });

function toggleFullScreen() {
  if (document.fullscreenElement) document.exitFullscreen();
  else find("stage").requestFullscreen().catch(() => {});
}

// The first one again after the last.
function goToNextMark() {
  const later = timeline.marks.filter((time) => time > player.frame / player.rate + 1e-6);
  const next = later[0] ?? timeline.marks[0];
  if (next !== undefined) player.show(frameAt(next));
}

function number(value) {
  return Number(value.toFixed(4));
}

connection.open();
