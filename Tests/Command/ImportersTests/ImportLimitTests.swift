import ImportTestSupport
import RostrumImportedDocument
import RostrumSceneImport
import RostrumImporters
import RostrumSource
import Testing

/// A file at a limit of Robustness.md, which loads, and one beyond it.
struct ImportLimitRow: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let limit: Int
  /// How the only error beyond the limit begins.
  let message: String
  let file: @Sendable (Int) -> [UInt8]

  init(
    _ name: String, _ limit: Int, _ message: String, _ file: @escaping @Sendable (Int) -> [UInt8]
  ) {
    (testDescription, self.limit, self.message, self.file) = (name, limit, message, file)
  }

  static func text(
    _ name: String, _ limit: Int, _ message: String, _ text: @escaping @Sendable (Int) -> String
  ) -> ImportLimitRow {
    ImportLimitRow(name, limit, message) { Array(text($0).utf8) }
  }

  private static func many(_ count: Int, _ part: String, _ separator: String = "") -> String {
    Array(repeating: part, count: count).joined(separator: separator)
  }

  private static func nested(_ count: Int, _ open: String, _ inner: String, _ close: String)
    -> String
  {
    many(count, open) + inner + many(count, close)
  }

  private static func svg(_ content: String) -> String {
    "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>\(content)</svg>"
  }

  /// Compositions in each other, the outermost shown by the Lottie itself.
  private static func compositions(_ count: Int) -> String {
    let assets = (0..<count).map { level in
      let inner = level == 0 ? solid : composition(level - 1)
      return "{\"id\": \"c\(level)\", \"layers\": [\(inner)]}"
    }
    return lottie(
      composition(count - 1), "\"assets\": [\(assets.joined(separator: ","))],")
  }

  private static let solid =
    ##"{"ty": 1, "ip": 0, "op": 20, "ks": {}, "sc": "#f00", "sw": 9, "sh": 9}"##

  private static func composition(_ number: Int) -> String {
    "{\"ty\": 0, \"refId\": \"c\(number)\", \"w\": 9, \"h\": 9, \"op\": 20, \"ks\": {}}"
  }

  /// An archive with an animation, and further files to the given number.
  private static func archive(_ count: Int) -> [UInt8] {
    zip(
      [
        ("manifest.json", Array(#"{"version": "2", "animations": [{"id": "a"}]}"#.utf8)),
        ("a/a.json", Array(lottie(solid).utf8)),
      ] + (2..<count).map { ("\($0)", []) })
  }

  private static func archive(animationOf size: Int) -> [UInt8] {
    let animation = Array(lottie(solid).utf8)
    let padding = [UInt8](repeating: 0x20, count: size - animation.count)
    return zip([
      ("manifest.json", Array(#"{"version": "2", "animations": [{"id": "a"}]}"#.utf8)),
      ("a/a.json", animation + padding),
    ])
  }

  static let rows: [ImportLimitRow] = [
    .text(
      "layers of a Lottie", 100_000,
      "the file comes to more than 100000 layers"
    ) { lottie(many($0, #"{"ty": 3, "op": 20, "ks": {}}"#, ",")) },
    .text(
      "compositions in each other", 49, "compositions lie more than 50 deep in compositions",
      compositions),
    .text("groups of a shape in each other", 99, "groups lie more than 100 deep in groups") {
      lottie(
        shapeLayer(nested($0, "{\"ty\": \"gr\", \"it\": [", square + "," + red, "]}")))
    },
    .text(
      "layers that a repeater makes", 50, "the repeater makes more than 50000 layers"
    ) { count in
      let group = "{\"ty\": \"gr\", \"it\": [\(square), \(red)]}"
      return lottie(
        shapeLayer(
          many(count, group, ",") + ","
            + #"{"ty": "rp", "c": {"k": 1000}, "tr": {"p": {"k": [3, 0]}, "r": {"k": 7}, "#
            + #""so": {"k": 10}, "eo": {"k": 90}}}"#))
    },
    .text("values of a Lottie", 5_000_000 - 17, "the file has more than 5000000 values") {
      lottie(solid, "\"x\": [\(many($0, "1", ","))],")
    },
    .text("values of a Lottie in each other", 399, "values lie more than 400 deep in values") {
      lottie(solid, "\"x\": \(nested($0, "[", "", "]")),")
    },
    .text("elements of an SVG", 500_000 - 1, "the file has more than 500000 elements") {
      svg(many($0, "<title/>"))
    },
    .text(
      "elements of an SVG in each other", 199,
      "the file has elements more than 200 deep in elements"
    ) { svg(nested($0, "<g>", "", "</g>")) },
    .text("text of an SVG", 64 << 20, "the file has more than 64 MiB of text") {
      svg("<desc>" + String(repeating: "a", count: $0) + "</desc>")
    },
    ImportLimitRow("files of an archive", 10_000, "the archive has more than 10000 files") {
      archive($0)
    },
    ImportLimitRow(
      "a file of an archive", 64 << 20, "'a/a.json' in the archive is larger than 64 MiB"
    ) { archive(animationOf: $0) },
  ]
}

@Suite("Limits of imports", .serialized)
struct ImportLimitTests {
  @Test("A file at a limit loads, and one beyond is one error", arguments: ImportLimitRow.rows)
  func limits(_ row: ImportLimitRow) {
    let within = load(row.file(row.limit))
    #expect(within.scene != nil, "\(within.diagnostics.prefix(3))")
    let errors = load(row.file(row.limit + 1)).diagnostics.filter { $0.severity == .error }
    #expect(errors.count == 1, "\(errors.prefix(3))")
    #expect(errors.first?.message.hasPrefix(row.message) == true, "\(errors.prefix(3))")
  }
}
