import RostrumBase
import RostrumLayerTree
import RostrumSource

extension AnimationReader {
  /// The key path that the animation names.
  func keyPath() -> AnimationKeyPath? {
    if let keyPath = place.setKeyPath, fields.node(Key.keyPath) == nil { return keyPath }
    guard let node = fields.required(Key.keyPath), let name = fields[Key.keyPath] else {
      return nil
    }
    let table = KeyPathTable.of(place.layerClass)
    if let found = table.animatable[name] { return found }
    if let inside = EmitterKeyPath(name, place.layerClass, place.values) {
      return inside.keyPath(mustAnimate: true, at: node, context)
    }
    if let inside = FilterKeyPath(name, place.values) {
      return inside.keyPath(at: node, context)
    }
    KeyPathProblem(name, place.layerClass, table).report(at: node, context)
    return nil
  }
}

/// Why a key path cannot be animated.
private struct KeyPathProblem {
  private let id: DiagnosticID
  private let message: String
  private let hint: String?

  init(_ name: String, _ layerClass: LayerClass, _ table: KeyPathTable) {
    let head = String(name.prefix { $0 != "." })
    if head == "frame" {
      self.init(.notAnimatable, "'frame' is derived", "animate position and bounds")
    } else if head == Key.layout.name {
      self.init(
        .notAnimatable, "only an animation of a layer with a layout moves \(name.quoted)",
        "give the layer a layout, such as layout: row; an event writes set: {NAME: {layout: {gap: 20}}}"
      )
    } else if let property = table.properties[head] {
      self.init(name, property, table)
    } else if let property = Property.clockProperties.first(where: { $0.name == head }) {
      self.init(name, ofClock: property, table)
    } else if Vocabulary.layoutChange.key(named: name) != nil, table.properties[name] == nil,
      name != Key.layoutType.name
    {
      self.init(
        .unknownKeyPath, "unknown key path \(name.quoted)",
        "did you mean '\(Key.layout.name).\(name)'?")
    } else if table.animatable["transform." + name] != nil {
      self.init(
        .unknownKeyPath, "unknown key path \(name.quoted)", "did you mean 'transform.\(name)'?")
    } else if ForeignNames.normalized(head) == "blur" {
      self.init(
        .unknownKeyPath, "unknown key path \(name.quoted)",
        "give the layer filters: [{type: gaussianBlur, name: blur}], and animate filters.blur.inputRadius"
      )
    } else if name == Key.shownText.name, table.properties[Property.string.name] != nil {
      self.init(.unknownKeyPath, "unknown key path \(name.quoted)", "did you mean 'string'?")
    } else if let owner = LayerClass.all.first(where: { $0.property(named: head) != nil }) {
      self.init(
        .unknownKeyPath,
        "\(head.quoted) belongs to layers of class '\(owner.name)'; this one is a '\(layerClass.name)'",
        layerClass == .shape && head == Property.foregroundColor.name
          // The letters of a split text are shapes.
          ? "a shape's colour is its fillColor" : "write class: \(owner.name) for the layer")
    } else {
      let found = Self.suggestion(name, table)
      self.init(
        .unknownKeyPath, "unknown key path \(name.quoted)", found.map { "did you mean '\($0)'?" })
    }
  }

  private init(_ id: DiagnosticID, _ message: String, _ hint: String?) {
    (self.id, self.message, self.hint) = (id, message, hint)
  }

  /// The property exists: it does not animate, or has no such component.
  private init(_ name: String, _ property: Property, _ table: KeyPathTable) {
    guard property.isAnimatable else {
      self.init(
        .notAnimatable, "\(property.name.quoted) cannot be animated",
        "let an event set it: events: [{at: 1, set: {NAME: {\(property.name): ...}}}]"
          + (property == .string ? ", or count with type: follow" : ""))
      return
    }
    let parts = ValueComponent.components(of: property.type)
      .map { AnimationKeyPath(property, $0).name }
    let part = String(name.dropFirst(property.name.count + 1))
    let found = parts.count > 2 ? closest(to: name, among: parts) : nil
    let list = parts.isEmpty ? nil : "it has " + parts.joined(separator: ", ")
    self.init(
      .unknownKeyPath, "\(property.name.quoted) has no component \(part.quoted)",
      found.map { "did you mean '\($0)'?" } ?? list)
  }

  /// Only the time offset of a clock animates.
  private init(_ name: String, ofClock property: Property, _ table: KeyPathTable) {
    guard !property.isAnimatable else {
      self.init(name, property, table)
      return
    }
    self.init(
      .notAnimatable, "the \(property.name) of a layer's clock cannot be animated",
      "give the layer speed: 0 and animate timeOffset, which then is its time")
  }

  private static func suggestion(_ name: String, _ table: KeyPathTable) -> String? {
    let known: (String) -> Bool = { table.animatable[$0] != nil }
    return ForeignNames.match(name, in: foreignKeyPaths, known: known)
      ?? ForeignNames.match(name, in: ForeignNames.keys, known: known)
      ?? closest(to: name, among: table.animatable.keys.sorted())
  }

  private static let foreignKeyPaths: [String: [String]] = [
    "x": ["position.x"], "y": ["position.y"], "left": ["position.x"], "top": ["position.y"],
    "positionx": ["position.x"], "positiony": ["position.y"],
    "width": ["bounds.size.width"], "height": ["bounds.size.height"], "size": ["bounds.size"],
    "rotate": ["transform.rotation"], "angle": ["transform.rotation"],
    "rotatex": ["transform.rotation.x"], "rotatey": ["transform.rotation.y"],
    "rotatez": ["transform.rotation.z"], "translate": ["transform.translation"],
    "translatex": ["transform.translation.x"], "translatey": ["transform.translation.y"],
    "scalex": ["transform.scale.x"], "scaley": ["transform.scale.y"],
  ]

  func report(at node: YAMLNode, _ context: SceneContext) {
    context.error(id, message, at: node, hint: hint)
  }
}

extension SceneContext {
  /// The key path that an event sets, also one that cannot be animated, and its value.
  func setting(_ entry: YAMLNode.Entry, of layer: Layer) -> (AnimationKeyPath, Value)? {
    if entry.name == "frame" {
      return failure(
        .unknownKeyPath, "'frame' is derived", at: entry.key, hint: "set position and bounds")
    }
    if let inside = EmitterKeyPath(entry.name, layer.layerClass, layer.values) {
      return inside.keyPath(mustAnimate: false, at: entry.key, self).flatMap { keyPath in
        value(entry.value, of: keyPath).map { (keyPath, $0) }
      }
    }
    if let inside = FilterKeyPath(entry.name, layer.values) {
      return inside.keyPath(at: entry.key, self).flatMap { keyPath in
        value(entry.value, of: keyPath).map { (keyPath, $0) }
      }
    }
    return settable(entry.name, layer.layerClass, at: entry.key).flatMap { keyPath in
      value(entry.value, of: keyPath).map { (keyPath, $0) }
    }
  }

  /// A key path of the class itself, also one that cannot be animated; `nil` after reporting why
  /// not.
  func settable(
    _ name: String, _ layerClass: LayerClass, at node: YAMLNode
  ) -> AnimationKeyPath? {
    let table = KeyPathTable.of(layerClass)
    guard let keyPath = table.settable[name] else {
      KeyPathProblem(name, layerClass, table).report(at: node, self)
      return nil
    }
    return keyPath
  }

  private func value(_ node: YAMLNode, of keyPath: AnimationKeyPath) -> Value? {
    let value = read(node, keyPath.reader())
    if keyPath.property == .lineDashPattern, let value { checkDashes(value, at: node) }
    return value
  }
}

/// A key path into an emitter layer's cells, such as `emitterCells.spark.birthRate`.
struct EmitterKeyPath {
  private let words: [String]
  private let cells: [EmitterCell]

  /// `nil` for another key path, or another class of layer.
  init?(_ name: String, _ layerClass: LayerClass, _ values: LayerValues) {
    let words = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard layerClass == .emitter, words.count > 1, words[0] == Property.emitterCells.name else {
      return nil
    }
    self.words = Array(words.dropFirst())
    cells = values[.emitterCells]
  }

  private var names: [String] { words.dropLast() }

  private var property: Property? {
    EmitterCell.properties.first { $0.name == words.last }
  }

  /// `nil` after reporting an error.
  func keyPath(mustAnimate: Bool, at node: YAMLNode, _ context: SceneContext)
    -> AnimationKeyPath?
  {
    guard let property else {
      let word = words.last ?? ""
      return context.failure(
        .unknownKeyPath, "an emitter cell has no property \(word.quoted)", at: node,
        hint: suggestion(for: word, among: EmitterCell.properties.map(\.name)))
    }
    guard context.cellNames.paths(of: cells).contains(names) else {
      reportUnknownCell(at: node, context)
      return nil
    }
    guard property.isAnimatable || !mustAnimate else {
      return context.failure(.notAnimatable, "\(property.name.quoted) cannot be animated", at: node)
    }
    let part = EmitterCellComponent(names: names, property: property)
    return AnimationKeyPath(.emitterCells, .emitterCell(part))
  }

  private func reportUnknownCell(at node: YAMLNode, _ context: SceneContext) {
    let name = names.joined(separator: ".")
    context.error(
      .unknownName, "the emitter has no cell \(name.quoted)", at: node,
      hint: context.suggestion(for: name, among: cells.namePaths.map { $0.joined(separator: ".") })
        ?? listOfNames)
  }

  /// The first of the cells' names.
  private var listOfNames: String {
    let known = cells.filter { !$0.name.isEmpty }.prefix(20).map(\.name)
    return known.isEmpty ? "give the cell a name" : "it has " + known.joined(separator: ", ")
  }
}

/// A key path into a layer's filters, such as `filters.blur.inputRadius`.
struct FilterKeyPath {
  private let property: Property
  private let words: [String]
  private let filters: [LayerFilter]

  /// `nil` for another key path.
  init?(_ name: String, _ values: LayerValues) {
    let words = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let list = [Property.filters, .backgroundFilters].first { $0.name == words[0] }
    guard words.count > 1, let list else { return nil }
    property = list
    self.words = Array(words.dropFirst())
    filters = values[list]
  }

  /// `nil` after reporting an error.
  func keyPath(at node: YAMLNode, _ context: SceneContext) -> AnimationKeyPath? {
    guard let filter = filters.first(where: { $0.name == words[0] }) else {
      reportUnknownFilter(at: node, context)
      return nil
    }
    let name = words.dropFirst().joined(separator: ".")
    guard let input = filter.kind.input(named: name) else {
      let inputs = filter.kind.inputs.map(\.name)
      let found = suggestion(for: name, among: inputs)
      return context.failure(
        .unknownKeyPath, "a \(filter.kind.name) filter has no input \(name.quoted)", at: node,
        hint: found ?? (inputs.isEmpty ? nil : "it has " + inputs.joined(separator: ", ")))
    }
    return AnimationKeyPath(
      property, .filter(FilterComponent(filter: filter.name, property: input)))
  }

  private func reportUnknownFilter(at node: YAMLNode, _ context: SceneContext) {
    let names = filters.map(\.name)
    let hint =
      names.isEmpty
      ? "give the layer \(property.name)"
      : suggestion(for: words[0], among: names)
        ?? "it has " + names.joined(separator: ", ")
    context.error(
      .unknownName, "the layer has no filter \(words[0].quoted) among its \(property.name)",
      at: node, hint: hint)
  }
}

/// The key paths of one class by name, computed once.
private struct KeyPathTable: Sendable {
  let properties: [String: Property]
  let animatable: [String: AnimationKeyPath]
  /// All key paths that can be set, including the ones that cannot be animated.
  let settable: [String: AnimationKeyPath]

  private init(_ layerClass: LayerClass) {
    properties = Self.byName(layerClass.properties, \.name)
    animatable = Self.byName(layerClass.animatableKeyPaths, \.name)
    settable = Self.byName(layerClass.keyPaths, \.name)
  }

  private static func byName<Item>(
    _ items: [Item], _ name: (Item) -> String
  ) -> [String: Item] {
    Dictionary(items.map { (name($0), $0) }, uniquingKeysWith: { first, _ in first })
  }

  private static let all = byName(LayerClass.all.map { ($0.name, KeyPathTable($0)) }, \.0)
    .mapValues(\.1)

  static func of(_ layerClass: LayerClass) -> KeyPathTable {
    all[layerClass.name] ?? KeyPathTable(layerClass)
  }
}
