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
    var outermost = self
    while let layer = outermost.superlayer, layer.needsLayoutPass { outermost = layer }
    return outermost
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

  fileprivate func displayAll() {
    displayIfNeeded()
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

  /// Draws a layer for every frame while an animation of a key that it draws runs.
  func drawFrames(of animation: RunningAnimation, on layer: CALayer) {
    guard animation.idle != nil, let moved = animation.animation as? CAPropertyAnimation,
      let key = moved.keyPath, type(of: layer).needsDisplay(forKey: key)
    else { return }
    drawFrame(of: animation, on: layer)
  }

  private func drawFrame(of animation: RunningAnimation, on layer: CALayer) {
    let interval = Double(rate.denominator) / Double(rate.numerator)
    let frame = (now / interval + 1e-6).rounded(.down) + 1
    schedule(at: frame * interval) { [weak self, weak animation] in
      guard let self, let animation, isInTree(layer) else { return }
      layer.displayShownValues()
      let isRunning = layer.running.contains { $0 === animation }
      if isRunning, animation.end.map({ $0 > self.now }) ?? true {
        drawFrame(of: animation, on: layer)
      }
    }
  }
}

extension CALayer {
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
    for animation in running where animation.idle != nil {
      guard let moved = animation.animation as? CAPropertyAnimation, let key = moved.keyPath,
        let value = moved.value(of: shown[key] ?? declaredValue(forKey: key), at: time)
      else { continue }
      shown[key] = value
    }
    return shown
  }
}

extension CAPropertyAnimation {
  /// The animated form of a value of no property of the model, at a time of its layer: it
  /// is that of a property of the same type.
  fileprivate func value(of current: Any?, at time: Double) -> Any? {
    let ends = self as? CABasicAnimation
    let values = (self as? CAKeyframeAnimation)?.values
    let example = ends?.toValue ?? ends?.fromValue ?? ends?.byValue ?? values?.first ?? current
    guard let example, let stand = Self.standIns.first(where: { Self.takes($0, example) }),
      let copy = copy() as? CAPropertyAnimation
    else { return nil }
    let layer = CALayer()
    if let current { layer.setValue(current, forKeyPath: stand) }
    copy.keyPath = stand
    guard let model = copy.model(for: layer), let keyPath = layer.keyPath(named: stand) else {
      return nil
    }
    let epoch = Epoch(
      startTime: -.infinity, values: layer.values, clock: LayerClock(),
      animations: [AttachedAnimation(model, key: nil)])
    return keyPath.value(in: epoch.presentationValues(at: time)).any([:]).map(Boxed.object)
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
