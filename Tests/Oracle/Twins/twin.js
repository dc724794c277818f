"use strict";
// The browser approximates Gaussians by three boxes. This is the Gaussian itself, for what the browser has drawn on a canvas: `draw` draws, in
// points, and the result is blurred with a standard deviation of `sigma` points. `margin` is the room around it.
function blurred(parent, x, y, width, height, sigma, draw, margin = Math.ceil(3.5 * sigma)) {
  const scale = 4;
  const canvas = parent.appendChild(document.createElement("canvas"));
  const [w, h] = [(width + 2 * margin) * scale, (height + 2 * margin) * scale];
  Object.assign(canvas, { width: w, height: h });
  canvas.style.cssText = `left: ${x - margin}px; top: ${y - margin}px; width: ${w / scale}px; height: ${h / scale}px`;
  const context = canvas.getContext("2d");
  context.scale(scale, scale);
  context.translate(margin, margin);
  draw(context);
  const image = context.getImageData(0, 0, w, h);
  let plane = new Float32Array(w * h * 4);
  for (let i = 0; i < plane.length; i += 1) {
    plane[i] = i % 4 === 3 ? image.data[i] : image.data[i] * image.data[i | 3] / 255;
  }
  plane = convolved(plane, w, h, 4, w * 4, sigma * scale);
  plane = convolved(plane, h, w, w * 4, 4, sigma * scale);
  for (let i = 0; i < plane.length; i += 1) {
    image.data[i] = i % 4 === 3 ? plane[i] : plane[i | 3] > 0 ? plane[i] * 255 / plane[i | 3] : 0;
  }
  context.putImageData(image, 0, 0);
}

// Along lines of `length` pixels that are `step` apart; the lines are `next` apart.
function convolved(plane, length, lines, step, next, sigma) {
  const reach = Math.ceil(4 * sigma);
  const kernel = Float32Array.from({ length: 2 * reach + 1 }, (_, i) => Math.exp(-((i - reach) ** 2) / (2 * sigma * sigma)));
  const sum = kernel.reduce((a, b) => a + b);
  const result = new Float32Array(plane.length);
  for (let line = 0; line < lines; line += 1) {
    for (let place = 0; place < length; place += 1) {
      const [from, to] = [Math.max(0, place - reach), Math.min(length - 1, place + reach)];
      for (let channel = 0; channel < 4; channel += 1) {
        let total = 0;
        for (let other = from; other <= to; other += 1) {
          total += plane[line * next + other * step + channel] * kernel[other - place + reach];
        }
        result[line * next + place * step + channel] = total / sum;
      }
    }
  }
  return result;
}
