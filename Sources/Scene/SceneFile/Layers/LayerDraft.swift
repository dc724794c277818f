import RostrumBase
import RostrumGeometry
import RostrumLayerTree

/// A layer of the file whose class is known, so that its keys mean something.
struct LayerDraft {
  let fields: MappingReader
  let layerClass: LayerClass
  private let words: LayerWords
  let context: SceneContext

  init?(_ node: YAMLNode, _ context: SceneContext) {
    let layerClass = Self.layerClass(of: node, context)
    words = LayerWords.of(layerClass ?? .plain)
    let whole = context.symbols.defaults.completing(node, ofClass: layerClass ?? .plain)
    guard let fields = MappingReader(whole, words.vocabulary, context) else { return nil }
    // Without a class, every property would be called unknown.
    guard let layerClass else { return nil }
    self.fields = fields
    self.layerClass = layerClass
    self.context = context
  }

  /// After reporting an unknown class, the most likely class, so that more errors are found; or
  /// `nil`.
  private static func layerClass(of node: YAMLNode, _ context: SceneContext) -> LayerClass? {
    let value = node.entries?.first { $0.name == Key.layerClass.name }?.value
    guard let value else { return classUnderAnotherKey(of: node) ?? .plain }
    guard let name = context.read(value, Key.layerClass.reader) else { return nil }
    if let found = LayerClass.named(name) { return found }
    return context.guessUnknownClass(name, at: value)
  }

  /// The class given under a wrong key such as `type`, which is reported as unknown; the layer's
  /// other keys are then read as keys of this class.
  private static func classUnderAnotherKey(of node: YAMLNode) -> LayerClass? {
    node.entries?.lazy.compactMap { entry -> LayerClass? in
      guard let name = entry.value.scalar?.text, let found = LayerClass.named(name),
        found.property(named: entry.name) == nil,
        ForeignNames.keys[ForeignNames.normalized(entry.name)]?.contains(Key.layerClass.name)
          == true
      else { return nil }
      return found
    }.first
  }

  /// The values of all properties that the file gives, and the values that follow from its frame.
  /// `base` has the values of all other properties; by default the class's initial values.
  func values(over base: LayerValues? = nil) -> LayerValues {
    var values = base ?? layerClass.initialValues
    if layerClass == .text, let font = context.symbols.font { values[.font] = font }
    for entry in fields.entries {
      guard let (property, reader) = words.properties[entry.name] else { continue }
      if let value = context.read(entry.value, reader) { values[any: property] = value }
      if property == .lineDashPattern {
        context.checkDashes(values[any: property], at: entry.value)
      }
    }
    placeFrame(in: &values)
    inspectText(values)
    context.check(values, of: layerClass, fields)
    return values
  }

  private func inspectText(_ values: LayerValues) {
    guard layerClass == .text else { return }
    let string = fields.entries.first { $0.name == Property.string.name }?.value
    let font = fields.entries.first { $0.name == Property.font.name }?.value
    context.checkText(values, string: string, font: font, or: fields.node)
  }

  func reportUnknownKeys() {
    fields.reportUnknownKeys { context.explain($0, for: layerClass) }
  }
}

extension SceneContext {
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
    if known == nil, let other = ForeignNames.layerClass(name) {
      error(
        .unknownClass,
        "unknown layer class \(name.quoted); expected \(Key.layerClass.expectation)",
        at: node, hint: other.hint)
      return LayerClass.named(other.name)
    }
    if known == nil, let refused = RefusedClass.named(name) {
      error(.notAvailable, refused.message, at: node, hint: refused.hint)
      return nil
    }
    let guess =
      known ?? closest(to: short, among: LayerClass.all.map(\.name)).flatMap(LayerClass.named)
    error(
      .unknownClass,
      "unknown layer class \(name.quoted); expected \(Key.layerClass.expectation)",
      at: node, hint: guess.map { "did you mean '\($0.name)'?" })
    return guess
  }

  /// Reports a key that belongs to another class, or that means nothing here.
  fileprivate func explain(_ entry: YAMLNode.Entry, for layerClass: LayerClass) -> Bool {
    // `type` and `scale` belong to some class, but on another they are other words for ours.
    let words = Vocabulary.layer(layerClass)
    if entry.name == Property.path.name, layerClass == .text {
      error(
        .unknownKey, "'path' is a line that shapes draw; text stands on a 'textPath'",
        at: entry.key, hint: "did you mean 'textPath'?")
      return true
    }
    let meant = ForeignNames.keys[ForeignNames.normalized(entry.name)] ?? []
    if meant.contains(where: { words.key(named: $0) != nil }) { return false }
    let owner =
      entry.name == Key.split.name
      ? .text : LayerClass.all.first { $0.property(named: entry.name) != nil }
    if let owner {
      error(
        .unknownKey,
        "\(entry.name.quoted) belongs to layers of class '\(owner.name)'; this one is a '\(layerClass.name)'",
        at: entry.key, hint: "write class: \(owner.name)")
      return true
    }
    if let refused = RefusedKey.named(entry.name, meaning: meant) {
      error(.notAvailable, refused.message, at: entry.key, hint: refused.hint)
      return true
    }
    return !meant.isEmpty && explainForeign(entry, meant)
  }

  /// Reports a key that layers of another class have.
  private func explainForeign(_ entry: YAMLNode.Entry, _ meant: [String]) -> Bool {
    for owner in LayerClass.all {
      let known: (String) -> Bool = { name in owner.ownProperties.contains { $0.name == name } }
      guard let name = meant.first(where: known) else { continue }
      error(
        .unknownKey, "unknown key \(entry.name.quoted) for a layer of another class", at: entry.key,
        hint: "write class: \(owner.name), with \(name)")
      return true
    }
    return false
  }
}
