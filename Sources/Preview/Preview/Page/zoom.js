// How large the frame is on the screen: some steps, or as large as there is room for.

const steps = ["0.5", "1", "2", "4", "8"];

export class Zoom extends EventTarget {
  #stage;
  #canvas;
  #list;
  #value = "fit";

  constructor(stage, canvas, list) {
    super();
    [this.#stage, this.#canvas, this.#list] = [stage, canvas, list];
    list.addEventListener("change", (event) => {
      this.set(event.target.value);
      event.target.blur();
    });
    new ResizeObserver(() => this.fit()).observe(stage);
  }

  set(value) {
    this.#value = value;
    this.#list.value = value;
    this.fit();
  }

  // One step closer, or with -1 further away.
  step(direction) {
    const index = this.#value === "fit"
      ? steps.indexOf("1") : steps.indexOf(this.#value) + direction;
    this.set(steps[Math.min(Math.max(index, 0), steps.length - 1)]);
  }

  // One pixel of the frame is one pixel of the screen at 100 %.
  fit() {
    const [canvas, stage] = [this.#canvas, this.#stage];
    const ratio = window.devicePixelRatio;
    const room = [stage.clientWidth - 24, stage.clientHeight - 24];
    const whole = Math.min((room[0] * ratio) / canvas.width, (room[1] * ratio) / canvas.height, 1);
    const factor = this.#value === "fit" ? Math.max(whole, 0.01) : Number(this.#value);
    canvas.style.width = `${(canvas.width * factor) / ratio}px`;
    canvas.style.height = `${(canvas.height * factor) / ratio}px`;
    canvas.classList.toggle("large", factor > 1);
    this.dispatchEvent(new Event("fit"));
  }
}
