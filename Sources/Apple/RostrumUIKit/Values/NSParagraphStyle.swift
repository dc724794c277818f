public import Foundation

/// The places of the lines of a text. A label takes the alignment and the breaking of its first
/// letter's style; distances between lines have no effect, with a warning.
open class NSParagraphStyle: NSObject, NSCopying, NSMutableCopying {
  // On a Mac these change in a mutable style alone.
  open var alignment = NSTextAlignment.natural
  open var lineBreakMode = NSLineBreakMode.byWordWrapping
  @UndrawnDistance("lineSpacing") open var lineSpacing: CGFloat
  @UndrawnDistance("lineHeightMultiple") open var lineHeightMultiple: CGFloat
  @UndrawnDistance("paragraphSpacing") open var paragraphSpacing: CGFloat
  @UndrawnDistance("minimumLineHeight") open var minimumLineHeight: CGFloat
  @UndrawnDistance("maximumLineHeight") open var maximumLineHeight: CGFloat
  @UndrawnDistance("firstLineHeadIndent") open var firstLineHeadIndent: CGFloat
  @UndrawnDistance("headIndent") open var headIndent: CGFloat
  @UndrawnDistance("tailIndent") open var tailIndent: CGFloat

  public override init() { super.init() }

  public static var `default`: NSParagraphStyle { NSParagraphStyle() }

  open func copy(with zone: NSZone? = nil) -> Any { mutableCopy(with: zone) }

  open func mutableCopy(with zone: NSZone? = nil) -> Any {
    let copy = NSMutableParagraphStyle()
    copy.setParagraphStyle(self)
    return copy
  }
}

open class NSMutableParagraphStyle: NSParagraphStyle {
  open func setParagraphStyle(_ obj: NSParagraphStyle) {
    (alignment, lineBreakMode, lineSpacing) = (obj.alignment, obj.lineBreakMode, obj.lineSpacing)
    (lineHeightMultiple, paragraphSpacing) = (obj.lineHeightMultiple, obj.paragraphSpacing)
    (minimumLineHeight, maximumLineHeight) = (obj.minimumLineHeight, obj.maximumLineHeight)
    (firstLineHeadIndent, headIndent, tailIndent) =
      (obj.firstLineHeadIndent, obj.headIndent, obj.tailIndent)
  }
}

/// A distance of lines that has no effect, with a warning.
@propertyWrapper
public struct UndrawnDistance {
  private let name: String

  init(_ name: String) { self.name = name }

  public var wrappedValue: CGFloat = 0 {
    didSet {
      guard wrappedValue != 0 else { return }
      FilmCode.warn("lines stand as the font says: \(name) has no effect")
    }
  }
}

public struct NSUnderlineStyle: OptionSet, Hashable, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  public static let single = Self(rawValue: 1)
  public static let thick = Self(rawValue: 2)
  public static let double = Self(rawValue: 9)
}

extension NSAttributedString.Key {
  public static let paragraphStyle = NSAttributedString.Key("NSParagraphStyle")
  // Not drawn, with a warning.
  public static let underlineStyle = NSAttributedString.Key("NSUnderline")
  public static let underlineColor = NSAttributedString.Key("NSUnderlineColor")
  public static let strikethroughStyle = NSAttributedString.Key("NSStrikethrough")
  public static let strokeWidth = NSAttributedString.Key("NSStrokeWidth")
  public static let strokeColor = NSAttributedString.Key("NSStrokeColor")
  public static let shadow = NSAttributedString.Key("NSShadow")
  public static let obliqueness = NSAttributedString.Key("NSObliqueness")
  public static let ligature = NSAttributedString.Key("NSLigature")
  public static let attachment = NSAttributedString.Key("NSAttachment")
  public static let link = NSAttributedString.Key("NSLink")
}

/// A shadow behind letters, which is not drawn, with a warning.
open class NSShadow: NSObject {
  open var shadowOffset = CGSize.zero
  open var shadowBlurRadius: CGFloat = 0
  open var shadowColor: Any?

  public override init() { super.init() }
}
