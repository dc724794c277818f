public import Foundation
import RostrumGeometry
import RostrumLayerTree
import RostrumSceneFile

/// Something that runs when a layer's property changes, or when a layer comes and goes.
public protocol CAAction: NSObjectProtocol {
  func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?)
}

/// No action, where a search for one is to end.
extension NSNull: CAAction {
  public func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
  }
}

/// The actions when a layer comes into a tree, and when it leaves one.
public let kCAOnOrderIn = "onOrderIn"
public let kCAOnOrderOut = "onOrderOut"
/// The key of every transition.
public let kCATransition = "transition"

/// A layer's source of actions and layout. All methods are optional.
public protocol CALayerDelegate: NSObjectProtocol {
  /// An action, `NSNull` for none, or `nil` for what the layer itself has.
  func action(for layer: CALayer, forKey event: String) -> (any CAAction)?
  func layoutSublayers(of layer: CALayer)
  /// Gives the layer its contents, in place of `draw(_:in:)`.
  func display(_ layer: CALayer)
  func layerWillDraw(_ layer: CALayer)
  /// Draws the layer's contents, from the top left of its bounds, with y down.
  func draw(_ layer: CALayer, in ctx: CGContext)
}

extension CALayerDelegate {
  public func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { nil }
  public func layoutSublayers(of layer: CALayer) {}
  public func display(_ layer: CALayer) { layer.drawContents() }
  public func layerWillDraw(_ layer: CALayer) {}
  public func draw(_ layer: CALayer, in ctx: CGContext) {}
}

/// The built-in animation of a property that changes. It is an animation of the whole property, or
/// of the one part of a transform that was set.
final class ImplicitAnimation: CABasicAnimation {}

/// The built-in fade between the layer before and after, for values with nothing in between.
final class ImplicitTransition: CATransition {}

extension CALayer {
  func searchedAction(_ event: String) -> (any CAAction)? {
    let found =
      delegate?.action(for: self, forKey: event) ?? actions?[event]
      ?? Self.action(event, in: style) ?? type(of: self).defaultAction(forKey: event)
    return found.map { $0 is NSNull ? nil : $0 } ?? builtInAction(event)
  }

  /// Styles may have styles inside.
  private static func action(_ event: String, in style: [AnyHashable: Any]?) -> (any CAAction)? {
    guard let style else { return nil }
    if let actions = style["actions"] as? [String: Any], let action = actions[event] {
      return action as? any CAAction
    }
    return action(event, in: style["style"] as? [AnyHashable: Any])
  }

  /// A layer that has not been shown yet has none.
  private func builtInAction(_ event: String) -> (any CAAction)? {
    guard life.isShown, let keyPath = KeyPathTable.keyPath(event, of: Self.modelClass) else {
      return nil
    }
    let transaction = TransactionStack.current.top
    let crossfades =
      keyPath.property.implicitAction == .crossFades
      || transaction.crossfadesContents && keyPath.property == .contents
    if crossfades { return ImplicitTransition() }
    guard keyPath.property.implicitAction == .animates else { return nil }
    return ImplicitAnimation(keyPath: event)
  }

  /// Gives the model a value, with the action that goes with it.
  func changeModel(_ keyPath: AnimationKeyPath, to given: Value) {
    guard presented == nil else { return }
    let value = given.limited(to: keyPath.type)
    guard value != keyPath.value(in: values) else { return }
    let event = keyPath.property.name
    if let block = FilmClock.current?.viewBlock, block.moves(self) {
      let before = block.animation.beginsFromCurrentState ? shownValues : values
      let from = keyPath.implicit.value(in: before)
      setModel(keyPath, value)
      if let keyframes = block.keyframes {
        keyframes.add(self, keyPath.implicit, from: from, to: keyPath.implicit.value(in: values))
      } else {
        animate(keyPath.implicit, in: block, from: from)
      }
      return
    }
    let transaction = TransactionStack.current.top
    let action = transaction.disableActions ? nil : action(forKey: event)
    let from = keyPath.implicit.value(in: shownValues)
    setModel(keyPath, value)
    switch action {
    case let implicit as ImplicitAnimation:
      guard keyPath.animatesImplicitly(from: from) else { return }
      implicit.keyPath = keyPath.implicit.name
      implicit.fromValue = from.any(images)
      run(implicit, forKey: keyPath.implicit.name, transaction)
    case let fade as ImplicitTransition:
      run(fade, forKey: kCATransition, transaction)
    case let action?: begin(action, event, of: keyPath, from: from)
    case nil: return
    }
  }

  private func setModel(_ keyPath: AnimationKeyPath, _ value: Value) {
    let size = keyPath.property == .bounds ? values[.bounds].size : nil
    keyPath.set(value, in: &values)
    if let size, size != values[.bounds].size { noteNewSize() }
    if type(of: self).needsDisplay(forKey: keyPath.property.name) { setNeedsDisplay() }
    FilmClock.current?.note(self)
  }

  /// The values on the screen; the model's where there are none.
  var shownValues: LayerValues {
    guard let time = FilmClock.current?.localTime(of: self, committed: true),
      let epoch = life.epochs.last
    else { return values }
    return epoch.presentationValues(at: time)
  }

  private func run(
    _ animation: CAAnimation, forKey key: String, _ transaction: TransactionSettings
  ) {
    guard transaction.animationDuration > 0 else { return }
    animation.fillMode = .backwards
    animation.timingFunction =
      transaction.animationTimingFunction ?? CAMediaTimingFunction(name: .default)
    animation.run(forKey: key, object: self, arguments: nil)
  }

  /// An animation that names no values begins at the previous presentation value.
  private func begin(
    _ action: any CAAction, _ event: String, of keyPath: AnimationKeyPath, from: Value
  ) {
    var action = action
    if let basic = action as? CABasicAnimation, basic.namesNoValues,
      let copy = basic.copy() as? CABasicAnimation
    {
      let moved = copy.keyPath.flatMap { self.keyPath(named: $0) }
      copy.fromValue = (moved.map { $0.value(in: shownBefore(keyPath, from)) } ?? from).any(images)
      action = copy
    }
    action.run(forKey: event, object: self, arguments: nil)
  }

  /// The values on the screen before a key path of the model was set, when nothing was on it yet.
  private func shownBefore(_ keyPath: AnimationKeyPath, _ from: Value) -> LayerValues {
    var values = shownValues
    keyPath.implicit.set(from, in: &values)
    return values
  }
}
