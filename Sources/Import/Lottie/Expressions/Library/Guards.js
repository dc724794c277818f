// Takes from scripts what reaches the outside or the code of the program, and bounds the functions
// of the language whose work is more than their size. Nothing of the language can be changed by an
// expression, so that none depends on another.

var isList = Array.isArray, step = $$s, reached = $$reached, report = $$report, bezier = $$bezier;
var loadPart = $$part, compile = $$compile, measure = $$measure, setup = $$setup, functionPrototype = Function.prototype;

function unsupported(name) {
  var error = new Error(name);
  error.unsupported = true;
  throw error;
}

var defineProperty = Object.defineProperty, freeze = Object.freeze;
var setPrototype = Object.setPrototypeOf;
/// What expressions know by name.
var names = Object.create(Object.prototype);

function hidden(object, name, value) {
  defineProperty(object, name, {value: value, writable: true, configurable: true});
  return value;
}

(function () {
  var allowed = ('Object Array String Number Boolean Math RegExp Error EvalError RangeError ' +
    'ReferenceError SyntaxError TypeError URIError isNaN isFinite parseInt parseFloat NaN ' +
    'Infinity undefined encodeURI encodeURIComponent decodeURI decodeURIComponent escape unescape ' +
    '$$s').split(' ');
  Object.getOwnPropertyNames(global).forEach(function (name) {
    if (allowed.indexOf(name) < 0) delete global[name];
  });
  'Date JSON Function setTimeout setInterval'.split(' ').forEach(function (name) {
    define(names, name, function () { unsupported(name); });
  });
  defineProperty(global, '$$s', {
    value: step, writable: false, enumerable: false, configurable: false
  });
  Object.defineProperty(functionPrototype, 'constructor', {
    get: function () { unsupported('Function'); }
  });
})();

// MARK: Lists

/// A list of its own for what only looks like one.
function listOf(object) {
  var count = object.length >>> 0, list = [];
  step(count);
  for (var i = 0; i < count; i++) list[i] = object[i];
  return list;
}

/// A stable merge sort, each comparison a step.
function sorted(list, compare) {
  if (list.length < 2) return list;
  var middle = list.length >> 1, result = [], i = 0, j = 0;
  var left = sorted(list.slice(0, middle), compare), right = sorted(list.slice(middle), compare);
  while (i < left.length && j < right.length) {
    step();
    result.push(compare(left[i], right[j]) <= 0 ? left[i++] : right[j++]);
  }
  while (i < left.length) result.push(left[i++]);
  while (j < right.length) result.push(right[j++]);
  return result;
}

(function () {
  var prototype = Array.prototype, slice = prototype.slice;
  function define(name, code) {
    Object.defineProperty(prototype, name, {value: code});
  }
  'concat join slice indexOf lastIndexOf every some forEach map filter reduce reduceRight find findIndex'
    .split(' ').forEach(function (name) {
      var original = prototype[name];
      if (!original) return;
      define(name, function () {
        var list = isList(this) ? this : listOf(this), count = list.length;
        for (var i = 0; name === 'concat' && i < arguments.length; i++) {
          if (isList(arguments[i])) count += arguments[i].length;
        }
        step(count);
        return original.apply(list, arguments);
      });
    });
  'reverse shift unshift splice push pop'.split(' ').forEach(function (name) {
    var original = prototype[name];
    define(name, function () {
      if (!isList(this)) throw new TypeError(name + ' of what is no list');
      step(name === 'push' || name === 'pop' ? 1 : this.length);
      return original.apply(this, arguments);
    });
  });
  define('sort', function (compare) {
    if (!isList(this)) throw new TypeError('sort of what is no list');
    step(this.length);
    var result = sorted(slice.call(this), compare || function (a, b) {
      var x = String(a), y = String(b);
      step(1 + (Math.min(x.length, y.length) >> 4));
      return x < y ? -1 : x > y ? 1 : 0;
    });
    for (var i = 0; i < result.length; i++) this[i] = result[i];
    return this;
  });
  var allowed = ('concat join slice indexOf lastIndexOf every some forEach map filter reduce ' +
    'reduceRight find findIndex reverse shift unshift splice push pop sort toString length ' +
    'constructor').split(' ');
  Object.getOwnPropertyNames(prototype).forEach(function (name) {
    if (allowed.indexOf(name) < 0) delete prototype[name];
  });
})();

// MARK: Texts and regular expressions

/// How many ways a regular expression has to match a text of `length` characters at most: each
/// repetition may end anywhere, and repetitions of what itself is ambiguous multiply.
function patternCost(source, length) {
  var stack = [], top = {loops: 0, choices: 0}, nested = false, closed = null;
  function quantify(low, high) {
    var inner = closed || {loops: 0, choices: 0};
    var isAmbiguous = inner.loops + inner.choices > 0;
    if (high === low) {
      if (low > 1000 || isAmbiguous && low > 1) nested = true;
      top.loops += inner.loops;
      top.choices += inner.choices;
    } else if (high <= 1) {
      top.loops += inner.loops;
      top.choices += inner.choices + 1;
    } else {
      if (isAmbiguous || high < Infinity && high > 1000) nested = true;
      top.loops += 1;
    }
    closed = null;
  }
  function flush() {
    if (closed) quantify(1, 1);
  }
  for (var i = 0; i < source.length; i++) {
    step();
    var letter = source.charAt(i), match;
    if (letter === '(') {
      flush();
      stack.push(top);
      top = {loops: 0, choices: 0};
      if (source.charAt(i + 1) === '?') i += 2;
    } else if (letter === ')') {
      flush();
      closed = top;
      top = stack.pop() || {loops: 0, choices: 0};
    } else if (letter === '*' || letter === '+') quantify(0, Infinity);
    else if (letter === '?') quantify(0, 1);
    else if (letter === '{') {
      var end = source.indexOf('}', i), parts = source.slice(i + 1, end).split(',');
      if (end < 0 || !(parts[0] >= 0)) continue;
      quantify(+parts[0], parts.length < 2 ? +parts[0] : parts[1] === '' ? Infinity : +parts[1]);
      i = end;
    } else {
      flush();
      if (letter === '|') top.choices++;
      else if (letter === '\\') i++;
      else if (letter === '[') {
        for (i++; i < source.length && source.charAt(i) !== ']'; i++) {
          if (source.charAt(i) === '\\') i++;
        }
      }
    }
    // A mark after a quantifier only makes it lazy.
    if ('*+?}'.indexOf(letter) >= 0 && source.charAt(i + 1) === '?') i++;
  }
  flush();
  var cost = Math.pow(2, top.choices) * (length + 1), ways = 1;
  for (var loop = 1; loop <= top.loops; loop++) ways *= (length + 1) / loop;
  return nested ? cost * Math.pow(2, length) : cost * Math.max(ways, 1);
}

var makePattern = (function () {
  var Pattern = RegExp, prototype = RegExp.prototype;
  var description = Object.getOwnPropertyDescriptor(prototype, 'source');
  function sourceOf(pattern) {
    return description && description.get ? description.get.call(pattern) : pattern.source;
  }
  function check(pattern, length) {
    var cost = patternCost(sourceOf(pattern), length);
    if (!(cost <= 1e8)) unsupported('a regular expression that may take long: /' + sourceOf(pattern) + '/');
    step(length);
  }
  function make(source, flags) {
    source = source instanceof Pattern ? sourceOf(source) : String(source);
    // The engine copies what is repeated a number of times.
    var repetitions = source.match(/\{\d+/g) || [], product = 1;
    for (var i = 0; i < repetitions.length; i++) product *= Math.max(+repetitions[i].slice(1), 1);
    if (source.length > 1000 || product > 1e5) unsupported('a large regular expression');
    return flags === undefined ? new Pattern(source) : new Pattern(source, String(flags));
  }
  function RegularExpression(source, flags) {
    return make(source === undefined ? '' : source, flags);
  }
  RegularExpression.prototype = prototype;
  Object.getOwnPropertyNames(prototype).forEach(function (name) {
    if (name !== 'exec' && name !== 'test') return;
    var original = prototype[name];
    Object.defineProperty(prototype, name, {value: function (text) {
      text = String(text);
      check(this, text.length);
      return original.call(this, text);
    }});
  });
  Object.defineProperty(prototype, 'constructor', {value: RegularExpression});
  Object.defineProperty(global, 'RegExp', {value: RegularExpression});

  'indexOf lastIndexOf includes startsWith endsWith split replace match search'.split(' ')
    .forEach(function (name) {
      var original = String.prototype[name];
      if (!original) return;
      Object.defineProperty(String.prototype, name, {value: function (what, other) {
        if (this === undefined || this === null) throw new TypeError(name + ' of no text');
        var text = String(this), isPattern = what instanceof Pattern;
        if (!isPattern && (name === 'match' || name === 'search')) {
          what = make(what === undefined ? '' : what);
          isPattern = true;
        }
        if (isPattern) check(what, text.length);
        else if (what !== undefined) {
          what = String(what);
          step(1 + text.length * what.length / 64);
        }
        step(1 + (text.length >> 4));
        return arguments.length > 1 ? original.call(text, what, other) : original.call(text, what);
      }});
    });
  return make;
})();

defineProperty(global, '$$r', {value: makePattern});
/// The object of a `for (... in ...)`, each of its names a step.
/// What a loop with `of` goes through.
defineProperty(global, '$$o', {value: function (items) {
  if (typeof items === 'string') return items.split('');
  if (!isList(plain(items))) throw new TypeError('a loop goes through a list or a text');
  return listOf(plain(items));
}});
defineProperty(global, '$$k', {value: function (object) {
  var count = 0;
  for (var name in object) if (++count % 64 === 0) step(64);
  step(count % 64);
  return object;
}});

/// Takes away the variables that expressions made without a declaration; gives them by their names.
function takeVariables() {
  var names = keysOfObject(global), taken = null;
  for (var i = 0; i < names.length; i++) {
    taken = taken || {};
    taken[names[i]] = global[names[i]];
    delete global[names[i]];
  }
  return taken;
}

var keysOfObject = Object.keys;

(function () {
  // So that all that a script adds to the global object is seen, and can be taken away.
  'defineProperty defineProperties preventExtensions seal freeze setPrototypeOf assign'.split(' ')
    .forEach(function (name) {
      var original = Object[name];
      if (!original) return;
      Object.defineProperty(Object, name, {value: function (target) {
        if (target === global) throw new TypeError(name + ' of the global object');
        return original.apply(Object, arguments);
      }});
    });
  ['__defineGetter__', '__defineSetter__', '__lookupGetter__', '__lookupSetter__', '__proto__']
    .forEach(function (name) { delete Object.prototype[name]; });
})();

/// Freezes the language with all that expressions see.
function freezeAll() {
  function freezeMembers(object) {
    Object.getOwnPropertyNames(object).forEach(function (name) {
      var value = Object.getOwnPropertyDescriptor(object, name).value;
      if (typeof value === 'function') Object.freeze(value);
    });
  }
  [Object, Array, String, Number, Boolean, Error, EvalError, RangeError, ReferenceError, SyntaxError,
    TypeError, URIError, RegExp].forEach(function (type) {
    freezeMembers(type.prototype);
    freezeMembers(type);
    Object.freeze(type.prototype);
  });
  freezeMembers(Math);
  freezeMembers(functionPrototype);
  Object.freeze(Math);
  Object.freeze(functionPrototype);
  // What is known by name goes into the prototype of the global object: all that it has itself
  // then are the variables that expressions make without a declaration.
  setPrototype(global, names);
  Object.getOwnPropertyNames(global).forEach(function (name) {
    var own = Object.getOwnPropertyDescriptor(global, name);
    if (!own.configurable || name.slice(0, 2) === '$$') return;
    defineProperty(names, name, own);
    delete global[name];
  });
  freezeMembers(names);
  freeze(names);
}
