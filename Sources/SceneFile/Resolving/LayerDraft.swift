import Geometry
import LayerTree

/// A layer of the file whose class is known, so that its keys mean something.
struct LayerDraft {
  let fields: Fields
  let layerClass: LayerClass
  private let words: LayerWords
  private let resolution: Resolution

  init?(_ node: YAMLNode, _ resolution: Resolution) {
    let layerClass = Self.layerClass(of: node, resolution)
    words = LayerWords.of(layerClass ?? .plain)
    guard let fields = Fields(node, words.vocabulary, resolution) else { return nil }
    // Without a class, every property would be called unknown.
    guard let layerClass else { return nil }
    self.fields = fields
    self.layerClass = layerClass
    self.resolution = resolution
  }

  /// After reporting a class that does not exist, the one that is meant most likely, so that what else is wrong is found too; or `nil`.
  private static func layerClass(of node: YAMLNode, _ resolution: Resolution) -> LayerClass? {
    if resolution.options.recordsKeys { resolution.askedKeys.insert(.layerClass) }
    let value = node.entries?.first { $0.name == Key.layerClass.name }?.value
    guard let value else { return .plain }
    guard let name = resolution.text(value, Grammar.layerClass.expectation) else { return nil }
    if let found = LayerClass.named(name) { return found }
    return resolution.guessUnknownClass(name, at: value)
  }

  /// The values of all properties that the file gives, and what follows from its frame.
  /// `base` is what holds for what it does not give; by default what the class begins with.
  func values(over base: LayerValues? = nil) -> LayerValues {
    var values = base ?? layerClass.initialValues
    for entry in fields.entries {
      guard let property = words.properties[entry.name] else { continue }
      if let value = resolution.value(entry.value, property.type) { values[any: property] = value }
      if property == .lineDashPattern {
        resolution.checkDashes(values[any: property], at: entry.value)
      }
    }
    resolveFrame(in: &values)
    inspectText(values)
    resolution.check(values, of: layerClass, fields)
    return values
  }

  private func inspectText(_ values: LayerValues) {
    guard layerClass == .text else { return }
    let string = fields.entries.first { $0.name == Property.string.name }?.value
    let font = fields.entries.first { $0.name == Property.font.name }?.value
    resolution.checkText(values, string: string, font: font, or: fields.node)
  }

  func reportUnknownKeys() {
    fields.reportUnknownKeys { resolution.explain($0, for: layerClass) }
  }
}

extension Resolution {
  /// A pattern of zeros alone would never get along the path.
  func checkDashes(_ pattern: Value, at node: YAMLNode) {
    guard !pattern.numbers.isEmpty, pattern.numbers.allSatisfy({ $0 == 0 }) else { return }
    error(.outOfRange, "a dash pattern needs a length above 0", at: node)
  }

  fileprivate func guessUnknownClass(_ name: String, at node: YAMLNode) -> LayerClass? {
    let short =
      name.hasPrefix("CA") && name.hasSuffix("Layer")
      ? name.dropFirst(2).dropLast(5).lowercased() : name
    let isPlayer = ["player", "avplayer", "avplayerlayer"].contains(name.lowercased())
    let known = isPlayer ? LayerClass.video : LayerClass.all.first { $0.coreAnimationName == name }
    if known == nil, let refused = RefusedClass.named(name) {
      error(.notAvailable, refused.message, at: node, hint: refused.hint)
      return nil
    }
    let guess =
      known ?? closest(to: short, among: LayerClass.all.map(\.name)).flatMap(LayerClass.named)
    error(
      .unknownClass,
      "unknown layer class \(name.quoted); expected \(Grammar.layerClass.expectation)",
      at: node, hint: guess.map { "did you mean '\($0.name)'?" })
    return guess
  }

  /// Reports a key that belongs to another class, or that means nothing here.
  fileprivate func explain(_ entry: YAMLNode.Entry, for layerClass: LayerClass) -> Bool {
    // `type` and `scale` belong to some class, but on another they are other words for ours.
    let words = Vocabulary.layer(layerClass)
    let isForeign =
      ForeignNames.match(
        entry.name, in: ForeignNames.keys, known: { words.key(named: $0) != nil }) != nil
    if isForeign { return false }
    if let owner = LayerClass.all.first(where: { $0.property(named: entry.name) != nil }) {
      error(
        .unknownKey,
        "\(entry.name.quoted) belongs to layers of class '\(owner.name)'; this one is a '\(layerClass.name)'",
        at: entry.key, hint: "write class: \(owner.name)")
      return true
    }
    if let refused = RefusedKey.named(entry.name) {
      error(.notAvailable, refused.message, at: entry.key, hint: refused.hint)
      return true
    }
    return false
  }
}
