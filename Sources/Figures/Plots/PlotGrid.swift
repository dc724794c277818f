import RostrumCanvas
import RostrumGeometry

/// Small multiples: a plot for each curve, all in the same frame and on the same scales.
struct PlotGrid: Figure {
  var plots: [Plot]
  var columns: Int

  init(_ plots: [Plot], columns: Int) {
    (self.plots, self.columns) = (plots, max(1, columns))
  }

  func stretched(_ factor: Double) -> any Figure {
    var grid = self
    for index in plots.indices { grid.plots[index].stretch *= factor }
    return grid
  }

  func animated() -> any Figure {
    var grid = self
    for index in plots.indices { grid.plots[index] = plots[index].running }
    return grid
  }

  private static let gap = Size(width: 20, height: 12)

  /// A title shrinks so far to fit in one line; then it is broken.
  private static let smallestTitle = 0.8

  func drawn(width: Double, _ setter: Typesetter) throws(TextError) -> DrawnFigure {
    var numbers = 14.0
    let plots = plotsOnOneScale
    for plot in plots { numbers = max(numbers, try plot.widestNumber(setter) + 6) }
    let spare = width - numbers - 7 - Self.gap.width * Double(columns - 1)
    let cell = max(20, spare / Double(columns))
    let titles = try titled(plots, width: cell + Self.gap.width - 6, setter)
    var whole = DrawnFigure(size: Size(width: width, height: 0))
    for first in stride(from: 0, to: titles.count, by: columns) {
      let top = whole.size.height + (first > 0 ? Self.gap.height : 0)
      let row = first..<min(first + columns, titles.count)
      for index in row {
        let place = PlaceInGrid(
          column: index - first, isLowest: index + columns >= titles.count, cell: cell,
          numbers: numbers)
        let part = try place.drawn(titles[index], setter)
        let x = numbers + Double(place.column) * (cell + Self.gap.width) - place.margin
        whole.add(part, at: Point(x: x, y: top))
        whole.size.height = max(whole.size.height, top + part.size.height)
      }
    }
    return whole
  }

  /// The numbers are at the left of each row, so a row has one range. Where one unit is as long on
  /// both axes, a row with a range of its own still has the scale of the others; all other plots
  /// share one range.
  private var plotsOnOneScale: [Plot] {
    let ranges = plots.map(\.range)
    let derivatives = Plot.Derivative.allCases.compactMap { derivative in
      let shown = plots.filter { $0.derivatives.contains(derivative) }
      return shown.isEmpty ? nil : (derivative, shown.map { $0.range(of: derivative) }.together)
    }
    let keepsUnits = plots.allSatisfy { $0.aspect == nil }
    return plots.indices.map { index in
      let first = index - index % columns
      let row = first..<min(first + columns, plots.count)
      var plot = plots[index]
      plot.fixedRange = plot.fixedRange ?? (keepsUnits ? Array(ranges[row]) : ranges).together
      plot.fixedRanges = Dictionary(uniqueKeysWithValues: derivatives)
      return plot
    }
  }

  /// The plots with titles of one size; each row has space for the most title lines of its plots.
  private func titled(
    _ plots: [Plot], width: Double, _ setter: Typesetter
  ) throws(TextError) -> [Plot] {
    let usual = setter.theme.titleSize
    var widest = 0.0
    for title in plots.compactMap(\.title) {
      widest = max(widest, try setter.label(title, size: usual, weight: 700).width)
    }
    let size = widest > width ? usual * max(Self.smallestTitle, width / widest) : usual
    var counts: [Int] = []
    for plot in plots {
      counts.append(
        try setter.lines(plot.title ?? "", size: size, weight: 700, width: width).count)
    }
    return plots.indices.map { index in
      let first = index - index % columns
      var plot = plots[index]
      (plot.titleSize, plot.titleWidth) = (size, width)
      plot.titleLineCount = counts[first..<min(first + columns, counts.count)].max() ?? 1
      return plot
    }
  }
}

/// A cell of the grid. The first plot of a row has its vertical numbers at the left, outside of the
/// cell, under the name of the axis; the lowest plot of a column has its horizontal numbers
/// beneath.
private struct PlaceInGrid {
  let column: Int
  let isLowest: Bool
  let cell: Double
  let numbers: Double

  /// At the left of the cell.
  var margin: Double { column == 0 ? numbers : 1 }

  func drawn(_ plot: Plot, _ setter: Typesetter) throws(TextError) -> DrawnFigure {
    var plot = plot
    plot.showsVerticalNumbers = column == 0
    plot.showsHorizontalNumbers = isLowest
    plot.keepsLabelRoom = !plot.verticalLabel.isEmpty
    plot.leftMargin = margin
    return try plot.drawn(width: cell + margin + (isLowest ? 7 : 1), setter)
  }
}

extension [ClosedRange<Double>] {
  fileprivate var together: ClosedRange<Double> {
    dropFirst().reduce(first ?? 0...1) { $0.union($1) }
  }
}
