public import Foundation

/// The source of a collection's items.
public protocol UICollectionViewDataSource: NSObjectProtocol {
  func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int)
    -> Int
  func collectionView(
    _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
  ) -> UICollectionViewCell
  func numberOfSections(in collectionView: UICollectionView) -> Int
}

extension UICollectionViewDataSource {
  public func numberOfSections(in collectionView: UICollectionView) -> Int { 1 }
}

/// The receiver of a collection's events. All methods are optional.
public protocol UICollectionViewDelegate: UIScrollViewDelegate {
  func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath)
  func collectionView(_ collectionView: UICollectionView, didDeselectItemAt indexPath: IndexPath)
  func collectionView(
    _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell,
    forItemAt indexPath: IndexPath)
}

extension UICollectionViewDelegate {
  public func collectionView(
    _ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath
  ) {}
  public func collectionView(
    _ collectionView: UICollectionView, didDeselectItemAt indexPath: IndexPath
  ) {}
  public func collectionView(
    _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell,
    forItemAt indexPath: IndexPath
  ) {}
}

/// The sizes of a flow layout's items. All methods are optional.
public protocol UICollectionViewDelegateFlowLayout: UICollectionViewDelegate {
  func collectionView(
    _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
    sizeForItemAt indexPath: IndexPath
  ) -> CGSize
  func collectionView(
    _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
    insetForSectionAt section: Int
  ) -> UIEdgeInsets
  func collectionView(
    _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
    minimumLineSpacingForSectionAt section: Int
  ) -> CGFloat
  func collectionView(
    _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
    minimumInteritemSpacingForSectionAt section: Int
  ) -> CGFloat
}

extension UICollectionViewDelegateFlowLayout {
  private func flow(_ layout: UICollectionViewLayout) -> UICollectionViewFlowLayout {
    layout as? UICollectionViewFlowLayout ?? UICollectionViewFlowLayout()
  }
  public func collectionView(
    _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
    sizeForItemAt indexPath: IndexPath
  ) -> CGSize { flow(collectionViewLayout).itemSize }
  public func collectionView(
    _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
    insetForSectionAt section: Int
  ) -> UIEdgeInsets { flow(collectionViewLayout).sectionInset }
  public func collectionView(
    _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
    minimumLineSpacingForSectionAt section: Int
  ) -> CGFloat { flow(collectionViewLayout).minimumLineSpacing }
  public func collectionView(
    _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
    minimumInteritemSpacingForSectionAt section: Int
  ) -> CGFloat { flow(collectionViewLayout).minimumInteritemSpacing }
}

/// Items in a scroll view, which a layout places.
///
/// There are no headers, footers and reuse: an item has a cell of its own from when it is first
/// shown. A change of items shows at once, or in a block of animation.
open class UICollectionView: UIScrollView {
  public enum ScrollDirection: Int, Sendable {
    case vertical, horizontal
  }

  public struct ScrollPosition: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let top = Self(rawValue: 1)
    public static let centeredVertically = Self(rawValue: 2)
    public static let bottom = Self(rawValue: 4)
    public static let left = Self(rawValue: 8)
    public static let centeredHorizontally = Self(rawValue: 16)
    public static let right = Self(rawValue: 32)
  }

  open weak var dataSource: (any UICollectionViewDataSource)? { didSet { reloadData() } }
  open var collectionViewLayout: UICollectionViewLayout {
    didSet {
      oldValue.collectionView = nil
      collectionViewLayout.collectionView = self
      preparesAgain()
    }
  }
  open var backgroundView: UIView? {
    didSet {
      oldValue?.removeFromSuperview()
      if let backgroundView { insertSubview(backgroundView, at: 0) }
    }
  }
  open var allowsSelection = true
  open var allowsMultipleSelection = false
  /// Nothing is fetched before it shows.
  open var isPrefetchingEnabled = true
  private var selected: Set<IndexPath> = []
  private var classes: [String: UICollectionReusableView.Type] = [:]
  private var cells: [IndexPath: UICollectionViewCell] = [:]
  private var prepared: CGRect?

  public init(frame: CGRect, collectionViewLayout layout: UICollectionViewLayout) {
    collectionViewLayout = layout
    super.init(frame: frame)
    layout.collectionView = self
    backgroundColor = .systemBackground
    let tap = UITapGestureRecognizer(target: self, action: Selector(Self.tapped))
    tap.cancelsTouchesInView = false
    addGestureRecognizer(tap)
  }

  public required init?(coder: NSCoder) {
    collectionViewLayout = UICollectionViewFlowLayout()
    super.init(coder: coder)
    collectionViewLayout.collectionView = self
  }

  // MARK: Cells

  open func register(_ cellClass: AnyClass?, forCellWithReuseIdentifier identifier: String) {
    classes[identifier] = cellClass as? UICollectionReusableView.Type
  }

  open func dequeueReusableCell(
    withReuseIdentifier identifier: String, for indexPath: IndexPath
  ) -> UICollectionViewCell {
    guard let type = classes[identifier],
      let cell = _CreatableReusableView.make(type) as? UICollectionViewCell
    else { preconditionFailure("no class is registered for the cell '\(identifier)'") }
    cell.reuseIdentifier = identifier
    return cell
  }

  open func reloadData() {
    for cell in cells.values { cell.removeFromSuperview() }
    (cells, selected) = ([:], [])
    preparesAgain()
  }

  func preparesAgain() {
    prepared = nil
    setNeedsLayout()
  }

  open var numberOfSections: Int { dataSource?.numberOfSections(in: self) ?? 0 }

  open func numberOfItems(inSection section: Int) -> Int {
    dataSource?.collectionView(self, numberOfItemsInSection: section) ?? 0
  }

  open func cellForItem(at indexPath: IndexPath) -> UICollectionViewCell? {
    layoutIfNeeded()
    return shown[indexPath]
  }

  open func indexPath(for cell: UICollectionViewCell) -> IndexPath? {
    cells.first { $0.value === cell }?.key
  }

  open func indexPathForItem(at point: CGPoint) -> IndexPath? {
    shown.sorted { $0.value.layer.zPosition > $1.value.layer.zPosition }
      .first { $0.value.frame.contains(point) }?.key
  }

  open var indexPathsForVisibleItems: [IndexPath] {
    layoutIfNeeded()
    return shown.keys.sorted()
  }

  open var visibleCells: [UICollectionViewCell] {
    indexPathsForVisibleItems.compactMap { cells[$0] }
  }

  private var shown: [IndexPath: UICollectionViewCell] { cells.filter { !$0.value.isHidden } }

  open func layoutAttributesForItem(at path: IndexPath) -> UICollectionViewLayoutAttributes? {
    prepareIfNeeded()
    return collectionViewLayout.layoutAttributesForItem(at: path)
  }

  // MARK: Changes

  open func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
    updates?()
    preparesAgain()
    UIView.animate(
      withDuration: 0.3, animations: { self.layoutIfNeeded() }, completion: completion)
  }

  open func setCollectionViewLayout(
    _ layout: UICollectionViewLayout, animated: Bool, completion: ((Bool) -> Void)? = nil
  ) {
    layoutIfNeeded()
    collectionViewLayout = layout
    UIView.animate(
      withDuration: animated ? 0.3 : 0, animations: { self.layoutIfNeeded() },
      completion: completion)
  }

  open func reloadItems(at indexPaths: [IndexPath]) { reloadData() }
  open func insertItems(at indexPaths: [IndexPath]) { reloadData() }
  open func deleteItems(at indexPaths: [IndexPath]) { reloadData() }
  open func reloadSections(_ sections: IndexSet) { reloadData() }

  open func scrollToItem(
    at indexPath: IndexPath, at scrollPosition: ScrollPosition, animated: Bool
  ) {
    guard let rect = layoutAttributesForItem(at: indexPath)?.frame else { return }
    let parts: [(place: ScrollPosition, x: CGFloat?, y: CGFloat?)] = [
      (.left, 0, nil), (.centeredHorizontally, 0.5, nil), (.right, 1, nil),
      (.top, nil, 0), (.centeredVertically, nil, 0.5), (.bottom, nil, 1),
    ]
    let asked = parts.filter { scrollPosition.contains($0.place) }
    if asked.isEmpty { return scrollRectToVisible(rect, animated: animated) }
    var offset = contentOffset
    for part in asked {
      if let x = part.x { offset.x = rect.minX - (bounds.width - rect.width) * x }
      if let y = part.y { offset.y = rect.minY - (bounds.height - rect.height) * y }
    }
    setContentOffset(limited(offset), animated: animated)
  }

  open var indexPathsForSelectedItems: [IndexPath]? { selected.sorted() }

  open func selectItem(at path: IndexPath?, animated: Bool, scrollPosition: ScrollPosition) {
    if !allowsMultipleSelection || path == nil {
      for old in selected where old != path { deselectItem(at: old, animated: animated) }
    }
    guard let path else { return }
    selected.insert(path)
    cells[path]?.isSelected = true
    if scrollPosition != [] { scrollToItem(at: path, at: scrollPosition, animated: animated) }
  }

  open func deselectItem(at indexPath: IndexPath, animated: Bool) {
    selected.remove(indexPath)
    cells[indexPath]?.isSelected = false
  }

  private func tapped(_ tap: UITapGestureRecognizer) {
    guard allowsSelection, let path = indexPathForItem(at: tap.location(in: self)) else { return }
    let told = delegate as? any UICollectionViewDelegate
    if allowsMultipleSelection, selected.contains(path) {
      deselectItem(at: path, animated: false)
      told?.collectionView(self, didDeselectItemAt: path)
      return
    }
    let old = selected.subtracting([path])
    selectItem(at: path, animated: false, scrollPosition: [])
    for path in old.subtracting(selected) { told?.collectionView(self, didDeselectItemAt: path) }
    told?.collectionView(self, didSelectItemAt: path)
  }

  // MARK: Layout

  private func prepareIfNeeded() {
    guard prepared != bounds,
      prepared?.size != bounds.size
        || collectionViewLayout.shouldInvalidateLayout(forBoundsChange: bounds)
    else { return }
    // A layout that changes its own values while it prepares them prepares once more.
    for _ in 0..<2 where prepared != bounds {
      prepared = bounds
      collectionViewLayout.prepare()
    }
    prepared = bounds
    contentSize = collectionViewLayout.collectionViewContentSize
  }

  open override var contentOffset: CGPoint {
    get { super.contentOffset }
    set {
      super.contentOffset = newValue
      setNeedsLayout()
    }
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    prepareIfNeeded()
    backgroundView?.frame = bounds
    let places = collectionViewLayout.layoutAttributesForElements(in: bounds) ?? []
    for path in Set(cells.keys).subtracting(places.map(\.indexPath)) {
      cells[path]?.isHidden = true
    }
    for place in places {
      if let cell = cells[place.indexPath] { place.place(cell) } else { show(place) }
    }
  }

  private func show(_ place: UICollectionViewLayoutAttributes) {
    guard let cell = dataSource?.collectionView(self, cellForItemAt: place.indexPath) else {
      return
    }
    cells[place.indexPath] = cell
    cell.isSelected = selected.contains(place.indexPath)
    UIView.performWithoutAnimation {
      addSubview(cell)
      place.place(cell)
    }
    (delegate as? any UICollectionViewDelegate)?
      .collectionView(self, willDisplay: cell, forItemAt: place.indexPath)
  }
}
