import RostrumCanvas
import RostrumGeometry
import RostrumLayerTree

/// Draws the layer's picture, or its part in `contentsRect`, placed by `contentsGravity`.
struct ContentsPainter: LayerPainter {
  let assets: SceneAssets
  var reachesEdges: Bool { true }

  func paintBounds(of values: LayerValues) -> Rect? {
    guard let image = values[.contents], !values[.bounds].isEmpty else { return nil }
    let frame = ContentsPlacement(of: image, values).frame
    return frame.isEmpty ? nil : frame
  }

  func paint(_ values: LayerValues, opacity: Double, on drawing: Drawing) throws {
    guard let image = values[.contents] else { return }
    let size = ContentsPlacement(of: image, values).pixels(of: image, on: drawing)
    let bitmap = try assets.bitmap(for: image, width: size.width, height: size.height)
    try paint(bitmap, as: image, values, opacity: opacity, on: drawing)
  }

  /// Draws a bitmap in the layer's place of an image of the bitmap's size.
  func paint(
    _ bitmap: Bitmap, as image: ImageReference, _ values: LayerValues, opacity: Double,
    on drawing: Drawing
  ) throws {
    let place = ContentsPlacement(of: image, values)
      .scaled(
        x: Double(bitmap.width) / Double(image.width),
        y: Double(bitmap.height) / Double(image.height))
    let minification = ImageFilter(rawValue: values[.minificationFilter].rawValue) ?? .linear
    let levels = minification == .trilinear ? try bitmap.levels() : [bitmap]
    var picture = ImagePlacement(
      levels, from: place.part, in: place.frame, columns: place.columns, rows: place.rows)
    picture.minification = minification
    picture.magnification = ImageFilter(rawValue: values[.magnificationFilter].rawValue) ?? .linear
    picture.bias = values[.minificationFilterBias]
    try drawing.draw(picture, opacity: opacity)
  }

  func uprightMiddle(of values: LayerValues) -> Double? {
    paintBounds(of: values).map(\.center.y)
  }
}

extension ContentsGravity {
  /// Where a picture of `size` points lies in `bounds`. As in Core Animation, `top` is the edge of
  /// largest y.
  func frame(of size: Size, in bounds: Rect) -> Rect {
    switch self {
    case .resize: return bounds
    case .resizeAspect: return scaled(size, in: bounds, by: min)
    case .resizeAspectFill: return scaled(size, in: bounds, by: max)
    default: return placed(size, in: bounds)
    }
  }

  private func scaled(
    _ size: Size, in bounds: Rect, by choose: (Double, Double) -> Double
  ) -> Rect {
    guard size.width > 0, size.height > 0 else { return .zero }
    let factor = choose(bounds.width / size.width, bounds.height / size.height)
    let scaled = Size(width: size.width * factor, height: size.height * factor)
    return ContentsGravity.center.placed(scaled, in: bounds)
  }

  /// At its own size, aligned with the edges in the name.
  private func placed(_ size: Size, in bounds: Rect) -> Rect {
    let space = Point(x: bounds.width - size.width, y: bounds.height - size.height)
    let share = share
    return Rect(
      origin: Point(x: bounds.minX + space.x * share.x, y: bounds.minY + space.y * share.y),
      size: size)
  }

  /// The share of the free space that comes before the picture, from 0 to 1 along each axis.
  private var share: Point {
    switch self {
    case .top: Point(x: 0.5, y: 1)
    case .bottom: Point(x: 0.5, y: 0)
    case .left: Point(x: 0, y: 0.5)
    case .right: Point(x: 1, y: 0.5)
    case .topLeft: Point(x: 0, y: 1)
    case .topRight: Point(x: 1, y: 1)
    case .bottomLeft: Point(x: 0, y: 0)
    case .bottomRight: Point(x: 1, y: 0)
    case .center, .resize, .resizeAspect, .resizeAspectFill: Point(x: 0.5, y: 0.5)
    }
  }
}

/// The part of a layer's picture that is shown, and where it lies. Source: Apple's `CALayer.h`;
/// that fixed parts shrink when they do not fit was measured by others.
struct ContentsPlacement {
  /// Where the part lies, in the layer's coordinates; empty when no pixel of the picture is in it.
  let frame: Rect
  /// The part of the picture, in its pixels.
  private(set) var part: Rect
  /// How many pixels the picture has for each that the placement was made for.
  private var density = (x: 1.0, y: 1.0)
  /// The part of that which stretches both ways, from 0 to 1.
  private let center: Rect
  private let scale: Double

  init(of image: ImageReference, _ values: LayerValues) {
    let unit = values[.contentsRect]
    let (width, height) = (Double(image.width), Double(image.height))
    scale = values[.contentsScale]
    part = Rect(
      x: unit.minX * width, y: unit.minY * height, width: unit.width * width,
      height: unit.height * height)
    let gravity = values[.contentsGravity]
    center = gravity.resizes ? values[.contentsCenter] : .unit
    let picture = Rect(x: 0, y: 0, width: width, height: height)
    guard scale > 0, !part.intersection(picture).isEmpty else {
      frame = .zero
      return
    }
    let size = Size(width: part.width / scale, height: part.height / scale)
    frame = gravity.frame(of: size, in: values[.bounds])
  }

  var columns: ImageAxis {
    axis(
      place: (frame.minX, frame.maxX), pixels: (part.minX, part.maxX),
      center: (center.minX, center.maxX), scale * density.x)
  }

  var rows: ImageAxis {
    axis(
      place: (frame.minY, frame.maxY), pixels: (part.minY, part.maxY),
      center: (center.minY, center.maxY), scale * density.y)
  }

  /// The same place for a picture with more or fewer pixels.
  func scaled(x: Double, y: Double) -> ContentsPlacement {
    guard x != 1 || y != 1 else { return self }
    var result = self
    result.part = Rect(
      x: part.minX * x, y: part.minY * y, width: part.width * x, height: part.height * y)
    result.density = (x, y)
    return result
  }

  /// How many pixels the whole picture would have if each were one of the drawing.
  func pixels(of image: ImageReference, on drawing: Drawing) -> Size {
    guard !frame.isEmpty, part.width > 0, part.height > 0 else { return .zero }
    let map = drawing.transform.linearized(atNearestCornerOf: frame)
    let width = frame.width * (map.a * map.a + map.b * map.b).squareRoot()
    let height = frame.height * (map.c * map.c + map.d * map.d).squareRoot()
    return Size(
      width: Double(image.width) * width / part.width,
      height: Double(image.height) * height / part.height)
  }

  private typealias Stretch = (start: Double, end: Double)

  private func axis(
    place: Stretch, pixels: Stretch, center: Stretch, _ scale: Double
  ) -> ImageAxis {
    let first = ImageAxis.Knot(place: place.start, pixel: pixels.start)
    let last = ImageAxis.Knot(place: place.end, pixel: pixels.end)
    guard center.start > 0 || center.end < 1 else { return ImageAxis([first, last]) }
    let middle = stretched(center, of: pixels)
    var (before, after) = ((middle.start - pixels.start) / scale, (pixels.end - middle.end) / scale)
    let room = place.end - place.start
    if before + after > room {
      (before, after) = (before * room / (before + after), after * room / (before + after))
    }
    return ImageAxis([
      first, .init(place: place.start + before, pixel: middle.start),
      .init(place: place.end - after, pixel: middle.end), last,
    ])
  }

  /// In pixels: at least one, about the middle, and within the part.
  private func stretched(_ center: Stretch, of pixels: Stretch) -> Stretch {
    let length = pixels.end - pixels.start
    let (start, end) = (pixels.start + center.start * length, pixels.start + center.end * length)
    let missing = max(min(1, length) - (end - start), 0) / 2
    let low = min(max(start - missing, pixels.start), pixels.end)
    return (low, min(max(end + missing, low), pixels.end))
  }
}

extension Rect {
  fileprivate static let unit = Rect(x: 0, y: 0, width: 1, height: 1)
}

extension ContentsGravity {
  /// Whether the picture is scaled.
  fileprivate var resizes: Bool {
    self == .resize || self == .resizeAspect || self == .resizeAspectFill
  }
}

/// Draws a tiled layer's picture as a plain layer's, but from a copy of reduced size where it is
/// shrunk. `levelsOfDetail` is how many sizes there are, the full one included.
struct TiledPainter: LayerPainter {
  let picture: ContentsPainter
  var reachesEdges: Bool { true }

  func paintBounds(of values: LayerValues) -> Rect? { picture.paintBounds(of: values) }

  func uprightMiddle(of values: LayerValues) -> Double? { picture.uprightMiddle(of: values) }

  func paint(_ values: LayerValues, opacity: Double, on drawing: Drawing) throws {
    guard let image = values[.contents] else { return }
    let whole = try picture.assets.bitmap(for: image)
    let small = try whole.halved(times: halvings(of: image, values, on: drawing))
    var reduced = values
    reduced[.contentsScale] = values[.contentsScale] * Double(small.width) / Double(whole.width)
    let reference = ImageReference(path: image.path, width: small.width, height: small.height)
    try picture.paint(small, as: reference, reduced, opacity: opacity, on: drawing)
  }

  /// How often the picture can be halved so that it still has a pixel for each on the canvas.
  private func halvings(of image: ImageReference, _ values: LayerValues, on drawing: Drawing) -> Int
  {
    guard let paintBounds = paintBounds(of: values) else { return 0 }
    let map = drawing.transform.linearized(atNearestCornerOf: paintBounds)
    let width = paintBounds.width * (map.a * map.a + map.b * map.b).squareRoot()
    let height = paintBounds.height * (map.c * map.c + map.d * map.d).squareRoot()
    let shrinking = min(Double(image.width) / width, Double(image.height) / height)
    guard shrinking >= 2, shrinking.isFinite else { return 0 }
    let levels = min(values[.levelsOfDetail] - 1, Double(shrinking.exponent))
    return Int(max(levels, 0))
  }
}
