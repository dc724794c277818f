public import Canvas
public import Geometry

/// Frames side by side, each with its time beneath: a contact sheet, or in one row a filmstrip.
public struct FrameGrid: Figure {
  public struct Frame: Sendable {
    public let bitmap: Bitmap
    /// In seconds.
    public let time: Double

    public init(_ bitmap: Bitmap, time: Double) { (self.bitmap, self.time) = (bitmap, time) }
  }

  public var frames: [Frame]
  public var columns: Int

  public init(_ frames: [Frame], columns: Int) {
    (self.frames, self.columns) = (frames, max(1, columns))
  }

  static let gap = 8.0

  /// The width of one frame, in points, in a figure of a certain width.
  public static func cellWidth(in width: Double, columns: Int) -> Double {
    max(4, (width - gap * Double(columns - 1)) / Double(max(columns, 1)))
  }

  public func drawn(width: Double, _ setter: Typesetter) throws(TextError) -> DrawnFigure {
    let theme = setter.theme
    let cell = Self.cellWidth(in: width, columns: columns)
    let labelSize = try labelSize(cell, setter)
    var figure = DrawnFigure(size: Size(width: width, height: 0))
    for (index, frame) in frames.enumerated() {
      let (row, column) = index.quotientAndRemainder(dividingBy: columns)
      let height = cell * Double(frame.bitmap.height) / Double(frame.bitmap.width)
      let whole = height + theme.fontSize + 6
      let rect = Rect(
        x: Double(column) * (cell + Self.gap), y: Double(row) * (whole + Self.gap * 0.75),
        width: cell, height: height)
      figure.marks.append(.image(frame.bitmap, in: rect))
      figure.marks.append(
        .stroke(.rect(rect), theme.axis, StrokeStyle(lineWidth: theme.gridWidth)))
      let label = try setter.label(short(frame.time) + " s", size: labelSize)
      let place = Point(x: rect.center.x, y: rect.maxY + theme.fontSize + 3)
      figure.marks.append(label.placed(at: place, anchor: 0.5, color: theme.quietInk))
      figure.size.height = max(figure.size.height, place.y + 3)
    }
    return figure
  }

  /// The largest size up to the theme's at which the times stand apart.
  private func labelSize(_ cell: Double, _ setter: Typesetter) throws(TextError) -> Double {
    var widest = 1.0
    for frame in frames { widest = max(widest, try setter.label(short(frame.time) + " s").width) }
    return setter.theme.fontSize * min(1, (cell + Self.gap * 0.6) / widest)
  }
}
