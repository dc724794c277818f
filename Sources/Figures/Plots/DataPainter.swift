import RostrumCanvas
import RostrumGeometry

/// Draws the numbers of files in a plot's frame.
struct DataPainter {
  let frame: PlotFrame
  /// Whether the values are logarithms: then bars begin at the axis's end, which is above 0.
  var isLogarithmic = false

  private static let bandOpacity = 0.22
  private static let barOpacity = 0.8

  /// The marks behind all curves, and those in front of them.
  func marks(
    _ series: Series, _ color: Color
  ) -> (areas: [Artwork.Mark], lines: [Artwork.Mark], points: [Point]) {
    switch series.data {
    case .points(let data):
      let lines = data.isJoined ? [line(data.points, series.stroke(frame.theme), color)] : []
      return ([], lines + data.errors.map { bar($0, color) }, data.marked.filter(\.isFinite))
    case .band(let places): return (band(places, color), [], [])
    case .bars(let bars):
      // Logarithms of counts: the axis begins below that of 1, and 0 has none.
      let least = isLogarithmic ? frame.y.domain.lowerBound : 0
      return (bars.filter { $0.count > least }.map { bar($0, color) }, [], [])
    case nil: return ([], [], [])
    }
  }

  /// A line through the points, cut where a number is missing.
  private func line(
    _ points: [Point], _ style: StrokeStyle, _ color: Color
  ) -> Artwork.Mark {
    var path = Path()
    var isOpen = false
    for point in points {
      guard point.isFinite else {
        isOpen = false
        continue
      }
      if isOpen { path.line(to: frame.place(point)) } else { path.move(to: frame.place(point)) }
      isOpen = true
    }
    return .stroke(path, color, style)
  }

  private func band(
    _ places: [FigureDeclaration.DataInterval], _ color: Color
  ) -> [Artwork.Mark] {
    let parts = places.split { ![$0.place, $0.low, $0.high].allSatisfy(\.isFinite) }
    return parts.filter { $0.count > 1 }.map { part in
      let upper = part.map { frame.place(Point(x: $0.place, y: $0.high)) }
      let lower = part.reversed().map { frame.place(Point(x: $0.place, y: $0.low)) }
      let corners = upper + lower
      let path = Path(corners.enumerated().map { $0 == 0 ? .move($1) : .line($1) } + [.close])
      return .fill(path, color.faded(Self.bandOpacity))
    }
  }

  /// The range around a point, with short lines at its ends.
  private func bar(_ error: FigureDeclaration.DataInterval, _ color: Color) -> Artwork.Mark {
    let (top, bottom) = (
      frame.place(Point(x: error.place, y: error.high)),
      frame.place(Point(x: error.place, y: error.low))
    )
    var path = Path([.move(top), .line(bottom)])
    for end in [top, bottom] {
      path.move(to: Point(x: end.x - 2, y: end.y))
      path.line(to: Point(x: end.x + 2, y: end.y))
    }
    return .stroke(path, color, StrokeStyle(lineWidth: 0.7))
  }

  /// One of a histogram, with a little space beside the next.
  private func bar(_ bar: FigureDeclaration.DataBar, _ color: Color) -> Artwork.Mark {
    let (left, right) = (frame.x(bar.range.lowerBound), frame.x(bar.range.upperBound))
    let low = frame.y.domain.lowerBound
    let gap = min(0.4, (right - left) * 0.1)
    let ends = [frame.y(bar.count), frame.y(isLogarithmic ? low : max(0, low))].sorted()
    let rect = Rect(
      x: left + gap, y: ends[0], width: right - left - 2 * gap, height: ends[1] - ends[0])
    return .fill(.rect(rect), color.faded(Self.barOpacity))
  }

  /// The sign of a series in the legend; `nil` for a line.
  static func sample(
    _ series: Series, _ color: Color, width: Double, middle: Double, _ frameTheme: Theme
  ) -> [Artwork.Mark]? {
    let box = Path.rect(Rect(x: 0, y: middle - 2.6, width: width, height: 5.2))
    let center = Point(x: width / 2, y: middle)
    switch series.data {
    case .band: return [.fill(box, color.faded(bandOpacity + 0.1))]
    case .bars: return [.fill(box, color.faded(barOpacity))]
    case .points(let data) where !data.isJoined && series.style.marker == nil:
      let circle = Path.circle(center: center, radius: 1.7)
      return [
        .fill(circle, frameTheme.paper), .stroke(circle, color, StrokeStyle(lineWidth: 1)),
      ]
    case .points(let data) where !data.isJoined: return []
    case .points, nil: return nil
    }
  }
}
