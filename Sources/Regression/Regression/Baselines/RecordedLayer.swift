import RostrumCanvas
import RostrumBase
import RostrumGeometry
import RostrumLayerTree
import RostrumRendering
import RostrumOutput

/// A layer as it was when a baseline was recorded, for saying what changed.
public struct RecordedLayer: Sendable, Equatable, Codable {
  public var name: String
  /// The pixels that the layer and its sublayers can touch: x, y, width, height. Empty when it is
  /// not visible.
  public var bounds: [Int]
  /// The pixels that the layer itself can touch.
  public var ownBounds: [Int]
  /// The presentation values that the scene or an animation sets, by key path, as people read them.
  public var values: [String: String]

  var pixels: PixelRect { Self.rect(bounds) }
  var ownPixels: PixelRect { Self.rect(ownBounds) }

  private static func rect(_ numbers: [Int]) -> PixelRect {
    numbers.count == 4
      ? PixelRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]) : .empty
  }
}

extension RecordedLayer {
  /// Every layer of a scene at a time, in the order of the file.
  static func layers(of scene: Scene, at time: Double, tree: DisplayNode?) -> [RecordedLayer] {
    var nodes: [Int: DisplayNode] = [:]
    collect(tree, into: &nodes)
    var layers: [RecordedLayer] = []
    append(scene.presentation(at: time).inner, nodes, to: &layers)
    return layers
  }

  private static func collect(_ node: DisplayNode?, into nodes: inout [Int: DisplayNode]) {
    guard let node else { return }
    nodes[node.layer.index] = node
    // Layers inside an upright picture do not lie on the canvas's pixels.
    guard !node.isUpright else { return }
    for inner in node.inner { collect(inner, into: &nodes) }
  }

  private static func append(
    _ layers: [PresentationLayer], _ nodes: [Int: DisplayNode], to result: inout [RecordedLayer]
  ) {
    for layer in layers {
      let node = nodes[layer.index]
      result.append(
        RecordedLayer(
          name: layer.name, bounds: numbers(node?.bounds), ownBounds: numbers(node?.ownBounds),
          values: values(of: layer)))
      append(layer.inner, nodes, to: &result)
    }
  }

  private static func numbers(_ rect: PixelRect?) -> [Int] {
    guard let rect, !rect.isEmpty else { return [] }
    return [rect.x, rect.y, rect.width, rect.height]
  }

  /// The smallest parts that say everything: `position.x` and `position.y` instead of `position`;
  /// of a transform its matrix, and the components that differ from the identity's.
  static func values(of layer: PresentationLayer) -> [String: String] {
    var values: [String: String] = [:]
    for property in layer.layerClass.properties where layer.values.sets(property) {
      values[property.name] = recorded(layer.values[any: property])
    }
    for keyPath in layer.layerClass.keyPaths {
      guard keyPath.component != nil, layer.values.sets(keyPath.property) else { continue }
      let value = readable(keyPath.value(in: layer.values))
      let isMoved = value != readable(keyPath.value(in: identities))
      if keyPath.property.type != .transform || isMoved { values[keyPath.name] = value }
    }
    let names = Set(values.keys)
    return values.filter { name, _ in
      let property = layer.layerClass.properties.first { $0.name == name }
      return property?.type == .transform || !isCovered(name, by: names)
    }
  }

  private static func isCovered(_ name: String, by names: Set<String>) -> Bool {
    ["x", "y", "z", "width", "height", "origin"].contains { names.contains("\(name).\($0)") }
  }

  private static let identities: LayerValues = {
    var values = LayerValues()
    values[.transform] = .identity
    values[.sublayerTransform] = .identity
    return values
  }()

  /// Long texts and paths are shortened; a checksum (FNV-1a, 32 bits) replaces the omitted part.
  /// Paths of this machine are never recorded.
  private static func recorded(_ value: Value) -> String {
    switch value {
    case .font(let font): return font.label
    case .path, .text:
      let word = value.word
      guard word.count > 60 else { return readable(value) }
      let sum = word.utf8.reduce(2_166_136_261 as UInt32) { ($0 ^ UInt32($1)) &* 16_777_619 }
      return "\(word.prefix(57))... #\(String(sum, radix: 16))"
    default: return readable(value)
    }
  }

  /// The part of a recorded value that is no checksum.
  static func start(of value: String) -> String {
    value.firstMatch(of: #/\.\.\. #[0-9a-f]{1,8}$/#)
      .map { String(value[..<$0.range.lowerBound]) } ?? value
  }
}

extension RenderingStamp {
  /// Names the changes that explain a difference if no value of the scene does. `layers` are the
  /// layers that draw in the differing area.
  static func cause(of changes: [Change], in layers: [RecordedLayer]) -> String? {
    guard !layers.isEmpty, !changes.isEmpty else { return nil }
    let areLetters = layers.allSatisfy { $0.values["string"] != nil }
    let fonts = Set(layers.compactMap { $0.values["font"] }.map { "the font " + $0 })
    let named = changes.filter { fonts.contains($0.name) }
    let suspects = changes.filter { change in
      switch change.part {
      case .all: true
      case .letters: areLetters
      case .film: !areLetters
      }
    }
    // A font that the layer names is nearer than the libraries that draw every letter.
    let nearest = areLetters && !named.isEmpty ? named : suspects
    guard !nearest.isEmpty else { return nil }
    let names = nearest.map(\.name)
    let list = names.count == 1 ? names[0] : "one of " + names.joined(separator: ", ")
    return
      "nothing in the scene changed\(areLetters ? ", and only letters differ" : ""): \(list) did it"
  }
}
