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
    model = AttributedText(any: text) ?? AttributedText(text.string)
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
  fileprivate let model: AttributedText
  fileprivate let box: CGRect
  fileprivate init(_ model: AttributedText, _ box: CGRect) { (self.model, self.box) = (model, box) }
}

public func CTFramesetterCreateWithAttributedString(
  _ attrString: CFAttributedString
) -> CTFramesetter { CTFramesetter(attrString) }

extension CTFramesetter {
  fileprivate func part(_ range: CFRange) -> AttributedText {
    let length = range.length == 0 ? text.length - range.location : range.length
    let part = text.attributedSubstring(from: NSRange(location: range.location, length: length))
    return AttributedText(any: part) ?? AttributedText(part.string)
  }
}

/// Lines are as wide as the path's box, whatever its shape.
public func CTFramesetterCreateFrame(
  _ framesetter: CTFramesetter, _ stringRange: CFRange, _ path: CGPath,
  _ frameAttributes: CFDictionary?
) -> CTFrame { CTFrame(framesetter.part(stringRange), path.boundingBoxOfPath) }

public func CTFramesetterSuggestFrameSizeWithConstraints(
  _ framesetter: CTFramesetter, _ stringRange: CFRange, _ frameAttributes: CFDictionary?,
  _ constraints: CGSize, _ fitRange: UnsafeMutablePointer<CFRange>?
) -> CGSize {
  fitRange?.pointee = CFRangeMake(stringRange.location, framesetter.text.length)
  let width = constraints.width < 1e6 ? constraints.width : nil
  return framesetter.part(stringRange).layout(width: width)?.size.cgSize ?? .zero
}

/// Draws the lines from the top of the box down, upright where y points up.
public func CTFrameDraw(_ frame: CTFrame, _ context: CGContext) {
  context.saveGState()
  context.translateBy(x: frame.box.minX, y: frame.box.maxY)
  context.scaleBy(x: 1, y: -1)
  context.draw(frame.model, at: .zero, width: frame.box.width)
  context.restoreGState()
}
