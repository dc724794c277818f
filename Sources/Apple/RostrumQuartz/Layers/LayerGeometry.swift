public import Foundation
import RostrumGeometry
import RostrumLayerTree
import RostrumRendering
import RostrumTiming

/// Points, rectangles and times in the coordinates of other layers.
extension CALayer {
  var boxInSuperlayer: CGRect {
    let placing = LayerPlacement(values).projection(through: nil)
    let corners = self[.bounds].corners.compactMap(placing.apply)
    return Rect(enclosing: corners)?.cgRect ?? .null
  }

  func place(in frame: CGRect) {
    let (rect, anchor) = (frame.standardized, anchorPoint)
    let move = affineTransform()
    var turn = move
    (turn.tx, turn.ty) = (0, 0)
    let size = CGRect(origin: .zero, size: rect.size).applying(turn.inverted()).size
    bounds = CGRect(origin: bounds.origin, size: size)
    position = CGPoint(
      x: rect.minX + anchor.x * rect.width - move.tx,
      y: rect.minY + anchor.y * rect.height - move.ty)
  }

  /// From this layer's plane to its superlayer's.
  private var placing: Homography {
    LayerPlacement(values).projection(
      through: superlayer.flatMap { LayerPlacement($0.values).sublayerTransform })
  }

  /// The layer, and those around it from the inside out.
  var ancestry: [CALayer] { Array(sequence(first: self) { $0.superlayer }) }

  /// From this layer's plane to the one around the outermost layer.
  private var toRoot: Homography {
    ancestry.reduce(.identity) { $0.concatenating($1.placing) }
  }

  /// `nil` in place of a layer means the space around the outermost one. A point that no point
  /// of the other layer's plane lies over is given back as it is.
  public func convert(_ p: CGPoint, from l: CALayer?) -> CGPoint {
    let outside = l.map { $0.toRoot.apply(to: Point(p)) } ?? Point(p)
    return outside.flatMap { toRoot.inverted?.apply(to: $0) }?.cgPoint ?? p
  }

  public func convert(_ p: CGPoint, to l: CALayer?) -> CGPoint {
    guard let outside = toRoot.apply(to: Point(p)) else { return p }
    return l.map { $0.convert(outside.cgPoint, from: nil) } ?? outside.cgPoint
  }

  public func convert(_ r: CGRect, from l: CALayer?) -> CGRect {
    enclosing(r) { convert($0, from: l) }
  }

  public func convert(_ r: CGRect, to l: CALayer?) -> CGRect {
    enclosing(r) { convert($0, to: l) }
  }

  private func enclosing(_ rect: CGRect, _ map: (CGPoint) -> CGPoint) -> CGRect {
    Rect(enclosing: Rect(rect).corners.map { Point(map($0.cgPoint)) })?.cgRect ?? rect
  }

  /// Seconds of another layer's clock on this one's, by way of the layer that both are in. Before
  /// a `beginTime` it is 0, and out of a layer of speed 0 comes 0: measured on macOS by others.
  public func convertTime(_ t: CFTimeInterval, from l: CALayer?) -> CFTimeInterval {
    let (own, others) = (ancestry, l?.ancestry ?? [])
    let shared = own.first { layer in others.contains { $0 === layer } }
    let up = others.prefix { $0 !== shared }
    let down = own.prefix { $0 !== shared }
    let common = up.reduce(t) { $1.clock.parentTime(localTime: $0) ?? 0 }
    return down.reversed().reduce(common) { time, layer in
      let begin = layer.clock.beginTime
      return begin != 0 && time < begin ? 0 : layer.clock.localTime(parentTime: time)
    }
  }

  public func convertTime(_ t: CFTimeInterval, to l: CALayer?) -> CFTimeInterval {
    if let l { return l.convertTime(t, from: self) }
    return ancestry.reduce(t) { $1.clock.parentTime(localTime: $0) ?? 0 }
  }

  /// `p` is in the superlayer's coordinates.
  func hit(_ p: CGPoint) -> CALayer? {
    guard !isHidden, opacity > 0, let point = placing.inverted?.apply(to: Point(p))?.cgPoint
    else { return nil }
    if masksToBounds, !contains(point) { return nil }
    for layer in (sublayers ?? []).sortedByDepth.reversed() {
      if let found = layer.hitTest(point) { return found }
    }
    return contains(point) ? self : nil
  }
}

extension [CALayer] {
  /// From back to front: by depth, and at equal depth in their order.
  fileprivate var sortedByDepth: [CALayer] {
    enumerated().sorted { ($0.element.zPosition, $0.offset) < ($1.element.zPosition, $1.offset) }
      .map(\.element)
  }
}
