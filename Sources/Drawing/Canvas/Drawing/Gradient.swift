public import RostrumGeometry

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
    /// Angles are measured where `unit` is a square.
    case conic(center: Point, angle: Double, unit: Size = Size(width: 1, height: 1))
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

  /// `stops` by rising location; a location below the one before it is raised to that.
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
    case .conic(let center, let angle, let unit):
      let way = Point(x: (point.x - center.x) / unit.width, y: (point.y - center.y) / unit.height)
      let turns = (way.direction - angle) / (2 * .pi)
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
struct FocalProgress {
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
