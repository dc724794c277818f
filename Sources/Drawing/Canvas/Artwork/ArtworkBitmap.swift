import RostrumGeometry

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
    do {
      for mark in marks { try drawing.draw(mark) }
      try drawing.finish()
    } catch {
      drawing.abandon()
      // Marks run no code but the drawing's.
      throw .drawing(
        error as? DrawingError ?? DrawingError(reason: "\(error)", isShortage: false))
    }
    return bitmap
  }
}

extension Drawing {
  /// Draws a mark of an artwork.
  public func draw(_ mark: Artwork.Mark) throws {
    switch mark {
    case .fill(let path, let color): try fill(path, with: color)
    case .stroke(let path, let color, let style): try stroke(path, with: color, style: style)
    case .text(let text): try fill(text.outlines, with: text.color)
    case .image(let bitmap, let rect): try draw(bitmap, in: rect)
    case .group(let marks, let clip, let opacity): try draw(marks, clip: clip, opacity: opacity)
    case .fixedColors(let marks): for mark in marks { try draw(mark) }
    case .moving: break
    }
  }

  private func draw(_ marks: [Artwork.Mark], clip: Path?, opacity: Double) throws {
    let inner = { [self] in
      let all = { for mark in marks { try self.draw(mark) } }
      if let clip { try self.clip(to: clip, all) } else { try all() }
    }
    if opacity < 1 { try group(opacity: opacity, inner) } else { try inner() }
  }
}
