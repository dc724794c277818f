import RostrumSceneImport
import RostrumImportedDocument
import RostrumBase
import RostrumGeometry
import RostrumLayerTree
import RostrumSource

/// A summary of a Lottie for its users: contents, fonts, pictures, approximations, differences
/// between the profiles, and costs.
struct LottieReport {
  private typealias Count = (number: Int, one: String, many: String)

  private let root: JSONValue
  private let file: LottieFile
  private let frameCount: Int
  private let resources: any ImportResources
  private let layers: [LottieLayer]
  private let items: [ShapeItem]
  private let expressions: Int

  /// - Parameter root: The file's content, with its expressions.
  init(
    _ root: JSONValue, _ file: LottieFile, frameCount: Int, _ resources: any ImportResources
  ) {
    (self.root, self.file, self.resources) = (root, file, resources)
    self.frameCount = frameCount
    layers = file.layers + file.compositions.values.joined()
    items = layers.flatMap(\.content.shapes).flatMap(\.withInner)
    expressions = ExpressionFile(root).expressions.count { !$0.isControl }
  }

  /// The lines, each a name and a text of one line.
  var lines: [(name: String, text: String)] {
    [
      ("made by", maker), ("canvas", canvas), ("layers", layerText), ("shapes", shapeText),
      ("fonts", fonts), ("pictures", pictures), ("approximated", approximations),
      ("ae and ios differ in", differences), ("takes time", costs),
    ].filter { !$0.1.isEmpty }.map { ($0.0, printable($0.1)) }
  }

  private func printable(_ text: String) -> String {
    let scalars = text.unicodeScalars.map { scalar -> Unicode.Scalar in
      scalar.properties.generalCategory == .control ? " " : scalar
    }
    return String(String.UnicodeScalarView(scalars))
  }

  // MARK: Contents

  private var maker: String {
    let version = root["v"]?.string.map { "Bodymovin \($0)" }
    return [root["meta"]?["g"]?.string, version].compactMap(\.self).joined(separator: ", ")
  }

  private var canvas: String {
    let bytes = root.bytes.count
    let size = bytes < 1024 ? "\(bytes) bytes" : "\((bytes + 512) / 1024) KB"
    return "\(shown(file.size.width)) x \(shown(file.size.height)) points, "
      + "\(shown(file.frameRate)) frames a second, \(frameCount) frames, "
      + "\(shown(file.duration)) s, \(size)"
  }

  private var layerText: String {
    var kinds: [String: Int] = [:]
    for layer in layers { kinds[layer.content.name, default: 0] += 1 }
    let parts = kinds.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($1) \($0)" }
    let compositions = counted([
      (file.compositions.count, "composition inside", "compositions inside")
    ])
    let all = "\(layers.count): \(parts.joined(separator: ", "))"
    return compositions.isEmpty ? all : "\(all); \(compositions)"
  }

  private var shapeText: String {
    counted([
      (number(of: .outline), "outline", "outlines"), (number(of: .fill), "fill", "fills"),
      (number(of: .stroke), "stroke", "strokes"),
      (items.count(where: \.hasGradient), "gradient", "gradients"),
      (number(of: .trim), "trim", "trims"), (number(of: .repeater), "repeater", "repeaters"),
    ])
  }

  private var fonts: String {
    let named = Set(layers.compactMap(\.content.text).flatMap(\.documents).map(\.font))
    return named.sorted().compactMap { name in
      guard let font = file.fonts[name] else { return nil }
      let shown = font.style.isEmpty ? font.family : "\(font.family) \(font.style)"
      if file.glyphs.has(font) { return "\(shown) (letters in the file)" }
      let wanted = ImportFont(families: [font.family], size: 10)
      if case .success = resources.outlines(of: "a", wanted) { return "\(shown) (installed)" }
      return "\(shown) (missing)"
    }.joined(separator: ", ")
  }

  private var pictures: String {
    let embedded = file.pictures.values.count(where: \.isEmbedded)
    return counted([
      (embedded, "in the file", "in the file"),
      (file.pictures.count - embedded, "beside it", "beside it"),
    ])
  }

  // MARK: Notes

  private var approximations: String {
    counted([(expressions, "expression between frames", "expressions between frames")])
  }

  private var differences: String {
    let transforms = layers.map(\.transform) + items.compactMap(\.transform)
    let shadows = layers.flatMap(\.effects).count(where: \.isShadow)
    return counted([
      (
        transforms.count { $0.position?.isCurved ?? false }, "motion on a curve",
        "motions on curves"
      ),
      (transforms.count(where: \.scale.isEasedByComponent), "scale", "scales"),
      (shadows, "shadow", "shadows"),
      (expressions, "expression", "expressions"),
    ])
  }

  private var costs: String {
    let masks = layers.reduce(0) { $0 + $1.masks.count { $0.mode != .none } }
    let blurs = layers.flatMap(\.effects).count(where: \.isBlur)
    let copies = items.compactMap(\.copies).reduce(0, +)
    return counted([
      (layers.count { $0.matte != nil }, "matte", "mattes"), (masks, "mask", "masks"),
      (blurs, "blur", "blurs"),
      (layers.count { $0.blendMode != nil }, "blended layer", "blended layers"),
      (Int(min(copies, 1e9)), "copy by a repeater", "copies by repeaters"),
      (number(of: .merge), "combined path", "combined paths"),
      (
        layers.count { !($0.content.text?.animators ?? []).isEmpty }, "text by letters",
        "texts by letters"
      ),
      (expressions, "expression at loading", "expressions at loading"),
    ])
  }

  private func number(of role: ShapeItem.Role) -> Int { items.count { $0.role == role } }

  private func counted(_ counts: [Count]) -> String {
    counts.filter { $0.number > 0 }.map { "\($0.number) \($0.number == 1 ? $0.one : $0.many)" }
      .joined(separator: ", ")
  }

  private func shown(_ number: Double) -> String {
    JSONValue.number((number * 1000).rounded() / 1000).line(isCompact: true)
  }
}

extension LottieLayer.Content {
  fileprivate var name: String {
    switch self {
    case .composition: "of compositions"
    case .solid: "of one colour"
    case .picture: "of pictures"
    case .shapes: "of shapes"
    case .text: "of text"
    case .camera: "cameras"
    case .nothing: "without contents"
    }
  }

  fileprivate var shapes: [ShapeItem] {
    if case .shapes(let items) = self { items } else { [] }
  }

  fileprivate var text: LottieText? {
    if case .text(let text) = self { text } else { nil }
  }
}

extension LottieEffect {
  fileprivate var isBlur: Bool {
    if case .blur = self { true } else { false }
  }
}

extension ShapeItem {
  fileprivate enum Role {
    case group, outline, fill, stroke, trim, change, repeater, merge
  }

  fileprivate var role: Role {
    switch kind {
    case .group: .group
    case .path, .ellipse, .rectangle, .star: .outline
    case .fill: .fill
    case .stroke: .stroke
    case .trim: .trim
    case .change: .change
    case .repeat: .repeater
    case .merge: .merge
    }
  }

  fileprivate var hasGradient: Bool {
    switch kind {
    case .fill(let paint, _), .stroke(let paint, _):
      if case .gradient = paint.content { true } else { false }
    default: false
    }
  }

  /// The item and all items inside it.
  fileprivate var withInner: [ShapeItem] {
    guard case .group(let items, _) = kind else { return [self] }
    return [self] + items.flatMap(\.withInner)
  }

  fileprivate var transform: LottieTransform? {
    switch kind {
    case .group(_, let transform): transform
    case .repeat(let repeater): repeater.transform
    default: nil
    }
  }

  /// The most copies that a repeater makes.
  fileprivate var copies: Double? {
    guard case .repeat(let repeater) = kind else { return nil }
    return repeater.copies.values.compactMap(\.first).max()
  }
}
