public import RostrumBase
import RostrumGeometry
public import RostrumLayerTree
import RostrumSceneFile

/// The values of one key path of one layer over time, as `rostrum sample` prints them.
public struct SampledSeries: Sendable {
  /// The layer's name.
  public let layer: String
  /// For instance `transform.rotation.z`.
  public let keyPath: AnimationKeyPath
  /// In seconds of the scene.
  public let times: [Double]
  /// One for each time.
  public let values: [Value]
}

/// Evaluates a scene without drawing it: values over time, and how one of them comes about.
public struct SceneSampler: Sendable {
  let scene: Scene

  public init(_ scene: Scene) { self.scene = scene }

  /// The layers, key paths and times to sample.
  public struct Choice: Sendable {
    /// Names of layers; empty for all.
    public var layers: [String]
    /// Key paths; empty for all animated ones.
    public var keyPaths: [String]

    public init(layers: [String] = [], keyPaths: [String] = []) {
      self.layers = layers
      self.keyPaths = keyPaths
    }
  }

  /// A name in the choice that the scene does not have.
  public struct UnknownName: ExitStatusError, Sendable, CustomStringConvertible {
    public enum Kind: String, Sendable {
      case layer
      case keyPath = "key path"
    }

    public let kind: Kind
    public let name: String
    /// Everything that the name could have been.
    public let candidates: [String]

    public var description: String {
      let suggestion = closest(to: name, among: candidates).map { "; did you mean '\($0)'?" }
      return "the scene has no \(kind.rawValue) '\(name)'" + (suggestion ?? "")
    }

    public var exitStatus: ExitStatus { .wrongUsage }
  }

  /// One series for each layer and key path of the choice, in the order of the scene.
  ///
  /// With layers and key paths, every layer that has the key path, animated or not. With key paths
  /// alone, the layers that animate them. With neither, every animated key path.
  public func series(_ choice: Choice, at times: [Double]) throws -> [SampledSeries] {
    let targets = try targets(choice)
    var columns = targets.map { _ in [Value]() }
    for time in times {
      try Task.checkCancellation()
      let moment = scene.presentation(at: time).valuesByLayer
      for (index, (layer, keyPath)) in targets.enumerated() {
        columns[index].append(keyPath.value(in: moment[layer.index] ?? layer.values))
      }
    }
    return zip(targets, columns).map { target, values in
      SampledSeries(layer: target.0.name, keyPath: target.1, times: times, values: values)
    }
  }

  private func targets(_ choice: Choice) throws -> [(Layer, AnimationKeyPath)] {
    let layers = try chosenLayers(choice.layers)
    guard !choice.keyPaths.isEmpty else {
      return layers.flatMap { layer in layer.animatedKeyPaths.map { (layer, $0) } }
    }
    var targets: [(Layer, AnimationKeyPath)] = []
    for name in choice.keyPaths {
      let matches = layers.compactMap { layer in layer.keyPath(named: name).map { (layer, $0) } }
      guard !matches.isEmpty else { throw unknownKeyPath(name, of: layers) }
      let animated = matches.filter { $0.animatedKeyPaths.map(\.property).contains($1.property) }
      targets += choice.layers.isEmpty && !animated.isEmpty ? animated : matches
    }
    return targets
  }

  private func chosenLayers(_ names: [String]) throws -> [Layer] {
    let all = scene.layers
    guard !names.isEmpty else { return all }
    for name in names where !all.contains(where: { $0.name == name }) {
      throw UnknownName(kind: .layer, name: name, candidates: all.map(\.name))
    }
    return all.filter { names.contains($0.name) }
  }

  private func unknownKeyPath(_ name: String, of layers: [Layer]) -> UnknownName {
    var known: [String] = []
    for keyPath in layers.flatMap(\.keyPaths) where !known.contains(keyPath.name) {
      known.append(keyPath.name)
    }
    return UnknownName(kind: .keyPath, name: name, candidates: known)
  }
}

extension Layer {
  /// The key paths that animations of this layer write, each once, in the order of the animations;
  /// then the properties that events set at once.
  var animatedKeyPaths: [AnimationKeyPath] {
    var seen = Set<AnimationKeyPath>()
    let animated = allAnimations.flatMap(\.keyPaths).filter { seen.insert($0).inserted }
    let properties = Set(animated.map(\.property))
    let set = layerClass.properties.filter { property in
      !properties.contains(property)
        && epochs.contains { $0.values[any: property] != values[any: property] }
    }
    return animated + set.map { AnimationKeyPath($0) }
  }

  func keyPath(named name: String) -> AnimationKeyPath? {
    keyPaths.first { $0.name == name }
  }
}

extension PresentationLayer {
  /// The values of this layer and all below it, by the layer's index.
  package var valuesByLayer: [Int: LayerValues] {
    var result: [Int: LayerValues] = [:]
    collect(into: &result)
    return result
  }

  private func collect(into result: inout [Int: LayerValues]) {
    // Only the first of a replicator's copies counts.
    guard instance < 2 else { return }
    if instance == 0 { result[index] = values }
    for layer in inner { layer.collect(into: &result) }
  }
}

/// How sampled values are written. Numbers read back to exactly the same value.
public enum SampleFormat: String, CaseIterable, Sendable {
  /// A time column, then one column for each component, named `layer.keyPath.component`.
  case csv
  /// `[{"layer": …, "keyPath": …, "times": […], "values": […]}]`; a value is a number, or an array
  /// of its components.
  case json

  /// The whole text. Throws `CancellationError` when the task is cancelled.
  public func text(_ series: [SampledSeries]) throws -> String {
    switch self {
    case .csv: try csv(series)
    case .json: try json(series)
    }
  }

  private func csv(_ series: [SampledSeries]) throws -> String {
    let names = series.map(\.columnNames)
    var lines = [(["time"] + names.joined()).map(Escaping.csv).joined(separator: ",")]
    for (row, time) in (series.first?.times ?? []).enumerated() {
      try Task.checkCancellation()
      let cells = zip(series, names).flatMap { one, names in
        one.values[row].cells(count: names.count).map(Escaping.csv)
      }
      lines.append(([exact(time)] + cells).joined(separator: ","))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func json(_ series: [SampledSeries]) throws -> String {
    let objects = try series.map { one in
      let values = try one.values.map { value in
        try Task.checkCancellation()
        return value.json
      }
      return JSONValue.object([
        ("layer", .string(one.layer)), ("keyPath", .string(one.keyPath.name)),
        ("times", .array(one.times.map { .number($0) })), ("values", .array(values)),
      ]).line()
    }
    return "[" + objects.joined(separator: ",\n ") + "]\n"
  }
}

extension SampledSeries {
  /// One name for each component of the values.
  fileprivate var columnNames: [String] {
    let widest = values.map(\.components).max { $0.count < $1.count } ?? []
    let name = "\(layer).\(keyPath.name)"
    return widest.isEmpty ? [name] : widest.map { $0.name.isEmpty ? name : "\(name).\($0.name)" }
  }
}

extension Value {
  /// The word for a value that is not made of numbers.
  package var word: String {
    switch parts {
    case .numbers, .particles, .none: ""
    case .text(let text): text
    case .words(let words): words.joined(separator: " ")
    case .path(let path): path.svg
    case .image(let image): image.path
    case .attributedText(let text): text.string
    case .font(let font): font.name
    case .emitterCells(let cells): cells.map(\.name).joined(separator: " ")
    case .filters(let filters): filters.map(\.text).joined(separator: " ")
    }
  }

  fileprivate func cells(count: Int) -> [String] {
    let numbers = components.map { exact($0.number) }
    if numbers.isEmpty { return [word] + Array(repeating: "", count: count - 1) }
    return numbers + Array(repeating: "", count: count - numbers.count)
  }

  /// A number, an array of components, a text, or null.
  var json: JSONValue {
    switch parts {
    case .none: .null
    case .numbers(let list) where list.count == 1 && list[0].name.isEmpty:
      .literal(exact(list[0].number))
    case .numbers(let list): .array(list.map { .literal(exact($0.number)) })
    case .words(let words): .array(words.map { .string($0) })
    case .particles: .array([])
    case .path, .image, .text, .attributedText, .font, .emitterCells, .filters: .string(word)
    }
  }
}

extension LayerFilter {
  /// The name with the inputs that are set: `blur(inputRadius: 4)`.
  fileprivate var text: String {
    let inputs = kind.inputs.filter(values.sets).map { input in
      let parts = values[any: input].components.map { exact($0.number) }
      return "\(input.name): " + parts.joined(separator: ",")
    }
    return "\(name)(" + inputs.joined(separator: ", ") + ")"
  }
}

extension FontReference {
  fileprivate var name: String {
    guard fallbacks.isEmpty else { return withFallbacks.map(\.name).joined(separator: ", ") }
    switch source {
    case .family(let family): return family
    case .file(let path): return path.string
    }
  }
}
