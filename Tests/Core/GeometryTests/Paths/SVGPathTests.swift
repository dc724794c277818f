import RostrumGeometry
import RealModule
import TestSupport
import Testing

@Suite("SVG path data")
struct SVGPathTests {
  @Test(
    "Every way to write it means the same absolute path",
    arguments: [
      ("M10 20 L30 40", "M10 20L30 40"),
      ("m10,20 20,20", "M10 20L30 40"),
      ("M10 20 30 40", "M10 20L30 40"),
      ("M.5.5-3e2-.25", "M0.5 0.5L-300 -0.25"),
      ("M1 1h2v3H0V0z", "M1 1L3 1L3 4L0 4L0 0Z"),
      ("M1 1h2 3", "M1 1L3 1L6 1"),
      ("M0 0c1 2 3 4 5 6 1 1 2 2 3 3", "M0 0C1 2 3 4 5 6C6 7 7 8 8 9"),
      ("M0 0C1 2 3 4 5 6S10 11 12 13", "M0 0C1 2 3 4 5 6C7 8 10 11 12 13"),
      ("M0 0C1 2 3 4 5 6s5 5 7 7", "M0 0C1 2 3 4 5 6C7 8 10 11 12 13"),
      ("M2 3S10 11 12 13", "M2 3C2 3 10 11 12 13"),
      ("M0 0Q3 0 3 3", "M0 0C2 0 3 1 3 3"),
      ("M0 0Q3 0 3 3T6 9", "M0 0C2 0 3 1 3 3C3 5 4 7 6 9"),
      ("M0 0q3 0 3 3t3 6", "M0 0C2 0 3 1 3 3C3 5 4 7 6 9"),
      ("M0 0L3 3T9 3", "M0 0L3 3C3 3 5 3 9 3"),
      ("M5 5L6 6Zl1 0", "M5 5L6 6ZL6 5"),
      ("M1 1z m2 2 1 0", "M1 1ZM3 3L4 3"),
      ("  \t\n\r M1,1\u{0C}L2 ,2 ", "M1 1L2 2"),
      ("M1 1A0 5 0 0 1 9 9", "M1 1L9 9"),
      ("M1 1A5 5 0 0 1 1 1", "M1 1"),
      ("", ""), ("  ", ""),
    ])
  func grammar(text: String, expected: String) throws {
    #expect(try Path(svg: text).svg == expected)
  }

  @Test(
    "A mistake is reported where it is, with what was expected",
    arguments: [
      ("L1 1", 0, "move"), ("  x", 2, "move"), ("M1", 2, "number"), ("M1 1 X", 5, "command"),
      ("M1 1L", 5, "number"), ("M1 1,", 5, "number"), ("M1,,1", 3, "number"),
      ("M1 1A1 1 0 2 0 3 3", 11, "flag"), ("M1 1Z 5 5", 6, "command"),
      ("M1 1L1e999 0", 5, "finite"), ("M1e308 0l1e308 0", 9, "finite"), ("M1 1 é", 5, "command"),
      ("M1 1C1 1 2 2", 12, "number"), ("M1 1 L 2 2 none", 11, "command"), ("M-", 1, "number"),
      ("M1 1e", 4, "command"),
    ])
  func mistakes(text: String, offset: Int, expected: String) {
    #expect {
      try Path(svg: text)
    } throws: { error in
      guard let error = error as? SVGPathError else { return false }
      return error.offset == offset && error.message.contains(expected)
    }
  }

  @Test("A path may have a million elements, not one more")
  func elementLimit() {
    // The error at the element after the millionth shows that the millionth was taken.
    let text = "M0 0" + String(repeating: "h1", count: 999_999)
    #expect {
      try Path(svg: text + "z")
    } throws: { error in
      (error as? SVGPathError)?.offset == text.utf8.count
    }
  }

  struct Arc: Sendable, CustomTestStringConvertible {
    let text: String
    let center: Point
    let radii: Size
    let rotation: Double
    let count: Int
    var testDescription: String { text }
  }

  /// Centres worked out by hand.
  static let arcs = [
    Arc(
      text: "M10 0A10 10 0 0 1 0 10", center: .zero, radii: Size(width: 10, height: 10),
      rotation: 0, count: 1),
    Arc(
      text: "M10 0A10 10 0 1010-0", center: Point(x: 10, y: 0),
      radii: Size(width: 0, height: 0), rotation: 0, count: 0),
    Arc(
      text: "M10 0A10 10 0 110 10", center: Point(x: 10, y: 10),
      radii: Size(width: 10, height: 10), rotation: 0, count: 3),
    Arc(
      text: "M-10 0A10 10 0 0 0 10 0", center: .zero, radii: Size(width: 10, height: 10),
      rotation: 0, count: 2),
    Arc(
      text: "M-10 0a1-1 0 01 20 0", center: .zero, radii: Size(width: 10, height: 10),
      rotation: 0, count: 2),
    Arc(
      text: "M20 0A20 10 0 0 1 0 10", center: .zero, radii: Size(width: 20, height: 10),
      rotation: 0, count: 1),
    Arc(
      text: "M0 20A20 10 90 0 1-10 0", center: .zero, radii: Size(width: 20, height: 10),
      rotation: 90, count: 1),
  ]

  @Test("Arcs lie on their ellipse, with a cubic for every 90 degrees", arguments: arcs)
  func arcsOnEllipses(arc: Arc) throws {
    let segments = try Path(svg: arc.text).segments
    #expect(segments.count == arc.count)
    let turn = arc.rotation * .pi / 180
    for segment in segments {
      for t in [0, 0.2, 0.5, 0.9, 1] {
        let point = segment.point(at: t) - arc.center
        let x = (point.x * .cos(turn) + point.y * .sin(turn)) / arc.radii.width
        let y = (point.y * .cos(turn) - point.x * .sin(turn)) / arc.radii.height
        #expect(isClose(x * x + y * y, 1, 6e-4))
      }
    }
  }

  @Test("The sweep flag chooses the side: 1 turns clockwise on screen")
  func sweep() throws {
    let clockwise = try Path(svg: "M-10 0A10 10 0 0 1 10 0").segments
    #expect(isClose(clockwise.first?.end, Point(x: 0, y: -10)))
    let counter = try Path(svg: "M-10 0A10 10 0 0 0 10 0").segments
    #expect(isClose(counter.first?.end, Point(x: 0, y: 10)))
  }

  @Test("Arcs with extreme numbers give finite paths that end where they should, or an error")
  func extremeArcs() throws {
    let numbers = ["0", "1", "-3", "1e-300", "1e300", "1e150", "5e-324", "720.5"]
    var random = RandomSource(seed: 16)
    func number() -> String { numbers.randomElement(using: &random) ?? "0" }
    for _ in 0..<3000 {
      let flags = Bool.random(using: &random) ? "0 1" : "1 0"
      let text = "M\(number()) \(number())A\(number()) \(number()) \(number()) \(flags) 2 7"
      guard let path = try? Path(svg: text) else { continue }
      #expect(path.isFinite)
      #expect(path.segments.last?.end == Point(x: 2, y: 7))
    }
  }

  @Test("What is written is read as exactly the same numbers")
  func roundTrip() throws {
    var random = RandomSource(seed: 17)
    for _ in 0..<200 {
      let path = random.path()
      #expect(try Path(svg: path.svg) == path)
    }
    let odd = Path([
      .move(Point(x: .leastNonzeroMagnitude, y: -1.7976931348623157e308)),
      .line(Point(x: 0.1 + 0.2, y: 1e21)),
      .close, .line(Point(x: -0.0, y: 5)), .close, .close,
    ])
    #expect(try Path(svg: odd.svg) == odd)
  }

  @Test(
    "Each number is the nearest to its decimal digits",
    arguments: [
      "0.1", "-0", "-.5", "+2.675", "5.", "4.35", "999999999999999", "0.000000000000001",
      "123456.123456789", "-1234567.123456789", "9007199254740993", "00000000000000000.3",
      "0.12345678901234567890", "123456789012345678901234567890", "1.5e-7", "3E2",
    ])
  func nearestNumbers(_ digits: String) throws {
    let path = try Path(svg: "M\(digits) 0")
    let number = try #require(Double(digits))
    #expect(path.elements.first == .move(Point(x: number, y: 0)))
  }

  @Test("A path without a first move gets the move it implies")
  func impliedMove() {
    let point = Point(x: 1, y: 2)
    #expect(Path([.close, .line(point)]).svg == "M1 2L1 2")
    #expect(Path([.cubic(point, .zero, .zero)]).svg == "M1 2C1 2 0 0 0 0")
  }

  @Test("Broken text of any kind ends in a path or an error")
  func randomText() {
    var random = RandomSource(seed: 18)
    let alphabet = Array("MmLlHhVvCcSsQqTtAaZz0123456789.+-eE, ,\n")
    for _ in 0..<3000 {
      let count = Int.random(in: 0...30, using: &random)
      let text =
        "M0 0" + String((0..<count).compactMap { _ in alphabet.randomElement(using: &random) })
      do {
        #expect(try Path(svg: text).isFinite)
      } catch {
        #expect((0...text.utf8.count).contains(error.offset) && !error.message.isEmpty)
      }
    }
  }
}
