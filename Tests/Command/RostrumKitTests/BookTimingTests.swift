import Foundation
import RostrumGeometry
import RostrumKit
import RostrumLayerTree
import RostrumOutput
import TestSupport
import Testing

/// Where things are in the book's scenes about time, at moments whose numbers follow from the
/// scene's words without Rostrum: half ways, Bezier curves at round parameters, measured values of
/// timing functions at one half.
@Suite("Scenes of the book: where things are at a time")
struct BookTimingTests {
  struct Place: CustomTestStringConvertible {
    let scene: String
    let layer: String
    let keyPath: String
    /// Time and value, in degrees for rotations.
    let values: [(time: Double, value: Double)]
    var testDescription: String { "\(scene), \(layer), \(keyPath)" }

    init(_ scene: String, _ layer: String, _ keyPath: String, _ values: [(Double, Double)]) {
      (self.scene, self.layer, self.keyPath, self.values) = (scene, layer, keyPath, values)
    }
  }

  /// Measured on macOS, at half the time.
  private static let (easeIn, easeOut, byDefault) = (0.3153568, 0.6846432, 0.8024034)

  /// The curve of listing 9.3, M 0 150 C 75 0 225 300 300 150, at a quarter and at three quarters
  /// of its parameter.
  private static let (quarter, threeQuarters) = (67.96875, 232.03125)

  private static func ship(_ panel: Int, _ values: [(Double, Double)]) -> Place {
    Place("9.3", "layers[\(panel)].sublayers[1]", "position.x", values)
  }

  private static let ships = [
    ship(0, [(0, 0), (0.25, quarter), (0.5, 150), (0.75, threeQuarters), (1, 300), (1.1, 0)]),
    ship(1, [(0.125, quarter), (0.25, 150), (0.5, 300), (0.6, 0)]),
    ship(2, [(0, 150), (0.25, threeQuarters), (0.5, 0), (0.75, quarter), (1, 150)]),
    ship(3, [(1 / 3.0, quarter), (1, threeQuarters), (4 / 3.0, 300)]),
    // The offset is added after the speed: half way at the start, and round.
    ship(4, [(0, 150), (0.125, threeQuarters), (0.25, 0), (0.375, quarter), (0.5, 150)]),
    // The book's reading: from the end, and round.
    ship(5, [(0, 0), (0.125, quarter), (0.25, 150), (0.375, threeQuarters), (0.5, 300)]),
    Place("9.3", "layers[0].sublayers[1]", "position.y", [(0.25, 107.8125), (0.75, 192.1875)]),
    // The tangent at the middle is three times (112.5, 75).
    Place("9.3", "layers[0].sublayers[1]", "transform.rotation.z", [(0.5, 33.69006752597979)]),
  ]

  private static func dot(_ row: Int, _ values: [(Double, Double)]) -> Place {
    Place("9.1-time", "layers[\(row)].sublayers[1]", "position.x", values)
  }

  private static let times = [
    dot(0, [(0, 18), (0.25, 84), (1, 282), (1.1, 18)]),
    dot(1, [(0.25, 18), (0.75, 84), (1.5, 282)]),
    dot(2, [(0.125, 84), (0.5, 282), (0.6, 18)]),
    dot(3, [(0, 150), (0.25, 216), (0.75, 84), (1, 150)]),
    dot(4, [(0.4, 18), (0.5, 150), (0.625, 216), (0.875, 84), (1, 150), (1.1, 18)]),
  ]

  private static let fillModes = [("removed", 150, 150), ("forwards", 150, 260)]
    .map { Place("9.1-fill-modes", $0, "position.x", [(0.25, $1), (1, 150), (1.75, $2)]) }
  private static let fillModesBefore = [("backwards", 40, 150), ("both", 40, 260)]
    .map { Place("9.1-fill-modes", $0, "position.x", [(0.25, $1), (1, 150), (1.75, $2)]) }

  private static let implicit = [
    Place(
      "10.1", "colorLayer", "position.x",
      [
        (0.5, 150), (1, 150 + 80 * easeOut), (1.5, 230), (2.2, 230), (2.8, 230 - 160 * easeOut),
        (4.125, 70 + 80 * byDefault), (4.25, 150),
      ]),
    Place("10.1", "first touch", "opacity", [(0.49, 0), (0.5, 1), (1.99, 1), (2, 0)]),
    // Default curves: easeInEaseOut for views, whose half is half way.
    Place("10.2", "easeInOutView", "position.x", [(0.5, 65), (1, 150), (1.5, 235), (2.75, 150)]),
    Place(
      "10.2", "colorView", "position.x", [(1, 65 + 170 * easeOut), (2.75, 235 - 170 * easeOut)]),
    Place("10.2", "springView", "position.x", [(0.74, 65), (0.75, 65), (2, 235)]),
  ]

  private static let keyframes = [
    // Three steps of two thirds of a second, eased in each: from blue to red, to lime, to blue.
    Place("10.3", "color layer", "backgroundColor.red", [(1 / 3.0, easeIn), (1, 1 - easeIn)]),
    Place("10.3", "linear", "backgroundColor.red", [(1 / 3.0, 0.5), (1, 0.5)]),
    Place("10.3", "eased as a whole", "backgroundColor.red", [(1, 3 * easeIn)]),
    Place("calculation-modes", "layers[0].sublayers[2]", "position.x", [(0.5, 35), (1, 75)]),
    Place("calculation-modes", "layers[1].sublayers[2]", "position.x", [(0.4, 20), (1, 110)]),
    // 20, 50√5.2 and 10√85 long: half of it all lies on the second piece.
    Place("calculation-modes", "layers[2].sublayers[2]", "position.x", [(1, 97.16185767)]),
    Place("calculation-modes", "layers[3].sublayers[2]", "position.y", [(1, 59.375)]),
    Place("calculation-modes", "layers[5].sublayers[1]", "position.x", [(1, 41.25)]),
  ]

  private static let values = [
    Place("10.7-interpolation", "number", "opacity", [(0.5, 0.55), (1.2, 0.1)]),
    Place("10.7-interpolation", "point", "position.x", [(0.25, 140), (0.5, 150)]),
    Place("10.7-interpolation", "size", "bounds.size.width", [(0.5, 65)]),
    Place("10.7-interpolation", "rectangle", "bounds.origin.x", [(0.5, 10)]),
    Place("10.7-interpolation", "rectangle", "bounds.size.height", [(0.5, 55)]),
    Place("10.7-interpolation", "transform", "transform.rotation.z", [(0.5, 45)]),
    Place("10.7-interpolation", "transform", "transform.scale.y", [(0.5, 0.75)]),
    Place("10.7-interpolation", "flag", "hidden", [(0.49, 1), (0.5, 0), (1, 0)]),
    Place("10.7-interpolation", "visible flag", "hidden", [(0.5, 1), (0.99, 1), (1, 0)]),
    Place("10.8", "quadraticEaseInOut", "position.x", [(0.25, 140 + 210 * 0.125), (0.5, 245)]),
    Place("10.8", "bounceEaseOut", "position.x", [(4 / 11.0, 350), (8 / 11.0, 350)]),
    Place("10.8", "backEaseIn", "position.x", [(0.5, 140 + 210 * -0.0876975)]),
  ]

  private static let springs = [
    Place("springs", "default", "position.x", [(0.05, 60 + 160 * 0.1044055)]),
    Place("springs", "critical", "position.x", [(0.05, 60 + 160 * 0.0902040)]),
    Place("springs", "beyond critical", "position.x", [(0.05, 60 + 160 * 0.0902040)]),
    Place("springs", "pop", "position.x", [(0, 60), (1.99, 220)]),
    Place("stroke", "tick", "strokeEnd", [(0.3, 0), (1, 0.5), (1.4, 1), (1.9, 1)]),
    Place("stroke", "drawn ring", "strokeEnd", [(0.35, easeOut)]),
    Place("stroke", "spinner", "strokeEnd", [(0.5, easeOut), (1.5, easeOut)]),
    Place("stroke", "spinner", "strokeStart", [(0.5, easeIn), (1.5, easeIn)]),
    Place("stroke", "spinner", "transform.rotation.z", [(0.5, 90)]),
  ]

  private static let chapter8 = [
    ("from, to", 150), ("from, by", 60), ("to, by", 240), ("from alone", 90), ("to alone", 210),
    ("by alone", 180), ("shaken", 198),
  ].map { Place("8.1", $0, "position.x", [(0.5, $1), (1.2, 150)]) }

  private static let groups = [
    // M 20 150 C 95 0 200 300 280 150, half way, and its end, which stays.
    Place("8.2-group", "linear", "position.x", [(1, 148.125), (2.4, 280)]),
    // Two thirds of the colour's three seconds.
    Place("8.2-group", "linear", "backgroundColor.red", [(1, 115 / 255.0), (2.2, 185 / 255.0)]),
    Place("8.2-group", "eased", "backgroundColor.red", [(1, (45 + 140 * easeOut) / 255)]),
    Place("8.4", "ship", "transform.rotation", [(1.125, 112.5), (1.75, 0), (4, 180), (5.5, 0)]),
  ]

  /// The heights of the Bezier (1, 0), (0.5, 1.51) at a parameter: 3 (1 - s) s² 1.51 + s³.
  private static func height(_ s: Double) -> Double { 3 * (1 - s) * s * s * 1.51 + s * s * s }

  private static let sampling = [
    Place(
      "003-sampling", "along the parameter", "transform.translation.x",
      [(0.2, 0), (0.45, 250 * height(0.25)), (0.7, 250 * height(0.5)), (1.2, 250)]),
    // At the parameter 0.5 the time is 0.5 (3 · 0.125 · (1 + 0.5) + 0.125 = 0.6875).
    Place(
      "003-sampling", "solved for time", "transform.translation.x",
      [(0.2, 0), (0.2 + 0.6875, 250 * height(0.5)), (1.2, 250)]),
  ]

  /// Key frame i is the result of the book's interpolator for i/60; the 59 steps between the 60 key
  /// frames take a second.
  private static let listings = [
    Place(
      "10.7-keyframes", "the listing", "position.y",
      [(0, 32), (1 / 59.0, 35.9333333), (30 / 59.0, 150), (1, 264.0666667)]),
    Place("10.7-keyframes", "basic", "position.y", [(0.25, 91), (0.5, 150), (1, 268)]),
    Place(
      "10.7-keyframes", "by elements", "transform.scale.x", [(30 / 59.0, 0), (15 / 59.0, 0.5)]),
    Place("10.7-keyframes", "taken apart", "transform.scale.x", [(0.25, 1), (0.5, 1)]),
    Place(
      "10.8-keyframes", "the listing", "position.y",
      [
        // The parabolas at 0.25, 0.5 and 0.95: 121/256, 2.26875 - 4.95 + 3.4 and
        // 9.747 - 19.494 + 10.72.
        (0, 32), (15 / 59.0, 143.546875), (30 / 59.0, 201.625), (57 / 59.0, 261.628),
      ]),
    Place("10.8-keyframes", "timing function", "position.y", [(4 / 11.0, 268), (8 / 11.0, 268)]),
  ]

  /// A ship on the curve of listing 9.3 whose sliders are where the program starts: speed 1 and
  /// timeOffset 0.
  private static let sliders = [
    Place("9.3-sliders", "ship", "position.x", [(0.25, quarter), (0.5, 150), (1, 300), (1.1, 0)]),
    Place("9.1", "ship", "transform.rotation", [(1, 180), (2.5, 90), (6.5, 90), (7.1, 0)]),
    Place("9.1-fill-removed", "with a key", "position.x", [(0.5, 150), (1.9, 260), (2, 40)]),
    Place("9.1-fill-removed", "without a key", "position.x", [(0.5, 150), (1.9, 260), (2.9, 260)]),
  ]

  static let places =
    sampling + listings + sliders
    + ships + times + fillModes + fillModesBefore + implicit + keyframes + values + springs
    + chapter8 + groups

  @Test("Layers are where the scene's words put them", arguments: places)
  func place(_ place: Place) throws { try Self.check(place) }

  /// Fails where the layer is somewhere else.
  static func check(_ place: Place) throws {
    let path = FileManager.root.appending(path: "Scenes/Book/\(place.scene).yaml").path
    let scene = try SceneOpener().open(path).scene
    // A colour's red part has no key path of its own.
    let keyPath = place.keyPath.replacing(".red", with: "")
    let choice = SceneSampler.Choice(layers: [place.layer], keyPaths: [keyPath])
    let series = try SceneSampler(scene).series(choice, at: place.values.map(\.time))
    for (value, expected) in zip(series[0].values, place.values) {
      let difference = difference(
        number(value), expected.value, isTurn: keyPath.contains("rotation"))
      #expect(abs(difference) < tolerance(place.layer), "at \(expected.time): \(value)")
    }
  }

  /// Two springs are compared once they are nearly at rest.
  private static func tolerance(_ layer: String) -> Double {
    ["springView", "pop"].contains(layer) ? 0.2 : 2e-4
  }

  private static func number(_ value: Value) -> Double {
    switch value {
    case .boolean(let flag): flag ? 1 : 0
    case .color(let color): color.red
    default: value.number
    }
  }

  /// Turns are given in degrees, and known up to a whole turn.
  private static func difference(_ found: Double, _ expected: Double, isTurn: Bool) -> Double {
    isTurn
      ? (found * 180 / .pi - expected).remainder(dividingBy: 360) : found - expected
  }
}
