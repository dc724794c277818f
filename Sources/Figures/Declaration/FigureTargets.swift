import Base
public import LayerTree
import SceneFile
import Timing

/// Why something cannot be shown in a figure.
public struct FigureProblem: Error, Sendable, Hashable, CustomStringConvertible {
  let id: DiagnosticID
  public let message: String
  public let hint: String?

  init(_ id: DiagnosticID, _ message: String, hint: String? = nil) {
    (self.id, self.message, self.hint) = (id, message, hint)
  }

  public var description: String { message + (hint.map { "; \($0)" } ?? "") }
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

  /// A number of a layer over time.
  public func figureTarget(
    layer name: String, keyPath: String
  ) throws(FigureProblem) -> FigureTarget {
    let layer = try figureLayer(named: name)
    let known = layer.layerClass.keyPaths
    guard let found = known.first(where: { $0.name == keyPath }) else {
      let suggestion = closest(to: keyPath, among: known.map(\.name))
      throw FigureProblem(
        .unknownKeyPath, "the layer \(name.quoted) has no key path \(keyPath.quoted)",
        hint: suggestion.map { "did you mean '\($0)'?" })
    }
    guard found.isNumber else { throw .notANumber(found, among: known) }
    return FigureTarget(layer: layer, keyPath: found)
  }
}

extension AnimationKeyPath {
  var isNumber: Bool {
    switch type {
    case .number, .angle: true
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
      .wrongType, "the key path '\(keyPath.name)' is not a number, so it has no curve",
      hint: some.isEmpty ? nil : "its numbers: \(some)\(parts.count > 3 ? " ..." : "")")
  }
}
