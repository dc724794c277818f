// swift-format-ignore-file
import UIKit

class PageTurnController: UIViewController {
  private let front = UILabel()
  private let back = UILabel()
  private var showsFront = true

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = UIColor { $0.userInterfaceStyle == .dark ? .black : .white }
    for (label, text, color) in [(front, "1", UIColor.systemYellow), (back, "2", UIColor.systemMint)] {
      label.text = text
      label.font = UIFont.systemFont(ofSize: 60, weight: .heavy)
      label.textAlignment = .center
      label.backgroundColor = color
      label.frame = view.bounds.insetBy(dx: 30, dy: 20)
      label.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    }
    view.addSubview(front)
    let doubleTap = UITapGestureRecognizer(target: self, action: #selector(turn))
    doubleTap.numberOfTapsRequired = 2
    view.addGestureRecognizer(doubleTap)
    let swipe = UISwipeGestureRecognizer(target: self, action: #selector(turn))
    swipe.direction = .left
    view.addGestureRecognizer(swipe)
  }

  @objc func turn() {
    let (from, to) = showsFront ? (front, back) : (back, front)
    showsFront.toggle()
    UIView.transition(from: from, to: to, duration: 0.5, options: [.transitionFlipFromRight, .curveEaseInOut], completion: nil)
  }

  override var preferredStatusBarStyle: UIStatusBarStyle { return .lightContent }
}
