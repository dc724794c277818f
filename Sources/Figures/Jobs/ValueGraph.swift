package import RostrumBase
import RostrumGeometry
package import RostrumLayerTree

extension Scene {
  /// Values of a layer over a part of the scene's time, as a list of objects with `name` and either
  /// `pieces`, stretches of points of time in seconds and number, or `spans`, each with its begin,
  /// end and `text`. `isColor` marks spans that are colours.
  package func graph(of targets: [FigureTarget], over range: ClosedRange<Double>) -> JSONValue {
    .array(targets.compactMap { $0.graph(in: self, over: range) })
  }
}

extension FigureTarget {
  fileprivate func graph(in scene: Scene, over range: ClosedRange<Double>) -> JSONValue? {
    guard let property = curve(scene, over: range) else { return nil }
    let name = (key: "name", value: JSONValue.string(keyPath.name))
    guard isNumber else {
      let track = property.valueTrack
      let spans = track.spans.map { span -> JSONValue in
        .object([
          ("from", .number(span.range.lowerBound)), ("to", .number(span.range.upperBound)),
          ("text", .string(span.value.shortText(FigureWords()))),
        ])
      }
      return .object([name, ("isColor", .flag(track.isColor)), ("spans", .array(spans))])
    }
    let pieces = property.curve.samples(400).map { piece -> JSONValue in
      .array(piece.map { .array([.number($0.x), .number($0.y)]) })
    }
    return .object([name, ("pieces", .array(pieces))])
  }
}

extension Curve {
  /// Points on each smooth stretch, about `count` in all, none of them on a jump.
  fileprivate func samples(_ count: Int) -> [[Point]] {
    pieces.filter { $0.length > domain.length * 1e-9 }.map { piece in
      let inset = min(piece.length * 1e-3, domain.length * 1e-7)
      let steps = max(2, Int(Double(count) * piece.length / domain.length))
      return (0...steps).map { index in
        let x =
          piece.lowerBound + inset
          + (piece.length - 2 * inset) * Double(index) / Double(steps)
        return Point(x: x, y: value(x))
      }
    }
  }
}
