import RostrumCanvas
public import Foundation
import RostrumGeometry
package import RostrumLayerTree

// Core Text's functions for letters as paths. A glyph's number is its letter's: no ligatures, and
// letters beyond 16 bits have none.

public typealias UniChar = UInt16
public typealias CGGlyph = UInt16
public typealias CGFontIndex = UInt16
public typealias CFIndex = Int
public typealias CFAttributedString = NSAttributedString
public typealias CFMutableAttributedString = NSMutableAttributedString

public struct CFRange: Hashable, Sendable {
  public var location: CFIndex
  public var length: CFIndex

  public init() { self.init(location: 0, length: 0) }
  public init(location: CFIndex, length: CFIndex) {
    (self.location, self.length) = (location, length)
  }
}

public func CFRangeMake(_ loc: CFIndex, _ len: CFIndex) -> CFRange {
  CFRange(location: loc, length: len)
}

public func CFArrayGetCount(_ theArray: CFArray) -> CFIndex { theArray.count }

/// The address of an object, which lives as long as the array.
public func CFArrayGetValueAtIndex(_ theArray: CFArray, _ idx: CFIndex) -> UnsafeRawPointer! {
  UnsafeRawPointer(Unmanaged.passUnretained(theArray[idx] as AnyObject).toOpaque())
}

/// A typeface and its size. `UIFont` is one.
open class CTFont: NSObject, TextFont, @unchecked Sendable {
  package let reference: FontReference
  package let textSize: CGFloat
  fileprivate let name: String

  package init(_ reference: FontReference, _ name: String, size: CGFloat) {
    (self.reference, self.name, textSize) = (reference, name, size)
    super.init()
  }

  package var postScriptName: String { name }

  fileprivate func styled(_ text: String) -> AttributedText {
    var run = AttributedText.StyleRun(text)
    (run.font, run.fontSize) = (reference, Double(textSize))
    return AttributedText([run])
  }

  /// A letter's outline from its origin, with y up.
  fileprivate func outline(_ glyph: CGGlyph) -> Path? {
    guard let letter = Unicode.Scalar(glyph).map(String.init),
      let layout = styled(letter).layout(width: nil), let line = layout.lines.first
    else { return nil }
    let path = Path(layout.runs.flatMap(\.glyphs.elements))
    let up = CGAffineTransform(
      a: 1, b: 0, c: 0, d: -1, tx: CGFloat(-line.x), ty: CGFloat(line.baseline))
    return path.transformed(by: up.model)
  }

  fileprivate func advance(_ glyph: CGGlyph) -> CGFloat {
    guard let letter = Unicode.Scalar(glyph).map(String.init) else { return 0 }
    return styled(letter).advance
  }

  fileprivate var extent: (ascent: CGFloat, descent: CGFloat) { styled("x").extent }

  /// How far a letter reaches above the line.
  fileprivate func height(of letter: Unicode.Scalar) -> CGFloat {
    CGFloat(outline(CGGlyph(letter.value))?.boundingBox?.maxY ?? 0)
  }
}

extension AttributedText {
  /// The width of a line of the text, with blanks at its end.
  var advance: CGFloat {
    func width(_ text: AttributedText) -> Double {
      text.layout(width: nil)?.lines.first?.width ?? 0
    }
    guard var end = runs.last else { return 0 }
    end.text = "|"
    return CGFloat(width(AttributedText(runs + [end])) - width(AttributedText([end])))
  }

  var extent: (ascent: CGFloat, descent: CGFloat) {
    guard let line = layout(width: nil)?.lines.first else { return (0, 0) }
    return (CGFloat(line.ascent), CGFloat(line.descent))
  }
}

/// A typeface without a size.
public final class CGFont: NSObject, TextFont, @unchecked Sendable {
  package let reference: FontReference
  package let textSize: CGFloat = 1
  public let postScriptName: CFString?

  public init?(_ name: CFString) {
    guard let reference = FontReference(any: name) else { return nil }
    (self.reference, postScriptName) = (reference, name)
    super.init()
  }
}

public enum CTFontUIFontType: UInt32, Sendable {
  case user = 0
  case userFixedPitch = 1
  case system = 2
  case emphasizedSystem = 3
  case label = 10
}

/// A matrix has no effect.
public func CTFontCreateWithName(
  _ name: CFString, _ size: CGFloat, _ matrix: UnsafePointer<CGAffineTransform>?
) -> CTFont {
  CTFont(FontReference(any: name) ?? .standard, name, size: size == 0 ? 12 : size)
}

public func CTFontCreateWithGraphicsFont(
  _ graphicsFont: CGFont, _ size: CGFloat, _ matrix: UnsafePointer<CGAffineTransform>?, _: Any?
) -> CTFont {
  CTFont(graphicsFont.reference, graphicsFont.postScriptName ?? "", size: size == 0 ? 12 : size)
}

public func CTFontCreateUIFontForLanguage(
  _ uiType: CTFontUIFontType, _ size: CGFloat, _ language: CFString?
) -> CTFont? {
  let isBold = uiType == .emphasizedSystem
  let reference = FontReference(FontReference.standard.source, weight: isBold ? 700 : 400)
  return CTFont(reference, ".SFUI", size: size == 0 ? 13 : size)
}

public func CTFontCreateCopyWithAttributes(
  _ font: CTFont, _ size: CGFloat, _ matrix: UnsafePointer<CGAffineTransform>?, _: Any?
) -> CTFont { CTFont(font.reference, font.name, size: size == 0 ? font.textSize : size) }

public func CTFontGetSize(_ font: CTFont) -> CGFloat { font.textSize }
public func CTFontGetAscent(_ font: CTFont) -> CGFloat { font.extent.ascent }
public func CTFontGetDescent(_ font: CTFont) -> CGFloat { font.extent.descent }
public func CTFontGetLeading(_ font: CTFont) -> CGFloat { 0 }
public func CTFontGetCapHeight(_ font: CTFont) -> CGFloat { font.height(of: "H") }
public func CTFontGetXHeight(_ font: CTFont) -> CGFloat { font.height(of: "x") }
public func CTFontCopyPostScriptName(_ font: CTFont) -> CFString { font.name }

public func CTFontCopyFamilyName(_ font: CTFont) -> CFString {
  if case .family(let family) = font.reference.source { family } else { font.name }
}

/// Whether every letter has a glyph; one without has the number 0.
@discardableResult
public func CTFontGetGlyphsForCharacters(
  _ font: CTFont, _ characters: UnsafePointer<UniChar>, _ glyphs: UnsafeMutablePointer<CGGlyph>,
  _ count: CFIndex
) -> Bool {
  var hasAll = true
  for index in 0..<count {
    let isKnown = Unicode.Scalar(characters[index]) != nil
    glyphs[index] = isKnown ? characters[index] : 0
    hasAll = hasAll && isKnown
  }
  return hasAll
}

/// `nil` for blanks.
public func CTFontCreatePathForGlyph(
  _ font: CTFont, _ glyph: CGGlyph, _ matrix: UnsafePointer<CGAffineTransform>?
) -> CGPath? {
  guard let path = font.outline(glyph), !path.isEmpty else { return nil }
  return CGPath(path).copy(using: matrix)
}

@discardableResult
public func CTFontGetAdvancesForGlyphs(
  _ font: CTFont, _ orientation: CTFontOrientation, _ glyphs: UnsafePointer<CGGlyph>,
  _ advances: UnsafeMutablePointer<CGSize>?, _ count: CFIndex
) -> Double {
  (0..<count).reduce(0) { sum, index in
    let width = font.advance(glyphs[index])
    advances?[index] = CGSize(width: width, height: 0)
    return sum + Double(width)
  }
}

@discardableResult
public func CTFontGetBoundingRectsForGlyphs(
  _ font: CTFont, _ orientation: CTFontOrientation, _ glyphs: UnsafePointer<CGGlyph>,
  _ boundingRects: UnsafeMutablePointer<CGRect>?, _ count: CFIndex
) -> CGRect {
  (0..<count).reduce(CGRect.null) { all, index in
    let box = font.outline(glyphs[index])?.boundingBox?.cgRect ?? .zero
    boundingRects?[index] = box
    return all.union(box)
  }
}

public enum CTFontOrientation: UInt32, Sendable {
  case `default`, horizontal, vertical
}
