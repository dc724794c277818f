// Shows frames on the canvas: one, or many at the scene's rate.
//
// Each update holds the pixels that lead from the frame before to the next, so updates are drawn in
// the order in which they come. While playing, frames are asked for ahead and kept until their
// time.

import { clamp } from "./elements.js";
import { Part } from "./part.js";

export class Player extends Part {
  #context = this.canvas.getContext("2d", { colorSpace: "srgb" });
  // Grows with each jump. Updates from before the jump are drawn, since later ones build on them,
  // but they do not count as shown frames.
  #seek = 0;
  // Updates that have come and are not drawn yet, each with a promise of its pictures.
  #ready = [];
  #asked = [];
  #play = null;
  // The last frame of the scene.
  #last = 0;

  // The corners of the selected layer and its copies on the frame that is drawn, in pixels.
  outline = null;
  loops = true;
  speed = 1;
  // What frames cost is shown in their place; null for the frames.
  view = null;

  // Frames that are asked for beyond the one that is due.
  static ahead = 12;
  // Frames that are there before playing begins.
  static first = 6;

  constructor(things) {
    super(things);
    const { state, connection } = things;
    connection.on("update", (update) => this.#take(update));
    connection.on("state", (isOpen) => { if (!isOpen) this.#forget(); });
    state.on("scene", () => this.#setScene(state.scene));
  }

  // 1 while playing on, -1 back, 0 otherwise.
  get direction() {
    return this.#play?.direction ?? 0;
  }

  // Drops all requests: the connection is lost, so the next frame is sent whole.
  #forget() {
    this.pause();
    this.#ready = [];
    this.#jump(this.state.frame);
  }

  // Takes a scene that was read; the playhead stays where it is, as far as there are such frames.
  #setScene({ frameCount }) {
    const { range, isOther, frame } = this.state;
    const last = frameCount - 1;
    const isWhole = isOther || (range[0] === 0 && range[1] === this.#last);
    this.#last = last;
    this.#setRange(isWhole ? [0, last] : range.map((one) => Math.min(one, last)));
    if (isOther) delete this.canvas.dataset.frame;
    const next = isOther ? 0 : Math.min(frame, last);
    if (this.#play && !isOther) this.#restart(next);
    else this.show(next);
  }

  // A range that is the same is no change.
  #setRange(range) {
    if (String(range) !== String(this.state.range)) this.state.set({ range });
  }

  // Jumps to a frame.
  show(frame) {
    this.pause();
    this.#jump(frame);
    this.#ask([this.state.frame]);
  }

  toggle() {
    if (this.#play) this.show(this.state.frame);
    else this.play(1);
  }

  // Plays on or back; a speed below 0 plays backwards.
  play(direction) {
    if (!this.state.scene) return;
    const [first, last] = this.state.range;
    let frame = clamp(this.state.frame, first, last);
    if (direction > 0 && frame >= last) frame = first;
    if (direction < 0 && frame <= first) frame = last;
    this.state.set({ dropped: 0 });
    this.#begin(frame, direction);
  }

  pause() {
    if (!this.#play) return;
    cancelAnimationFrame(this.#play.request);
    this.#play = null;
    this.sound.stop();
    this.state.set({ isPlaying: false });
  }

  // The same with another speed or range.
  #restart(frame) {
    const { direction } = this.#play;
    cancelAnimationFrame(this.#play.request);
    this.#begin(frame, direction);
  }

  changeSpeed(speed) {
    this.speed = speed;
    if (this.#play) this.#restart(this.state.frame);
  }

  setRange(first, last) {
    const range = [first, Math.max(last, first)].map((frame) => clamp(frame, 0, this.#last));
    this.#setRange(range);
    if (this.#play) this.#restart(clamp(this.state.frame, ...range));
  }

  #begin(frame, direction) {
    this.#jump(frame);
    const ask = this.#frames(frame, direction, 0, Player.ahead + 1);
    this.#play = {
      direction, start: frame, step: 0, asked: ask.length, time: null, request: 0,
      // How long playing may wait for its sound, in milliseconds.
      until: performance.now() + 1000,
    };
    this.sound.stop();
    if (direction > 0) this.sound.prepare(frame / this.state.rate);
    this.#ask(ask);
    this.#play.request = requestAnimationFrame((now) => this.#tick(now));
    this.state.set({ isPlaying: true });
  }

  // The frames from the one that is `from` steps after `start`; none beyond the end.
  #frames(start, direction, from, count) {
    const frames = [];
    for (let step = from; step < from + count; step += 1) {
      const frame = this.#frameAfter(start, direction, step);
      if (frame === null) break;
      frames.push(frame);
    }
    return frames;
  }

  #frameAfter(start, direction, step) {
    const [first, last] = this.state.range;
    const length = last - first + 1;
    const offset = start - first + direction * step;
    if (!this.loops && (offset < 0 || offset >= length)) return null;
    return first + (((offset % length) + length) % length);
  }

  // Shows the frame that is due and requests further ones.
  #tick(now) {
    const play = this.#play;
    if (!play) return;
    play.request = requestAnimationFrame((time) => this.#tick(time));
    // The clock starts when the first few frames are there.
    if (play.time === null) {
      const isThere = (update) => update.seek === this.#seek && update.isDecoded;
      if (this.#ready.filter(isThere).length < Math.min(play.asked, Player.first)) return;
      const waits = play.direction > 0 && this.sound.isPending(play.start / this.state.rate);
      if (waits && now < play.until) return;
      play.clock = play.direction > 0 ? this.#startSound(play) : null;
      play.time = now;
    }
    if (play.clock) this.sound.schedule();
    const rate = this.state.rate * this.speed;
    const passed = play.clock ? play.clock() : now - play.time;
    const due = Math.floor((passed / 1000) * rate + 0.5);
    if (due > play.step || play.drawn === undefined) this.#advance(play, due);
    if (this.#frameAfter(play.start, play.direction, due) === null) {
      if (play.drawn === play.step || this.#ready.length === 0) this.pause();
    }
  }

  #startSound(play) {
    const { range: [first, last], rate } = this.state;
    return this.sound.start({
      time: play.start / rate, first: first / rate, end: (last + 1) / rate,
      loops: this.loops, speed: this.speed,
    });
  }

  #advance(play, due) {
    // Whatever is due and has been decoded is drawn, the last of it is seen.
    let drawn = play.drawn ?? -1;
    while (this.#ready.length > 0 && this.#ready[0].isDecoded) {
      const next = this.#ready[0];
      if (next.seek === this.#seek && next.step > due) break;
      this.#ready.shift();
      this.#draw(next);
      if (next.seek === this.#seek) drawn = next.step;
    }
    if (drawn > (play.drawn ?? -1)) {
      // A display that is slower than the scene skips frames by design; those count too.
      const dropped = this.state.dropped + drawn - (play.drawn ?? -1) - 1;
      play.drawn = drawn;
      play.step = drawn;
      const frame = this.#frameAfter(play.start, play.direction, drawn) ?? this.state.frame;
      this.state.set({ dropped, frame });
    }
    this.#askAhead(play, due);
  }

  #askAhead(play, due) {
    // Frames that are already late are not requested.
    const from = Math.max(play.asked, due);
    const until = due + Player.ahead + 1;
    if (until - from < Player.ahead / 3) return;
    const frames = this.#frames(play.start, play.direction, from, until - from);
    this.#ask(frames, from);
    play.asked = from + frames.length;
  }

  #jump(frame) {
    this.state.set({ frame: clamp(Math.round(frame), 0, this.#last) });
    this.#seek += 1;
    this.#asked = [];
  }

  #ask(frames, firstStep = 0) {
    if (frames.length === 0) return;
    frames.forEach((frame, index) => this.#asked.push(firstStep + index));
    this.connection.send({ type: "frames", seek: this.#seek, frames, view: this.view });
  }

  #take(update) {
    const isAsked = update.seek === this.#seek;
    const entry = { ...update, step: isAsked ? this.#asked.shift() : -1, isDecoded: false };
    this.#ready.push(entry);
    const decoded = update.parts.map(({ file }) => createImageBitmap(
      new Blob([file], { type: "image/png" }),
      { premultiplyAlpha: "none", colorSpaceConversion: "none" },
    ));
    Promise.all(decoded).then((pictures) => {
      entry.pictures = pictures;
      entry.isDecoded = true;
      if (!this.#play) this.#drawReady();
    });
  }

  // Draws all that has come, in its order.
  #drawReady() {
    while (this.#ready[0]?.isDecoded) this.#draw(this.#ready.shift());
  }

  #draw(update) {
    const [width, height] = update.size;
    if (this.canvas.width !== width || this.canvas.height !== height) {
      this.canvas.width = width;
      this.canvas.height = height;
      this.emit("size");
    }
    update.parts.forEach((part, index) => {
      this.#context.clearRect(part.x, part.y, part.width, part.height);
      this.#context.drawImage(update.pictures[index], part.x, part.y);
      update.pictures[index].close();
    });
    Object.assign(this.canvas.dataset, { frame: update.frame, revision: update.revision });
    this.outline = update.outline;
    this.emit("drawn");
  }
}
