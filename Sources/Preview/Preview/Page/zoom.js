// How large the frame is on the screen: some steps, or as large as there is room for.

import { clamp } from "./elements.js";
import { Part } from "./part.js";

const steps = ["0.5", "1", "2", "4", "8"];

export class Zoom extends Part {
  #value = "fit";
  // The pixels of the screen for one of the frame.
  #factor = 1;

  constructor(things) {
    super(things);
    const { stage, list } = things;
    list.addEventListener("change", () => this.set(list.value));
    stage.addEventListener("wheel", (event) => this.#turn(event), { passive: false });
    stage.addEventListener("pointerdown", (event) => this.#pan(event));
    new ResizeObserver(() => this.fit()).observe(stage);
  }

  set(value) {
    this.#value = value;
    const other = this.list.querySelector("[hidden]");
    other.value = value;
    other.textContent = `${Math.round(Number(value) * 100)} %`;
    this.list.value = value;
    this.fit();
  }

  // One step closer, or with -1 further away.
  step(direction) {
    if (this.#value === "fit") return this.set("1");
    const isFurther = (step) => (Number(step) - this.#factor) * direction > 1e-6;
    const next = direction > 0 ? steps.find(isFurther) : steps.findLast(isFurther);
    if (next) this.set(next);
  }

  // With ctrl, or by the touchpad's pinch: the pixel under the pointer stays there.
  #turn(event) {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const { left, top, width, height } = this.canvas.getBoundingClientRect();
    const [x, y] = [(event.clientX - left) / width, (event.clientY - top) / height];
    const factor = this.#factor * Math.exp(-event.deltaY * 0.002);
    this.set(String(Number(clamp(factor, 0.05, 32).toPrecision(4))));
    const box = this.canvas.getBoundingClientRect();
    this.stage.scrollBy(
      box.left + x * box.width - event.clientX, box.top + y * box.height - event.clientY,
    );
  }

  // The middle button moves the frame.
  #pan(event) {
    if (event.button !== 1) return;
    event.preventDefault();
    const { stage } = this;
    stage.setPointerCapture(event.pointerId);
    stage.onpointermove = ({ movementX, movementY }) => stage.scrollBy(-movementX, -movementY);
    stage.onlostpointercapture = () => { stage.onpointermove = null; };
  }

  // One pixel of the frame is one pixel of the screen at 100 %.
  fit() {
    const { canvas, stage } = this;
    const ratio = window.devicePixelRatio;
    const room = [stage.clientWidth - 24, stage.clientHeight - 24];
    const whole = Math.min((room[0] * ratio) / canvas.width, (room[1] * ratio) / canvas.height, 1);
    const factor = this.#value === "fit" ? Math.max(whole, 0.01) : Number(this.#value);
    this.#factor = factor;
    canvas.style.width = `${(canvas.width * factor) / ratio}px`;
    canvas.style.height = `${(canvas.height * factor) / ratio}px`;
    canvas.classList.toggle("large", factor > 1);
    this.emit("fit");
  }
}
