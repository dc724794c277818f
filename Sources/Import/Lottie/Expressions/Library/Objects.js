// Compositions, layers, groups of shapes, effects and masks, as After Effects' expressions name them.

var layers = setup.layers, compositions = setup.compositions;
var layerObjects = [], compositionObjects = [];

/// The group `count` levels around what lies in `group`.
function ancestor(group, count) {
  count = count === undefined ? 1 : +plain(count);
  for (var i = 1; group && i < count; i++) {
    group = of(group).group || of(group).layerObject;
  }
  if (!group) throw new RangeError('there is no group so far out');
  return group;
}

/// A group is a function of the name or the number of what lies in it, with members.
function groupOf(info) {
  if (info.node.$group) return info.node.$group;
  var self = key => found(self, plain(key));
  known.set(self, info);
  var node = info.node;
  define(self, '$', insides);
  define(self, 'name', function () { return info.name || node.nm || ''; });
  define(self, '_name', function () { return info.name || node.nm || ''; });
  define(self, 'matchName', function () { return node.mn || info.matchName || ''; });
  define(self, 'propertyIndex', function () {
    return info.index || node.ix || (info.group && of(info.group).items ?
      of(info.group).items.indexOf(node) + 1 : 1);
  });
  define(self, 'numProperties', function () { return (info.items || info.rows || []).length; });
  define(self, 'enabled', function () { return node.hd !== true && node.en !== 0; });
  define(self, 'active', function () { return node.hd !== true && node.en !== 0; });
  self.propertyGroup = function (count) { return ancestor(info.group || info.layer, count); };
  if (info.param) self.param = self;
  (info.rows || []).forEach(function (row) {
    define(self, row[1], function () { return rowProperty(info, row); });
  });
  for (var name in info.special || {}) defineSpecial(self, info, name);
  harden(self);
  return info.keeps === false ? self : hidden(node, '$group', self);
}

function defineSpecial(self, info, name) {
  if (/^[a-zA-Z]+$/.test(name)) define(self, name, info.special[name]);
}

function rowProperty(info, row) {
  var node = info.node[row[0]];
  if (node === undefined) node = info.node[row[0]] = {k: row[5] === undefined ? 0 : row[5]};
  return propertyOf(node, info.layer, groupOf(info), row[1]);
}

function found(self, key) {
  var info = of(self), special = info.special || {}, rows = info.rows || [], items = info.items || [];
  var i, isNumber = typeof key === 'number';
  if (Object.prototype.hasOwnProperty.call(special, key)) return special[key]();
  for (i = 0; isNumber && i < rows.length; i++) {
    var node = info.node[rows[i][0]];
    if (node && node.ix === key) return rowProperty(info, rows[i]);
  }
  for (i = 0; i < rows.length; i++) {
    if (isNumber ? rows[i][4] === key : rows[i].slice(1, 4).indexOf(key) >= 0) {
      return rowProperty(info, rows[i]);
    }
  }
  for (i = 0; i < items.length; i++) {
    if (isNumber ? items[i].ix === key : items[i].nm === key || items[i].mn === key) {
      return info.wrap(items[i], self);
    }
  }
  if (isNumber && items[key - 1]) return info.wrap(items[key - 1], self);
  if (info.isEffect && items.length === 1 && !isNumber) return info.wrap(items[0], self);
  throw new Error((info.name || info.node.nm || 'a group') + ' has no "' + key + '"');
}

// MARK: Rows: the file's key, three names, the number, the value where the file has none

var transformRows = [
  ['a', 'anchorPoint', 'Anchor Point', 'ADBE Anchor Point', 1, [0, 0, 0]],
  ['p', 'position', 'Position', 'ADBE Position', 2, [0, 0, 0]],
  ['s', 'scale', 'Scale', 'ADBE Scale', 6, [100, 100, 100]],
  ['or', 'orientation', 'Orientation', 'ADBE Orientation', 7, [0, 0, 0]],
  ['rx', 'xRotation', 'X Rotation', 'ADBE Rotate X', 8, 0],
  ['ry', 'yRotation', 'Y Rotation', 'ADBE Rotate Y', 9, 0],
  ['r', 'rotation', 'Rotation', 'ADBE Rotate Z', 10, 0],
  ['o', 'opacity', 'Opacity', 'ADBE Opacity', 11, 100]
];
var shapeTransformRows = [
  ['a', 'anchorPoint', 'Anchor Point', 'ADBE Vector Anchor', 1, [0, 0]],
  ['p', 'position', 'Position', 'ADBE Vector Position', 2, [0, 0]],
  ['s', 'scale', 'Scale', 'ADBE Vector Scale', 3, [100, 100]],
  ['sk', 'skew', 'Skew', 'ADBE Vector Skew', 4, 0],
  ['sa', 'skewAxis', 'Skew Axis', 'ADBE Vector Skew Axis', 5, 0],
  ['r', 'rotation', 'Rotation', 'ADBE Vector Rotation', 6, 0],
  ['o', 'opacity', 'Opacity', 'ADBE Vector Group Opacity', 7, 100],
  ['so', 'startOpacity', 'Start Opacity', 'ADBE Vector Repeater Opacity 1', 8, 100],
  ['eo', 'endOpacity', 'End Opacity', 'ADBE Vector Repeater Opacity 2', 9, 100]
];
var shapeRows = {
  el: [['s', 'size', 'Size', 'ADBE Vector Ellipse Size', 2],
    ['p', 'position', 'Position', 'ADBE Vector Ellipse Position', 3]],
  rc: [['s', 'size', 'Size', 'ADBE Vector Rect Size', 2],
    ['p', 'position', 'Position', 'ADBE Vector Rect Position', 3],
    ['r', 'roundness', 'Roundness', 'ADBE Vector Rect Roundness', 4]],
  sr: [['pt', 'points', 'Points', 'ADBE Vector Star Points', 3],
    ['p', 'position', 'Position', 'ADBE Vector Star Position', 4],
    ['r', 'rotation', 'Rotation', 'ADBE Vector Star Rotation', 5],
    ['ir', 'innerRadius', 'Inner Radius', 'ADBE Vector Star Inner Radius', 6],
    ['or', 'outerRadius', 'Outer Radius', 'ADBE Vector Star Outer Radius', 7],
    ['is', 'innerRoundness', 'Inner Roundness', 'ADBE Vector Star Inner Roundess', 8],
    ['os', 'outerRoundness', 'Outer Roundness', 'ADBE Vector Star Outer Roundess', 9]],
  sh: [['ks', 'path', 'Path', 'ADBE Vector Shape', 2]],
  fl: [['c', 'color', 'Color', 'ADBE Vector Fill Color', 4],
    ['o', 'opacity', 'Opacity', 'ADBE Vector Fill Opacity', 5, 100]],
  st: [['c', 'color', 'Color', 'ADBE Vector Stroke Color', 3],
    ['o', 'opacity', 'Opacity', 'ADBE Vector Stroke Opacity', 4, 100],
    ['w', 'strokeWidth', 'Stroke Width', 'ADBE Vector Stroke Width', 5],
    ['ml2', 'miterLimit', 'Miter Limit', 'ADBE Vector Stroke Miter Limit', 8, 4]],
  gf: [['s', 'startPoint', 'Start Point', 'ADBE Vector Grad Start Pt', 4],
    ['e', 'endPoint', 'End Point', 'ADBE Vector Grad End Pt', 5],
    ['h', 'highlightLength', 'Highlight Length', 'ADBE Vector Grad HiLite Length', 6],
    ['a', 'highlightAngle', 'Highlight Angle', 'ADBE Vector Grad HiLite Angle', 7],
    ['o', 'opacity', 'Opacity', 'ADBE Vector Fill Opacity', 9, 100],
    ['w', 'strokeWidth', 'Stroke Width', 'ADBE Vector Stroke Width', 10]],
  tm: [['s', 'start', 'Start', 'ADBE Vector Trim Start', 1],
    ['e', 'end', 'End', 'ADBE Vector Trim End', 2, 100],
    ['o', 'offset', 'Offset', 'ADBE Vector Trim Offset', 3]],
  rp: [['c', 'copies', 'Copies', 'ADBE Vector Repeater Copies', 1],
    ['o', 'offset', 'Offset', 'ADBE Vector Repeater Offset', 2]],
  rd: [['r', 'radius', 'Radius', 'ADBE Vector RoundCorner Radius', 1]],
  pb: [['a', 'amount', 'Amount', 'ADBE Vector PuckerBloat Amount', 1]],
  op: [['a', 'amount', 'Amount', 'ADBE Vector Offset Amount', 1]],
  zz: [['s', 'size', 'Size', 'ADBE Vector Zigzag Size', 1],
    ['r', 'ridgesPerSegment', 'Ridges per segment', 'ADBE Vector Zigzag Detail', 2]],
  tr: shapeTransformRows
};
shapeRows.gs = shapeRows.gf;
var maskRows = [
  ['pt', 'maskPath', 'Mask Path', 'ADBE Mask Shape', 1],
  ['f', 'maskFeather', 'Mask Feather', 'ADBE Mask Feather', 2, [0, 0]],
  ['o', 'maskOpacity', 'Mask Opacity', 'ADBE Mask Opacity', 3, 100],
  ['x', 'maskExpansion', 'Mask Expansion', 'ADBE Mask Offset', 4]
];

// MARK: Shapes, effects, masks and text

function shapeOf(node, group) {
  var info = {node: node, layer: of(group).layer, group: group, rows: shapeRows[node.ty] || []};
  if (node.ty === 'gr') {
    var transform = null;
    for (var i = 0; i < node.it.length; i++) if (node.it[i].ty === 'tr') transform = node.it[i];
    function contents() { return contentsOf(node.$contents || hidden(node, '$contents', {
      nm: 'Contents', ix: node.cix || 2, items: node.it}), info.layer, groupOf(info)); }
    function own() {
      if (!transform) throw new Error('the group ' + node.nm + ' has no transform');
      return shapeOf(transform, groupOf(info));
    }
    info.special = {content: contents, Contents: contents, 'ADBE Vectors Group': contents, 2: contents,
      transform: own, Transform: own, 'ADBE Vector Transform Group': own, 3: own};
  } else if (node.ty === 'tr') info.name = 'Transform';
  else if (node.ty === 'rp' && node.tr) {
    function copies() {
      return groupOf({node: node.tr, layer: info.layer, group: groupOf(info), rows: shapeTransformRows,
        name: 'Transform'});
    }
    info.special = {transform: copies, Transform: copies, 'ADBE Vector Repeater Transform': copies};
  } else if ((node.ty === 'st' || node.ty === 'gs') && isList(node.d)) {
    function dashes() {
      var rows = node.d.map(function (dash, i) {
        var name = {d: 'dash', g: 'gap', o: 'offset'}[dash.n] || dash.nm;
        return ['v' + i, name, dash.nm || name, 'ADBE Vector Stroke ' + name, i + 1];
      });
      var values = node.$dashes || hidden(node, '$dashes', {nm: 'Dashes'});
      node.d.forEach(function (dash, i) { values['v' + i] = dash.v; });
      return groupOf({node: values, layer: info.layer, group: groupOf(info), rows: rows});
    }
    info.special = {dash: dashes, Dashes: dashes, 'ADBE Vector Stroke Dashes': dashes};
  }
  return groupOf(info);
}

function contentsOf(node, layer, group) {
  return groupOf({node: node, layer: layer, group: group, name: 'Contents', items: node.items,
    wrap: shapeOf});
}

function controlOf(node, group) {
  var layer = of(group).layer;
  if (node.ty === 10) {
    var index = plain(propertyOf(node.v, layer, group, node.nm));
    return layerAt(of(layer).composition, index);
  }
  if (isList(node.ef)) return effectOf(node, group);
  if (node.v === undefined) throw new Error('the control ' + node.nm + ' has no value');
  return propertyOf(node.v, layer, group, node.nm);
}

function effectOf(node, group) {
  return groupOf({node: node, layer: of(group).layer, group: group, items: node.ef || [], wrap: controlOf,
    isEffect: true, param: true});
}

function maskOf(node, group) {
  return groupOf({node: node, layer: of(group).layer, group: group, rows: maskRows});
}

// MARK: Layers

function partOf(layer, name) {
  var parts = of(layer).parts;
  if (!parts[name]) {
    parts[name] = ask('part', of(layer).id, name) || (name === 'ks' || name === 't' ? {} : []);
  }
  return parts[name];
}

/// A list of a layer as a group.
function listPart(layer, name, title, wrap, index) {
  var groups = of(layer).groups;
  if (!groups[name]) {
    groups[name] = groupOf({node: {nm: title, ix: index}, layer: layer, group: layer, name: title,
      items: partOf(layer, name), wrap: wrap, keeps: false});
  }
  return groups[name];
}

function contentsGroup(layer) { return listPart(layer, 'shapes', 'Contents', shapeOf, 2); }
function effectsGroup(layer) { return listPart(layer, 'ef', 'Effects', effectOf, 4); }
function masksGroup(layer) { return listPart(layer, 'masksProperties', 'Masks', maskOf, 3); }

function transformGroup(layer) {
  function alone(name) {
    return function () {
      var place = partOf(layer, 'ks').p, node = place && place[name];
      if (node === undefined) throw new Error('the position is not separate');
      return propertyOf(node, layer, transformGroup(layer), name);
    };
  }
  function turn() { return transformGroup(layer).rotation; }
  var node = partOf(layer, 'ks');
  if (node.r === undefined && node.rz !== undefined) node.r = node.rz;
  return groupOf({node: node, layer: layer, group: layer, name: 'Transform', index: 5,
    rows: transformRows, special: {
      xPosition: alone('x'), 'X Position': alone('x'), 'ADBE Position_0': alone('x'),
      yPosition: alone('y'), 'Y Position': alone('y'), 'ADBE Position_1': alone('y'),
      zPosition: alone('z'), 'Z Position': alone('z'), 'ADBE Position_2': alone('z'),
      zRotation: turn, 'Z Rotation': turn
    }});
}

function textGroup(layer) {
  function source() {
    var text = partOf(layer, 't').d;
    if (!text) throw new Error('the layer ' + layer.name + ' has no text');
    return propertyOf(text, layer, textGroup(layer), 'sourceText');
  }
  function refuse(name) { return function () { unsupported('text.' + name); }; }
  return groupOf({node: partOf(layer, 't'), layer: layer, group: layer, name: 'Text', special: {
    sourceText: source, 'Source Text': source, 'ADBE Text Document': source,
    animator: refuse('animator'), pathOption: refuse('pathOption'), moreOption: refuse('moreOption')
  }});
}

function layerOf(id) {
  if (layerObjects[id]) return layerObjects[id];
  var data = layers[id], self = key => partNamed(self, plain(key));
  setPrototypeOf(self, layerMembers);
  known.set(self, {id: id, data: data, composition: data.c, parts: {}, groups: {}, node: {}, layerObject: self});
  define(self, 'name', function () { return data.nm; });
  freeze(self);
  return layerObjects[id] = self;
}

function partNamed(layer, key) {
  switch (key) {
  case 2: case 'Contents': case 'ADBE Root Vectors Group': return contentsGroup(layer);
  case 3: case 'Masks': case 'ADBE Mask Parade': return masksGroup(layer);
  case 4: case 'Effects': case 'effects': case 'ADBE Effect Parade': return effectsGroup(layer);
  case 1: case 5: case 6: case 'Transform': case 'transform': case 'ADBE Transform Group':
    return transformGroup(layer);
  case 'Text': case 'text': case 'ADBE Text Properties': return textGroup(layer);
  case 'Time Remap': case 'ADBE Time Remapping': return layer.timeRemap;
  default:
    throw new Error('a layer has no "' + key + '"');
  }
}

var layerMembers = Object.create(Function.prototype);
/// The members of layers that expressions name alone, too.
var layerNames = [], layerMethods = [];

(function () {
  function member(name, get) {
    layerNames.push(name);
    define(layerMembers, name, function () { return get(this, of(this).data); });
  }
  function method(name, code) {
    layerMethods.push(name);
    hidden(layerMembers, name, code);
  }
  member('_name', function (layer) { return layer.name; });
  member('index', function (layer, data) { return data.ind; });
  member('inPoint', function (layer, data) { return data.ip / rate; });
  member('outPoint', function (layer, data) { return data.op / rate; });
  member('startTime', function (layer, data) { return data.st / rate; });
  member('stretch', function (layer, data) { return data.sr * 100; });
  member('width', function (layer, data) { return data.w; });
  member('height', function (layer, data) { return data.h; });
  member('enabled', function (layer, data) { return !data.hd; });
  member('active', function (layer, data) {
    var frame = frameOf(now());
    return !data.hd && frame >= data.ip && frame < data.op;
  });
  member('hasVideo', function () { return true; });
  member('hasAudio', function () { return false; });
  member('nullLayer', function (layer, data) { return data.ty === 3; });
  member('hasParent', function (layer) { return parentOf(layer) !== null; });
  member('parent', parentOf);
  member('transform', transformGroup);
  transformRows.forEach(function (row) {
    member(row[1], function (layer) { return transformGroup(layer)[row[1]]; });
  });
  member('zRotation', function (layer) { return transformGroup(layer).rotation; });
  member('effect', effectsGroup);
  member('content', contentsGroup);
  member('mask', masksGroup);
  member('text', textGroup);
  member('timeRemap', function (layer) {
    var node = partOf(layer, 'tm');
    if (node.k === undefined) throw new Error('the layer ' + layer.name + ' has no time remap');
    return propertyOf(node, layer, layer, 'timeRemap');
  });
  member('marker', function () { return markersOf([]); });
  member('source', function (layer, data) {
    if (data.ref >= 0) return compositionOf(data.ref);
    return {name: data.nm, width: data.w, height: data.h};
  });
  method('sourceTime', function (time) { return (timeOf(time) - this.startTime) * 100 / this.stretch; });
  method('sourceRectAtTime', function (time) { return sourceRect(this, timeOf(time)); });
  method('toComp', function (point, time) { return moved(this, point, time, false, false); });
  method('toWorld', function (point, time) { return moved(this, point, time, false, false); });
  method('fromComp', function (point, time) { return moved(this, point, time, true, false); });
  method('fromWorld', function (point, time) { return moved(this, point, time, true, false); });
  method('toCompVec', function (point, time) { return moved(this, point, time, false, true); });
  method('toWorldVec', function (point, time) { return moved(this, point, time, false, true); });
  method('fromCompVec', function (point, time) { return moved(this, point, time, true, true); });
  method('fromWorldVec', function (point, time) { return moved(this, point, time, true, true); });
  method('propertyGroup', function () { return this; });
  member('audioActive', function () { return false; });
  ('sampleImage fromCompToSurface lightOption cameraOption materialOption geometryOption audioLevels layerStyle ' +
    'pointOfInterest zoom depthOfField focusDistance aperture blurLevel intensity coneAngle coneFeather ' +
    'shadowDarkness shadowDiffusion castsShadows acceptsShadows acceptsLights lightTransmission ambient ' +
    'diffuse specularIntensity specularShininess metal').split(' ').forEach(function (name) {
    member(name, function () { unsupported(name); });
  });
})();

function parentOf(layer) {
  var data = of(layer).data;
  return data.parent === undefined ? null : layerAt(data.c, data.parent);
}

// MARK: Compositions

function layerAt(composition, index) {
  var ids = compositions[composition].layers;
  for (var i = 0; i < ids.length; i++) if (layers[ids[i]].ind === index) return layerOf(ids[i]);
  throw new Error('there is no layer ' + index);
}

function layerNamed(composition, key, shift) {
  key = plain(key);
  if (typeof key === 'function' && of(key) && of(key).data) return layerAt(composition, key.index + shift);
  if (typeof key === 'number') return layerAt(composition, Math.round(key));
  var ids = compositions[composition].layers;
  for (var i = 0; i < ids.length; i++) if (layers[ids[i]].nm === key) return layerOf(ids[i]);
  throw new Error('there is no layer "' + key + '"');
}

function compositionOf(index) {
  if (compositionObjects[index]) return compositionObjects[index];
  var data = compositions[index], self = (key, shift) => self.layer(key, shift);
  define(self, 'name', function () { return data.nm; });
  define(self, '_name', function () { return data.nm; });
  define(self, 'time', now);
  define(self, 'marker', function () { return markersOf(data.markers || []); });
  define(self, 'activeCamera', function () { unsupported('activeCamera'); });
  self.layer = function (key, shift) { return layerNamed(index, key, +plain(shift) || 0); };
  self.width = data.w;
  self.height = data.h;
  self.duration = data.duration;
  self.frameDuration = 1 / rate;
  self.frameRate = rate;
  self.numLayers = data.layers.length;
  self.displayStartTime = 0;
  self.pixelAspect = 1;
  define(self, 'bgColor', function () { return [0, 0, 0, 1]; });
  self.ntscDropFrame = false;
  define(self, 'layerByComment', function () { unsupported('layerByComment'); });
  self.shutterAngle = 180;
  self.shutterPhase = -90;
  return compositionObjects[index] = harden(self);
}

function compositionNamed(name) {
  name = String(plain(name));
  for (var i = 0; i < compositions.length; i++) {
    if (compositions[i].nm === name) return compositionOf(i);
  }
  throw new Error('there is no composition "' + name + '"');
}

function markersOf(list) {
  function at(index) {
    var data = list[index];
    return {time: data.t / rate, index: index + 1, comment: data.c, duration: data.d / rate,
      protectedRegion: false, chapter: '', url: '', frameTarget: '', eventCuePoint: false, cuePointName: '',
      parameters: {}};
  }
  var result = {numKeys: list.length};
  result.key = function (key) {
    key = plain(key);
    for (var i = 0; i < list.length; i++) if (i + 1 === key || list[i].c === key) return at(i);
    throw new RangeError('there is no marker ' + key);
  };
  result.nearestKey = function (time) {
    var frame = frameOf(timeOf(time)), best = 0;
    if (!list.length) throw new RangeError('there are no markers');
    for (var i = 1; i < list.length; i++) {
      if (Math.abs(list[i].t - frame) < Math.abs(list[best].t - frame)) best = i;
    }
    return at(best);
  };
  return result;
}
