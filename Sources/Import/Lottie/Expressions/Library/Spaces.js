// Points between the spaces of layers, and the rectangles that layers fill.

function numbersAt(group, name, time) { return after(group[name], time); }

/// Maps x to a x + c y + e, y to b x + d y + f; the first of a product comes first.
function product(m, n) {
  return [
    m[0] * n[0] + m[1] * n[2], m[0] * n[1] + m[1] * n[3],
    m[2] * n[0] + m[3] * n[2], m[2] * n[1] + m[3] * n[3],
    m[4] * n[0] + m[5] * n[2] + n[4], m[4] * n[1] + m[5] * n[3] + n[5]
  ];
}

function turn(degrees) {
  var c = Math.cos(degreesToRadians(degrees)), s = Math.sin(degreesToRadians(degrees));
  return [c, s, -s, c, 0, 0];
}

function groupMatrix(group, time, isShape) {
  function get(name) { return numbersAt(group, name, time); }
  var anchor = get('anchorPoint'), scale = get('scale'), place = get('position');
  var skew = isShape ? get('skew') : 0;
  var matrix = product([1, 0, 0, 1, -anchor[0], -anchor[1]], [scale[0] / 100, 0, 0, scale[1] / 100, 0, 0]);
  if (skew) {
    var axis = get('skewAxis');
    matrix = product(matrix, product(product(turn(axis), [1, 0, -Math.tan(degreesToRadians(skew)), 1, 0, 0]), turn(-axis)));
  }
  return product(product(matrix, turn(get('rotation'))), [1, 0, 0, 1, place[0], place[1]]);
}

/// From a layer's space to the composition's.
function layerMatrix(layer, time, level) {
  if (level > 100) throw new RangeError('parents lie more than 100 deep');
  var group = transformGroup(layer), parent = parentOf(layer);
  if (of(layer).data.ddd && ['xRotation', 'yRotation', 'orientation'].some(function (name) {
    return vectorLength(numbersAt(group, name, time)) !== 0;
  })) unsupported('points of layers that are turned in space');
  var own = groupMatrix(group, time, false);
  return parent ? product(own, layerMatrix(parent, time, level + 1)) : own;
}

function moved(layer, point, time, isInward, isVector) {
  time = time === undefined ? current.time : +plain(time);
  point = plain(point);
  if (!isList(point) || point.length < 2) throw new TypeError('expected a point');
  var m = layerMatrix(layer, time, 0), x = point[0], y = point[1], e = m[4], f = m[5];
  if (isVector) e = f = 0;
  var result;
  if (isInward) {
    var size = m[0] * m[3] - m[1] * m[2];
    if (size === 0) throw new RangeError('the layer has no size');
    x -= e;
    y -= f;
    result = [(x * m[3] - y * m[2]) / size, (y * m[0] - x * m[1]) / size];
  } else result = [m[0] * x + m[2] * y + e, m[1] * x + m[3] * y + f];
  return result.concat(point.slice(2));
}

// MARK: Rectangles

function sourceRect(layer, time) {
  var data = of(layer).data;
  if (data.ty === 4) {
    var box = {left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity};
    shapeBox(contentsGroup(layer), time, [1, 0, 0, 1, 0, 0], box, 0);
    if (box.left > box.right) return {left: 0, top: 0, width: 0, height: 0};
    return {left: box.left, top: box.top, width: box.right - box.left, height: box.bottom - box.top};
  }
  if (data.ty === 5) {
    var source = layer.text.sourceText, text = String(after(source, time)).slice(0, 5000);
    if (keysOf(of(source).node) && keysOf(of(source).node).length > 1) varies = true;
    var rectangle = ask('measure', of(layer).id, frameOf(time), text);
    if (!rectangle) unsupported('sourceRectAtTime of this text');
    return {left: rectangle[0], top: rectangle[1], width: rectangle[2], height: rectangle[3]};
  }
  if (data.ty > 3) unsupported('sourceRectAtTime of layers of type ' + data.ty);
  return {left: 0, top: 0, width: data.w, height: data.h};
}

function shapeBox(contents, time, matrix, box, width) {
  var items = of(contents).items, i;
  for (i = 0; i < items.length; i++) {
    if ((items[i].ty === 'st' || items[i].ty === 'gs') && items[i].hd !== true) {
      width = Math.max(width, plain(shapeOf(items[i], contents).strokeWidth));
    }
  }
  for (i = 0; i < items.length; i++) {
    var item = items[i], shape = shapeOf(item, contents);
    if (item.hd === true) continue;
    if (item.ty === 'gr') {
      var own = product(groupMatrix(shape.transform, time, true), matrix);
      shapeBox(shape.content, time, own, box, width);
    } else if (item.ty === 'rp' || item.ty === 'zz' || item.ty === 'pb' || item.ty === 'op') {
      unsupported('sourceRectAtTime of shapes with ' + (item.nm || item.ty));
    } else outline(item, shape, time).forEach(function (curve) { addCurve(curve, matrix, box, width / 2); });
  }
}

/// The curves of a shape, each of four points.
function outline(item, shape, time) {
  function line(points) {
    return points.map(function (point, i) {
      var next = points[(i + 1) % points.length];
      return [point, point, next, next];
    });
  }
  function get(name) { return numbersAt(shape, name, time); }
  var size, place, i;
  if (item.ty === 'rc' || item.ty === 'el') {
    size = get('size');
    place = get('position');
    var x = size[0] / 2, y = size[1] / 2, l = place[0] - x, r = place[0] + x, t = place[1] - y, b = place[1] + y;
    // An ellipse touches the middles of the sides.
    return item.ty === 'rc' ? line([[l, t], [r, t], [r, b], [l, b]]) : ellipse(place, x, y);
  }
  if (item.ty === 'sr') {
    var count = Math.min(Math.max(Math.floor(get('points')), 0), 1000), points = [];
    place = get('position');
    var isStar = item.sy === 1, corners = isStar ? 2 * count : count;
    for (i = 0; i < corners; i++) {
      var radius = isStar && i % 2 ? get('innerRadius') : get('outerRadius');
      var angle = degreesToRadians(get('rotation') - 90 + 360 * i / corners);
      points.push([place[0] + radius * Math.cos(angle), place[1] + radius * Math.sin(angle)]);
    }
    return line(points);
  }
  if (item.ty !== 'sh') return [];
  var data = of(get('path')), result = [];
  for (i = 0; i < (data.c ? data.v.length : data.v.length - 1); i++) {
    var next = (i + 1) % data.v.length;
    result.push([data.v[i], sum(data.v[i], data.o[i]), sum(data.v[next], data.i[next]), data.v[next]]);
  }
  return result;
}

function ellipse(place, x, y) {
  var k = 0.5522847498307936, signs = [[1, 0], [0, 1], [-1, 0], [0, -1]];
  return signs.map(function (a, i) {
    var b = signs[(i + 1) % 4];
    return [a, [a[0] + k * b[0], a[1] + k * b[1]], [b[0] + k * a[0], b[1] + k * a[1]], b]
      .map(function (p) { return [place[0] + x * p[0], place[1] + y * p[1]]; });
  });
}

/// Where a curve reaches farthest: at its ends, and where its derivative is zero.
function addCurve(curve, m, box, width) {
  var points = curve.map(function (p) {
    return [m[0] * p[0] + m[2] * p[1] + m[4], m[1] * p[0] + m[3] * p[1] + m[5]];
  });
  var reach = [width * Math.sqrt(m[0] * m[0] + m[2] * m[2]), width * Math.sqrt(m[1] * m[1] + m[3] * m[3])];
  for (var axis = 0; axis < 2; axis++) {
    var p = [points[0][axis], points[1][axis], points[2][axis], points[3][axis]];
    var a = p[3] - 3 * p[2] + 3 * p[1] - p[0], b = 2 * (p[2] - 2 * p[1] + p[0]), c = p[1] - p[0];
    var root = Math.sqrt(Math.max(b * b - 4 * a * c, 0));
    var places = Math.abs(a) > 1e-9 ? [(-b + root) / (2 * a), (-b - root) / (2 * a)] : [-c / b];
    var values = [p[0], p[3]].concat(places.filter(function (t) { return t > 0 && t < 1; })
      .map(function (t) { return cubic(p, t); }));
    var low = axis ? 'top' : 'left', high = axis ? 'bottom' : 'right';
    for (var i = 0; i < values.length; i++) {
      box[low] = Math.min(box[low], values[i] - reach[axis]);
      box[high] = Math.max(box[high], values[i] + reach[axis]);
    }
  }
}
