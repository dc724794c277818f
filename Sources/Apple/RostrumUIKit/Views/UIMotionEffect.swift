public import Foundation

/// A change of a view with the motion of the device, which does not move in a film.
open class UIMotionEffect: NSObject {
  public override init() { super.init() }

  /// There are no archives: always `nil`.
  public required init?(coder: NSCoder) { nil }

  open func keyPathsAndRelativeValues(forViewerOffset viewerOffset: UIOffset) -> [String: Any]? {
    nil
  }
}

open class UIInterpolatingMotionEffect: UIMotionEffect {
  public enum EffectType: Int, Sendable {
    case tiltAlongHorizontalAxis, tiltAlongVerticalAxis
  }

  open private(set) var keyPath = ""
  open private(set) var type = EffectType.tiltAlongHorizontalAxis
  open var minimumRelativeValue: Any?
  open var maximumRelativeValue: Any?

  public init(keyPath: String, type: EffectType) {
    (self.keyPath, self.type) = (keyPath, type)
    super.init()
  }

  public required init?(coder: NSCoder) { nil }
}

open class UIMotionEffectGroup: UIMotionEffect {
  open var motionEffects: [UIMotionEffect]?
}
