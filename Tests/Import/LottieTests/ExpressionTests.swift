import RostrumBase
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
    "Today's JavaScript",
    arguments: [
      ("const {x, y: {z = 4} = {}} = {x: 3}; x + z", 0, 7),
      ("const [a, , ...b] = [1, 2, 3, 4]; a + b.length", 0, 3),
      ("[...[1, 2], ...new Set([3, 3])].length", 0, 3), ("Math.max(...[4, 9, 2])", 0, 9),
      ("({...{a: 1, b: 2}, b: 5}).b", 0, 5),
      ("((a, b = a + 1, ...c) => a + b + c.length)(1)", 0, 3),
      (
        "class A { #n = 2; static make() { return new A(); } get n() { return this.#n; } } A.make().n",
        0, 2
      ),
      (
        "class A { constructor(n) { this.name = n; } } class B extends A { size() { return this.name.length; } } new B('abc').size()",
        0, 3
      ),
      ("({a: {b: 6}})?.a?.b", 0, 6), ("(({}).a?.b.c.d ?? 8)", 0, 8), ("(null)?.[0] ?? 3", 0, 3),
      ("2 ** 3 ** 2", 0, 512), ("let n = null; n ??= 4; n ||= 5; n &&= 6; n", 0, 6),
      ("1_000.5", 0, 1000.5),
      ("new Map([['a', 7]]).get('a')", 0, 7),
      ("[...new Map(Object.entries({a: 1, b: 2})).keys()].join('') === 'ab' ? 1 : 0", 0, 1),
      ("function* f() { yield 1; yield* [2, 3]; } [...f()].reduce((a, b) => a + b)", 0, 6),
      ("const o = {*[Symbol.iterator]() { yield 5; }}; for (const v of o) v", 0, 5),
      ("`${[1, 2].map(x => `<${x}>`).join``}`.length", 0, 6),
      ("((s, ...v) => s.raw[0].length + v[0])`\\n${4}`", 0, 6),
      ("'5'.padStart(2, '0') === '05' ? 1 : 0", 0, 1),
      ("'5'.padEnd(3, 'ab') === '5ab' ? 1 : 0", 0, 1),
      ("' a '.trimStart().length + 'abab'.replaceAll('a', '').length", 0, 4),
      ("[1, 2].includes(2) ? 1 : 0", 0, 1),
      ("'abc'.includes('bc') && 'abc'.startsWith('ab') && 'abc'.endsWith('bc') ? 1 : 0", 0, 1),
      ("'ab'.repeat(3).length", 0, 6),
      ("[1, 5, 7].find(x => x > 3) + [1, 5].findLast(x => x < 3)", 0, 6),
      ("[1, 5, 7].findIndex(x => x > 9)", 0, -1),
      ("[0, 0, 0].fill(4, 1)[2]", 0, 4), ("[1, [2, [3]]].flat(Infinity).length", 0, 3),
      ("[1, 2].flatMap(x => [x, x]).length", 0, 4),
      ("[3, 1, 2].toSorted().at(-1)", 0, 3),
      ("Array.from({length: 3}, (x, i) => i)[2] + Array.of(7)[0]", 0, 9),
      ("Object.fromEntries(Object.entries({a: 7}).map(([k, v]) => [k, v * 2])).a", 0, 14),
      ("Math.trunc(-2.5) + Math.sign(-3) + Math.hypot(3, 4) + Math.cbrt(8) + Math.log2(8)", 0, 7),
      ("'2024-05-06'.match(/(?<year>\\d{4})-(?<month>\\d\\d)/u).groups.month", 0, 5),
      ("[...'a1b2'.matchAll(/\\d/g)].length + 'x'.codePointAt(0)", 0, 122),
      ("/(?<=\\$)\\d+/.exec('a$42')[0]", 0, 42),
      ("Number(10n ** 3n) + parseInt('0b11'.slice(2), 2) + 0o17", 0, 1018),
      ("JSON.parse('{\"a\": [1, 2]}').a[1] + JSON.stringify([1]).length", 0, 5),
      ("label: for (const a of [1, 2]) { for (;;) continue label; } 9", 0, 9),
      ("switch (true) { case time > 0: 3; break; default: 4; }", 5, 3),
      ("if (value > 40) { 'far'.length } else { 1 }", 5, 3),
      ("const e = (() => { try { null.a } catch { return 2; } })(); e", 0, 2),
      ("Number.isInteger(5) && Number.EPSILON > 0 && Object.hasOwn({a: 1}, 'a') ? 1 : 0", 0, 1),
      ("var $bm_rt; const v = 3; { let v = 4; } $bm_rt = v;", 0, 3),
      ("const time = 4; let value = 2; time * value", 0, 8),
      ("position = [5, 6]; text = 'ab'; position[1] + text.length", 0, 8),
      ("typeof nothing === 'undefined' ? 1 : 0", 0, 1), ("eval('var n = 4; n * 2') + n", 0, 12),
    ] as [Row])
  func standard(_ row: Row) {
    check(("var $bm_rt; $bm_rt = eval(\(jsonString(row.0)))", row.1, row.2))
  }

  @Test(
    "Dates are Greenwich's, and numbers, dates and the order of texts are English",
    arguments: [
      ("(1234567.8916).toLocaleString()", "1,234,567.892"),
      ("(-1234.5).toLocaleString('en-US', {minimumFractionDigits: 2})", "-1,234.50"),
      ("(0.5).toLocaleString(undefined, {maximumFractionDigits: 0})", "1"),
      ("(1234).toLocaleString('en', {useGrouping: false})", "1234"),
      ("(12345678901234567890n).toLocaleString()", "12,345,678,901,234,567,890"),
      ("[1234, 5].toLocaleString()", "1,234,5"),
      ("new Date(2024, 1, 29, 13, 4, 5)", "Thu Feb 29 2024 13:04:05 GMT+0000 (UTC)"),
      ("new Date(0).toLocaleString()", "1/1/1970, 12:00:00 AM"),
      ("new Date('2024-02-29T23:30').toLocaleTimeString()", "11:30:00 PM"),
      ("new Date('29 Feb 2024 10:00').toISOString()", "2024-02-29T10:00:00.000Z"),
      ("new Date('2024-02-29T00:30+02:00').getDate()", "28"),
      ("new Date(2024, 0, 31).getTimezoneOffset()", "0"),
      ("new Date(NaN).toDateString()", "Invalid Date"),
      ("new Date(new Date(5)).getTime() + Date.UTC(1970, 0, 1)", "5"),
      ("['b', 'a', 'C', 'ä', 'A'].sort((a, b) => a.localeCompare(b)).join('')", "aAäbC"),
      ("'iI'.toLocaleUpperCase('tr')", "II"),
    ])
  func locales(_ code: String, _ text: String) {
    check(("String(\(code)) === \(jsonString(text)) ? 1 : String(\(code))", 0, 1))
  }

  @Test(
    "The rest of the names that After Effects lists",
    arguments: [
      ("colorDepth", 0, 8), ("timeToCurrentFormat(61.5).length", 0, 11),
      ("radians_to_degrees(Math.PI)", 0, 180),
      ("degrees_to_radians(180)", 0, .pi), ("easeOut(2, 5, 6)", 0, 6),
      ("add([1, 2], [3, 4])[1]", 0, 6),
      ("thisComp.displayStartTime", 0, 0), ("thisComp.pixelAspect", 0, 1),
      ("thisComp.shutterAngle", 0, 180), ("thisComp.shutterPhase", 0, -90),
      ("thisComp.bgColor[3]", 0, 1), ("thisComp.ntscDropFrame ? 1 : 0", 0, 0),
      ("thisComp.frameRate", 0, 10), ("thisComp.time", 5, 0.5),
      ("thisComp.marker.key('go').comment.length", 0, 2),
      ("thisComp.marker.key(1).chapter.length", 0, 0), ("thisComp.marker.key(1).url.length", 0, 0),
      ("thisComp.marker.key(1).frameTarget.length", 0, 0),
      ("thisComp.marker.key(1).cuePointName.length", 0, 0), ("thisComp.marker.key(1).index", 0, 1),
      (
        "thisComp.marker.key(1).eventCuePoint || thisComp.marker.key(1).protectedRegion ? 1 : 0", 0,
        0
      ), ("Object.keys(thisComp.marker.key(1).parameters).length", 0, 0),
      ("hasVideo ? 1 : 0", 0, 1), ("hasAudio || audioActive ? 1 : 0", 0, 0),
      ("enabled && active ? 1 : 0", 0, 1), ("stretch", 0, 100),
      ("sourceTime(3)", 0, 2), ("thisComp.layer(2).anchorPoint[0]", 0, 20),
      ("thisComp.layer(2).scale[0]", 0, 200), ("thisComp.layer(2).opacity", 0, 100),
      ("orientation.length", 0, 3), ("xRotation + yRotation", 0, 0),
      ("thisComp.layer(2).zRotation", 0, 90), ("transform.name.length", 0, 9),
      ("toCompVec([3, 0])[0]", 0, 3), ("fromWorldVec([3, 0])[0]", 0, 3),
      ("toWorldVec([3, 0])[0]", 0, 3), ("thisComp.layer(2).nullLayer ? 1 : 0", 0, 0),
      ("effect('Slider').active ? 1 : 0", 0, 1), ("effect('Slider').enabled ? 1 : 0", 0, 1),
      ("effect('Slider').matchName.length", 0, 6), ("effect('Slider').propertyIndex", 0, 1),
      ("mask(1).maskFeather[0]", 0, 0), ("mask(1).maskPath.isClosed() ? 1 : 0", 0, 0),
      ("mask(1).maskPath.inTangents()[0][0]", 0, 0),
      ("mask(1).maskPath.outTangents().length", 0, 2),
      ("temporalWiggle(1, 0)", 5, 50), ("wiggle(1, 0)", 5, 50), ("propertyIndex", 0, 1),
      ("thisProperty.name.length", 0, 7), ("propertyGroup(1).numProperties", 0, 8),
      ("thisComp.layer('title').text.sourceText.style.font.length", 0, 1),
      ("thisComp.layer('title').text.sourceText.style.text.length", 0, 5),
      ("thisComp.layer('title').text.sourceText.value.length", 0, 5),
      ("content('Group').content.numProperties", 0, 3),
      ("content('Group').matchName.length", 0, 17),
    ] as [Row])
  func names(_ row: Row) { check(row) }

  @Test(
    "What After Effects knows beyond that is refused by its name",
    arguments: [
      "footage('a').width", "thisProject.fullPath", "thisProject.bitsPerChannel",
      "thisProject.linearBlending", "timeToNTSCTimecode(1)",
      "timeToFeetAndFrames(1)", "thisComp.activeCamera", "thisComp.layerByComment('a')",
      "sampleImage([0, 0])", "fromCompToSurface([0, 0])", "audioLevels", "layerStyle",
      "lightOption", "cameraOption", "materialOption", "geometryOption", "pointOfInterest", "zoom",
      "depthOfField", "focusDistance", "aperture",
      "blurLevel", "intensity", "coneAngle", "coneFeather", "shadowDarkness", "shadowDiffusion",
      "castsShadows", "acceptsShadows", "acceptsLights",
      "lightTransmission", "ambient", "diffuse", "specularIntensity", "specularShininess", "metal",
      "thisComp.layer('title').text.animator('a')",
      "thisComp.layer('title').text.pathOption", "thisComp.layer('title').text.moreOption",
      "thisComp.layer('title').text.sourceText.getStyleAt(0)",
      "thisComp.layer('title').text.sourceText.createStyle()",
      "thisComp.layer('title').text.sourceText.style.setFontSize(9)",
      "thisComp.layer('title').text.sourceText.style.setText('a')",
      "thisComp.layer('title').text.sourceText.style.setFillColor([1, 0, 0])",
      "thisProperty.addKey(1)", "thisProperty.setValue(1)", "alert('a')", "setTimeout(() => 1)",
    ])
  func refused(_ code: String) {
    let trial = ExpressionTrial(code)
    #expect(
      trial.diagnostics.map(\.severity) == [.error], "\(code): \(trial.diagnostics.map(\.message))")
    let name =
      trial.diagnostics.first?.message.firstMatch(of: /expressions \((?:text\.)?(\w+)/)?.1 ?? "?"
    #expect(code.contains(name), "\(code): \(name)")
  }

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
