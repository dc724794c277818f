import Foundation

/// A class whose initializers a metatype may call. No layer is one: the calls go through the
/// entries that `init()` and `init(layer:)` have in the table of every layer class, so they reach
/// those of the class that is asked for, as Objective-C's do on a Mac. It is open, so that no
/// compiler takes its own initializers for the only ones.
open class _CreatableLayer: CALayer {
  public required override init() { super.init() }
  public required override init(layer: Any) { super.init(layer: layer) }
  public required init?(coder: NSCoder) { super.init(coder: coder) }
}

/// Makes layers of a class that is only known when the program runs.
public enum LayerMaker {
  @inline(never)
  public static func make(_ type: CALayer.Type) -> CALayer {
    unsafeBitCast(type, to: _CreatableLayer.Type.self).init()
  }

  @inline(never)
  static func copy(of layer: CALayer) -> CALayer {
    unsafeBitCast(type(of: layer), to: _CreatableLayer.Type.self).init(layer: layer)
  }
}
