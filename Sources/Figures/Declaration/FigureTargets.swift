public import RostrumBase
public import RostrumLayerTree
import RostrumSceneFile
import RostrumSource
public import RostrumTiming

/// Why something cannot be shown in a figure.
public struct FigureProblem: ExitStatusError, Sendable, Hashable, CustomStringConvertible {
  let id: DiagnosticID
  public let message: String
  public let hint: String?

  init(_ id: DiagnosticID, _ message: String, hint: String? = nil) {
    (self.id, self.message, self.hint) = (id, message, hint)
  }

  public var description: String { message + (hint.map { "; \($0)" } ?? "") }

  public var exitStatus: ExitStatus { .wrongUsage }
}

extension Scene {
  /// The layer of that name.
  public func figureLayer(named name: String) throws(FigureProblem) -> Layer {
    if let layer = layers.first(where: { $0.name == name }) { return layer }
    let suggestion = closest(to: name, among: layers.map(\.name))
    throw FigureProblem(
      .unknownLayer, "the scene has no layer \(name.quoted)",
      hint: suggestion.map { "did you mean '\($0)'?" })
  }

  /// The values of a layer over time for a key path: a point, a size or a rectangle is two or four
  /// numbers, everything else is one value.
  public func figureTargets(
    layer name: String, keyPath: String
  ) throws(FigureProblem) -> [FigureTarget] {
    let layer = try figureLayer(named: name)
    let known = layer.layerClass.keyPaths
    guard let found = known.first(where: { $0.name == keyPath }) else {
      let suggestion = closest(to: keyPath, among: known.map(\.name))
      throw FigureProblem(
        .unknownKeyPath, "the layer \(name.quoted) has no key path \(keyPath.quoted)",
        hint: suggestion.map { "did you mean '\($0)'?" })
    }
    guard found.type != .transform else { throw .notANumber(found, among: known) }
    guard found.hasNumbers else { return [FigureTarget(layer: layer, keyPath: found)] }
    return known.filter { $0.isNumber && $0.name.hasPrefix(found.name + ".") }.map {
      FigureTarget(layer: layer, keyPath: $0)
    }
  }
}

extension FigureDeclaration.SceneSource {
  /// The number that is taken away from the only one of these: by default of a layer of the same
  /// name, at the same key path.
  func subtrahend(
    of targets: [FigureTarget], layer: String?, keyPath: String?
  ) throws(FigureProblem) -> FigureTarget.Subtrahend {
    let others = try scene.figureTargets(
      layer: layer ?? targets[0].layer.name, keyPath: keyPath ?? targets[0].keyPath.name)
    guard targets.count == 1, others.count == 1, targets[0].isNumber, others[0].isNumber else {
      throw FigureProblem(
        .wrongType, "only a number can be taken away from a number",
        hint: "both key paths end in one, such as position.y")
    }
    return FigureTarget.Subtrahend(
      scene: scene, layer: others[0].layer, keyPath: others[0].keyPath)
  }
}

extension AnimationKeyPath {
  var isNumber: Bool {
    switch type {
    case .number, .angle: true
    default: false
    }
  }

  /// Whether the value has several numbers with a curve for each.
  fileprivate var hasNumbers: Bool {
    switch type {
    case .point, .size, .rect: true
    default: false
    }
  }
}

extension FigureProblem {
  fileprivate static func notANumber(
    _ keyPath: AnimationKeyPath, among known: [AnimationKeyPath]
  ) -> FigureProblem {
    let parts = known.filter { $0.isNumber && $0.name.hasPrefix(keyPath.name + ".") }
    let some = parts.prefix(3).map(\.name).joined(separator: ", ")
    return FigureProblem(
      .wrongType, "a transform is not a number, so '\(keyPath.name)' has no curve",
      hint: some.isEmpty ? nil : "its numbers: \(some)\(parts.count > 3 ? " ..." : "")")
  }
}

/// At which times a figure shows pictures.
public enum FigureTimes {
  /// No figure shows more pictures than this.
  public static let maximumCount = 2000

  /// Times at a fixed interval from the start of a range, its end included where it falls on one.
  /// Throws when there are too many.
  public static func every(
    _ step: Double, in range: ClosedRange<Double>
  ) throws(FigureProblem) -> [Double] {
    let count = ((range.upperBound - range.lowerBound) / step + 1e-9).rounded(.down)
    guard step > 0, count < Double(maximumCount) else {
      throw FigureProblem(
        .outOfRange, "that is more than \(maximumCount) pictures",
        hint: "take longer steps, or a shorter part of the scene")
    }
    return (0...Int(count)).map { range.lowerBound + Double($0) * step }
  }

  /// The times of `count` frames of a film, evenly spaced from the first to the last.
  public static func frames(_ count: Int, of clock: FrameClock) -> [Double] {
    let last = clock.frameCount - 1
    let count = min(max(count, 1), clock.frameCount)
    return (0..<count).map { index in
      let frame = count == 1 ? 0 : Double(index) * Double(last) / Double(count - 1)
      return clock.time(ofFrame: Int(frame.rounded()))
    }
  }
}

/// Lengths as people write them.
public enum FigureLength {
  /// The widths that a figure may have, in points.
  public static let limits = 60.0...4000.0

  /// The heights that a figure may have, in points.
  public static let heightLimits = 40.0...4000.0

  /// Points of 1/72 inch: `340`, `340pt`, `120mm`, `12cm`, `4.5in`; `nil` for anything else.
  public static func points(_ text: String) -> Double? {
    let units: [(String, Double)] = [("mm", 72 / 25.4), ("cm", 72 / 2.54), ("in", 72), ("pt", 1)]
    for (unit, factor) in units where text.hasSuffix(unit) {
      return number(String(text.dropLast(2))).map { $0 * factor }
    }
    return number(text)
  }

  private static func number(_ text: String) -> Double? {
    if case .number(let value) = NumberText(text.trimmed { $0 == " " }) { value } else { nil }
  }
}

extension [FigureTarget] {
  /// With names as short as they can be: the key path alone, or the layer alone, where the other is
  /// the same for all; of several scenes, the scene alone, or in front.
  public func named(in plot: FigureDeclaration.SceneSource) -> [FigureTarget] {
    let layers = Set(map(\.layer.name))
    let scenes = Set(map { ($0.source ?? plot).label })
    let things = map { "\($0.layer.name) \($0.keyPath.name)" }
    let keyPaths = Set(map(\.keyPath))
    return map { target in
      var target = target
      if keyPaths.count == 1, layers.count > 1 { target.name = target.layer.name }
      if layers.count == 1 { target.name = target.keyPath.name }
      let isTwice = things.count { $0 == "\(target.layer.name) \(target.keyPath.name)" } > 1
      guard scenes.count > 1, isTwice || target.source != nil else { return target }
      let scene = (target.source ?? plot).label
      let isAlone = layers.count == 1 && keyPaths.count == 1
      target.name = isAlone ? scene : "\(scene): \(target.name)"
      return target
    }
  }
}
