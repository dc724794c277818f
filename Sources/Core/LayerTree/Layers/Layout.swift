package import RostrumGeometry

/// How the sublayers of a layer lie beside each other. The words are from CSS Flexible Box
/// Layout.
public struct Layout: Hashable, Sendable {
  /// The direction in which the sublayers follow each other.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    case row, column, grid, stack
  }

  /// How things lie in more room than they need.
  public enum Alignment: String, CaseIterable, Hashable, Sendable {
    case start, center, end, baseline, spaceBetween, spaceAround, spaceEvenly

    /// The ways in which one thing lies.
    public static let ofItems: [Alignment] = [.start, .center, .end, .baseline]

    /// The ways in which several share the room of a line.
    public static let ofLines = allCases.filter { $0 != .baseline }

    /// The room before the first of `count` things, and between two, when so much room is left.
    func shares(_ room: Double, _ count: Int) -> (before: Double, between: Double) {
      let (room, count) = (max(room, 0), Double(count))
      return switch self {
      case .start, .baseline: (0, 0)
      case .center: (room / 2, 0)
      case .end: (room, 0)
      case .spaceBetween: count > 1 ? (0, room / (count - 1)) : (0, 0)
      case .spaceAround: (room / count / 2, room / count)
      case .spaceEvenly: (room / (count + 1), room / (count + 1))
      }
    }

    /// The place of one thing in a room.
    func place(_ size: Double, in room: Double) -> Double {
      switch self {
      case .start, .spaceBetween: 0
      case .end: room - size
      default: (room - size) / 2
      }
    }
  }

  public var kind: Kind
  /// The room between neighbours, in points.
  public var gap = 0.0
  public var padding = EdgeInsets.zero
  public var align = Alignment.center
  /// `nil` for the start of a row or a column, and the middle of anything else.
  public var justify: Alignment?
  public var wraps = false
  public var columns = 1
  /// The names of the sublayers that come first, or their places in the file from 0 on, in this
  /// order. The others follow in the order of the file.
  public var order: [String] = []

  public init(_ kind: Kind) { self.kind = kind }

  /// The corners of boxes of these sizes in a room, and the size of them all. `nil` room on a side
  /// is as much as they need. `baselines` are the distances from the tops of the boxes.
  package func corners(
    of sizes: [Size], baselines: [Double] = [], width: Double?, height: Double?
  ) -> (corners: [Point], size: Size) {
    switch kind {
    case .row:
      let rises = align == .baseline && !baselines.isEmpty ? baselines : nil
      let found = lines(sizes.map { ($0.width, $0.height) }, rises, width, height)
      return (
        found.places.map { Point(x: $0.0, y: $0.1) },
        Size(width: found.size.0, height: found.size.1)
      )
    case .column:
      let found = lines(sizes.map { ($0.height, $0.width) }, nil, height, width)
      return (
        found.places.map { Point(x: $0.1, y: $0.0) },
        Size(width: found.size.1, height: found.size.0)
      )
    case .stack:
      let all = Size(
        width: width ?? sizes.map(\.width).max() ?? 0,
        height: height ?? sizes.map(\.height).max() ?? 0)
      return (sizes.map { corner(of: $0, in: all) }, all)
    case .grid: return grid(sizes, width, height)
    }
  }

  private func corner(of size: Size, in room: Size) -> Point {
    Point(
      x: (justify ?? .center).place(size.width, in: room.width),
      y: align.place(size.height, in: room.height))
  }

  /// Sizes and places along the line and across it. `rises` are what lies before the baseline that
  /// all of a line share.
  private func lines(
    _ sizes: [(Double, Double)], _ rises: [Double]?, _ along: Double?, _ across: Double?
  ) -> (places: [(Double, Double)], size: (Double, Double)) {
    var lines: [[Int]] = [[]]
    var length = 0.0
    for (index, size) in sizes.enumerated() {
      let isFirst = lines[lines.count - 1].isEmpty
      if wraps, let along, !isFirst, length + gap + size.0 > along + 1e-9 {
        lines.append([])
        length = 0
      } else if !isFirst {
        length += gap
      }
      lines[lines.count - 1].append(index)
      length += size.0
    }
    var places = sizes.map { _ in (0.0, 0.0) }
    var (depth, longest) = (0.0, 0.0)
    for (number, line) in lines.enumerated() {
      let own = line.reduce(0) { $0 + sizes[$1].0 } + gap * Double(max(line.count - 1, 0))
      let thick = lines.count == 1 ? across : nil
      let rise = rises.flatMap { rises in line.map { rises[$0] }.max() } ?? 0
      let starts = line.map { index in rises.map { rise - $0[index] } ?? 0 }
      let needed = zip(line, starts).map { sizes[$0].1 + $1 }.max() ?? 0
      let thickness = thick ?? needed
      let shares = (justify ?? .start).shares((along ?? own) - own, line.count)
      var place = shares.before
      if number > 0 { depth += gap }
      for (index, start) in zip(line, starts) {
        let size = rises == nil ? sizes[index].1 : needed
        places[index] = (place, depth + align.place(size, in: thickness) + start)
        place += sizes[index].0 + gap + shares.between
      }
      depth += thickness
      longest = max(longest, own)
    }
    return (places, (along ?? longest, across ?? depth))
  }

  /// Columns as wide, and rows as high, as the largest in them.
  private func grid(
    _ sizes: [Size], _ width: Double?, _ height: Double?
  ) -> (corners: [Point], size: Size) {
    let rows = (sizes.count + columns - 1) / columns
    var (widths, heights) = (
      [Double](repeating: 0, count: min(columns, sizes.count)), [Double](repeating: 0, count: rows)
    )
    for (index, size) in sizes.enumerated() {
      widths[index % columns] = max(widths[index % columns], size.width)
      heights[index / columns] = max(heights[index / columns], size.height)
    }
    func total(_ all: [Double]) -> Double {
      all.reduce(0, +) + gap * Double(max(all.count - 1, 0))
    }
    // The room that is left goes to all columns, and to all rows, alike.
    if let width, !widths.isEmpty {
      let more = max(width - total(widths), 0) / Double(widths.count)
      widths = widths.map { $0 + more }
    }
    if let height, !heights.isEmpty {
      let more = max(height - total(heights), 0) / Double(heights.count)
      heights = heights.map { $0 + more }
    }
    func start(_ all: [Double], _ index: Int) -> Double {
      all[..<index].reduce(0, +) + gap * Double(index)
    }
    let corners = sizes.enumerated().map { index, size in
      let (column, row) = (index % columns, index / columns)
      let inner = corner(of: size, in: Size(width: widths[column], height: heights[row]))
      return Point(x: start(widths, column) + inner.x, y: start(heights, row) + inner.y)
    }
    return (corners, Size(width: width ?? total(widths), height: height ?? total(heights)))
  }
}

/// The room on the four sides of a rectangle, in points.
public struct EdgeInsets: Hashable, Sendable {
  public let top: Double
  public let right: Double
  public let bottom: Double
  public let left: Double

  public static let zero = EdgeInsets([0])

  /// Like CSS, from one, two or four numbers.
  package init(_ sides: [Double]) {
    top = sides[0]
    right = sides[sides.count > 1 ? 1 : 0]
    bottom = sides[sides.count > 2 ? 2 : 0]
    left = sides[sides.count - 1]
  }

  package func around(_ box: Rect) -> Rect {
    Rect(
      x: box.minX - left, y: box.minY - top, width: box.width + left + right,
      height: box.height + top + bottom)
  }
}

/// New values for some settings of a layout; the others stay as they are.
public struct LayoutChange: Hashable, Sendable {
  public var kind: Layout.Kind?
  public var gap: Double?
  public var padding: EdgeInsets?
  public var align: Layout.Alignment?
  public var justify: Layout.Alignment?
  public var wraps: Bool?
  public var columns: Int?
  public var order: [String]?

  public init() {}

  public func applied(to old: Layout) -> Layout {
    var layout = old
    layout.kind = kind ?? old.kind
    layout.gap = gap ?? old.gap
    layout.padding = padding ?? old.padding
    layout.align = align ?? old.align
    layout.justify = justify ?? old.justify
    layout.wraps = wraps ?? old.wraps
    layout.columns = columns ?? old.columns
    layout.order = order ?? old.order
    return layout
  }
}
