// The things that can be added to a scene, as items of its file.

const shadow = [["bounds", ["160", "100"]]];

// Layers by their names, each as pairs of a key and a value. `at` is the middle of the canvas.
export const layers = [
  ["rectangle", "a coloured layer", (at) => [
    ...shadow, ["position", at], ["cornerRadius", "8"], ["backgroundColor", "#2a6f97"],
  ]],
  ["text", "a line of text", (at) => [
    ["class", "text"], ["string", "Text"], ["fontSize", "40"], ["bounds", ["300", "52"]],
    ["position", at], ["alignmentMode", "center"], ["foregroundColor", "#2a6f97"],
  ]],
  ["ellipse", "a shape with a path", (at) => [
    ["class", "shape"], ["bounds", ["120", "120"]], ["position", at],
    ["path", "M 0 60 A 60 60 0 1 1 120 60 A 60 60 0 1 1 0 60 Z"], ["fillColor", "#2a6f97"],
  ]],
  ["line", "a shape with a stroke", (at) => [
    ["class", "shape"], ["bounds", ["200", "10"]], ["position", at], ["path", "M 0 5 H 200"],
    ["strokeColor", "#2a6f97"], ["lineWidth", "4"],
  ]],
  ["gradient", "colours that run into each other", (at) => [
    ["class", "gradient"], ...shadow, ["position", at], ["colors", ["#2a6f97", "#f4a261"]],
  ]],
  ["group", "an empty layer for others", (at) => [["bounds", ["200", "200"]], ["position", at]]],
];

// A layer that is a component, with values for parameters.
export function use(component, values, at) {
  const name = component.split("#").at(-1);
  const pairs = [["name", name], ["use", component]];
  if (values.length > 0) pairs.push(["parameters", { pairs: values }]);
  return { pairs: [...pairs, ["position", at]] };
}

// An animation of a key path that begins at a time; the value is as the model has it.
export function animation(type, keyPath, value, time) {
  const number = typeof value === "number" ? value : 0;
  const text = String(Number(number.toFixed(4)));
  const from = keyPath.startsWith("position") ? String(number - 100) : "0";
  const pairs = [["type", type], ["keyPath", keyPath]];
  if (type === "keyframe") pairs.push(["values", [from, text, from]]);
  else pairs.push(["fromValue", from], ["toValue", text]);
  if (time > 0) pairs.push(["beginTime", String(time)]);
  if (type !== "spring") pairs.push(["duration", "1"]);
  return { pairs };
}

// The numbers of a layer that an animation may change, with their values in the model.
export function animated(model) {
  const position = model.position ?? [0, 0];
  const numbers = {
    "position.x": position[0], "position.y": position[1], "transform.rotation.z": 0,
    "transform.scale": 1,
  };
  for (const [name, value] of Object.entries(model)) {
    if (typeof value === "number") numbers[name] = value;
  }
  return numbers;
}
