import Browser
import RostrumCanvas
import Foundation

/// Renders scenes and figures with a second renderer, Chromium, and prints how far it agrees:
/// `Oracle [--keep FOLDER] [--generated COUNT] [NAME...]`; with `--generated`, that number of
/// random scenes instead.
///
/// Ends with 1 when a bound is broken. With `--keep`, the browser's picture, ours and their
/// differences go to a folder, for looking.
@main
struct Oracle {
  static func main() {
    do {
      try run()
    } catch {
      print(error)
      exit(69)
    }
  }

  private static func run() throws {
    var words = Array(CommandLine.arguments.dropFirst())
    var folder: URL?
    if words.first == "--keep", words.count > 1 {
      folder = URL(filePath: words[1])
      words.removeFirst(2)
    }
    var generated: Int?
    if words.first == "--generated", words.count > 1 {
      generated = Int(words[1])
      words.removeFirst(2)
    }
    let page = try Browser().page(width: 300, height: 300)
    let finePage = try Browser(scale: Comparison.samples).page(width: 300, height: 300)
    var tried = 0
    var broken = 0
    func show(_ name: String, _ compare: () throws -> [Comparison]) {
      do {
        for comparison in try compare() {
          tried += 1
          print(Table.row(comparison))
          if !comparison.isWithinBounds { broken += 1 }
          if let folder { try keep(comparison, in: folder) }
        }
      } catch {
        print("\(name): \(error)")
        tried += 1
        broken += 1
      }
    }
    print(Table.header)
    let twins = generated == nil ? Twin.all(matching: words) : []
    for twin in twins { show(twin.name) { [try Comparison(twin, on: finePage)] } }
    let temporary = FileManager.default.temporaryDirectory
      .appending(path: "rostrum-oracle-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: temporary) }
    for seed in 0..<(generated ?? 0) {
      let twin = GeneratedTwin(seed: UInt64(seed))
      show("generated \(seed)") { try Comparison.all(twin, on: finePage, in: temporary) }
      if let folder { try twin.write(to: folder) }
    }
    for file in generated == nil ? Twin.figures(matching: words) : [] {
      for drawsOutlines in [false, true] {
        show(file.lastPathComponent) {
          let figure = try Comparison(
            figure: file, drawsOutlines: drawsOutlines, on: page, in: temporary)
          return [figure]
        }
      }
    }
    print("\(tried) compared, \(broken) out of bounds. \(Table.legend)")
    if broken > 0 || tried == 0 { exit(1) }
  }

  private static func keep(_ comparison: Comparison, in folder: URL) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let name = comparison.name.replacing("/", with: "-")
    let difference = try Likeness.picture(of: comparison.expected, and: comparison.actual)
    let pictures = [
      ("browser", comparison.expected), ("rostrum", comparison.actual), ("difference", difference),
    ]
    for (kind, picture) in pictures {
      let bytes = try PNGEncoder(compressionLevel: 6, filter: .sub).encode(picture)
      try Data(bytes).write(to: folder.appending(path: "\(name).\(kind).png"))
    }
  }
}

/// The printed table.
enum Table {
  static let header = line("scene", "interior", "edge", "edge pixels", "corners")
  static let legend = """
    Bounds: \(Likeness.interiorBound)/255 in interiors, \(Likeness.edgeBound)/255 at edges, \
    \(Comparison.cornerBound) px for corners; of generated scenes \(GeneratedTwin.interiorBound) \
    and \(GeneratedTwin.edgeBound), of their samples \(GeneratedTwin.interiorBoundOfSamples) and \
    \(GeneratedTwin.edgeBoundOfSamples). Edge pixels: how many differ by more than the bound \
    of interiors, of how many there are.
    """

  static func row(_ comparison: Comparison) -> String {
    let likeness = comparison.likeness
    guard likeness.hasSameSize else {
      return line(comparison.name, "sizes differ", "", "", "")
    }
    let corners =
      comparison.corners == 0 ? "" : String(format: "%.4f", comparison.cornerDistance)
    return line(
      comparison.name, "\(likeness.interior)", "\(likeness.edge)",
      "\(likeness.differingEdgePixels) of \(likeness.edgePixels)", corners)
      + (comparison.isWithinBounds ? "" : "  " + complaint(comparison))
  }

  private static func complaint(_ comparison: Comparison) -> String {
    let likeness = comparison.likeness
    var parts: [String] = []
    if !comparison.isInteriorAlike {
      parts.append("interior at (\(likeness.interiorPlace.x), \(likeness.interiorPlace.y))")
    }
    if !comparison.isEdgeAlike {
      parts.append("edge at (\(likeness.edgePlace.x), \(likeness.edgePlace.y))")
    }
    if comparison.cornerDistance > Comparison.cornerBound { parts.append("corners") }
    return "OUT OF BOUNDS: " + parts.joined(separator: ", ")
  }

  private static func line(_ cells: String...) -> String {
    let widths = [34, 9, 6, 16, 8]
    return zip(cells, widths).enumerated().map { index, pair in
      let (cell, width) = pair
      let space = String(repeating: " ", count: max(0, width - cell.count))
      return index == 0 ? cell + space : space + cell
    }.joined(separator: " ")
  }
}
