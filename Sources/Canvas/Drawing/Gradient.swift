public import Geometry

/// Colours that run into each other, in user space. Between stops the straight components change
/// evenly; beyond the first and the last stop their colours go on.
public struct Gradient: Hashable, Sendable {
  public enum Shape: Hashable, Sendable {
    /// Even along the line from start to end, and the same on every line across it.
    case axial(start: Point, end: Point)
    /// From a focal point to an ellipse whose half axes are `radii`. The focal point lies
    /// `focalOffset` away from the centre, in half axes.
    case radial(center: Point, radii: Size, focalOffset: Point = .zero)
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
    case .radial(let center, let radii, let offset):
      let x = (point.x - center.x) / radii.width
      let y = (point.y - center.y) / radii.height
      return FocalProgress(offset).progress(x, y)
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

/// The progress of a radial gradient on the unit circle.
private struct FocalProgress {
  private let focus: SIMD2<Double>
  /// 1 - |focus|²
  private let remainder: Double

  /// Limits the focal point to 0.99 of the radius, as lottie-web does: on the circle, half of the
  /// plane would have no colour.
  init(_ offset: Point) {
    let distance = offset.distance(to: .zero)
    let limited = distance > 0.99 ? offset * (0.99 / distance) : offset
    focus = SIMD2(limited.x, limited.y)
    remainder = 1 - (focus * focus).sum()
  }

  /// Circles of radius t lie around focus * (1 - t). The t of the circle through (x, y) solves
  /// |(x, y) - focus * (1 - t)| = t; with d = (x, y) - focus and b = d · focus it is
  /// (b + √(b² + |d|² (1 - |focus|²))) / (1 - |focus|²).
  @inline(__always)
  func progress(_ x: Double, _ y: Double) -> Double {
    guard remainder < 1 else { return (x * x + y * y).squareRoot() }
    let d = SIMD2(x, y) - focus
    let b = (d * focus).sum()
    return (b + (b * b + (d * d).sum() * remainder).squareRoot()) / remainder
  }
}

extension Drawing {
  /// Fills the inside of `path` with a gradient, each pixel with the exact colour at its centre.
  ///
  /// - Parameters:
  ///   - gradient: In user space.
  ///   - opacity: 0...1, multiplies every alpha.
  ///   - rule: What is inside where the path overlaps itself.
  public func fill(
    _ path: Path, with gradient: Gradient, opacity: Double = 1, rule: FillRule = .nonZero
  ) throws(DrawingError) {
    guard opacity > 0, let toUser = transform.inverted, toUser.isFinite else { return }
    guard var shader = GradientShader(gradient, toUser: toUser, opacity: min(opacity, 1)) else {
      return
    }
    try fill(path, rule, rows: { shader.shade($0, x: $1, y: $2) })
  }
}

/// The premultiplied pixels of a gradient, row by row. What is the same for all pixels is worked
/// out once.
private struct GradientShader {
  /// From one stop to the next. Colours are red, green, blue and alpha, straight.
  private struct Stretch {
    let start: Double
    let end: Double
    let color: SIMD4<Double>
    let change: SIMD4<Double>
  }

  private let shape: Gradient.Shape
  private let gradient: Gradient
  private let toUser: Homography
  private let stretches: [Stretch]
  private let first: UInt32
  private let last: UInt32
  private let opacity: Double
  /// The stretch of the pixel before: the next one's is near.
  private var index = 0

  /// `nil` without stops.
  init?(_ gradient: Gradient, toUser: Homography, opacity: Double) {
    guard let first = gradient.stops.first, let last = gradient.stops.last else { return nil }
    (self.gradient, self.toUser, self.opacity) = (gradient, toUser, opacity)
    shape = gradient.shape
    stretches = zip(gradient.stops, gradient.stops.dropFirst()).map { a, b in
      let (from, to) = (a.color.components, b.color.components)
      return Stretch(start: a.location, end: b.location, color: from, change: to - from)
    }
    self.first = Self.pixel(first.color.components, opacity)
    self.last = Self.pixel(last.color.components, opacity)
  }

  /// A row of pixels, of which the first one's centre is half a pixel beyond `x` and `y`.
  mutating func shade(_ pixels: UnsafeMutableBufferPointer<UInt32>, x: Double, y: Double) {
    guard let affine = toUser.affine else {
      for index in pixels.indices {
        let place = Point(x: x + Double(index) + 0.5, y: y + 0.5)
        let point = toUser.apply(to: place)
        pixels[index] = point.map { pixel(at: gradient.progress(at: $0)) } ?? 0
      }
      return
    }
    switch shape {
    case .axial(let start, let end):
      let (dx, dy) = (end.x - start.x, end.y - start.y)
      let square = dx * dx + dy * dy
      for index in pixels.indices {
        let point = affine.apply(to: Point(x: x + Double(index) + 0.5, y: y + 0.5))
        pixels[index] = pixel(at: ((point.x - start.x) * dx + (point.y - start.y) * dy) / square)
      }
    case .radial(let center, let radii, let offset):
      let focal = FocalProgress(offset)
      for index in pixels.indices {
        let point = affine.apply(to: Point(x: x + Double(index) + 0.5, y: y + 0.5))
        let a = (point.x - center.x) / radii.width
        let b = (point.y - center.y) / radii.height
        pixels[index] = pixel(at: focal.progress(a, b))
      }
    case .conic:
      for index in pixels.indices {
        let point = affine.apply(to: Point(x: x + Double(index) + 0.5, y: y + 0.5))
        pixels[index] = pixel(at: gradient.progress(at: point))
      }
    }
  }

  /// As `Gradient.color(at:)`.
  @inline(__always)
  private mutating func pixel(at progress: Double) -> UInt32 {
    guard !progress.isNaN else { return 0 }
    return stretches.withUnsafeBufferPointer { stretches in
      guard !stretches.isEmpty, progress > stretches[0].start else { return first }
      guard progress < stretches[stretches.count - 1].end else { return last }
      while progress >= stretches[index].end { index += 1 }
      while index > 0, progress < stretches[index - 1].end { index -= 1 }
      let stretch = stretches[index]
      let share = (progress - stretch.start) / (stretch.end - stretch.start)
      return Self.pixel(stretch.color + stretch.change * share, opacity)
    }
  }

  /// 0xAARRGGBB; components limited to 0...1.
  @inline(__always)
  private static func pixel(_ color: SIMD4<Double>, _ opacity: Double) -> UInt32 {
    let limited = color.clamped(lowerBound: .zero, upperBound: .one)
    let alpha = limited.w * opacity
    let bytes = SIMD4(limited.x * alpha, limited.y * alpha, limited.z * alpha, alpha) * 255 + 0.5
    return UInt32(bytes.w) << 24 | UInt32(bytes.x) << 16 | UInt32(bytes.y) << 8 | UInt32(bytes.z)
  }
}

extension Color {
  fileprivate var components: SIMD4<Double> { SIMD4(red, green, blue, alpha) }
}
