public import Foundation

/// The places of a collection's views.
open class UICollectionViewLayout: NSObject {
  open internal(set) weak var collectionView: UICollectionView?

  public override init() { super.init() }

  public required init?(coder: NSCoder) { super.init() }

  open class var layoutAttributesClass: AnyClass { UICollectionViewLayoutAttributes.self }
  open var collectionViewContentSize: CGSize { .zero }
  open func prepare() {}
  open func invalidateLayout() { collectionView?.preparesAgain() }
  open func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool { false }
  open func layoutAttributesForElements(
    in rect: CGRect
  ) -> [UICollectionViewLayoutAttributes]? { nil }
  open func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
    nil
  }
  open func targetContentOffset(forProposedContentOffset proposedContentOffset: CGPoint) -> CGPoint
  { proposedContentOffset }
  open func targetContentOffset(
    forProposedContentOffset proposedContentOffset: CGPoint, withScrollingVelocity velocity: CGPoint
  ) -> CGPoint { targetContentOffset(forProposedContentOffset: proposedContentOffset) }
}

/// Items in lines, as many in each line as have room; the lines spread over the room.
///
/// There are no headers and no footers.
open class UICollectionViewFlowLayout: UICollectionViewLayout {
  open var scrollDirection = UICollectionView.ScrollDirection.vertical {
    didSet { if scrollDirection != oldValue { invalidateLayout() } }
  }
  open var itemSize = CGSize(width: 50, height: 50) {
    didSet { if itemSize != oldValue { invalidateLayout() } }
  }
  open var minimumLineSpacing: CGFloat = 10 {
    didSet { if minimumLineSpacing != oldValue { invalidateLayout() } }
  }
  open var minimumInteritemSpacing: CGFloat = 10 {
    didSet { if minimumInteritemSpacing != oldValue { invalidateLayout() } }
  }
  open var sectionInset = UIEdgeInsets.zero {
    didSet { if sectionInset != oldValue { invalidateLayout() } }
  }
  open var headerReferenceSize = CGSize.zero { didSet { warn(headerReferenceSize) } }
  open var footerReferenceSize = CGSize.zero { didSet { warn(footerReferenceSize) } }
  /// Items have the size that is given.
  open var estimatedItemSize = CGSize.zero
  private var places: [UICollectionViewLayoutAttributes] = []
  private var contentSize = CGSize.zero

  private func warn(_ size: CGSize) {
    if size != .zero { FilmCode.warn("a collection shows no headers and no footers") }
  }

  open override var collectionViewContentSize: CGSize { contentSize }

  open override func prepare() {
    places = []
    contentSize = collectionView?.bounds.size ?? .zero
    guard let collectionView else { return }
    var end: CGFloat = 0
    for section in 0..<collectionView.numberOfSections {
      end = place(section: section, of: collectionView, from: end)
    }
    if isVertical { contentSize.height = end } else { contentSize.width = end }
  }

  private var isVertical: Bool { scrollDirection == .vertical }

  /// Exchanges the axes of a layout that scrolls to the side.
  private func turned(_ size: CGSize) -> CGSize {
    isVertical ? size : CGSize(width: size.height, height: size.width)
  }

  /// Places a section's items, and returns where the section ends.
  private func place(
    section: Int, of view: UICollectionView, from start: CGFloat
  ) -> CGFloat {
    let told = view.delegate as? any UICollectionViewDelegateFlowLayout
    let inset = told?.collectionView(view, layout: self, insetForSectionAt: section) ?? sectionInset
    let gap =
      told?.collectionView(view, layout: self, minimumLineSpacingForSectionAt: section)
      ?? minimumLineSpacing
    let least =
      told?.collectionView(view, layout: self, minimumInteritemSpacingForSectionAt: section)
      ?? minimumInteritemSpacing
    let (near, far) = isVertical ? (inset.top, inset.bottom) : (inset.left, inset.right)
    let side = isVertical ? inset.left : inset.top
    let room =
      turned(view.bounds.size).width - side - (isVertical ? inset.right : inset.bottom)
    var (y, spacing) = (start + near, least)
    var line: [(path: IndexPath, size: CGSize)] = []
    var used: CGFloat = 0
    func end(isLast: Bool) {
      guard !line.isEmpty else { return }
      let height = line.map(\.size.height).max() ?? 0
      if !isLast, line.count > 1 {
        spacing = (room - line.map(\.size.width).reduce(0, +)) / CGFloat(line.count - 1)
      }
      var x = side + (!isLast && line.count == 1 ? max(room - line[0].size.width, 0) / 2 : 0)
      for (path, size) in line {
        add(path, CGRect(origin: CGPoint(x: x, y: y + (height - size.height) / 2), size: size))
        x += size.width + spacing
      }
      y += height + gap
      (line, used) = ([], 0)
    }
    for item in 0..<view.numberOfItems(inSection: section) {
      let path = IndexPath(item: item, section: section)
      let size = turned(
        told?.collectionView(view, layout: self, sizeForItemAt: path) ?? itemSize)
      if !line.isEmpty, used + least + size.width > room + 0.001 { end(isLast: false) }
      used += (line.isEmpty ? 0 : least) + size.width
      line.append((path, size))
    }
    let fillsLine = line.count == 1 && 2 * used + least > room
    end(isLast: !fillsLine)
    return y - (y > start + near ? gap : 0) + far
  }

  private func add(_ path: IndexPath, _ rect: CGRect) {
    let type =
      Self.layoutAttributesClass as? UICollectionViewLayoutAttributes.Type
      ?? UICollectionViewLayoutAttributes.self
    let attributes = _CreatableAttributes.make(type)
    attributes.indexPath = path
    let origin = isVertical ? rect.origin : CGPoint(x: rect.minY, y: rect.minX)
    attributes.frame = CGRect(origin: origin, size: turned(rect.size))
    places.append(attributes)
  }

  open override func layoutAttributesForElements(
    in rect: CGRect
  ) -> [UICollectionViewLayoutAttributes]? {
    places.filter { !$0.frame.intersection(rect).isEmpty }
  }

  open override func layoutAttributesForItem(
    at indexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? { places.first { $0.indexPath == indexPath } }
}
