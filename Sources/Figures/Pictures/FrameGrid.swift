import RostrumCanvas
import RostrumGeometry

/// A grid of frames, each with its time or name beneath: a contact sheet, or in one row a
/// filmstrip.
struct FrameGrid: Figure {
  struct Frame: Sendable {
    let bitmap: Bitmap
    let label: String

    init(_ bitmap: Bitmap, label: String) { (self.bitmap, self.label) = (bitmap, label) }

    /// In a cell of a certain width.
    fileprivate func height(_ width: Double) -> Double {
      width * Double(bitmap.height) / Double(bitmap.width)
    }
  }

  var frames: [Frame]
  var columns: Int

  init(_ frames: [Frame], columns: Int) {
    (self.frames, self.columns) = (frames, max(1, columns))
  }

  static let gap = 8.0

  /// The width of one frame, in points, in a figure of a certain width.
  static func cellWidth(in width: Double, columns: Int) -> Double {
    max(4, (width - gap * Double(columns - 1)) / Double(max(columns, 1)))
  }

  func drawn(width: Double, _ setter: Typesetter) throws(TextError) -> DrawnFigure {
    let theme = setter.theme
    let cell = Self.cellWidth(in: width, columns: columns)
    let labelSize = try labelSize(cell, setter)
    var figure = DrawnFigure(size: Size(width: width, height: 0))
    for start in stride(from: 0, to: frames.count, by: columns) {
      let top = start == 0 ? 0 : figure.size.height + Self.gap * 0.75 - 3
      let row = frames[start..<min(start + columns, frames.count)]
      let height = row.map { $0.height(cell) }.max() ?? 0
      for (column, frame) in row.enumerated() {
        let rect = Rect(
          x: Double(column) * (cell + Self.gap), y: top, width: cell, height: frame.height(cell))
        // Where a scene has no background, its colours are meant for white paper.
        figure.marks.append(.fixedColors([.fill(.rect(rect), .white)]))
        figure.marks.append(.image(frame.bitmap, in: rect))
        figure.marks.append(
          .stroke(.rect(rect), theme.axis, StrokeStyle(lineWidth: theme.gridWidth)))
        let place = Point(x: rect.center.x, y: rect.maxY + theme.fontSize + 3)
        let label = try setter.label(frame.label, size: labelSize)
        figure.marks.append(label.placed(at: place, anchor: 0.5, color: theme.quietInk))
      }
      figure.size.height = top + height + theme.fontSize + 6
    }
    return figure
  }

  /// The largest size up to the theme's at which the labels do not overlap.
  private func labelSize(_ cell: Double, _ setter: Typesetter) throws(TextError) -> Double {
    var widest = 1.0
    for frame in frames { widest = max(widest, try setter.label(frame.label).width) }
    return setter.theme.fontSize * min(1, (cell + Self.gap * 0.6) / widest)
  }
}
