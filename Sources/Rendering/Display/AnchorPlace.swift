public import Geometry
public import LayerTree

extension Scene {
  /// Where a layer's anchor point appears, in points of the canvas; `nil` behind the eye, and for a
  /// layer that is not there.
  public func anchor(ofLayer index: Int, at time: Double) -> Point? {
    guard let path = presentation(at: time).path(toLayer: index), let last = path.last else {
      return nil
    }
    var plane = Homography.identity
    var space: Placing?
    var sublayerTransform: Transform3D?
    for layer in path {
      let placement = LayerPlacement(layer.values)
      let placing = placement.toSuperlayer(through: sublayerTransform).concatenating(space)
      let keepsDepth = layer.layerClass == .transform && layer !== last
      if !keepsDepth { plane = placing.projection.concatenating(plane) }
      space = keepsDepth ? placing : nil
      sublayerTransform = placement.sublayerTransform
    }
    return plane.apply(to: LayerPlacement(last.values).anchor)
  }
}

extension PresentationLayer {
  /// From this layer down to the one of that index.
  fileprivate func path(toLayer wanted: Int) -> [PresentationLayer]? {
    if index == wanted { return [self] }
    for sublayer in sublayers {
      if let rest = sublayer.path(toLayer: wanted) { return [self] + rest }
    }
    return nil
  }
}
