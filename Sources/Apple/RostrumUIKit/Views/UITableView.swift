public import Foundation

extension IndexPath {
  public init(row: Int, section: Int) { self.init(indexes: [section, row]) }
  public init(item: Int, section: Int) { self.init(row: item, section: section) }

  public var section: Int { self[0] }
  public var row: Int { self[1] }
  public var item: Int { self[1] }
}

/// The source of a table's rows.
public protocol UITableViewDataSource: NSObjectProtocol {
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int
  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell
  func numberOfSections(in tableView: UITableView) -> Int
}

extension UITableViewDataSource {
  public func numberOfSections(in tableView: UITableView) -> Int { 1 }
}

/// The receiver of a table's events. All methods are optional.
public protocol UITableViewDelegate: UIScrollViewDelegate {
  func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat
  func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath)
  func tableView(_ tableView: UITableView, didDeselectRowAt indexPath: IndexPath)
  func tableView(
    _ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath)
}

extension UITableViewDelegate {
  public func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat {
    tableView.rowHeight
  }
  public func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {}
  public func tableView(_ tableView: UITableView, didDeselectRowAt indexPath: IndexPath) {}
  public func tableView(
    _ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath
  ) {}
}

/// Rows in a scroll view, of which all have a cell.
///
/// There are no headers, footers, editing and reuse: `dequeueReusableCell` makes a new cell. A
/// change of rows shows at once, or in a block of animation.
open class UITableView: UIScrollView {
  public enum Style: Int, Sendable {
    case plain, grouped, insetGrouped
  }

  public enum RowAnimation: Int, Sendable {
    case fade, right, left, top, bottom, none, middle
    case automatic = 100
  }

  public enum ScrollPosition: Int, Sendable {
    case none, top, middle, bottom
  }

  public static let automaticDimension: CGFloat = -1

  public let style: Style
  open weak var dataSource: (any UITableViewDataSource)? { didSet { reloadData() } }
  open var rowHeight: CGFloat = 44 { didSet { setNeedsLayout() } }
  open var estimatedRowHeight: CGFloat = 0
  open var separatorStyle = UITableViewCell.SeparatorStyle.singleLine {
    didSet { setNeedsLayout() }
  }
  open var separatorColor: UIColor? = .separator { didSet { setNeedsLayout() } }
  open var allowsSelection = true
  open var backgroundView: UIView?
  open var tableHeaderView: UIView? { didSet { exchange(oldValue, tableHeaderView) } }
  open var tableFooterView: UIView? { didSet { exchange(oldValue, tableFooterView) } }
  open private(set) var indexPathForSelectedRow: IndexPath?
  private var classes: [String: UITableViewCell.Type] = [:]
  private var rows: [(path: IndexPath, cell: UITableViewCell)] = []
  private var needsRows = true

  public init(frame: CGRect, style: Style) {
    self.style = style
    super.init(frame: frame)
    backgroundColor = .systemBackground
    alwaysBounceVertical = true
    let tap = UITapGestureRecognizer(target: self, action: Selector(Self.tapped))
    tap.cancelsTouchesInView = false
    addGestureRecognizer(tap)
  }

  public override convenience init(frame: CGRect) { self.init(frame: frame, style: .plain) }

  public required init?(coder: NSCoder) {
    style = .plain
    super.init(coder: coder)
  }

  private func exchange(_ old: UIView?, _ new: UIView?) {
    old?.removeFromSuperview()
    if let new { addSubview(new) }
    setNeedsLayout()
  }

  // MARK: Cells

  open func register(_ cellClass: AnyClass?, forCellReuseIdentifier identifier: String) {
    classes[identifier] = cellClass as? UITableViewCell.Type
  }

  open func dequeueReusableCell(withIdentifier identifier: String) -> UITableViewCell? {
    classes[identifier].map { _CreatableCell.make($0, identifier) }
  }

  open func dequeueReusableCell(
    withIdentifier identifier: String, for indexPath: IndexPath
  ) -> UITableViewCell {
    guard let cell = dequeueReusableCell(withIdentifier: identifier) else {
      preconditionFailure("no class is registered for the cell '\(identifier)'")
    }
    return cell
  }

  open func reloadData() {
    needsRows = true
    setNeedsLayout()
  }

  open func numberOfRows(inSection section: Int) -> Int {
    dataSource?.tableView(self, numberOfRowsInSection: section) ?? 0
  }

  open var numberOfSections: Int { dataSource?.numberOfSections(in: self) ?? 0 }

  open var visibleCells: [UITableViewCell] {
    layoutIfNeeded()
    return shownRows.map(\.cell)
  }

  open var indexPathsForVisibleRows: [IndexPath]? {
    layoutIfNeeded()
    return shownRows.map(\.path)
  }

  private var shownRows: [(path: IndexPath, cell: UITableViewCell)] {
    rows.filter { !$0.cell.frame.intersection(bounds).isEmpty }
  }

  open func cellForRow(at indexPath: IndexPath) -> UITableViewCell? {
    layoutIfNeeded()
    return rows.first { $0.path == indexPath }?.cell
  }

  open func indexPath(for cell: UITableViewCell) -> IndexPath? {
    rows.first { $0.cell === cell }?.path
  }

  open func indexPathForRow(at point: CGPoint) -> IndexPath? {
    rows.first { $0.cell.frame.contains(point) }?.path
  }

  open func rectForRow(at indexPath: IndexPath) -> CGRect {
    cellForRow(at: indexPath)?.frame ?? .zero
  }

  // MARK: Changes

  open func beginUpdates() {}

  /// Moves the rows to where their heights put them now.
  open func endUpdates() {
    setNeedsLayout()
    UIView.animate(withDuration: 0.3) { self.layoutIfNeeded() }
  }

  open func performBatchUpdates(
    _ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil
  ) {
    updates?()
    setNeedsLayout()
    UIView.animate(
      withDuration: 0.3, animations: { self.layoutIfNeeded() }, completion: completion)
  }

  open func reloadRows(at indexPaths: [IndexPath], with animation: RowAnimation) { reloadData() }
  open func insertRows(at indexPaths: [IndexPath], with animation: RowAnimation) { reloadData() }
  open func deleteRows(at indexPaths: [IndexPath], with animation: RowAnimation) { reloadData() }
  open func reloadSections(_ sections: IndexSet, with animation: RowAnimation) { reloadData() }

  open func scrollToRow(at indexPath: IndexPath, at place: ScrollPosition, animated: Bool) {
    let rect = rectForRow(at: indexPath)
    let parts: [ScrollPosition: CGFloat] = [.top: 0, .middle: 0.5, .bottom: 1]
    guard let part = parts[place] else { return scrollRectToVisible(rect, animated: animated) }
    let y = rect.minY - (bounds.height - rect.height) * part
    setContentOffset(
      CGPoint(x: 0, y: max(min(y, contentSize.height - bounds.height), 0)), animated: animated)
  }

  open func selectRow(at path: IndexPath?, animated: Bool, scrollPosition: ScrollPosition) {
    if let old = indexPathForSelectedRow { deselectRow(at: old, animated: animated) }
    indexPathForSelectedRow = path
    path.flatMap(cellForRow)?.setSelected(true, animated: animated)
  }

  open func deselectRow(at indexPath: IndexPath, animated: Bool) {
    if indexPathForSelectedRow == indexPath { indexPathForSelectedRow = nil }
    cellForRow(at: indexPath)?.setSelected(false, animated: animated)
  }

  private func tapped(_ tap: UITapGestureRecognizer) {
    guard allowsSelection, let path = indexPathForRow(at: tap.location(in: self)) else { return }
    let old = indexPathForSelectedRow
    selectRow(at: path, animated: false, scrollPosition: .none)
    let told = delegate as? any UITableViewDelegate
    if let old, old != path { told?.tableView(self, didDeselectRowAt: old) }
    told?.tableView(self, didSelectRowAt: path)
  }

  // MARK: Layout

  private func makeRows() {
    needsRows = false
    for row in rows { row.cell.removeFromSuperview() }
    rows = []
    guard let dataSource else { return }
    for section in 0..<dataSource.numberOfSections(in: self) {
      for row in 0..<dataSource.tableView(self, numberOfRowsInSection: section) {
        let path = IndexPath(row: row, section: section)
        let cell = dataSource.tableView(self, cellForRowAt: path)
        rows.append((path, cell))
        addSubview(cell)
        (delegate as? any UITableViewDelegate)?.tableView(self, willDisplay: cell, forRowAt: path)
      }
    }
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    if needsRows { makeRows() }
    var y: CGFloat = 0
    func stack(_ view: UIView?, height: CGFloat) {
      view?.place(CGRect(x: 0, y: y, width: bounds.width, height: height))
      y += height
    }
    stack(tableHeaderView, height: tableHeaderView?.bounds.height ?? 0)
    for row in rows {
      let told = delegate as? any UITableViewDelegate
      var height = told?.tableView(self, heightForRowAt: row.path) ?? rowHeight
      if height < 0 {
        let target = CGSize(width: bounds.width, height: 0)
        height = max(row.cell.contentView.systemLayoutSizeFitting(target).height, 44)
      }
      row.cell.separator = separatorStyle == .none ? nil : separatorColor
      stack(row.cell, height: height)
    }
    stack(tableFooterView, height: tableFooterView?.bounds.height ?? 0)
    contentSize = CGSize(width: bounds.width, height: y)
  }
}
