// Plays the scene's sound in step with the frames, by Web Audio.
//
// The server sends the mix in parts, which are asked for before they are due. The audio clock counts
// for the frames too while sound plays, so that the two cannot drift apart.

import { Part } from "./part.js";

export class Sound extends Part {
  #context = null;
  #gain = null;
  #meters = [];
  // The mix, or null for a silent scene: number, rate, count, chunk, peaks.
  #facts = null;
  #chunks = new Map();
  #asked = new Set();
  #sources = new Set();
  #play = null;
  #volume = 1;

  // Seconds for which pieces are handed to the audio clock beforehand.
  static ahead = 1;
  // Seconds of sound that are heard while the playhead is dragged.
  static snippet = 0.08;

  constructor(things) {
    super(things);
    const { state, connection } = things;
    state.on("isMuted", () => this.#setGain());
    state.on("scene", () => {
      if (state.scene.isSilent) this.#setFacts(null);
      else connection.send({ type: "sound" });
    });
    connection.on("sound", ({ value }) => this.#setFacts(value));
    connection.on("samples", (message) => this.#take(message));
  }

  get peaks() {
    return this.#facts?.peaks ?? [];
  }

  // The levels of the files that are heard, by their paths.
  get waves() {
    return this.#facts?.waves ?? {};
  }

  // Of the whole mix, in seconds.
  get duration() {
    return this.#facts?.peaks ? this.#facts.count / this.#facts.rate : 0;
  }

  get problem() {
    return this.#facts?.problem ?? null;
  }

  get isThere() {
    return this.duration > 0;
  }

  set volume(value) {
    this.#volume = value;
    this.#setGain();
  }

  // The peaks of both sides now, from 0 to 1.
  get levels() {
    return this.#meters.map((meter) => {
      const samples = new Float32Array(meter.fftSize);
      meter.getFloatTimeDomainData(samples);
      return samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);
    });
  }

  // MARK: Playing

  // To be called for a key or a click: browsers start audio only then. Asks for the first part.
  prepare(time) {
    if (!this.isThere) return;
    this.#makeContext();
    if (this.#context.state !== "running") this.#context.resume();
    this.#ask(this.#chunkAt(time));
  }

  // Whether playing from there should wait a little.
  isPending(time) {
    if (!this.isThere || !this.#context) return false;
    return this.#context.state !== "running" || !this.#chunks.has(this.#chunkAt(time));
  }

  // Plays from a time on, between `first` and `end` in loops, all in seconds of the scene. Returns a
  // clock: milliseconds since the sound began; null without a sound.
  start({ time, first, end, loops, speed }) {
    this.stop();
    if (!this.isThere || this.#context?.state !== "running") return null;
    const context = this.#context;
    const origin = context.currentTime + 0.02;
    const latency = context.outputLatency || context.baseLatency || 0;
    this.#play = { time, first, end, loops, speed, when: origin };
    this.schedule();
    return () => (context.currentTime - origin - latency) * 1000;
  }

  // Hands the sounds that are due soon to the audio clock.
  schedule() {
    const play = this.#play;
    while (play && play.time !== null && play.when < this.#context.currentTime + Sound.ahead) {
      if (play.time >= play.end - 1e-9) {
        play.time = play.loops && play.end > play.first ? play.first : null;
        continue;
      }
      const number = this.#chunkAt(play.time);
      const seconds = this.#facts.chunk / this.#facts.rate;
      const length = Math.min((number + 1) * seconds, play.end) - play.time;
      this.#ask(number);
      this.#ask(number + 1);
      if (!this.#chunks.has(number) && play.time < this.duration) return;
      this.#playPiece(number, play.time - number * seconds, length, play.when, play.speed);
      play.when += length / play.speed;
      play.time += length;
    }
  }

  stop() {
    this.#play = null;
    for (const source of this.#sources) source.stop();
    this.#sources.clear();
  }

  // Plays the sound at a time.
  scrub(time) {
    if (!this.isThere || this.#context?.state !== "running") return;
    const number = this.#chunkAt(time);
    if (!this.#chunks.has(number)) {
      this.#ask(number);
      return;
    }
    this.stop();
    const start = (number * this.#facts.chunk) / this.#facts.rate;
    this.#playPiece(number, time - start, Sound.snippet, this.#context.currentTime, 1);
  }

  // A part that came late begins where it would be by now.
  #playPiece(number, offset, length, when, speed) {
    const buffer = this.#chunks.get(number);
    const late = Math.max(this.#context.currentTime - when, 0) * speed;
    if (!buffer || late >= length) return;
    const source = new AudioBufferSourceNode(this.#context, { buffer, playbackRate: speed });
    source.connect(this.#gain);
    source.start(when + late / speed, offset + late, length - late);
    source.onended = () => this.#sources.delete(source);
    this.#sources.add(source);
  }

  // MARK: Parts

  #chunkAt(time) {
    return Math.floor((time * this.#facts.rate + 0.5) / this.#facts.chunk);
  }

  #ask(number) {
    if (!this.#facts?.chunk || number < 0 || number * this.#facts.chunk >= this.#facts.count) return;
    if (this.#asked.has(number)) return;
    this.#asked.add(number);
    this.connection.send({ type: "samples", id: this.#facts.number, chunk: number });
  }

  // A mix that is the same keeps its parts.
  #setFacts(facts) {
    if (facts?.number === this.#facts?.number && facts?.count === this.#facts?.count) return;
    this.stop();
    this.#facts = facts;
    this.#chunks.clear();
    this.#asked.clear();
    this.emit("change");
  }

  // Samples of both sides in turn, 24 bits each.
  #take({ sound, chunk, bytes }) {
    if (sound !== this.#facts?.number) return;
    const count = Math.floor(bytes.byteLength / 6);
    if (count === 0) return;
    const buffer = new AudioBuffer({
      length: count, numberOfChannels: 2, sampleRate: this.#facts.rate,
    });
    for (const side of [0, 1]) {
      const samples = buffer.getChannelData(side);
      for (let index = 0; index < count; index += 1) {
        const at = index * 6 + side * 3;
        const value = (bytes[at] << 8) | (bytes[at + 1] << 16) | (bytes[at + 2] << 24);
        samples[index] = value / 2147483648;
      }
    }
    this.#chunks.set(chunk, buffer);
    // An hour of parts would take 1.4 GB: the oldest go.
    while (this.#chunks.size > 60) {
      const [oldest] = this.#chunks.keys();
      this.#chunks.delete(oldest);
      this.#asked.delete(oldest);
    }
    this.schedule();
  }

  #makeContext() {
    if (this.#context) return;
    this.#context = new AudioContext({ sampleRate: this.#facts.rate, latencyHint: "interactive" });
    this.#gain = new GainNode(this.#context);
    this.#gain.connect(this.#context.destination);
    const splitter = new ChannelSplitterNode(this.#context, { numberOfOutputs: 2 });
    this.#gain.connect(splitter);
    this.#meters = [0, 1].map((side) => {
      const meter = new AnalyserNode(this.#context, { fftSize: 2048 });
      splitter.connect(meter, side);
      return meter;
    });
    this.#setGain();
  }

  #setGain() {
    if (this.#gain) this.#gain.gain.value = this.state.isMuted ? 0 : this.#volume;
  }
}
