import RostrumBase
import Foundation
import RostrumGeometry
import RostrumLayerTree
import TestSupport
import Testing

@testable import RostrumKit
@testable import RostrumOutput

@Suite("Printed samples")
struct SampleFormatTests {
  private func series(
    _ values: [Value], _ keyPath: AnimationKeyPath = AnimationKeyPath(.opacity),
    layer: String = "a", times: [Double]? = nil
  ) -> SampledSeries {
    SampledSeries(
      layer: layer, keyPath: keyPath, times: times ?? values.indices.map(Double.init),
      values: values)
  }

  private func json(_ series: [SampledSeries]) throws -> [[String: Any]] {
    let text = try SampleFormat.json.text(series)
    return try #require(
      JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
  }

  // MARK: Numbers

  @Test(
    "Printed samples read back to exactly the same number, and are short",
    arguments: [
      (0.0, "0"), (-0.0, "-0.0"), (1, "1"), (-1, "-1"), (0.1, "0.1"),
      (0.1 + 0.2, "0.30000000000000004"), (1.0 / 3, "0.3333333333333333"), (150, "150"),
      (1e21, "1e+21"), (1e-7, "1e-07"), (.leastNonzeroMagnitude, "5e-324"),
      (1.7976931348623157e308, "1.7976931348623157e+308"), (9007199254740992, "9007199254740992"),
      (123456789.125, "123456789.125"), (0.00001, "1e-05"),
    ] as [(Double, String)])
  func numbers(_ number: Double, _ text: String) throws {
    #expect(exact(number) == text)
    try expectRoundTrip(number)
  }

  @Test("Printed samples read back to exactly the same number, for any bits")
  func anyNumber() throws {
    var random = RandomSource(seed: 7)
    for _ in 0..<500 {
      let number = Double(bitPattern: random.next())
      if number.isFinite { try expectRoundTrip(number) }
      try expectRoundTrip(Double.random(in: -1e4...1e4, using: &random))
    }
  }

  private func expectRoundTrip(_ number: Double) throws {
    #expect(Double(exact(number))?.bitPattern == number.bitPattern)
    // JSONSerialization reads some numbers a few units in the last place off.
    let read = try JSONDecoder().decode([Double].self, from: Data("[\(exact(number))]".utf8))
    #expect(read.map(\.bitPattern) == [number.bitPattern])
  }

  // MARK: JSON

  @Test("In JSON, a value is a number, an array of its components, a text or null")
  func jsonValues() throws {
    let transform = Transform3D.translation(x: 3, y: 4)
    let values: [Value] = [
      .number(0.5), .boolean(true), .boolean(false), .point(Point(x: 1, y: -0.0)),
      .size(Size(width: 3, height: 4)),
      .rect(Rect(origin: Point(x: 1, y: 2), size: Size(width: 3, height: 4))),
      .color(try #require(Color(css: "#ff000080"))), .transform(transform),
      .path(try Path(svg: "M 0 0 L 10 5.5 Z")), .text("say \"hi\"\n"),
      .image(ImageReference(path: "/a/b.png", width: 1, height: 1)),
      .font(.standard), .numbers([4, 2]), .numbers([]), .none,
    ]
    _ = try json([series(values)])
    let text = try SampleFormat.json.text([series(values)])
    #expect(
      text.hasSuffix(
        #"""
        "values": [0.5, 1, 0, [1, -0.0], [3, 4], [1, 2, 3, 4], [1, 0, 0, 0.5019607843137255], \#
        [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 3, 4, 0, 1], "M0 0L10 5.5Z", "say \"hi\"\n", \#
        "/a/b.png", "Liberation Sans", [4, 2], [], null]}]

        """#), "\(text)")
  }

  @Test("In JSON, names may hold anything", arguments: ["a", "a,\"b\"", "ü/\\\n", "", "</é🙂>"])
  func jsonNames(_ name: String) throws {
    let object = try #require(json([series([.number(1)], layer: name)]).first)
    #expect(object["layer"] as? String == name)
    #expect(object["keyPath"] as? String == "opacity")
    #expect(object["times"] as? [Double] == [0])
  }

  @Test("In JSON, nothing sampled is an empty array")
  func jsonEmpty() throws {
    #expect(try json([]).isEmpty)
    let object = try #require(json([series([])]).first)
    #expect((object["values"] as? [Any])?.isEmpty == true)
  }

  @Test("In JSON, each series is an object of its own, in order")
  func jsonSeries() throws {
    let position = AnimationKeyPath(.position)
    let text = try SampleFormat.json.text([
      series([.number(1), .number(0.5)]), series([.point(Point(x: 150, y: 32))], position),
    ])
    #expect(
      text == """
        [{"layer": "a", "keyPath": "opacity", "times": [0, 1], "values": [1, 0.5]},
         {"layer": "a", "keyPath": "position", "times": [0], "values": [[150, 32]]}]

        """)
  }

  // MARK: CSV

  @Test("In CSV, there is a column for each component")
  func columns() throws {
    let text = try SampleFormat.csv.text([
      series([.point(Point(x: 1, y: 2)), .point(Point(x: 3, y: -0.5))], .init(.position)),
      series([.number(0.25), .number(1)]),
    ])
    #expect(text == "time,a.position.x,a.position.y,a.opacity\n0,1,2,0.25\n1,3,-0.5,1\n")
  }

  @Test("In CSV, a colour that is nil for a while leaves its columns empty")
  func absentColor() throws {
    let color = try #require(Color(css: "red"))
    let text = try SampleFormat.csv.text([
      series([.none, .color(color)], .init(.backgroundColor)),
      series([.none, .none], .init(.borderColor)),
    ])
    let name = "a.backgroundColor"
    #expect(
      text
        == "time,\(name).red,\(name).green,\(name).blue,\(name).alpha,a.borderColor\n"
        + "0,,,,,\n1,1,0,0,1,\n")
  }

  @Test("In CSV, lists of different lengths share their columns")
  func lists() throws {
    let text = try SampleFormat.csv.text([
      series([.numbers([4]), .numbers([4, 2]), .numbers([])], .init(.lineDashPattern))
    ])
    #expect(
      text == "time,a.lineDashPattern.0,a.lineDashPattern.1\n0,4,\n1,4,2\n2,,\n")
  }

  @Test("In CSV, a matrix has sixteen columns, m11 to m44")
  func matrix() throws {
    let text = try SampleFormat.csv.text([series([.transform(.identity)], .init(.transform))])
    let names = (1...4).flatMap { row in (1...4).map { "a.transform.m\(row)\($0)" } }
    #expect(text.hasPrefix("time," + names.joined(separator: ",") + "\n0,1,0,0,0,0,1,"))
  }

  @Test("In CSV, cells with commas, quotes and line breaks are quoted, and read back")
  func quoting() throws {
    let name = "a \"b\", c\nd"
    let text = try SampleFormat.csv.text(
      [
        series([.path(try Path(svg: "M 1 2 L 3 4"))], .init(.path), layer: name),
        series([.text("plain"), .text("x,y")], .init(.string)),
      ].map { one in series([one.values[0]], one.keyPath, layer: one.layer) })
    #expect(text == "time,\"a \"\"b\"\", c\nd.path\",a.string\n0,M1 2L3 4,plain\n")
    #expect(
      try SampleFormat.csv.text([series([.text("x,\"y\"")], .init(.string))])
        == "time,a.string\n0,\"x,\"\"y\"\"\"\n")
  }

  @Test("In CSV, nothing sampled is a table without rows")
  func empty() throws {
    #expect(try SampleFormat.csv.text([]) == "time\n")
  }
}
