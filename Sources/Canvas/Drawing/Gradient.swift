public import Geometry

/// Colours that run into each other, in user space. Between stops the straight components change
/// evenly; beyond the first and the last stop their colours go on.
public struct Gradient: Hashable, Sendable {
  public enum Shape: Hashable, Sendable {
    /// Even along the line from start to end, and the same on every line across it.
    case axial(start: Point, end: Point)
    /// From the centre to an ellipse whose half axes are `radii`.
    case radial(center: Point, radii: Size)
    /// Once around the centre, from `angle` (radians) on, from the x axis towards the y axis.
    case conic(center: Point, angle: Double)
  }

  public struct Stop: Hashable, Sendable {
    public let location: Double
    public let color: Color

    public init(location: Double, color: Color) {
      self.location = location
      self.color = color
    }
  }

  public let shape: Shape
  public let stops: [Stop]

  /// `stops` by rising location; one that falls counts as standing where the one before it stands.
  public init(_ shape: Shape, stops: [Stop]) {
    self.shape = shape
    var latest = -Double.infinity
    self.stops = stops.map { stop in
      latest = max(latest, stop.location)
      return Stop(location: latest, color: stop.color)
    }
  }

  /// How far along the gradient a point is: 0 at the start, 1 at the end.
  public func progress(at point: Point) -> Double {
    switch shape {
    case .axial(let start, let end):
      let (dx, dy) = (end.x - start.x, end.y - start.y)
      return ((point.x - start.x) * dx + (point.y - start.y) * dy) / (dx * dx + dy * dy)
    case .radial(let center, let radii):
      let x = (point.x - center.x) / radii.width
      let y = (point.y - center.y) / radii.height
      return (x * x + y * y).squareRoot()
    case .conic(let center, let angle):
      let turns = ((point - center).direction - angle) / (2 * .pi)
      return turns - turns.rounded(.down)
    }
  }

  /// The colour at a progress; `nil` without stops or for no number.
  public func color(at progress: Double) -> Color? {
    guard let first = stops.first, let last = stops.last, !progress.isNaN else { return nil }
    guard progress > first.location else { return first.color }
    guard progress < last.location else { return last.color }
    for index in 1..<stops.count where progress < stops[index].location {
      let (a, b) = (stops[index - 1], stops[index])
      let share = (progress - a.location) / (b.location - a.location)
      return a.color.interpolated(to: b.color, progress: share)
    }
    return last.color
  }
}

extension Drawing {
  /// Fills the inside of `path` with a gradient, each pixel with the exact colour at its centre.
  ///
  /// - Parameters:
  ///   - gradient: In user space.
  ///   - opacity: 0...1, multiplies every alpha.
  public func fill(
    _ path: Path, with gradient: Gradient, opacity: Double = 1
  ) throws(DrawingError) {
    guard opacity > 0, let toUser = transform.inverted, toUser.isFinite else { return }
    let shader = GradientShader(gradient, toUser: toUser, opacity: min(opacity, 1))
    try fill(path, shading: shader.pixel)
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
