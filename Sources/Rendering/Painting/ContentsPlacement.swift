import Canvas
import Geometry
import LayerTree

/// Which part of a layer's picture lies where. Source: Apple's `CALayer.h`; that fixed parts shrink
/// when they do not fit was measured by others.
struct ContentsPlacement {
  /// Where the part lies, in the layer's coordinates; empty when no pixel of the picture is in it.
  let frame: Rect
  /// The part of the picture, in its pixels.
  let part: Rect
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
      center: (center.minX, center.maxX))
  }

  var rows: ImageAxis {
    axis(
      place: (frame.minY, frame.maxY), pixels: (part.minY, part.maxY),
      center: (center.minY, center.maxY))
  }

  private typealias Stretch = (start: Double, end: Double)

  private func axis(place: Stretch, pixels: Stretch, center: Stretch) -> ImageAxis {
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
  /// Whether the picture may become larger or smaller than it is.
  fileprivate var resizes: Bool {
    self == .resize || self == .resizeAspect || self == .resizeAspectFill
  }
}
