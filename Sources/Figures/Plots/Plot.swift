import RostrumGeometry
import RostrumLayerTree

/// One curve of a plot.
struct Series: Sendable {
  /// In the legend; as it is meant for people.
  var name: String
  var curve: Curve
  /// The inner control points of a Bezier curve, to be shown with their handles.
  var controlPoints: [Point]
  /// Where the curve gets a dot: key frames or samples.
  var dots: [Double]
  /// The number of its colour in the theme; `nil` for its number in the plot.
  var colorIndex: Int?
  /// The numbers that are drawn in place of the curve, which then leads through their middle.
  var data: FigureDeclaration.DataContent?
  var style: FigureDeclaration.CurveStyle

  init(
    _ name: String, _ curve: Curve, controlPoints: [Point] = [], dots: [Double] = [],
    style: FigureDeclaration.CurveStyle = .init()
  ) {
    (self.name, self.curve, self.controlPoints) = (name, curve, controlPoints)
    (self.dots, self.style) = (dots, style)
  }

  /// The author's colour, or that of the series with the number in the theme.
  func color(_ index: Int, _ theme: Theme) -> Color {
    style.color ?? theme.color(colorIndex ?? index)
  }

  init(_ data: FigureDeclaration.DataSeries) {
    self.init(data.name, data.content.curve, style: data.style)
    self.data = data.content
  }

  /// The look of its line.
  func stroke(_ theme: Theme) -> StrokeStyle {
    StrokeStyle(
      lineWidth: style.lineWidth ?? theme.curveWidth, cap: style.dashes.isEmpty ? .round : .butt,
      join: .round, dashPattern: style.dashes)
  }
}

/// Curves over one horizontal axis, with panels for their derivatives beneath. The origin is at the
/// bottom left, or where values grow downwards at the top left.
struct Plot: Sendable {
  /// A derivative that a panel beneath the values shows.
  enum Derivative: Int, CaseIterable, Hashable, Sendable {
    case velocity = 1
    case acceleration = 2
  }

  /// A text at a point of the values.
  struct Annotation: Sendable {
    let text: String
    var point: Point
    /// Whether an arrow leads from the text to the point.
    var hasArrow = false
    /// The middle of the text; `nil` for a free place near the point.
    var textPlace: Point?
  }

  /// A stretch of the horizontal axis with a colour behind it.
  struct Band: Sendable {
    var range: ClosedRange<Double>
    var label: String
    var isTinted: Bool

    init(_ range: ClosedRange<Double>, _ label: String = "", isTinted: Bool) {
      (self.range, self.label, self.isTinted) = (range, label, isTinted)
    }
  }

  /// Another axis at the top, for instance another clock's time.
  struct SecondAxis: Sendable {
    var label: String
    /// The positions and labels of the ticks on the first axis.
    var ticks: [(place: Double, text: String)]

    init(_ label: String, ticks: [(place: Double, text: String)]) {
      (self.label, self.ticks) = (label, ticks)
    }
  }

  var series: [Series]
  var title: String?
  var horizontalLabel = "time"
  var verticalLabel = "value"
  var derivatives: [Derivative] = []
  var bands: [Band] = []
  /// Broken vertical lines, such as the beginnings of repeats.
  var rules: [Double] = []
  /// Strips beneath the values and their derivatives.
  var tracks: [PlotTrack] = []
  /// Show at least this much of the horizontal axis.
  var leastDomain: ClosedRange<Double>?
  var secondAxis: SecondAxis?
  /// Show at least this much of the vertical axis.
  var atLeast: ClosedRange<Double>?
  /// Show exactly this much of it, and of the derivatives' axes.
  var fixedRange: ClosedRange<Double>?
  var fixedRanges: [Derivative: ClosedRange<Double>] = [:]
  /// The height of the area of values as a part of its width; `nil` makes one unit as long on both
  /// axes.
  var aspect: Double? = 0.5
  /// Numbers at the axes, and their names.
  var showsHorizontalNumbers = true
  var showsVerticalNumbers = true
  /// Keeps room for the name of the vertical axis also where it is not shown.
  var keepsLabelRoom = false
  var showsLegend = true
  var legendPlace = FigureDeclaration.LegendPlace.automatic
  /// `nil` for as many as have room.
  var legendColumns: Int?
  /// The way in which curves differ; `nil` for the theme's choice.
  var distinction: FigureDeclaration.CurveDistinction?
  /// Whether the legend also names a single curve: if its author has named it.
  var namesSingleCurve = false
  /// The least distances between numbers, in points.
  var tickSpacing = Size(width: 14, height: 16)
  /// The unit of time in derivatives, `s`; `nil` for progress, which has no unit.
  var timeUnit: String?
  /// The unit of the values, as the author gives it: velocities are in `px/s`.
  var valueUnit: String?
  /// The values are angles in degrees, and so labelled at their axis.
  var isInDegrees = false
  /// The title's size; `nil` for the theme's.
  var titleSize: Double?
  /// How wide a line of the title may be; `nil` for as wide as the figure.
  var titleWidth: Double?
  /// The number of title lines to reserve space for, where plots are side by side.
  var titleLineCount = 1
  /// The room for the numbers at the left, where plots share it.
  var leftMargin: Double?
  /// The words of the figure itself.
  var words = FigureWords()
  var annotations: [Annotation] = []
  /// The plot's own annotations, before the author's are added.
  var ownAnnotations: [Annotation] = []
  /// Show exactly this much of the horizontal axis.
  var fixedDomain: ClosedRange<Double>?
  /// The numbers at the axes of the values; `nil` for round ones.
  var horizontalTicks: [LinearScale.Tick]?
  var verticalTicks: [LinearScale.Tick]?
  /// How the round numbers at the axes of the values are written; `nil` for as few digits as do.
  var horizontalFormat: NumberFormat?
  var verticalFormat: NumberFormat?
  /// Whether lines of the grid go through the plot from the numbers of an axis.
  var showsHorizontalGrid = true
  var showsVerticalGrid = true
  /// The distance from one round number to the next; `nil` for as many as there is room for.
  var horizontalStep: Double?
  var verticalStep: Double?
  /// Whether places or values are decimal logarithms.
  var isHorizontalLogarithmic = false
  var isVerticalLogarithmic = false
  /// The least room for numbers at the left, and for other things at the right, so that plots above
  /// each other are aligned.
  var leastMargins = (left: 0.0, right: 0.0)
  /// Values grow downwards, and so do velocities.
  var isDownwards = false
  /// The moving parts; `nil` for a static figure.
  var run: PlotRun?
  /// Whether the horizontal axis is time, which can pass.
  var isOverTime = true
  /// How many times as high the areas are as they would be.
  var stretch = 1.0

  /// Whether the author has limited the visible range: the curves are clipped to it.
  var isCut: Bool { fixedDomain != nil || verticalCut }
  /// Whether `fixedRange` is the author's.
  var verticalCut = false

  init(_ series: [Series], title: String? = nil) {
    (self.series, self.title) = (series, title)
  }

  /// The horizontal axis: all domains together.
  var domain: ClosedRange<Double> {
    if let fixedDomain { return fixedDomain }
    let ranges =
      series.compactMap { $0.data?.domain ?? $0.curve.domain } + bands.map(\.range)
      + [leastDomain].compactMap(\.self)
    return ranges.dropFirst().reduce(ranges.first ?? 0...1) { $0.union($1) }
  }

  /// The vertical axis: every value and handle, with a margin where the values leave the visible
  /// range anyway.
  var range: ClosedRange<Double> {
    if let fixedRange { return fixedRange }
    let values =
      series.flatMap { one -> [ClosedRange<Double>] in
        if let data = one.data { return data.corners.map { $0.y...$0.y } }
        let handles = one.controlPoints.map { $0.y...$0.y }
        let trace = one.curve.traced(tolerance: one.curve.roughTolerance)
        return [trace.range].compactMap(\.self) + handles
      } + annotations.map { $0.point.y...$0.point.y }
    guard let first = values.first else { return atLeast ?? 0...1 }
    let all = values.dropFirst().reduce(first) { $0.union($1) }
    guard let atLeast else { return all.widened.padded(by: 0.06) }
    let reach = all.union(atLeast)
    let margin = (reach.upperBound - reach.lowerBound) * 0.06
    let low = all.lowerBound < atLeast.lowerBound - margin / 100
    let high = all.upperBound > atLeast.upperBound + margin / 100
    // A value that leaves the range by rounding alone does not count.
    let bottom = low ? reach.lowerBound - margin : atLeast.lowerBound
    let top = high ? reach.upperBound + margin : atLeast.upperBound
    return bottom...top
  }
}

extension Curve {
  /// The tolerance for measuring: a thousandth of the curve's range.
  var roughTolerance: Double {
    let range = visibleRange(samples: 50)
    let span = range.upperBound - range.lowerBound
    return span > 0 ? span * 1e-3 : 1e-9
  }

  /// The tolerance for drawing when the plot's values have this range: a hundredth of a point on a
  /// page.
  func tolerance(span: Double) -> Double { max(span * 5e-5, 1e-12) }
}

extension FigureWords {
  /// "velocity, px/s"; "velocity, per s" where the values have no unit; without a unit of time the
  /// name alone.
  func name(_ derivative: Plot.Derivative, of valueUnit: String?, per timeUnit: String?) -> String {
    let isVelocity = derivative == .velocity
    let name = isVelocity ? either("velocity", "速度") : either("acceleration", "加速度")
    guard let timeUnit else { return name }
    let unit = isVelocity ? timeUnit : timeUnit + "\u{B2}"
    if let valueUnit { return measured(name, in: "\(valueUnit)/\(unit)") }
    return measured(name, in: either("per \(unit)", "每\(unit)"))
  }

  func place(of derivative: Plot.Derivative, isBeside: Bool) -> String {
    let name = name(derivative, of: nil, per: nil)
    let place = either(isBeside ? "beside" : "beneath", isBeside ? "旁边" : "下方")
    return either("The \(name) is \(place)", "\(place)为\(name)")
  }
}
