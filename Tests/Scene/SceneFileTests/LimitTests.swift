import RostrumSceneFile
import RostrumSource
import Testing

/// A scene at a limit of Robustness.md, which loads, and one beyond it.
struct LimitRow: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let limit: Int
  /// The error of the first number above the limit.
  let message: String
  let scene: @Sendable (Int) -> String

  init(
    _ name: String, _ limit: Int, _ message: String, _ scene: @escaping @Sendable (Int) -> String
  ) {
    (testDescription, self.limit, self.message, self.scene) = (name, limit, message, scene)
  }

  static func layers(_ layers: String) -> String {
    "size: [9, 9]\nduration: 1\nlayers: \(layers)\n"
  }

  private static func many(_ count: Int, _ part: (Int) -> String) -> String {
    (0..<count).map(part).joined()
  }

  private static func nested(_ count: Int, _ keys: String = "") -> String {
    layers(many(count) { _ in "[{\(keys)sublayers: " } + "[]" + many(count) { _ in "}]" })
  }

  static let rows: [LimitRow] = [
    LimitRow(
      "a side of a frame", 32767, "the canvas has 32768 x 8 pixels; a side has at most 32767"
    ) {
      "size: [\($0), 8]\nlayers: []\n"
    },
    LimitRow(
      "pixels of a frame", 16384,
      "the canvas has 16384 x 16385 pixels, more than the limit of 268435456"
    ) { "size: [16384, \($0)]\nlayers: []\n" },
    LimitRow(
      "frames", 100_000, "the scene has 100001 frames, more than the limit of 100000"
    ) { "size: [9, 9]\nfps: 100\nduration: \(Double($0) / 100)\nlayers: []\n" },
    LimitRow("frames a second", 1000, "fps must lie in 1...1000; found 1001") {
      "size: [9, 9]\nduration: 1\nfps: \($0)\nlayers: []\n"
    },
    LimitRow("layers", 100_000, "the scene has more than the limit of 100000 layers") {
      layers("\n" + many($0) { _ in "  - {}\n" })
    },
    LimitRow("lists and mappings in each other", 199, "more than 400 levels of lists and mappings")
    {
      nested($0)
    },
    LimitRow(
      "layers with shadows in each other", 16,
      "layer '\("layers[0]" + many(3) { _ in ".sublayers[0]" })"
    ) { nested($0, "shadowOpacity: 1, ") },
    LimitRow("parameters", 1000, "a scene has at most 1000 parameters") {
      "parameters:\n" + many($0) { "  p\($0): {default: 1}\n" } + layers("[]")
    },
    LimitRow(
      "copies of a replicator, and itself", 100_000,
      "the copies come to 100001 layers, more than the limit of 100000"
    ) {
      layers("[{class: replicator, instanceCount: \($0 - 1), sublayers: [{}]}]")
    },
    LimitRow(
      "letters of a name", 200, "a name is one line of printable text, 200 characters at most"
    ) {
      layers("[{name: \(many($0) { _ in "a" })}]")
    },
    LimitRow("a length", 10_000_000, "10000001 is beyond the limit of 10000000") {
      layers("[{bounds: [0, 0, \($0), 1]}]")
    },
    LimitRow("a time", 1_000_000, "1000001 is beyond the limit of 1000000") {
      layers("[{beginTime: \($0)}]")
    },
    LimitRow("repeats", 1_000_000_000, "1000000001 is beyond the limit of 1000000000") {
      layers(
        "[{animations: [{type: basic, keyPath: opacity, fromValue: 0, toValue: 1, repeatCount: \($0)}]}]"
      )
    },
    LimitRow("elements of a path", 1_000_000, "expected at most 1000000 path elements") {
      layers("[{class: shape, path: M0 0\(many($0 - 1) { _ in "h1" })}]")
    },
    LimitRow("items that a repetition makes", 1_000_000, "") {
      layers("[{forEach: n, in: {from: 1, to: \($0)}, do: []}]")
    },
  ]
}

@Suite("Limits of scenes")
struct LimitTests {
  @Test("A scene at a limit loads, and one beyond is one error", arguments: LimitRow.rows)
  func limits(_ row: LimitRow) {
    let within = load(row.scene(row.limit))
    #expect(within.scene != nil, "\(within.diagnostics.prefix(3))")
    let errors = load(row.scene(row.limit + 1)).diagnostics.filter { $0.severity == .error }
    #expect(errors.count == 1, "\(errors.prefix(3))")
    #expect(errors.first?.message.hasPrefix(row.message) == true, "\(errors.prefix(3))")
  }
}
