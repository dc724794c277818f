public import Geometry

extension Drawing {
  /// Fills the inside of `path` with a gradient, each pixel with the exact colour at its centre.
  ///
  /// - Parameters:
  ///   - gradient: In user space.
  ///   - opacity: 0...1, multiplies every alpha.
  public func fill(_ path: Path, with gradient: Gradient, opacity: Double = 1) {
    guard opacity > 0, let toUser = transform.inverted, toUser.isFinite else { return }
    let shader = GradientShader(gradient, toUser: toUser, opacity: min(opacity, 1))
    fill(path, shading: shader.pixel)
  }
}

/// The premultiplied pixels of a gradient.
private struct GradientShader {
  private let gradient: Gradient
  private let toUser: Homography
  private let affine: AffineTransform?
  private let opacity: Double

  init(_ gradient: Gradient, toUser: Homography, opacity: Double) {
    self.gradient = gradient
    self.toUser = toUser
    affine = toUser.affine
    self.opacity = opacity
  }

  func pixel(x: Double, y: Double) -> UInt32 {
    let place = Point(x: x, y: y)
    guard let point = affine?.apply(to: place) ?? toUser.apply(to: place) else { return 0 }
    let progress = gradient.progress(at: point)
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
