// Properties: their values before and after expressions, key frames, loops, wiggles and paths.

/// The expression that runs: its property, layer and time, and the state of its random numbers.
var current = null;
/// Whether a value that was read since it was reset changes in time.
var varies = false;
var setup = ask('setup'), expressions = setup.expressions;
/// Number, whether it is a limit of this program, and message of each expression that has failed.
var failures = [];
var rate = setup.rate;

function copied(list) {
  var result = [];
  for (var i = 0; i < list.length; i++) result[i] = list[i];
  return result;
}

/// The frame of a time; times in seconds miss whole frames by the last bits.
function frameOf(time) {
  var frame = time * rate, near = Math.round(frame);
  return Math.abs(frame - near) < 1e-6 ? near : frame;
}

function timeOf(argument) { return argument === undefined ? now() : +plain(argument); }

function now() {
  varies = true;
  return current.time;
}

// MARK: Before the expression

function numbersOf(value) {
  if (!isList(value)) return value;
  return value.length === 1 && !(value[0] instanceof Object) ? value[0] : value;
}

/// A value as the file has it: a number, a list, the data of a path or of a text.
function stored(value) {
  return isList(value) && value.length && value[0] instanceof Object ? value[0] : numbersOf(value);
}

function part(list, index) { return isList(list) ? list[Math.min(index, list.length - 1)] : list; }

/// The lengths of a motion's curve up to each of 64 even steps.
function curveOf(key, from, to) {
  var out = key.to, back = key.ti;
  if (!isList(out) || !isList(back) || !isList(from) || !isList(to) || out.length < 2 ||
    back.length < 2 || !(out[0] || out[1] || back[0] || back[1])) return null;
  var curve = {
    x: [from[0], from[0] + out[0], to[0] + back[0], to[0]],
    y: [from[1], from[1] + out[1], to[1] + back[1], to[1]],
    lengths: [0]
  };
  var x = from[0], y = from[1];
  for (var i = 1; i <= 64; i++) {
    var nextX = cubic(curve.x, i / 64), nextY = cubic(curve.y, i / 64);
    curve.lengths[i] = curve.lengths[i - 1] + vectorLength([nextX - x, nextY - y]);
    x = nextX;
    y = nextY;
  }
  return curve;
}

function cubic(p, t) {
  var u = 1 - t;
  return u * u * u * p[0] + 3 * u * u * t * p[1] + 3 * u * t * t * p[2] + t * t * t * p[3];
}

function onCurve(curve, share) {
  var total = curve.lengths[64], length = Math.min(Math.max(share, 0), 1) * total, i = 1;
  while (i < 64 && curve.lengths[i] < length) i++;
  var a = curve.lengths[i - 1], b = curve.lengths[i];
  var t = (i - 1 + (b > a ? (length - a) / (b - a) : 0)) / 64;
  return [cubic(curve.x, t), cubic(curve.y, t)];
}

function keysOf(node) {
  if (node.$keys !== undefined) return node.$keys;
  var list = node.k, keys = null;
  if (isList(list) && list.length && list[0] instanceof Object && list[0].t !== undefined) {
    keys = [];
    var known;
    for (var i = 0; i < list.length; i++) {
      var key = list[i], next = list[i + 1];
      var from = key.s === undefined ? known : stored(key.s);
      if (from === undefined) continue;
      var to = key.e !== undefined ? stored(key.e) :
        next && next.s !== undefined ? stored(next.s) : from;
      keys.push({frame: key.t, from: from, to: to, isHold: key.h === 1 || key.h === true,
        out: key.o, back: key.i, curve: next ? curveOf(key, from, to) : null});
      known = to;
    }
  }
  return hidden(node, '$keys', keys);
}

function eased(key, progress, index) {
  var a = key.out, b = key.back;
  if (!(a instanceof Object) || !(b instanceof Object)) return progress;
  var x1 = part(a.x, index), y1 = part(a.y, index), x2 = part(b.x, index), y2 = part(b.y, index);
  if (x1 === y1 && x2 === y2) return progress;
  return bezier(Math.min(Math.max(x1, 0), 1), y1, Math.min(Math.max(x2, 0), 1), y2, progress);
}

function between(from, to, share) {
  if (!isList(from)) return from + (to - from) * share(0);
  var result = [];
  for (var i = 0; i < from.length; i++) {
    result[i] = from[i] + ((to[i] === undefined ? from[i] : to[i]) - from[i]) * share(i);
  }
  return result;
}

function pathBetween(from, to, share) {
  function points(name) {
    return from[name].map(function (point, i) { return between(point, to[name][i], share); });
  }
  if (from.v.length !== to.v.length) return from;
  return {c: from.c, v: points('v'), i: points('i'), o: points('o')};
}

/// The value of a property without its expression at a frame.
function storedAt(node, frame) {
  if (!(node instanceof Object) || isList(node)) return numbersOf(node);
  var keys = keysOf(node);
  if (!keys || !keys.length) return stored(node.k);
  if (keys.length > 1) varies = true;
  var first = keys[0], last = keys[keys.length - 1];
  if (frame <= first.frame) return first.from;
  if (frame >= last.frame) return last.from;
  var low = 0, high = keys.length - 1;
  while (high - low > 1) {
    var middle = low + high >> 1;
    if (keys[middle].frame <= frame) low = middle;
    else high = middle;
  }
  var key = keys[low], progress = (frame - key.frame) / (keys[low + 1].frame - key.frame);
  if (key.isHold || typeof key.from === 'string') return key.from;
  function share(index) { return eased(key, progress, index); }
  if (key.curve) return onCurve(key.curve, share(0)).concat(key.from.slice(2));
  if (typeof key.from === 'number' || isList(key.from)) return between(key.from, key.to, share);
  return key.from.v ? pathBetween(key.from, key.to, function () { return share(0); }) : key.from;
}

/// The same as expressions have it.
function before(property, time) {
  var own = of(property), node = own.node;
  if (own.isSeparate) {
    return ['x', 'y', 'z'].filter(function (name) { return node[name] !== undefined; })
      .map(function (name) {
        return +plain(after(propertyOf(node[name], own.layer, own.group, name), time));
      });
  }
  return visible(storedAt(node, frameOf(time)));
}

function visible(value) {
  if (isList(value)) return copied(value);
  if (!(value instanceof Object)) return value === undefined ? 0 : value;
  return value.v ? new Path(value) : value.t !== undefined ? String(value.t).replace(/\r/g, '\n') : 0;
}

// MARK: After it

/// The value of a property at a time: of its expression, if it has one that does not run already.
function after(property, time) {
  var own = of(property), id = own.id;
  if (id === undefined) return before(property, time);
  var state = expressions[id];
  if (state.isBusy || state.hasFailed) {
    varies = varies || state.isBusy;
    return before(property, time);
  }
  if (state.isConstant || state.time === time) {
    varies = varies || !state.isConstant;
    return isList(state.value) ? copied(state.value) : state.value;
  }
  var outer = varies, saved = current, value, failure;
  varies = false;
  state.isBusy = true;
  try {
    if (++depth > 60) throw new RangeError('expressions that need each other, more than 60 deep');
    value = evaluated(property, state, time);
  } catch (error) {
    failure = {error: error};
  }
  depth--;
  current = saved;
  state.isBusy = false;
  if (failure) {
    if (!state.hasFailed) {
      state.hasFailed = true;
      var about = described(failure.error);
      failures.push([id, about.isUnsupported, about.message]);
    }
    varies = outer;
    return before(property, time);
  }
  state.isConstant = !varies;
  state.time = time;
  state.value = value;
  varies = varies || outer;
  return isList(value) ? copied(value) : value;
}

var depth = 0;

function described(error) {
  var result = {isUnsupported: false, message: 'it fails'};
  try {
    result.isUnsupported = error.unsupported === true;
    result.message = String(error instanceof Error ? error.message : error).slice(0, 200);
  } catch (other) {}
  return result;
}

function evaluated(property, state, time) {
  var variables = takeVariables();
  try {
    state.code = state.code || compiled(state.text);
    return evaluatedAt(property, state, time);
  } finally {
    takeVariables();
    if (depth > 1) giveVariables(variables);
  }
}

function evaluatedAt(property, state, time) {
  var run;
  for (var round = 0; round < 2; round++) {
    run = current = {
      property: property, layer: of(property).layer, time: time, frame: Math.round(time * rate * 64),
      seed: 0, count: 0, isTimeless: false, isPosterized: round > 0, variables: Object.create(null)
    };
    try {
      // The value before counts as read where the expression names it, or the result needs it.
      var outer = varies, model = before(property, time);
      run.changes = varies;
      run.value = isList(model) ? copied(model) : model;
      varies = outer;
      var value = state.code();
      if (run.posterized === undefined) {
        value = plain(value);
        if (isList(value) && isList(model) && value.length < model.length) varies = varies || run.changes;
        return conformed(value, model);
      }
    } catch (error) {
      if (run.posterized === undefined) throw error;
    }
    time = run.posterized;
  }
  throw new Error('posterizeTime');
}

/// Goes on with the time of the last of a number of frames each second.
function posterizeTime(frames) {
  frames = +plain(frames);
  var time = Math.floor(now() * frames + 1e-6) / frames;
  if (current.isPosterized || !(frames > 0) || time === current.time) return;
  current.posterized = time;
  throw new Error('posterizeTime');
}

function numberOf(value) {
  value = plain(value);
  if (typeof value === 'boolean' || typeof value === 'bigint' || value instanceof Number) value = Number(value);
  if (typeof value !== 'number') value = typeof value === 'string' && value !== '' ? +value : NaN;
  if (!isFinite(value)) throw new TypeError('the result is not a number');
  return value;
}

/// The result of an expression as its property needs it; `model` is the value before it.
function conformed(value, model) {
  value = plain(value);
  if (value === undefined || value === null) throw new TypeError('there is no result');
  if (model instanceof Path) {
    if (!(value instanceof Path)) throw new TypeError('the result is no path');
    return value;
  }
  if (typeof model === 'string') return String(value);
  if (!isList(model)) return numberOf(isList(value) ? value[0] : value);
  if (!isList(value)) {
    throw new TypeError('the result has 1 dimension, not ' + model.length);
  }
  var result = [];
  for (var i = 0; i < model.length; i++) result[i] = i < value.length ? numberOf(value[i]) : model[i];
  return result;
}

// MARK: Properties as objects

function Property() {}

/// The one object of a part of the file.
function propertyOf(node, layer, group, name) {
  if (node instanceof Object && node.$property) return node.$property;
  var property = new Property();
  var isNode = node instanceof Object && !isList(node);
  known.set(property, {
    node: node, layer: layer, group: group, name: name, id: isNode ? node.$x : undefined,
    isSeparate: isNode && node.x !== undefined && node.k === undefined,
    seed: isNode && node.$x !== undefined ? expressions[node.$x].seed : of(layer).id
  });
  freeze(property);
  if (node instanceof Object) hidden(node, '$property', property);
  return property;
}

(function () {
  var p = Property.prototype;
  define(p, 'value', function () { return after(this, now0()); });
  [0, 1, 2, 3].forEach(function (index) {
    define(p, index, function () {
      var value = this.value;
      return isList(value) ? value[index] : typeof value === 'string' ? value.charAt(index) :
        index === 0 ? value : undefined;
    });
  });
  define(p, 'length', function () { return this.value.length; });
  define(p, 'numKeys', function () { return (keysOf(of(this).node) || []).length; });
  define(p, 'velocity', function () { return this.velocityAtTime(now()); });
  define(p, 'speed', function () { return this.speedAtTime(now()); });
  define(p, 'name', function () {
    var own = of(this), rows = own.group && of(own.group).rows || [];
    var row = rows.find(function (row) { return row[0] === own.name || row[1] === own.name; });
    return own.node.nm || (row ? row[2] : own.name);
  });
  define(p, 'propertyIndex', function () { return of(this).node.ix || 1; });
  define(p, 'style', function () { return styleOf(storedAt(of(this).node, frameOf(now()))); });
  define(p, 'text', function () { return this.value; });
  p.valueOf = function () { return this.value; };
  p.toString = function () { return String(this.value); };
  p.propertyGroup = function (count) { return ancestor(of(this).group, count); };
  p.valueAtTime = function (time) {
    varies = varies || current.property === this;
    return after(this, +plain(time));
  };
  p.velocityAtTime = function (time) {
    time = timeOf(time);
    // The slope around the time, over a hundredth of a frame.
    var half = 0.005 / rate;
    return div(sub(after(this, time + half), after(this, time - half)), 2 * half);
  };
  p.speedAtTime = function (time) { return vectorLength(this.velocityAtTime(time)); };
  p.key = function (index) {
    var keys = keysOf(of(this).node) || [];
    index = +plain(index);
    if (!(index >= 1 && index <= keys.length)) throw new RangeError('there is no key frame ' + index);
    return keyOf(keys[Math.floor(index) - 1], Math.floor(index));
  };
  p.nearestKey = function (time) {
    var keys = keysOf(of(this).node) || [], frame = frameOf(timeOf(time)), best = -1;
    if (!keys.length) throw new RangeError('there are no key frames');
    for (var i = 0; i < keys.length; i++) {
      if (best < 0 || Math.abs(keys[i].frame - frame) < Math.abs(keys[best].frame - frame)) best = i;
    }
    return keyOf(keys[best], best + 1);
  };
  p.loopOut = function (kind, count) { return looped(this, kind, count, true, false); };
  p.loopIn = function (kind, count) { return looped(this, kind, count, false, false); };
  p.loopOutDuration = function (kind, time) { return looped(this, kind, time, true, true); };
  p.loopInDuration = function (kind, time) { return looped(this, kind, time, false, true); };
  p.wiggle = function (frequency, amount, octaves, factor, time) {
    time = timeOf(time);
    return wiggled(before(this, time), this, frequency, amount, octaves, factor, time);
  };
  p.temporalWiggle = function (frequency, amount, octaves, factor, time) {
    time = timeOf(time);
    return before(this, time + wiggled(0, this, frequency, amount, octaves, factor, time));
  };
  p.smooth = function (width, count, time) {
    width = width === undefined ? 0.2 : +plain(width);
    count = count === undefined ? 5 : Math.max(Math.floor(plain(count)), 1);
    time = timeOf(time);
    var total;
    for (var i = 0; i < count; i++) {
      var value = before(this, time + (count > 1 ? i / (count - 1) - 0.5 : 0) * width);
      total = i ? sum(total, value) : value;
    }
    return div(total, count);
  };
  ('charAt charCodeAt indexOf lastIndexOf match replace search slice split substr substring ' +
    'toLowerCase toUpperCase trim concat').split(' ').forEach(function (name) {
    p[name] = function () {
      var value = this.value;
      return value[name].apply(value, arguments);
    };
  });
  'points inTangents outTangents isClosed pointOnPath tangentOnPath normalOnPath'.split(' ')
    .forEach(function (name) {
      p[name] = function (a, b) {
        var takesTwo = name.slice(-6) === 'OnPath', time = takesTwo ? b : a;
        var path = time === undefined ? this.value : after(this, +plain(time));
        if (!(path instanceof Path)) throw new TypeError(of(this).name + ' is no path');
        return path[name](a);
      };
    });
  'addKey setValue createPath maxValue minValue getStyleAt createStyle'.split(' ').forEach(function (name) {
    define(p, name, function () { unsupported(name); });
  });
})();

/// The time of the expression that runs, where reading the value alone says whether it varies.
function now0() { return current.time; }

function keyOf(key, index) {
  var value = visible(key.from), result = {index: index, time: key.frame / rate, value: value};
  for (var i = 0; isList(value) && i < value.length; i++) result[i] = value[i];
  if (isList(value)) result.length = value.length;
  else result[0] = value;
  return result;
}

function styleOf(text) {
  var style = {
    text: text.t, font: text.f, fontSize: text.s, fillColor: visible(text.fc), strokeColor: visible(text.sc),
    strokeWidth: text.sw, tracking: text.tr, leading: text.lh, baselineShift: text.ls
  };
  ('setText replaceText setFont setFontSize setFillColor setStrokeColor setStrokeWidth setTracking setLeading ' +
    'setBaselineShift setFauxBold setFauxItalic setAllCaps setSmallCaps setApplyFill setApplyStroke').split(' ')
    .forEach(function (name) { define(style, name, function () { unsupported(name); }); });
  return style;
}

// MARK: Loops and wiggles

/// Repeats the key frames before or after them: all, a number of stretches between them, or of
/// seconds ("Property attributes and methods" of the reference).
function looped(property, kind, count, isOut, isDuration) {
  var keys = keysOf(of(property).node), layer = of(property).layer, time = now();
  kind = kind === undefined ? 'cycle' : String(plain(kind));
  count = count === undefined ? 0 : Math.max(+plain(count), 0);
  if (['cycle', 'pingpong', 'offset', 'continue'].indexOf(kind) < 0) {
    throw new TypeError('there is no loop "' + kind + '"');
  }
  function at(frame) { return before(property, frame / rate); }
  var frame = frameOf(time);
  if (!keys || keys.length < 2) return at(frame);
  var start = keys[0].frame, end = keys[keys.length - 1].frame;
  if (isOut ? frame <= end : frame >= start) return at(frame);
  if (isDuration && isOut) start = count > 0 ? end - count * rate : layer.inPoint * rate;
  else if (isDuration) end = count > 0 ? start + count * rate : layer.outPoint * rate;
  else if (count >= 1) {
    count = Math.min(Math.floor(count), keys.length - 1);
    if (isOut) start = keys[keys.length - 1 - count].frame;
    else end = keys[count].frame;
  }
  var length = end - start;
  if (!(length > 0)) return at(frame);
  if (kind === 'continue') {
    var edge = isOut ? end : start, near = edge + (isOut ? -0.01 : 0.01);
    return sum(at(edge), mul(sub(at(edge), at(near)), (frame - edge) / (edge - near)));
  }
  var rounds = (frame - start) / length, round = Math.floor(rounds + 1e-9);
  var place = start + Math.max(rounds - round, 0) * length;
  // The last frame before the key frames is the end of a round before them.
  if (kind === 'pingpong') return at(round % 2 ? start + end - place : place);
  if (kind === 'offset') return sum(at(place), mul(sub(at(end), at(start)), round));
  return at(place);
}

/// Noise around a value; another for each dimension, property and octave.
function wiggled(value, property, frequency, amount, octaves, factor, time) {
  frequency = +plain(frequency);
  amount = plain(amount);
  octaves = octaves === undefined ? 1 : Math.min(Math.max(+plain(octaves), 1), 20);
  factor = factor === undefined ? 0.5 : +plain(factor);
  varies = true;
  function shift(index) {
    var total = 0, size = isList(amount) ? amount[index] || 0 : +amount, place = time * frequency;
    for (var octave = 0; octave < octaves; octave++) {
      total += size * Math.min(octaves - octave, 1) *
        valueNoise(place, [of(property).seed, current.seed, index, octave]);
      size *= factor;
      place *= 2;
    }
    return total;
  }
  if (!isList(value)) return value + shift(0);
  return value.map(function (number, index) { return number + shift(index); });
}

// MARK: Paths

function Path(data) {
  known.set(this, data);
  freeze(this);
}

function createPath(points, ins, outs, isClosed) {
  points = plain(points) || [[0, 0], [100, 0], [100, 100], [0, 100]];
  function list(points) {
    return points.map(function (point) {
      point = plain(point);
      return [numberOf(point[0]), numberOf(point[1])];
    });
  }
  function tangents(given) {
    given = plain(given);
    return given && given.length ? list(given) : points.map(function () { return [0, 0]; });
  }
  var data = {v: list(points), i: tangents(ins), o: tangents(outs), c: isClosed === undefined || Boolean(plain(isClosed))};
  if (data.i.length !== data.v.length || data.o.length !== data.v.length) {
    throw new TypeError('a path has as many tangents as points');
  }
  return new Path(data);
}

(function () {
  var p = Path.prototype;
  function points(list) { return list.map(copied); }
  p.points = function () { return points(of(this).v); };
  p.inTangents = function () { return points(of(this).i); };
  p.outTangents = function () { return points(of(this).o); };
  p.isClosed = function () { return Boolean(of(this).c); };
  /// The place at a share of the length, with the way there.
  function along(path, share) {
    var data = of(path), count = data.v.length, lists = [], total = 0;
    for (var i = 0; i < (data.c ? count : count - 1); i++) {
      var a = data.v[i], b = data.v[(i + 1) % count], out = data.o[i], back = data.i[(i + 1) % count];
      var curve = curveOf({to: out, ti: back}, a, b) || {
        x: [a[0], (2 * a[0] + b[0]) / 3, (a[0] + 2 * b[0]) / 3, b[0]],
        y: [a[1], (2 * a[1] + b[1]) / 3, (a[1] + 2 * b[1]) / 3, b[1]]
      };
      if (!curve.lengths) {
        curve.lengths = [];
        for (var j = 0; j <= 64; j++) curve.lengths[j] = vectorLength(a, b) * j / 64;
      }
      lists.push(curve);
      total += curve.lengths[64];
    }
    if (!lists.length) return {place: count ? data.v[0].slice(0) : [0, 0], way: [1, 0]};
    var length = Math.min(Math.max(+plain(share === undefined ? 0.5 : share), 0), 1) * total;
    for (i = 0; i < lists.length - 1 && length > lists[i].lengths[64]; i++) {
      length -= lists[i].lengths[64];
    }
    var own = lists[i].lengths[64], at = own > 0 ? length / own : 0;
    var ahead = onCurve(lists[i], Math.min(at + 1e-3, 1)), behind = onCurve(lists[i], Math.max(at - 1e-3, 0));
    var way = sub(ahead, behind);
    return {place: onCurve(lists[i], at), way: vectorLength(way) > 0 ? normalize(way) : [1, 0]};
  }
  p.pointOnPath = function (share) { return along(this, share).place; };
  p.tangentOnPath = function (share) { return along(this, share).way; };
  p.normalOnPath = function (share) {
    var way = along(this, share).way;
    return [-way[1], way[0]];
  };
})();
