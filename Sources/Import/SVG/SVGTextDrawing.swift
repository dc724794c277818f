import RostrumSceneImport
import RostrumImportedDocument
import RostrumBase
import RostrumGeometry
import RostrumLayerTree
import RostrumSource

extension SVGConversion {
  func text(
    _ element: XMLElement, _ name: String, _ style: SVGStyle, _ reader: SVGReader
  ) -> Drawing? {
    var setter = SVGTextSetter(self, reader)
    var style = style
    style.baseline.alignment = reader.declarations(of: element)["alignment-baseline"]
    setter.collect(element, style, linesAround(element, style), nil)
    setter.trimEnd()
    let pieces = setter.set(element)
    let boxes = pieces.map(\.box)
    guard let box = boxes.dropFirst().reduce(boxes.first, { $0?.union($1) }) else { return nil }
    var drawings: [Drawing] = []
    for group in Self.grouped(pieces) {
      guard let letter = group.first?.letters.first else { continue }
      let text = group.flatMap(\.letters).map(\.text).joined()
      let label = letter.element["id"] ?? (text.trimmed.isEmpty ? name : text.trimmed)
      let kinds = ["underline", "overline"]
      drawings += lines(group, label, element, box) { kinds.contains($0) }
      let outline = Path(group.flatMap { $0.outline.transformed(by: $0.transform).elements })
      if let drawing = shape(outline, label, letter.style, at: letter.element, box: box) {
        drawings.append(drawing)
      }
      drawings += lines(group, label, element, box) { !kinds.contains($0) }
    }
    if drawings.count == 1 { return drawings[0] }
    return group(name, drawings).map { Drawing(draft: $0.draft, box: box) }
  }

  /// The lines that elements around a text ask for, in the paint of the text.
  private func linesAround(_ element: XMLElement, _ style: SVGStyle) -> [SVGTextSetter.Line] {
    var lines: [SVGTextSetter.Line] = []
    var next = element.parent
    while let owner = next {
      let own = reader(viewport).declarations(of: owner)
      lines += SVGTextSetter.lineKinds(own).map { SVGTextSetter.Line(kind: $0, style: style) }
      next = owner.parent
    }
    return lines
  }

  /// Neighbours of one element, which are one layer.
  private static func grouped(_ pieces: [SVGTextSetter.Piece]) -> [[SVGTextSetter.Piece]] {
    var groups: [[SVGTextSetter.Piece]] = []
    for piece in pieces {
      let element = piece.letters.first?.element
      if let last = groups.last?.last?.letters.first?.element, last === element {
        groups[groups.count - 1].append(piece)
      } else {
        groups.append([piece])
      }
    }
    return groups
  }

  /// The lines of some kinds along letters. Fonts give the position and thickness of lines;
  /// most say about these shares of the size.
  private func lines(
    _ pieces: [SVGTextSetter.Piece], _ name: String, _ element: XMLElement, _ box: Rect,
    where isWanted: (String) -> Bool
  ) -> [Drawing] {
    guard let letter = pieces.first?.letters.first else { return [] }
    return letter.lines.filter { isWanted($0.kind) }.compactMap { line in
      let parts = pieces.flatMap { piece -> Path.Elements in
        let size = letter.style.font.size
        let thickness = size * 0.05
        let places = [
          "underline": size * 0.1, "overline": -piece.font.ascent,
          "line-through": -piece.font.xHeight * 0.6,
        ]
        let rect = Rect(
          x: 0, y: (places[line.kind] ?? 0) - thickness / 2, width: piece.width,
          height: thickness)
        return Path.rect(rect).transformed(by: piece.transform).elements
      }
      return shape(Path(parts), "\(name) \(line.kind)", line.style, at: element, box: box)
    }
  }

  /// How high and deep letters of a font are; `nil` where there is none, which is reported.
  func extent(of font: ImportFont, _ element: XMLElement) -> SVGFontExtent? {
    if let known = extents[font] { return known }
    switch resources.outlines(of: "x", font) {
    case .success(let line):
      let box = line.outline.boundingBox
      let extent = SVGFontExtent(
        ascent: line.ascent, descent: line.descent, xHeight: box.map { -$0.minY } ?? 0)
      extents[font] = extent
      if let substitute = line.substitute, let family = font.families.first,
        reportedSubstitutes.insert(family).inserted
      {
        let kind = FontReference.kindsWithoutFont.first {
          font.families.contains($0) && FontReference.genericFamilies[$0] == substitute
        }
        context.warning(
          .missingFile,
          kind.map { "no font is known to be \($0); '\(substitute)' stands for one" }
            ?? "there is no font family '\(family)'; '\(substitute)', whose letters are as wide, stands for it",
          at: element.bytes)
      }
      return extent
    case .failure(let problem):
      return context.failure(.missingFile, problem.message, at: element.bytes, hint: problem.hint)
    }
  }

  /// The path that a `textPath` names, in the text's own coordinates.
  func path(ofTextOn element: XMLElement, _ reader: SVGReader) -> PathMeasure? {
    guard let id = element["href"].flatMap({ $0.hasPrefix("#") ? String($0.dropFirst()) : nil }),
      let target = byID[id]
    else { return nil }
    if target.children.contains(where: { Self.animationNames.contains($0.name) }) {
      context.warning(
        .notDrawn, "the text stands on the path without the path's animations", at: element.bytes)
    }
    guard let path = reader.outline(of: target) else { return nil }
    let own = path.transformed(by: reader.transform(target))
    return PathMeasure(own, accuracy: 1e-3)
  }
}

/// The position of letters in relation to the line (SVG 2, section 11.10.2; CSS Inline Layout 3).
struct SVGBaseline: Hashable {
  /// The word that all letters follow.
  private var dominant = "auto"
  /// The element's own word.
  var alignment: String?
  /// The height of the letters above the line, in user units.
  var shift = 0.0

  mutating func setDominant(_ word: String?) {
    if let word, word != "no-change" { dominant = word }
  }

  /// How far down the letters move.
  func offset(_ font: SVGFontExtent) -> Double {
    let own = alignment.map { $0 == "auto" || $0 == "baseline" ? dominant : $0 } ?? dominant
    let offsets = [
      "before-edge": font.ascent, "text-before-edge": font.ascent, "text-top": font.ascent,
      "middle": font.xHeight / 2, "central": (font.ascent - font.descent) / 2,
      "after-edge": -font.descent, "text-after-edge": -font.descent, "text-bottom": -font.descent,
      "ideographic": -font.descent, "hanging": font.ascent * 0.8,
      "mathematical": font.ascent / 2,
    ]
    return (offsets[own] ?? 0) - shift
  }
}

/// How high and how deep the letters of a font reach, in user units.
struct SVGFontExtent: Hashable {
  var ascent = 0.0
  var descent = 0.0
  var xHeight = 0.0
}
