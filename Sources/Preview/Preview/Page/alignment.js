// Aligns the selected layer with the canvas.

const places = {
  left: [0, 0], center: [0, 0.5], right: [0, 1], top: [1, 0], middle: [1, 0.5], bottom: [1, 1],
};

// Moves the layer so that its outline lies at a place of the canvas. Without one it says why not.
export function align(handles, canvas, name) {
  const corners = handles.corners;
  if (!corners) {
    handles.moveBy([0, 0]);
    return;
  }
  const [axis, part] = places[name];
  const all = corners.map((corner) => corner[axis]);
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const length = axis === 0 ? canvas.width : canvas.height;
  const delta = [0, 0];
  delta[axis] = part * (length - (high - low)) - low;
  handles.moveBy(delta);
}
