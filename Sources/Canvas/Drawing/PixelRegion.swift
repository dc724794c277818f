import Geometry

/// Pixels to be redrawn: rectangles of whole pixels that do not overlap.
struct PixelRegion {
  private(set) var rects: [Rect] = []

  /// The pixels that `rects` touch, within `bounds` (whole pixels).
  init(_ rects: [Rect], within bounds: Rect) {
    for rect in rects where rect.isFinite { insert(rect.pixelsTouched.intersection(bounds)) }
  }

  /// Adds `rect`, cutting away what is there already.
  private mutating func insert(_ rect: Rect) {
    var new = [rect]
    for old in rects { new = new.flatMap { $0.subtracting(old) } }
    rects += new.filter { !$0.isEmpty }
  }

  func meets(_ bounds: Rect) -> Bool { rects.contains { !$0.intersection(bounds).isEmpty } }
}

extension Rect {
  /// The smallest rectangle of whole pixels around this one.
  var pixelsTouched: Rect {
    let (left, top) = (minX.rounded(.down), minY.rounded(.down))
    return Rect(
      x: left, y: top, width: maxX.rounded(.up) - left, height: maxY.rounded(.up) - top)
  }

  /// Up to four rectangles that cover what `other` leaves of this one.
  fileprivate func subtracting(_ other: Rect) -> [Rect] {
    let common = intersection(other)
    guard !common.isEmpty else { return isEmpty ? [] : [self] }
    return [
      Rect(x: minX, y: minY, width: width, height: common.minY - minY),
      Rect(x: minX, y: common.maxY, width: width, height: maxY - common.maxY),
      Rect(x: minX, y: common.minY, width: common.minX - minX, height: common.height),
      Rect(x: common.maxX, y: common.minY, width: maxX - common.maxX, height: common.height),
    ].filter { !$0.isEmpty }
  }
}

extension Path {
  /// The rectangle that this path draws, when it is one whose sides lie between pixels.
  var pixelRect: Rect? {
    var points: [Point] = []
    for (index, element) in elements.enumerated() {
      switch element {
      case .move(let p) where index == 0: points.append(p)
      case .line(let p) where index > 0 && index < 5: points.append(p)
      case .close where index == elements.count - 1: break
      default: return nil
      }
    }
    if points.count == 5, points[4] == points[0] { points.removeLast() }
    guard points.count == 4, let rect = Rect(enclosing: points), rect.pixelsTouched == rect
    else { return nil }
    let (a, b, c, d) = (points[0], points[1], points[2], points[3])
    let isAround =
      (a.x == b.x && b.y == c.y && c.x == d.x && d.y == a.y)
      || (a.y == b.y && b.x == c.x && c.y == d.y && d.x == a.x)
    return isAround && rect.corners.allSatisfy(points.contains) ? rect : nil
  }
}
