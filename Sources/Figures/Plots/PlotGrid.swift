public import Canvas
public import Geometry

/// Small multiples: a plot for each curve, all in the same frame.
public struct PlotGrid: Figure {
  public var plots: [Plot]
  public var columns: Int

  public init(_ plots: [Plot], columns: Int) {
    (self.plots, self.columns) = (plots, max(1, columns))
  }

  public func drawn(width: Double, _ setter: Typesetter) throws(TextError) -> DrawnFigure {
    let gap = Size(width: 16, height: 12)
    let numbers = Double(26)
    let cell = max(20, (width - numbers - gap.width * Double(columns - 1)) / Double(columns))
    var whole = DrawnFigure(size: Size(width: width, height: 0))
    for first in stride(from: 0, to: plots.count, by: columns) {
      let row = Array(plots[first..<min(first + columns, plots.count)])
      let isLast = first + columns >= plots.count
      let top = whole.size.height + (first > 0 ? gap.height : 0)
      var height = 0.0
      for (column, plot) in Self.aligned(row, isLast: isLast).enumerated() {
        // The first plot of a row has numbers at its left, outside its frame.
        var plot = plot
        plot.showsVerticalNumbers = column == 0
        let inset = column == 0 ? try plot.valueArea(width: cell + numbers, setter).minX : 0
        let part = try plot.drawn(width: cell + inset + (isLast ? 7 : 1), setter)
        let x = numbers + Double(column) * (cell + gap.width) - inset
        whole.add(part, at: Point(x: x, y: top))
        height = max(height, part.size.height)
      }
      whole.size.height = top + height
    }
    return whole
  }

  /// The plots of one row over the same range of values; only the last row has numbers beneath.
  private static func aligned(_ row: [Plot], isLast: Bool) -> [Plot] {
    let ranges = row.map(\.range)
    let common = ranges.dropFirst().reduce(ranges.first ?? 0...1) { $0.union($1) }
    return row.map { plot in
      var plot = plot
      plot.fixedRange = common
      plot.showsHorizontalNumbers = isLast
      plot.horizontalLabel = ""
      plot.verticalLabel = ""
      return plot
    }
  }
}
