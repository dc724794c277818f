import Canvas
import Geometry
import LayerTree

extension LayerEffects {
  /// Holds every pixel around a layer that it can touch when its picture alone touches `content`.
  ///
  /// `transform` leads to the picture's pixels, `outer` to those around it, of which `area` can
  /// matter.
  func bounds(
    of layer: PresentationLayer, _ transform: Homography, _ content: PixelRect,
    _ outer: Homography, _ area: PixelRect
  ) -> PixelRect {
    // A mask that shows nothing hides everything.
    if layer.mask != nil, mask == nil { return .empty }
    var result = filters.outputs(of: content)
    if let shadow {
      result = result.union(cast(of: shadow, layer.values, transform, by: result))
    }
    result = raster?.toOuter.pixels(touchedBy: result) ?? result
    let shape = outer.pixels(holding: layer.values[.bounds], within: area)
    if !backgroundFilters.isEmpty { result = result.union(shape) }
    if let mask { result = result.intersection(mask.bounds) }
    if operation.actsWhereTransparent { result = result.union(shape) }
    return result.intersection(area)
  }

  /// What the shadow alone can touch.
  private func cast(
    of shadow: LayerShadow, _ values: LayerValues, _ transform: Homography, by picture: PixelRect
  ) -> PixelRect {
    let path = shadow.path.map { path in
      path.controlBoundingBox.map { transform.pixels(holding: $0, within: area) } ?? .empty
    }
    let cast =
      shadow.plane == nil
      ? shadow.blur.outputs(of: path ?? picture) : shadow.blur.seen(castInPlane)
    guard values[.masksToBounds] else { return cast }
    return cast.intersection(transform.pixels(holding: values[.bounds], within: area))
  }
}

extension Homography {
  /// The pixels that a rectangle of the layer can touch, with one more all round for antialiasing.
  func pixels(holding rect: Rect, within area: PixelRect) -> PixelRect {
    guard !rect.isEmpty else { return .empty }
    let box = boundingBox(of: rect).insetBy(dx: -1, dy: -1)
    return PixelRect(enclosing: box).intersection(area)
  }
}
