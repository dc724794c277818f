public import Foundation

open class UIVisualEffect: NSObject {}

/// A blur of the pixels behind, and a tint on it. Both are near iOS's, and not its own.
open class UIBlurEffect: UIVisualEffect {
  public enum Style: Int, Sendable {
    case extraLight, light, dark
    case regular = 4
    case prominent = 5
    case systemUltraThinMaterial = 6
    case systemThinMaterial = 7
    case systemMaterial = 8
    case systemThickMaterial = 9
    case systemChromeMaterial = 10
  }

  let style: Style

  public init(style: Style) {
    self.style = style
    super.init()
  }

  var radius: Double { style == .systemUltraThinMaterial ? 10 : 20 }

  var tint: UIColor {
    let opacities: [Style: CGFloat] = [
      .extraLight: 0.8, .light: 0.4, .systemUltraThinMaterial: 0.3, .systemThinMaterial: 0.5,
      .systemThickMaterial: 0.8,
    ]
    let alpha = opacities[style] ?? 0.65
    if style == .dark { return UIColor(white: 0.1, alpha: 0.65) }
    if style == .light || style == .extraLight { return UIColor(white: 1, alpha: alpha) }
    return UIColor {
      UIColor(white: $0.userInterfaceStyle == .dark ? 0.12 : 0.97, alpha: alpha)
    }
  }
}

/// The colour of what lies on a blur, as it is: nothing behind shines through it.
open class UIVibrancyEffect: UIVisualEffect {
  public init(blurEffect: UIBlurEffect) { super.init() }
}

/// A view that changes the pixels behind it.
open class UIVisualEffectView: UIView {
  public let contentView = UIView()

  open var effect: UIVisualEffect? { didSet { show() } }

  public init(effect: UIVisualEffect?) {
    self.effect = effect
    super.init(frame: .zero)
    contentView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    addSubview(contentView)
    clipsToBounds = true
    show()
  }

  public override convenience init(frame: CGRect) {
    self.init(effect: nil)
    self.frame = frame
  }

  public required init?(coder: NSCoder) { super.init(coder: coder) }

  private func show() {
    let blur = effect as? UIBlurEffect
    backgroundColor = blur?.tint
    let filter = blur.flatMap { blur in
      let filter = CAFilter(type: "gaussianBlur")
      filter?.setValue(blur.radius, forKey: "inputRadius")
      return filter
    }
    layer.backgroundFilters = filter.map { [$0] }
  }
}
