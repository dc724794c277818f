// Functions of ECMAScript 2015 to 2019 that the engine does not have, each counted in steps.

(function () {
  function add(object, name, code) {
    Object.defineProperty(object, name, {value: code});
  }
  function sameValue(a, b) { return a === b || a !== a && b !== b; }
  function flattened(list, depth) {
    return list.reduce(function (all, item) {
      return all.concat(isList(item) && depth > 1 ? flattened(item, depth - 1) : isList(item) ? item : [item]);
    }, []);
  }
  function place(given, count, fallback) {
    if (given === undefined) return fallback;
    given = Math.trunc(given) || 0;
    return Math.max(Math.min(given < 0 ? count + given : given, count), 0);
  }
  add(Math, 'trunc', function (x) { return x < 0 ? Math.ceil(x) : Math.floor(x); });
  add(Math, 'sign', function (x) { return x > 0 ? 1 : x < 0 ? -1 : +x; });
  add(Math, 'log10', function (x) { return Math.log(x) / Math.LN10; });
  var list = Array.prototype;
  add(list, 'find', function (test, self) { return this[this.findIndex(test, self)]; });
  add(list, 'findIndex', function (test, self) {
    for (var i = 0; i < this.length; i++) {
      step();
      if (test.call(self, this[i], i, this)) return i;
    }
    return -1;
  });
  add(list, 'includes', function (item) {
    return this.some(function (other) { return sameValue(item, other); });
  });
  add(list, 'fill', function (value, start, end) {
    var count = this.length;
    end = place(end, count, count);
    for (var i = place(start, count, 0); i < end; i++) { step(); this[i] = value; }
    return this;
  });
  add(list, 'flat', function (depth) { return flattened(this, depth === undefined ? 1 : depth); });
  add(list, 'flatMap', function (change, self) { return flattened(this.map(change, self), 1); });
  add(Array, 'of', function () { return listOf(arguments); });
  add(Array, 'from', function (items, change) {
    var result = listOf(typeof items === 'string' ? items.split('') : items);
    return change ? result.map(function (item, index) { return change(item, index); }) : result;
  });
  add(Object, 'values', function (object) {
    return Object.keys(object).map(function (name) { return object[name]; });
  });
  add(Object, 'entries', function (object) {
    return Object.keys(object).map(function (name) { return [name, object[name]]; });
  });
  var text = String.prototype;
  function padding(text, length, fill) {
    var count = Math.floor(+length || 0) - text.length, result = '';
    fill = fill === undefined ? ' ' : String(fill);
    if (count <= 0 || fill === '') return '';
    step(count);
    while (result.length < count) result += fill;
    return result.slice(0, count);
  }
  add(text, 'padStart', function (length, fill) { return padding(this, length, fill) + this; });
  add(text, 'padEnd', function (length, fill) { return this + padding(this, length, fill); });
  add(text, 'repeat', function (count) {
    if (!(count >= 0 && count < Infinity)) throw new RangeError('a text cannot be repeated ' + count + ' times');
    return padding('', this.length * Math.floor(count), String(this));
  });
  add(text, 'includes', function (part, start) { return this.indexOf(part, start) >= 0; });
  add(text, 'startsWith', function (part, start) {
    start = start || 0;
    return this.slice(start, start + String(part).length) === String(part);
  });
  add(text, 'endsWith', function (part, end) {
    var whole = end === undefined ? String(this) : this.slice(0, end);
    return String(part).length <= whole.length && whole.slice(whole.length - String(part).length) === String(part);
  });
  // In English, whatever the machine speaks.
  add(Number.prototype, 'toLocaleString', function (locale, options) {
    options = options || {};
    if (options.style !== undefined && options.style !== 'decimal') unsupported('toLocaleString with a style');
    if (locale !== undefined && !/^en(-US)?$/.test(locale)) unsupported('toLocaleString of ' + locale);
    var least = options.minimumFractionDigits || 0, most = options.maximumFractionDigits;
    if (most === undefined) most = Math.max(least, 3);
    if (!isFinite(this)) return this != this ? 'NaN' : this < 0 ? '-∞' : '∞';
    var parts = Math.abs(this).toFixed(most).split('.'), decimals = parts[1] || '';
    while (decimals.length > least && decimals.slice(-1) === '0') decimals = decimals.slice(0, -1);
    var whole = parts[0], groups = [];
    for (; options.useGrouping !== false && whole.length > 3; whole = whole.slice(0, -3)) groups.unshift(whole.slice(-3));
    return (this < 0 ? '-' : '') + [whole].concat(groups).join(',') + (decimals ? '.' + decimals : '');
  });
})();
