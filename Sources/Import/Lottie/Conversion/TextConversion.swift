import Algorithms
import RostrumBase
import RostrumSceneImport
import RostrumImportedDocument
import RostrumGeometry
import RostrumLayerTree
import RostrumSource

/// Sets texts with the outlines of letters that the file brings along, or of the font that it
/// names.
struct TextConversion {
  let context: LottieContext
  let motion: Motion
  let file: LottieFile
  let resources: any ImportResources

  init(
    _ context: LottieContext, _ motion: Motion, _ file: LottieFile,
    _ resources: any ImportResources
  ) {
    (self.context, self.motion, self.file, self.resources) = (context, motion, file, resources)
  }

  /// The layers of a text: one for each wording, at its time.
  func layers(_ text: LottieText, _ name: String) -> [ImportedLayer] {
    var result: [ImportedLayer] = []
    for (index, document) in text.documents.enumerated() {
      context.budget.add(3, .layers)
      guard context.isWithinBudget(at: document.source.bytes) else { return [] }
      let label = index == 0 ? "\(name) text" : "\(name) text \(index + 1)"
      guard var draft = layer(document, text, label) else { continue }
      let end = index + 1 < text.documents.count ? text.documents[index + 1].startFrame : .infinity
      let start = index == 0 ? -Double.infinity : document.startFrame
      draft.animations += motion.visibility(from: start, to: end)
      if index > 0 { draft.values[.hidden] = true }
      result.append(draft)
    }
    return result
  }

  /// The outline of a text.
  func outline(_ document: LottieText.Document) -> Path {
    outline(placed(document, font(of: document)))
  }

  /// The font that a text names; where the file does not list it, the one of its name's family.
  private func font(of document: LottieText.Document) -> LottieFont {
    if let font = file.fonts[document.font] { return font }
    context.warning(
      .missingKey,
      "there is no font \(document.font.quoted) in the file: the family of its name is looked for",
      at: document.source)
    let parts = document.font.split(separator: "-", maxSplits: 1).map(String.init)
    return LottieFont(
      family: parts.first ?? "", style: parts.count > 1 ? parts[1] : "", ascent: 75,
      source: document.source)
  }

  private func outline(_ letters: [PlacedLetter]) -> Path {
    Path(letters.flatMap { $0.path.transformed(by: .at($0.origin)).elements })
  }

  private func layer(
    _ document: LottieText.Document, _ text: LottieText, _ name: String
  ) -> ImportedLayer? {
    let letters = placed(document, font(of: document))
    guard letters.contains(where: { !$0.path.isEmpty }) else { return nil }
    var draft: ImportedLayer
    if text.animators.isEmpty {
      draft = ImportedLayer(name, parts(outline(letters), document, text.changes, name))
    } else {
      draft = ImportedLayer(name, animated(letters, document, text, name))
    }
    if let opacity = text.changes.opacity { motion.applyOpacity(opacity, to: &draft) }
    return draft
  }

  /// The fill and the stroke of an outline.
  func parts(
    _ outline: Path, _ document: LottieText.Document, _ changes: LottieText.Changes, _ name: String
  ) -> [ImportedLayer] {
    var parts: [ImportedLayer] = []
    if document.fill != nil || changes.fill != nil {
      var fill = ImportedLayer("\(name) fill", .shape)
      fill.values[.path] = outline
      set(.fillColor, document.fill, changes.fill, of: &fill)
      parts.append(fill)
    }
    if document.stroke != nil, document.strokeWidth > 0 || changes.strokeWidth != nil {
      var stroke = ImportedLayer("\(name) stroke", .shape)
      stroke.values[.path] = outline
      stroke.values[.fillColor] = nil
      set(.strokeColor, document.stroke, changes.stroke, of: &stroke)
      let width = changes.strokeWidth ?? Track([document.strokeWidth])
      motion.apply(width, to: AnimationKeyPath(.lineWidth), of: &stroke) {
        .number(max($0.first ?? 0, 0))
      }
      parts.insert(stroke, at: document.strokesAboveFill ? parts.count : 0)
    }
    return parts
  }

  private func set(
    _ property: TypedProperty<Color?>, _ color: Color?, _ change: Track<[Double]>?,
    of draft: inout ImportedLayer
  ) {
    draft.values[property] = color ?? .black
    guard let change else { return }
    motion.apply(change, to: AnimationKeyPath(property), of: &draft) { .color(.lottie($0)) }
  }

  // MARK: Lines

  /// A letter, or a word of a script whose letters join.
  private struct Letter {
    let path: Path
    let advance: Double
    let isBlank: Bool
    /// Its depth in turns of direction; odd ones run from right to left.
    var level = 0
  }

  /// After Effects writes a return, or U+0003 for a line break within a paragraph.
  private static let lineBreaks: Set<Character> = ["\r", "\n", "\r\n", "\u{3}"]

  /// All letters in their places, line by line.
  private func placed(_ document: LottieText.Document, _ font: LottieFont) -> [PlacedLetter] {
    var y = -document.baselineShift
    if let box = document.box { y += box.minY + font.ascent / 100 * document.size }
    var result: [PlacedLetter] = []
    var row = 0
    for paragraph in document.text.split(
      omittingEmptySubsequences: false, whereSeparator: { Self.lineBreaks.contains($0) })
    {
      let lines = lines(letters(paragraph, document, font), document.box?.width)
      for (index, line) in lines.enumerated() {
        result += placed(line, document, y, row: row, isLast: index + 1 == lines.count)
        y += document.lineHeight
        row += 1
      }
    }
    return result
  }

  private func letters(
    _ text: Substring, _ document: LottieText.Document, _ font: LottieFont
  ) -> [Letter] {
    let tracking = document.tracking / 1000 * document.size
    let pieces = text.chunked { $0.isSetInWords && $1.isSetInWords }
    let directions = pieces.map { piece in
      piece.lazy.map(\.direction).first { $0 != .neutral } ?? .neutral
    }
    return zip(pieces, directions.levels).flatMap { piece, level -> [Letter] in
      let glyphs = piece.compactMap { file.glyphs.glyph($0, font) }
      guard glyphs.count == piece.count else {
        // Brackets turn round with a mark of the direction before them.
        let isTurned = level % 2 == 1 && piece.first?.isSetInWords == false
        let text = isTurned ? "\u{200F}\(piece)" : String(piece)
        return [letter(text, document, font, tracking, level)].compactMap(\.self)
      }
      return zip(piece, glyphs).compactMap { character, glyph in
        guard context.budget.add(glyph.elementCount, .pathElements) else { return nil }
        let scale = document.size / 100
        return Letter(
          path: glyph.outline.transformed(by: .scale(x: scale, y: scale)),
          advance: glyph.width * scale + tracking, isBlank: character.isWhitespace, level: level)
      }
    }
  }

  /// A letter or a word of the font that the file names.
  private func letter(
    _ text: String, _ document: LottieText.Document, _ font: LottieFont, _ tracking: Double,
    _ level: Int
  ) -> Letter? {
    guard !context.budget.isExceeded else { return nil }
    let typeface = ImportFont(
      families: [document.font, font.family], size: document.size, weight: font.weight,
      isItalic: font.isItalic)
    var result = resources.outlines(of: text, typeface)
    if case .failure = result {
      var substitute = typeface
      substitute.families = [font.substitute]
      result = resources.outlines(of: text, substitute)
      if case .success = result {
        context.warning(
          .missingFile,
          "there is no font family \(font.family.quoted): \(font.substitute) is used instead",
          at: font.source)
      }
    }
    switch result {
    case .success(let line):
      context.budget.add(line.outline.elements.count, .pathElements)
      return Letter(
        path: line.outline, advance: line.width + tracking,
        isBlank: text.allSatisfy(\.isWhitespace), level: level)
    case .failure(let problem):
      return context.leavingOut(
        .missingGlyphs, "'\(text)' in \(document.font): \(problem.message)", at: document.source)
    }
  }

  /// Broken after spaces where a box is too narrow.
  private func lines(_ letters: [Letter], _ width: Double?) -> [[Letter]] {
    guard let width, width > 0 else { return [letters] }
    var lines: [[Letter]] = []
    var line: [Letter] = []
    var (used, lastBreak) = (0.0, 0)
    for letter in letters {
      if used + letter.advance > width + 0.01, !letter.isBlank, lastBreak > 0 {
        lines.append(Array(line[..<lastBreak]))
        line = Array(line[lastBreak...])
        used = line.reduce(0) { $0 + $1.advance }
        lastBreak = 0
      }
      line.append(letter)
      used += letter.advance
      if letter.isBlank { lastBreak = line.count }
    }
    return lines + [line]
  }

  private func placed(
    _ line: [Letter], _ document: LottieText.Document, _ y: Double, row: Int, isLast: Bool
  ) -> [PlacedLetter] {
    // Spaces where a line was broken do not count.
    let shown = isLast ? line[...] : line.trimmingSuffix(while: \.isBlank)
    // With the last letter's tracking, as lottie-ios aligns lines.
    var length = shown.reduce(0) { $0 + $1.advance }
    var stretch = 0.0
    let spaces = shown.count(where: \.isBlank)
    if let box = document.box, spaces > 0, document.justification.stretches(isLast: isLast) {
      stretch = max(box.width - length, 0) / Double(spaces)
      length += stretch * Double(spaces)
    }
    let room = document.box.map { $0.width - length }
    var x = document.box?.minX ?? 0
    switch document.alignment {
    case .left: break
    case .right: x += room ?? -length
    case .center: x += (room ?? -length) / 2
    }
    // Letters stay in the order of the text, wherever they lie.
    var places = Array(repeating: x, count: line.count)
    for index in shown.map(\.level).visualOrder {
      places[index] = x
      x += line[index].advance + (line[index].isBlank ? stretch : 0)
    }
    return zip(line, places).map { letter, x in
      PlacedLetter(
        path: letter.path, origin: Point(x: x, y: y), width: letter.advance,
        isBlank: letter.isBlank, line: row)
    }
  }
}

/// A letter on its base line.
struct PlacedLetter {
  let path: Path
  let origin: Point
  let width: Double
  let isBlank: Bool
  let line: Int
}

extension AffineTransform {
  fileprivate static func at(_ point: Point) -> AffineTransform {
    .translation(x: point.x, y: point.y)
  }
}

extension LottieFont {
  /// The weight that the style's name says (OpenType, `usWeightClass`).
  fileprivate var weight: Int {
    let names = [
      ("thin", 100), ("extralight", 200), ("ultralight", 200), ("semibold", 600), ("demibold", 600),
      ("extrabold", 800), ("ultrabold", 800), ("light", 300), ("medium", 500), ("bold", 700),
      ("black", 900), ("heavy", 900),
    ]
    let style = style.lowercased().filter { $0 != " " && $0 != "-" }
    return names.first { style.contains($0.0) }?.1 ?? 400
  }

  /// The kind of family that the name implies.
  fileprivate var substitute: String {
    let name = family.lowercased()
    if ["mono", "courier", "code", "consol"].contains(where: name.contains) { return "monospace" }
    let serifs = ["times", "georgia", "garamond", "serif", "palatino", "baskerville", "minion"]
    return !name.contains("sans") && serifs.contains(where: name.contains) ? "serif" : "sans-serif"
  }

  fileprivate var isItalic: Bool {
    let style = style.lowercased()
    return style.contains("italic") || style.contains("oblique")
  }
}

extension GlyphTable.Glyph {
  fileprivate var outline: Path { Path(shapes.flatMap { $0.outline.elements }) }

  fileprivate var elementCount: Int { shapes.reduce(1) { $0 + $1.elementCount } }
}

extension ShapeItem {
  fileprivate var elementCount: Int {
    switch kind {
    case .path(let track): track.initial.elements.count
    case .group(let items, _): items.reduce(1) { $0 + $1.elementCount }
    default: 0
    }
  }

  /// The outlines of an item and of groups, as they are at first.
  fileprivate var outline: Path {
    switch kind {
    case .path(let track): track.initial
    case .group(let items, let transform):
      Path(items.flatMap { $0.outline.elements }).transformed(by: transform.matrix(at: 0))
    default: Path()
    }
  }
}
