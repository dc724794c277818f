public import RostrumGeometry

/// A Gaussian blur as a layer's picture sees it: along the picture's own axes, or in another plane,
/// in which the Gaussian is upright.
public struct PictureBlur: Hashable, Sendable {
  /// In the pixels of the plane in which it happens.
  public let blur: GaussianBlur
  /// From the picture's pixels to that plane's; `nil` when they are the same.
  public let toPlane: Homography?
  let fromPlane: Homography?
  /// The visible part of that plane.
  let limits: PixelRect

  public init(_ blur: GaussianBlur) {
    self.blur = blur
    (toPlane, fromPlane, limits) = (nil, nil, .empty)
  }

  /// `nil` when the plane is seen from its edge.
  public init?(_ blur: GaussianBlur, inPlaneAt fromPlane: Homography, limits: PixelRect) {
    guard let toPlane = fromPlane.inverted else { return nil }
    self.blur = blur
    self.toPlane = toPlane
    self.fromPlane = fromPlane
    self.limits = limits
  }

  public var isIdentity: Bool { blur.isIdentity }

  /// The pixels that show some of the plane's.
  public func seen(_ part: PixelRect) -> PixelRect {
    fromPlane?.pixels(touchedBy: part) ?? part
  }

  /// The pixels that a part of the result depends on.
  public func inputs(of rect: PixelRect) -> PixelRect {
    guard let toPlane, let fromPlane else { return blur.inputs(of: rect) }
    let part = blur.inputs(of: toPlane.pixels(touchedBy: rect).intersection(limits))
    return fromPlane.pixels(touchedBy: part.intersection(limits)).union(rect)
  }

  /// The pixels of the result that depend on some of these.
  public func outputs(of rect: PixelRect) -> PixelRect {
    guard let toPlane, let fromPlane else { return blur.outputs(of: rect) }
    let part = blur.outputs(of: toPlane.pixels(touchedBy: rect).intersection(limits))
    return fromPlane.pixels(touchedBy: part.intersection(limits)).union(rect)
  }
}

extension Homography {
  /// The pixels that can depend on some pixels when a picture is seen through this map and read
  /// between its pixels.
  public func pixels(touchedBy rect: PixelRect) -> PixelRect {
    guard !rect.isEmpty else { return .empty }
    return PixelRect(enclosing: boundingBox(of: rect.rect.insetBy(dx: -1, dy: -1)))
      .grown(by: 1)
  }
}

extension PixelRect {
  public func grown(by margin: Int) -> PixelRect {
    guard !isEmpty else { return .empty }
    return PixelRect(
      x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin)
  }
}

extension PictureBlur {
  /// Writes the blurred pixels of another picture into `rect`: its colours, or one colour with its
  /// alpha.
  func apply(
    to source: Picture, edge: PictureEdge, shade: Color?, into target: Picture,
    in rect: PixelRect, pool: PicturePool
  ) throws(OutOfMemory) {
    guard let toPlane, let fromPlane else {
      return try BlurPass(source: source.pixels, blur: blur, edge: edge, shade: shade)
        .write(to: target.pixels, in: rect)
    }
    // A plane that is seen at an angle has many pixels. In perspective, small parts of a picture
    // can show as much of it as the whole.
    let tiles = toPlane.affine == nil ? [rect] : rect.tiles(of: tileSide(of: rect, toPlane))
    for tile in tiles {
      try apply(to: source, through: toPlane, fromPlane, shade, into: target, in: tile, pool)
    }
  }

  /// The side of squares that each show a limited number of the plane's pixels.
  private func tileSide(of rect: PixelRect, _ toPlane: Homography) -> Int {
    var side = 1024
    func pixels() -> Int {
      let tile = PixelRect(
        x: rect.x, y: rect.y, width: min(side, rect.width), height: min(side, rect.height))
      return blur.inputs(of: toPlane.pixels(touchedBy: tile)).area
    }
    while side > 64, pixels() > Self.maximumPixelsOfTile { side /= 2 }
    return side
  }

  private static let maximumPixelsOfTile = 1 << 24

  /// Blurs in the plane.
  private func apply(
    to source: Picture, through toPlane: Homography, _ fromPlane: Homography, _ shade: Color?,
    into target: Picture, in rect: PixelRect, _ pool: PicturePool
  ) throws(OutOfMemory) {
    let part = toPlane.pixels(touchedBy: rect).intersection(limits)
    let needed = blur.inputs(of: part).intersection(limits)
    guard !part.isEmpty, !needed.isEmpty else { return target.clear(rect) }
    let upright = try pool.picture(frame: needed, clearing: .empty)
    try upright.resample(source, through: fromPlane, in: needed)
    let blurred = try pool.picture(frame: part, clearing: .empty)
    try BlurPass(source: upright.pixels, blur: blur, edge: .transparent, shade: shade)
      .write(to: blurred.pixels, in: part)
    try target.resample(blurred, through: toPlane, in: rect)
    pool.recycle(upright)
    pool.recycle(blurred)
  }
}

extension PixelRect {
  /// The tiles of the rectangle: squares, cut off at its end.
  fileprivate func tiles(of side: Int) -> [PixelRect] {
    stride(from: y, to: maxY, by: side).flatMap { y in
      stride(from: x, to: maxX, by: side).map { x in
        PixelRect(x: x, y: y, width: min(side, maxX - x), height: min(side, maxY - y))
      }
    }
  }
}
