import RostrumSceneImport
import RostrumImportedDocument
import RostrumGeometry
import RostrumLayerTree
import RostrumSource

/// Sets the letters of a text element (SVG 2, chapter 11).
struct SVGTextSetter {
  /// One letter with its marks.
  struct Letter {
    var text: String
    let style: SVGStyle
    let element: XMLElement
    /// A new place, where one is given.
    var x: Double?
    var y: Double?
    var offset = Point.zero
    /// In degrees.
    var rotation = 0.0
    var lines: [Line] = []
    /// The number of the path that it follows.
    var path: Int?
    var breaksRun = false
  }

  /// A line along letters, in the paint of the element that asks for it.
  struct Line {
    let kind: String
    let style: SVGStyle
  }

  /// Letters that were set together.
  struct Piece {
    let letters: ArraySlice<Letter>
    /// From the origin of the first letter on its baseline.
    let outline: Path
    let width: Double
    let font: SVGFontExtent
    /// From there to the place in the text.
    var transform = AffineTransform.identity

    var box: Rect {
      transform.boundingBox(
        of: Rect(x: 0, y: -font.ascent, width: width, height: font.ascent + font.descent))
    }
  }

  let conversion: SVGConversion
  let reader: SVGReader
  private var letters: [Letter] = []
  private var paths: [(measure: PathMeasure, start: Double)] = []
  private var endsInSpace = true
  /// Whether an element says how long its text is.
  private var hasLength = false

  init(_ conversion: SVGConversion, _ reader: SVGReader) {
    (self.conversion, self.reader) = (conversion, reader)
  }

  private var context: ImportContext { conversion.context }

  // MARK: Letters

  /// The letters of an element, with the marks that its ancestors have.
  mutating func collect(_ element: XMLElement, _ style: SVGStyle, _ lines: [Line], _ path: Int?) {
    let size = element.nodes.reduce(element.bytes.count) { sum, node in
      if case .text(let text) = node { sum + text.utf8.count } else { sum }
    }
    guard context.spend(size, .text, at: element.bytes) else { return }
    if let (name, value) = style.unsupportedText.min(by: { $0.key < $1.key }) {
      context.unsupported(.textStyles, "\(name): \(value)", at: element.bytes)
    }
    if element["textLength"] != nil { hasLength = true }
    let own = reader.declarations(of: element)
    let lines = lines + Self.lineKinds(own).map { Line(kind: $0, style: style) }
    let first = letters.count
    for node in element.nodes {
      switch node {
      case .text(let text): add(text, style, element, lines, path)
      case .element(let inner): collect(inner: inner, style, lines, path)
      }
    }
    place(letters[first...].indices, of: element, style)
  }

  static func lineKinds(_ own: SVGDeclarations) -> [String] {
    (own["text-decoration"] ?? own["text-decoration-line"] ?? "").lowercased()
      .split(whereSeparator: \.isWhitespace).map(String.init)
      .filter { ["underline", "overline", "line-through"].contains($0) }
  }

  private mutating func collect(
    inner: XMLElement, _ style: SVGStyle, _ lines: [Line], _ path: Int?
  ) {
    let own = reader.declarations(of: inner)
    guard own["display"] != "none", conversion.isWanted(inner) else { return }
    conversion.reportPart(own)
    switch inner.name {
    case "tspan", "a":
      collect(inner, reader.style(own, in: style).shifted(own, style, reader), lines, path)
    case "textPath" where path != nil:
      conversion.differs(
        "a textPath in a textPath is not drawn, as in browsers", at: inner.bytes)
    case "textPath":
      guard let measure = conversion.path(ofTextOn: inner, reader) else {
        context.warning(
          .missingKey, "there is no path for the text on it; the text is left out", at: inner.bytes)
        return
      }
      if inner["side"] == "right" || inner["method"] == "stretch" {
        context.unsupported(.textOnPath, at: inner.bytes)
      }
      var along = reader
      along.viewport = Size(width: measure.length, height: measure.length)
      paths.append((measure, along.length(inner, "startOffset", .x)))
      collect(
        inner, reader.style(own, in: style).shifted(own, style, reader), lines, paths.count - 1)
    case "", "title", "desc", "metadata": break
    case _ where SVGConversion.animationNames.contains(inner.name): break
    default: context.unsupported(.elements, inner.name, at: inner.bytes)
    }
  }

  /// Blanks are spaces; one of several counts, and none at the start of a text.
  private mutating func add(
    _ text: String, _ style: SVGStyle, _ element: XMLElement, _ lines: [Line], _ path: Int?
  ) {
    for character in text {
      let isSpace = [" ", "\t", "\n", "\r", "\r\n"].contains(character)
      if isSpace, !style.keepsSpaces, endsInSpace { continue }
      endsInSpace = isSpace
      letters.append(
        Letter(
          text: isSpace ? " " : String(character), style: style, element: element, lines: lines,
          path: path))
    }
  }

  mutating func trimEnd() {
    if let last = letters.last, last.text == " ", !last.style.keepsSpaces { letters.removeLast() }
  }

  /// Gives letters the places that the lists of an element say, where no element inside has.
  private mutating func place(_ range: Range<Int>, of element: XMLElement, _ style: SVGStyle) {
    guard !range.isEmpty else { return }
    func list(_ name: String, _ axis: SVGReader.Axis) -> [Double] {
      guard element[name] != nil else { return [] }
      var reader = reader
      reader.fontSize = style.font.size
      let parts = (element[name] ?? "").split { $0 == "," || $0.isWhitespace }
      return parts.compactMap { part in
        reader.length(String(part), axis)
          ?? reader.ignored(String(part), name, element, "a length", nil)
      }
    }
    let isPath = element.name == "textPath"
    for (index, value) in zip(range, isPath ? [] : list("x", .x)) {
      letters[index].x = letters[index].x ?? value
    }
    for (index, value) in zip(range, isPath ? [] : list("y", .y)) {
      letters[index].y = letters[index].y ?? value
    }
    for (index, value) in zip(range, list("dx", .x)) where letters[index].offset.x == 0 {
      letters[index].offset.x = value
    }
    for (index, value) in zip(range, list("dy", .y)) where letters[index].offset.y == 0 {
      letters[index].offset.y = value
    }
    let turns = element["rotate"] == nil ? [] : reader.leadingNumbers(element, "rotate")
    if let last = turns.last {
      for (place, index) in range.enumerated() where !letters[index].breaksRun {
        letters[index].rotation = place < turns.count ? turns[place] : last
        letters[index].breaksRun = true
      }
    }
  }

  // MARK: Setting

  /// The pieces of all letters, from the start of the text on.
  mutating func set(_ text: XMLElement) -> [Piece] {
    var pieces: [Piece] = []
    var pen = Point.zero
    var rest = letters[...]
    while let first = rest.first {
      let next = rest.indices.dropFirst().first {
        rest[$0].x != nil || rest[$0].y != nil || rest[$0].path != first.path
      }
      let chunk = rest[..<(next ?? rest.endIndex)]
      if chunk.startIndex > letters.startIndex, first.path == nil, first.x == nil,
        letters[chunk.startIndex - 1].path != nil
      {
        conversion.differs(
          "the text after the one on a path begins at the path's end, as SVG 2 says; programs "
            + "differ over it", at: first.element.bytes)
      }
      pen = Point(x: first.x ?? pen.x, y: first.y ?? pen.y)
      pieces += line(chunk, &pen, text)
      rest = rest[chunk.endIndex...]
    }
    return pieces
  }

  /// Letters on one line, from the pen on.
  private func line(
    _ chunk: ArraySlice<Letter>, _ pen: inout Point, _ text: XMLElement
  ) -> [Piece] {
    var set: [(piece: Piece, advance: Double)] = []
    let runs = runs(chunk)
    let runsLeft =
      runs.count > 1 && chunk.contains { $0.text.unicodeScalars.contains { $0.runsLeft } }
    if runsLeft { context.unsupported(.textStyles, "runs from right to left", at: text.bytes) }
    for run in runs { set += pieces(run) }
    guard !set.isEmpty else { return [] }
    var width = set.reduce(0) {
      $0 + $1.advance + $1.piece.letters[$1.piece.letters.startIndex].offset.x
    }
    var (more, stretch) = (0.0, 1.0)
    if let length = textLength(text, chunk), width > 0 {
      if text["lengthAdjust"] == "spacingAndGlyphs" {
        stretch = length / width
      } else if set.count > 1 {
        more = (length - width) / Double(set.count - 1)
      }
      width = length
    }
    let anchor = chunk.first?.style.textAnchor ?? 0
    // Spacing after the last letter is not part of the line.
    width -= chunk.last?.style.letterSpacing ?? 0
    let path = chunk.first?.path.map { paths[$0] }
    let start = path.map { $0.start + (chunk.first?.x ?? 0) } ?? pen.x
    var place = Point(x: start - width * anchor, y: path == nil ? pen.y : 0)
    var result: [Piece] = []
    for (var piece, advance) in set {
      guard let letter = piece.letters.first else { continue }
      place = place + letter.offset
      let shift = letter.style.baseline.offset(piece.font)
      var transform = AffineTransform.scale(x: stretch, y: 1)
      if letter.rotation != 0 {
        transform = transform.concatenating(.rotation(letter.rotation * .pi / 180))
      }
      if let path {
        let middle = place.x + piece.width / 2
        if middle >= 0, middle <= path.measure.length, path.measure.length > 0,
          let point = path.measure.point(atFraction: middle / path.measure.length),
          let tangent = path.measure.tangent(atFraction: middle / path.measure.length)
        {
          transform = transform.concatenating(
            .translation(x: -piece.width / 2, y: place.y + shift)
          ).concatenating(
            AffineTransform(
              a: tangent.x, b: tangent.y, c: -tangent.y, d: tangent.x, tx: point.x, ty: point.y))
          piece.transform = transform
          result.append(piece)
        }
      } else {
        piece.transform = transform.concatenating(
          .translation(x: place.x, y: place.y + shift))
        result.append(piece)
      }
      place.x += advance * stretch + more
    }
    if let path {
      // The next text begins at the end of the path (SVG 2, section 11.5).
      pen = path.measure.point(atFraction: 1) ?? .zero
    } else {
      pen = place
    }
    return result
  }

  private func textLength(_ text: XMLElement, _ chunk: ArraySlice<Letter>) -> Double? {
    for element in [text] + chunk.map(\.element) where element["textLength"] != nil {
      guard element === text, chunk.count == letters.count else {
        return context.leavingOut(
          .textStyles, "textLength", at: context.place(of: "textLength", in: element))
      }
      let length = reader.length(element, "textLength", .x)
      return length >= 0 ? length : nil
    }
    return nil
  }

  /// Stretches of letters of one element.
  private func runs(_ chunk: ArraySlice<Letter>) -> [ArraySlice<Letter>] {
    var runs: [ArraySlice<Letter>] = []
    var start = chunk.startIndex
    for index in chunk.indices.dropFirst() where chunk[index].element !== chunk[start].element {
      runs.append(chunk[start..<index])
      start = index
    }
    return runs + [chunk[start...]]
  }

  /// A run as one piece, or each letter alone where something is between them.
  private func pieces(_ run: ArraySlice<Letter>) -> [(piece: Piece, advance: Double)] {
    guard let first = run.first, let extent = conversion.extent(of: first.style.font, first.element)
    else { return [] }
    let style = first.style
    let isSplit =
      first.path != nil || style.letterSpacing != 0 || style.wordSpacing != 0 || hasLength
      || run.dropFirst().contains { $0.offset != .zero || $0.breaksRun } || first.rotation != 0
    let text = run.map(\.text).joined()
    guard isSplit else {
      guard let line = outlines(text, first) else { return [] }
      return [
        (
          Piece(letters: run, outline: line.outline, width: line.width, font: extent), line.width
        )
      ]
    }
    if text.unicodeScalars.contains(where: { $0.joinsOrRunsLeft }) {
      context.unsupported(.textStyles, "spacing in such a script", at: first.element.bytes)
    }
    var result: [(piece: Piece, advance: Double)] = []
    var before = 0.0
    var whole = ""
    for index in run.indices {
      whole += run[index].text
      guard let line = outlines(run[index].text, first) else { return [] }
      // What kerning takes from a letter's width is known with the next one.
      let end = run.count <= 200 ? outlines(whole, first)?.width : nil
      let advance = line.width
      let kerning = end.map { $0 - before - line.width } ?? 0
      before = end ?? before + line.width
      if !result.isEmpty { result[result.count - 1].advance += kerning }
      let space = style.letterSpacing + (run[index].text == " " ? style.wordSpacing : 0)
      result.append(
        (
          Piece(
            letters: run[index...index], outline: line.outline, width: line.width, font: extent),
          advance + space
        ))
    }
    return result
  }

  private func outlines(_ text: String, _ letter: Letter) -> ImportLine? {
    // The base direction is from left to right, whatever the first letter is (SVG 2, 11.8).
    let isMixed = text.unicodeScalars.contains { $0.runsLeft }
    let text = isMixed ? "\u{200E}\(text)" : text
    switch conversion.resources.outlines(of: text, letter.style.font) {
    case .success(let line): return line
    case .failure(let problem):
      return context.failure(
        .missingFile, problem.message, at: letter.element.bytes, hint: problem.hint)
    }
  }
}

extension Unicode.Scalar {
  /// Whether its script is written from right to left.
  fileprivate var runsLeft: Bool {
    (0x0590...0x08FF).contains(value) || (0xFB1D...0xFDFF).contains(value)
      || (0xFE70...0xFEFF).contains(value)
  }

  /// Whether letters of its script are joined to their neighbours, or run from right to left.
  fileprivate var joinsOrRunsLeft: Bool {
    runsLeft || (0x0900...0x0DFF).contains(value)
  }
}

extension SVGStyle {
  /// The style of an element inside a text, with its own baseline.
  fileprivate func shifted(
    _ own: SVGDeclarations, _ outer: SVGStyle, _ reader: SVGReader
  ) -> SVGStyle {
    var style = self
    style.baseline.alignment = own["alignment-baseline"]
    guard let text = own["baseline-shift"]?.lowercased() else { return style }
    // As far as most fonts say, in shares of their size.
    let words = ["baseline": 0, "sub": -0.075, "super": 0.35]
    var inner = reader
    inner.viewport = Size(width: style.font.size, height: style.font.size)
    inner.fontSize = style.font.size
    style.baseline.shift +=
      words[text].map { $0 * style.font.size } ?? inner.length(text, .y)
      ?? reader.ignored(text, "baseline-shift", own.element, "a length", 0)
    return style
  }
}
