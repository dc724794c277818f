import Geometry

/// The copies that a replicator layer makes of its sublayers at one moment.
///
/// Copy k stands in a layer of its own, as large as the replicator's bounds, with `instanceTransform` applied k times about their
/// centre. It shows the sublayers as they were k times `instanceDelay` ago, events included, and its colours are multiplied by
/// `instanceColor` plus k times the offsets, limited to 0...1. The first copy is at the back. Source: Apple's `CAReplicatorLayer.h`;
/// the documentation leaves open that a delay reaches events too, and that a copy's alpha fades it as one picture.
struct Replication {
  private let layer: Layer
  private let values: LayerValues
  private let moment: Moment

  /// `moment` is as the sublayers see it.
  init(of layer: Layer, _ values: LayerValues, at moment: Moment) {
    self.layer = layer
    self.values = values
    self.moment = moment
  }

  var copies: [PresentationLayer] {
    let inner = moment.multiplied(by: max(count, 1))
    let step = values[.instanceTransform].transform
    var transform = Transform3D.identity
    var result: [PresentationLayer] = []
    for number in 0..<count {
      guard transform.elements.allSatisfy({ abs($0) < 1e100 }) else { break }
      result.append(copy(number, transform, at: inner))
      transform = step.concatenating(transform)
    }
    return result
  }

  /// No more than the limit for all copies in a scene allows.
  private var count: Int {
    let inside = layer.layerCount.multipliedReportingOverflow(by: moment.copies)
    let room = inside.overflow ? 1 : LayerClass.maximumReplicas / max(inside.partialValue, 1)
    let wanted = values[.instanceCount].number
    return wanted > 0 ? Int(min(wanted, Double(room)).rounded(.down)) : 0
  }

  private func copy(_ number: Int, _ transform: Transform3D, at moment: Moment) -> PresentationLayer
  {
    let delay = Double(number) * values[.instanceDelay].number
    let moment = delay == 0 ? moment : moment.delayed(by: delay)
    let tint = tint(ofCopy: number)
    var sublayers = layer.sublayers.map { $0.presentation(at: moment) }
    let keepsDepth = values[.preservesDepth].boolean
    if keepsDepth { sublayers = sublayers.map { $0.tinted(by: tint) } }
    let place = placement(transform)
    return PresentationLayer(
      index: layer.index, instance: number + 1, name: layer.name,
      layerClass: keepsDepth ? .transform : .plain,
      values: keepsDepth ? place : place.tinted(by: tint), sublayers: sublayers)
  }

  private func tint(ofCopy number: Int) -> Color {
    let color = values[.instanceColor].color ?? .white
    func limited(_ value: Double, _ offset: Property) -> Double {
      min(max(value + Double(number) * values[offset].number, 0), 1)
    }
    return Color(
      red: limited(color.red, .instanceRedOffset),
      green: limited(color.green, .instanceGreenOffset),
      blue: limited(color.blue, .instanceBlueOffset),
      alpha: limited(color.alpha, .instanceAlphaOffset))
  }

  /// Where a copy stands in the replicator: over its bounds, turned about their middle.
  private func placement(_ transform: Transform3D) -> LayerValues {
    let bounds = values[.bounds].rect
    var result = LayerValues()
    result[.bounds] = values[.bounds]
    result[.position] = .point(
      Point(x: bounds.minX + bounds.width / 2, y: bounds.minY + bounds.height / 2))
    result[.transform] = .transform(transform)
    return result
  }
}

extension PresentationLayer {
  /// With all colours multiplied. A layer that keeps depth is no picture of its own, so its sublayers are.
  fileprivate func tinted(by tint: Color) -> PresentationLayer {
    guard tint != .white else { return self }
    let isPicture = layerClass != .transform
    return PresentationLayer(
      index: index, instance: instance, name: name, layerClass: layerClass,
      values: isPicture ? values.tinted(by: tint) : values, transition: transition,
      oldSnapshot: oldSnapshot, mask: mask,
      sublayers: isPicture ? sublayers : sublayers.map { $0.tinted(by: tint) })
  }
}

extension LayerValues {
  /// With a tint, and its alpha as opacity, on top of what there is.
  fileprivate func tinted(by tint: Color) -> LayerValues {
    guard tint != .white else { return self }
    var result = self
    if tint.alpha != 1 { result[.opacity] = .number(self[.opacity].number * tint.alpha) }
    let old = self[.instanceTint].color ?? .white
    let color = Color(
      red: old.red * tint.red, green: old.green * tint.green, blue: old.blue * tint.blue)
    if color != .white { result[.instanceTint] = .color(color) }
    return result
  }
}
