public import RostrumGeometry

/// A filter that changes a picture's pixels.
public enum PixelFilter: Hashable, Sendable {
  case blur(PictureBlur)
  /// Straight colours are meant; pixels that are transparent stay so.
  case colors(ColorMatrix)

  /// The pixels that a part of the result depends on.
  public func inputs(of rect: PixelRect) -> PixelRect {
    if case .blur(let blur) = self { blur.inputs(of: rect) } else { rect }
  }

  /// The pixels of the result that depend on some of these.
  public func outputs(of rect: PixelRect) -> PixelRect {
    if case .blur(let blur) = self { blur.outputs(of: rect) } else { rect }
  }
}

extension [PixelFilter] {
  /// The pixels that a part of the result of the whole filter chain depends on.
  public func inputs(of rect: PixelRect) -> PixelRect {
    reversed().reduce(rect) { $1.inputs(of: $0) }
  }

  /// The pixels of the result that depend on some of these.
  public func outputs(of rect: PixelRect) -> PixelRect { reduce(rect) { $1.outputs(of: $0) } }

  /// The picture after all filters, correct in `rect`. Consumes the picture itself.
  ///
  /// - Parameter limits: Pixels outside of them count as transparent after each filter.
  public func applied(
    to picture: Picture, in rect: PixelRect, within limits: PixelRect, pool: PicturePool
  ) throws(OutOfMemory) -> Picture {
    try applied(to: picture, in: rect, within: limits, edge: .transparent, pool: pool)
  }

  func applied(
    to picture: Picture, in rect: PixelRect, within limits: PixelRect, edge: PictureEdge,
    pool: PicturePool
  ) throws(OutOfMemory) -> Picture {
    var picture = picture
    for (index, filter) in enumerated() {
      let needed = Array(self[(index + 1)...]).inputs(of: rect).intersection(limits)
      switch filter {
      case .colors(let matrix): picture.apply(matrix, in: needed.intersection(picture.frame))
      case .blur(let blur):
        guard !blur.isIdentity, !needed.isEmpty else { continue }
        let blurred = try pool.picture(frame: needed, clearing: .empty)
        try blur.apply(
          to: picture, edge: edge, shade: nil, into: blurred, in: needed, pool: pool)
        pool.recycle(picture)
        picture = blurred
      }
    }
    return picture
  }
}

extension Picture {
  /// Makes new colours of colours in a part, which lies within the frame.
  func apply(_ matrix: ColorMatrix, in rect: PixelRect) {
    let filter = ColorFilter(matrix)
    for y in rect.y..<rect.maxY {
      let row = pixels.address(rect.x, y)
      // Neighbours are often the same.
      var last: (from: UInt32, to: UInt32) = (0, 0)
      for x in 0..<rect.width where row[x] != 0 {
        if row[x] != last.from { last = (row[x], filter.pixel(row[x])) }
        row[x] = last.to
      }
    }
  }
}

/// A colour matrix for premultiplied pixels.
private struct ColorFilter {
  /// The amounts that blue, green, red, alpha and 1, in this order, add to blue, green, red and
  /// alpha.
  private let columns: [SIMD4<Float>]

  init(_ matrix: ColorMatrix) {
    let order = [2, 1, 0, 3]
    columns = [2, 1, 0, 3, 4].map { column in
      let parts = order.map { Float(matrix.elements[$0 * 5 + column]) }
      return SIMD4(parts[0], parts[1], parts[2], parts[3])
    }
  }

  func pixel(_ pixel: UInt32) -> UInt32 {
    let p = SIMD4<Float>(pixel: pixel)
    guard p.w > 0 else { return 0 }
    let straight = p / p.w
    let sums =
      columns[0] * straight.x + columns[1] * straight.y + columns[2] * straight.z
      + columns[3] * p.w + columns[4]
    var result = sums.clamped(lowerBound: .zero, upperBound: .one)
    let alpha = result.w
    result *= alpha
    result.w = alpha
    return result.pixel
  }
}
