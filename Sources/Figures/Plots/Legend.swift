import Canvas
import Geometry

/// The names of several curves, each with a piece of its line: beside the plot where there is room, else beneath it.
struct Legend {
  let isBeside: Bool
  let size: Size
  /// From the legend's top left corner on.
  let marks: [Artwork.Mark]

  private static let sample = 14.0

  init(_ series: [Series], width: Double, _ setter: Typesetter) throws(TextError) {
    var labels: [Label] = []
    for one in series { labels.append(try setter.label(one.name)) }
    let widest = labels.map(\.width).max() ?? 0
    let cell = Self.sample + 5 + widest
    isBeside = cell <= width * 0.36
    let rowHeight = setter.theme.fontSize + 5
    let columns = isBeside ? 1 : max(1, min(series.count, Int((width - 20) / (cell + 14))))
    let rows = (series.count + columns - 1) / columns
    var marks: [Artwork.Mark] = []
    for (index, label) in labels.enumerated() {
      let (row, column) = index.quotientAndRemainder(dividingBy: columns)
      let origin = Point(x: Double(column) * (cell + 14), y: Double(row) * rowHeight)
      marks += Self.entry(label, series[index], index, setter).map { $0.moved(by: origin) }
    }
    size = Size(width: cell * Double(columns), height: Double(rows) * rowHeight)
    self.marks = marks
  }

  private static func entry(
    _ label: Label, _ series: Series, _ index: Int, _ setter: Typesetter
  ) -> [Artwork.Mark] {
    let theme = setter.theme
    let baseline = theme.fontSize * 0.9
    let middle = baseline - theme.fontSize * Label.capHeight / 2
    let line = Path([.move(Point(x: 0, y: middle)), .line(Point(x: sample, y: middle))])
    let style = StrokeStyle(
      lineWidth: theme.curveWidth, dashPattern: series.isDashed ? [4, 2.5] : [])
    return [
      .stroke(line, theme.color(index), style),
      label.placed(at: Point(x: sample + 5, y: baseline), color: theme.ink),
    ]
  }
}
