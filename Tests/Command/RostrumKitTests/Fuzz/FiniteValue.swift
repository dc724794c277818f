import RostrumGeometry
import RostrumLayerTree

extension Value {
  /// True when no number in it is infinite or undefined.
  var isFinite: Bool {
    switch self {
    case .number(let number): number.isFinite
    case .point(let point): point.isFinite
    case .size(let size): size.width.isFinite && size.height.isFinite
    case .rect(let rect):
      [rect.minX, rect.minY, rect.width, rect.height].allSatisfy(\.isFinite)
    case .color(let color):
      [color.red, color.green, color.blue, color.alpha].allSatisfy(\.isFinite)
    case .transform(let transform): transform.isFinite
    case .numbers(let numbers): numbers.allSatisfy(\.isFinite)
    case .path(let path): path.isFinite
    case .colors(let colors): colors.allSatisfy { Value.color($0).isFinite }
    default: true
    }
  }
}

extension Path {
  fileprivate var isFinite: Bool {
    segments.allSatisfy { segment in
      [0, 0.3, 1].allSatisfy { segment.point(at: $0).isFinite }
    }
  }
}
