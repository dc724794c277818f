import RostrumImportedDocument
import RostrumGeometry
import RostrumLayerTree

extension Motion {
  /// Larger than anything that a layer shows.
  static let everywhere = Rect(x: -100_000, y: -100_000, width: 200_000, height: 200_000)

  /// The mask of a layer that has masks in its file: an opaque picture where the layer shows.
  func mask(_ masks: [LottieMask], name: String) -> ImportedLayer {
    if masks.contains(where: { $0.mode.comparesOpacity }) { return greyMask(masks, name) }
    var parts: [ImportedLayer] = []
    // The first one says what there is to begin with.
    if masks[0].mode != .add { parts.append(.solid("\(name) all", Self.everywhere, .black)) }
    for (index, mask) in masks.enumerated() {
      parts.append(part(mask, name: "\(name) \(index + 1)"))
    }
    return ImportedLayer(name, parts)
  }

  /// The same for masks whose opacities are compared: brightness is used as opacity until all are
  /// put together, since blend modes compare colours.
  private func greyMask(_ masks: [LottieMask], _ name: String) -> ImportedLayer {
    let modes: [LottieMask.Mode: CompositingOperation] = [
      .add: .screenBlendMode, .lighten: .lightenBlendMode, .darken: .darkenBlendMode,
      .difference: .differenceBlendMode, .intersect: .multiplyBlendMode,
    ]
    let beginsEmpty = [.add, .lighten, .difference].contains(masks[0].mode)
    let parts = masks.enumerated().map { index, mask in
      let label = "\(name) \(index + 1)"
      var shape = area(of: mask, label)
      applyOpacity(mask.opacity, to: &shape)
      // Black on what the others left.
      guard mask.mode != .subtract else { return isolated(ImportedLayer("\(label) dark", [shape])) }
      // White where the mask covers: black with a hole there, on white.
      shape.values[.compositingFilter] = .destOut
      let ground = ImportedLayer.solid("\(label) ground", Self.everywhere, .black)
      let rest = isolated(ImportedLayer("\(label) rest", [ground, shape]))
      var group = ImportedLayer(label, [.solid("\(label) all", Self.everywhere, .white), rest])
      group.setBounds(Self.everywhere)
      group.values[.compositingFilter] = modes[mask.mode] ?? .screenBlendMode
      return group
    }
    let ground = ImportedLayer.solid(
      "\(name) ground", Self.everywhere, beginsEmpty ? .black : .white)
    var mask = ImportedLayer(name, [ground] + parts)
    mask.values[.filters] = [.luma(isInverted: false)]
    return mask
  }

  /// The layer as a picture of its own.
  private func isolated(_ draft: ImportedLayer) -> ImportedLayer {
    var draft = draft
    draft.setBounds(Self.everywhere)
    draft.mask = [.solid("\(draft.name) group", Self.everywhere, .black)]
    return draft
  }

  private func part(_ mask: LottieMask, name: String) -> ImportedLayer {
    var draft = area(of: mask, name)
    switch mask.mode {
    case .lighten, .darken, .difference: break
    case .add, .none:
      // A group of its own, so that the cut-out part is cut out of nothing else.
      if mask.isInverted { draft.values[.compositingFilter] = .plusL }
    case .subtract: draft.values[.compositingFilter] = .destOut
    case .intersect:
      draft.setBounds(Self.everywhere)
      draft.values[.compositingFilter] = .destIn
    }
    applyOpacity(mask.opacity, to: &draft)
    return draft
  }

  /// The area that a mask covers, in black: its outline, or everything else.
  private func area(of mask: LottieMask, _ name: String) -> ImportedLayer {
    var draft = outline(mask, name)
    guard mask.isInverted else { return draft }
    draft.values[.compositingFilter] = .destOut
    var rest = ImportedLayer(name, [.solid("\(name) all", Self.everywhere, .black), draft])
    rest.setBounds(Self.everywhere)
    return rest
  }

  /// The outline of a mask with as much more or less around it as its expansion says.
  private func outline(_ mask: LottieMask, _ name: String) -> ImportedLayer {
    var shape = shape(mask, name)
    shape.values[.fillColor] = .black
    let widths = mask.expansion.values.map { $0.first ?? 0 }
    let signs = [1.0, -1].filter { sign in widths.contains { sign * $0 > 0 } }
    guard !signs.isEmpty else { return shape }
    let edges = signs.map { edge(of: mask, $0, passesZero: signs.count > 1, name) }
    var both = ImportedLayer(name, [shape] + edges)
    both.setBounds(Self.everywhere)
    // A picture of its own.
    both.values[.compositingFilter] = .plusL
    return both
  }

  /// The line along a mask's outline that makes it larger, or with a sign of -1 smaller.
  private func edge(
    of mask: LottieMask, _ sign: Double, passesZero: Bool, _ name: String
  ) -> ImportedLayer {
    var edge = shape(mask, passesZero && sign < 0 ? "\(name) inner edge" : "\(name) edge")
    edge.values[.fillColor] = nil
    edge.values[.strokeColor] = .black
    edge.values[.lineJoin] = .round
    if sign < 0 { edge.values[.compositingFilter] = .destOut }
    func width(_ expansion: [Double]) -> Value {
      .number(2 * max(sign * (expansion.first ?? 0), 0))
    }
    let (track, keyPath) = (mask.expansion, AnimationKeyPath(.lineWidth))
    keyPath.set(width(track.initial), in: &edge.values)
    // Through zero the width does not follow evenly.
    let moves =
      passesZero
      ? animation(keyPath, of: [track.timings], isEven: false) { width(track.value(at: $0)) }
      : animation(track.map(width), keyPath)
    if let moves { edge.animations.append(moves) }
    return edge
  }

  /// The outline of a mask as a shape.
  func shape(_ mask: LottieMask, _ name: String) -> ImportedLayer {
    var draft = ImportedLayer(name, .shape)
    draft.values[.path] = mask.path.initial
    if let moves = animation(mask.path.map(Value.path), AnimationKeyPath(.path)) {
      draft.animations.append(moves)
    }
    return draft
  }

  /// Layers cut by a matte, which lies in the same space.
  func matted(
    _ layers: [ImportedLayer], by matte: [ImportedLayer], _ kind: LottieLayer.MatteKind,
    name: String
  ) -> ImportedLayer {
    var draft = ImportedLayer(name, layers)
    switch kind {
    case .alpha: draft.mask = [ImportedLayer("\(name) matte", matte)]
    case .alphaInverted:
      var hole = ImportedLayer("\(name) hole", matte)
      hole.setBounds(Self.everywhere)
      hole.values[.compositingFilter] = .destOut
      draft.mask = [
        ImportedLayer("\(name) matte", [.solid("\(name) all", Self.everywhere, .black), hole])
      ]
    case .luma, .lumaInverted:
      // On black, brightness and opacity become one.
      let ground = ImportedLayer.solid("\(name) ground", Self.everywhere, .black)
      var mask = ImportedLayer("\(name) matte", [ground] + matte)
      mask.values[.filters] = [.luma(isInverted: kind == .lumaInverted)]
      draft.mask = [mask]
    }
    return draft
  }
}

extension LottieMask.Mode {
  /// Whether the mode takes the greater or lesser opacity, or their difference.
  fileprivate var comparesOpacity: Bool { [.lighten, .darken, .difference].contains(self) }
}
