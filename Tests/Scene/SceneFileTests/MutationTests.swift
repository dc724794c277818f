import Foundation
import RostrumLayerTree
import RostrumSceneFile
import RostrumSource
import RostrumTiming
import TestSupport
import Testing

/// Valid scenes with bytes and lines changed at random: nothing crashes or hangs, every diagnostic
/// has a place, and a loaded scene can be rendered.
@Suite("Mutated scenes")
struct MutationTests {
  private static let seeds = Array(0..<16)

  @Test("Bytes changed, removed or repeated", .timeLimit(.minutes(20)), arguments: seeds)
  func bytes(_ seed: Int) throws {
    var random = RandomSource(seed: UInt64(seed))
    let originals = try Self.originals()
    for _ in 0..<120 {
      var bytes = Array(originals.randomElement(using: &random) ?? [])
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes.mutate(Self.alphabet, using: &random)
      }
      check(String(decoding: bytes, as: UTF8.self))
    }
  }

  @Test("Lines removed, repeated, swapped or indented", .timeLimit(.minutes(20)), arguments: seeds)
  func lines(_ seed: Int) throws {
    var random = RandomSource(seed: UInt64(1000 + seed))
    let originals = try Self.originals()
    for _ in 0..<120 {
      let bytes = originals.randomElement(using: &random) ?? []
      var lines = String(decoding: bytes, as: UTF8.self).components(separatedBy: "\n")
      for _ in 0..<Int.random(in: 1...3, using: &random) { Self.mutate(&lines, &random) }
      check(lines.joined(separator: "\n"))
    }
  }

  private static func originals() throws -> [[UInt8]] {
    try AnnotatedScene.all(in: "GoodScenes").map { Array(try Data(contentsOf: $0.url)) }
  }

  private static let alphabet =
    Array("[]{}:,-*&!|>'\"#%@`?~0123456789.eE+ \n\t\r<\\abcxyz\u{E4}".utf8) + [0, 255]

  private static func mutate(_ lines: inout [String], _ random: inout RandomSource) {
    guard let index = lines.indices.randomElement(using: &random),
      let other = lines.indices.randomElement(using: &random)
    else { return }
    switch Int.random(in: 0..<5, using: &random) {
    case 0: lines.remove(at: index)
    case 1: lines.insert(lines[index], at: other)
    case 2: lines.swapAt(index, other)
    case 3: lines[index] = "  " + lines[index]
    default: lines[index] = String(lines[index].dropFirst(2))
    }
  }

  private func check(_ text: String) {
    let result = load(text)
    let hasErrors = result.diagnostics.contains { $0.severity == .error }
    #expect((result.scene == nil) == hasErrors, "\(text)")
    for range in result.diagnostics.flatMap({ [$0.range] + $0.related.map(\.range) }) {
      let line = result.source.line(range.line)
      let isInside =
        (1...result.source.lineCount).contains(range.line) && range.column >= 1
        && range.length >= 0 && range.column + range.length <= line.count + 1
      #expect(isInside, "\(range) in \(text)")
    }
    for style in DiagnosticFormatter.Style.allCases {
      _ = DiagnosticFormatter(style: style).text(for: result.diagnostics, in: result.source)
    }
    if let scene = result.scene { checkNumbers(scene) }
  }

  private func checkNumbers(_ scene: Scene) {
    for time in [0, 0.3, scene.clock.duration / 2, scene.clock.duration] {
      let presentation = scene.presentation(at: time)
      for layer in presentation.flattened {
        for property in layer.layerClass.properties {
          if case .number(let value) = layer.values[any: property] {
            #expect(value.isFinite, "\(layer.name) \(property.name)")
          }
        }
      }
    }
  }
}

extension PresentationLayer {
  fileprivate var flattened: [PresentationLayer] { [self] + sublayers.flatMap(\.flattened) }
}
