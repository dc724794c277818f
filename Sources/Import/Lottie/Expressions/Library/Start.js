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

var texts = {}, textCount = 0;

/// The value of a text that is an expression of its own: it sees no variables of the other.
function evaluatedText(text) {
  text = plain(text);
  if (typeof text !== 'string') return text;
  step(20 + text.length);
  if (text.indexOf('time') >= 0 || text.indexOf('arguments') >= 0) varies = true;
  var key = '$' + text;
  if (!texts[key]) {
    if (++textCount > 500) throw new RangeError('more than 500 texts for eval');
    texts[key] = compile(text);
  }
  return texts[key](before(current.property, current.time), current.time);
}

(function () {
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
    timeToCurrentFormat: timeToTimecode, comp: compositionNamed, eval: evaluatedText
  };
  for (var name in functions) hidden(names, name, functions[name]);
  'footage timeToNTSCTimecode timeToFeetAndFrames thisProject print alert $'.split(' ')
    .forEach(function (name) { define(names, name, function () { unsupported(name); }); });
  define(names, 'thisComp', function () { return compositionOf(current.layer.$.composition); });
  define(names, 'thisLayer', function () { return current.layer; });
  define(names, 'thisProperty', function () { return current.property; });
  define(names, '$bm_transform', function () { return transformGroup(current.layer); });
  define(names, 'colorDepth', function () { return 8; });
  define(names, 'name', function () { return current.layer.name; });
  layerNames.forEach(function (name) {
    define(names, name, function () { return current.layer[name]; });
  });
  layerMethods.forEach(function (name) {
    var code = layerMembers[name];
    hidden(names, name, function () { return code.apply(current.layer, arguments); });
  });
  ('loopIn loopOut loopInDuration loopOutDuration wiggle temporalWiggle smooth key nearestKey ' +
    'valueAtTime velocityAtTime speedAtTime points inTangents outTangents isClosed pointOnPath ' +
    'tangentOnPath normalOnPath propertyGroup').split(' ').forEach(function (name) {
    var code = Property.prototype[name];
    hidden(names, name, function () { return code.apply(current.property, arguments); });
  });
  'numKeys velocity speed propertyIndex'.split(' ').forEach(function (name) {
    define(names, name, function () { return current.property[name]; });
  });
  define(names, 'style', function () { return current.property.style; });
  Object.defineProperty(Math, 'random', {value: function () { return nextChance(); }});
  [Property.prototype, Path.prototype, layerMembers].forEach(function (object) {
    Object.freeze(object);
  });
  freezeAll();
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
  if (typeof value === 'number') return [0, value];
  if (isList(value)) return [1].concat(value);
  if (value instanceof Path) {
    var data = value.$, result = [2, data.c ? 1 : 0, data.v.length];
    [data.v, data.i, data.o].forEach(function (list) {
      for (var i = 0; i < list.length; i++) result.push(list[i][0], list[i][1]);
    });
    return result;
  }
  var codes = [3], text = String(value);
  for (var i = 0; i < text.length; i++) codes.push(text.charCodeAt(i));
  return codes;
}

return {
  define: function (id, code) {
    expressions[id].code = code;
  },
  /// The value of an expression at a frame: 0 where it varies, 1 where it is constant, 2 where it
  /// failed; and the value.
  sample: function (id, frame) {
    var state = expressions[id];
    current = null;
    depth = 0;
    isBlamed = false;
    var value = after(resolved(id), frame / rate);
    if (state.hasFailed) return [2];
    return [state.isConstant ? 1 : 0].concat(encoded(value));
  }
};
