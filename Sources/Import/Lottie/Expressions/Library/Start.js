// The names that expressions see, and what the program calls.

function framesToTime(frames, framesPerSecond) {
  return plain(frames) / (framesPerSecond === undefined ? rate : plain(framesPerSecond));
}

function timeToFrames(time, framesPerSecond) {
  var frames = timeOf(time) * (framesPerSecond === undefined ? rate : plain(framesPerSecond));
  var near = Math.round(frames);
  return Math.abs(frames - near) < 1e-6 ? near : Math.floor(frames);
}

function timeToTimecode(time) {
  var frames = timeToFrames(time), perSecond = Math.round(rate), seconds = Math.floor(frames / perSecond);
  return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60, frames % perSecond]
    .map(function (number) { return ('0' + number).slice(-2); }).join(':');
}

(function () {
  function method(name, code) { named(name, function () { return code; }); }
  var functions = {
    $bm_sum: sum, $bm_sub: sub, $bm_mul: mul, $bm_div: div, $bm_mod: mod, $bm_neg: neg,
    sum: sum, add: sum, sub: sub, mul: mul, div: div, mod: mod,
    $bm_isInstanceOfArray: function (value) { return isList(plain(value)); },
    dot: dot, cross: cross, length: vectorLength, normalize: normalize, lookAt: lookAt,
    clamp: clamp, linear: linear, ease: ease, easeIn: easeIn, easeOut: easeOut,
    degreesToRadians: degreesToRadians, radiansToDegrees: radiansToDegrees,
    degrees_to_radians: degreesToRadians, radians_to_degrees: radiansToDegrees,
    rgbToHsl: rgbToHsl, hslToRgb: hslToRgb, hexToRgb: hexToRgb,
    noise: noise, random: randomOf(nextChance), gaussRandom: randomOf(gaussChance),
    seedRandom: seedRandom, posterizeTime: posterizeTime, createPath: createPath,
    framesToTime: framesToTime, timeToFrames: timeToFrames, timeToTimecode: timeToTimecode,
    timeToCurrentFormat: timeToTimecode, comp: compositionNamed
  };
  Object.keys(functions).forEach(function (name) { named(name, function () { return functions[name]; }); });
  named('value', function () {
    varies = varies || current.changes;
    return current.value;
  });
  named('time', now);
  'footage timeToNTSCTimecode timeToFeetAndFrames thisProject print alert $'.split(' ')
    .forEach(function (name) { named(name, function () { unsupported(name); }); });
  named('thisComp', function () { return compositionOf(of(current.layer).composition); });
  named('thisLayer', function () { return current.layer; });
  named('thisProperty', function () { return current.property; });
  named('$bm_transform', function () { return transformGroup(current.layer); });
  named('colorDepth', function () { return 8; });
  named('name', function () { return current.layer.name; });
  layerNames.forEach(function (name) {
    named(name, function () { return current.layer[name]; });
  });
  layerMethods.forEach(function (name) {
    var code = layerMembers[name];
    method(name, function () { return code.apply(current.layer, arguments); });
  });
  ('loopIn loopOut loopInDuration loopOutDuration wiggle temporalWiggle smooth key nearestKey ' +
    'valueAtTime velocityAtTime speedAtTime points inTangents outTangents isClosed pointOnPath ' +
    'tangentOnPath normalOnPath propertyGroup').split(' ').forEach(function (name) {
    var code = Property.prototype[name];
    method(name, function () { return code.apply(current.property, arguments); });
  });
  'numKeys velocity speed propertyIndex'.split(' ').forEach(function (name) {
    named(name, function () { return current.property[name]; });
  });
  named('style', function () { return current.property.style; });
  [Property.prototype, Path.prototype, layerMembers].forEach(function (object) { define(object, '$', insides); });
  hardenAll();
  harden(functions, Property.prototype, Path.prototype, layerMembers);
})();

/// The property of an expression, by the place in the file.
function resolved(id) {
  var state = expressions[id];
  if (state.property) return state.property;
  var layer = layerOf(state.layer), path = state.path, node = partOf(layer, path[0]), group = layer;
  if (path[0] === 'ks') group = transformGroup(layer);
  else if (path[0] === 'shapes') group = contentsGroup(layer);
  else if (path[0] === 'ef') group = effectsGroup(layer);
  else if (path[0] === 'masksProperties') group = masksGroup(layer);
  for (var i = 1; i < path.length; i++) {
    node = node[path[i]];
    var last = path[i - 1];
    if (typeof path[i] !== 'number') continue;
    if (last === 'it') group = shapeOf(node, group.content);
    else if (last === 'shapes') group = shapeOf(node, group);
    else if (last === 'ef') group = path[i + 1] === 'v' ? group : effectOf(node, group);
    else if (last === 'masksProperties') group = maskOf(node, group);
  }
  return state.property = propertyOf(node, layer, group, String(path[path.length - 1]));
}

/// How the value is written: as a number, a list, a path or a text.
function encoded(value) {
  if (value instanceof Path) {
    var data = of(value);
    var lists = [data.v, data.i, data.o].map(function (points) {
      return points.map(function (point) { return [point[0], point[1]]; });
    });
    return {c: Boolean(data.c), v: lists[0], i: lists[1], o: lists[2]};
  }
  if (typeof value === 'string' && value.length > 100000) throw new RangeError('the result has more than 100000 characters');
  return value;
}

/// The values of expressions at a frame, each with whether it is constant, or null where it failed;
/// and what failed.
return function (request) {
  request = parseJSON(request);
  failures = [];
  var values = request.of.map(function (id) {
    current = null;
    depth = 0;
    var value = after(resolved(id), request.frame / rate), state = expressions[id];
    return state.hasFailed ? null : [Boolean(state.isConstant), encoded(value)];
  });
  return writeJSON({values: values, failures: failures});
};
