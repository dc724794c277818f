// swift-format-ignore-file
import Foundation
import UIKit

extension UIView {
  @discardableResult
  static func animateAsync(_ duration: TimeInterval, _ animations: @escaping () -> Void) async -> Bool {
    await withCheckedContinuation { continuation in
      UIView.animate(withDuration: duration, animations: animations) { continuation.resume(returning: $0) }
    }
  }
}

final class StepsView: UIView {
  private let dots = (0..<4).map { _ in UIView() }

  override init(frame: CGRect) {
    super.init(frame: frame)
    for (index, dot) in dots.enumerated() {
      dot.frame = CGRect(x: 12 + 44 * CGFloat(index), y: frame.height / 2 - 12, width: 24, height: 24)
      dot.layer.cornerRadius = 12
      dot.backgroundColor = .systemGray4
      addSubview(dot)
    }
  }

  required init?(coder: NSCoder) { fatalError() }

  func run() {
    Task {
      for dot in dots {
        await UIView.animateAsync(0.2) {
          dot.backgroundColor = .systemBlue
          dot.transform = CGAffineTransform(scaleX: 1.4, y: 1.4)
        }
        await UIView.animateAsync(0.1) { dot.transform = .identity }
        try await Task.sleep(for: .milliseconds(100))
      }
      await MainActor.run { self.finish() }
    }
  }

  private func finish() {
    UIView.transition(with: self, duration: 0.3, options: .transitionCrossDissolve, animations: {
      self.dots.forEach { $0.backgroundColor = .systemGreen }
    }, completion: nil)
  }
}
