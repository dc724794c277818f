public import RostrumBase
import RostrumCanvas
import RostrumGeometry

/// Something that can be drawn as a figure of a certain width.
protocol Figure: Sendable {
  /// The marks, from the top left corner on, for a width in points. The height follows from the
  /// contents.
  func drawn(width: Double, _ setter: Typesetter) throws(TextError) -> DrawnFigure

  /// The same figure with the height of its areas multiplied by a factor; the figure itself if its
  /// aspect ratio is fixed.
  func stretched(_ factor: Double) -> any Figure

  /// The same figure with its moving parts; the figure itself without any.
  func animated() -> any Figure

  /// The same figure with changes of the figures that it is put together from; of itself where it
  /// has no parts.
  func mappingParts(_ change: (any Figure) -> any Figure) -> any Figure

  /// The room beside the areas of a plot, and the height of the first; `nil` for other figures.
  func margins(width: Double, _ setter: Typesetter) throws(TextError) -> PlotMargins?
}

extension Figure {
  func mappingParts(_ change: (any Figure) -> any Figure) -> any Figure { change(self) }

  func margins(width: Double, _ setter: Typesetter) throws(TextError) -> PlotMargins? { nil }

  func animated() -> any Figure { self }

  func stretched(_ factor: Double) -> any Figure { self }
}

/// The room beside the areas of a plot, and the height of the area of values.
struct PlotMargins {
  var left: Double
  var right: Double
  var height: Double
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
    width: Double, theme: Theme, fonts: FontBook, words: FigureWords = FigureWords(),
    margin: Double = 8
  ) throws(TextError) -> Artwork {
    let setter = Typesetter(fonts, theme, words)
    let inner = try drawn(width: max(40, width - 2 * margin), setter)
    var artwork = Artwork(
      size: Size(width: width, height: inner.size.height + 2 * margin),
      background: theme.background,
      marks: inner.marks.map { $0.moved(by: Point(x: margin, y: margin)) })
    artwork.fonts = fonts
    return artwork
  }

  /// The same, and `height` points high in all: its areas are stretched. Where their shape is
  /// given, it becomes narrower, or has more room around it.
  func artwork(
    width: Double, height: Double, theme: Theme, fonts: FontBook, words: FigureWords
  ) throws -> Artwork {
    func artwork(_ factor: Double, _ width: Double) throws(TextError) -> Artwork {
      try stretched(factor).artwork(width: width, theme: theme, fonts: fonts, words: words)
    }
    let natural = try artwork(1, width)
    let higher = try Self.solve(height, from: (1, natural), 2) { try artwork($0, width) }
    if let higher { return higher.centered(in: Size(width: width, height: height)) }
    // For a figure that can neither be stretched nor be made narrow enough, the natural height is
    // the least.
    let least = try artwork(0.01, width).size.height
    let isRigid = abs(least - natural.size.height) < 0.5
    guard isRigid else { throw UnfitHeight(least: least) }
    if natural.size.height <= height {
      return natural.centered(in: Size(width: width, height: height))
    }
    let narrow = try Self.solve(height, from: (width, natural), width / 2) {
      try artwork(1, min(max($0, 50), width))
    }
    guard let narrow else { throw UnfitHeight(least: try artwork(1, 50).size.height) }
    return narrow.centered(in: Size(width: width, height: height))
  }

  /// The artwork with a given height, found by the secant method, since heights are nearly linear.
  /// `nil` if it does not converge.
  private static func solve(
    _ height: Double, from first: (Double, Artwork), _ second: Double,
    _ artwork: (Double) throws -> Artwork
  ) throws -> Artwork? {
    var (low, lowHeight) = (first.0, first.1.size.height)
    if abs(lowHeight - height) < 0.05 { return first.1 }
    var next = second
    for _ in 0..<12 {
      let tried = try artwork(next)
      let found = tried.size.height
      if abs(found - height) < 0.05 { return tried }
      guard abs(found - lowHeight) > 1e-6 else { return nil }
      let better = next + (height - found) * (next - low) / (found - lowHeight)
      (low, lowHeight) = (next, found)
      next = max(better, next / 20)
    }
    return nil
  }
}

/// A height that a figure cannot have.
public struct UnfitHeight: ExitStatusError, Hashable, Sendable, CustomStringConvertible {
  /// In points.
  public let least: Double

  public var exitStatus: ExitStatus { .wrongScene }

  public var description: String {
    "the figure needs a height of about \(short(least.rounded(.up))) points, or another width"
  }
}

extension Artwork {
  /// The artwork in the middle of a larger size.
  fileprivate func centered(in size: Size) -> Artwork {
    var artwork = self
    let offset = Point(
      x: (size.width - self.size.width) / 2, y: (size.height - self.size.height) / 2)
    artwork.size = size
    artwork.marks = marks.map { $0.moved(by: offset) }
    return artwork
  }
}

/// Figures above each other, or in a row, each with its title.
struct FigureStack: Figure {
  var figures: [any Figure]
  /// In a row, not above each other.
  var isRow: Bool
  var gap = 18.0
  /// Whether it shows the parts of one plot.
  var isOfParts = false
  /// Whether plots beside each other share their frame: areas of one width and one height.
  var hasOneFrame = false
  /// Whether a column aligns its other figures with the areas of its plots.
  var isAligned = false
  /// The places of the figures of a row, where a row above has set them.
  private var cells: [StackCell]?

  init(_ figures: [any Figure], isRow: Bool = false) {
    (self.figures, self.isRow) = (figures, isRow)
  }

  func stretched(_ factor: Double) -> any Figure {
    var stack = self
    stack.figures = figures.map { $0.stretched(factor) }
    return stack
  }

  func animated() -> any Figure {
    var stack = self
    stack.figures = figures.map { $0.animated() }
    return stack
  }

  func drawn(width: Double, _ setter: Typesetter) throws(TextError) -> DrawnFigure {
    isRow ? try row(width, setter) : try column(width, setter)
  }

  private func column(_ width: Double, _ setter: Typesetter) throws(TextError) -> DrawnFigure {
    var whole = DrawnFigure(size: Size(width: width, height: 0))
    let room = try room(width, setter)
    for (index, figure) in try aligned(room, width, setter).enumerated() {
      var area = StackCell(x: 0, width: width)
      if isAligned, let room, try figure.margins(width: width, setter) == nil {
        area = StackCell(x: room.left, width: width - room.left - room.right)
      }
      let part = try figure.drawn(width: area.width, setter)
      let top = whole.size.height + (index > 0 ? gap : 0)
      whole.add(part, at: Point(x: area.x, y: top))
      whole.size.height = top + part.size.height
    }
    return whole
  }

  func margins(width: Double, _ setter: Typesetter) throws(TextError) -> PlotMargins? {
    isRow || isOfParts ? nil : try room(width, setter)
  }

  /// The most room beside the areas of a column's plots, and the height of the first.
  private func room(_ width: Double, _ setter: Typesetter) throws(TextError) -> PlotMargins? {
    var rooms: [PlotMargins] = []
    for figure in figures {
      if let room = try figure.margins(width: width, setter) { rooms.append(room) }
    }
    guard var most = rooms.first else { return nil }
    most.left = rooms.map(\.left).max() ?? 0
    most.right = rooms.map(\.right).max() ?? 0
    return most
  }

  /// Plots above each other have the same room beside them, and so have rows of as many figures.
  private func aligned(
    _ room: PlotMargins?, _ width: Double, _ setter: Typesetter
  ) throws(TextError) -> [any Figure] {
    let rows = figures.compactMap { $0 as? FigureStack }.filter(\.isRow)
    if rows.count == figures.count, Set(rows.map(\.figures.count)).count == 1 {
      for row in rows {
        guard let cells = try row.ownCells(width, setter) else { continue }
        return rows.map { row in
          var row = row
          row.cells = cells
          return row
        }
      }
    }
    guard let room else { return figures }
    return figures.map { figure in
      figure.changingPlots { $0.leastMargins = (room.left, room.right) }
    }
  }

  /// Plots beside each other are as high as the highest.
  private func levelled(
    _ figures: [any Figure], _ cells: [StackCell], _ setter: Typesetter
  ) throws(TextError) -> [any Figure] {
    guard hasOneFrame else { return figures }
    var heights: [Double?] = []
    for (figure, cell) in zip(figures, cells) {
      heights.append(try figure.margins(width: cell.width, setter)?.height)
    }
    let highest = heights.compactMap(\.self).max() ?? 0
    return zip(figures, heights).map { figure, height in
      guard let height, height > 0 else { return figure }
      return figure.changingPlots { $0.stretch *= highest / height }
    }
  }

  func mappingParts(_ change: (any Figure) -> any Figure) -> any Figure {
    var stack = self
    stack.figures = figures.map { $0.mappingParts(change) }
    return stack
  }

  private func row(_ width: Double, _ setter: Typesetter) throws(TextError) -> DrawnFigure {
    var whole = DrawnFigure(size: Size(width: width, height: 0))
    var cells = evenCells(width)
    if let given = self.cells {
      cells = given
    } else if let own = try ownCells(width, setter) {
      cells = own
    }
    let framed = zip(figures, cells).map { figure, cell in
      hasOneFrame || self.cells != nil
        ? figure.changingPlots { $0.leastMargins = (cell.left, cell.right) } : figure
    }
    for (figure, cell) in zip(try levelled(framed, cells, setter), cells) {
      var (x, room) = (cell.x, cell.width)
      if self.cells != nil, try figure.margins(width: room, setter) == nil {
        (x, room) = (cell.x + cell.left, cell.width - cell.left - cell.right)
      }
      let part = try figure.drawn(width: room, setter)
      whole.add(part, at: Point(x: x, y: 0))
      whole.size.height = max(whole.size.height, part.size.height)
    }
    return whole
  }

  private func evenCells(_ width: Double) -> [StackCell] {
    let count = Double(max(figures.count, 1))
    let each = max(20, (width - gap * (count - 1)) / count)
    return figures.indices.map { StackCell(x: Double($0) * (each + gap), width: each) }
  }

  /// The places of the figures with the room that plots need beside their areas, which are equally
  /// wide where they share their frame. `nil` without a plot.
  private func ownCells(_ width: Double, _ setter: Typesetter) throws(TextError) -> [StackCell]? {
    var cells = evenCells(width)
    var hasPlot = false
    for (index, figure) in figures.enumerated() {
      guard let room = try figure.margins(width: cells[index].width, setter) else { continue }
      hasPlot = true
      (cells[index].left, cells[index].right) = (room.left, room.right)
    }
    guard hasPlot else { return nil }
    guard hasOneFrame, !isOfParts else { return cells }
    let spare = cells.reduce(0) { $0 + $1.width - $1.left - $1.right }
    let area = max(10, spare / Double(cells.count))
    var x = 0.0
    for index in cells.indices {
      cells[index].x = x
      cells[index].width = cells[index].left + area + cells[index].right
      x += cells[index].width + gap
    }
    return cells
  }
}

/// The place of a figure in a row, and in it the room beside a plot's areas.
private struct StackCell {
  var x: Double
  var width: Double
  var left = 0.0
  var right = 0.0
}

/// A figure with a title above and a note below, which are wrapped into lines.
struct TitledFigure: Figure {
  var title: String?
  var note: String?
  var figure: any Figure

  init(_ title: String?, note: String? = nil, _ figure: any Figure) {
    (self.title, self.note, self.figure) = (title, note, figure)
  }

  func stretched(_ factor: Double) -> any Figure {
    TitledFigure(title, note: note, figure.stretched(factor))
  }

  func animated() -> any Figure { TitledFigure(title, note: note, figure.animated()) }

  func mappingParts(_ change: (any Figure) -> any Figure) -> any Figure {
    TitledFigure(title, note: note, figure.mappingParts(change))
  }

  func margins(width: Double, _ setter: Typesetter) throws(TextError) -> PlotMargins? {
    try figure.margins(width: width, setter)
  }

  func drawn(width: Double, _ setter: Typesetter) throws(TextError) -> DrawnFigure {
    let theme = setter.theme
    var whole = DrawnFigure(size: Size(width: width, height: 0))
    if let title {
      try whole.add(title, size: theme.titleSize, weight: 700, theme.ink, setter)
      whole.size.height += 7 - theme.titleSize * (Label.lineHeight - 1)
    }
    let part = try figure.drawn(width: width, setter)
    whole.add(part, at: Point(x: 0, y: whole.size.height))
    whole.size.height += part.size.height
    if let note {
      whole.size.height += 7
      try whole.add(note, size: theme.fontSize, weight: 400, theme.quietInk, setter)
    }
    return whole
  }
}

extension DrawnFigure {
  /// Adds lines of text below the figure.
  fileprivate mutating func add(
    _ text: String, size: Double, weight: Int, _ color: Color, _ setter: Typesetter
  ) throws(TextError) {
    for line in try setter.lines(text, size: size, weight: weight, width: self.size.width) {
      marks.append(
        line.placed(at: Point(x: 0, y: self.size.height + size * 0.85), color: color))
      self.size.height += size * Label.lineHeight
    }
  }
}
