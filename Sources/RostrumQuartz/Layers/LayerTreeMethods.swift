import Foundation

/// The layers inside a layer.
extension CALayer {
  /// From back to front where their depths are equal; `nil` for none.
  public var sublayers: [CALayer]? {
    get {
      let layers = presented.map { $0.children.compactMap { $0.presentation() } } ?? children
      return layers.isEmpty ? nil : layers
    }
    set {
      let new = newValue ?? []
      for layer in children where !new.contains(where: { $0 === layer }) {
        layer.removeFromSuperlayer()
      }
      for (index, layer) in new.enumerated() { insertSublayer(layer, at: UInt32(index)) }
    }
  }

  public func addSublayer(_ layer: CALayer) { insert(layer, at: children.count) }

  public func insertSublayer(_ layer: CALayer, at idx: UInt32) { insert(layer, at: Int(idx)) }

  /// Behind a sublayer; at the back where that is none.
  public func insertSublayer(_ layer: CALayer, below sibling: CALayer?) {
    insert(layer, at: index(of: sibling, ignoring: layer) ?? 0)
  }

  /// In front of a sublayer; in front of all where that is none.
  public func insertSublayer(_ layer: CALayer, above sibling: CALayer?) {
    insert(layer, at: index(of: sibling, ignoring: layer).map { $0 + 1 } ?? children.count)
  }

  public func replaceSublayer(_ oldLayer: CALayer, with newLayer: CALayer) {
    guard oldLayer !== newLayer, let index = children.firstIndex(where: { $0 === oldLayer })
    else { return }
    insert(newLayer, at: index)
    oldLayer.removeFromSuperlayer()
  }

  /// Out of the tree, with all animations of the layer and of those in it.
  public func removeFromSuperlayer() {
    guard let parent = superlayer else { return }
    if parent.maskLayer === self { parent.maskLayer = nil }
    parent.children.removeAll { $0 === self }
    superlayer = nil
    FilmClock.current?.note(parent)
    runAction(kCAOnOrderOut)
  }

  /// A layer whose opacity cuts this one out, in this one's coordinates.
  public var mask: CALayer? {
    get { presented.map { $0.maskLayer?.presentation() } ?? maskLayer }
    set {
      guard newValue !== maskLayer else { return }
      maskLayer?.removeFromSuperlayer()
      newValue?.removeFromSuperlayer()
      maskLayer = newValue
      newValue?.superlayer = self
      FilmClock.current?.note(self)
      newValue?.noteSubtree()
    }
  }

  private func index(of sibling: CALayer?, ignoring layer: CALayer) -> Int? {
    children.filter { $0 !== layer }.firstIndex { $0 === sibling }
  }

  /// `index` counts the sublayers without the new one.
  private func insert(_ layer: CALayer, at index: Int) {
    precondition(!chainContains(layer), "a layer cannot stand inside itself")
    let isSame = layer.superlayer === self
    if isSame {
      children.removeAll { $0 === layer }
    } else {
      layer.removeFromSuperlayer()
    }
    children.insert(layer, at: min(index, children.count))
    layer.superlayer = self
    FilmClock.current?.note(self)
    guard !isSame else { return }
    layer.noteSubtree()
    layer.runAction(kCAOnOrderIn)
  }

  private func chainContains(_ layer: CALayer) -> Bool {
    var next: CALayer? = self
    while let one = next {
      if one === layer { return true }
      next = one.superlayer
    }
    return false
  }

  private func runAction(_ event: String) {
    guard !TransactionStack.current.top.disableActions else { return }
    action(forKey: event)?.run(forKey: event, object: self, arguments: nil)
  }

  private func noteSubtree() {
    guard let clock = FilmClock.current else { return }
    clock.note(self)
    for layer in children { layer.noteSubtree() }
    maskLayer?.noteSubtree()
  }

  /// The film is made: the layer, and all that ever were in it, can be in another one.
  func leaveFilm() {
    for animation in running { animation.leaveFilm() }
    for layer in life.reset() { layer.leaveFilm() }
  }

  /// The layer and all in it, with their animations.
  var attachments: [(layer: CALayer, running: [RunningAnimation])] {
    [(self, running)] + children.flatMap(\.attachments) + (maskLayer?.attachments ?? [])
  }

  /// The layer, and those in it, are shown no more.
  func leaveScreen() {
    life.isShown = false
    removeAllAnimations()
    for layer in children { layer.leaveScreen() }
    maskLayer?.leaveScreen()
  }
}
