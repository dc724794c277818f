public import Foundation

/// The places of the lines of a text. A label takes the alignment and the breaking of its first
/// letter's style; distances between lines have no effect, with a warning.
open class NSParagraphStyle: NSObject, NSCopying, NSMutableCopying {
  public fileprivate(set) var alignment = NSTextAlignment.natural
  public fileprivate(set) var lineBreakMode = NSLineBreakMode.byWordWrapping
  public fileprivate(set) var lineSpacing: CGFloat = 0
  public fileprivate(set) var lineHeightMultiple: CGFloat = 0
  public fileprivate(set) var paragraphSpacing: CGFloat = 0
  public fileprivate(set) var minimumLineHeight: CGFloat = 0
  public fileprivate(set) var maximumLineHeight: CGFloat = 0
  public fileprivate(set) var firstLineHeadIndent: CGFloat = 0
  public fileprivate(set) var headIndent: CGFloat = 0
  public fileprivate(set) var tailIndent: CGFloat = 0

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
  open override var alignment: NSTextAlignment {
    get { super.alignment }
    set { super.alignment = newValue }
  }
  open override var lineBreakMode: NSLineBreakMode {
    get { super.lineBreakMode }
    set { super.lineBreakMode = newValue }
  }
  open override var lineSpacing: CGFloat {
    get { super.lineSpacing }
    set {
      super.lineSpacing = newValue
      warn("lineSpacing", newValue)
    }
  }
  open override var lineHeightMultiple: CGFloat {
    get { super.lineHeightMultiple }
    set {
      super.lineHeightMultiple = newValue
      warn("lineHeightMultiple", newValue)
    }
  }
  open override var paragraphSpacing: CGFloat {
    get { super.paragraphSpacing }
    set {
      super.paragraphSpacing = newValue
      warn("paragraphSpacing", newValue)
    }
  }

  open override var minimumLineHeight: CGFloat {
    get { super.minimumLineHeight }
    set {
      super.minimumLineHeight = newValue
      warn("minimumLineHeight", newValue)
    }
  }

  open override var maximumLineHeight: CGFloat {
    get { super.maximumLineHeight }
    set {
      super.maximumLineHeight = newValue
      warn("maximumLineHeight", newValue)
    }
  }

  open override var firstLineHeadIndent: CGFloat {
    get { super.firstLineHeadIndent }
    set {
      super.firstLineHeadIndent = newValue
      warn("firstLineHeadIndent", newValue)
    }
  }

  open override var headIndent: CGFloat {
    get { super.headIndent }
    set {
      super.headIndent = newValue
      warn("headIndent", newValue)
    }
  }

  open override var tailIndent: CGFloat {
    get { super.tailIndent }
    set {
      super.tailIndent = newValue
      warn("tailIndent", newValue)
    }
  }

  open func setParagraphStyle(_ obj: NSParagraphStyle) {
    (alignment, lineBreakMode, lineSpacing) = (obj.alignment, obj.lineBreakMode, obj.lineSpacing)
    (lineHeightMultiple, paragraphSpacing) = (obj.lineHeightMultiple, obj.paragraphSpacing)
    (minimumLineHeight, maximumLineHeight) = (obj.minimumLineHeight, obj.maximumLineHeight)
    (firstLineHeadIndent, headIndent, tailIndent) =
      (obj.firstLineHeadIndent, obj.headIndent, obj.tailIndent)
  }

  private func warn(_ name: String, _ value: CGFloat) {
    if value != 0 { FilmCode.warn("lines stand as the font says: \(name) has no effect") }
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
