public import RostrumGeometry

extension FigureDeclaration {
  /// Numbers of a file, drawn beside curves or by themselves.
  public struct DataSeries: Sendable {
    public var name: String
    /// Whether the name was given by the author; then the legend shows it even for a single series.
    public var isNamed = false
    public var content: DataContent
    public var style = CurveStyle()
    /// The names of the numbers, after their columns.
    public var horizontalName: String
    public var verticalName: String?

    public init(
      _ name: String, _ content: DataContent, horizontal: String, vertical: String? = nil
    ) {
      (self.name, self.content) = (name, content)
      (horizontalName, verticalName) = (horizontal, vertical)
    }
  }

  /// How numbers are drawn.
  public enum DataContent: Sendable {
    case points(DataPoints)
    /// An area between two numbers at each place.
    case band([DataInterval])
    /// How many numbers lie in each range.
    case bars([DataBar])
  }

  /// Places in the order of the file. A place without a number is not finite, and cuts a line.
  public struct DataPoints: Sendable {
    public var points: [Point]
    /// Whether a line goes through them.
    public var isJoined: Bool
    /// The places with markers.
    public var marked: [Point]
    /// The range around each point; empty for none.
    public var errors: [DataInterval] = []

    public init(_ points: [Point], isJoined: Bool, marked: [Point]) {
      (self.points, self.isJoined, self.marked) = (points, isJoined, marked)
    }
  }

  /// Two numbers at a place.
  public struct DataInterval: Hashable, Sendable {
    public var place: Double
    public var low: Double
    public var high: Double

    public init(place: Double, low: Double, high: Double) {
      (self.place, self.low, self.high) = (place, low, high)
    }
  }

  /// The count of a range of numbers.
  public struct DataBar: Hashable, Sendable {
    public var range: ClosedRange<Double>
    public var count: Double

    public init(_ range: ClosedRange<Double>, count: Double) {
      (self.range, self.count) = (range, count)
    }
  }

  /// Numbers of files alone.
  public struct DataPlot: Sendable {
    public var series: [DataSeries]
    public var look = PlotLook()

    public init(_ series: [DataSeries]) { self.series = series }
  }
}

extension FigureDeclaration.DataContent {
  /// The finite places and values, of a band and of errors both ends.
  var corners: [Point] {
    switch self {
    case .points(let data):
      data.points.filter(\.isFinite) + FigureDeclaration.DataContent.band(data.errors).corners
    case .band(let places):
      places.flatMap { [Point(x: $0.place, y: $0.low), Point(x: $0.place, y: $0.high)] }
        .filter(\.isFinite)
    case .bars(let bars):
      bars.flatMap {
        [Point(x: $0.range.lowerBound, y: 0), Point(x: $0.range.upperBound, y: $0.count)]
      }
    }
  }

  /// From the first place to the last.
  var domain: ClosedRange<Double>? {
    let places = corners.map(\.x)
    return places.min().flatMap { least in places.max().map { least...$0 } }
  }

  /// The middle of the numbers at each place.
  private var middles: [Point] {
    switch self {
    case .points(let data): data.points.filter(\.isFinite)
    case .band(let places):
      places.map { Point(x: $0.place, y: ($0.low + $0.high) / 2) }.filter(\.isFinite)
    case .bars(let bars):
      bars.flatMap {
        [
          Point(x: $0.range.lowerBound, y: $0.count), Point(x: $0.range.upperBound, y: $0.count),
        ]
      }
    }
  }

  /// The values as a function of the place: straight lines between the numbers.
  var curve: Curve {
    let points = middles.sorted { $0.x < $1.x }
    let ends = (points.first?.x ?? 0)...(points.last?.x ?? 0)
    return Curve(domain: ends) { x in
      guard let next = points.firstIndex(where: { $0.x >= x }) else { return points.last?.y ?? 0 }
      guard next > 0 else { return points[0].y }
      let (a, b) = (points[next - 1], points[next])
      return b.x > a.x ? a.y + (b.y - a.y) * (x - a.x) / (b.x - a.x) : b.y
    }
  }

  /// The same numbers elsewhere.
  func mapped(
    x: (Double) -> Double, y: (Double) -> Double
  ) -> FigureDeclaration.DataContent {
    func place(_ point: Point) -> Point { Point(x: x(point.x), y: y(point.y)) }
    func place(_ one: FigureDeclaration.DataInterval) -> FigureDeclaration.DataInterval {
      .init(place: x(one.place), low: y(one.low), high: y(one.high))
    }
    switch self {
    case .points(var data):
      data.points = data.points.map(place)
      data.marked = data.marked.map(place)
      data.errors = data.errors.map(place)
      return .points(data)
    case .band(let places): return .band(places.map(place))
    case .bars(let bars):
      return .bars(
        bars.map { .init(x($0.range.lowerBound)...x($0.range.upperBound), count: y($0.count)) })
    }
  }
}
