import Foundation
import RostrumGeometry
import RostrumLayerTree
import RostrumTiming

extension CALayer {
  /// The bounds have another size.
  func noteNewSize() {
    setNeedsLayout()
    if needsDisplayOnBoundsChange { setNeedsDisplay() }
  }

  /// The outermost of the layers around this one, without a gap, that are to be laid out.
  var outermostToLayOut: CALayer {
    ancestry.dropFirst().prefix { $0.needsLayoutPass }.last ?? self
  }

  /// Lays out what needs it, from the outside in. Whether there was anything.
  @discardableResult
  func layOut() -> Bool {
    var hasLaidOut = needsLayoutPass
    if needsLayoutPass {
      needsLayoutPass = false
      layoutSublayers()
    }
    for layer in children { hasLaidOut = layer.layOut() || hasLaidOut }
    return maskLayer?.layOut() ?? false || hasLaidOut
  }

  /// A layer that an animation of a key of its own draws shows what the animation makes of it.
  fileprivate func displayAll() {
    if needsDisplayPass, running.contains(where: { $0.isSettled && draws($0) }) {
      needsDisplayPass = false
      displayShownValues()
    } else {
      displayIfNeeded()
    }
    for layer in children { layer.displayAll() }
    maskLayer?.displayAll()
  }

  /// Makes a picture with `draw(in:)`. A layer that draws nothing keeps its contents, unless an
  /// earlier drawing made them.
  package func drawContents() {
    let (box, scale) = (bounds, contentsScale)
    guard let context = CGContext(size: box.size, scale: scale) else { return }
    context.translateBy(x: -box.minX, y: -box.minY)
    delegate?.layerWillDraw(self)
    draw(in: context)
    guard context.hasDrawn || others[Self.drawnKey] != nil else { return }
    others[Self.drawnKey] = true
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    contents = context.makeImage()
    CATransaction.commit()
  }

  private static let drawnKey = "rostrum drawn contents"
}

extension FilmClock {
  /// The most passes of layout before a commit: code that asks for another one in each never ends.
  private static let maximumPasses = 100

  /// Layout, then display, before a commit.
  func layOutAndDisplay() {
    var passes = 0
    while root.layOut() {
      passes += 1
      guard passes < Self.maximumPasses else {
        FilmWarnings.tell(
          .other("layout never ends: \(passes) passes at \(now) seconds each ask for another"))
        break
      }
    }
    root.displayAll()
  }

  /// Draws a layer now, and for every frame while an animation of a key that it draws runs. The
  /// animation's end, and its removal, draw the layer as it is then.
  func drawFrames(of animation: RunningAnimation, on layer: CALayer) {
    guard layer.draws(animation) else { return }
    layer.displayShownValues()
    let interval = Double(rate.denominator) / Double(rate.numerator)
    let frame = (now / interval + 1e-6).rounded(.down) + 1
    schedule(at: frame * interval) { [weak self] in
      guard let self, isInTree(layer), layer.running.contains(where: { $0 === animation }),
        animation.end.map({ $0 > self.now }) ?? true
      else { return }
      drawFrames(of: animation, on: layer)
    }
  }
}

extension CALayer {
  /// Whether an animation is of a key of the class's own that is drawn.
  func draws(_ animation: RunningAnimation) -> Bool {
    animation.animation.keyPaths.contains {
      keyPath(named: $0) == nil && type(of: self).needsDisplay(forKey: $0)
    }
  }

  /// Draws the values that show now, by way of the presentation.
  fileprivate func displayShownValues() {
    guard let shown = presentation() else { return }
    let copy = LayerMaker.copy(of: shown)
    copy.values = shown.values
    copy.others = shown.others
    copy.display()
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    contents = copy.contents
    CATransaction.commit()
  }

  /// The program's own values as animations make them now.
  var shownOthers: [String: Any] {
    guard let time = FilmClock.current?.localTime(of: self, committed: true) else { return others }
    var shown = others
    for animation in running where animation.isSettled {
      for key in animation.animation.keyPaths where keyPath(named: key) == nil {
        let current = shown[key] ?? declaredValue(forKey: key)
        shown[key] = animation.animation.value(forKey: key, from: current, at: time) ?? shown[key]
      }
    }
    return shown
  }
}

extension CAAnimation {
  /// The key paths that it changes, or that the animations of a group change.
  fileprivate var keyPaths: [String] {
    (self as? CAAnimationGroup)?.animations?.flatMap(\.keyPaths)
      ?? (self as? CAPropertyAnimation)?.keyPath.map { [$0] } ?? []
  }

  /// The animated form of a value of no property of the model, at a time of its layer: it
  /// is that of a property of the same type.
  fileprivate func value(forKey key: String, from current: Any?, at time: Double) -> Any? {
    guard let example = example(forKey: key) ?? current,
      let stand = Self.standIns.first(where: { Self.takes($0, example) }),
      let copy = copy(of: key, to: stand)
    else { return nil }
    let layer = CALayer()
    if let current { layer.setValue(current, forKeyPath: stand) }
    guard let model = copy.model(for: layer), let keyPath = layer.keyPath(named: stand) else {
      return nil
    }
    let epoch = Epoch(
      startTime: -.infinity, values: layer.values, clock: LayerClock(),
      animations: [AttachedAnimation(model, key: nil)])
    return keyPath.value(in: epoch.presentationValues(at: time)).any([:]).map(Boxed.object)
  }

  /// A value that the animation gives a key.
  private func example(forKey key: String) -> Any? {
    if let group = self as? CAAnimationGroup {
      return group.animations?.lazy.compactMap { $0.example(forKey: key) }.first
    }
    guard (self as? CAPropertyAnimation)?.keyPath == key else { return nil }
    let ends = self as? CABasicAnimation
    return ends?.toValue ?? ends?.fromValue ?? ends?.byValue
      ?? (self as? CAKeyframeAnimation)?.values?.first
  }

  /// A copy of the part that changes one key path, for another one.
  private func copy(of key: String, to other: String) -> CAAnimation? {
    let copy = copy() as? CAAnimation
    if let group = copy as? CAAnimationGroup {
      group.animations = group.animations?.compactMap { $0.copy(of: key, to: other) }
      return group
    }
    guard let moved = copy as? CAPropertyAnimation, moved.keyPath == key else { return nil }
    moved.keyPath = other
    return moved
  }

  /// Key paths of a layer, one for each type of value.
  private static let standIns = [
    "zPosition", "position", "shadowOffset", "bounds", "backgroundColor",
  ]

  private static func takes(_ name: String, _ any: Any) -> Bool {
    var images = KnownImages()
    return KeyPathTable.keyPath(name, of: .plain).map { Value(any, $0.type, &images) != nil }
      ?? false
  }
}
