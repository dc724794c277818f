public import Canvas
import Geometry

/// Small multiples: a plot for each curve, all in the same frame.
public struct PlotGrid: Figure {
  public var plots: [Plot]
  public var columns: Int
  /// Whether all rows show the same range of values, or each row its own.
  public var sharesRange: Bool

  public init(_ plots: [Plot], columns: Int, sharesRange: Bool = false) {
    (self.plots, self.columns, self.sharesRange) = (plots, max(1, columns), sharesRange)
  }

  private static let gap = Size(width: 20, height: 12)

  public func drawn(width: Double, _ setter: Typesetter) throws(TextError) -> DrawnFigure {
    let gap = Self.gap
    let numbers = try numbersWidth(setter)
    let spare = width - numbers - 7 - gap.width * Double(columns - 1)
    let cell = max(20, spare / Double(columns))
    let titleSize = try titleSize(fitting: cell + gap.width - 6, setter)
    let common = sharesRange ? plots.map(\.range).together : nil
    var whole = DrawnFigure(size: Size(width: width, height: 0))
    for first in stride(from: 0, to: plots.count, by: columns) {
      let row = Array(plots[first..<min(first + columns, plots.count)])
      let top = whole.size.height + (first > 0 ? gap.height : 0)
      let range = common ?? row.map(\.range).together
      var height = 0.0
      for (column, plot) in row.enumerated() {
        var plot = plot
        (plot.fixedRange, plot.titleSize) = (range, titleSize)
        plot.showsVerticalNumbers = column == 0
        plot.showsHorizontalNumbers = first + columns >= plots.count
        plot.verticalLabel = ""
        // The first plot of a row has its numbers outside the cells.
        let margin = column == 0 ? numbers : 1
        plot.leftMargin = margin
        let part = try plot.drawn(
          width: cell + margin + (plot.showsHorizontalNumbers ? 7 : 1), setter)
        let x = numbers + Double(column) * (cell + gap.width) - margin
        whole.add(part, at: Point(x: x, y: top))
        height = max(height, part.size.height)
      }
      whole.size.height = top + height
    }
    return whole
  }

  /// The room for the numbers of all rows.
  private func numbersWidth(_ setter: Typesetter) throws(TextError) -> Double {
    var widest = 14.0
    for plot in plots {
      let scale = LinearScale(domain: plot.range, start: 100, end: 0)
      for tick in scale.ticks(
        spacing: plot.tickSpacing.height, inDegrees: plot.isInDegrees) {
        widest = max(widest, try setter.label(tick.text).width + 6)
      }
    }
    return widest
  }

  /// The largest size up to the theme's at which every title fits.
  private func titleSize(fitting width: Double, _ setter: Typesetter) throws(TextError) -> Double {
    let usual = setter.theme.titleSize
    var widest = 0.0
    for title in plots.compactMap(\.title) {
      widest = max(widest, try setter.label(title, size: usual, weight: 700).width)
    }
    return widest > width ? usual * width / widest : usual
  }
}

extension [ClosedRange<Double>] {
  fileprivate var together: ClosedRange<Double> {
    dropFirst().reduce(first ?? 0...1) { $0.union($1) }
  }
}
