import RostrumQuartz
import Testing

/// Letters as paths. Facts: Apple's documentation of Core Text.
@Suite("Core Text's letters and lines")
struct CoreTextTests {
  private let font = CTFontCreateWithName("Helvetica", 40, nil)

  private func line(_ text: String) -> CTLine {
    CTLineCreateWithAttributedString(
      NSAttributedString(string: text, attributes: [.init(kCTFontAttributeName): font]))
  }

  @Test("A letter's outline stands on its origin with y up; a blank has none")
  func outlines() throws {
    var glyphs: [CGGlyph] = [0, 0, 0]
    #expect(CTFontGetGlyphsForCharacters(font, Array("Hp ".utf16), &glyphs, 3))
    let h = try #require(CTFontCreatePathForGlyph(font, glyphs[0], nil)).boundingBoxOfPath
    let p = try #require(CTFontCreatePathForGlyph(font, glyphs[1], nil)).boundingBoxOfPath
    #expect(abs(h.minY) < 0.5 && (26..<31).contains(h.maxY))
    #expect(p.minY < -5 && p.maxY > 15)
    #expect(CTFontCreatePathForGlyph(font, glyphs[2], nil) == nil)
    var flip = CGAffineTransform(scaleX: 1, y: -1)
    let down = try #require(CTFontCreatePathForGlyph(font, glyphs[0], &flip)).boundingBoxOfPath
    #expect(down.maxY == -h.minY && down.minY == -h.maxY)
    var advances = [CGSize](repeating: .zero, count: 3)
    let sum = CTFontGetAdvancesForGlyphs(font, .horizontal, glyphs, &advances, 3)
    #expect(abs(sum - Double(advances.reduce(0) { $0 + $1.width })) < 1e-6)
    #expect(advances[2].width > 5 && advances[0].width > advances[1].width)
  }

  @Test("A line's letters follow each other, and it is as wide as they are")
  func positions() throws {
    let line = line("ab ba")
    let runs = try #require(CTLineGetGlyphRuns(line) as? [CTRun])
    #expect(runs.count == 1 && CTRunGetGlyphCount(runs[0]) == 5)
    var places = [CGPoint](repeating: .zero, count: 5)
    CTRunGetPositions(runs[0], CFRangeMake(0, 0), &places)
    #expect(places[0].x == 0)
    #expect(zip(places, places.dropFirst()).allSatisfy { $0.x < $1.x })
    var (ascent, descent) = (CGFloat(0), CGFloat(0))
    let width = CTLineGetTypographicBounds(line, &ascent, &descent, nil)
    #expect(CGFloat(width) > places[4].x && ascent > 30 && descent > 5)
    #expect(abs(CTLineGetOffsetForStringIndex(line, 4, nil) - places[4].x) < 1e-6)
  }

  @Test("A line is drawn upright from the text's position where y points up")
  func drawing() throws {
    let space = CGColorSpaceCreateDeviceRGB()
    let context = try #require(
      CGContext(
        data: nil, width: 60, height: 60, bitsPerComponent: 8, bytesPerRow: 0, space: space,
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
    context.textPosition = CGPoint(x: 10, y: 20)
    CTLineDraw(line("L"), context)
    let image = try #require(context.makeImage())
    func row(_ y: Int) -> Int {
      (0..<60).count { (image.color(atX: $0, y: y)?.alpha ?? 0) > 0.5 }
    }
    // The foot of the letter is its widest part, at the position's height: 20 from the bottom.
    #expect(row(38) > 3 * row(20) && row(20) > 0)
    #expect(row(44) == 0 && row(5) == 0)
  }

  @Test("A frame has the lines that its width breaks, with origins from its bottom")
  func frames() throws {
    let text = NSAttributedString(
      string: "ähm one\ntwo", attributes: [.init(kCTFontAttributeName): font])
    let path = CGPath(rect: CGRect(x: 5, y: 7, width: 120, height: 200))
    let setter = CTFramesetterCreateWithAttributedString(text)
    let frame = CTFramesetterCreateFrame(setter, CFRangeMake(0, 0), path, nil)
    let lines = try #require(CTFrameGetLines(frame) as? [CTLine])
    let ranges = lines.map(CTLineGetStringRange)
    #expect(ranges.map { [$0.location, $0.length] } == [[0, 4], [4, 4], [8, 3]])
    var origins = [CGPoint](repeating: .zero, count: 3)
    CTFrameGetLineOrigins(frame, CFRangeMake(0, 0), &origins)
    #expect(abs(origins[0].y - (200 - CTFontGetAscent(font))) < 0.1)
    let step = CTFontGetAscent(font) + CTFontGetDescent(font)
    #expect(abs(origins[1].y - origins[2].y - step) < 0.1 && origins.allSatisfy { $0.x == 0 })
    CTFrameGetLineOrigins(frame, CFRangeMake(2, 1), &origins)
    #expect(origins[0].y < origins[1].y && CTFrameGetStringRange(frame) == CFRangeMake(0, 11))
    let part = CTFramesetterCreateFrame(setter, CFRangeMake(4, 3), path, nil)
    let only = try #require(CTFrameGetLines(part) as? [CTLine])
    #expect(only.map(CTLineGetStringRange) == [CFRangeMake(4, 3)])
  }

  @Test("Dashes are the parts of a line that their lengths leave")
  func dashes() {
    let path = CGMutablePath()
    path.addLines(between: [CGPoint(x: 0, y: 0), CGPoint(x: 10, y: 0)])
    func ends(_ phase: CGFloat, _ lengths: [CGFloat]) -> [CGFloat] {
      var found: [CGFloat] = []
      path.copy(dashingWithPhase: phase, lengths: lengths).applyWithBlock {
        found.append($0.pointee.points[0].x)
      }
      return found
    }
    #expect(ends(0, [4, 2]) == [0, 4, 6, 10])
    #expect(ends(3, [4, 2]) == [0, 1, 3, 7, 9, 10])
    #expect(ends(0, [3]) == [0, 3, 6, 9])
    #expect(ends(0, []) == [0, 10])
  }

  @Test("A picture's alpha clips what is drawn, where the picture lies")
  func masks() throws {
    let mask = try CGImage(
      width: 2, height: 1, rgba: [0, 0, 0, 255, 0, 0, 0, 0])
    let context = try #require(CGContext(size: CGSize(width: 40, height: 20)))
    context.saveGState()
    context.clip(to: CGRect(x: 10, y: 0, width: 20, height: 20), mask: mask)
    context.setFillColor(red: 1, green: 0, blue: 0, alpha: 1)
    context.fill(CGRect(x: 0, y: 0, width: 40, height: 20))
    context.restoreGState()
    context.fill(CGRect(x: 36, y: 0, width: 4, height: 20))
    let image = try #require(context.makeImage())
    let alphas = [5, 12, 27, 33, 38].map { image.color(atX: $0, y: 10)?.alpha }
    #expect(alphas == [0, 1, 0, 0, 1])
  }
}
