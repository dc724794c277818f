// The buttons and fields of the playhead, the sound's volume and levels, and the caption.

export class Transport {
  #state;
  #player;
  #sound;
  #find;
  #caption;
  #playIcon;

  constructor(state, player, sound, element, caption) {
    [this.#state, this.#player, this.#sound, this.#caption] = [state, player, sound, caption];
    this.#find = (id) => element.querySelector(`#${id}`);
    this.#playIcon = this.#find("play").querySelector("path").getAttribute("d");
    state.on("scene", () => { this.#find("scrubber").max = state.scene.frameCount - 1; });
    state.on("isPlaying", () => this.#showPlaying());
    state.on(["frame", "scene"], () => this.#showFrame());
    state.on("dropped", () => {
      this.#find("dropped").textContent = state.dropped > 0 ? `${state.dropped} dropped` : "";
      this.#find("dropped").classList.toggle("some", state.dropped > 0);
    });
    sound.on("change", () => { this.#find("sound").hidden = !sound.isThere; });
    const actions = {
      play: () => player.toggle(), first: () => player.show(state.range[0]),
      last: () => player.show(state.range[1]), back: () => player.step(-1),
      forward: () => player.step(1), mute: () => this.toggleMute(),
    };
    for (const [id, action] of Object.entries(actions)) {
      this.#find(id).addEventListener("click", action);
    }
    this.#listenToFields();
  }

  #listenToFields() {
    const listen = (id, type, take) => {
      this.#find(id).addEventListener(type, ({ target }) => take(target));
    };
    listen("volume", "input", ({ value }) => { this.#sound.volume = Number(value); });
    listen("scrubber", "input", ({ value }) => this.scrub(Number(value)));
    listen("loop", "change", ({ checked }) => { this.#player.loops = checked; });
    listen("speed", "change", (list) => {
      this.#player.changeSpeed(Number(list.value));
      list.blur();
    });
    listen("frame", "change", (field) => {
      const frame = this.#frameNumber(field.value);
      if (frame !== null) this.#player.show(frame);
      field.blur();
      field.value = this.#state.frame;
    });
  }

  // A frame's number, a time such as 1.5s, or a part of the scene such as 50%.
  #frameNumber(text) {
    const match = text.trim().match(/^(-?\d+(?:\.\d+)?)\s*(s|%)?$/);
    const { scene } = this.#state;
    if (!match || !scene) return null;
    const value = Number(match[1]);
    if (match[2] === "s") return this.#state.frameAt(value);
    if (match[2] === "%") return this.#state.frameAt((value / 100) * scene.duration);
    return Math.round(value);
  }

  // Moves the playhead by hand, and lets hear what is there.
  scrub(frame) {
    this.#player.show(frame);
    this.#sound.scrub(this.#state.time);
  }

  toggleMute() {
    this.#sound.mute(!this.#sound.isMuted);
    this.#find("mute").setAttribute("aria-pressed", this.#sound.isMuted);
  }

  // Plays on or back; pressed again twice as fast.
  playFaster(direction) {
    const isSame = this.#state.isPlaying && this.#player.direction === direction;
    this.#player.speed = isSame ? Math.min(this.#player.speed * 2, 4) : 1;
    this.#find("speed").value = this.#player.speed;
    this.#player.play(direction);
  }

  // To type where to go.
  focus() {
    this.#find("frame").focus();
    this.#find("frame").select();
  }

  #showPlaying() {
    const { isPlaying } = this.#state;
    const button = this.#find("play");
    button.setAttribute("aria-label", isPlaying ? "Pause" : "Play");
    const icon = isPlaying ? "M3 2.5h4v11H3zM9 2.5h4v11H9z" : this.#playIcon;
    button.querySelector("path").setAttribute("d", icon);
    this.#showLevels();
  }

  #showFrame() {
    const { frame, time, scene } = this.#state;
    this.#find("scrubber").value = frame;
    if (document.activeElement !== this.#find("frame")) this.#find("frame").value = frame;
    this.#find("time").textContent = `${time.toFixed(3)} s`;
    const said = scene?.captions.filter(([start, end]) => start <= time && time < end) ?? [];
    this.#caption.textContent = said.map(([, , text]) => text).join("\n");
    this.#showLevels();
  }

  // Decibels of full scale, on both meters.
  #showLevels() {
    const levels = this.#state.isPlaying ? this.#sound.levels : [0, 0];
    const meters = this.#find("sound").querySelectorAll("meter");
    levels.forEach((level, side) => {
      meters[side].value = 20 * Math.log10(Math.max(level, 1e-4));
    });
  }
}
