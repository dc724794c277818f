import Foundation

extension UITraitCollection {
  public func hasDifferentColorAppearance(
    comparedTo traitCollection: UITraitCollection?
  ) -> Bool { userInterfaceStyle != traitCollection?.userInterfaceStyle }

  public var userInterfaceIdiom: UIUserInterfaceIdiom { .phone }
  public var horizontalSizeClass: UIUserInterfaceSizeClass { .compact }
  public var verticalSizeClass: UIUserInterfaceSizeClass { .regular }
  public var layoutDirection: UIUserInterfaceLayoutDirection { .leftToRight }
}

public enum UIUserInterfaceSizeClass: Int, Sendable {
  case unspecified, compact, regular
}
