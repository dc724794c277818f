import CCairo
public import Geometry

extension Drawing {
  /// Fills the inside of `path` with a gradient, each pixel with the exact colour at its centre.
  ///
  /// - Parameters:
  ///   - gradient: In user space.
  ///   - opacity: 0...1, multiplies every alpha.
  public func fill(_ path: Path, with gradient: Gradient, opacity: Double = 1) {
    guard opacity > 0, let outline = fillable(path), let hull = outline.hull,
      let toUser = transform.inverted, toUser.isFinite
    else { return }
    let area = visiblePart(of: hull)
    guard !area.isEmpty else { return }
    let picture = Bitmap(width: Int(area.width), height: Int(area.height))
    picture.shade(GradientShader(gradient, toUser: toUser, opacity: min(opacity, 1)), from: area)
    withExtendedLifetime(picture) {
      cairo_save(context)
      setSource(picture, at: area.origin)
      fill(outline: outline, rule: .nonZero, antialias: true)
      cairo_restore(context)
    }
  }

  /// The whole pixels of a box (pixels) that can be reached, and will be looked at.
  func visiblePart(of box: Rect) -> Rect {
    let reached = box.pixelsTouched.intersection(limits).pixelsTouched
    guard let dirty else { return reached }
    let parts = dirty.rects.map { $0.intersection(reached) }.filter { !$0.isEmpty }
    return parts.dropFirst().reduce(parts.first ?? .zero) { $0.union($1) }
  }

  /// A picture whose pixels lie exactly on those of the drawing.
  private func setSource(_ picture: Bitmap, at origin: Point) {
    let surface = cairo_image_surface_create_for_data(
      picture.bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32,
      Int32(clamping: picture.width), Int32(clamping: picture.height),
      Int32(clamping: picture.bytesPerRow))
    cairo_set_source_surface(context, surface, origin.x, origin.y)
    cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_NEAREST)
    cairo_surface_destroy(surface)
  }
}

/// The premultiplied pixels of a gradient.
private struct GradientShader {
  private let gradient: Gradient
  private let toUser: AffineTransform
  private let opacity: Double

  init(_ gradient: Gradient, toUser: AffineTransform, opacity: Double) {
    self.gradient = gradient
    self.toUser = toUser
    self.opacity = opacity
  }

  func pixel(x: Double, y: Double) -> UInt32 {
    let progress = gradient.progress(at: toUser.apply(to: Point(x: x, y: y)))
    guard let color = gradient.color(at: progress) else { return 0 }
    return color.premultipliedPixel(opacity: opacity)
  }
}

extension Color {
  /// 0xAARRGGBB; components limited to 0...1.
  func premultipliedPixel(opacity: Double) -> UInt32 {
    func limited(_ value: Double) -> Double { value > 0 ? min(value, 1) : 0 }
    let alpha = limited(alpha) * opacity
    func byte(_ value: Double) -> UInt32 { UInt32((value * 255).rounded()) }
    return byte(alpha) << 24 | byte(limited(red) * alpha) << 16
      | byte(limited(green) * alpha) << 8 | byte(limited(blue) * alpha)
  }
}

extension Bitmap {
  /// Fills the picture, whose first pixel lies at the corner of `area`.
  fileprivate func shade(_ shader: GradientShader, from area: Rect) {
    for y in 0..<height {
      let pixels = row(y).assumingMemoryBound(to: UInt32.self)
      for x in 0..<width {
        pixels[x] = shader.pixel(x: area.minX + Double(x) + 0.5, y: area.minY + Double(y) + 0.5)
      }
    }
  }
}
