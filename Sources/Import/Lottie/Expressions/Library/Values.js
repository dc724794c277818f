// Numbers, vectors, colours, easings and chance, as After Effects' expression reference has them
// (helpx.adobe.com/after-effects/using/expression-language-reference.html).

/// The value of a property where a value is expected.
function plain(value) {
  return value instanceof Property ? value.value : value;
}

function combined(a, b, combine) {
  a = plain(a);
  b = plain(b);
  if (!isList(a) && !isList(b)) return combine(a, b);
  if (!isList(a)) a = [a];
  if (!isList(b)) b = [b];
  var result = [], count = Math.max(a.length, b.length);
  for (var i = 0; i < count; i++) {
    result[i] = combine(i < a.length ? a[i] : 0, i < b.length ? b[i] : 0);
  }
  return result;
}

function sum(a, b) {
  a = plain(a);
  b = plain(b);
  if (typeof a === 'string' || typeof b === 'string') return String(a) + String(b);
  return combined(a, b, function (x, y) { return x + y; });
}
function sub(a, b) { return combined(a, b, function (x, y) { return x - y; }); }

function scaled(list, number, combine) {
  if (isList(number)) throw new TypeError('two lists are multiplied or divided');
  var result = [];
  for (var i = 0; i < list.length; i++) result[i] = combine(list[i], number);
  return result;
}

function mul(a, b) {
  function combine(x, y) { return x * y; }
  a = plain(a);
  b = plain(b);
  return isList(a) ? scaled(a, b, combine) : isList(b) ? scaled(b, a, combine) : a * b;
}

function div(a, b) {
  a = plain(a);
  b = plain(b);
  return isList(a) ? scaled(a, b, function (x, y) { return x / y; }) : a / b;
}

function mod(a, b) {
  a = plain(a);
  b = plain(b);
  return isList(a) ? scaled(a, b, function (x, y) { return x % y; }) : a % b;
}

function neg(a) { return mul(a, -1); }

function dot(a, b) {
  a = plain(a);
  b = plain(b);
  var total = 0;
  for (var i = 0; i < a.length && i < b.length; i++) total += a[i] * b[i];
  return total;
}

function cross(a, b) {
  a = plain(a);
  b = plain(b);
  var az = a[2] || 0, bz = b[2] || 0;
  return [a[1] * bz - az * b[1], az * b[0] - a[0] * bz, a[0] * b[1] - a[1] * b[0]];
}

function vectorLength(a, b) {
  a = plain(b === undefined ? a : sub(a, b));
  return isList(a) ? Math.sqrt(dot(a, a)) : Math.abs(a);
}

function normalize(a) { return div(a, vectorLength(a)); }

function lookAt(from, at) {
  var way = sub(at, from), flat = vectorLength([way[0], way[2] || 0]);
  return [radiansToDegrees(-Math.atan2(way[1], flat)), radiansToDegrees(Math.atan2(way[0], way[2] || 0)), 0];
}

function clamp(value, a, b) {
  value = plain(value);
  var low = Math.min(plain(a), plain(b)), high = Math.max(plain(a), plain(b));
  if (isList(value)) {
    return scaled(value, 0, function (x) { return Math.min(Math.max(x, low), high); });
  }
  return Math.min(Math.max(value, low), high);
}

function degreesToRadians(angle) { return plain(angle) * Math.PI / 180; }
function radiansToDegrees(angle) { return plain(angle) * 180 / Math.PI; }

// MARK: Easings

function bezierPart(a, b, t) {
  var u = 1 - t;
  return 3 * u * u * t * a + 3 * u * t * t * b + t * t * t;
}

/// The y of a curve from (0, 0) to (1, 1), by bisection.
function bezier(x1, y1, x2, y2, x) {
  var low = 0, high = 1;
  if (!(x > 0 && x < 1)) return x >= 1 ? 1 : 0;
  for (var round = 0; round < 52; round++) {
    var middle = (low + high) / 2;
    if (bezierPart(x1, x2, middle) < x) low = middle;
    else high = middle;
  }
  return bezierPart(y1, y2, (low + high) / 2);
}

function interpolation(curve) {
  return function (t, tMin, tMax, from, to) {
    if (arguments.length < 5) return mapped(curve, t, 0, 1, tMin, tMax);
    return mapped(curve, t, tMin, tMax, from, to);
  };
}

function mapped(curve, t, tMin, tMax, from, to) {
  t = plain(t);
  tMin = plain(tMin);
  tMax = plain(tMax);
  from = plain(from);
  to = plain(to);
  if (tMax < tMin) {
    var time = tMin, value = from;
    tMin = tMax;
    tMax = time;
    from = to;
    to = value;
  }
  if (t <= tMin) return from;
  if (t >= tMax) return to;
  return sum(from, mul(sub(to, from), curve((t - tMin) / (tMax - tMin))));
}

var linear = interpolation(function (x) { return x; });
var ease = interpolation(function (x) { return x * x * (3 - 2 * x); });
var easeIn = interpolation(function (x) { return bezier(1 / 3, 0, 5 / 6, 5 / 6, x); });
var easeOut = interpolation(function (x) { return bezier(1 / 6, 1 / 6, 2 / 3, 1, x); });

// MARK: Colours

function rgbToHsl(color) {
  color = plain(color);
  var r = color[0], g = color[1], b = color[2];
  var high = Math.max(r, g, b), low = Math.min(r, g, b), d = high - low, l = (high + low) / 2;
  if (d === 0) return [0, 0, l, color[3] === undefined ? 1 : color[3]];
  var h = high === r ? (g - b) / d + (g < b ? 6 : 0) : high === g ? (b - r) / d + 2 : (r - g) / d + 4;
  return [h / 6, d / (l > 0.5 ? 2 - high - low : high + low), l, color[3] === undefined ? 1 : color[3]];
}

function hslToRgb(color) {
  color = plain(color);
  var h = color[0], s = color[1], l = color[2], q = l < 0.5 ? l * (1 + s) : l + s - l * s;
  function part(shift) {
    var t = h + shift, p = 2 * l - q;
    t -= Math.floor(t);
    if (t < 1 / 6) return p + (q - p) * 6 * t;
    return t < 1 / 2 ? q : t < 2 / 3 ? p + (q - p) * (2 / 3 - t) * 6 : p;
  }
  return [part(1 / 3), part(0), part(-1 / 3), color[3] === undefined ? 1 : color[3]];
}

function hexToRgb(text) {
  text = String(plain(text)).replace('#', '');
  if (text.length === 3) text = text.replace(/./g, '$&$&');
  var number = parseInt(text, 16) || 0;
  return [(number >> 16 & 255) / 255, (number >> 8 & 255) / 255, (number & 255) / 255, 1];
}

// MARK: Chance

function multiplied(a, b) {
  return (a & 65535) * b + (((a >>> 16) * b & 65535) << 16) | 0;
}

/// A number from 0 to 1, below 1, of whole numbers.
function chance(seeds) {
  var hash = 0x9E3779B9 | 0;
  for (var i = 0; i < seeds.length; i++) {
    hash = multiplied(hash ^ (seeds[i] | 0), 0x85EBCA6B | 0);
    hash ^= hash >>> 13;
    hash = multiplied(hash, 0xC2B2AE35 | 0);
    hash ^= hash >>> 16;
  }
  return (hash >>> 0) / 4294967296;
}

function smooth5(x) { return x * x * x * (x * (6 * x - 15) + 10); }

/// Smooth noise between -1 and 1 of one number: values at whole ones, and a curve between them.
function valueNoise(x, seeds) {
  var cell = Math.floor(x);
  var a = chance(seeds.concat(cell)) * 2 - 1, b = chance(seeds.concat(cell + 1)) * 2 - 1;
  return a + (b - a) * smooth5(x - cell);
}

/// Perlin's noise of up to three numbers (Improving Noise, 2002): 0 at whole ones.
function noise(value) {
  value = plain(value);
  if (!isList(value)) value = [value];
  var cell = [], part = [], total = 0;
  for (var i = 0; i < 3; i++) {
    var x = +value[i] || 0;
    cell[i] = Math.floor(x);
    part[i] = x - cell[i];
  }
  for (var corner = 0; corner < 8; corner++) {
    var at = [], away = [], weight = 1;
    for (i = 0; i < 3; i++) {
      var bit = corner >> i & 1;
      at[i] = cell[i] + bit;
      away[i] = part[i] - bit;
      weight *= bit ? smooth5(part[i]) : 1 - smooth5(part[i]);
    }
    if (weight === 0) continue;
    var h = chance(at) * 16 & 15, u = h < 8 ? away[0] : away[1];
    var v = h < 4 ? away[1] : h === 12 || h === 14 ? away[0] : away[2];
    total += weight * ((h & 1 ? -u : u) + (h & 2 ? -v : v));
  }
  return total;
}

/// The next number of the expression that runs.
function nextChance() {
  var run = current;
  if (!run.isTimeless) varies = true;
  return chance([of(run.property).seed, run.isTimeless ? 0 : run.frame, run.seed, run.count++]);
}

function gaussChance() {
  // Box and Muller's transform; nine tenths lie between 0 and 1.
  var radius = Math.sqrt(-2 * Math.log(1 - nextChance()));
  return 0.5 + radius * Math.cos(2 * Math.PI * nextChance()) / 3.29;
}

function randomOf(next) {
  function between(a, b) {
    if (!isList(a) && !isList(b)) return a + (b - a) * next();
    var result = [], count = Math.max(isList(a) ? a.length : 1, isList(b) ? b.length : 1);
    for (var i = 0; i < count; i++) {
      var low = isList(a) ? a[i] || 0 : a, high = isList(b) ? b[i] || 0 : b;
      result[i] = low + (high - low) * next();
    }
    return result;
  }
  return function (a, b) {
    a = plain(a);
    b = plain(b);
    return a === undefined ? next() : b === undefined ? between(0, a) : between(a, b);
  };
}

function seedRandom(seed, isTimeless) {
  current.seed = +plain(seed) | 0;
  current.isTimeless = Boolean(plain(isTimeless));
  current.count = 0;
}
