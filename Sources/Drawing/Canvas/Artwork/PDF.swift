import RostrumCCairo
import RostrumGeometry

extension Artwork {
  /// One page with the size of the artwork, written by Cairo. Letters are text in embedded fonts,
  /// or with `drawsOutlines` outlines. It has the artwork's title, and no date.
  public func pdf(drawsOutlines: Bool = false) throws(ArtworkError) -> [UInt8] {
    let sink = ByteSink()
    let surface = cairo_pdf_surface_create_for_stream(
      { closure, data, length in
        guard let closure, let data else { return CAIRO_STATUS_WRITE_ERROR }
        Unmanaged<ByteSink>.fromOpaque(closure).takeUnretainedValue().bytes +=
          UnsafeBufferPointer(start: data, count: Int(length))
        return CAIRO_STATUS_SUCCESS
      }, Unmanaged.passUnretained(sink).toOpaque(), size.width, size.height)
    defer { cairo_surface_destroy(surface) }
    // Objects of their own, so that the page's can be found.
    cairo_pdf_surface_restrict_to_version(surface, CAIRO_PDF_VERSION_1_4)
    // Cairo would write the present time; an empty text leaves the entry out.
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, "")
    if let title { cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, title) }
    if let summary { cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_SUBJECT, summary) }
    let context = cairo_create(surface)
    let page = PDFPage(context: context, fonts: drawsOutlines ? nil : fonts)
    if let background {
      page.draw(.fill(.rect(Rect(origin: .zero, size: size)), background))
    }
    marks.forEach(page.draw)
    let status = cairo_status(context)
    cairo_destroy(context)
    cairo_surface_finish(surface)
    let last = status == CAIRO_STATUS_SUCCESS ? cairo_surface_status(surface) : status
    guard last == CAIRO_STATUS_SUCCESS else {
      throw .drawing(DrawingError(last))
    }
    withExtendedLifetime(sink) { sink.bytes.removePageGroup() }
    return sink.bytes
  }
}

private final class ByteSink {
  var bytes: [UInt8] = []
}

extension [UInt8] {
  /// Overwrites the page's transparency group with blanks, which leaves every offset as it is.
  ///
  /// Cairo gives each page one (ISO 32000-1, 11.6.6, where it is optional), and pdfTeX warns of
  /// each page that includes a second picture with one.
  fileprivate mutating func removePageGroup() {
    guard let page = firstRange(of: Array("/Type /Page ".utf8)),
      let end = self[page.upperBound...].firstRange(of: Array("endobj".utf8)),
      let group = self[page.upperBound..<end.lowerBound].firstRange(of: Array("/Group <<".utf8)),
      let close = self[group.upperBound..<end.lowerBound].firstRange(of: Array(">>".utf8))
    else { return }
    for index in group.lowerBound..<close.upperBound { self[index] = UInt8(ascii: " ") }
  }
}

/// Draws marks through Cairo, which keeps them as vectors.
private struct PDFPage {
  let context: OpaquePointer?
  /// `nil` for letters as outlines.
  let fonts: FontBook?

  func draw(_ mark: Artwork.Mark) {
    switch mark {
    case .fill(let path, let color): fill(path, color)
    case .text(let text): draw(text)
    case .stroke(let path, let color, let style): stroke(path, color, style)
    case .image(let bitmap, let rect): draw(bitmap, in: rect)
    case .group(let marks, let clip, let opacity): draw(marks, clip, opacity)
    case .fixedColors(let marks): marks.forEach(draw)
    case .moving: break
    }
  }

  private func draw(_ text: Artwork.Lettering) {
    guard let context, text.color.alpha > 0, text.origin.isFinite, text.size > 0 else { return }
    cairo_new_path(context)
    Drawing.setSource(text.color, of: context)
    // Only a font that has gone meanwhile cannot be shown.
    guard let fonts, (try? fonts.show(text, on: context)) != nil else {
      return fill(text.outlines, text.color)
    }
  }

  private func fill(_ path: Path, _ color: Color) {
    guard emit(path, color) else { return }
    cairo_fill(context)
  }

  private func stroke(_ path: Path, _ color: Color, _ style: StrokeStyle) {
    guard style.lineWidth > 0, emit(path, color) else { return }
    cairo_save(context)
    cairo_set_line_width(context, style.lineWidth)
    cairo_set_line_cap(context, cairo_line_cap_t(style.cap))
    cairo_set_line_join(context, cairo_line_join_t(style.join))
    cairo_set_miter_limit(context, style.miterLimit)
    if let dashes = DashPattern(style) {
      cairo_set_dash(context, dashes.lengths, Int32(dashes.lengths.count), dashes.phase)
    }
    cairo_stroke(context)
    cairo_restore(context)
  }

  /// Sets the path and the colour; false for a path that cannot be drawn.
  private func emit(_ path: Path, _ color: Color) -> Bool {
    guard let context, path.isFinite, color.alpha > 0 else { return false }
    Drawing.setSource(color, of: context)
    Drawing.emit(path, to: context)
    return true
  }

  private func draw(_ bitmap: Bitmap, in rect: Rect) {
    guard rect.isFinite, !rect.isEmpty else { return }
    let surface = cairo_image_surface_create_for_data(
      bitmap.bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32,
      Int32(clamping: bitmap.width), Int32(clamping: bitmap.height),
      Int32(clamping: bitmap.bytesPerRow))
    // A copy, since the page reads the pixels only at its end.
    let copy = cairo_surface_create_similar_image(
      surface, CAIRO_FORMAT_ARGB32, Int32(clamping: bitmap.width), Int32(clamping: bitmap.height))
    let copying = cairo_create(copy)
    cairo_set_source_surface(copying, surface, 0, 0)
    cairo_paint(copying)
    cairo_destroy(copying)
    cairo_surface_destroy(surface)
    cairo_save(context)
    cairo_translate(context, rect.minX, rect.minY)
    cairo_scale(
      context, rect.width / Double(bitmap.width), rect.height / Double(bitmap.height))
    cairo_set_source_surface(context, copy, 0, 0)
    cairo_paint(context)
    cairo_restore(context)
    cairo_surface_destroy(copy)
  }

  private func draw(_ marks: [Artwork.Mark], _ clip: Path?, _ opacity: Double) {
    cairo_save(context)
    if let clip, emit(clip, .black) { cairo_clip(context) }
    if opacity < 1 { cairo_push_group(context) }
    marks.forEach(draw)
    if opacity < 1 {
      cairo_pop_group_to_source(context)
      cairo_paint_with_alpha(context, max(0, opacity))
    }
    cairo_restore(context)
  }
}
