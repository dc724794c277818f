// The language as expressions have it: equal on every machine and in every run, and not theirs to
// change, so that none depends on another.

var isList = Array.isArray, defineProperty = Object.defineProperty, freeze = Object.freeze;
var getPrototypeOf = Object.getPrototypeOf, setPrototypeOf = Object.setPrototypeOf;
var ownKeys = Reflect.ownKeys, descriptorOf = Object.getOwnPropertyDescriptor;
var parseJSON = JSON.parse, writeJSON = JSON.stringify, Code = Function;

function ask() { return parseJSON(host(writeJSON(Array.from(arguments))) || 'null'); }

/// What the library knows of the objects that expressions get.
var known = new WeakMap();
function of(object) { return known.get(object); }

function unsupported(name) {
  var error = new Error(name);
  error.unsupported = true;
  throw error;
}

/// The member by which libraries for Bodymovin keep their own.
function insides() { unsupported('$'); }

function hidden(object, name, value) {
  defineProperty(object, name, {value: value, writable: true, configurable: true});
  return value;
}

function define(object, name, get) {
  defineProperty(object, name, {get: get, configurable: true});
}

/// What expressions know by name; one may use each name for a variable of its own.
var names = Object.create(null);

function named(name, get) {
  defineProperty(names, name, {
    get: function () { return name in current.variables ? current.variables[name] : get(); },
    set: function (value) { current.variables[name] = value; }, configurable: true
  });
}

// MARK: The code of an expression

/// Its result is Bodymovin's variable, or the value of its last statement. What it is compiled in
/// knows the names, and none of the library's variables.
function compiled(code) {
  if (code.indexOf('$bm_rt') >= 0) {
    return Code('names', 'with (names) return function () { var $bm_rt; {' + code + '\n}\nreturn $bm_rt; }')(names);
  }
  try {
    return Code('names', 'with (names) return function () { return (' + code + '\n); }')(names);
  } catch (error) {
    var evaluate = Code('names', 'with (names) return function () { return eval(arguments[0]); }')(names);
    return function () { return evaluate(code); };
  }
}

var ownNames;

/// Takes away the variables that expressions made without a declaration, and gives them.
function takeVariables() {
  var all = ownKeys(global);
  // The language's own cannot be taken away.
  if (all.length === ownNames.size) return [];
  return all.filter(function (name) { return !ownNames.has(name); }).map(function (name) {
    var variable = [name, descriptorOf(global, name)];
    delete global[name];
    return variable;
  });
}

function giveVariables(variables) {
  variables.forEach(function (variable) { defineProperty(global, variable[0], variable[1]); });
}

// MARK: What depends on the machine or the moment

(function () {
  var allowed = ('NaN undefined Infinity isNaN isFinite parseInt parseFloat escape unescape decodeURI ' +
    'decodeURIComponent encodeURI encodeURIComponent eval globalThis Object Function Array String Number ' +
    'Boolean Symbol BigInt Math JSON Reflect RegExp Date Map Set WeakMap WeakSet Iterator Error EvalError ' +
    'RangeError ReferenceError SyntaxError TypeError URIError AggregateError ArrayBuffer DataView Int8Array ' +
    'Int16Array Int32Array Uint8Array Uint8ClampedArray Uint16Array Uint32Array Float32Array Float64Array').split(' ');
  ownKeys(global).forEach(function (name) { if (allowed.indexOf(name) < 0) delete global[name]; });
  ('Promise Proxy WebAssembly SharedArrayBuffer Atomics Intl WeakRef FinalizationRegistry setTimeout ' +
    'setInterval').split(' ').forEach(function (name) { named(name, function () { unsupported(name); }); });
  // What the last match of any expression left.
  ownKeys(RegExp).forEach(function (name) {
    if (/^[$]|^(input|last|left|right|multiline)/.test(String(name))) delete RegExp[name];
  });
  hidden(Math, 'random', function () { return nextChance(); });
})();

/// Dates of Greenwich, in English, without a clock.
(function () {
  var Native = Date, dates = Date.prototype, week = 'Sun Mon Tue Wed Thu Fri Sat'.split(' ');
  var year = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
  function clock() { unsupported('the time of day'); }
  function parse(text) {
    text = String(text);
    if (/(Z|UTC|GMT|:\d\d.*[+-]\d\d:?\d\d)(\s*\(.*\))?\s*$/i.test(text)) return Native.parse(text);
    return ['Z', ' UTC', ''].map(function (zone) { return Native.parse(text + zone); })
      .find(function (time) { return !isNaN(time); });
  }
  function Day(first) {
    if (!arguments.length || !new.target) clock();
    var time = arguments.length > 1 ? Native.UTC.apply(null, arguments) :
      typeof first === 'string' ? parse(first) : +first;
    return Reflect.construct(Native, [time], new.target);
  }
  Day.prototype = dates;
  ['now', 'UTC', 'parse'].forEach(function (name, i) { hidden(Day, name, [clock, Native.UTC, parse][i]); });
  hidden(dates, 'constructor', Day);
  global.Date = Day;
  'FullYear Month Date Day Hours Minutes Seconds Milliseconds'.split(' ').forEach(function (part) {
    hidden(dates, 'get' + part, dates['getUTC' + part]);
    if (dates['setUTC' + part]) hidden(dates, 'set' + part, dates['setUTC' + part]);
  });
  function two(number) { return String(number).padStart(2, '0'); }
  function time(date) { return [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':'); }
  function day(date) {
    return [week[date.getDay()], year[date.getMonth()], two(date.getDate()), date.getFullYear()].join(' ');
  }
  function localDay(date) { return [date.getMonth() + 1, date.getDate(), date.getFullYear()].join('/'); }
  function localTime(date) {
    return (date.getHours() % 12 || 12) + time(date).slice(2) + (date.getHours() < 12 ? ' AM' : ' PM');
  }
  var texts = {
    toDateString: day, toTimeString: function (date) { return time(date) + ' GMT+0000 (UTC)'; },
    toString: function (date) { return day(date) + ' ' + time(date) + ' GMT+0000 (UTC)'; },
    toLocaleDateString: localDay, toLocaleTimeString: localTime,
    toLocaleString: function (date) { return localDay(date) + ', ' + localTime(date); }
  };
  Object.keys(texts).forEach(function (name) {
    hidden(dates, name, function (locale, options) {
      if (name.indexOf('Locale') > 0) english(name, locale, options);
      return isNaN(this.getTime()) ? 'Invalid Date' : texts[name](this);
    });
  });
  hidden(dates, 'getTimezoneOffset', function () { return 0 * this.getTime(); });
  hidden(dates, 'getYear', function () { return this.getFullYear() - 1900; });
  delete dates.setYear;
})();

function english(name, locale, options) {
  if (locale !== undefined && !/^en(-US)?$/.test(locale)) unsupported(name + ' of ' + locale);
  if (options !== undefined) unsupported(name + ' with options');
}

// In English, whatever the machine speaks.
(function () {
  function number(locale, options) {
    options = options || {};
    if (options.style !== undefined && options.style !== 'decimal') unsupported('toLocaleString with a style');
    english('toLocaleString', locale);
    var least = options.minimumFractionDigits || 0, most = options.maximumFractionDigits;
    if (most === undefined) most = Math.max(least, 3);
    if (!isFinite(this)) return this != this ? 'NaN' : this < 0 ? '-∞' : '∞';
    var parts = Math.abs(this).toFixed(most).split('.'), decimals = parts[1] || '', whole = parts[0];
    while (decimals.length > least && decimals.slice(-1) === '0') decimals = decimals.slice(0, -1);
    if (options.useGrouping !== false) whole = whole.replace(/\B(?=(\d{3})+$)/g, ',');
    return (this < 0 ? '-' : '') + whole + (decimals ? '.' + decimals : '');
  }
  hidden(Number.prototype, 'toLocaleString', number);
  hidden(BigInt.prototype, 'toLocaleString', function () {
    return String(this).replace(/\B(?=(\d{3})+$)/g, ',');
  });
  var texts = String.prototype;
  hidden(texts, 'toLocaleUpperCase', texts.toUpperCase);
  hidden(texts, 'toLocaleLowerCase', texts.toLowerCase);
  /// By letters, then by accents, then small letters before large ones.
  hidden(texts, 'localeCompare', function (other, locale, options) {
    english('localeCompare', locale, options);
    function keys(text) {
      var letters = String(text).normalize('NFD');
      return [letters.replace(/\p{M}/gu, '').toLowerCase(), letters.toLowerCase(),
        letters.replace(/\p{L}/gu, function (letter) { return letter === letter.toLowerCase() ? 'a' : 'b'; })];
    }
    var a = keys(this), b = keys(other);
    for (var i = 0; i < 3; i++) if (a[i] !== b[i]) return a[i] < b[i] ? -1 : 1;
    return 0;
  });
})();

// MARK: Freezing

var frozen = new WeakSet([global]);

/// Freezes objects with all that they lead to.
function harden() {
  var waiting = Array.from(arguments);
  while (waiting.length) {
    var item = waiting.pop();
    if (item === null || (typeof item !== 'object' && typeof item !== 'function') || frozen.has(item)) continue;
    frozen.add(item);
    freeze(item);
    waiting.push(getPrototypeOf(item));
    ownKeys(item).forEach(function (name) {
      var own = descriptorOf(item, name);
      waiting.push(own.value, own.get, own.set);
    });
  }
  return arguments[0];
}

/// Freezes the language with all that expressions see.
function hardenAll() {
  // The global object's own variables can be taken away again.
  [Object, Reflect].forEach(function (type) {
    'defineProperty defineProperties preventExtensions seal freeze setPrototypeOf'.split(' ').forEach(function (name) {
      var original = type[name];
      if (original) hidden(type, name, function (target) {
        if (target === global) throw new TypeError(name + ' of the global object');
        return original.apply(type, arguments);
      });
    });
  });
  delete Object.prototype.__defineGetter__;
  delete Object.prototype.__defineSetter__;
  // An object may have members of its own with the names that these prototypes have.
  [Object, Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError].forEach(function (type) {
    var prototype = type.prototype;
    ownKeys(prototype).forEach(function (name) {
      var own = descriptorOf(prototype, name), value = own.value;
      if (own.get) return;
      defineProperty(prototype, name, {
        get: function () { return value; },
        set: function (value) {
          if (this === prototype) throw new TypeError(String(name) + ' of all objects');
          defineProperty(this, name, {value: value, writable: true, enumerable: true, configurable: true});
        }
      });
    });
  });
  ownNames = new Set(ownKeys(global));
  ownNames.forEach(function (name) {
    var own = descriptorOf(global, name);
    if (own.configurable) defineProperty(global, name, {writable: false, configurable: false});
    harden(own.value);
  });
  // What no name leads to.
  harden(names, function* () {}, async function () {}, async function* () {}, [].values(), ''[Symbol.iterator](),
    new Map().values(), new Set().values(), ''.matchAll(/a/g), [].values().map(String), (function* () {})());
}
