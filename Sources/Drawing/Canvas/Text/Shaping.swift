import RostrumCCairo
import RostrumCPango
import RostrumGeometry

extension FontSet {
  /// The layout of a request whose largest type has the size 1.
  func layout(_ request: TextRequest) throws(TextError) -> TextLayout {
    guard request.isWrapped, request.truncation != .none, request.width != nil,
      let height = request.height
    else { return try shaped(request).layout(with: glyphs) }
    return try layout(request, within: height)
  }

  func shaped(_ request: TextRequest) throws(TextError) -> ShapedText {
    ShapedText(request, runs: try shapedRuns(request), context: context)
  }

  /// No lines at all, but a font that is missing is still an error.
  func emptyLayout(_ request: TextRequest) throws(TextError) -> TextLayout {
    _ = try shapedRuns(request)
    return .empty
  }

  private func shapedRuns(_ request: TextRequest) throws(TextError) -> [ShapedRun] {
    var runs: [ShapedRun] = []
    var start = 0
    for (index, run) in request.runs.enumerated() {
      let family = try family(for: run.font)
      let name = shownName(of: run.font, family)
      let end = start + run.string.utf8.count
      if let offset = run.string.utf8.firstIndex(of: 0) {  // GLib takes it for the end
        let bytes = run.string.utf8.distance(from: run.string.startIndex, to: offset)
        throw .missingGlyph("\0", offset: start + bytes, family: name)
      }
      if run.font.fallbacks.isEmpty {
        runs.append(
          ShapedRun(
            run: run, index: index, family: family, shownName: name, bytes: start..<end))
      } else {
        runs += try stretches(of: run, index: index, from: start)
      }
      start = end
    }
    return runs
  }
}

/// A run of a request, or a part of one, with the font for Pango.
struct ShapedRun {
  let run: TextRun
  /// The place of the run in the request.
  let index: Int
  let family: String
  /// The name that people call the font by.
  let shownName: String
  /// Its place in the text, in UTF-8.
  let bytes: Range<Int>
}

/// A text as Pango has shaped it. All lengths that leave it are in units of its largest type.
final class ShapedText {
  private let request: TextRequest
  private let runs: [ShapedRun]
  private let layout: OpaquePointer?
  private let bytes: [UInt8]
  /// Pango's length of an em. Its lengths are 32-bit integers, so long texts are set smaller.
  private let unitsPerEm: Double
  /// The byte offsets of words; empty unless words are requested.
  private let wordStarts: [Int]

  init(_ request: TextRequest, runs: [ShapedRun], context: OpaquePointer) {
    self.request = request
    self.runs = runs
    let string = request.string
    bytes = Array(string.utf8)
    wordStarts = request.pieces == .words ? string.wordStarts : []
    var pixelsPerEm = 1000.0
    while pixelsPerEm * Double(string.unicodeScalars.count) > 600_000 { pixelsPerEm /= 2 }
    unitsPerEm = pixelsPerEm * Double(PANGO_SCALE)
    layout = pango_layout_new(context)
    setRuns()
    setShape()
    bytes.withUnsafeBytes {
      pango_layout_set_text(
        layout, $0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32($0.count))
    }
  }

  deinit { g_object_unref(layout.map { UnsafeMutableRawPointer($0) }) }

  /// The layout's own font is that of the first run, which counts where there are no letters.
  private func setRuns() {
    let attributes = pango_attr_list_new()
    pango_attr_list_insert(attributes, pango_attr_fallback_new(0))
    // A long word breaks as in Core Animation; only soft hyphens show one.
    pango_attr_list_insert(attributes, pango_attr_insert_hyphens_new(0))
    for (index, run) in runs.enumerated() {
      let description = run.description(unitsPerEm: unitsPerEm)
      if index == 0 { pango_layout_set_font_description(layout, description) }
      insert(pango_attr_font_desc_new(description), run.bytes, attributes)
      pango_font_description_free(description)
      if let kern = limitedUnits(run.run.kern) {
        insert(pango_attr_letter_spacing_new(kern), run.bytes, attributes)
      }
      if let rise = limitedUnits(run.run.baselineOffset) {
        insert(pango_attr_rise_new(rise), run.bytes, attributes)
      }
    }
    pango_layout_set_attributes(layout, attributes)
    pango_attr_list_unref(attributes)
  }

  private func insert(
    _ attribute: UnsafeMutablePointer<PangoAttribute>?, _ range: Range<Int>,
    _ list: OpaquePointer?
  ) {
    guard let attribute else { return }
    attribute.pointee.start_index = UInt32(clamping: range.lowerBound)
    attribute.pointee.end_index = UInt32(clamping: range.upperBound)
    pango_attr_list_insert(list, attribute)
  }

  /// `nil` for 0. Beyond a hundred ems Pango's sums could overflow.
  private func limitedUnits(_ length: Double) -> Int32? {
    length == 0 ? nil : units(min(max(length, -100), 100))
  }

  /// Alignment is not Pango's: it turns left and right round for writing from right to left.
  private func setShape() {
    guard let width = units(request.width) else { return }
    if request.isWrapped {
      pango_layout_set_width(layout, width)
      pango_layout_set_wrap(
        layout, request.breaksWords ? PANGO_WRAP_WORD_CHAR : PANGO_WRAP_WORD)
      pango_layout_set_justify(layout, request.alignment == .justified ? 1 : 0)
    }
    guard request.truncation != .none, !request.isWrapped else { return }
    pango_layout_set_width(layout, width)
    pango_layout_set_ellipsize(layout, PangoEllipsizeMode(request.truncation))
  }

  /// `nil` for a length too large to limit anything.
  private func units(_ length: Double?) -> Int32? {
    length.flatMap { Int32(exactly: ($0 * unitsPerEm).rounded()) }
  }

  private func ems(_ units: Int32) -> Double { Double(units) / unitsPerEm }

  func layout(with reader: GlyphReader) throws(TextError) -> TextLayout {
    try layout(of: shapedLines, then: nil, with: reader)
  }

  /// The layout of the first lines, and of one more line of another text below them.
  func layout(
    of first: [ShapedLine], then last: (text: ShapedText, line: ShapedLine)?,
    with reader: GlyphReader
  ) throws(TextError) -> TextLayout {
    var result = TextLayout.empty
    result.runs = request.runs.map { _ in TextLayout.Run() }
    var lines = first + (last.map { [$0.line] } ?? [])
    let longest = lines.map(\.place.width).max() ?? 0
    let space = request.width ?? longest
    for index in lines.indices {
      let spare = space - lines[index].place.width
      lines[index].place.x = lines[index].indent(spare: spare, alignment: request.alignment)
      let text = index < first.count ? self : last?.text ?? self
      try text.append(lines[index], number: index, to: &result, with: reader)
    }
    result.finishPieces()
    let height = lines.last.map { $0.place.baseline + $0.place.descent } ?? 0
    result.lines = lines.map(\.place)
    result.size = Size(width: longest, height: height)
    result.inkBounds =
      result.runs.compactMap(\.inkBounds).reduce(nil) { $0?.union($1) ?? $1 } ?? .zero
    return result
  }

  /// Draws the first line with its baseline's left end at a point. `size` is the height of an em;
  /// the result is the line's width.
  func show(at origin: Point, size: Double, on context: OpaquePointer) -> Double {
    guard let line = pango_layout_get_line_readonly(layout, 0) else { return 0 }
    let scale = size * Double(PANGO_SCALE) / unitsPerEm
    cairo_save(context)
    cairo_translate(context, origin.x, origin.y)
    cairo_scale(context, scale, scale)
    cairo_move_to(context, 0, 0)
    pango_cairo_show_layout_line(context, line)
    cairo_restore(context)
    return (shapedLines.first?.place.width ?? 0) * size
  }

  var shapedLines: [ShapedLine] {
    guard let iterator = pango_layout_get_iter(layout) else { return [] }
    defer { pango_layout_iter_free(iterator) }
    var lines: [ShapedLine] = []
    repeat {
      guard let line = pango_layout_iter_get_line_readonly(iterator) else { continue }
      var ink = PangoRectangle()
      var logical = PangoRectangle()
      pango_layout_iter_get_line_extents(iterator, &ink, &logical)
      let baseline = pango_layout_iter_get_baseline(iterator)
      let place = TextLayout.Line(
        x: 0, baseline: ems(baseline), width: ems(logical.width),
        ascent: ems(baseline - logical.y), descent: ems(logical.y + logical.height - baseline),
        start: Int(line.pointee.start_index))
      var shaped = ShapedLine(place: place, line: line)
      shaped.place.width -= ems(shaped.runs.reduce(0) { $0 + $1.ellipsisPadding })
      lines.append(shaped)
    } while pango_layout_iter_next_line(iterator) != 0
    return spread(lines)
  }

  /// The lines with the requested height, half of the added space above and half below.
  private func spread(_ lines: [ShapedLine]) -> [ShapedLine] {
    guard let lineHeight = request.lineHeight else { return lines }
    var top = 0.0
    return lines.map { line in
      let fonts = line.runs.compactMap { $0.item?.pointee.analysis.font }
      let height = lineHeight * (fonts.map(size).max() ?? runs.first?.run.size ?? 1)
      var line = line
      line.leading = (height - line.place.ascent - line.place.descent) / 2
      line.place.ascent += line.leading
      line.place.descent += line.leading
      line.place.baseline = top + line.place.ascent
      top += height
      return line
    }
  }

  fileprivate func append(
    _ line: ShapedLine, number: Int, to result: inout TextLayout, with reader: GlyphReader
  ) throws(TextError) {
    var x = line.place.x
    for item in line.runs {
      guard let glyphs = item.glyphs?.pointee, let font = item.item?.pointee.analysis.font else {
        continue
      }
      x += ems(item.start_x_offset)
      let baseline = line.place.baseline - ems(item.y_offset)
      var stretch = Stretch(font: font, baseline: baseline, minX: x, maxX: x, run: nil)
      let size = size(of: font)
      for index in 0..<Int(glyphs.num_glyphs) {
        let glyph = glyphs.glyphs[index]
        let offset = Int((item.item?.pointee.offset ?? 0) + glyphs.log_clusters[index])
        let run = runIndex(at: offset)
        let piece = start(ofPieceAt: offset, in: line).map {
          result.piece(startingAt: $0, onLine: number)
        }
        if run != stretch.run || piece != stretch.piece {
          try check(font, runs[run])
          decorate(stretch, in: line.letterBox, &result)
          stretch = Stretch(
            font: font, baseline: baseline, minX: x, maxX: x, run: run, piece: piece)
        }
        let origin = Point(
          x: x + ems(glyph.geometry.x_offset), y: baseline + ems(glyph.geometry.y_offset))
        let placed = try self.glyph(glyph.glyph, in: font, at: offset, from: reader)
          .placed(at: origin, size: size, pictureSize: runs[run].run.size)
        let requested = runs[run].index
        result.runs[requested].add(placed)
        x += ems(glyph.geometry.width)
        if index + 1 == Int(glyphs.num_glyphs) { x -= ems(item.ellipsisPadding) }
        if let piece {
          result.add(
            placed, to: piece, run: requested, from: stretch.maxX, to: x, in: line.place)
        }
        stretch.maxX = x
      }
      decorate(stretch, in: line.letterBox, &result)
    }
  }

  /// The start of the piece that contains a byte of the text; `nil` when no pieces are requested.
  private func start(ofPieceAt offset: Int, in line: ShapedLine) -> Int? {
    switch request.pieces {
    case nil: nil
    case .letters: offset
    case .lines: line.start
    case .words where wordStarts.isEmpty: 0
    case .words: wordStarts[wordStarts.lastSorted { $0 <= offset }]
    }
  }

  private func decorate(_ stretch: Stretch, in line: TextLayout.Line, _ result: inout TextLayout) {
    guard let index = stretch.run else { return }
    let run = runs[index]
    stretch.decorate(&result.runs[run.index], run.run, line, unitsPerEm: unitsPerEm)
    guard let piece = stretch.piece else { return }
    result.decorate(piece, run: run.index, from: stretch.minX, to: stretch.maxX, in: line) {
      stretch.decorate(&$0, run.run, line, unitsPerEm: unitsPerEm)
    }
  }

  /// The run that a byte of the text belongs to: the last that begins there or before it.
  private func runIndex(at offset: Int) -> Int {
    runs.lastSorted { $0.bytes.lowerBound <= offset }
  }

  /// The height of the font's em.
  private func size(of font: UnsafeMutablePointer<PangoFont>) -> Double {
    let description = pango_font_describe_with_absolute_size(font)
    defer { pango_font_description_free(description) }
    return ems(pango_font_description_get_size(description))
  }

  /// Pango marks a character without a glyph by a flag, and invisible ones by a glyph of their own.
  private func glyph(
    _ glyph: UInt32, in font: UnsafeMutablePointer<PangoFont>, at offset: Int,
    from reader: GlyphReader
  ) throws(TextError) -> Glyph {
    let (empty, unknown): (UInt32, UInt32) = (0x0FFF_FFFF, 0x1000_0000)
    if glyph == empty { return .outline(Path()) }
    let family = runs[runIndex(at: offset)].shownName
    if glyph & unknown != 0 {
      let character = Unicode.Scalar(glyph & ~unknown) ?? "\u{FFFD}"
      throw .missingGlyph(character, offset: offset, family: family)
    }
    switch reader.glyph(glyph, in: font) {
    case nil: throw .glyphWithoutOutline(offset: offset, family: family)
    case .colored? where !request.allowsColor: throw .coloredGlyph(offset: offset, family: family)
    case let found?: return found
    }
  }

  /// A fontconfig rule may have put another family first.
  private func check(
    _ font: UnsafeMutablePointer<PangoFont>, _ run: ShapedRun
  ) throws(TextError) {
    guard
      let pattern = pango_fc_font_get_pattern(
        UnsafeMutableRawPointer(font).assumingMemoryBound(to: PangoFcFont.self))
    else { return }
    guard FontPattern(pattern: pattern).families.contains(run.family) else {
      throw .missingFamily(run.shownName, suggestions: [])
    }
  }
}

extension ShapedRun {
  /// Owned by the caller.
  func description(unitsPerEm: Double) -> OpaquePointer? {
    let description = pango_font_description_new()
    pango_font_description_set_family(description, family)
    let weight = min(max(run.font.weight, 100), 1000)
    pango_font_description_set_weight(description, PangoWeight(rawValue: UInt32(weight)))
    pango_font_description_set_style(
      description, run.font.isItalic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL)
    pango_font_description_set_absolute_size(
      description, max(1, run.size * unitsPerEm))
    if !run.font.variations.isEmpty {
      let places = run.font.variations.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
      pango_font_description_set_variations(description, places.joined(separator: ","))
    }
    return description
  }
}

extension String {
  /// Where letters follow blanks, and where the text begins, in UTF-8 bytes.
  fileprivate var wordStarts: [Int] {
    var (starts, offset, isInWord) = ([Int](), 0, false)
    for character in self {
      if !character.isWhitespace, !isInWord { starts.append(offset) }
      isInWord = !character.isWhitespace
      offset += character.utf8.count
    }
    return starts
  }
}

extension Array {
  /// The last element of which something holds that holds of all before it; at least the first.
  fileprivate func lastSorted(where holds: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if holds(self[middle]) { low = middle } else { high = middle }
    }
    return low
  }
}

extension PangoEllipsizeMode {
  fileprivate init(_ mode: TruncationMode) {
    switch mode {
    case .none: self = PANGO_ELLIPSIZE_NONE
    case .start: self = PANGO_ELLIPSIZE_START
    case .middle: self = PANGO_ELLIPSIZE_MIDDLE
    case .end: self = PANGO_ELLIPSIZE_END
    }
  }
}
