import RostrumCanvas
public import Foundation
import RostrumGeometry
import RostrumLayerTree

// Lines and frames of text, as Core Text's functions give them.

public let kCTFontAttributeName: CFString = "NSFont"
public let kCTForegroundColorAttributeName: CFString = "CTForegroundColor"
public let kCTKernAttributeName: CFString = "NSKern"
public let kCTParagraphStyleAttributeName: CFString = "NSParagraphStyle"

/// Letters of one style in a line.
public final class CTRun: NSObject {
  fileprivate let text: NSAttributedString
  fileprivate let start: Int
  fileprivate let units: [UniChar]
  fileprivate let positions: [CGFloat]

  fileprivate init(_ text: NSAttributedString, in line: NSAttributedString, from start: Int) {
    (self.text, self.start, units) = (text, start, Array(text.string.utf16))
    positions = (0..<units.count).map { index in
      let before = NSRange(location: 0, length: start + index)
      return AttributedText(any: line.attributedSubstring(from: before))?.advance ?? 0
    }
  }

  fileprivate func indices(_ range: CFRange) -> Range<Int> {
    let count = range.length == 0 ? units.count - range.location : range.length
    return range.location..<min(range.location + max(count, 0), units.count)
  }
}

/// A text in one line.
public final class CTLine: NSObject {
  fileprivate let text: NSAttributedString
  fileprivate let start: Int
  fileprivate let model: AttributedText
  fileprivate lazy var runs: [CTRun] = {
    var runs: [CTRun] = []
    let whole = NSRange(location: 0, length: text.length)
    text.enumerateAttributes(in: whole, options: []) { _, range, _ in
      runs.append(CTRun(text.attributedSubstring(from: range), in: text, from: range.location))
    }
    return runs
  }()

  fileprivate init(_ text: NSAttributedString, from start: Int = 0) {
    (self.text, self.start) = (text, start)
    model = text.model
    super.init()
  }
}

public func CTLineCreateWithAttributedString(_ attrString: CFAttributedString) -> CTLine {
  CTLine(attrString)
}

public func CTLineGetGlyphRuns(_ line: CTLine) -> CFArray { line.runs }

public func CTLineGetGlyphCount(_ line: CTLine) -> CFIndex { line.text.length }

public func CTLineGetStringRange(_ line: CTLine) -> CFRange {
  CFRangeMake(line.start, line.text.length)
}

@discardableResult
public func CTLineGetTypographicBounds(
  _ line: CTLine, _ ascent: UnsafeMutablePointer<CGFloat>?,
  _ descent: UnsafeMutablePointer<CGFloat>?, _ leading: UnsafeMutablePointer<CGFloat>?
) -> Double {
  let extent = line.model.extent
  ascent?.pointee = extent.ascent
  descent?.pointee = extent.descent
  leading?.pointee = 0
  return Double(line.model.advance)
}

public func CTLineGetOffsetForStringIndex(
  _ line: CTLine, _ charIndex: CFIndex, _ secondaryOffset: UnsafeMutablePointer<CGFloat>?
) -> CGFloat {
  let length = min(max(charIndex - line.start, 0), line.text.length)
  let before = line.text.attributedSubstring(from: NSRange(location: 0, length: length))
  let offset = AttributedText(any: before)?.advance ?? 0
  secondaryOffset?.pointee = offset
  return offset
}

/// The box of the letters, from the line's origin with y up.
public func CTLineGetImageBounds(_ line: CTLine, _ context: CGContext?) -> CGRect {
  guard let layout = line.model.layout(width: nil), let first = layout.lines.first,
    let box = Path(layout.runs.flatMap(\.glyphs.elements)).boundingBox?.cgRect
  else { return .null }
  return CGRect(
    x: box.minX - CGFloat(first.x), y: CGFloat(first.baseline) - box.maxY, width: box.width,
    height: box.height)
}

/// Draws the line from the context's text position, upright where y points up.
public func CTLineDraw(_ line: CTLine, _ context: CGContext) {
  context.saveGState()
  context.translateBy(x: context.textPosition.x, y: context.textPosition.y)
  context.concatenate(context.textMatrix)
  context.scaleBy(x: 1, y: -1)
  context.draw(line.model, at: CGPoint(x: 0, y: -line.model.extent.ascent))
  context.restoreGState()
}

public func CTRunGetGlyphCount(_ run: CTRun) -> CFIndex { run.units.count }

public func CTRunGetStringRange(_ run: CTRun) -> CFRange {
  CFRangeMake(run.start, run.units.count)
}

/// The keys are the attributes' names, as Core Text's constants.
public func CTRunGetAttributes(_ run: CTRun) -> CFDictionary {
  let result = NSMutableDictionary()
  guard run.text.length > 0 else { return result }
  for (key, value) in run.text.attributes(at: 0, effectiveRange: nil) {
    result[NSString(string: key.rawValue)] = value
  }
  let font = NSString(string: kCTFontAttributeName)
  if !(result[font] is CTFont) {
    let reference = result[font].flatMap { FontReference(any: $0) } ?? .standard
    result[font] = CTFont(reference, "Helvetica", size: 12)
  }
  return result
}

public func CTRunGetGlyphs(
  _ run: CTRun, _ range: CFRange, _ buffer: UnsafeMutablePointer<CGGlyph>
) {
  for (place, index) in run.indices(range).enumerated() { buffer[place] = run.units[index] }
}

public func CTRunGetPositions(
  _ run: CTRun, _ range: CFRange, _ buffer: UnsafeMutablePointer<CGPoint>
) {
  for (place, index) in run.indices(range).enumerated() {
    buffer[place] = CGPoint(x: run.positions[index], y: 0)
  }
}

@discardableResult
public func CTRunGetTypographicBounds(
  _ run: CTRun, _ range: CFRange, _ ascent: UnsafeMutablePointer<CGFloat>?,
  _ descent: UnsafeMutablePointer<CGFloat>?, _ leading: UnsafeMutablePointer<CGFloat>?
) -> Double {
  let indices = run.indices(range)
  let part = NSRange(location: indices.lowerBound, length: indices.count)
  return CTLineGetTypographicBounds(
    CTLine(run.text.attributedSubstring(from: part)), ascent, descent, leading)
}

// MARK: Frames

/// A text that is to be broken into lines.
public final class CTFramesetter: NSObject {
  fileprivate let text: NSAttributedString
  fileprivate init(_ text: NSAttributedString) { self.text = text }
}

/// Lines in the box of a path.
public final class CTFrame: NSObject {
  fileprivate let text: NSAttributedString
  fileprivate let model: AttributedText
  fileprivate let range: CFRange
  fileprivate let path: CGPath
  fileprivate var box: CGRect { path.boundingBoxOfPath }

  fileprivate init(_ setter: CTFramesetter, _ range: CFRange, _ path: CGPath) {
    (text, self.range) = setter.part(range)
    (model, self.path) = (text.model, path)
  }

  /// The lines, and their origins from the bottom left of the box, with y up.
  fileprivate lazy var lines: [(line: CTLine, origin: CGPoint)] = {
    let places = model.layout(width: box.width)?.lines ?? []
    let bytes = text.string.utf8
    let starts = places.map { place in
      bytes.index(bytes.startIndex, offsetBy: place.start).utf16Offset(in: text.string)
    }
    return zip(places, zip(starts, starts.dropFirst() + [text.length])).map { place, ends in
      let part = NSRange(location: ends.0, length: ends.1 - ends.0)
      let origin = CGPoint(x: CGFloat(place.x), y: box.height - CGFloat(place.baseline))
      return (
        CTLine(text.attributedSubstring(from: part), from: range.location + ends.0), origin
      )
    }
  }()
}

public func CTFrameGetLines(_ frame: CTFrame) -> CFArray { frame.lines.map(\.line) }

/// A length of 0 is that of the rest.
public func CTFrameGetLineOrigins(
  _ frame: CTFrame, _ range: CFRange, _ origins: UnsafeMutablePointer<CGPoint>
) {
  let rest = frame.lines.dropFirst(range.location)
  for (index, line) in (range.length == 0 ? rest : rest.prefix(range.length)).enumerated() {
    origins[index] = line.origin
  }
}

public func CTFrameGetPath(_ frame: CTFrame) -> CGPath { frame.path }
public func CTFrameGetStringRange(_ frame: CTFrame) -> CFRange { frame.range }
/// All of the text is set, also below the box.
public func CTFrameGetVisibleStringRange(_ frame: CTFrame) -> CFRange { frame.range }

public func CTFramesetterCreateWithAttributedString(
  _ attrString: CFAttributedString
) -> CTFramesetter { CTFramesetter(attrString) }

extension CTFramesetter {
  /// The text of a range, and the range without a length of 0, which is that of the rest.
  fileprivate func part(_ range: CFRange) -> (text: NSAttributedString, range: CFRange) {
    let start = min(max(range.location, 0), text.length)
    let rest = text.length - start
    let length = range.length == 0 ? rest : min(max(range.length, 0), rest)
    let part = NSRange(location: start, length: length)
    return (text.attributedSubstring(from: part), CFRangeMake(start, length))
  }
}

/// Lines are as wide as the path's box, whatever its shape.
public func CTFramesetterCreateFrame(
  _ framesetter: CTFramesetter, _ stringRange: CFRange, _ path: CGPath,
  _ frameAttributes: CFDictionary?
) -> CTFrame { CTFrame(framesetter, stringRange, path) }

public func CTFramesetterSuggestFrameSizeWithConstraints(
  _ framesetter: CTFramesetter, _ stringRange: CFRange, _ frameAttributes: CFDictionary?,
  _ constraints: CGSize, _ fitRange: UnsafeMutablePointer<CFRange>?
) -> CGSize {
  let (text, range) = framesetter.part(stringRange)
  fitRange?.pointee = range
  let width = constraints.width < 1e6 ? constraints.width : nil
  return text.model.layout(width: width)?.size.cgSize ?? .zero
}

/// Draws the lines from the top of the box down, upright where y points up.
public func CTFrameDraw(_ frame: CTFrame, _ context: CGContext) {
  context.saveGState()
  context.translateBy(x: frame.box.minX, y: frame.box.maxY)
  context.scaleBy(x: 1, y: -1)
  context.draw(frame.model, at: .zero, width: frame.box.width)
  context.restoreGState()
}
