public import Foundation
import RostrumLayerTree

/// The description of a font: its family, weight and slant.
///
/// There are no attributes of features, and no designs of the system's font.
open class UIFontDescriptor: NSObject, @unchecked Sendable {
  public struct SymbolicTraits: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let traitItalic = Self(rawValue: 1)
    public static let traitBold = Self(rawValue: 2)
    public static let traitExpanded = Self(rawValue: 1 << 5)
    public static let traitCondensed = Self(rawValue: 1 << 6)
    public static let traitMonoSpace = Self(rawValue: 1 << 10)
  }

  let reference: FontReference
  public let postscriptName: String
  public let pointSize: CGFloat

  init(_ reference: FontReference, _ name: String, size: CGFloat) {
    (self.reference, postscriptName, pointSize) = (reference, name, size)
    super.init()
  }

  public convenience init(name fontName: String, size: CGFloat) {
    self.init(FontReference(any: fontName) ?? .standard, fontName, size: size)
  }

  open var symbolicTraits: SymbolicTraits {
    var traits: SymbolicTraits = []
    if reference.isItalic { traits.insert(.traitItalic) }
    if reference.weight >= 600 { traits.insert(.traitBold) }
    return traits
  }

  open func withSymbolicTraits(_ symbolicTraits: SymbolicTraits) -> UIFontDescriptor? {
    let changed = FontReference(
      reference.source, weight: symbolicTraits.contains(.traitBold) ? 700 : 400,
      isItalic: symbolicTraits.contains(.traitItalic), fallbacks: reference.fallbacks)
    return UIFontDescriptor(changed, postscriptName, size: pointSize)
  }

  open func withSize(_ newPointSize: CGFloat) -> UIFontDescriptor {
    UIFontDescriptor(reference, postscriptName, size: newPointSize)
  }

  open class func preferredFontDescriptor(
    withTextStyle style: UIFont.TextStyle
  ) -> UIFontDescriptor { UIFont.preferredFont(forTextStyle: style).fontDescriptor }
}

public enum UIBaselineAdjustment: Int, Sendable {
  case alignBaselines, alignCenters, none
}
