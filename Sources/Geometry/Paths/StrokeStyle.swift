/// How the line along a path looks. The defaults are those of `CAShapeLayer`; lengths are in the path's own units.
public struct StrokeStyle: Hashable, Sendable {
  /// The shape at the two ends of an open subpath and of every dash.
  public enum LineCap: String, Hashable, Sendable, CaseIterable {
    case butt, round, square
  }

  /// The shape where two segments meet.
  public enum LineJoin: String, Hashable, Sendable, CaseIterable {
    case miter, round, bevel
  }

  /// Centred on the path. Zero, negative and non-finite widths draw nothing.
  public var lineWidth: Double
  public var cap: LineCap
  public var join: LineJoin
  /// A miter longer than this many line widths becomes a bevel. At least 1.
  public var miterLimit: Double
  /// Drawn, left out, drawn and so on, over and over; an odd count goes round
  /// twice before it repeats. Empty means a solid line, and so does a pattern with a negative or
  /// non-finite length or without any length at all.
  public var dashPattern: [Double]
  /// How far into the pattern the line starts; any finite number.
  public var dashPhase: Double

  public init(
    lineWidth: Double = 1, cap: LineCap = .butt, join: LineJoin = .miter, miterLimit: Double = 10,
    dashPattern: [Double] = [], dashPhase: Double = 0
  ) {
    self.lineWidth = lineWidth
    self.cap = cap
    self.join = join
    self.miterLimit = miterLimit
    self.dashPattern = dashPattern
    self.dashPhase = dashPhase
  }
}
