import LayerTree

extension Resolution {
  /// The filters of a layer, in the order in which they apply.
  func filters(_ node: YAMLNode) -> Value? {
    if isNone(node) { return Value.none }
    guard let items = node.items else {
      mismatch(
        ValueType.filters.expectation, at: node,
        hint: node.entries == nil ? nil : "start each with '- '")
      return nil
    }
    guard items.count <= Self.maximumFilters else {
      error(
        .outOfRange, "a layer has at most \(Self.maximumFilters) filters; found \(items.count)",
        at: node)
      return nil
    }
    var names: [String: YAMLNode] = [:]
    return .filters(items.compactMap { filter($0, names: &names) })
  }

  /// Each costs a pass over the layer's pixels.
  static let maximumFilters = 32

  private func filter(_ node: YAMLNode, names: inout [String: YAMLNode]) -> LayerFilter? {
    guard let kind = filterKind(node),
      let fields = Fields(node, .filter(kind), self)
    else { return nil }
    var values = LayerValues()
    for property in kind.inputs {
      guard let node = fields.node(Key(property)) else { continue }
      if let value = value(node, property.type) { values[any: property] = value }
    }
    let name = name(of: kind, fields, among: &names)
    fields.reportUnknownKeys { explain($0, kind) }
    return LayerFilter(kind, name: name, values: values)
  }

  private func filterKind(_ node: YAMLNode) -> FilterKind? {
    if options.recordsKeys { askedKeys.insert(.filterType) }
    guard let entries = node.entries else {
      mismatch("a filter: a mapping with keys", at: node, hint: "{type: \(FilterKind.all[0].name)}")
      return nil
    }
    let expectation = Grammar.filterType.expectation
    guard let value = entries.first(where: { $0.name == Key.filterType.name })?.value else {
      error(.missingKey, "a filter needs 'type'", at: node, hint: "type: \(expectation)")
      return nil
    }
    guard let name = text(value, expectation) else { return nil }
    if let kind = FilterKind.named(name) { return kind }
    error(
      .unknownType, "unknown filter type \(name.quoted); expected \(expectation)", at: value,
      hint: (foreignFilters[ForeignNames.normalized(name)]
        ?? closest(to: name, among: FilterKind.all.map(\.name)))
        .map { "did you mean '\($0)'?" })
    return nil
  }

  private func name(
    of kind: FilterKind, _ fields: Fields, among names: inout [String: YAMLNode]
  ) -> String {
    let node = fields.node(.filterName)
    let name = node.flatMap { text($0, "a name") } ?? kind.name
    guard !name.contains("."), name.contains(where: { !$0.isWhitespace }) else {
      error(
        .badName, "the name of a filter is some text without a full stop; found \(name.quoted)",
        at: node ?? fields.node)
      return kind.name
    }
    guard let first = names[name] else {
      names[name] = node ?? fields.node
      return name
    }
    let place = DiagnosticCollector.Place(mark: first.mark, extent: .value)
    error(
      .duplicateName, "duplicate name \(name.quoted) of a filter", at: node ?? fields.node,
      hint: node == nil ? "give each a name" : nil,
      related: [.init(message: "first given here", place: place)])
    return name
  }

  /// An input of other filters.
  private func explain(_ entry: YAMLNode.Entry, _ kind: FilterKind) -> Bool {
    guard FilterKind.all.contains(where: { $0.input(named: entry.name) != nil }) else {
      return false
    }
    let inputs = kind.inputs.map(\.name).joined(separator: ", ")
    error(
      .unknownKey, "a \(kind.name) filter has no \(entry.name.quoted)", at: entry.key,
      hint: kind.inputs.isEmpty ? "it has no inputs" : "it has \(inputs)")
    return true
  }
}

/// What CSS and Core Image call them, in small letters.
private let foreignFilters = [
  "blur": "gaussianBlur", "cigaussianblur": "gaussianBlur", "saturate": "colorSaturate",
  "grayscale": "colorSaturate", "saturation": "colorSaturate", "contrast": "colorContrast",
  "brightness": "colorBrightness", "huerotate": "colorHueRotate", "hue": "colorHueRotate",
  "invert": "colorInvert", "cicolorinvert": "colorInvert", "sepia": "colorMonochrome",
  "monochrome": "colorMonochrome", "cicolormonochrome": "colorMonochrome",
  "matrix": "colorMatrix", "cicolormatrix": "colorMatrix", "fecolormatrix": "colorMatrix",
]
