/// A tree of lines for people: box-drawing characters for the branches, and columns that line up
/// among the leaves of one branch.
struct TreeText {
  /// How a piece of text stands out where colours are wanted.
  enum Style: String {
    case plain = "0"
    case strong = "1"
    case faint = "2"
    case good = "32"
  }

  struct Cell {
    let text: String
    let style: Style

    init(_ text: String, _ style: Style = .plain) {
      self.text = text
      self.style = style
    }
  }

  var cells: [Cell]
  var branches: [TreeText] = []

  init(_ cells: [Cell], _ branches: [TreeText] = []) {
    self.cells = cells
    self.branches = branches
  }

  /// A label, and what there is to say about it.
  init(_ label: String, _ texts: String..., style: Style = .plain) {
    cells = [Cell(label, .faint)] + texts.map { Cell($0, style) }
  }

  /// All lines, each with its line break.
  func text(usesColor: Bool) -> String {
    var lines: [String] = [line(widths: [], usesColor)]
    appendBranches(to: &lines, "", usesColor)
    return lines.map { $0 + "\n" }.joined()
  }

  private func appendBranches(to lines: inout [String], _ prefix: String, _ usesColor: Bool) {
    let widths = Self.widths(branches)
    for (index, branch) in branches.enumerated() {
      let isLast = index == branches.count - 1
      let own = branch.line(widths: branch.branches.isEmpty ? widths : [], usesColor)
      lines.append(prefix + (isLast ? "└─ " : "├─ ") + own)
      branch.appendBranches(to: &lines, prefix + (isLast ? "   " : "│  "), usesColor)
    }
  }

  /// The width of each column of the leaves; very long cells do not widen a column.
  private static func widths(_ rows: [TreeText]) -> [Int] {
    let leaves = rows.filter(\.branches.isEmpty)
    let columns = leaves.map(\.cells.count).max() ?? 0
    return (0..<columns).map { column in
      let lengths = leaves.filter { $0.cells.count > column + 1 }.map {
        $0.cells[column].text.count
      }
      return lengths.filter { $0 <= 48 }.max() ?? 0
    }
  }

  private func line(widths: [Int], _ usesColor: Bool) -> String {
    cells.enumerated().map { index, cell in
      let isLast = index == cells.count - 1
      let padding = index < widths.count && !isLast ? max(0, widths[index] - cell.text.count) : 0
      return cell.text(usesColor) + (isLast ? "" : String(repeating: " ", count: padding + 2))
    }.joined()
  }
}

extension TreeText.Cell {
  fileprivate func text(_ usesColor: Bool) -> String {
    usesColor && style != .plain && !text.isEmpty
      ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }
}
