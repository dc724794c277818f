// swift-format-ignore-file
import UIKit

@objc protocol PillTabBarDelegate: AnyObject {
  func tabBar(_ tabBar: PillTabBar, didSelect index: Int)
}

final class PillTabBar: UIControl {
  weak var delegate: PillTabBarDelegate?
  private var buttons: [UIButton] = []
  private let pill = UIView()
  private var animator: UIViewPropertyAnimator?
  private(set) var selectedIndex = 0

  init(titles: [String], frame: CGRect) {
    super.init(frame: frame)
    backgroundColor = .secondarySystemBackground
    layer.cornerRadius = frame.height / 2
    layer.masksToBounds = true
    pill.backgroundColor = .systemIndigo
    pill.isUserInteractionEnabled = false
    addSubview(pill)
    for (index, title) in titles.enumerated() {
      let button = UIButton(type: .custom)
      button.setTitle(title, for: .normal)
      button.setTitleColor(.secondaryLabel, for: .normal)
      button.setTitleColor(.white, for: .selected)
      button.titleLabel?.font = .systemFont(ofSize: 13, weight: .semibold)
      button.tag = index
      button.addTarget(self, action: #selector(didTap(_:)), for: .touchUpInside)
      addSubview(button)
      buttons.append(button)
    }
    buttons.first?.isSelected = true
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  override func layoutSubviews() {
    super.layoutSubviews()
    let width = bounds.width / CGFloat(max(buttons.count, 1))
    for (index, button) in buttons.enumerated() {
      button.frame = CGRect(x: width * CGFloat(index), y: 0, width: width, height: bounds.height)
    }
    if animator == nil {
      pill.frame = buttons[selectedIndex].frame.insetBy(dx: 4, dy: 4)
      pill.layer.cornerRadius = pill.frame.height / 2
    }
  }

  @objc private func didTap(_ sender: UIButton) {
    guard sender.tag != selectedIndex else { return }
    buttons[selectedIndex].isSelected = false
    selectedIndex = sender.tag
    sender.isSelected = true
    animator?.stopAnimation(true)
    let timing = UISpringTimingParameters(dampingRatio: 0.7, initialVelocity: .zero)
    let animator = UIViewPropertyAnimator(duration: 0.45, timingParameters: timing)
    animator.addAnimations { [unowned self] in
      self.pill.frame = sender.frame.insetBy(dx: 4, dy: 4)
    }
    animator.addCompletion { position in
      if position == .end { self.animator = nil }
    }
    animator.startAnimation()
    self.animator = animator
    sendActions(for: .valueChanged)
    delegate?.tabBar(self, didSelect: selectedIndex)
  }
}
