// swift-format-ignore-file
import UIKit

/// A card whose rows stand by anchors, and which opens by a constraint's constant.
@IBDesignable
class AnchoredCard: UIView {
  @IBOutlet private var heightConstraint: NSLayoutConstraint!
  private lazy var titleLabel: UILabel = {
    $0.text = "Details"
    $0.font = .systemFont(ofSize: 15, weight: .semibold)
    $0.textColor = .white
    $0.setContentHuggingPriority(.required, for: .vertical)
    return $0
  }(UILabel())
  private let dot: UIView = {
    let view = UIView()
    view.backgroundColor = .systemYellow
    view.layer.cornerRadius = 6
    view.translatesAutoresizingMaskIntoConstraints = false
    return view
  }()
  private lazy var bars: UIStackView = {
    let stack = UIStackView(arrangedSubviews: [UIColor.systemRed, .systemGreen, .systemTeal].map {
      let view = UIView()
      view.backgroundColor = $0
      view.layer.cornerRadius = 3
      return view
    })
    stack.axis = .horizontal
    stack.distribution = .fillEqually
    stack.spacing = 6
    return stack
  }()

  override init(frame: CGRect) {
    super.init(frame: frame)
    commonInit()
  }

  required init?(coder: NSCoder) {
    super.init(coder: coder)
    commonInit()
  }

  private func commonInit() {
    backgroundColor = .systemIndigo
    layer.cornerRadius = 10
    clipsToBounds = true
    [titleLabel, dot, bars].forEach {
      $0.translatesAutoresizingMaskIntoConstraints = false
      addSubview($0)
    }
    heightConstraint = bars.heightAnchor.constraint(equalToConstant: 12)
    NSLayoutConstraint.activate([
      dot.leadingAnchor.constraint(equalTo: layoutMarginsGuide.leadingAnchor),
      dot.centerYAnchor.constraint(equalTo: titleLabel.centerYAnchor),
      dot.widthAnchor.constraint(equalToConstant: 12),
      dot.heightAnchor.constraint(equalTo: dot.widthAnchor),
      titleLabel.leadingAnchor.constraint(equalTo: dot.trailingAnchor, constant: 8),
      titleLabel.topAnchor.constraint(equalTo: safeAreaLayoutGuide.topAnchor, constant: 10),
      bars.topAnchor.constraint(equalTo: titleLabel.bottomAnchor, constant: 8),
      bars.leadingAnchor.constraint(equalTo: leadingAnchor, constant: 8),
      bars.trailingAnchor.constraint(equalTo: trailingAnchor, constant: -8),
      heightConstraint,
    ])
  }

  func open() {
    heightConstraint.constant = 60
    UIView.animate(withDuration: 0.6, delay: 0, usingSpringWithDamping: 0.6, initialSpringVelocity: 0, options: [], animations: {
      self.layoutIfNeeded()
    }, completion: { [weak self] _ in
      self?.bars.arrangedSubviews[1].isHidden = true
      UIView.animate(withDuration: 0.4) { self?.layoutIfNeeded() }
    })
  }
}
