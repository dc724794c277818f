import RostrumCanvas
import RostrumGeometry

/// The moving parts of an animated figure: a ball along each curve, one beside the plot that does
/// as the values do, and a line at the present time.
struct PlotRun: Sendable {
  /// How long the time on the axis takes, in seconds.
  let duration: Double

  /// Seconds that the end is held before the animation starts again.
  static let pause = 0.6
  private static let maximumSamples = 600.0

  /// The balls beside a plot, from one to the next.
  private static let ballDistance = 9.0
  private static let maximumBalls = 8

  /// Without seconds, a default duration is used, since progress has none.
  init(domain: ClosedRange<Double>, isInSeconds: Bool) {
    duration = isInSeconds ? min(max(domain.length, 0.2), 60) : 1.5
  }

  /// The width for the balls beside a plot of `count` curves.
  static func room(for count: Int) -> Double {
    Double(min(count, maximumBalls)) * ballDistance + 7
  }

  /// Marks at the start of the domain, moved from place to place with time.
  private func moving(
    _ marks: [Artwork.Mark], over domain: ClosedRange<Double>, _ place: (Double) -> Point
  ) -> Artwork.Mark {
    let total = duration + Self.pause
    let count = min(max((total * 60).rounded(.up), 2), Self.maximumSamples)
    let places = stride(from: 0, through: count, by: 1).map { index in
      let part = min(index / count * total / duration, 1)
      return place(domain.lowerBound + domain.length * part)
    }
    let start = places[0]
    return .moving(marks, Artwork.Motion(duration: total, offsets: places.map { $0 - start }))
  }

  /// The line at the present time.
  func rule(_ frame: PlotFrame) -> Artwork.Mark {
    let x = frame.area.minX
    let line = frame.line(
      [Point(x: x, y: frame.area.minY), Point(x: x, y: frame.area.maxY)],
      frame.theme.ink.faded(0.55), width: 0.8)
    return moving([line], over: frame.x.domain) { Point(x: frame.x($0), y: 0) }
  }

  /// A ball along each curve.
  func balls(_ series: [Series], _ frame: PlotFrame) -> [Artwork.Mark] {
    series.enumerated().filter { $1.data == nil }.map { index, one in
      let place = { (time: Double) in Self.place(of: one.curve, at: time, frame) }
      return moving(
        Self.ball(
          at: place(frame.x.domain.lowerBound), frame.theme, one.color(index, frame.theme),
          radius: 3.2),
        over: frame.x.domain, place)
    }
  }

  /// Beside the plot, a ball on a line of its own for each of the first curves.
  func ballsBeside(_ series: [Series], _ frame: PlotFrame) -> [Artwork.Mark] {
    series.prefix(Self.maximumBalls).enumerated().filter { $1.data == nil }.flatMap {
      index, one -> [Artwork.Mark] in
      let x = frame.area.maxX + 9 + Self.ballDistance * Double(index)
      let track = frame.line(
        [Point(x: x, y: frame.area.minY), Point(x: x, y: frame.area.maxY)], frame.theme.grid,
        width: frame.theme.axisWidth)
      let place = { (time: Double) in
        Point(x: x, y: Self.place(of: one.curve, at: time, frame).y)
      }
      let ball = Self.ball(
        at: place(frame.x.domain.lowerBound), frame.theme, one.color(index, frame.theme),
        radius: 3.8)
      return [track, moving(ball, over: frame.x.domain, place)]
    }
  }

  /// The curve's place at a time, at its end where it is shorter, and never outside of the area by
  /// far.
  private static func place(of curve: Curve, at time: Double, _ frame: PlotFrame) -> Point {
    let inside = min(max(time, curve.domain.lowerBound), curve.domain.upperBound)
    let value = curve.value(inside)
    let area = frame.area.insetBy(dx: -4, dy: -4)
    let y = value.isFinite ? frame.y(value) : area.maxY
    return Point(x: frame.x(inside), y: min(max(y, area.minY), area.maxY))
  }

  private static func ball(
    at center: Point, _ theme: Theme, _ color: Color, radius: Double
  ) -> [Artwork.Mark] {
    let circle = Path.circle(center: center, radius: radius)
    return [
      .fill(circle, color), .stroke(circle, theme.paper, StrokeStyle(lineWidth: 0.7)),
    ]
  }
}
