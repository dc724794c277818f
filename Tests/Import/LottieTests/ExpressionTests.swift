import ImportTestSupport
import RostrumImportedDocument
import RostrumSceneImport
import RostrumSource
import Testing

@testable import RostrumLottie

/// Expressions with values worked out from After Effects' expression reference and arithmetic.
@Suite("Expressions")
struct ExpressionTests {
  typealias Row = (String, Double, Double)

  private func check(_ row: Row, _ property: String = ExpressionTrial.fade) {
    let trial = ExpressionTrial(row.0, property)
    #expect(trial.diagnostics.isEmpty, "\(row.0): \(trial.diagnostics.map(\.message))")
    let value = trial.values(at: row.1).first ?? .nan
    #expect(abs(value - row.2) < 1e-6, "\(row.0) at \(row.1): \(value), not \(row.2)")
  }

  @Test(
    "Times, key frames and changes",
    arguments: [
      ("value", 5, 50), ("time", 5, 0.5), ("value + time", 10, 101), ("numKeys", 0, 2),
      ("key(1).time", 0, 0), ("key(2).time", 0, 1), ("key(2).value", 0, 100), ("key(2)[0]", 0, 100),
      ("key(2).index", 0, 2), ("nearestKey(0.7).index", 0, 2), ("nearestKey(time).value", 3, 0),
      ("nearestKey(0.5).index", 0, 1), ("valueAtTime(0.2)", 5, 20), ("thisProperty.value", 5, 50),
      ("thisProperty.valueAtTime(time - 0.1)", 5, 40), ("velocityAtTime(0.5)", 0, 100),
      ("speedAtTime(0.5)", 0, 100), ("velocity", 5, 100), ("speed", 5, 100), ("velocity", 50, 0),
      ("smooth(0.2, 5)", 5, 50), ("framesToTime(5)", 0, 0.5), ("timeToFrames(0.5)", 0, 5),
      ("timeToFrames()", 7, 7), ("timeToFrames(1, 24)", 0, 24), ("framesToTime(12, 24)", 0, 0.5),
      ("(posterizeTime(2), time)", 7, 0.5), ("(posterizeTime(2), value)", 7, 50),
      ("(posterizeTime(5), time)", 10, 1), ("timeToTimecode(61.5).length", 0, 11),
    ] as [Row])
  func times(_ row: Row) { check(row) }

  @Test(
    "Functions of the language that came after its fifth edition",
    arguments: [
      ("'5'.padStart(2, '0') === '05' ? 1 : 0", 0, 1),
      ("'5'.padEnd(3, 'ab') === '5ab' ? 1 : 0", 0, 1),
      ("'55'.padStart(1, '0').length", 0, 2), ("[1, 2].includes(2) ? 1 : 0", 0, 1),
      ("'abc'.includes('bc') ? 1 : 0", 0, 1), ("'abc'.startsWith('ab') ? 1 : 0", 0, 1),
      ("'abc'.endsWith('bc') ? 1 : 0", 0, 1), ("'ab'.repeat(3).length", 0, 6),
      ("[1, 5, 7].find(function (x) { return x > 3; })", 0, 5),
      ("[1, 5, 7].findIndex(function (x) { return x > 9; })", 0, -1),
      ("[0, 0, 0].fill(4, 1)[2]", 0, 4),
      ("[1, [2, [3]]].flat().length", 0, 3), ("Array.from('abc').length", 0, 3),
      ("Array.from({length: 3}, function (x, i) { return i; })[2]", 0, 2),
      ("Object.entries({a: 7})[0][1]", 0, 7), ("Object.values({a: 7})[0]", 0, 7),
      ("Math.trunc(-2.5)", 0, -2), ("Math.sign(-3)", 0, -1),
      ("(1234567).toLocaleString() === '1,234,567' ? 1 : 0", 0, 1),
      ("(-1234.5678).toLocaleString() === '-1,234.568' ? 1 : 0", 0, 1),
      ("(5).toLocaleString('en-US', {minimumFractionDigits: 2}) === '5.00' ? 1 : 0", 0, 1),
    ] as [Row])
  func standard(_ row: Row) { check(row) }

  @Test(
    "A loop goes through the items of a list or a text",
    arguments: [
      ("var s = 0; for (const v of [1, 2, 4]) s += v; return s", 0, 7),
      (
        "var s = 0; for (let v of [1, 2]) { for (var w of [10, 20]) { s += v * w; } } return s", 0,
        90
      ),
      (
        "var s = ''; for (var c of 'abc') { if (c === 'b') continue; s += c; } return s.length", 0,
        2
      ),
      ("var s = 5; for (var v of []) s = 0; return s", 0, 5),
      ("var s = 0; for (var v of [3, 9]) { s = v; break; } return s", 0, 3),
      ("var of = 2; return of", 0, 2),
    ] as [Row])
  func loopsOverItems(_ row: Row) { check(("(function () { \(row.0) })()", row.1, row.2)) }

  @Test(
    "Loops after the key frames",
    arguments: [
      ("loopOut()", 5, 50), ("loopOut()", 15, 50), ("loopOut('cycle')", 23, 30),
      ("loopOut('pingpong')", 13, 70), ("loopOut('pingpong')", 24, 40),
      ("loopOut('offset')", 13, 130), ("loopOut('offset')", 25, 250),
      ("loopOut('continue')", 13, 130), ("loopOut('cycle', 0)", 15, 50),
      ("loopOut('cycle', 7)", 15, 50), ("loopOutDuration('cycle', 0.5)", 13, 80),
      ("loopIn('cycle')", 5, 50),
    ] as [Row])
  func loopsOut(_ row: Row) { check(row) }

  @Test(
    "Loops before the key frames",
    arguments: [
      ("loopIn()", 15, 50), ("loopIn('cycle')", 3, 30), ("loopIn('pingpong')", 7, 30),
      ("loopIn('offset')", 5, -50), ("loopIn('continue')", 5, -50),
      ("loopInDuration('cycle', 0.5)", 8, 30), ("loopOut('cycle')", 5, 0),
    ] as [Row])
  func loopsIn(_ row: Row) { check(row, ExpressionTrial.late) }

  @Test(
    "Loops of some key frames, or of some time",
    arguments: [
      ("loopOut('cycle', 1)", 23, 85), ("loopOut('pingpong', 1)", 23, 65),
      ("loopOut('offset', 1)", 25, 25), ("loopOutDuration('cycle', 0.5)", 23, 60),
      ("loopOutDuration('pingpong', 0.5)", 23, 65), ("loopOutDuration('cycle')", 21, 10),
      ("loopOut('cycle')", 45, 50),
    ] as [Row])
  func partialLoops(_ row: Row) { check(row, ExpressionTrial.peak) }

  @Test(
    "Numbers, vectors, colours and easings",
    arguments: [
      ("$bm_sum(value, 10)", 5, 60), ("$bm_mul(2, value)", 5, 100), ("$bm_neg(5)", 0, -5),
      ("div([10, 20], 10)[1]", 0, 2), ("mod(7, 4)", 0, 3), ("sub([5, 5], [2, 3])[1]", 0, 2),
      ("add([1, 2], [10])[1]", 0, 2), ("add([1, 2], [10])[0]", 0, 11), ("mul([1, 2], 3)[1]", 0, 6),
      ("sum('a', 1) == 'a1' ? 1 : 0", 0, 1), ("length([3, 4])", 0, 5),
      ("length([1, 1], [4, 5])", 0, 5), ("dot([1, 2, 3], [4, 5, 6])", 0, 32),
      ("cross([1, 0, 0], [0, 1, 0])[2]", 0, 1), ("normalize([3, 4])[1]", 0, 0.8),
      ("degreesToRadians(180)", 0, .pi), ("radiansToDegrees(Math.PI / 2)", 0, 90),
      ("clamp(value, 10, 40)", 5, 40), ("clamp([1, 50], 10, 40)[0]", 0, 10),
      ("clamp(7, 9, 5)", 0, 7), ("linear(time, 0, 1, 0, 10)", 5, 5),
      ("linear(0.25, 10, 20)", 0, 12.5),
      ("linear(2, 0, 1, 0, 10)", 0, 10), ("linear(0.5, 0, 1, [0, 0], [10, 20])[1]", 0, 10),
      ("ease(0.25, 0, 1, 0, 64)", 0, 10), ("ease(0.5, 0, 1, 0, 10)", 0, 5),
      ("easeIn(0.3, 0, 1, 0, 1) + easeOut(0.7, 0, 1, 0, 1)", 0, 1), ("easeIn(5, 0, 1, 2, 3)", 0, 3),
      // The curve's parameter 1/2: x is 7/16 of the way, y 7/16 of it: (3 * 1/3 + 3 * 5/6 + 1) / 8.
      ("easeIn(0.5625, 0, 1, 0, 1)", 0, 0.4375), ("rgbToHsl([1, 0, 0, 1])[2]", 0, 0.5),
      ("hslToRgb([1 / 3, 1, 0.5, 1])[1]", 0, 1), ("hexToRgb('#ff8000')[1]", 0, 128.0 / 255),
      ("noise(3)", 0, 0), ("noise([1, 2])", 0, 0), ("lookAt([0, 0, 0], [1, 0, 0])[1]", 0, 90),
      ("$bm_isInstanceOfArray([1]) ? 1 : 2", 0, 1), ("$bm_isInstanceOfArray(value) ? 1 : 2", 0, 2),
    ] as [Row])
  func arithmetic(_ row: Row) { check(row) }

  @Test(
    "Controls",
    arguments: [
      ("effect('Slider')('Slider')", 5, 50), ("effect(1)(1)", 5, 50),
      ("effect('Slider')('ADBE Slider Control-0001')", 5, 50), ("effect('Slider').param(1)", 5, 50),
      ("effect('Slider')(1).valueAtTime(0.3)", 5, 30), ("effect('Slider')(1) + 1", 5, 51),
      ("$bm_mul(effect('Slider')(1), 2)", 5, 100), ("effect('Slider')(1).value", 5, 50),
      ("effect('Slider')(1).numKeys", 0, 2), ("effect('Slider')(1).key(2).time", 0, 1),
      ("effect('Angle')('Angle')", 0, 45), ("effect('Check')('Checkbox') == 1 ? 7 : 8", 0, 7),
      ("effect('Tint')('Color')[1]", 0, 0.5), ("effect('Place')('Point')[1]", 0, 4),
      ("effect('Which')('Layer').index", 0, 2), ("effect('Menu')('Menu').value", 0, 3),
      ("effect.numProperties", 0, 7), ("effect('Slider').name.length", 0, 6),
      ("thisLayer('Effects')('Angle')(1)", 0, 45), ("thisLayer(4)(2)(1)", 0, 45),
      ("linear(effect('Slider')(1), 0, 100, 0, 1)", 5, 0.5),
    ] as [Row])
  func controls(_ row: Row) { check(row) }

  @Test(
    "Compositions and layers",
    arguments: [
      ("thisComp.width", 0, 100), ("thisComp.height", 0, 80), ("thisComp.duration", 0, 10),
      ("thisComp.frameDuration", 0, 0.1), ("thisComp.numLayers", 0, 5),
      ("thisComp.name == 'main' ? 1 : 0", 0, 1), ("index", 0, 1), ("name.length", 0, 6),
      ("thisComp.layer('box').transform.position[0]", 0, 50),
      ("thisComp.layer(2).position[1]", 0, 60),
      ("thisComp.layer('box').position.value[0]", 0, 50), ("thisComp.layer(2).rotation", 0, 90),
      ("thisComp.layer(thisLayer, 1).name.length", 0, 3), ("thisComp.layer(index + 1).index", 0, 2),
      ("thisComp.layer(2).width", 0, 40), ("thisComp.layer(2).height", 0, 20), ("width", 0, 100),
      ("inPoint", 0, 0), ("outPoint", 0, 10), ("startTime", 0, 1),
      ("thisComp.layer(2).inPoint", 0, 0.5), ("hasParent ? 1 : 2", 0, 2),
      ("thisComp.layer(3).hasParent ? 1 : 2", 0, 1), ("thisComp.layer(3).parent.index", 0, 2),
      ("thisComp.layer(2).active ? 1 : 0", 3, 0), ("thisComp.layer(2).active ? 1 : 0", 5, 1),
      ("thisComp.layer(3).position[1]", 5, 5), ("thisComp.layer(3).transform.xPosition", 0, 5),
      ("thisComp.layer(3).transform.yPosition.valueAtTime(0.7)", 0, 7),
      ("thisComp.layer(2)('Transform')('Position')[0]", 0, 50),
      ("thisComp.layer(2)('ADBE Transform Group')('ADBE Scale')[0]", 0, 200),
      ("comp('inner').layer('dot').position[1]", 0, 8), ("'\u{1F642}'.length", 0, 2),
      ("thisComp.layer(5).source.width", 0, 60),
      ("thisComp.layer('title').text.sourceText.length", 0, 5),
      ("thisComp.layer('title').text.sourceText.split('l').length", 0, 3),
      ("thisComp.layer('title').text.sourceText.style.fontSize", 0, 24),
      ("thisComp.marker.numKeys", 0, 2), ("thisComp.marker.key(1).time", 0, 2),
      ("thisComp.marker.key('stop').time", 0, 5), ("thisComp.marker.nearestKey(3).index", 0, 1),
      ("thisComp.marker.key(1).duration", 0, 0.5), ("marker.numKeys", 0, 0),
      ("mask('Mask').maskOpacity", 0, 30), ("mask(1).maskExpansion", 0, 4),
      ("eval('thisLayer.index')", 0, 1), ("eval('thisComp.' + 'width * 2')", 0, 200),
    ] as [Row])
  func layers(_ row: Row) { check(row) }

  @Test(
    "Spaces of layers, shapes and their rectangles",
    arguments: [
      ("thisComp.layer(2).toComp([20, 10])[0]", 0, 50),
      ("thisComp.layer(2).toComp([30, 10])[1]", 0, 80),
      ("thisComp.layer(2).toWorld([30, 10])[0]", 0, 50),
      ("thisComp.layer(2).fromComp([50, 80])[0]", 0, 30),
      ("thisComp.layer(2).fromWorld([50, 80])[1]", 0, 10),
      ("thisComp.layer(2).toCompVec([10, 0])[1]", 0, 20),
      ("thisComp.layer(2).fromCompVec([0, 20])[0]", 0, 10),
      ("thisComp.layer(3).toComp([0, 0])[0]", 0, 60),
      ("thisComp.layer(3).toComp([0, 0])[1]", 0, 30),
      ("thisComp.layer(3).toComp([0, 0], 1)[0]", 0, 50),
      ("thisComp.layer(2).sourceRectAtTime().width", 0, 40),
      ("thisComp.layer(2).sourceRectAtTime(0).top", 0, 0),
      ("content('Group').sourceRect === undefined ? 1 : 0", 0, 1),
      ("content('Group').content('Rect').size[0]", 0, 30),
      ("content(1).content(1).position[1]", 0, 5),
      ("content('Group').content('Rect')('Size')[1]", 0, 10),
      ("content('Group').content('Line').strokeWidth", 0, 2),
      ("content('Group').content('Line').color[0]", 0, 1),
      ("content('Group').content('Line').dash.dash", 0, 9),
      ("content('Group').transform.position[1]", 0, 2), ("content('Trim').end", 0, 80),
      ("content('Trim')('Start')", 0, 10), ("thisLayer(2)('Group')(2)('Rect')(2)[0]", 0, 30),
      ("content('Group').content('Line').opacity", 0, 60), ("content('Group').propertyIndex", 0, 1),
      ("content('Group')('Contents')('Rect')('ADBE Vector Rect Size')[0]", 0, 30),
      ("content('Path').path.points()[1][0]", 0, 30),
      ("content('Path').path.isClosed() ? 1 : 0", 0, 0),
      ("content('Path').path.pointOnPath(0.5)[1]", 0, 20),
      ("content('Path').path.tangentOnPath(0.5)[0]", 0, 0.6),
      ("content('Path').path.normalOnPath(0.5)[0]", 0, -0.8),
      ("mask(1).maskPath.points()[1][1]", 0, 40),
      // The square from -10 to 20, 1 to the right, with half of the line's width; the path from 0.
      ("sourceRectAtTime().left", 0, -10), ("sourceRectAtTime().width", 0, 40),
      ("sourceRectAtTime().top", 0, 0), ("sourceRectAtTime().height", 0, 40),
      // Five squares of half the size, 24.
      ("thisComp.layer('title').sourceRectAtTime().width", 0, 60),
      ("thisComp.layer('title').sourceRectAtTime().top", 0, -12),
      ("thisComp.layer('title').sourceRectAtTime().height", 0, 12),
      ("thisProperty.propertyGroup(1).name.length", 0, 9),
      ("thisProperty.propertyGroup(2).name.length", 0, 6),
    ] as [Row])
  func spaces(_ row: Row) { check(row) }

  @Test(
    "The language",
    arguments: [
      ("var $bm_rt; if (time > 0.5) { $bm_rt = 1; } else $bm_rt = 2;", 7, 1),
      ("var $bm_rt; function twice(x) { return x * 2; } $bm_rt = twice(value);", 5, 100),
      ("var $bm_rt = 0; for (var i = 0; i < 10; i++) $bm_rt += i;", 0, 45),
      ("var $bm_rt = 0; for (;;) { if (++$bm_rt > 5) break; }", 0, 6),
      ("var $bm_rt = 0, i = 3; while (i--) if (i == 1) continue; else $bm_rt += i;", 0, 2),
      ("var $bm_rt = 0, i = 3; do $bm_rt += i; while (--i > 0)", 0, 6),
      ("var $bm_rt = 0; for (var k in {a: 1, b: 2}) $bm_rt++;", 0, 2),
      ("var $bm_rt; switch (numKeys) { case 2: $bm_rt = 5; break; default: $bm_rt = 6 }", 0, 5),
      ("var $bm_rt; try { nothing(); } catch (e) { $bm_rt = 3 } finally { $bm_rt++ }", 0, 4),
      ("var $bm_rt; undeclared = 4; $bm_rt = undeclared;", 0, 4), ("1 /* ) */ + 2 // (", 0, 3),
      ("'1,234'.replace(/,/g, '') / 2", 0, 617), ("parseInt('42px', 10)", 0, 42),
      ("String(1234567).replace(/\\B(?=(\\d{3})+(?!\\d))/g, ',').length", 0, 9),
      ("[3, 1, 2].sort()[0]", 0, 1), ("[3, 1, 2].sort(function (a, b) { return b - a; })[0]", 0, 3),
      (
        "[1, 2, 3].map(function (x) { return x * x; }).reduce(function (a, b) { return a + b; })",
        0, 14
      ),
      ("Math.round(4.6)", 0, 5), ("Math.pow(2, 10)", 0, 1024), ("(8).toFixed(2).length", 0, 4),
      ("10 / 2 / 5", 0, 1), ("[8][0] / 2 /1", 0, 4), ("a = 3, a++ / 1", 0, 3),
      ("'\\u0041'.charCodeAt(0)", 0, 65),
      ("true", 0, 1), ("'12'", 0, 12), ("[9, 8]", 0, 9), ("0x10 + 1e1 + .5", 0, 26.5),
      ("[1, 2, 3].map(x => x * 2)[1]", 0, 4), ("((a, b) => { return a - b; })(5, 2)", 0, 3),
      ("(() => value > 40 ? 1 : 2)()", 5, 1), ("[1].map(a => [2].map(b => a + b)[0])[0]", 0, 3),
      ("(x => ({k: x}))(4).k", 0, 4), ("`a${1 + 1}b`.length", 0, 3),
      ("`${`x${9}`}` == 'x9' ? 1 : 0", 0, 1),
      ("`a\"\n${[1, 2].map(x => `${x}`).join('')}`.length", 0, 5),
      ("var f = x => x + 1\nvar $bm_rt = f(2)", 0, 3), ("`\\u0041`.charCodeAt(0)", 0, 65),
      ("let a = 2; const b = 3; var $bm_rt = a * b;", 0, 6), ("{a: {if: 3}}.a.if", 0, 3),
      ("'http://a'.length", 0, 8), ("(function () { return arguments.length; })(1, 2)", 0, 2),
    ].map { ($0.0.hasPrefix("{") ? "(\($0.0))" : $0.0, $0.1, $0.2) } as [Row])
  func language(_ row: Row) { check(row) }

  @Test("The last statement is the result of what sets no result")
  func lastStatement() {
    let trial = ExpressionTrial(
      file: ExpressionTrial.file(
        "\"o\": {\"k\": 1, \"x\": \"var a = 2; function f() { return 3; }; a + f();\"}"))
    #expect(trial.values(at: 0) == [5])
    #expect(trial.diagnostics.isEmpty)
  }
}
