import RostrumGeometry
import RostrumLayerTree
import Testing

@Suite("Interpolation of values (section 9)")
struct InterpolationTests {
  private static let red = Value.color(Color(red: 1, green: 0, blue: 0))
  private static let image = Value.image(ImageReference(path: "/a.png", width: 1, height: 1))
  private static let other = Value.image(ImageReference(path: "/b.png", width: 1, height: 1))
  private static let line = Value.path(Path([.move(.zero), .line(Point(x: 2, y: 4))]))
  private static let longer = Value.path(Path([.move(.zero), .line(Point(x: 4, y: 8))]))
  private static let more = Value.path(
    Path([.move(.zero), .line(Point(x: 2, y: 4)), .line(Point(x: 4, y: 4))]))

  static let table: [(Value, Value, Double, Value?)] = [
    (.number(1), .number(3), 1.5, .number(4)),
    (.number(1), .number(3), -0.5, .number(0)),
    (.point(.zero), .point(Point(x: 4, y: 8)), 0.25, .point(Point(x: 1, y: 2))),
    (
      .size(Size(width: 0, height: 2)), .size(Size(width: 4, height: 2)), 0.25,
      .size(Size(width: 1, height: 2))
    ),
    (
      .rect(Rect(x: 0, y: 0, width: 4, height: 4)), .rect(Rect(x: 8, y: 4, width: 0, height: 8)),
      0.5,
      .rect(Rect(x: 4, y: 2, width: 2, height: 6))
    ),
    // White stays white while it fades to clear white; to clear black it becomes grey.
    (
      .color(.white), .color(Color(red: 1, green: 1, blue: 1, alpha: 0)), 0.5,
      .color(Color(red: 1, green: 1, blue: 1, alpha: 0.5))
    ),
    (
      .color(.white), .color(.clear), 0.5,
      .color(Color(red: 0.5, green: 0.5, blue: 0.5, alpha: 0.5))
    ),
    (red, .none, 0.1, Value.none), (.none, red, 0.9, Value.none), (.none, .none, 0.5, Value.none),
    (.numbers([0, 2]), .numbers([4, 4]), 0.5, .numbers([2, 3])),
    (.numbers([0]), .numbers([4, 4]), 0.5, nil),
    (line, longer, 0.5, .path(Path([.move(.zero), .line(Point(x: 3, y: 6))]))),
    // The end itself, and no sum that is rounded.
    (.number(0.7), .number(0.1), 1, .number(0.1)), (.number(5.3), .number(0.1), 1, .number(0.1)),
    (.numbers([0.7, 5.3]), .numbers([0.1, 0.1]), 1, .numbers([0.1, 0.1])),
    (
      .point(Point(x: 0.7, y: 5.3)), .point(Point(x: 0.1, y: 0.1)), 1, .point(Point(x: 0.1, y: 0.1))
    ),
    (red, .none, 1, Value.none), (.numbers([0]), .numbers([4, 4]), 1, nil),
    (line, more, 1, more),
    (line, .none, 0.99, line), (line, .none, 1, Value.none), (.none, line, 0.5, Value.none),
    (image, other, 0.49, image), (image, other, 0.5, other), (image, .none, 0.5, Value.none),
    (.boolean(false), .boolean(true), 0, .boolean(false)),
    (.boolean(false), .boolean(true), 0.001, .boolean(true)),
    (.boolean(true), .boolean(false), 0.999, .boolean(true)),
    (.boolean(true), .boolean(false), 1, .boolean(false)),
    (.boolean(true), .boolean(true), 0.5, .boolean(true)),
    (.boolean(false), .boolean(false), 0.5, .boolean(false)),
    (.text("a"), .text("b"), 0.5, nil), (.number(1), .point(.zero), 0.5, nil),
  ]

  @Test("Every kind of value, line by line", arguments: table)
  func values(_ start: Value, _ end: Value, _ progress: Double, _ expected: Value?) {
    #expect(start.interpolated(to: end, progress: progress) == expected)
  }

  @Test("Words, text and fonts are not animatable; what is derived has no key path")
  func notAnimatable() {
    for layerClass in LayerClass.all {
      for property in layerClass.properties where property.isAnimatable {
        switch property.type {
        case .text, .attributedText, .word, .font: Issue.record("\(property.name) is animatable")
        default: break
        }
      }
      #expect(layerClass.property(named: "frame") == nil)
    }
  }
}

@Suite("Key paths (Semantics, Components of transforms)")
struct KeyPathTests {
  static let components: [(String, [String])] = [
    ("position", ["x", "y"]), ("anchorPoint", ["x", "y"]),
    ("bounds", ["origin", "origin.x", "origin.y", "size", "size.width", "size.height"]),
    (
      "transform",
      [
        "rotation", "rotation.x", "rotation.y", "rotation.z", "scale", "scale.x", "scale.y",
        "scale.z", "scale.xy", "translation", "translation.x", "translation.y", "translation.z",
      ]
    ),
  ]

  @Test("Every documented component of every kind is there, and no other", arguments: components)
  func complete(_ property: String, _ components: [String]) {
    let found = LayerClass.plain.keyPaths.map(\.name).filter { $0.hasPrefix(property + ".") }
    #expect(Set(found) == Set(components.map { "\(property).\($0)" }))
  }

  @Test("The sublayers' transform has the same components as the layer's own")
  func sublayerTransform() {
    let names = LayerClass.plain.keyPaths.map(\.name)
    let own = names.filter { $0.hasPrefix("transform.") }
    let inner = names.filter { $0.hasPrefix("sublayerTransform.") }
    #expect(inner == own.map { "sublayerT" + $0.dropFirst() })
  }

  @Test("Scale reads the mean of three and writes all three; translation is a size")
  func scale() {
    var values = LayerValues()
    values[.transform] = .scale(x: 1, y: 2, z: 6)
    #expect(abs(keyPath("transform.scale").value(in: values).number - 3) < 1e-12)
    keyPath("transform.scale").set(.number(5), in: &values)
    #expect(values[.transform] == .scale(x: 5, y: 5, z: 5))
    keyPath("transform.translation").set(.size(Size(width: 7, height: 8)), in: &values)
    #expect(values[.transform].m41 == 7)
    #expect(values[.transform].m42 == 8)
    #expect(keyPath("transform.rotation").type == .angle)
    #expect(keyPath("bounds.origin").type == .point)
    #expect(keyPath("bounds.size").type == .size)
  }
}
