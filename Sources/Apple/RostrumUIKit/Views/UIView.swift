public import Foundation

/// A layer's owner: its delegate, its layout and its drawing, and the only one whose layers blocks
/// of animation move.
///
/// Its frame is set, or follows from constraints before `layoutSubviews()`. There are no safe areas
/// and no accessibility. Touches come from the film's script.
open class UIView: UIResponder, CALayerDelegate {
  public enum ContentMode: Int, Sendable {
    case scaleToFill, scaleAspectFit, scaleAspectFill, redraw, center, top, bottom, left, right
    case topLeft, topRight, bottomLeft, bottomRight

    private static let gravities: [CALayerContentsGravity] = [
      .resize, .resizeAspect, .resizeAspectFill, .resize, .center, .top, .bottom, .left, .right,
      .topLeft, .topRight, .bottomLeft, .bottomRight,
    ]

    var gravity: CALayerContentsGravity { Self.gravities[rawValue] }
  }

  public enum TintAdjustmentMode: Int, Sendable {
    case automatic, normal, dimmed
  }

  /// A class of layers, of this package or of the program's own.
  open class var layerClass: AnyClass { CALayer.self }

  public let layer: CALayer
  open private(set) var subviews: [UIView] = []
  open private(set) weak var superview: UIView?
  open var tintAdjustmentMode = TintAdjustmentMode.automatic
  open var tag = 0
  open var isUserInteractionEnabled = true
  open var isMultipleTouchEnabled = false
  open var isExclusiveTouch = false
  open var autoresizesSubviews = true
  open var autoresizingMask: AutoresizingMask = []
  /// Has no effect on the picture.
  open var isOpaque = true
  open var clearsContextBeforeDrawing = true
  open var overrideUserInterfaceStyle = UIUserInterfaceStyle.unspecified
  open var layoutMargins = UIEdgeInsets(top: 8, left: 8, bottom: 8, right: 8)
  open var directionalLayoutMargins: NSDirectionalEdgeInsets {
    get {
      NSDirectionalEdgeInsets(
        top: layoutMargins.top, leading: layoutMargins.left, bottom: layoutMargins.bottom,
        trailing: layoutMargins.right)
    }
    set {
      layoutMargins = UIEdgeInsets(
        top: newValue.top, left: newValue.leading, bottom: newValue.bottom,
        right: newValue.trailing)
    }
  }
  open var preservesSuperviewLayoutMargins = false
  open var insetsLayoutMarginsFromSafeArea = true
  open var restorationIdentifier: String?
  /// Views lie from left to right, whatever it says.
  open var semanticContentAttribute = UISemanticContentAttribute.unspecified
  open var effectiveUserInterfaceLayoutDirection: UIUserInterfaceLayoutDirection { .leftToRight }
  var placement = Placement()
  /// The controller whose view this is.
  weak var controller: UIViewController?
  /// In the order in which they were added.
  open private(set) var gestureRecognizers: [UIGestureRecognizer]?
  private var ownTint: UIColor?
  private var ownColor: UIColor?

  public init(frame: CGRect) {
    layer = Self.makeLayer()
    super.init()
    prepare(frame)
  }

  /// There are no archives and no storyboards: always `nil`.
  public required init?(coder: NSCoder) {
    layer = Self.makeLayer()
    super.init()
    return nil
  }

  public override convenience init() { self.init(frame: .zero) }

  private static func makeLayer() -> CALayer {
    guard let type = layerClass as? CALayer.Type else {
      preconditionFailure("layerClass is a class of layers, not \(layerClass)")
    }
    return LayerMaker.make(type)
  }

  private func prepare(_ frame: CGRect) {
    layer.delegate = self
    layer.contentsScale = UIScreen.pixels
    layer.frame = frame
    layer.setNeedsDisplay()
  }

  // MARK: Geometry

  open var frame: CGRect {
    get { layer.frame }
    set { resizing { layer.frame = newValue } }
  }
  open var bounds: CGRect {
    get { layer.bounds }
    set { resizing { layer.bounds = newValue } }
  }
  open var center: CGPoint {
    get { layer.position }
    set { layer.position = newValue }
  }
  open var transform: CGAffineTransform {
    get { layer.affineTransform() }
    set { layer.setAffineTransform(newValue) }
  }
  open var transform3D: CATransform3D {
    get { layer.transform }
    set { layer.transform = newValue }
  }
  open var anchorPoint: CGPoint {
    get { layer.anchorPoint }
    set { layer.anchorPoint = newValue }
  }
  open var contentScaleFactor: CGFloat {
    get { layer.contentsScale }
    set { layer.contentsScale = newValue }
  }

  // MARK: Appearance

  open var alpha: CGFloat {
    get { CGFloat(layer.opacity) }
    set { layer.opacity = Float(newValue) }
  }
  open var isHidden: Bool {
    get { layer.isHidden }
    set {
      guard newValue != layer.isHidden else { return }
      layer.isHidden = newValue
      (superview as? UIStackView)?.noteConstraints()
    }
  }
  open var clipsToBounds: Bool {
    get { layer.masksToBounds }
    set { layer.masksToBounds = newValue }
  }
  open var backgroundColor: UIColor? {
    get { ownColor ?? layer.backgroundColor.map { UIColor(cgColor: $0) } }
    set {
      ownColor = newValue
      layer.backgroundColor = newValue?.cgColor
    }
  }
  /// The superview's where it has none of its own.
  open var tintColor: UIColor! {
    get { ownTint ?? superview?.tintColor ?? .tintColor }
    set {
      ownTint = newValue
      tellTint()
    }
  }
  open var contentMode = ContentMode.scaleToFill {
    didSet {
      layer.contentsGravity = contentMode.gravity
      layer.needsDisplayOnBoundsChange = contentMode == .redraw
    }
  }
  open var mask: UIView? {
    didSet { layer.mask = mask?.layer }
  }
  open var traitCollection: UITraitCollection { .current }
  open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}
  @discardableResult open func endEditing(_ force: Bool) -> Bool { true }

  open func tintColorDidChange() {}

  private func tellTint() {
    tintColorDidChange()
    for view in subviews where view.ownTint == nil { view.tellTint() }
  }

  // MARK: The tree

  open override var next: UIResponder? { controller ?? superview }
  open var window: UIWindow? { superview?.window }

  open func addSubview(_ view: UIView) { insert(view, at: subviews.count) }

  open func insertSubview(_ view: UIView, at index: Int) { insert(view, at: index) }

  open func insertSubview(_ view: UIView, belowSubview sibling: UIView) {
    insert(view, at: subviews.filter { $0 !== view }.firstIndex { $0 === sibling } ?? 0)
  }

  open func insertSubview(_ view: UIView, aboveSubview sibling: UIView) {
    let others = subviews.filter { $0 !== view }
    insert(view, at: others.firstIndex { $0 === sibling }.map { $0 + 1 } ?? others.count)
  }

  open func bringSubviewToFront(_ view: UIView) {
    if view.superview === self { insert(view, at: subviews.count) }
  }

  open func sendSubviewToBack(_ view: UIView) {
    if view.superview === self { insert(view, at: 0) }
  }

  open func exchangeSubview(at index1: Int, withSubviewAt index2: Int) {
    let (first, last) = (min(index1, index2), max(index1, index2))
    guard first >= 0, last < subviews.count, first != last else { return }
    let (a, b) = (subviews[first], subviews[last])
    insert(b, at: first)
    insert(a, at: last)
  }

  private func insert(_ view: UIView, at index: Int) {
    let isNew = view.superview !== self
    if isNew {
      view.willMove(toSuperview: self)
      view.tellWindow(window, isComing: true)
      view.leave(telling: false)
    } else {
      subviews.removeAll { $0 === view }
    }
    let place = min(max(index, 0), subviews.count)
    // Layers without a view may lie between the layers of views.
    let before = place < subviews.count ? subviews[place].layer : nil
    subviews.insert(view, at: place)
    view.superview = self
    if let before {
      layer.insertSublayer(view.layer, below: before)
    } else {
      layer.addSublayer(view.layer)
    }
    guard isNew else { return }
    didAddSubview(view)
    view.didMoveToSuperview()
    view.tellWindow(window, isComing: false)
    setNeedsLayout()
  }

  open func removeFromSuperview() { leave(telling: true) }

  private func leave(telling isTold: Bool) {
    guard let parent = superview else { return }
    if isTold {
      willMove(toSuperview: nil)
      tellWindow(nil, isComing: true)
    }
    parent.willRemoveSubview(self)
    parent.subviews.removeAll { $0 === self }
    superview = nil
    layer.removeFromSuperlayer()
    guard isTold else { return }
    didMoveToSuperview()
    tellWindow(nil, isComing: false)
  }

  private func tellWindow(_ window: UIWindow?, isComing: Bool) {
    if isComing {
      guard window !== self.window else { return }
      willMove(toWindow: window)
    } else {
      didMoveToWindow()
    }
    for view in subviews { view.tellWindow(window, isComing: isComing) }
  }

  open func willMove(toSuperview newSuperview: UIView?) {}
  open func didMoveToSuperview() {}
  open func willMove(toWindow newWindow: UIWindow?) {}
  open func didMoveToWindow() {}
  open func didAddSubview(_ subview: UIView) {}
  open func willRemoveSubview(_ subview: UIView) {}

  open func isDescendant(of view: UIView) -> Bool {
    sequence(first: self) { $0.superview }.contains { $0 === view }
  }

  open func viewWithTag(_ tag: Int) -> UIView? {
    self.tag == tag ? self : subviews.lazy.compactMap { $0.viewWithTag(tag) }.first
  }

  // MARK: Conversion and hits

  open func convert(_ point: CGPoint, to view: UIView?) -> CGPoint {
    layer.convert(point, to: (view ?? window)?.layer)
  }

  open func convert(_ point: CGPoint, from view: UIView?) -> CGPoint {
    layer.convert(point, from: (view ?? window)?.layer)
  }

  open func convert(_ rect: CGRect, to view: UIView?) -> CGRect {
    layer.convert(rect, to: (view ?? window)?.layer)
  }

  open func convert(_ rect: CGRect, from view: UIView?) -> CGRect {
    layer.convert(rect, from: (view ?? window)?.layer)
  }

  open func point(inside point: CGPoint, with event: UIEvent?) -> Bool { bounds.contains(point) }

  /// The front view that holds a point of this one.
  open func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
    guard isUserInteractionEnabled, !isHidden, alpha >= 0.01, self.point(inside: point, with: event)
    else { return nil }
    let inner = subviews.reversed().lazy.compactMap { view in
      view.hitTest(view.convert(point, from: self), with: event)
    }
    return inner.first ?? self
  }

  // MARK: Gestures

  open func addGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {
    gestureRecognizer.view?.removeGestureRecognizer(gestureRecognizer)
    gestureRecognizer.view = self
    gestureRecognizers = (gestureRecognizers ?? []) + [gestureRecognizer]
  }

  open func removeGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {
    guard gestureRecognizer.view === self else { return }
    gestureRecognizer.view = nil
    let others = (gestureRecognizers ?? []).filter { $0 !== gestureRecognizer }
    gestureRecognizers = others.isEmpty ? nil : others
  }

  open func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool { true }

  // MARK: Layout

  open func setNeedsLayout() {
    layer.setNeedsLayout()
    if LayoutEngine.isUsed { outermost.layer.setNeedsLayout() }
  }

  open func setNeedsUpdateConstraints() {
    isDueForConstraints = true
    setNeedsLayout()
  }

  open func layoutIfNeeded() {
    if LayoutEngine.isUsed { outermost.layer.layoutIfNeeded() }
    layer.layoutIfNeeded()
  }

  /// Places the subviews. Subclasses override it.
  open func layoutSubviews() {}

  open func sizeThatFits(_ size: CGSize) -> CGSize { bounds.size }

  /// The top left corner stays.
  open func sizeToFit() { fit(sizeThatFits(bounds.size)) }

  func fit(_ size: CGSize) {
    guard transform.isIdentity else { return bounds.size = size }
    frame.size = size
  }

  open var intrinsicContentSize: CGSize {
    CGSize(width: Self.noIntrinsicMetric, height: Self.noIntrinsicMetric)
  }
  public static let noIntrinsicMetric: CGFloat = -1

  open func invalidateIntrinsicContentSize() { (superview ?? self).setNeedsLayout() }

  open var safeAreaInsets: UIEdgeInsets { .zero }

  /// Whether the frame is the one that code sets, and not what constraints say.
  open var translatesAutoresizingMaskIntoConstraints = true {
    didSet { noteConstraints() }
  }

  // MARK: Constraints

  /// Whether `updateConstraints()` comes before the next layout.
  var isDueForConstraints = true

  open func needsUpdateConstraints() -> Bool { isDueForConstraints }
  open func updateConstraintsIfNeeded() {
    guard isDueForConstraints else { return }
    isDueForConstraints = false
    updateConstraints()
  }
  /// Called before the first layout, and the next one after `setNeedsUpdateConstraints()`.
  open func updateConstraints() {}
  open class var requiresConstraintBasedLayout: Bool { false }
  open class func userInterfaceLayoutDirection(
    for attribute: UISemanticContentAttribute
  ) -> UIUserInterfaceLayoutDirection {
    attribute == .forceRightToLeft ? .rightToLeft : .leftToRight
  }
  open func layoutMarginsDidChange() {}
  open func safeAreaInsetsDidChange() {}

  // MARK: Drawing

  /// Draws the view in the context of `UIGraphicsGetCurrentContext()`. Subclasses override it.
  open func draw(_ rect: CGRect) {}

  open func setNeedsDisplay() { layer.setNeedsDisplay() }

  open func setNeedsDisplay(_ rect: CGRect) { layer.setNeedsDisplay(rect) }

  open func draw(_ layer: CALayer, in ctx: CGContext) {
    guard layer === self.layer else { return }
    UIGraphicsPushContext(ctx)
    draw(bounds)
    UIGraphicsPopContext()
  }

  open func display(_ layer: CALayer) { layer.drawContents() }

  open func layerWillDraw(_ layer: CALayer) {}

  open func layoutSublayers(of layer: CALayer) {
    guard layer === self.layer else { return }
    updateConstraintsIfNeeded()
    let isHolder = superview == nil || !placement.constraints.isEmpty || self is UIStackView
    if LayoutEngine.isUsed, isHolder { LayoutEngine.layOut(outermost) }
    controller?.viewWillLayoutSubviews()
    layoutSubviews()
    controller?.viewDidLayoutSubviews()
  }

  /// A view's own layer changes at once, but in blocks of animation.
  open func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { NSNull() }

  /// Draws the view and all in it into the context of this moment.
  @discardableResult
  open func drawHierarchy(in rect: CGRect, afterScreenUpdates: Bool) -> Bool {
    guard let context = UIGraphicsGetCurrentContext(), bounds.width > 0, bounds.height > 0 else {
      return false
    }
    context.saveGState()
    context.translateBy(x: rect.minX, y: rect.minY)
    context.scaleBy(x: rect.width / bounds.width, y: rect.height / bounds.height)
    layer.render(in: context)
    context.restoreGState()
    return true
  }

  open func snapshotView(afterScreenUpdates: Bool) -> UIView? {
    let picture = UIGraphicsImageRenderer(bounds: bounds).image { layer.render(in: $0.cgContext) }
    let view = UIImageView(image: picture)
    view.frame = frame
    return view
  }
}
