import Foundation
import RostrumGeometry
import RostrumLayerTree
import RostrumSource
import RostrumTiming
import TestSupport
import Testing

@testable import RostrumSceneFile

@Suite("Functions of lists, scales, paths, texts and chance")
struct ListedFunctionTests {
  private static func shown(_ value: CalculatedValue) -> String {
    if let items = value.items { return "[" + items.map(shown).joined(separator: ", ") + "]" }
    return value.text ?? "a row"
  }

  private static var values: [String: CalculatedValue] {
    [
      "v": CalculatedValue(numbers: [3, 9, 6]), "none": CalculatedValue(list: []),
      "half": CalculatedValue(numbers: [30, 60], .degrees),
    ]
  }

  /// Worked out by hand; noise and chance by their definitions.
  @Test(
    "Functions of lists, scales, paths, texts and chance have these values",
    arguments: [
      ("${v} * 2 - 1", "[5, 17, 11]"), ("${v} + ${v}", "[6, 18, 12]"), ("-${v}", "[-3, -9, -6]"),
      ("round(${v} / 2)", "[2, 5, 3]"), ("${half} / 2", "[15deg, 30deg]"),
      ("running(${v})", "[3, 12, 18]"), ("running(${none})", "[]"),
      ("rank(6, ${v})", "2"), ("rank(${v})", "[3, 1, 2]"), ("rank(list(5, 5))", "[1, 2]"),
      ("rank(zip(list(1, 2), list(4, 3)))", "[[2, 1], [2, 1]]"),
      ("sort(${v})", "[3, 6, 9]"), ("sort(${v}, descending)", "[9, 6, 3]"),
      ("sort(list(pear, apple))", "[apple, pear]"), ("index(${v}, 9)", "1"),
      ("index(${v}, 1)", "-1"), ("item(${v}, 0)", "3"), ("item(${v}, -1)", "6"),
      ("item(${v}, 3, 0)", "0"), ("item(${v}, -1, 0)", "0"), ("slice(${v}, 1)", "[9, 6]"),
      ("slice(${v}, 0, 2)", "[3, 9]"), ("slice(${v}, -1)", "[6]"), ("reverse(${v})", "[6, 9, 3]"),
      ("unique(list(a, b, a))", "[a, b]"), ("range(3)", "[0, 1, 2]"), ("range(0)", "[]"),
      ("range(2, 4)", "[2, 3, 4]"), ("range(4, 2)", "[4, 3, 2]"),
      ("range(0, 1, 0.5)", "[0, 0.5, 1]"),
      ("zip(${v}, list(a, b, c))", "[[3, a], [9, b], [6, c]]"),
      ("column(diff(list(a, b, c), list(a, x, c, d)), text)", "[a, b, x, c, d]"),
      ("column(diff(list(a, b, c), list(a, x, c, d)), before)", "[0, 1, -1, 2, -1]"),
      ("column(diff(list(a, b, c), list(a, x, c, d)), after)", "[0, -1, 1, 2, 3]"),
      ("column(diff(${none}, list(a)), after)", "[0]"), ("diff(${none}, ${none})", "[]"),
      ("lines('one')", "[one]"), ("lines('')", "[]"),
      ("scale(15, 10, 20, 0, 100)", "50"), ("scale(${v}, 0, 10, 100, 0)", "[70, 10, 40]"),
      ("scale(0.5, 0, 1, 0deg, 90deg)", "45deg"), ("scaleLog(100, 1, 10000, 0, 8)", "4"),
      ("band(0, 4, 0, 100, 0)", "12.5"), ("bandWidth(4, 0, 100, 0)", "25"),
      ("bandWidth(2, 0, 105)", "45"), ("band(1, 2, 0, 105)", "77.5"),
      ("ticks(0, 100)", "[0, 20, 40, 60, 80, 100]"), ("ticks(-1, 1, 4)", "[-1, -0.5, 0, 0.5, 1]"),
      ("ticks(0.1, 0.35, 3)", "[0.1, 0.2, 0.3]"), ("nice(3, 112)", "[0, 120]"),
      ("line(list(0, 10), list(5, 5))", "M0 5L10 5"),
      ("line(list(0, 10), list(5, 7), step)", "M0 5H5V7H10"),
      ("line(list(0, 3, 6), list(0, 3, 3), smooth)", "M0 0C1 1.5 2 3 3 3C4 3 5 3 6 3"),
      ("area(list(0, 10), list(5, 5), 9)", "M0 5L10 5L10 9L0 9Z"),
      ("area(list(0, 10), list(5, 5), list(8, 9))", "M0 5L10 5L10 9L0 8Z"),
      (
        "arc(0, 0, 0, 10, 0, 90)",
        "M0 -10A10 10 0 0 1 3.8268 -9.2388A10 10 0 0 1 7.0711 -7.0711A10 10 0 0 1 9.2388 -3.8268A10 10 0 0 1 10 0L0 0Z"
      ),
      // A line alone: the way back would be drawn too.
      (
        "arc(0, 0, 10, 10, 0, 90)",
        "M0 -10A10 10 0 0 1 3.8268 -9.2388A10 10 0 0 1 7.0711 -7.0711A10 10 0 0 1 9.2388 -3.8268A10 10 0 0 1 10 0"
      ),
      (
        "arc(0, 0, 10, 10, 0, 360)",
        "M0 -10A10 10 0 0 1 10 0A10 10 0 0 1 0 10A10 10 0 0 1 -10 0A10 10 0 0 1 0 -10Z"
      ),
      ("pathLength('M0 0H30V40')", "70"), ("pathPoint('M0 0H30V40', 0.5)", "[30, 5]"),
      ("pathPoint('M0 0H10', list(0, 1))", "[[0, 0], [10, 0]]"),
      ("pathAngle('M0 0H10V10', 0.75)", "90deg"), ("pathShare('M0 0H10V10', 12, 5)", "0.75"),
      ("pathShare('M0 0H10', list(0, 5, 10), list(0, 3, 0))", "[0, 0.5, 1]"),
      ("labelStep(list(January, May), 400, 20)", "1"),
      ("labelStep(list(January, May), 80, 20)", "3"),
      ("numberFormat(list(1, 2000))", "%d"), ("numberFormat(list(1, list(0.1 + 0.2, 9)))", "%.1f"),
      ("numberFormat(-0.125)", "%.3f"), ("numberFormat(list(1.5, 1 / 3))", "%g"),
      ("format(1000.5, plain, none)", "1000.5"), ("format(1000.5, plain, de_DE)", "1000,5"),
      ("text(a, 1, 'b c')", "a1b c"), ("text(0.1 + 0.2, ' ', 100 * 1.1)", "0.3 110"),
      ("text(n, ${v})", "[n3, n9, n6]"), ("text(1 / 100000000000000)", "1e-14"),
      ("join(${v}, '+')", "3+9+6"), ("format(1234567, thousands)", "1,234,567"),
      ("format(0.256, percent)", "26%"), ("format(5, sign)", "+5"), ("format(-5, sign)", "-5"),
      ("format(950, short)", "950"), ("format(1200000, short)", "1.2M"),
      ("format(999950, short)", "1M"), ("format(45600, short)", "45.6K"),
      ("format(1234.5, \"%'.2f\", de_DE)", "1.234,50"), ("format(3.14159, '%.2f m')", "3.14 m"),
      ("date('1970-01-02')", "1"), ("date('2000-03-01') - date('2000-02-28')", "2"),
      ("dateText(date('2026-02-28') + 1, '%e %B %Y')", "1 March 2026"),
      ("dateText(0, '%Y-%m-%d %b')", "1970-01-01 Jan"), ("noise(1, 3) == noise(1, 3)", "true"),
      ("random(1, 2) == random(1, 3)", "false"), ("random(a) == random(b)", "false"),
      ("sort(shuffle(${v}, 4))", "[3, 6, 9]"),
    ] as [(String, String)])
  func values(_ body: String, _ expected: String) throws {
    let value = try Calculation("calc(\(body))").value(Self.values)
    #expect(Self.shown(value) == expected)
  }

  @Test("With mistakes say which, and how they are written")
  func mistakes() throws {
    let rows: [(String, String)] = [
      ("${v} + list(1, 2)", "lists of 3 and of 2 values do not go together"),
      ("item(${v}, 7)", "there is no value 7 in a list of 3"),
      ("item(3, 0)", "item takes a list; found a number"),
      ("scale(1, 2, 2, 0, 1)", "scale takes two ends that differ"),
      ("scaleLog(0, 1, 2, 0, 1)", "a logarithmic scale takes numbers above 0"),
      ("rank()", "rank does not take 0 values"), ("range(0, 1, 0)", "the step is 0"),
      ("range(1e9)", "range takes a whole number from 0 to 1000000; found 1000000000"),
      ("line(${v}, ${v}, wavy)", "'wavy' is no kind of line"),
      ("line(${none}, ${none})", "line of no points"),
      ("sort(${v}, value)", "sort takes a list of rows; found a number in it"),
      ("date(2026-02-30)", "'1994' is no date"), ("date('2026-02-30')", "'2026-02-30' is no date"),
      ("format(1, x)", "the format shows no number: 'x'"),
      ("format(1, sign, xx)", "unknown locale 'xx'"),
      ("format(1, '%m')", "%m needs a currency"),
      ("diff(range(20000), range(20000))", "diff takes lists of at most 10000 values"),
      (
        "join(range(10000), join(range(10000), 'abc'))", "join makes a text of more than 16 MB"
      ),
      (
        "text(range(10000), join(range(10000), 'abc'))", "text makes a text of more than 16 MB"
      ),
    ]
    for (body, message) in rows {
      let error = #expect(throws: CalculationError.self) {
        try Calculation("calc(\(body))").value(Self.values)
      }
      #expect(error?.message == message)
    }
  }

  @Test("Numbers by chance stay in their range, and noise is continuous")
  func chance() throws {
    func numbers(_ body: String) throws -> [Double] {
      let value = try Calculation("calc(\(body))").value([:])
      return (value.items ?? []).compactMap {
        if case .number(let number, _) = $0 { number } else { nil }
      }
    }
    let random = try numbers("random(7, range(1000))")
    #expect(random.allSatisfy { 0..<1 ~= $0 } && Set(random).count == 1000)
    let mean = random.reduce(0, +) / 1000
    #expect(abs(mean - 0.5) < 0.05)
    let noise = try numbers("noise(7, range(0, 20, 0.01))")
    #expect(noise.allSatisfy { -1...1 ~= $0 })
    // The steepest slope of Perlin's curve is 15/8, of a way of at most 2.
    let step = 0.01 * 2 * 15 / 8
    #expect(zip(noise, noise.dropFirst()).allSatisfy { abs($0 - $1) <= step })
  }

  private static func page() throws -> String {
    let url = repository.appending(
      path: "Sources/Command/RostrumKit/RostrumKit.docc/Parameters.md")
    return try String(contentsOf: url, encoding: .utf8)
  }

  @Test("The page shows how each is written, and what it is")
  func usages() throws {
    let page = try Self.page()
    for function in ListedFunction.all {
      #expect(page.contains("| `\(function.usage)` | \(function.summary) |"), "\(function.usage)")
    }
    #expect(Set(ListedFunction.all.map(\.name)).count == ListedFunction.all.count)
  }

  @Test("The page shows an example of each with its value")
  func examples() throws {
    let examples = try Self.page().matches(of: /`([a-z]\w*\([^`]*\))` = `([^`]+)`/)
      .map { (body: String($0.output.1), value: $0.output.2) }
    for (body, expected) in examples {
      #expect(Self.shown(try Calculation("calc(\(body))").value([:])) == expected, "\(body)")
    }
    for name in ListedFunction.all.map(\.name) + ["clamp", "mod", "atan2", "ceil", "mean"] {
      #expect(examples.contains { $0.body.contains("\(name)(") }, "\(name)")
    }
  }
}

@Suite("Names for values")
struct LetTests {
  private func scene(_ text: String) throws -> Scene {
    return try load(text).loaded()
  }

  @Test("In a scene, a repetition and a component, each after those before it")
  func places() throws {
    let scene = try scene(
      """
      size: ["calc(${side} * 2)", 10]
      duration: calc(${sum} / 10)
      parameters: {rows: {type: table, default: [{n: b, v: 4}, {n: a, v: 6}, {n: c, v: 10}]}}
      let:
        sum: calc(sum(${rows.v}))
        side: calc(${sum} / 2)
        order: calc(sort(${rows}, v, descending))
        best: calc(item(${order}, 0))
        groups: calc(group(${rows}, n))
      components:
        part:
          parameters: {w: {type: number}}
          let: {half: "calc(${w} / 2 + ${sum})"}
          layer: {bounds: ["${half}", 1]}
      layers:
        - forEach: row
          in: ${order}
          index: i
          let: {up: "calc(rank(${row.v}, ${rows.v}))", label: "${row.n}${up}${best.n}"}
          do: {name: "${label}", zPosition: "calc(item(running(${rows.v}), ${i}))"}
        - {use: part, name: p, parameters: {w: 6}}
        - {name: "calc(join(column(${groups}, key), '-'))"}
      """)
    #expect(scene.size.width == 20 && scene.clock.duration == 2)
    #expect(scene.layers.map(\.name) == ["c1c", "a2c", "b3c", "p", "b-a-c"])
    #expect(scene.layers.prefix(3).map { $0.values[.zPosition] } == [4, 10, 20])
    #expect(scene.layers[3].values[.bounds].width == 23)
  }

  /// Each list, and the sum and the first value of it, from an earlier name of the same `let`.
  @Test(
    "A list that an earlier name stands for is the one of its round",
    arguments: [
      ("[{c: [1, 2]}, {c: [5, 6]}]", "g: \"${f}\", x: \"calc(sum(${g.c}))\"", ["3", "11"]),
      ("[[1, 2], [5, 6]]", "g: \"${f}\", x: \"calc(sum(${g}))\"", ["3", "11"]),
      ("[[1, 2], [5, 6]]", "g: \"calc(${f} * 2)\", x: \"calc(item(${g}, 0))\"", ["2", "10"]),
      (
        "[{k: [{v: 1}, {v: 2}]}, {k: [{v: 5}, {v: 6}]}]",
        "g: \"${f.k}\", x: \"calc(sum(${g.v}))\"", ["3", "11"]
      ),
      ("[{k: {v: [1, 2]}}, {k: {v: [5, 6]}}]", "x: \"calc(sum(${f.k.v}))\"", ["3", "11"]),
    ])
  func rounds(_ values: String, _ names: String, _ expected: [String]) throws {
    let loop = "{forEach: f, in: \(values), let: {\(names)}, do: {name: \"n${x}\"}}"
    let other =
      "{forEach: f, in: [[7]], let: {g: \"${f}\", x: \"calc(sum(${g}))\"}, do: {name: \"n${x}\"}}"
    let scene = try scene("size: [9, 9]\nduration: 1\nlayers: [\(loop), \(other)]\n")
    #expect(scene.layers.map(\.name) == (expected + ["7"]).map { "n" + $0 })
  }

  @Test("Key frames, points and colours come from lists")
  func lists() throws {
    let scene = try scene(
      """
      size: [10, 10]
      duration: 1
      let: {xs: "calc(range(0, 30, 10))"}
      layers:
        - position: calc(list(3, 4))
          animations: [{type: keyframe, keyPath: position, duration: 1, values: "calc(zip(${xs}, ${xs} / 2))"}]
      """)
    let animation = try #require(scene.layers[0].animations.first as? KeyframeAnimation)
    #expect(animation.values.count == 4)
    #expect(scene.layers[0].values[.position].y == 4)
  }

  @Test(
    "With mistakes one message at its place",
    arguments: [
      ("let: {a b: 1}", "1:7: bad-name"), ("let: {p: 1}", "1:7: duplicate-name"),
      ("let: {a: calc(${b})}\nx: 1", "1:15: unknown-parameter"), ("let: [1]", "1:6: wrong-type"),
      ("let: {a: 1}", "1:7: unused-parameter"),
    ])
  func mistakes(_ text: String, _ expected: String) throws {
    let text = text.replacing("\nx: 1", with: "")
    let result = load(
      "\(text)\nsize: [9, 9]\nduration: 1\nparameters: {p: {default: q}}\nlayers: [{name: \"${p}\"}]"
    )
    let found = result.diagnostics.map { "\($0.range.line):\($0.range.column): \($0.id)" }
    #expect(found.first == expected)
    #expect(found.filter { !$0.hasSuffix("unused-parameter") || $0 == expected }.count == 1)
  }

  @Test("A mistake in a repetition is reported once; in data at most three times")
  func rounds() throws {
    func count(_ values: String) -> [Int] {
      let result = load(
        "size: [9, 9]\nduration: 1\nlayers:\n  - {forEach: i, in: \(values), do: {backgroundColor: \"x${i}\", zPosition: q}}"
      )
      return ["bad-value", "wrong-type"].map { id in
        result.diagnostics.count {
          $0.id == id || id == "bad-value" && $0.message.contains("colour")
        }
      }
    }
    #expect(count("60")[0] == 1)
    #expect(count("[1, 2]")[0] == 2)
    #expect(count("[1, 2, 3, 4, 5]")[0] == 3)
  }
}
