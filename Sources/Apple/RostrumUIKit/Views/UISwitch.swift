public import Foundation

/// A switch, 51 by 31 points, that a tap turns.
open class UISwitch: UIControl {
  private let track = UIView(frame: CGRect(x: 0, y: 0, width: 51, height: 31))
  private let knob = UIView(frame: CGRect(x: 2, y: 2, width: 27, height: 27))
  open var onTintColor: UIColor? { didSet { update() } }
  open var thumbTintColor: UIColor? { didSet { update() } }
  open var isOn: Bool {
    get { value }
    set { setOn(newValue, animated: false) }
  }
  private var value = false

  public override init(frame: CGRect) {
    super.init(frame: CGRect(origin: frame.origin, size: CGSize(width: 51, height: 31)))
    track.layer.cornerRadius = 15.5
    knob.layer.cornerRadius = 13.5
    (knob.layer.shadowOpacity, knob.layer.shadowRadius) = (0.15, 3)
    knob.layer.shadowOffset = CGSize(width: 0, height: 3)
    for view in [track, knob] {
      view.isUserInteractionEnabled = false
      addSubview(view)
    }
    addTarget(self, action: Selector(Self.turn), for: .touchUpInside)
    update()
  }

  public required init?(coder: NSCoder) { super.init(coder: coder) }

  open func setOn(_ on: Bool, animated: Bool) {
    value = on
    UIView.animate(withDuration: animated ? 0.25 : 0) { self.update() }
  }

  private func turn() {
    setOn(!value, animated: true)
    sendActions(for: .valueChanged)
  }

  private func update() {
    track.backgroundColor = value ? onTintColor ?? .systemGreen : .systemGray5
    knob.backgroundColor = thumbTintColor ?? .white
    knob.frame.origin.x = value ? 22 : 2
  }

  open override var intrinsicContentSize: CGSize { CGSize(width: 51, height: 31) }

  open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }
}

/// A knob on a line that a finger moves.
open class UISlider: UIControl {
  private let line = UIView(frame: .zero)
  private let filled = UIView(frame: .zero)
  private let knob = UIView(frame: CGRect(x: 0, y: 0, width: 28, height: 28))
  open var minimumValue: Float = 0 { didSet { value = limited(value) } }
  open var maximumValue: Float = 1 { didSet { value = limited(value) } }
  open var value: Float = 0 { didSet { setNeedsLayout() } }
  open var isContinuous = true
  open var minimumTrackTintColor: UIColor? { didSet { setNeedsLayout() } }
  open var maximumTrackTintColor: UIColor? { didSet { setNeedsLayout() } }
  open var thumbTintColor: UIColor? { didSet { setNeedsLayout() } }

  public override init(frame: CGRect) {
    super.init(frame: frame)
    knob.layer.cornerRadius = 14
    (knob.layer.shadowOpacity, knob.layer.shadowRadius) = (0.2, 3)
    for view in [line, filled, knob] {
      view.isUserInteractionEnabled = false
      addSubview(view)
    }
  }

  public required init?(coder: NSCoder) { super.init(coder: coder) }

  private func limited(_ value: Float) -> Float { min(max(value, minimumValue), maximumValue) }

  open func setValue(_ value: Float, animated: Bool) {
    layoutIfNeeded()
    self.value = limited(value)
    UIView.animate(withDuration: animated ? 0.25 : 0) { self.layoutIfNeeded() }
  }

  open override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    follow(touch)
    return true
  }

  open override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    follow(touch)
    return true
  }

  open override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
    if !isContinuous { sendActions(for: .valueChanged) }
  }

  private func follow(_ touch: UITouch) {
    let room = max(bounds.width - 28, 1)
    let part = Float((touch.location(in: self).x - 14) / room)
    value = limited(minimumValue + part * (maximumValue - minimumValue))
    if isContinuous { sendActions(for: .valueChanged) }
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    let range = max(maximumValue - minimumValue, .leastNormalMagnitude)
    let x = (bounds.width - 28) * CGFloat((value - minimumValue) / range)
    line.frame = CGRect(x: 2, y: bounds.midY - 2, width: bounds.width - 4, height: 4)
    filled.frame = CGRect(x: 2, y: bounds.midY - 2, width: x + 12, height: 4)
    knob.frame = CGRect(x: x, y: bounds.midY - 14, width: 28, height: 28)
    line.backgroundColor = maximumTrackTintColor ?? .systemGray5
    filled.backgroundColor = minimumTrackTintColor ?? tintColor
    knob.backgroundColor = thumbTintColor ?? .white
  }

  open override var intrinsicContentSize: CGSize {
    CGSize(width: UIView.noIntrinsicMetric, height: 31)
  }
}
