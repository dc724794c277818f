import RostrumCanvas
public import Foundation
import RostrumGeometry
import RostrumLayerTree

/// A typeface and its size.
///
/// The system's font is Liberation Sans, which has Helvetica's metrics: San Francisco is not free.
/// There are no features and no scaled fonts.
open class UIFont: CTFont, NSCopying, @unchecked Sendable {
  public struct Weight: Hashable, Sendable, RawRepresentable {
    public let rawValue: CGFloat
    public init(rawValue: CGFloat) { self.rawValue = rawValue }

    public static let ultraLight = Self(rawValue: -0.8)
    public static let thin = Self(rawValue: -0.6)
    public static let light = Self(rawValue: -0.4)
    public static let regular = Self(rawValue: 0)
    public static let medium = Self(rawValue: 0.23)
    public static let semibold = Self(rawValue: 0.3)
    public static let bold = Self(rawValue: 0.4)
    public static let heavy = Self(rawValue: 0.56)
    public static let black = Self(rawValue: 0.62)

    /// In the scale of CSS.
    fileprivate var number: Int {
      let weights: [(CGFloat, Int)] = [
        (-0.7, 100), (-0.5, 200), (-0.2, 300), (0.1, 400), (0.27, 500), (0.35, 600), (0.5, 700),
        (0.6, 800),
      ]
      return weights.first { rawValue < $0.0 }?.1 ?? 900
    }
  }

  public struct TextStyle: Hashable, Sendable, RawRepresentable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let largeTitle = Self(rawValue: "largeTitle")
    public static let title1 = Self(rawValue: "title1")
    public static let title2 = Self(rawValue: "title2")
    public static let title3 = Self(rawValue: "title3")
    public static let headline = Self(rawValue: "headline")
    public static let subheadline = Self(rawValue: "subheadline")
    public static let body = Self(rawValue: "body")
    public static let callout = Self(rawValue: "callout")
    public static let footnote = Self(rawValue: "footnote")
    public static let caption1 = Self(rawValue: "caption1")
    public static let caption2 = Self(rawValue: "caption2")

    /// In points. Source: Apple's Human Interface Guidelines, Typography, size Large.
    fileprivate var size: CGFloat {
      [
        "largeTitle": 34, "title1": 28, "title2": 22, "title3": 20, "headline": 17,
        "subheadline": 15, "callout": 16, "footnote": 13, "caption1": 12, "caption2": 11,
      ][rawValue] ?? 17
    }
  }

  open var pointSize: CGFloat { textSize }

  /// A font by its name, as `CATextLayer.font` takes it: `Lato-Bold`.
  public convenience init?(name fontName: String, size fontSize: CGFloat) {
    guard let reference = FontReference(any: fontName) else { return nil }
    self.init(reference, fontName, size: fontSize)
  }

  private static func system(_ size: CGFloat, _ weight: Weight, isItalic: Bool = false) -> UIFont {
    let reference = FontReference(
      FontReference.standard.source, weight: weight.number, isItalic: isItalic)
    return UIFont(reference, ".SFUI", size: size)
  }

  /// The system's font, 12 points high.
  public convenience init() { self.init(.standard, ".SFUI", size: 12) }

  open class func systemFont(ofSize fontSize: CGFloat) -> UIFont { system(fontSize, .regular) }

  open class func systemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
    system(fontSize, weight)
  }

  open class func boldSystemFont(ofSize fontSize: CGFloat) -> UIFont { system(fontSize, .bold) }

  open class func italicSystemFont(ofSize fontSize: CGFloat) -> UIFont {
    system(fontSize, .regular, isItalic: true)
  }

  /// Digits of the system's font are all as wide.
  open class func monospacedDigitSystemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
    system(fontSize, weight)
  }

  open class func monospacedSystemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
    UIFont(
      FontReference(.family("Liberation Mono"), weight: weight.number), ".SFMono", size: fontSize)
  }

  open class func preferredFont(forTextStyle style: TextStyle) -> UIFont {
    system(style.size, style == .headline ? .semibold : .regular)
  }

  public static let systemFontSize: CGFloat = 14
  public static let smallSystemFontSize: CGFloat = 12
  public static let labelFontSize: CGFloat = 17
  public static let buttonFontSize: CGFloat = 18

  open var fontName: String { postScriptName }

  open var familyName: String {
    if case .family(let family) = reference.source { family } else { fontName }
  }

  open func withSize(_ fontSize: CGFloat) -> UIFont { UIFont(reference, fontName, size: fontSize) }

  /// The height of a line of text.
  open var lineHeight: CGFloat { metrics.height }
  open var ascender: CGFloat { metrics.ascent }
  open var descender: CGFloat { metrics.ascent - metrics.height }
  open var leading: CGFloat { 0 }
  /// About: that of Liberation Sans.
  open var capHeight: CGFloat { pointSize * 0.729 }
  open var xHeight: CGFloat { pointSize * 0.528 }

  private var metrics: (ascent: CGFloat, height: CGFloat) {
    guard let layout = "x".styled([.font: self]).model.layout(width: nil),
      let line = layout.lines.first
    else { return (pointSize, pointSize) }
    return (CGFloat(line.ascent), CGFloat(line.ascent + line.descent))
  }

  open func copy(with zone: NSZone? = nil) -> Any { self }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UIFont else { return false }
    return reference == other.reference && pointSize == other.pointSize
  }

  open override var hash: Int { reference.hashValue }
}

extension NSAttributedString {
  /// The size of the text in one line for each of its paragraphs.
  public func size() -> CGSize { model.size(width: nil) }

  /// The box of the text in lines as wide as given; the options do not count.
  public func boundingRect(
    with size: CGSize, options: NSStringDrawingOptions = [], context: NSStringDrawingContext?
  ) -> CGRect {
    CGRect(origin: .zero, size: model.size(width: size.width < 1e6 ? size.width : nil))
  }

  /// Draws the text with its top left at a point, in the context of this moment.
  public func draw(at point: CGPoint) { UIGraphicsGetCurrentContext()?.draw(model, at: point) }

  public func draw(in rect: CGRect) {
    UIGraphicsGetCurrentContext()?.draw(model, at: rect.origin, width: rect.width)
  }

  /// Draws as `draw(in:)`; the options do not count.
  public func draw(
    with rect: CGRect, options: NSStringDrawingOptions = [], context: NSStringDrawingContext?
  ) { draw(in: rect) }
}

/// A text without attributes of its own.
public protocol _PlainText {}

extension String: _PlainText {}
extension NSString: _PlainText {}

extension _PlainText {
  func styled(_ attributes: [NSAttributedString.Key: Any]?) -> NSAttributedString {
    NSAttributedString(string: String(describing: self), attributes: attributes ?? [:])
  }

  public func size(withAttributes attributes: [NSAttributedString.Key: Any]? = nil) -> CGSize {
    styled(attributes).size()
  }

  public func draw(
    at point: CGPoint, withAttributes attributes: [NSAttributedString.Key: Any]? = nil
  ) { styled(attributes).draw(at: point) }

  public func draw(
    in rect: CGRect, withAttributes attributes: [NSAttributedString.Key: Any]? = nil
  ) { styled(attributes).draw(in: rect) }

  /// Draws as `draw(in:withAttributes:)`; the options do not count.
  public func draw(
    with rect: CGRect, options: NSStringDrawingOptions = [],
    attributes: [NSAttributedString.Key: Any]? = nil, context: NSStringDrawingContext?
  ) { styled(attributes).draw(in: rect) }

  /// The box of the text in lines as wide as given; the options do not count.
  public func boundingRect(
    with size: CGSize, options: NSStringDrawingOptions = [],
    attributes: [NSAttributedString.Key: Any]? = nil, context: NSStringDrawingContext?
  ) -> CGRect { styled(attributes).boundingRect(with: size, options: options, context: context) }
}

extension AttributedText {
  /// Whole points, rounded up.
  func size(width: CGFloat?) -> CGSize {
    guard let size = layout(width: width)?.size else { return .zero }
    return CGSize(width: size.width.rounded(.up), height: size.height.rounded(.up))
  }
}

public struct NSStringDrawingOptions: OptionSet, Hashable, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  public static let usesLineFragmentOrigin = Self(rawValue: 1)
  public static let usesFontLeading = Self(rawValue: 2)
}

/// Holds nothing.
public final class NSStringDrawingContext: NSObject {}

public enum NSTextAlignment: Int, Sendable {
  case left, center, right, justified, natural

  var mode: CATextLayerAlignmentMode { [.left, .center, .right, .justified, .natural][rawValue] }
}

public enum NSLineBreakMode: Int, Sendable {
  case byWordWrapping, byCharWrapping, byClipping, byTruncatingHead, byTruncatingTail
  case byTruncatingMiddle

  var mode: CATextLayerTruncationMode {
    switch self {
    case .byTruncatingHead: .start
    case .byTruncatingTail: .end
    case .byTruncatingMiddle: .middle
    default: .none
    }
  }
}
