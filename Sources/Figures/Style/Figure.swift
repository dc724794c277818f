import Canvas
import Geometry

/// Something that can be drawn as a figure of a certain width.
protocol Figure: Sendable {
  /// The marks, from the top left corner on, for a width in points. The height follows from what is
  /// shown.
  func drawn(width: Double, _ setter: Typesetter) throws(TextError) -> DrawnFigure
}

/// A figure with its size, before it has a background.
struct DrawnFigure: Sendable {
  var size: Size
  var marks: [Artwork.Mark]

  init(size: Size, marks: [Artwork.Mark] = []) {
    (self.size, self.marks) = (size, marks)
  }

  mutating func add(_ other: DrawnFigure, at offset: Point) {
    marks += other.marks.map { $0.moved(by: offset) }
  }
}

extension Figure {
  /// The finished picture: the figure with a margin around it, `width` points wide in all.
  func artwork(
    width: Double, theme: Theme, fonts: FontBook, margin: Double = 8
  ) throws(TextError) -> Artwork {
    let setter = Typesetter(fonts, theme)
    let inner = try drawn(width: max(40, width - 2 * margin), setter)
    return Artwork(
      size: Size(width: width, height: inner.size.height + 2 * margin),
      background: theme.background,
      marks: inner.marks.map { $0.moved(by: Point(x: margin, y: margin)) })
  }
}

/// Figures above each other, or side by side, each with its title.
struct FigureStack: Figure {
  var figures: [any Figure]
  /// Side by side.
  var isRow: Bool
  var gap = 18.0

  init(_ figures: [any Figure], isRow: Bool = false) {
    (self.figures, self.isRow) = (figures, isRow)
  }

  func drawn(width: Double, _ setter: Typesetter) throws(TextError) -> DrawnFigure {
    isRow ? try row(width, setter) : try column(width, setter)
  }

  private func column(_ width: Double, _ setter: Typesetter) throws(TextError) -> DrawnFigure {
    var whole = DrawnFigure(size: Size(width: width, height: 0))
    for (index, figure) in figures.enumerated() {
      let part = try figure.drawn(width: width, setter)
      let top = whole.size.height + (index > 0 ? gap : 0)
      whole.add(part, at: Point(x: 0, y: top))
      whole.size.height = top + part.size.height
    }
    return whole
  }

  private func row(_ width: Double, _ setter: Typesetter) throws(TextError) -> DrawnFigure {
    var whole = DrawnFigure(size: Size(width: width, height: 0))
    let count = Double(max(figures.count, 1))
    let each = max(20, (width - gap * (count - 1)) / count)
    for (index, figure) in figures.enumerated() {
      let part = try figure.drawn(width: each, setter)
      whole.add(part, at: Point(x: Double(index) * (each + gap), y: 0))
      whole.size.height = max(whole.size.height, part.size.height)
    }
    return whole
  }
}

/// A figure under a title, which has as many lines as it needs.
struct TitledFigure: Figure {
  var title: String
  var figure: any Figure

  init(_ title: String, _ figure: any Figure) {
    (self.title, self.figure) = (title, figure)
  }

  func drawn(width: Double, _ setter: Typesetter) throws(TextError) -> DrawnFigure {
    let theme = setter.theme
    let lines = try setter.lines(title, size: theme.titleSize, weight: 700, width: width)
    let part = try figure.drawn(width: width, setter)
    let lineHeight = theme.titleSize * Label.lineHeight
    let height = theme.titleSize + 7 + Double(lines.count - 1) * lineHeight
    var whole = DrawnFigure(size: Size(width: width, height: part.size.height + height))
    for (index, line) in lines.enumerated() {
      let baseline = theme.titleSize * 0.85 + Double(index) * lineHeight
      whole.marks.append(line.placed(at: Point(x: 0, y: baseline), color: theme.ink))
    }
    whole.add(part, at: Point(x: 0, y: height))
    return whole
  }
}
