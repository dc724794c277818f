public import RostrumGeometry

/// The map from places along one axis of user space to the pixels of an image: straight pieces, one
/// after the other.
public struct ImageAxis: Hashable, Sendable {
  /// Where one piece ends and the next begins.
  public struct Knot: Hashable, Sendable {
    /// In user space.
    public let place: Double
    /// In image pixels.
    public let pixel: Double

    public init(place: Double, pixel: Double) {
      self.place = place
      self.pixel = pixel
    }
  }

  /// Two or more, by places that do not fall.
  public let knots: [Knot]

  public init(_ knots: [Knot]) {
    precondition(knots.count > 1, "an axis has two ends")
    self.knots = knots
  }

  /// The pixel at a place, and how many pixels a unit of user space covers there. Beyond the ends
  /// the outer pieces go on.
  func pixel(at place: Double) -> (pixel: Double, slope: Double) {
    var index = 1
    while index < knots.count - 1, place >= knots[index].place { index += 1 }
    let (start, end) = (knots[index - 1], knots[index])
    let length = end.place - start.place
    guard length > 0 else { return (start.pixel, 0) }
    let slope = (end.pixel - start.pixel) / length
    return (start.pixel + (place - start.place) * slope, slope)
  }

  var isStraight: Bool { knots.count == 2 }
}

/// An image as it lies in user space.
public struct ImagePlacement: Sendable {
  /// The image; after it, for trilinear filtering, copies of it, each of half the size of the one
  /// before.
  public var levels: [Bitmap]
  /// The part of the image that is shown, in its pixels. It may stick out of it.
  public let source: Rect
  /// Where the part lies, in user space.
  public let destination: Rect
  public let columns: ImageAxis
  public let rows: ImageAxis
  /// Where a pixel of the drawing covers more than one of the image.
  public var minification = ImageFilter.linear
  /// Elsewhere.
  public var magnification = ImageFilter.linear
  /// Added to the level that trilinear filtering reads: 1 reads pictures of half the size.
  public var bias = 0.0

  /// The axes go from one end of the part to the other.
  public init(
    _ levels: [Bitmap], from source: Rect, in destination: Rect, columns: ImageAxis,
    rows: ImageAxis
  ) {
    precondition(!levels.isEmpty, "a placement has an image")
    self.levels = levels
    self.source = source
    self.destination = destination
    self.columns = columns
    self.rows = rows
  }

  /// A part of one image, scaled as a whole.
  init(_ image: Bitmap, from source: Rect, in destination: Rect, filter: ImageFilter) {
    self.init(
      [image], from: source, in: destination,
      columns: ImageAxis([
        .init(place: destination.minX, pixel: source.minX),
        .init(place: destination.maxX, pixel: source.maxX),
      ]),
      rows: ImageAxis([
        .init(place: destination.minY, pixel: source.minY),
        .init(place: destination.maxY, pixel: source.maxY),
      ]))
    minification = filter == .nearest ? .nearest : .linear
    magnification = minification
  }

  /// True for one piece without mipmap levels, which Cairo can draw.
  var isPlain: Bool {
    columns.isStraight && rows.isStraight && minification != .trilinear
  }
}

extension Drawing {
  /// Draws an image, or a part of it, as it lies in user space, with smooth edges. Beyond the
  /// border of the part its edge pixels go on.
  ///
  /// The limits are the same as for `draw(_:from:in:filter:)`.
  ///
  /// - Parameter opacity: 0...1, of the image as a whole.
  public func draw(_ image: ImagePlacement, opacity: Double) throws {
    guard opacity > 0 else { return }
    guard opacity < 1 else { return try draw(image) }
    if image.isPlain, fillsWholePixels(image.destination) {
      return try draw(
        image.levels[0], from: image.source, in: image.destination, filter: filter(of: image),
        opacity: opacity)
    }
    try group(opacity: opacity, bounds: image.destination) { try draw(image) }
  }

  /// The same at full opacity.
  public func draw(_ image: ImagePlacement) throws(DrawingError) {
    let (source, destination) = (image.source, image.destination)
    guard !image.isPlain else {
      return try draw(
        image.levels[0], from: source, in: destination, filter: filter(of: image))
    }
    guard source.isFinite, !source.isEmpty, destination.isFinite, !destination.isEmpty,
      let toUser = transform.inverted, toUser.isFinite
    else { return }
    let shader = ImageShader(image, toUser: toUser)
    try fill(.rect(destination), shading: shader.pixel)
  }

  private func filter(of image: ImagePlacement) -> ImageFilter {
    isReduced(image) ? image.minification : image.magnification
  }

  /// On average over both directions.
  private func isReduced(_ image: ImagePlacement) -> Bool {
    let scale = abs(transform.linearized(atNearestCornerOf: image.destination).determinant)
      .squareRoot()
    return scale * image.destination.width <= image.source.width
  }
}
