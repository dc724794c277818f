import LayerTree

extension SceneContext {
  /// A family name, or a mapping with a family or a file.
  func font(_ node: YAMLNode) -> FontReference? {
    if let scalar = node.scalar, !node.isNull {
      return family(scalar.text, at: node).map { FontReference($0) }
    }
    guard node.entries != nil, let fields = MappingReader(node, .font, self) else {
      if node.entries == nil { mismatch(ValueType.font.expectation, at: node) }
      return nil
    }
    fields.reportUnknownKeys()
    let weight = fields.node(.fontWeight).map(weight) ?? 400
    let style = fields.word(.fontStyle, as: FontStyle.self)
    guard let source = source(fields), let weight else { return nil }
    return FontReference(source, weight: weight, isItalic: style == .italic)
  }

  private enum FontStyle: String { case normal, italic }

  private func source(_ fields: MappingReader) -> FontReference.Source? {
    switch (fields.node(.fontFamily), fields.node(.fontFile)) {
    case (let name?, nil): return text(name).flatMap { family($0, at: name) }
    case (nil, let file?): return assetPath(file, "the path of a font file").map { .file($0) }
    case (_?, let file?):
      error(.conflict, "a font has a family or a file, not both", at: file)
    case (nil, nil): error(.missingKey, "a font needs 'family' or 'file'", at: fields.node)
    }
    return nil
  }

  private func family(_ name: String, at node: YAMLNode) -> FontReference.Source? {
    let isUsable = name.contains { !$0.isWhitespace } && name.allSatisfy(\.isPrintable)
    if isUsable { return .family(name) }
    error(.badName, "expected the name of a font family; found \(name.quoted)", at: node)
    return nil
  }

  /// `nil` after reporting.
  private func weight(_ node: YAMLNode) -> Int? {
    if node.scalar?.text == "normal" { return 400 }
    if node.scalar?.text == "bold" { return 700 }
    let expectation = Grammar.fontWeight.expectation
    guard let value = number(node, expectation: expectation) else { return nil }
    if value == value.rounded(), (1...1000).contains(value) { return Int(value) }
    error(.outOfRange, "expected \(expectation); found \(value.sceneText)", at: node)
    return nil
  }
}
