import CCairo
import CPango
import Geometry

extension FontSet {
  /// The layout of a request whose largest type has the size 1.
  func layout(_ request: TextRequest) throws(TextError) -> TextLayout {
    guard request.isWrapped, request.truncation != .none, request.width != nil,
      let height = request.height
    else { return try shaped(request).layout(with: outlines) }
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
    for run in request.runs {
      let family = try family(for: run.font)
      let name = shownName(of: run.font, family)
      let end = start + run.string.utf8.count
      if let offset = run.string.utf8.firstIndex(of: 0) {  // GLib takes it for the end
        let bytes = run.string.utf8.distance(from: run.string.startIndex, to: offset)
        throw .missingGlyph("\0", offset: start + bytes, family: name)
      }
      runs.append(ShapedRun(run: run, family: family, shownName: name, bytes: start..<end))
      start = end
    }
    return runs
  }
}

/// A run of a request with the font that Pango will find for it.
struct ShapedRun {
  let run: TextRun
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

  init(_ request: TextRequest, runs: [ShapedRun], context: OpaquePointer) {
    self.request = request
    self.runs = runs
    let string = request.string
    bytes = Array(string.utf8)
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
      pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
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

  func layout(with outlines: GlyphOutlines) throws(TextError) -> TextLayout {
    try layout(of: shapedLines, then: nil, with: outlines)
  }

  /// The layout of some of the lines, from the first on, and of one more line of another text below
  /// them.
  func layout(
    of first: [ShapedLine], then last: (text: ShapedText, line: ShapedLine)?,
    with outlines: GlyphOutlines
  ) throws(TextError) -> TextLayout {
    var result = TextLayout.empty
    result.runs = runs.map { _ in TextLayout.Run() }
    var lines = first + (last.map { [$0.line] } ?? [])
    let longest = lines.map(\.place.width).max() ?? 0
    let space = request.width ?? longest
    for index in lines.indices {
      let spare = space - lines[index].place.width
      lines[index].place.x = lines[index].indent(spare: spare, alignment: request.alignment)
      let text = index < first.count ? self : last?.text ?? self
      try text.append(lines[index], to: &result, with: outlines)
    }
    let height = lines.last.map { $0.place.baseline + $0.place.descent } ?? 0
    result.lines = lines.map(\.place)
    result.size = Size(width: longest, height: height)
    let ink = result.runs.flatMap { [$0.glyphs, $0.underline, $0.strikethrough] }
    result.inkBounds = ink.compactMap(\.hull).reduce(nil) { $0?.union($1) ?? $1 } ?? .zero
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
        ascent: ems(baseline - logical.y), descent: ems(logical.y + logical.height - baseline))
      var shaped = ShapedLine(place: place, line: line)
      shaped.place.width -= ems(shaped.runs.reduce(0) { $0 + $1.ellipsisPadding })
      lines.append(shaped)
    } while pango_layout_iter_next_line(iterator) != 0
    return lines
  }

  fileprivate func append(
    _ line: ShapedLine, to result: inout TextLayout, with outlines: GlyphOutlines
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
        if run != stretch.run {
          try check(font, runs[run])
          decorate(stretch, in: line.place, &result)
          stretch = Stretch(font: font, baseline: baseline, minX: x, maxX: x, run: run)
        }
        let origin = Point(
          x: x + ems(glyph.geometry.x_offset), y: baseline + ems(glyph.geometry.y_offset))
        let outline = try outline(of: glyph.glyph, in: font, at: offset, from: outlines)
        result.runs[run].glyphs.elements += outline.map { $0 * size + origin }.elements
        x += ems(glyph.geometry.width)
        if index + 1 == Int(glyphs.num_glyphs) { x -= ems(item.ellipsisPadding) }
        stretch.maxX = x
      }
      decorate(stretch, in: line.place, &result)
    }
  }

  private func decorate(_ stretch: Stretch, in line: TextLayout.Line, _ result: inout TextLayout) {
    guard let index = stretch.run else { return }
    stretch.decorate(&result.runs[index], runs[index].run, line, unitsPerEm: unitsPerEm)
  }

  /// The run that a byte of the text belongs to: the last that begins there or before it.
  private func runIndex(at offset: Int) -> Int {
    var low = 0
    var high = runs.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if runs[middle].bytes.lowerBound <= offset { low = middle } else { high = middle }
    }
    return low
  }

  /// The height of the font's em.
  private func size(of font: UnsafeMutablePointer<PangoFont>) -> Double {
    let description = pango_font_describe_with_absolute_size(font)
    defer { pango_font_description_free(description) }
    return ems(pango_font_description_get_size(description))
  }

  /// Pango marks a character without a glyph by a flag, and invisible ones by a glyph of their own.
  private func outline(
    of glyph: UInt32, in font: UnsafeMutablePointer<PangoFont>, at offset: Int,
    from outlines: GlyphOutlines
  ) throws(TextError) -> Path {
    let (empty, unknown): (UInt32, UInt32) = (0x0FFF_FFFF, 0x1000_0000)
    if glyph == empty { return Path() }
    let family = runs[runIndex(at: offset)].shownName
    if glyph & unknown != 0 {
      let character = Unicode.Scalar(glyph & ~unknown) ?? "\u{FFFD}"
      throw .missingGlyph(character, offset: offset, family: family)
    }
    guard let outline = outlines.outline(of: glyph, in: font) else {
      throw .glyphWithoutOutline(offset: offset, family: family)
    }
    return outline
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
  fileprivate func description(unitsPerEm: Double) -> OpaquePointer? {
    let description = pango_font_description_new()
    pango_font_description_set_family(description, family)
    let weight = min(max(run.font.weight, 100), 1000)
    pango_font_description_set_weight(description, PangoWeight(rawValue: UInt32(weight)))
    pango_font_description_set_style(
      description, run.font.isItalic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL)
    pango_font_description_set_absolute_size(
      description, max(1, run.size * unitsPerEm))
    return description
  }
}

/// One line of a shaped text, valid as long as that is.
struct ShapedLine {
  var place: TextLayout.Line
  let line: UnsafeMutablePointer<PangoLayoutLine>

  /// Where its text begins, in bytes of the whole.
  var start: Int { Int(line.pointee.start_index) }

  var bottom: Double { place.baseline + place.descent }

  private var isRightToLeft: Bool {
    pango_layout_line_get_resolved_direction(line) == PANGO_DIRECTION_RTL
  }

  /// From left to right.
  fileprivate var runs: [PangoGlyphItem] {
    var runs: [PangoGlyphItem] = []
    var node = line.pointee.runs
    while let link = node {
      if let run = link.pointee.data?.assumingMemoryBound(to: PangoGlyphItem.self) {
        runs.append(run.pointee)
      }
      node = link.pointee.next
    }
    return runs
  }

  fileprivate func indent(spare: Double, alignment: TextAlignment) -> Double {
    switch alignment {
    case .left: 0
    case .right: spare
    case .center: spare / 2
    case .natural, .justified: isRightToLeft ? spare : 0
    }
  }
}

extension PangoGlyphItem {
  /// The width that Pango adds to the advance of an ellipsis so that the line fills its width, in
  /// Pango's units; 0 for all other items.
  fileprivate var ellipsisPadding: Int32 {
    guard let analysis = item?.pointee.analysis, let glyphs = glyphs?.pointee,
      analysis.flags & UInt8(PANGO_ANALYSIS_FLAG_IS_ELLIPSIS) != 0, glyphs.num_glyphs > 0
    else { return 0 }
    let last = glyphs.glyphs[Int(glyphs.num_glyphs) - 1]
    var logical = PangoRectangle()
    pango_font_get_glyph_extents(analysis.font, last.glyph, nil, &logical)
    return max(0, last.geometry.width - logical.width)
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
