import RostrumBase
import RostrumGeometry
import RostrumLayerTree
import RostrumOutput
import RostrumRendering
import RostrumSceneFile
import RostrumSource
import RostrumTiming

/// The demands that a scene file makes on itself: expectations and stillness, frame by frame.
extension SceneCheck {
  func demandFindings() throws -> [Diagnostic] {
    let indices = Dictionary(scene.layers.map { ($0.name, $0.index) }) { first, _ in first }
    var runs = demands.expectations.compactMap { expectation in
      indices[expectation.layer].map {
        ExpectationRun(expectation, layer: $0, canvas: scene.size, indices)
      }
    }
    var stretches: [ClosedRange<Double>] = []
    guard !runs.isEmpty || demands.stillness != nil else { return [] }
    let survey = FrameSurvey(context)
    var since = 0.0
    for frame in 0..<scene.clock.frameCount {
      try Task.checkCancellation()
      let time = time(ofFrame: frame)
      if demands.stillness != nil, survey.move(to: time) {
        stretches.append(since...time)
        since = time
      }
      guard !runs.isEmpty else { continue }
      let standings = context.standings(at: time)
      for index in runs.indices { runs[index].look(at: standings, time) }
    }
    stretches.append(since...max(since, scene.clock.duration))
    let limit = demands.stillness.map { stillness(stretches, $0) } ?? []
    return runs.compactMap(\.finding) + limit
  }

  private func stillness(
    _ stretches: [ClosedRange<Double>], _ limit: StillnessLimit
  ) -> [Diagnostic] {
    let long = stretches.filter { $0.upperBound - $0.lowerBound > limit.seconds + 1e-9 }
    guard !long.isEmpty else { return [] }
    let times = long.prefix(3).map {
      "\(readable(moment: $0.lowerBound)) to \(readable(moment: $0.upperBound))"
    }
    let rest = long.count > 3 ? ", and \(long.count - 3) times more" : ""
    return [
      Diagnostic(
        severity: .warning, id: DiagnosticID.standsStill.rawValue,
        message:
          "nothing moves for more than \(readable(moment: limit.seconds)): from "
          + times.joined(separator: ", ") + rest,
        range: limit.range)
    ]
  }
}

/// One expectation on its way through the frames.
private struct ExpectationRun {
  private let expectation: Expectation
  private let layer: Int
  private let canvas: Rect
  /// The other layer that it names.
  private let other: Int?
  private var appeared: Double?
  private var otherAppeared: Double?
  private var rest: LayerStanding?
  /// Why it is not met.
  private var failure: String?

  init(_ expectation: Expectation, layer: Int, canvas: Size, _ indices: [String: Int]) {
    self.expectation = expectation
    self.layer = layer
    self.canvas = Rect(origin: .zero, size: canvas)
    switch expectation.claim {
    case .before(let name), .staysInside(.layer(let name)): other = indices[name]
    default: other = nil
    }
  }

  mutating func look(at standings: [Int: LayerStanding], _ time: Double) {
    if appeared == nil, appears(standings[layer]) { appeared = time }
    if otherAppeared == nil, appears(other.flatMap { standings[$0] }) { otherAppeared = time }
    guard failure == nil, expectation.period?.contains(time) ?? true,
      let standing = standings[layer]
    else { return }
    switch expectation.claim {
    case .staysInside(let region): failure = departure(standing, region, standings, time)
    case .atRest(let start) where time >= start - 1e-9:
      if let rest, !rest.isSame(as: standing) {
        failure =
          "moves at \(readable(moment: time)), where it is to be at rest from "
          + "\(readable(moment: start)) on"
      }
      rest = standing
    default: break
    }
  }

  private func appears(_ standing: LayerStanding?) -> Bool {
    guard let standing, standing.opacity >= 0.5 else { return false }
    return !standing.box.intersection(canvas).isEmpty
  }

  private func departure(
    _ standing: LayerStanding, _ region: Expectation.Region, _ standings: [Int: LayerStanding],
    _ time: Double
  ) -> String? {
    guard standing.opacity > 0 else { return nil }
    let (room, name): (Rect, String)
    switch region {
    case .canvas: (room, name) = (canvas, "the canvas")
    case .rectangle(let rect): (room, name) = (rect, "the rectangle")
    case .layer(let layer):
      guard let place = other.flatMap({ standings[$0] }) else { return nil }
      (room, name) = (place.box, layer.quoted)
    }
    let box = standing.box
    let beyond = max(
      room.minX - box.minX, room.minY - box.minY, box.maxX - room.maxX, box.maxY - room.maxY)
    guard beyond > 1e-6 else { return nil }
    let length = readable((beyond * 100).rounded() / 100)
    return "is \(length) points outside \(name) at \(readable(moment: time))"
  }

  /// An error when it is not met.
  var finding: Diagnostic? {
    guard let failure = failure ?? lateness else { return nil }
    return Diagnostic(
      severity: .error, id: DiagnosticID.failedExpectation.rawValue,
      message: "the layer \(expectation.layer.quoted) " + failure, range: expectation.range)
  }

  private var lateness: String? {
    switch expectation.claim {
    case .appearsBy(let time):
      guard let appeared else { return "never appears" }
      return appeared <= time + 1e-9
        ? nil
        : "appears at \(readable(moment: appeared)), not by \(readable(moment: time))"
    case .before(let name):
      guard let appeared else { return "never appears" }
      guard let otherAppeared, otherAppeared <= appeared else { return nil }
      return
        "appears at \(readable(moment: appeared)), not before \(name.quoted), which appears at "
        + readable(moment: otherAppeared)
    default: return nil
    }
  }
}

extension LayerStanding {
  /// Whether two moments of a layer look the same, wherever other layers are.
  fileprivate func isSame(as other: LayerStanding) -> Bool {
    transform == other.transform && opacity == other.opacity && layer.looksSame(as: other.layer)
  }
}

extension PresentationLayer {
  /// Whether every property has the same value, set or not.
  fileprivate func looksSame(as other: PresentationLayer) -> Bool {
    if isSame(as: other) { return true }
    guard layerClass == other.layerClass, layerClass != .emitter, identity == other.identity,
      transition == nil, other.transition == nil, inner.count == other.inner.count
    else { return false }
    return layerClass.properties.allSatisfy { values[any: $0] == other.values[any: $0] }
      && zip(inner, other.inner).allSatisfy { $0.looksSame(as: $1) }
  }
}
