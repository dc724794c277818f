// swift-format-ignore-file
import UIKit

@objc public protocol FallingLettersDelegate {
  @objc optional func lettersDidStart(_ label: FallingLettersLabel)
  @objc optional func lettersDidEnd(_ label: FallingLettersLabel)
}

/// A label that draws its letters by itself while its text changes.
open class FallingLettersLabel: UILabel {
  @IBInspectable open var fallDuration: Double = 0.8
  @IBOutlet open weak var delegate: FallingLettersDelegate?
  private var link: CADisplayLink?
  private var start: CFTimeInterval = 0
  private var progress: CGFloat = 1
  private var previous = ""

  open override var text: String? {
    get { super.text ?? "" }
    set {
      guard text != newValue else { return }
      previous = text ?? ""
      super.text = newValue
      if !previous.isEmpty { begin() }
    }
  }

  private func begin() {
    delegate?.lettersDidStart?(self)
    progress = 0
    start = CACurrentMediaTime()
    link = CADisplayLink(target: self, selector: #selector(tick(_:)))
    link?.add(to: .current, forMode: RunLoop.Mode.common)
  }

  @objc private func tick(_ link: CADisplayLink) {
    progress = min(CGFloat((CACurrentMediaTime() - start) / fallDuration), 1)
    setNeedsDisplay()
    guard progress >= 1 else { return }
    link.invalidate()
    delegate?.lettersDidEnd?(self)
  }

  private func rects(of text: String) -> [CGRect] {
    var left = (bounds.width - text.size(withAttributes: [.font: font!]).width) / 2
    return text.map { letter in
      let size = String(letter).size(withAttributes: [NSAttributedString.Key.font: font!])
      defer { left += size.width }
      return CGRect(origin: CGPoint(x: left, y: (bounds.height - size.height) / 2), size: size)
    }
  }

  open override func drawText(in rect: CGRect) {
    guard progress < 1 else { return super.drawText(in: rect) }
    for (falls, word) in [(true, previous), (false, text ?? "")] {
      for (letter, place) in zip(word, rects(of: word)) {
        let alpha = falls ? 1 - progress : progress
        let attributes: [NSAttributedString.Key: Any] = [.font: font!, .foregroundColor: textColor.withAlphaComponent(alpha)]
        String(letter).draw(in: place.offsetBy(dx: 0, dy: falls ? progress * 30 : 0), withAttributes: attributes)
      }
    }
  }
}
