package import RostrumBase
import RostrumGeometry
package import RostrumLayerTree
import RostrumSceneFile
package import RostrumTiming

/// A tree of lines for people: box-drawing characters for the branches, and columns that line up
/// among the leaves of one branch.
struct TreeText {
  /// The emphasis of a piece of text where colours are wanted.
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

// Values as shown to people: six digits after the point are enough.

/// A number of at most six digits after the point.
package func readable(_ number: Double) -> String {
  guard number.isFinite else { return number > 0 ? "for ever" : "-for ever" }
  let rounded = (number * 1e6).rounded() / 1e6
  guard rounded.isFinite, abs(number) >= 1e-6 || number == 0 else { return exact(number) }
  return exact(rounded == 0 ? 0 : rounded)
}

package func readable(seconds: Double) -> String {
  seconds.isFinite ? readable(seconds) + " s" : readable(seconds)
}

/// A value as a scene file would show it, shortened.
package func readable(_ value: Value) -> String {
  switch value {
  case .boolean(let flag): return flag ? "true" : "false"
  case .color(let color): return color.css
  case .transform(let matrix): return readable(matrix)
  default: break
  }
  return switch value.parts {
  case .numbers(let list) where list.count == 1 && list[0].name.isEmpty: readable(list[0].number)
  case .numbers(let numbers): list(numbers.map(\.number))
  case .text(let text): jsonString(String(text.prefix(60)))
  case .attributedText(let text): jsonString(String(text.string.prefix(60)))
  case .image(let image):
    "\(image.path.lastPathComponent) (\(image.width) x \(image.height))"
  case .font, .emitterCells, .filters: value.word
  case .words(let words): "[" + words.joined(separator: ", ") + "]"
  case .path: shortened(value.word)
  case .particles: "[]"
  case .none: "none"
  }
}

/// Six numbers where they are all that there is.
private func readable(_ matrix: Transform3D) -> String {
  if matrix == .identity { return "identity" }
  guard let flat = matrix.flattened, Transform3D(flat) == matrix else {
    return list(matrix.elements)
  }
  return list([flat.a, flat.b, flat.c, flat.d, flat.tx, flat.ty])
}

private func list(_ numbers: [Double]) -> String {
  "[" + numbers.map { readable($0) }.joined(separator: ", ") + "]"
}

private func shortened(_ text: String) -> String {
  text.count > 60 ? text.prefix(57) + "..." : text
}

package func readable(_ function: TimingFunction?) -> String { function?.sceneText ?? "linear" }

/// The place in the scene file, such as `line 7`.
package func readable(_ place: SourcePlace?) -> String { place.map { "line \($0.line)" } ?? "" }

extension JSONValue {
  /// A value of a layer, on one line.
  package static func value(_ value: RostrumLayerTree.Value) -> JSONValue {
    .literal(value.json.line())
  }
}
