import Geometry

extension Artwork {
  /// Cairo's limit for one side, in pixels.
  private static let maximumSide = 32_767.0

  /// The picture with `scale` pixels for each point, rounded up to whole pixels.
  public func bitmap(scale: Double) throws(ArtworkError) -> Bitmap {
    let width = (size.width * scale).rounded(.up)
    let height = (size.height * scale).rounded(.up)
    guard max(width, height) <= Self.maximumSide, width * height <= 268_435_456 else {
      throw .tooLarge(width: width, height: height)
    }
    let bitmap: Bitmap
    do throws(OutOfMemory) {
      bitmap = try Bitmap(width: max(1, Int(width)), height: max(1, Int(height)))
    } catch {
      throw .outOfMemory(error)
    }
    let drawing = Drawing(on: bitmap)
    if let background { drawing.paint(background) }
    drawing.transform = Homography(.scale(x: scale, y: scale))
    for mark in marks { drawing.draw(mark) }
    do {
      try drawing.finish()
    } catch {
      throw .drawing(error)
    }
    return bitmap
  }
}

extension Drawing {
  /// Draws a mark of an artwork.
  public func draw(_ mark: Artwork.Mark) {
    switch mark {
    case .fill(let path, let color): fill(path, with: color)
    case .stroke(let path, let color, let style): stroke(path, with: color, style: style)
    case .text(let text): fill(text.outlines, with: text.color)
    case .image(let bitmap, let rect): draw(bitmap, in: rect)
    case .group(let marks, let clip, let opacity): draw(marks, clip: clip, opacity: opacity)
    }
  }

  private func draw(_ marks: [Artwork.Mark], clip: Path?, opacity: Double) {
    let inner = { [self] in
      if let clip { self.clip(to: clip) { marks.forEach(draw) } } else { marks.forEach(draw) }
    }
    if opacity < 1 { group(opacity: opacity, inner) } else { inner() }
  }
}
