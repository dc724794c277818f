import ImportTestSupport
import RostrumImportedDocument
import RostrumSceneImport
import Foundation
import RostrumGeometry
@testable import RostrumLottie
import RostrumLayerTree
import Testing

/// Every kind of number of the format in every place where it may be: a small file for each, in
/// both profiles, whose value is worked out by hand.
@Suite("Numbers of a Lottie")
struct PropertyTests {
  /// A number of the format, and where it comes out.
  struct Number: Sendable, CustomTestStringConvertible {
    let name: String
    /// The shape layer's parts around a property: its items, its transform, and further keys.
    var items: @Sendable (String) -> String = { _ in square + "," + red }
    var transform: @Sendable (String) -> String = { _ in "" }
    var more: @Sendable (String) -> String = { _ in "" }
    /// The name of the layer of Core Animation that shows it.
    var layer = "shape"
    /// The number as the layer has it.
    let shown: @Sendable (PresentationLayer) -> Double?
    /// How many components the property has, all alike.
    var count = 1
    /// The layer's value for 1.
    var factor = 1.0

    var testDescription: String { name }
  }

  /// A place of a number in time and in the file.
  struct Setting: Sendable, CustomTestStringConvertible {
    let name: String
    /// The property, from 20 to 80, of as many components.
    let property: @Sendable (Int) -> String
    /// In frames of the whole file.
    let frame: Double
    let value: Double
    /// The file around a shape layer.
    var file: @Sendable (String) -> String = { lottie($0) }

    var testDescription: String { name }
  }

  // MARK: Numbers

  static let numbers: [Number] = [
    Number(
      name: "opacity", transform: { "\"o\": \($0)" }, shown: { $0.values[.opacity] }, factor: 0.01),
    Number(
      name: "position", transform: { "\"p\": \($0)" }, shown: { $0.values[.position].y }, count: 2),
    Number(
      name: "position apart",
      transform: { "\"p\": {\"s\": true, \"x\": \($0), \"y\": {\"k\": 5}}" },
      shown: { $0.values[.position].x }),
    Number(
      name: "scale", transform: { "\"s\": \($0)" }, shown: { $0.values[.transform].m22 }, count: 2,
      factor: 0.01),
    Number(
      name: "rotation", transform: { "\"r\": \($0)" },
      shown: { atan2($0.values[.transform].m12, $0.values[.transform].m11) * 180 / .pi }),
    Number(
      name: "anchor", transform: { "\"a\": \($0)" }, shown: { $0.values[.bounds].origin.x },
      count: 2),
    Number(
      name: "width of a rectangle",
      items: { "{\"ty\": \"rc\", \"p\": {\"k\": [0, 0]}, \"s\": \($0)}, \(red)" }, layer: "fill",
      shown: { $0.values[.path]?.boundingBox?.width }, count: 2),
    Number(
      name: "place of a rectangle",
      items: { "{\"ty\": \"rc\", \"p\": \($0), \"s\": {\"k\": [2, 2]}}, \(red)" }, layer: "fill",
      shown: { ($0.values[.path]?.boundingBox?.minX).map { $0 + 1 } }, count: 2),
    Number(
      name: "height of an ellipse",
      items: { "{\"ty\": \"el\", \"p\": {\"k\": [0, 0]}, \"s\": \($0)}, \(red)" }, layer: "fill",
      shown: { $0.values[.path]?.boundingBox?.height }, count: 2),
    Number(
      name: "radius of a polygon",
      items: {
        """
        {"ty": "sr", "sy": 2, "pt": {"k": 4}, "p": {"k": [0, 0]}, "r": {"k": 0}, "or": \($0), \
        "os": {"k": 0}}, \(red)
        """
      }, layer: "fill", shown: { $0.values[.path]?.boundingBox?.width }, factor: 2),
    Number(
      name: "opacity of a fill",
      items: {
        "\(square), {\"ty\": \"fl\", \"nm\": \"fill\", \"c\": {\"k\": [1, 0, 0]}, \"o\": \($0)}"
      },
      layer: "fill", shown: { ($0.values[.fillColor]?.alpha ?? 0) * $0.values[.opacity] },
      factor: 0.01),
    Number(
      name: "width of a stroke",
      items: {
        "\(square), {\"ty\": \"st\", \"nm\": \"line\", \"c\": {\"k\": [0, 0, 1]}, \"o\": {\"k\": 100}, \"w\": \($0)}"
      }, layer: "line", shown: { $0.values[.lineWidth] }),
    Number(
      name: "end of a trim",
      items: { "\(square), {\"ty\": \"tm\", \"s\": {\"k\": 0}, \"e\": \($0)}, \(line)" },
      layer: "line",
      shown: { $0.values[.strokeEnd] }, factor: 0.01),
    Number(
      name: "start of a trim",
      items: { "\(square), {\"ty\": \"tm\", \"s\": \($0), \"e\": {\"k\": 100}}, \(line)" },
      layer: "line", shown: { $0.values[.strokeStart] }, factor: 0.01),
    Number(
      name: "place of a group",
      items: { "{\"ty\": \"gr\", \"it\": [\(square), {\"ty\": \"tr\", \"p\": \($0)}]}, \(red)" },
      layer: "fill", shown: { ($0.values[.path]?.boundingBox?.minX).map { $0 + 5 } }, count: 2),
    Number(
      name: "opacity of a mask",
      more: {
        "\"masksProperties\": [{\"mode\": \"a\", \"pt\": \(ShapeTests.outline), \"o\": \($0)}],"
      },
      shown: { $0.mask?.sublayers.last?.values[.opacity] }, factor: 0.01),
    Number(
      name: "distance of a shadow",
      more: {
        """
        "sy": [{"ty": 1, "c": {"k": [1, 0, 0]}, "o": {"k": 50}, "a": {"k": 180}, "d": \($0), \
        "s": {"k": 6}}],
        """
      }, shown: { $0.values[.shadowOffset].width }),
  ]

  // MARK: Settings

  private static func list(_ value: Double, _ count: Int) -> String {
    "[\(Array(repeating: "\(value)", count: count).joined(separator: ", "))]"
  }

  private static func keys(
    _ times: [(Double, Double)], _ more: String = ""
  ) -> @Sendable (Int) -> String {
    { count in
      let keys = times.map { "{\"t\": \($0.0), \"s\": \(list($0.1, count))\(more)}" }
      return "{\"a\": 1, \"k\": [\(keys.joined(separator: ", "))]}"
    }
  }

  /// From 20 at frame 0 to 80 at frame 20: 3 more each frame.
  private static let ramp = keys([(0, 20), (20, 80)])

  private static func inside(_ keys: String) -> @Sendable (String) -> String {
    { layer in
      lottie(
        """
        {"ty": 0, "refId": "c", "nm": "outer", "w": 100, "h": 100, "ip": 0, "op": 20, "ks": {}, \(keys)}
        """, "\"assets\": [{\"id\": \"c\", \"layers\": [\(layer)]}],")
    }
  }

  private static let easeInOut = #", "o": {"x": 0.42, "y": 0}, "i": {"x": 0.58, "y": 1}"#
  private static let eased: @Sendable (Int) -> String = keys([(0, 20), (20, 80)], easeInOut)

  static let settings: [Setting] = [
    Setting(
      name: "constant", property: { "{\"a\": 0, \"k\": \(list(35, $0))}" }, frame: 7, value: 35),
    Setting(name: "in the middle", property: ramp, frame: 10, value: 50),
    Setting(name: "at the first key frame", property: ramp, frame: 0, value: 20),
    Setting(name: "between frames", property: ramp, frame: 7.25, value: 41.75),
    Setting(name: "before the first", property: keys([(5, 30), (15, 70)]), frame: 2, value: 30),
    Setting(name: "after the last", property: keys([(5, 30), (15, 70)]), frame: 18, value: 70),
    Setting(
      name: "held", property: keys([(0, 20), (10, 60), (20, 80)], ", \"h\": 1"), frame: 9.5,
      value: 20),
    Setting(
      name: "held until its end", property: keys([(0, 20), (10, 60), (20, 80)], ", \"h\": 1"),
      frame: 10, value: 60),
    // CSS's ease-in-out at a quarter is 0.129162.
    Setting(name: "eased", property: eased, frame: 5, value: 20 + 60 * 0.129162),
    Setting(
      name: "with ends written out",
      property: { count in
        """
        {"k": [{"t": 0, "s": \(list(20, count)), "e": \(list(40, count))}, \
        {"t": 10, "s": \(list(60, count)), "e": \(list(80, count))}, {"t": 20}]}
        """
      }, frame: 15, value: 70),
    Setting(
      name: "two at one time", property: keys([(0, 20), (10, 40), (10, 60), (20, 80)]), frame: 15,
      value: 70),
    Setting(name: "backwards", property: keys([(0, 80), (20, 20)]), frame: 5, value: 65),
    Setting(
      name: "inside, later", property: ramp, frame: 10, value: 20 + 3 * 6, file: inside("\"st\": 4")
    ),
    Setting(
      name: "inside, slower", property: ramp, frame: 10, value: 20 + 3 * 5,
      file: inside("\"st\": 0, \"sr\": 2")),
    Setting(
      name: "inside, remapped", property: ramp, frame: 10, value: 50,
      file: inside(
        "\"st\": 0, \"tm\": {\"a\": 1, \"k\": [{\"t\": 0, \"s\": [2]}, {\"t\": 20, \"s\": [0]}]}")),
    Setting(
      name: "inside, back and forth", property: ramp, frame: 15, value: 20 + 3 * 10,
      file: inside(
        """
        "st": 0, "tm": {"a": 1, "k": [{"t": 0, "s": [0]}, {"t": 10, "s": [2]}, {"t": 20, "s": [0]}]}
        """)),
    Setting(
      name: "with a parent", property: ramp, frame: 10, value: 50,
      file: { layer in
        let child = layer.replacing(
          "\"ty\": 4,", with: "\"ty\": 4, \"parent\": 7,", maxReplacements: 1)
        return lottie(
          child + #", {"ty": 3, "ind": 7, "nm": "p", "ip": 0, "op": 20, "ks": {"r": {"k": 30}}}"#)
      }),
    Setting(
      name: "by a slot", property: { _ in "{\"sid\": \"n\"}" }, frame: 10, value: 50,
      file: { layer in lottie(layer, "\"slots\": {\"n\": {\"p\": \(ramp(2))}},") }),
  ]

  @Test(
    "Numbers of a Lottie come out in every place, in both profiles", arguments: numbers, settings)
  func value(_ number: Number, _ setting: Setting) throws {
    let property = setting.property(number.count)
    let file = setting.file(
      shapeLayer(
        number.items(property), transform: number.transform(property), number.more(property)))
    for profile in LottieProfile.allCases {
      var options = ImportOptions()
      options.settings["lottie-profile"] = profile.rawValue
      let result = LottieImporter().load(
        Array(file.utf8), path: "a.json", options: options, resources: NoPictures())
      let scene = try #require(result.scene, "\(result.diagnostics)")
      #expect(result.diagnostics.isEmpty, "\(result.diagnostics)")
      let layer = try #require(scene.layer(number.layer, at: setting.frame / 10))
      let shown = try #require(number.shown(layer))
      let expected = setting.value * number.factor
      #expect(
        abs(shown - expected) < 2e-3 * max(number.factor, 0.1),
        "\(profile): \(shown), not \(expected)")
    }
  }
}
