// The buttons and fields of the playhead, the sound's volume and levels, and the caption.

import { set } from "./elements.js";
import { Part } from "./part.js";

export class Transport extends Part {
  constructor(things) {
    super(things);
    const { state, player, sound } = things;
    state.on("scene", () => { this.find("#scrubber").max = state.scene.frameCount - 1; });
    state.on("isMuted", () => set(this.find("#mute"), { "aria-pressed": state.isMuted }));
    state.on("isPlaying", () => this.#showPlaying());
    state.on(["frame", "scene"], () => this.#showFrame());
    state.on("dropped", () => {
      this.find("#dropped").textContent = state.dropped > 0 ? `${state.dropped} dropped` : "";
      this.find("#dropped").classList.toggle("some", state.dropped > 0);
    });
    sound.on("change", () => { this.find("#sound").hidden = !sound.isThere; });
    this.listen("input", {
      "#volume": ({ value }) => { sound.volume = Number(value); },
      "#scrubber": ({ value }) => this.scrub(Number(value)),
    });
    this.listen("change", {
      "#loop": ({ checked }) => { player.loops = checked; },
      "#speed": ({ value }) => player.changeSpeed(Number(value)),
      "#frame": (field) => {
        const frame = this.#frameNumber(field.value);
        if (frame !== null) player.show(frame);
        field.blur();
        field.value = state.frame;
      },
    });
  }

  // A frame's number, a time such as 1.5s, or a part of the scene such as 50%.
  #frameNumber(text) {
    const match = text.trim().match(/^(-?\d+(?:\.\d+)?)\s*(s|%)?$/);
    const { scene } = this.state;
    if (!match || !scene) return null;
    const value = Number(match[1]);
    if (match[2] === "s") return this.state.frameAt(value);
    if (match[2] === "%") return this.state.frameAt((value / 100) * scene.duration);
    return Math.round(value);
  }

  // Moves the playhead by hand, and plays the sound there.
  scrub(frame) {
    this.player.show(frame);
    this.sound.scrub(this.state.time);
  }

  // Plays on or back; pressed again twice as fast.
  playFaster(direction) {
    const isSame = this.state.isPlaying && this.player.direction === direction;
    this.player.speed = isSame ? Math.min(this.player.speed * 2, 4) : 1;
    this.find("#speed").value = this.player.speed;
    this.player.play(direction);
  }

  // To type where to go.
  focus() {
    this.find("#frame").select();
  }

  #showPlaying() {
    const { isPlaying } = this.state;
    this.find("#play").classList.toggle("playing", isPlaying);
    this.find("#play").setAttribute("aria-label", isPlaying ? "Pause" : "Play");
    this.#showLevels();
  }

  #showFrame() {
    const { frame, time, scene } = this.state;
    this.find("#scrubber").value = frame;
    if (document.activeElement !== this.find("#frame")) this.find("#frame").value = frame;
    this.find("#time").textContent = `${time.toFixed(3)} s`;
    const said = scene?.captions.filter(([start, end]) => start <= time && time < end) ?? [];
    this.caption.textContent = said.map(([, , text]) => text).join("\n");
    this.#showLevels();
  }

  // Decibels of full scale, on both meters.
  #showLevels() {
    const levels = this.state.isPlaying ? this.sound.levels : [0, 0];
    this.element.querySelectorAll("meter").forEach((meter, side) => {
      meter.value = 20 * Math.log10(Math.max(levels[side] ?? 0, 1e-4));
    });
  }
}
