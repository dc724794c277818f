import Foundation
import RostrumLayerTree

/// A property of animations by its name in Objective-C: for key-value coding, and for copies.
struct AnimationProperty {
  let copy: (_ source: CAAnimation, _ target: CAAnimation) -> Void
  /// `nil` of an animation of another class.
  let value: (CAAnimation) -> Any?
  /// Whether the animation has the property.
  let set: (CAAnimation, Any?) -> Bool

  /// `read` makes the content of any value, and `show` the value that key-value coding gives.
  private init<Owner: CAAnimation, Content>(
    _ path: ReferenceWritableKeyPath<Owner, Content>, read: @escaping (Any?) -> Content,
    show: @escaping (Content) -> Any?
  ) {
    copy = { source, target in
      guard let source = source as? Owner, let target = target as? Owner else { return }
      target[keyPath: path] = source[keyPath: path]
    }
    value = { ($0 as? Owner).flatMap { show($0[keyPath: path]) } }
    set = { animation, value in
      guard let owner = animation as? Owner else { return false }
      owner[keyPath: path] = read(value)
      return true
    }
  }

  private init<Owner: CAAnimation>(number path: ReferenceWritableKeyPath<Owner, Double>) {
    self.init(path, read: Self.number, show: NSNumber.init(value:))
  }

  private init<Owner: CAAnimation>(number path: ReferenceWritableKeyPath<Owner, CGFloat>) {
    self.init(path, read: { CGFloat(Self.number($0)) }, show: { NSNumber(value: Double($0)) })
  }

  private init<Owner: CAAnimation>(number path: ReferenceWritableKeyPath<Owner, Float>) {
    self.init(path, read: { Float(Self.number($0)) }, show: NSNumber.init(value:))
  }

  private init<Owner: CAAnimation>(flag path: ReferenceWritableKeyPath<Owner, Bool>) {
    self.init(path, read: { $0 as? Bool ?? false }, show: NSNumber.init(value:))
  }

  private init<Owner: CAAnimation>(any path: ReferenceWritableKeyPath<Owner, Any?>) {
    self.init(path, read: { $0 }, show: { $0.map(Boxed.object) })
  }

  private init<Owner: CAAnimation, Content>(
    object path: ReferenceWritableKeyPath<Owner, Content?>
  ) { self.init(path, read: { $0 as? Content }, show: { $0 }) }

  private init<Owner: CAAnimation, Word: CAWord>(
    word path: ReferenceWritableKeyPath<Owner, Word>, default word: Word
  ) {
    self.init(
      path, read: { ($0 as? String).map(Word.init(rawValue:)) ?? $0 as? Word ?? word },
      show: \.rawValue)
  }

  private static func number(_ value: Any?) -> Double { value.flatMap(Value.number) ?? 0 }

  nonisolated(unsafe) static let all: [String: AnimationProperty] = [
    "beginTime": Self(number: \.beginTime), "duration": Self(number: \.duration),
    "timeOffset": Self(number: \.timeOffset), "repeatDuration": Self(number: \.repeatDuration),
    "speed": Self(number: \.speed), "repeatCount": Self(number: \.repeatCount),
    "autoreverses": Self(flag: \.autoreverses),
    "removedOnCompletion": Self(flag: \.isRemovedOnCompletion),
    "fillMode": Self(word: \.fillMode, default: .removed),
    "timingFunction": Self(object: \.timingFunction), "delegate": Self(object: \.delegate),
    "preferredFrameRateRange": Self(
      \.preferredFrameRateRange, read: { $0 as? CAFrameRateRange ?? .default }, show: { $0 }),

    "keyPath": Self(object: \CAPropertyAnimation.keyPath),
    "additive": Self(flag: \CAPropertyAnimation.isAdditive),
    "cumulative": Self(flag: \CAPropertyAnimation.isCumulative),
    "valueFunction": Self(object: \CAPropertyAnimation.valueFunction),

    "fromValue": Self(any: \CABasicAnimation.fromValue),
    "toValue": Self(any: \CABasicAnimation.toValue),
    "byValue": Self(any: \CABasicAnimation.byValue),

    "mass": Self(number: \CASpringAnimation.mass),
    "stiffness": Self(number: \CASpringAnimation.stiffness),
    "damping": Self(number: \CASpringAnimation.damping),
    "initialVelocity": Self(number: \CASpringAnimation.initialVelocity),
    "allowsOverdamping": Self(flag: \CASpringAnimation.allowsOverdamping),

    "values": Self(object: \CAKeyframeAnimation.values),
    "path": Self(object: \CAKeyframeAnimation.path),
    "keyTimes": Self(object: \CAKeyframeAnimation.keyTimes),
    "timingFunctions": Self(object: \CAKeyframeAnimation.timingFunctions),
    "calculationMode": Self(word: \CAKeyframeAnimation.calculationMode, default: .linear),
    "tensionValues": Self(object: \CAKeyframeAnimation.tensionValues),
    "continuityValues": Self(object: \CAKeyframeAnimation.continuityValues),
    "biasValues": Self(object: \CAKeyframeAnimation.biasValues),
    "rotationMode": Self(
      \CAKeyframeAnimation.rotationMode,
      read: { ($0 as? String).map(CAAnimationRotationMode.init) }, show: { $0?.rawValue }),

    "animations": Self(object: \CAAnimationGroup.animations),

    "type": Self(word: \CATransition.type, default: .fade),
    "subtype": Self(
      \CATransition.subtype, read: { ($0 as? String).map(CATransitionSubtype.init) },
      show: { $0?.rawValue }),
    "startProgress": Self(number: \CATransition.startProgress),
    "endProgress": Self(number: \CATransition.endProgress),
  ]
}
