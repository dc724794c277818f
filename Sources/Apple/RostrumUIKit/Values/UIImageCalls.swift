public import Foundation

extension UIImage {
  /// A picture of one trait is that of all.
  public convenience init?(
    named name: String, in bundle: Bundle?, compatibleWith traitCollection: UITraitCollection?
  ) { self.init(named: name, in: bundle) }

  public convenience init?(systemName name: String, withConfiguration: Configuration?) {
    self.init(systemName: name)
  }

  /// The look of a symbol. The system's symbols are not there.
  public class Configuration: NSObject {}

  /// Draws in the middle part of the picture only where it is not stretched: it stretches whole,
  /// with a warning.
  public func resizableImage(withCapInsets capInsets: UIEdgeInsets) -> UIImage {
    if capInsets != .zero { FilmCode.warn("a picture stretches as a whole: its caps do too") }
    return self
  }

  public func stretchableImage(withLeftCapWidth left: Int, topCapHeight top: Int) -> UIImage {
    resizableImage(
      withCapInsets: UIEdgeInsets(top: CGFloat(top), left: CGFloat(left), bottom: 0, right: 0))
  }
}

extension UIImage {
  public enum ResizingMode: Int, Sendable {
    case tile, stretch
  }

  public func resizableImage(
    withCapInsets capInsets: UIEdgeInsets, resizingMode: ResizingMode
  ) -> UIImage { resizableImage(withCapInsets: capInsets) }
}

extension UIColor {
  public static var lightText: UIColor { UIColor(white: 1, alpha: 0.6) }
  public static var darkText: UIColor { .black }
  public static var groupTableViewBackground: UIColor { .systemGroupedBackground }
}

extension UIScreen {
  public var traitCollection: UITraitCollection { .current }
}

/// A shadow behind letters, which is not drawn, with a warning.
open class NSShadow: NSObject {
  open var shadowOffset = CGSize.zero
  open var shadowBlurRadius: CGFloat = 0
  open var shadowColor: Any?

  public override init() { super.init() }
}
