import Foundation
import RostrumKit
import RostrumLayerTree
import RostrumOutput
import RostrumTiming
import Testing

/// Numbers that were measured on macOS, or follow from Apple's formulas, through scene texts and
/// printed samples.
@Suite("Printed samples agree with the golden tables")
struct GoldenSampleTests {
  // MARK: Media timing

  private static let times = [0, 0.2, 0.5, 0.9, 1, 1.2, 1.5, 1.9, 2.1, 2.5, 3, 4.5]

  @Test(
    "Printed samples of media timing: opacity from 0 to 1 in a second, over 0.5",
    arguments: [
      ("autoreverses: true", [0, 0.2, 0.5, 0.9, 1, 0.8, 0.5, 0.1, 0.5, 0.5, 0.5, 0.5]),
      ("repeatCount: 2.5", [0, 0.2, 0.5, 0.9, 0, 0.2, 0.5, 0.9, 0.1, 0.5, 0.5, 0.5]),
      ("repeatDuration: 1.7", [0, 0.2, 0.5, 0.9, 0, 0.2, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5]),
      ("speed: 2", [0, 0.4, 1, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5]),
      ("timeOffset: 0.3", [0.3, 0.5, 0.8, 0.2, 0.3, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5]),
      (
        "autoreverses: true, repeatCount: 2",
        [0, 0.2, 0.5, 0.9, 1, 0.8, 0.5, 0.1, 0.1, 0.5, 1, 0.5]
      ),
      ("speed: -1", [0, 0.8, 0.5, 0.1, 0, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5]),
      ("duration: 0", [0, 0.8, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5]),
    ])
  func mediaTiming(_ keys: String, _ expected: [Double]) throws {
    let duration = keys.contains("duration:") ? "" : "duration: 1, "
    let scene = SceneText(
      animation: "type: basic, keyPath: opacity, fromValue: 0, toValue: 1, \(duration)\(keys)")
    expect(try scene.printed(at: Self.times), expected)
  }

  @Test(
    "Printed samples of fill modes: begin 1, a second long",
    arguments: [
      ("removed", [0.5, 0.5, 0, 0.5, 1, 0.5]), ("forwards", [0.5, 0.5, 0, 0.5, 1, 1]),
      ("backwards", [0, 0, 0, 0.5, 1, 0.5]), ("both", [0, 0, 0, 0.5, 1, 1]),
    ])
  func fillModes(_ mode: String, _ expected: [Double]) throws {
    let scene = SceneText(
      animation: "type: basic, keyPath: opacity, fromValue: 0, toValue: 1, beginTime: 1, "
        + "duration: 1, fillMode: \(mode), removedOnCompletion: false")
    expect(try scene.printed(at: [0, 0.5, 1, 1.5, 2, 2.5]), expected)
  }

  // MARK: Timing functions

  /// Measured in single precision.
  @Test(
    "Printed samples of the named timing functions",
    arguments: [
      ("linear", [0.1, 0.25, 0.5, 0.75, 0.9, 0.67]),
      ("easeIn", [0.0170266, 0.0934647, 0.3153568, 0.6218605, 0.8394278, 0.515911]),
      ("easeOut", [0.1605722, 0.3781395, 0.6846432, 0.9065353, 0.9829734, 0.846581]),
      ("easeInEaseOut", [0.0197224, 0.1291619, 0.5, 0.8708381, 0.9802775, 0.772850]),
      ("default", [0.094795, 0.4085106, 0.8024034, 0.9604591, 0.9943165, 0.926527]),
    ])
  func timingFunctions(_ name: String, _ expected: [Double]) throws {
    let times = [0.1, 0.25, 0.5, 0.75, 0.9, 0.67]
    for (keyPath, layer, scale) in [
      ("opacity", "opacity: 0.5", 1.0), ("position.x", "position: [3, 4]", 100),
    ] {
      let scene = SceneText(
        layer: layer,
        animation: "type: basic, keyPath: \(keyPath), fromValue: 0, toValue: \(scale), "
          + "duration: 1, timingFunction: \(name)")
      let printed = try scene.printed(at: times).map { $0.map { $0 / scale } }
      expect(printed, expected, within: 2e-6)
    }
  }

  @Test("Printed samples of a timing function given by its control points")
  func controlPoints() throws {
    let scene = SceneText(
      animation: "type: basic, keyPath: opacity, fromValue: 0, toValue: 1, duration: 1, "
        + "timingFunction: [0.1, 1, 1, 0.2]")
    expect(try scene.printed(at: [0.67]), [0.589449], within: 2e-6)
  }

  /// The curve with easeIn's control points at its parameter s, where both coordinates are exact:
  /// no solver is needed.
  @Test("Printed samples are exact at points that lie on the curve by construction")
  func onTheCurve() throws {
    let parameters = (1..<20).map { Double($0) / 20 }
    func coordinate(_ a: Double, _ b: Double, _ s: Double) -> Double {
      3 * a * s * (1 - s) * (1 - s) + 3 * b * s * s * (1 - s) + s * s * s
    }
    let scene = SceneText(
      animation: "type: basic, keyPath: opacity, fromValue: 0, toValue: 1, duration: 1, "
        + "timingFunction: easeIn")
    let printed = try scene.printed(at: parameters.map { coordinate(0.42, 1, $0) })
    expect(printed, parameters.map { coordinate(0, 1, $0) }, within: 1e-9)
  }

  // MARK: From, to and by

  @Test(
    "Printed samples of a basic animation's ends, half way over 0.5",
    arguments: [
      ("fromValue: 0.2, toValue: 0.6", 0.4), ("fromValue: 0.2, byValue: 0.3", 0.35),
      ("toValue: 0.9, byValue: 0.3", 0.75), ("fromValue: 0.2", 0.35), ("toValue: 0.8", 0.65),
      ("byValue: 0.3", 0.65),
    ])
  func ends(_ keys: String, _ expected: Double) throws {
    let scene = SceneText(animation: "type: basic, keyPath: opacity, duration: 1, \(keys)")
    expect(try scene.printed(at: [0.5]), [expected], within: 1e-12)
  }

  // MARK: Key frames

  private static let keyTimes = [0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.99]

  @Test(
    "Printed samples of key frames: 0, 1, 0.5, 0.7 in a second",
    arguments: [
      ("linear", "", [0, 0.15, 0.3, 0.6, 0.9, 0.9, 0.75, 0.6, 0.52, 0.58, 0.64, 0.694]),
      (
        "linear", "[0, 0.1, 0.6, 1]",
        [0, 0.5, 1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.55, 0.6, 0.65, 0.695]
      ),
      ("discrete", "", [0, 0, 0, 0, 1, 1, 0.5, 0.5, 0.5, 0.7, 0.7, 0.7]),
      ("discrete", "[0, 0.1, 0.6, 1]", [0, 0, 1, 1, 1, 1, 1, 0.5, 0.5, 0.5, 0.5, 0.5]),
    ])
  func keyframes(_ mode: String, _ times: String, _ expected: [Double]) throws {
    let keyTimes = times.isEmpty ? "" : ", keyTimes: \(times)"
    let scene = SceneText(
      animation: "type: keyframe, keyPath: opacity, values: [0, 1, 0.5, 0.7], duration: 1, "
        + "calculationMode: \(mode)\(keyTimes)")
    expect(try scene.printed(at: Self.keyTimes), expected)
  }

  // MARK: Springs

  @Test(
    "Printed samples of springs from 0 to 100, at 0.05 s",
    arguments: [
      ("damping: 10", 10.44055), ("damping: 20", 9.02040), ("damping: 30", 9.02040),
      ("initialVelocity: 5", 29.30781), ("initialVelocity: -5", -8.42671),
    ])
  func springs(_ keys: String, _ expected: Double) throws {
    let scene = SceneText(
      layer: "position: [0, 0]",
      animation: "type: spring, keyPath: position.x, fromValue: 0, toValue: 100, \(keys)")
    expect(try scene.printed(at: [0.05]), [expected], within: 6e-6)
  }

  /// Displacement of a damped oscillator released at 0 with velocity v, pulled to 1.
  @Test(
    "Printed samples of the damped oscillator's formula, until the spring rests",
    arguments: [
      (1.0, 100.0, 10.0, 0.0), (1, 300, 20, 0), (2, 100, 5, 0), (1, 100, 10, 5), (1, 100, 10, -5),
      (1, 100, 1, 0),
    ])
  func oscillator(_ mass: Double, _ stiffness: Double, _ damping: Double, _ v: Double) throws {
    let scene = SceneText(
      layer: "position: [0, 0]",
      animation: "type: spring, keyPath: position.x, fromValue: 0, toValue: 1, mass: \(mass), "
        + "stiffness: \(stiffness), damping: \(damping), initialVelocity: \(v)")
    let frequency = (stiffness / mass).squareRoot()
    let ratio = damping / (2 * (stiffness * mass).squareRoot())
    let damped = frequency * (1 - ratio * ratio).squareRoot()
    let times = (0...14).map { Double($0) * 0.05 }
    let expected = times.map { t in
      1 - exp(-ratio * frequency * t)
        * (cos(damped * t) + (ratio * frequency - v) / damped * sin(damped * t))
    }
    expect(try scene.printed(at: times), expected, within: 1e-12)
  }

  @Test(
    "Printed samples of settling durations: as long as a scene with nothing but a spring",
    arguments: [
      ("", 1.4727003346780927), ("stiffness: 300, damping: 20", 0.7442555275721707),
      ("mass: 2, damping: 5", 5.658348137358159), ("initialVelocity: 5", 1.3815510557964275),
      ("initialVelocity: -5", 1.5350814063145797), ("damping: 20", 1.0),
      ("stiffness: 25, damping: 10", 1.9), ("stiffness: 1, damping: 2", 9.3),
      ("damping: 1", 13.91321015404625),
      ("perceptualDuration: 1, bounce: 0.5", 2.3438753795710707),
    ])
  func settling(_ keys: String, _ expected: Double) throws {
    let scene = SceneText(
      animation: "type: spring, keyPath: opacity, toValue: 1, \(keys)", duration: nil)
    #expect(abs(try scene.opened().scene.clock.duration - expected) < 1e-9)
  }
}
