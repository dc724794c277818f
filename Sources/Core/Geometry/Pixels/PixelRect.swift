/// A rectangle of whole pixels, `x..<maxX` by `y..<maxY`; `y` grows downwards.
///
/// Every edge lies within ±2^60 (numbers beyond are limited), so that no sum or difference of edges
/// overflows. All empty rectangles are equal to `empty`.
public struct PixelRect: Hashable, Sendable {
  public let x: Int
  public let y: Int
  /// 0 or more.
  public let width: Int
  /// 0 or more.
  public let height: Int

  private static let limit = 1 << 60

  /// A side of zero or less makes the rectangle empty.
  public init(x: Int, y: Int, width: Int, height: Int) {
    let (right, overflowsX) = x.addingReportingOverflow(max(0, width))
    let (bottom, overflowsY) = y.addingReportingOverflow(max(0, height))
    self.init(
      minX: x, minY: y, maxX: overflowsX ? .max : right, maxY: overflowsY ? .max : bottom)
  }

  init(minX: Int, minY: Int, maxX: Int, maxY: Int) {
    func limited(_ edge: Int) -> Int { min(max(-PixelRect.limit, edge), PixelRect.limit) }
    let (x, y) = (limited(minX), limited(minY))
    let (width, height) = (limited(maxX) - x, limited(maxY) - y)
    let isEmpty = width <= 0 || height <= 0
    (self.x, self.y) = isEmpty ? (0, 0) : (x, y)
    (self.width, self.height) = isEmpty ? (0, 0) : (width, height)
  }

  /// The smallest rectangle of whole pixels that covers `rect`; empty when `rect` is empty or an
  /// edge is not a number. Infinite edges are limited like any other.
  public init(enclosing rect: Rect) {
    guard !rect.isEmpty, !(rect.minX + rect.maxX + rect.minY + rect.maxY).isNaN else {
      self = .empty
      return
    }
    self.init(
      minX: PixelRect.whole(rect.minX.rounded(.down)),
      minY: PixelRect.whole(rect.minY.rounded(.down)),
      maxX: PixelRect.whole(rect.maxX.rounded(.up)), maxY: PixelRect.whole(rect.maxY.rounded(.up)))
  }

  private static func whole(_ edge: Double) -> Int {
    let limit = Double(PixelRect.limit)
    return Int(min(max(-limit, edge), limit))
  }

  public static let empty = PixelRect(x: 0, y: 0, width: 0, height: 0)

  public var maxX: Int { x + width }
  public var maxY: Int { y + height }
  public var isEmpty: Bool { width == 0 }

  /// The number of pixels, at most `Int.max`.
  public var area: Int {
    let (area, overflows) = width.multipliedReportingOverflow(by: height)
    return overflows ? .max : area
  }

  public var rect: Rect {
    Rect(x: Double(x), y: Double(y), width: Double(width), height: Double(height))
  }
}

extension PixelRect {
  /// The smallest rectangle that holds both; an empty one adds nothing.
  public func union(_ other: PixelRect) -> PixelRect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return PixelRect(
      minX: min(x, other.x), minY: min(y, other.y),
      maxX: max(maxX, other.maxX), maxY: max(maxY, other.maxY))
  }

  /// The common pixels; `empty` when there are none.
  public func intersection(_ other: PixelRect) -> PixelRect {
    PixelRect(
      minX: max(x, other.x), minY: max(y, other.y),
      maxX: min(maxX, other.maxX), maxY: min(maxY, other.maxY))
  }

  public func intersects(_ other: PixelRect) -> Bool { !intersection(other).isEmpty }

  /// True when every pixel of `other` is one of this rectangle's; an empty one always is.
  public func contains(_ other: PixelRect) -> Bool { intersection(other) == other }

  public func contains(x pixelX: Int, y pixelY: Int) -> Bool {
    x <= pixelX && pixelX < maxX && y <= pixelY && pixelY < maxY
  }

  /// The rectangle without the pixels of `other`: up to four rectangles (above, left, right,
  /// below).
  func subtracting(_ other: PixelRect) -> [PixelRect] {
    let hole = intersection(other)
    if hole.isEmpty { return isEmpty ? [] : [self] }
    return [
      PixelRect(minX: x, minY: y, maxX: maxX, maxY: hole.y),
      PixelRect(minX: x, minY: hole.y, maxX: hole.x, maxY: hole.maxY),
      PixelRect(minX: hole.maxX, minY: hole.y, maxX: maxX, maxY: hole.maxY),
      PixelRect(minX: x, minY: hole.maxY, maxX: maxX, maxY: maxY),
    ].filter { !$0.isEmpty }
  }
}
