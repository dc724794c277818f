public import RostrumGeometry

/// The layers that a shape layer connects: its path is a line from one to the other, wherever they
/// are.
public struct Connection: Hashable, Sendable {
  /// The names of the layers.
  public var from: String
  public var to: String
  public var connector: Connector

  public init(from: String, to: String, _ connector: Connector = Connector()) {
    (self.from, self.to, self.connector) = (from, to, connector)
  }

  func renamed(_ change: (String) -> String) -> Connection {
    Connection(from: change(from), to: change(to), connector)
  }
}

/// The connections of a scene, with the layers that lead to their ends.
struct ConnectionTable: Sendable {
  fileprivate struct Entry {
    let connector: Connector
    /// From the root to the layer that shows the connection, and to the ones that it connects.
    let shown: [Layer]
    let from: [Layer]
    let to: [Layer]
  }

  private var entries: [Int: Entry] = [:]
  /// The layers around the ones that show connections.
  private var around: Set<Int> = []

  init(_ root: Layer) {
    guard root.containsConnection else { return }
    var ways: [String: [Layer]] = [:]
    func walk(_ layer: Layer, _ way: [Layer]) {
      ways[layer.name] = way + [layer]
      for inner in layer.inner { walk(inner, way + [layer]) }
    }
    walk(root, [])
    for way in ways.values {
      guard let layer = way.last, let connection = layer.connection,
        let from = ways[connection.from], let to = ways[connection.to]
      else { continue }
      entries[layer.index] = Entry(
        connector: connection.connector, shown: way, from: from, to: to)
      around.formUnion(way.map(\.index))
    }
  }

  var isEmpty: Bool { entries.isEmpty }

  /// The tree with a path for each layer that shows a connection.
  func connecting(_ layer: PresentationLayer, at moment: Moment) -> PresentationLayer {
    guard around.contains(layer.index) else { return layer }
    var values = layer.values
    if let entry = entries[layer.index] { entry.place(&values, at: moment) }
    return PresentationLayer(
      index: layer.index, instance: layer.instance, name: layer.name,
      layerClass: layer.layerClass, values: values, transition: layer.transition,
      oldSnapshot: layer.oldSnapshot.map { connecting($0, at: moment) },
      isOldSnapshot: layer.isOldSnapshot, mask: layer.mask.map { connecting($0, at: moment) },
      sublayers: layer.sublayers.map { connecting($0, at: moment) })
  }
}

extension ConnectionTable.Entry {
  /// Sets the path, and the position, which is the path's middle.
  fileprivate func place(_ values: inout LayerValues, at moment: Moment) {
    values[.bounds] = .zero
    values[.path] = nil
    guard let toSuperlayer = LayerPlacement.plane(of: shown.dropLast().states(at: moment)).inverted,
      let from = outline(from, in: toSuperlayer, at: moment),
      let to = outline(to, in: toSuperlayer, at: moment),
      let found = connector.path(from: from, to: to)
    else { return }
    values[.position] = found.middle
    values[.path] = found.path.transformed(
      by: .translation(x: -found.middle.x, y: -found.middle.y))
  }

  /// The outline of the last layer in the plane of the layer around the connection; `nil` behind
  /// the eye.
  private func outline(
    _ way: [Layer], in toSuperlayer: Homography, at moment: Moment
  ) -> Path? {
    let states = way.states(at: moment)
    guard let last = states.last else { return nil }
    let plane = LayerPlacement.plane(of: states).concatenating(toSuperlayer)
    let outline = last.values.connectedOutline(of: last.layerClass)
    if let affine = plane.affine { return outline.transformed(by: affine) }
    return plane.outline(of: outline, within: Self.surroundings, tolerance: 0.05)
  }

  /// The part of a plane in which outlines are accurate.
  private static let surroundings = Rect(x: -16_384, y: -16_384, width: 32_768, height: 32_768)
}

extension LayerValues {
  /// The outline that a line begins at: the rounded bounds; of a shape layer without a size its
  /// path; of another layer without a size its place.
  fileprivate func connectedOutline(of layerClass: LayerClass) -> Path {
    guard self[.bounds].isEmpty else { return roundedBounds }
    if layerClass == .shape, let path = self[.path], !path.isEmpty { return path }
    let anchor = LayerPlacement(self).anchor
    return Path([.move(anchor), .line(anchor)])
  }
}

extension Sequence<Layer> {
  /// The values of layers that lie in each other, from the root on, at a moment of the root.
  fileprivate func states(
    at moment: Moment
  ) -> [(layerClass: LayerClass, values: LayerValues)] {
    var moment = moment
    return map { layer in
      let state = layer.state(at: moment)
      moment = state.inside
      return (layer.layerClass, state.values)
    }
  }
}
