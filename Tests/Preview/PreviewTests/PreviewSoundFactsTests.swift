import RostrumBase
import Foundation
import TestSupport
import Testing

@testable import RostrumMedia
@testable import RostrumPreview

@Suite("Sound for a preview", .serialized)
struct PreviewSoundFactsTests {
  private let folder: TemporaryFolder
  private let scene: PreviewScene
  private static let text = """
    size: [40, 30]
    duration: 3
    audio: [{file: tone.wav, beginTime: 1}]
    layers:
      - {name: a, bounds: [10, 10], backgroundColor: red}

    """

  private struct Facts: Decodable {
    let number: Int
    let count: Int?
    let chunk: Int?
    let peaks: [Double]?
    let problem: String?
  }

  init() async throws {
    folder = try TemporaryFolder()
    scene = PreviewScene(
      path: try folder.write(Self.text, to: "scene.yaml"), options: PreviewOptions())
    try await ToolRun(
      name: "ffmpeg", tool: try MediaTools().locatedFFmpeg(),
      arguments: ["-v", "error", "-f", "lavfi", "-i", "sine=f=500:r=48000:d=1", "-ac", "2"]
        + [folder.path("tone.wav")], doing: "write", path: "tone.wav"
    ).run()
  }

  private func facts() async throws -> Facts? {
    await scene.readIfNeeded()
    guard let text = await scene.soundFacts()?.line(isCompact: true) else { return nil }
    return try JSONDecoder().decode(Facts.self, from: Data(text.utf8))
  }

  @Test("Sound for a preview has the samples of the film, in parts, and its peaks")
  func samples() async throws {
    let facts = try #require(try await facts())
    #expect(facts.count == 144_000 && facts.chunk == 96_000 && facts.problem == nil)
    let peaks = try #require(facts.peaks)
    #expect(peaks.count == 2000)
    // A second of silence, a tone of an eighth of full scale, 3 dB lower on each side, silence.
    #expect(peaks[0..<660].allSatisfy { $0 == 0 } && peaks[1340...].allSatisfy { $0 == 0 })
    let level = 0.125 * 0.5.squareRoot()
    #expect(peaks[680..<1320].allSatisfy { abs($0 - level) < 0.001 })
    let first = try #require(await scene.samples(ofChunk: 0, in: facts.number))
    let second = try #require(await scene.samples(ofChunk: 1, in: facts.number))
    let header = 4 + Int(first.prefix(4).withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) })
    #expect(first.count == header + 96_000 * 6)
    #expect(second.count == header + 48_000 * 6)
    #expect(await scene.samples(ofChunk: 2, in: facts.number)?.count == header)
    #expect(await scene.samples(ofChunk: -1, in: facts.number) == nil)
    #expect(await scene.samples(ofChunk: 0, in: facts.number + 1) == nil)
  }

  @Test("Sound for a preview is mixed anew only where a sound has changed")
  func changes() async throws {
    let first = try #require(try await facts())
    try folder.write(Self.text.replacing("red", with: "blue"), to: "scene.yaml")
    #expect(try await facts()?.number == first.number)
    try folder.write(Self.text.replacing("beginTime: 1", with: "beginTime: 0"), to: "scene.yaml")
    let moved = try #require(try await facts())
    #expect(moved.number > first.number && moved.peaks?[10] ?? 0 > 0.08)
    try folder.write(
      Self.text.replacing("audio: [{file: tone.wav, beginTime: 1}]\n", with: ""), to: "scene.yaml")
    #expect(try await facts() == nil)
  }

  private struct Row: Decodable {
    struct Clip: Decodable {
      let from: Double
      let to: Double
    }
    let name: String
    let owner: [Int]?
    let refusal: String?
    let end: String?
    let clips: [Clip]
  }

  private struct Timeline: Decodable { let sounds: [Row] }

  @Test("Sound for a preview has a row for each sound, with its place in the file, or why it stays")
  func rows() async throws {
    try folder.write(
      """
      duration: 3
      size: [40, 30]
      layers: [{name: in, bounds: [4, 4], audio: {file: tone.wav, beginTime: 0.5}}]
      """, to: "inner.yaml")
    try folder.write(
      """
      size: [40, 30]
      duration: 3
      audio:
        - {file: tone.wav, name: first, beginTime: 1}
        - tone.wav
      layers:
        - {name: a, bounds: [10, 10], beginTime: 1, audio: {file: tone.wav, loop: true}}
        - {name: b, class: scene, scene: inner.yaml, bounds: [10, 10]}

      """, to: "scene.yaml")
    await scene.readIfNeeded()
    let text = try #require(await scene.timeline()).line(isCompact: true)
    let rows = try JSONDecoder().decode(Timeline.self, from: Data(text.utf8)).sounds
    #expect(rows.map(\.name) == ["first", "tone.wav", "tone.wav", "tone.wav"])
    #expect(rows.map(\.owner) == [[4, 5], nil, [7, 54], nil])
    #expect(rows.map(\.end) == ["out", "out", "duration", nil])
    #expect(rows.map { $0.clips[0].from } == [1, 0, 1, 0.5])
    #expect(rows.map { $0.clips[0].to } == [2, 1, 3, 1.5])
    #expect(rows[1].refusal?.contains("path alone") == true)
    #expect(rows[3].refusal == "it belongs to another scene file")
  }
}
