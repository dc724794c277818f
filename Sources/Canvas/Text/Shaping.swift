import CPango
import Geometry

extension FontSet {
  /// The layout of a request in ems.
  func layout(_ request: TextRequest) throws(TextError) -> TextLayout {
    let family = try family(for: request.font)
    if let offset = request.string.utf8.firstIndex(of: 0) {  // GLib takes it for the end
      let bytes = request.string.utf8.distance(from: request.string.startIndex, to: offset)
      throw .missingGlyph("\0", offset: bytes, family: family)
    }
    let shaped = ShapedText(request, family: family, context: context)
    return try shaped.layout(with: outlines)
  }

  /// No lines at all, but a font that is missing is still an error.
  func emptyLayout(_ request: TextRequest) throws(TextError) -> TextLayout {
    _ = try family(for: request.font)
    return .empty
  }
}

/// A text as Pango has shaped it. All lengths that leave it are ems.
private final class ShapedText {
  private let request: TextRequest
  private let family: String
  private let layout: OpaquePointer?
  private let bytes: [UInt8]
  /// Pango's length of an em. Its lengths are 32-bit integers, so long texts are set smaller.
  private let unitsPerEm: Double

  init(_ request: TextRequest, family: String, context: OpaquePointer) {
    self.request = request
    self.family = family
    bytes = Array(request.string.utf8)
    var pixelsPerEm = 1000.0
    while pixelsPerEm * Double(request.string.unicodeScalars.count) > 600_000 { pixelsPerEm /= 2 }
    unitsPerEm = pixelsPerEm * Double(PANGO_SCALE)
    layout = pango_layout_new(context)
    setFont()
    setShape()
    bytes.withUnsafeBytes {
      pango_layout_set_text(
        layout, $0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32($0.count))
    }
  }

  deinit { g_object_unref(layout.map { UnsafeMutableRawPointer($0) }) }

  private func setFont() {
    let description = pango_font_description_new()
    pango_font_description_set_family(description, family)
    let weight = min(max(request.font.weight, 100), 1000)
    pango_font_description_set_weight(description, PangoWeight(rawValue: UInt32(weight)))
    pango_font_description_set_style(
      description, request.font.isItalic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL)
    pango_font_description_set_absolute_size(description, unitsPerEm)
    pango_layout_set_font_description(layout, description)
    pango_font_description_free(description)
    let attributes = pango_attr_list_new()
    pango_attr_list_insert(attributes, pango_attr_fallback_new(0))
    pango_layout_set_attributes(layout, attributes)
    pango_attr_list_unref(attributes)
  }

  /// Alignment is not Pango's: it turns left and right round for writing from right to left.
  private func setShape() {
    guard let width = units(request.width) else { return }
    if request.isWrapped {
      pango_layout_set_width(layout, width)
      pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
      pango_layout_set_justify(layout, request.alignment == .justified ? 1 : 0)
    }
    guard request.truncation != .none else { return }
    if request.isWrapped {
      guard let height = units(request.height) else { return }
      pango_layout_set_height(layout, max(1, height))
    }
    pango_layout_set_width(layout, width)
    pango_layout_set_ellipsize(layout, PangoEllipsizeMode(request.truncation))
  }

  /// `nil` for a length too large to limit anything.
  private func units(_ length: Double?) -> Int32? {
    length.flatMap { Int32(exactly: ($0 * unitsPerEm).rounded()) }
  }

  private func ems(_ units: Int32) -> Double { Double(units) / unitsPerEm }

  func layout(with outlines: GlyphOutlines) throws(TextError) -> TextLayout {
    var result = TextLayout.empty
    var lines = shapedLines
    let longest = lines.map(\.place.width).max() ?? 0
    let space = request.width ?? longest
    for index in lines.indices {
      let spare = space - lines[index].place.width
      lines[index].place.x = lines[index].indent(spare: spare, alignment: request.alignment)
      try append(lines[index], to: &result.path, with: outlines)
    }
    let height = lines.last.map { $0.place.baseline + $0.place.descent } ?? 0
    result.lines = lines.map(\.place)
    result.size = Size(width: longest, height: height)
    result.inkBounds = result.path.hull ?? .zero
    return result
  }

  private var shapedLines: [ShapedLine] {
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
      lines.append(ShapedLine(place: place, line: line))
    } while pango_layout_iter_next_line(iterator) != 0
    return lines
  }

  private func append(
    _ line: ShapedLine, to path: inout Path, with outlines: GlyphOutlines
  ) throws(TextError) {
    var x = line.place.x
    for run in line.runs {
      guard let glyphs = run.glyphs?.pointee, let item = run.item?.pointee,
        let font = item.analysis.font
      else { continue }
      try check(font)
      x += ems(run.start_x_offset)
      for index in 0..<Int(glyphs.num_glyphs) {
        let glyph = glyphs.glyphs[index]
        let offset = Int(item.offset + glyphs.log_clusters[index])
        let origin = Point(
          x: x + ems(glyph.geometry.x_offset),
          y: line.place.baseline + ems(glyph.geometry.y_offset) - ems(run.y_offset))
        let outline = try outline(of: glyph.glyph, in: font, at: offset, from: outlines)
        path.elements += outline.map { $0 + origin }.elements
        x += ems(glyph.geometry.width)
      }
    }
  }

  /// Pango marks a character without a glyph by a flag, and invisible ones by a glyph of their own.
  private func outline(
    of glyph: UInt32, in font: UnsafeMutablePointer<PangoFont>, at offset: Int,
    from outlines: GlyphOutlines
  ) throws(TextError) -> Path {
    let (empty, unknown): (UInt32, UInt32) = (0x0FFF_FFFF, 0x1000_0000)
    if glyph == empty { return Path() }
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
  private func check(_ font: UnsafeMutablePointer<PangoFont>) throws(TextError) {
    guard
      let pattern = pango_fc_font_get_pattern(
        UnsafeMutableRawPointer(font).assumingMemoryBound(to: PangoFcFont.self))
    else { return }
    guard FontPattern(pattern: pattern).families.contains(family) else {
      throw .missingFamily(family, suggestions: [])
    }
  }
}

/// One line of a shaped text, valid as long as that is.
private struct ShapedLine {
  var place: TextLayout.Line
  let line: UnsafeMutablePointer<PangoLayoutLine>

  var isRightToLeft: Bool {
    pango_layout_line_get_resolved_direction(line) == PANGO_DIRECTION_RTL
  }

  /// From left to right.
  var runs: [PangoGlyphItem] {
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

  func indent(spare: Double, alignment: TextAlignment) -> Double {
    switch alignment {
    case .left: 0
    case .right: spare
    case .center: spare / 2
    case .natural, .justified: isRightToLeft ? spare : 0
    }
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
