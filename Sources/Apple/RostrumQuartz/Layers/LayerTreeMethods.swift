import Foundation

/// The layers inside a layer.
extension CALayer {
  func replaceSublayers(_ new: [CALayer]) {
    for layer in children where !new.contains(where: { $0 === layer }) {
      layer.removeFromSuperlayer()
    }
    for (index, layer) in new.enumerated() { insertSublayer(layer, at: UInt32(index)) }
  }

  func leaveSuperlayer() {
    guard let parent = superlayer else { return }
    if parent.maskLayer === self { parent.maskLayer = nil }
    parent.children.removeAll { $0 === self }
    superlayer = nil
    parent.setNeedsLayout()
    FilmClock.current?.note(parent)
    runAction(kCAOnOrderOut)
  }

  func replaceMask(_ new: CALayer?) {
    guard new !== maskLayer else { return }
    maskLayer?.removeFromSuperlayer()
    new?.removeFromSuperlayer()
    maskLayer = new
    new?.superlayer = self
    FilmClock.current?.note(self)
    new?.noteSubtree()
  }

  func index(of sibling: CALayer?, ignoring layer: CALayer) -> Int? {
    children.filter { $0 !== layer }.firstIndex { $0 === sibling }
  }

  /// `index` counts the sublayers without the new one.
  func insert(_ layer: CALayer, at index: Int) {
    precondition(!ancestry.contains { $0 === layer }, "a layer cannot stand inside itself")
    let isSame = layer.superlayer === self
    if isSame {
      children.removeAll { $0 === layer }
    } else {
      layer.removeFromSuperlayer()
    }
    children.insert(layer, at: min(index, children.count))
    layer.superlayer = self
    setNeedsLayout()
    FilmClock.current?.note(self)
    guard !isSame else { return }
    layer.noteSubtree()
    layer.runAction(kCAOnOrderIn)
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
