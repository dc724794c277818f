import ImportTestSupport
import RostrumImportedDocument
import RostrumSceneImport
import Foundation
import RostrumImporters
import RostrumLayerTree
import RostrumSource
import TestSupport
import Testing

/// The fixtures of the formats with bytes and values changed at random: nothing crashes or hangs, a
/// file that does not load has an error, every diagnostic has a place, and a loaded scene can be
/// rendered.
@Suite("Mutated Lotties, SVGs and archives")
struct MutationTests {
  private static let seeds = Array(0..<16)

  private static let fixtures: [[UInt8]] = {
    let folder = repository.appending(path: "Tests/Fixtures")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    let paths = (files?.compactMap { ($0 as? URL)?.path } ?? []).filter { path in
      path.contains("/Lottie/") && path.hasSuffix(".json")
        || path.hasSuffix(".svg") || path.hasSuffix(".caml")
    }
    return paths.sorted().map { FileManager.default.contents(atPath: $0).map(Array.init) ?? [] }
  }()

  @Test("Every format has files") func formats() {
    #expect(Self.fixtures.count >= 22 && Self.fixtures.allSatisfy { !$0.isEmpty })
  }

  @Test("Bytes changed, removed or repeated", .timeLimit(.minutes(20)), arguments: seeds)
  func bytes(_ seed: Int) {
    var random = RandomSource(seed: UInt64(seed))
    for _ in 0..<60 {
      var bytes = Self.fixtures.randomElement(using: &random) ?? []
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes.mutate(Self.alphabet, using: &random)
      }
      check(bytes)
    }
  }

  @Test("Numbers and words changed to others", .timeLimit(.minutes(20)), arguments: seeds)
  func values(_ seed: Int) {
    var random = RandomSource(seed: UInt64(1000 + seed))
    for _ in 0..<60 {
      var bytes = Self.fixtures.randomElement(using: &random) ?? []
      for _ in 0..<Int.random(in: 1...3, using: &random) { Self.replaceWord(&bytes, &random) }
      check(bytes)
    }
  }

  @Test("Archives with bytes changed", .timeLimit(.minutes(20)), arguments: seeds)
  func archives(_ seed: Int) {
    var random = RandomSource(seed: UInt64(2000 + seed))
    let manifest = #"{"version": "1", "animations": [{"id": "a"}], "generator": "test"}"#
    for _ in 0..<60 {
      let animation = Self.fixtures.randomElement(using: &random) ?? []
      var bytes = zip([
        ("manifest.json", Array(manifest.utf8)), ("animations/a.json", animation),
      ])
      // The names, sizes and offsets are in the last bytes.
      let end = max(0, bytes.count - 200)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: end..<bytes.count, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      check(bytes)
    }
  }

  private static let alphabet =
    Array("[]{}:,-\"<>/=&;#%()0123456789.eE+ \nabctz\u{E4}".utf8) + [0, 255]

  private static let words = [
    "0", "-1", "1e308", "-1e308", "1e-320", "1e400", "NaN", "2147483648", "99999999999999999999",
    "null", "true", "[]", "{}", "\"\"", "[[[]]]", "a", "url(#a)", "#1", "100%", "inf", "0.5",
  ]

  /// Replaces one number or name by another word.
  private static func replaceWord(_ bytes: inout [UInt8], _ random: inout RandomSource) {
    func isWord(_ byte: UInt8) -> Bool {
      byte >= 128 || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
        || UnicodeScalar(byte).properties.isAlphabetic || (48...57).contains(byte)
    }
    guard let index = bytes.indices.randomElement(using: &random),
      let start = bytes[index...].firstIndex(where: isWord)
    else { return }
    let end = bytes[start...].firstIndex { !isWord($0) } ?? bytes.endIndex
    bytes.replaceSubrange(
      start..<end, with: Array((words.randomElement(using: &random) ?? "").utf8))
  }

  private func check(_ bytes: [UInt8]) {
    let result = load(bytes)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(
      (result.scene == nil) == result.diagnostics.contains { $0.severity == .error }, "\(text)")
    for range in result.diagnostics.map(\.range) {
      #expect(range.line >= 1 && range.column >= 1 && range.length >= 0, "\(range) in \(text)")
    }
    for time in [0, 0.55] { _ = result.scene?.presentation(at: time) }
  }
}
