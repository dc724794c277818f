// swift-format-ignore-file
import UIKit

/// A row that opens when it is chosen.
class ExpandingCell: UITableViewCell {
  static let identifier = String(describing: ExpandingCell.self)
  private let stripe = UIView()

  override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
    super.init(style: style, reuseIdentifier: reuseIdentifier)
    selectionStyle = .none
    stripe.translatesAutoresizingMaskIntoConstraints = false
    contentView.addSubview(stripe)
    let views = ["stripe": stripe]
    contentView.addConstraints(NSLayoutConstraint.constraints(withVisualFormat: "H:|-(inset)-[stripe]-(inset)-|", options: [], metrics: ["inset": 10], views: views))
    contentView.addConstraints(NSLayoutConstraint.constraints(withVisualFormat: "V:|-4-[stripe]-4-|", options: NSLayoutConstraint.FormatOptions(rawValue: 0), metrics: nil, views: views))
  }

  required init?(coder aDecoder: NSCoder) { super.init(coder: aDecoder) }

  func fill(_ color: UIColor) {
    stripe.backgroundColor = color
    stripe.layer.cornerRadius = 6
  }

  override func prepareForReuse() {
    super.prepareForReuse()
    stripe.backgroundColor = nil
  }
}

class ExpandingRowsController: UIViewController, UITableViewDataSource, UITableViewDelegate {
  private let table = UITableView(frame: .zero, style: .plain)
  private var open: IndexPath?
  private let colors: [UIColor] = [.systemRed, .systemOrange, .systemGreen, .systemBlue]
  private var offsets: [CGFloat] = []

  override func viewDidLoad() {
    super.viewDidLoad()
    table.register(ExpandingCell.self, forCellReuseIdentifier: ExpandingCell.identifier)
    table.dataSource = self
    table.delegate = self
    table.separatorStyle = .none
    view.addSubview(table)
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    table.frame = view.bounds
  }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { colors.count }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: ExpandingCell.identifier, for: indexPath) as! ExpandingCell
    cell.fill(colors[indexPath.row])
    return cell
  }

  func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat {
    return indexPath == open ? 80 : 32
  }

  func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    open = open == indexPath ? nil : indexPath
    UIView.animate(withDuration: 0.4, delay: 0, options: .curveEaseOut, animations: {
      tableView.beginUpdates()
      tableView.endUpdates()
    }, completion: nil)
  }
}
