public import Foundation

/// A row of titles or pictures, of which a tap chooses one.
///
/// A piece behind the chosen one moves from segment to segment. Backgrounds and dividers of one's
/// own take the place of the standard ones: an empty picture is none.
open class UISegmentedControl: UIControl {
  private struct Segment {
    let label = UILabel()
    let picture = UIImageView()
    var isEnabled = true
    var width: CGFloat = 0
  }

  public static let noSegment = -1
  private var segments: [Segment] = []
  private let piece = UIView()
  private var attributes: [UIControl.State: [NSAttributedString.Key: Any]] = [:]
  private var hasBackground = true
  open var selectedSegmentIndex = noSegment { didSet { update() } }
  open var selectedSegmentTintColor: UIColor? { didSet { update() } }
  open var isMomentary = false
  open var apportionsSegmentWidthsByContent = false

  public override init(frame: CGRect) {
    super.init(frame: frame)
    layer.cornerRadius = 8
    piece.layer.cornerRadius = 7
    piece.isUserInteractionEnabled = false
    addSubview(piece)
    addGestureRecognizer(UITapGestureRecognizer(target: self, action: Selector(Self.tapped)))
    update()
  }

  public convenience init(items: [Any]?) {
    self.init(frame: .zero)
    for (index, item) in (items ?? []).enumerated() {
      if let image = item as? UIImage { insertSegment(with: image, at: index, animated: false) }
      if let title = item as? String {
        insertSegment(withTitle: title, at: index, animated: false)
      }
    }
  }

  public required init?(coder: NSCoder) { super.init(coder: coder) }

  // MARK: Segments

  open var numberOfSegments: Int { segments.count }

  private func insert(_ segment: Segment, _ index: Int, _ animated: Bool) {
    segments.insert(segment, at: min(max(index, 0), segments.count))
    segment.label.textAlignment = .center
    segment.picture.contentMode = .center
    for view in [segment.label, segment.picture] { addSubview(view) }
    change(animated)
  }

  private func change(_ animated: Bool) {
    setNeedsLayout()
    invalidateIntrinsicContentSize()
    update()
    if animated { UIView.animate(withDuration: 0.35) { self.layoutIfNeeded() } }
  }

  open func insertSegment(withTitle title: String?, at segment: Int, animated: Bool) {
    let new = Segment()
    new.label.text = title
    insert(new, segment, animated)
  }

  open func insertSegment(with image: UIImage?, at segment: Int, animated: Bool) {
    let new = Segment()
    new.picture.image = image
    insert(new, segment, animated)
  }

  open func removeSegment(at segment: Int, animated: Bool) {
    guard segments.indices.contains(segment) else { return }
    let old = segments.remove(at: segment)
    for view in [old.label, old.picture] { view.removeFromSuperview() }
    change(animated)
  }

  open func removeAllSegments() {
    while !segments.isEmpty { removeSegment(at: 0, animated: false) }
    selectedSegmentIndex = Self.noSegment
  }

  /// The nearest segment's index, as UIKit takes one outside of the range; `nil` without segments.
  private func index(_ segment: Int) -> Int? {
    segments.isEmpty ? nil : min(max(segment, 0), segments.count - 1)
  }

  open func setTitle(_ title: String?, forSegmentAt segment: Int) {
    guard let index = index(segment) else { return }
    segments[index].label.text = title
    change(false)
  }

  open func titleForSegment(at segment: Int) -> String? {
    index(segment).flatMap { segments[$0].label.text }
  }

  open func setImage(_ image: UIImage?, forSegmentAt segment: Int) {
    if let index = index(segment) { segments[index].picture.image = image }
  }

  open func imageForSegment(at segment: Int) -> UIImage? {
    index(segment).flatMap { segments[$0].picture.image }
  }

  open func setWidth(_ width: CGFloat, forSegmentAt segment: Int) {
    guard let index = index(segment) else { return }
    segments[index].width = width
    change(false)
  }

  open func setEnabled(_ enabled: Bool, forSegmentAt segment: Int) {
    guard let index = index(segment) else { return }
    segments[index].isEnabled = enabled
    update()
  }

  open func isEnabledForSegment(at segment: Int) -> Bool {
    index(segment).map { segments[$0].isEnabled } ?? false
  }

  // MARK: Appearance

  open func setTitleTextAttributes(
    _ attributes: [NSAttributedString.Key: Any]?, for state: UIControl.State
  ) {
    self.attributes[state] = attributes
    change(false)
  }

  open func titleTextAttributes(
    for state: UIControl.State
  ) -> [NSAttributedString.Key: Any]? { attributes[state] }

  open func setBackgroundImage(
    _ backgroundImage: UIImage?, for state: UIControl.State, barMetrics: UIBarMetrics
  ) {
    hasBackground = backgroundImage == nil
    if let size = backgroundImage?.size, size.width > 1 {
      FilmCode.warn("a segmented control shows no background pictures")
    }
    update()
  }

  /// Segments have no dividers.
  open func setDividerImage(
    _ dividerImage: UIImage?, forLeftSegmentState leftState: UIControl.State,
    rightSegmentState rightState: UIControl.State, barMetrics: UIBarMetrics
  ) {}

  private func update() {
    backgroundColor = hasBackground ? .tertiarySystemFill : nil
    piece.backgroundColor = selectedSegmentTintColor ?? .systemBackground
    piece.isHidden = !hasBackground || !segments.indices.contains(selectedSegmentIndex)
    for (index, segment) in segments.enumerated() {
      let isChosen = index == selectedSegmentIndex
      let own = (attributes[.normal] ?? [:])
        .merging(isChosen ? attributes[.selected] ?? [:] : [:]) { $1 }
      let standard = UIFont.systemFont(ofSize: 13, weight: isChosen ? .semibold : .regular)
      segment.label.font = own[.font] as? UIFont ?? standard
      segment.label.textColor = own[.foregroundColor] as? UIColor ?? .label
      segment.label.alpha = segment.isEnabled && isEnabled ? 1 : 0.3
    }
    if let place = place(selectedSegmentIndex) { piece.frame = place.insetBy(dx: 2, dy: 2) }
  }

  private func place(_ index: Int) -> CGRect? {
    guard segments.indices.contains(index) else { return nil }
    let given = segments.map(\.width)
    let rest = max(bounds.width - given.reduce(0, +), 0)
    let share = rest / CGFloat(max(given.count { $0 == 0 }, 1))
    let widths = given.map { $0 == 0 ? share : $0 }
    return CGRect(
      x: widths[..<index].reduce(0, +), y: 0, width: widths[index], height: bounds.height)
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    for (index, segment) in segments.enumerated() {
      guard let place = place(index) else { continue }
      (segment.label.frame, segment.picture.frame) = (place, place)
    }
    update()
  }

  open override var intrinsicContentSize: CGSize {
    let widest =
      segments.map { max($0.label.intrinsicContentSize.width, $0.picture.image?.size.width ?? 0) }
      .max() ?? 0
    return CGSize(width: (widest + 24) * CGFloat(segments.count), height: 32)
  }

  open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }

  private func tapped(_ tap: UITapGestureRecognizer) {
    let point = tap.location(in: self)
    guard isEnabled,
      let index = segments.indices.first(where: { place($0)?.contains(point) == true }),
      segments[index].isEnabled, index != selectedSegmentIndex
    else { return }
    UIView.animate(withDuration: 0.3) { self.selectedSegmentIndex = index }
    sendActions(for: .valueChanged)
    if isMomentary { selectedSegmentIndex = Self.noSegment }
  }
}
