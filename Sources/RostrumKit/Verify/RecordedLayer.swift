import Canvas
import Base
public import Geometry
import LayerTree
public import Media
import Rendering

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
}

/// Everything but the scene that its pixels depend on: the versions of the renderer, of its
/// libraries, and of the fonts and the decoder that the scene uses.
public struct RenderingStamp: Sendable, Equatable, Codable {
  /// The version of this package.
  public static let rendererVersion = "0.1.0"
  /// Goes up whenever pixels change between two releases: a frame that an older build has left is
  /// not taken for one of this build's.
  static let pixelRevision = 6

  public var renderer: String
  public var cairo: String
  public var freeType: String
  public var pango: String
  /// The file and its version for each font that the scene names.
  public var fonts: [String: String]
  /// How paths became coverage; `nil` in baselines from before it was recorded, which was the exact
  /// way.
  public var rasterizer: Rasterizer?
  /// The version of ffmpeg, for a scene that shows a video; `nil` for others, and in baselines from
  /// before it was recorded.
  public var ffmpeg: String?

  /// The stamp of a scene on this machine.
  public init(_ scene: Scene, tools: MediaTools = MediaTools()) {
    let libraries = LibraryVersions.current
    renderer = Self.rendererVersion
    (cairo, freeType, pango) = (libraries.cairo, libraries.freeType, libraries.pango)
    fonts = [:]
    rasterizer = scene.rasterizer
    ffmpeg = scene.showsVideo ? tools.ffmpegVersion : nil
    for font in scene.layers.flatMap(\.fonts) where fonts[font.label] == nil {
      fonts[font.label] = FontBook.version(of: font.description) ?? "missing"
    }
  }

  /// A library or a font that is not as it was.
  struct Change: Equatable {
    /// The part of a picture that it draws.
    enum Part {
      case all, letters, film
    }

    let name: String
    let part: Part
    let sentence: String
  }

  /// A sentence for each version that differs from that of a baseline.
  public func differences(from baseline: RenderingStamp) -> [String] {
    changes(from: baseline).map(\.sentence)
  }

  /// Each version that differs from that of a baseline.
  func changes(from baseline: RenderingStamp) -> [Change] {
    var changes: [Change] = []
    func compare(_ name: String, _ part: Change.Part, _ old: String?, _ new: String?) {
      guard old != new else { return }
      let sentence = "\(name) was \(old ?? "not used") and is \(new ?? "not used")"
      changes.append(Change(name: name, part: part, sentence: sentence))
    }
    compare("rostrum", .all, baseline.renderer, renderer)
    compare("Cairo", .all, baseline.cairo, cairo)
    let before = baseline.rasterizer ?? .exact
    compare("the rasterizer", .all, before.rawValue, (rasterizer ?? .exact).rawValue)
    compare("FreeType", .letters, baseline.freeType, freeType)
    compare("Pango", .letters, baseline.pango, pango)
    // A name in only one of them comes from the scene, not from the machine.
    if let old = baseline.ffmpeg, let new = ffmpeg { compare("ffmpeg", .film, old, new) }
    for name in fonts.keys.sorted() where baseline.fonts[name] != nil {
      compare("the font \(name)", .letters, baseline.fonts[name], fonts[name])
    }
    return changes
  }

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

extension Scene {
  /// Whether a decoder decides about its pixels.
  var showsVideo: Bool { layers.contains { $0.video != nil } }
}

extension FontReference {
  /// Without a folder.
  var label: String {
    let style = (weight == 400 ? "" : " \(weight)") + (isItalic ? " italic" : "")
    switch source {
    case .family(let name): return name + style
    case .file(let path): return path.string.lastPathComponent + style
    }
  }

  fileprivate var description: FontDescription {
    switch source {
    case .family(let name): FontDescription(family: name, weight: weight, isItalic: isItalic)
    case .file(let path): FontDescription(file: path.string, weight: weight, isItalic: isItalic)
    }
  }
}
