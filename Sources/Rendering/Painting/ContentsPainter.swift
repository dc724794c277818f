import Canvas
import Geometry
import LayerTree

/// Draws the layer's picture, or the part of it that `contentsRect` says, where its gravity puts
/// it.
struct ContentsPainter: LayerPainter {
  let assets: SceneAssets

  func ink(of values: LayerValues) -> Rect? {
    guard let image = values[.contents], !values[.bounds].isEmpty else { return nil }
    let frame = ContentsPlacement(of: image, values).frame
    return frame.isEmpty ? nil : frame
  }

  func paint(_ values: LayerValues, opacity: Double, on drawing: Drawing) {
    guard let image = values[.contents] else { return }
    let place = ContentsPlacement(of: image, values)
    let minification = ImageFilter(rawValue: values[.minificationFilter].rawValue) ?? .linear
    let levels =
      minification == .trilinear ? assets.levels(of: image) : [assets.bitmap(for: image)]
    var picture = ImagePlacement(
      levels, from: place.part, in: place.frame, columns: place.columns, rows: place.rows)
    picture.minification = minification
    picture.magnification = ImageFilter(rawValue: values[.magnificationFilter].rawValue) ?? .linear
    picture.bias = values[.minificationFilterBias]
    drawing.group(opacity: opacity, bounds: place.frame) { drawing.draw(picture) }
  }

  func uprightMiddle(of values: LayerValues) -> Double? {
    ink(of: values).map(\.center.y)
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

  /// At its own size, against the edges that the name says.
  private func placed(_ size: Size, in bounds: Rect) -> Rect {
    let space = Point(x: bounds.width - size.width, y: bounds.height - size.height)
    let share = share
    return Rect(
      origin: Point(x: bounds.minX + space.x * share.x, y: bounds.minY + space.y * share.y),
      size: size)
  }

  /// Which part of the free space comes before the picture.
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
