import RostrumBase
import RostrumLayerTree
import RostrumSource

// MARK: Fonts

extension Key {
  static let fontFamily = Field("family", .text(), "The name of an installed family.")
  static let fontFile = Field(
    "file", .text(), "The path of a font file, relative to the scene file.")
  static let fontWeight = DefaultedField(
    "weight", .fontWeight, default: 400, "How heavy the strokes are, as in CSS.")
  static let fontStyle = DefaultedField(
    "style", .word, default: FontStyle.normal, "Upright or slanted.")
}

enum FontStyle: String, CaseIterable { case normal, italic }

extension Vocabulary {
  /// A font that is more than a family name.
  public static let font = Vocabulary(
    owner: "a font", definition: "font", rule: SchemaPart.exactlyOne("family", "file"),
    [Key.fontFamily, Key.fontFile, Key.fontWeight, Key.fontStyle])
}

extension Reader where Content == Int {
  /// The weights that fonts and other programs have words for.
  private static let cssWeights = [
    "thin": 100, "hairline": 100, "extralight": 200, "ultralight": 200, "light": 300,
    "regular": 400, "book": 400, "medium": 500, "semibold": 600, "demibold": 600,
    "extrabold": 800, "ultrabold": 800, "heavy": 900, "black": 900,
  ]

  /// A weight of a font: a word, or a number as in CSS.
  static let fontWeight: Reader = {
    let expectation = "a weight: normal, bold, or a whole number from 1 to 1000"
    let number = Reader.whole(1, 1000, expectation)
    let words = ["normal": 400, "bold": 700]
    return Reader(
      expectation, example: "bold",
      schema: ["anyOf": [SchemaPart.oneOf(["normal", "bold"]), number.schema]],
      text: { weight in words.first { $0.value == weight }?.key ?? "\(weight)" }
    ) { node, context in
      guard let word = node.scalar?.text else { return number.read(node, context) }
      if let other = cssWeights[ForeignNames.normalized(word)] {
        return context.mismatched(expectation, at: node, hint: "write \(other)")
      }
      return words[word] ?? number.read(node, context)
    }
  }()
}

extension Reader where Content == FontReference {
  /// A font, or a list of fonts: the first one, and fallbacks for letters that it does not have.
  static let font: Reader = {
    let expectation = "a font: a family name, {family | file, weight, style}, or a list of them"
    return Reader(
      expectation, example: "none",
      schema: ["anyOf": [singleFont.schema, SchemaPart.list(singleFont.schema)]],
      definition: "font"
    ) { node, context in
      guard let items = node.items else { return singleFont.read(node, context) }
      guard let first = items.first else { return context.mismatched(expectation, at: node) }
      guard let font = singleFont.read(first, context) else { return nil }
      let others = items.dropFirst().map { item in
        singleFont.read(item, context).map { item.entries == nil ? $0.styled(like: font) : $0 }
      }
      guard !others.contains(nil) else { return nil }
      return FontReference(
        font.source, weight: font.weight, isItalic: font.isItalic,
        fallbacks: others.compactMap(\.self))
    }
  }()

  /// A family name, or a mapping with a family or a file.
  private static let singleFont: Reader = {
    let expectation = "a font: a family name, or {family | file, weight, style}"
    let details = Reader.mapping(.font, expectation) { fields in
      let weight = fields.checked(Key.fontWeight)
      let style = fields[Key.fontStyle]
      guard let source = fields.fontSource(), let weight else { return nil }
      return FontReference(source, weight: weight, isItalic: style == .italic)
    }
    return Reader(
      expectation, example: "none",
      schema: ["anyOf": [Reader<String>.text().schema, details.schema]]
    ) { node, context in
      if let scalar = node.scalar, !node.isNull {
        return context.fontFamily(scalar.text, at: node).map { FontReference($0) }
      }
      if node.entries != nil { return details.read(node, context) }
      return context.mismatched(expectation, at: node)
    }
  }()
}

extension FontReference {
  /// The same typeface as heavy and as slanted as another.
  func styled(like other: FontReference) -> FontReference {
    FontReference(source, weight: other.weight, isItalic: other.isItalic)
  }
}

extension MappingReader {
  fileprivate func fontSource() -> FontReference.FontSource? {
    switch (node(Key.fontFamily), node(Key.fontFile)) {
    case (let name?, nil):
      return self[Key.fontFamily].flatMap { context.fontFamily($0, at: name) }
    case (nil, let file?):
      return context.assetPath(file, "the path of a font file", .font).map { .file(FilePath($0)) }
    case (_?, let file?):
      context.error(.conflict, "a font has a family or a file, not both", at: file)
    case (nil, nil): context.error(.missingKey, "a font needs 'family' or 'file'", at: node)
    }
    return nil
  }
}

extension SceneContext {
  fileprivate func fontFamily(_ name: String, at node: YAMLNode) -> FontReference.FontSource? {
    if name.isPrintableName { return .family(name) }
    return failure(.badName, "expected the name of a font family; found \(name.quoted)", at: node)
  }
}

// MARK: Text in several styles

extension Key {
  static let runText = Field("text", .text(), isRequired: true, "The letters of the run.")
  static let runFont = Field("font", .font, "The typeface. Default: the layer's.")
  static let runFontSize = Field(
    "fontSize", .number(.moreThanZero), "The size of the type, in points. Default: the layer's.")
  static let runColor = Field(
    "foregroundColor", .color, "The colour of the letters. Default: the layer's.")
  static let runBackground = DefaultedField(
    "backgroundColor", .color, default: nil, "Fills the boxes of the letters.")
  static let runKern = DefaultedField(
    "kern", .number(), default: 0, "Added between letters, in points.")
  static let runBaselineOffset = DefaultedField(
    "baselineOffset", .number(), default: 0, "How far the letters are raised, in points.")
  static let underlineStyle = DefaultedField(
    "underlineStyle", .word, default: AttributedText.UnderlineStyle.none,
    "A line below the letters.")
  static let underlineColor = Field(
    "underlineColor", .color, "Of that line. Default: the colour of the letters.")
  static let strikethroughStyle = DefaultedField(
    "strikethroughStyle", .word, default: AttributedText.UnderlineStyle.none,
    "A line through the letters.")
  static let strikethroughColor = Field(
    "strikethroughColor", .color, "Of that line. Default: the colour of the letters.")
}

extension Vocabulary {
  /// A part of a text layer's string in a style of its own.
  public static let textRun = Vocabulary(
    owner: "a run of text", definition: "run-of-text",
    [
      Key.runText, Key.runFont, Key.runFontSize, Key.runColor, Key.runBackground, Key.runKern,
      Key.runBaselineOffset, Key.underlineStyle, Key.underlineColor, Key.strikethroughStyle,
      Key.strikethroughColor,
    ])
}

extension Reader where Content == Value {
  /// A string, or a list of runs: each a string or a mapping.
  static let attributedText: Reader = {
    let whole = Reader<String>.text()
    let runs = Reader<AttributedText.StyleRun>.textRun.list("a list of runs")
    return Reader(
      "a string, or a list of runs such as {text: word, fontSize: 20}", example: "none",
      schema: ["anyOf": [whole.schema, runs.schema]], text: \.sceneText
    ) { node, context in
      node.items == nil
        ? whole.read(node, context).map(Value.text)
        : runs.read(node, context).map { .attributedText(AttributedText($0)) }
    }
  }()
}

extension Reader where Content == AttributedText.StyleRun {
  fileprivate static let textRun: Reader = {
    let plain = Reader<String>.text("a string, or a run such as {text: word, fontSize: 20}")
    let styled = Reader.mapping(.textRun, plain.expectation) { $0.textRun() }
    return Reader(
      plain.expectation, example: "word", schema: ["anyOf": [plain.schema, styled.schema]]
    ) { node, context in
      node.entries == nil
        ? plain.read(node, context).map(AttributedText.StyleRun.init) : styled.read(node, context)
    }
  }()
}

extension MappingReader {
  fileprivate func textRun() -> AttributedText.StyleRun? {
    var run = AttributedText.StyleRun("")
    run.font = self[Key.runFont]
    run.fontSize = self[Key.runFontSize]
    run.foregroundColor = self[Key.runColor] ?? nil
    run.backgroundColor = self[Key.runBackground]
    run.kern = self[Key.runKern]
    run.baselineOffset = self[Key.runBaselineOffset]
    run.underlineStyle = self[Key.underlineStyle]
    run.underlineColor = self[Key.underlineColor] ?? nil
    run.strikethroughStyle = self[Key.strikethroughStyle]
    run.strikethroughColor = self[Key.strikethroughColor] ?? nil
    guard let text = self[Key.runText] else { return nil }
    run.text = text
    return run
  }
}

// MARK: Fonts and glyphs

extension SceneContext {
  /// Reports a missing font or glyph of a text. `string` and `font` are the nodes of their values;
  /// `other` is used where either is missing.
  func checkText(_ values: LayerValues, string: YAMLNode?, font: YAMLNode?, or other: YAMLNode) {
    let runs = values[.string].runs
    if let items = string?.items, items.count == runs.count {
      for (run, item) in zip(runs, items) { check(run, values, at: item, font: font) }
      guard !collector.hasErrors else { return }
    }
    report(values, string: string, font: font, or: other)
  }

  /// A run is checked by itself, so that a problem is shown where the run is.
  private func check(
    _ run: AttributedText.StyleRun, _ values: LayerValues, at item: YAMLNode, font: YAMLNode?
  ) {
    var alone = values
    alone[.string] = AttributedText(run.text)
    alone[.font] = run.font ?? values[.font]
    let entries = item.entries ?? []
    let string = entries.first { $0.name == Key.runText.name }?.value ?? item
    let own = entries.first { $0.name == Key.runFont.name }?.value
    report(alone, string: string, font: own ?? font, or: item)
  }

  private func report(
    _ values: LayerValues, string: YAMLNode?, font: YAMLNode?, or other: YAMLNode
  ) {
    do throws(AssetProblem) {
      try files.inspector.inspectText(values)
    } catch {
      let place = error.offset == nil ? font ?? string : string ?? font
      report(error, at: place ?? other, in: string?.scalar?.text)
    }
  }
}
