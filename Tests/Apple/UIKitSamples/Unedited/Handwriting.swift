// swift-format-ignore-file
import UIKit
import CoreText

/// A word that is written letter by letter, from the outlines of its font.
final class HandwritingView: UIView {
  private let pathLayer = CAShapeLayer()

  func write(_ text: String, duration: TimeInterval) {
    let letters = CGMutablePath()
    let font = CTFontCreateWithName("HelveticaNeue-Bold" as CFString, 40, nil)
    let attributes: [NSAttributedString.Key: Any] = [NSAttributedString.Key(kCTFontAttributeName as String): font]
    let line = CTLineCreateWithAttributedString(NSAttributedString(string: text, attributes: attributes) as CFAttributedString)
    let runs = CTLineGetGlyphRuns(line)
    for runIndex in 0..<CFArrayGetCount(runs) {
      let run = unsafeBitCast(CFArrayGetValueAtIndex(runs, runIndex), to: CTRun.self)
      let values = CTRunGetAttributes(run) as NSDictionary
      let runFont = values[kCTFontAttributeName as String] as! CTFont
      for index in 0..<CTRunGetGlyphCount(run) {
        let range = CFRangeMake(index, 1)
        var glyph = CGGlyph()
        var position = CGPoint()
        CTRunGetGlyphs(run, range, &glyph)
        CTRunGetPositions(run, range, &position)
        if let letter = CTFontCreatePathForGlyph(runFont, glyph, nil) {
          letters.addPath(letter, transform: CGAffineTransform(translationX: position.x, y: position.y))
        }
      }
    }
    pathLayer.frame = bounds
    pathLayer.bounds = letters.boundingBox
    pathLayer.isGeometryFlipped = true
    pathLayer.path = UIBezierPath(cgPath: letters).cgPath
    pathLayer.strokeColor = UIColor.systemPurple.cgColor
    pathLayer.fillColor = nil
    pathLayer.lineWidth = 1.5
    pathLayer.lineJoin = .bevel
    layer.addSublayer(pathLayer)

    let stroke = CABasicAnimation(keyPath: #keyPath(CAShapeLayer.strokeEnd))
    stroke.fromValue = 0
    stroke.toValue = 1
    stroke.duration = duration
    pathLayer.add(stroke, forKey: "write")
  }

  override func draw(_ rect: CGRect) {
    guard let context = UIGraphicsGetCurrentContext() else { return }
    context.saveGState()
    context.textMatrix = .identity
    context.translateBy(x: 0, y: bounds.height)
    context.scaleBy(x: 1, y: -1)
    context.setFillColor(UIColor.gray.cgColor)
    let line = CTLineCreateWithAttributedString(NSAttributedString(string: "signed", attributes: [.font: UIFont.systemFont(ofSize: 11)]))
    context.textPosition = CGPoint(x: 4, y: 4)
    CTLineDraw(line, context)
    context.restoreGState()
  }
}
