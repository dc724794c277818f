import TestSupport
import Testing

@testable import RostrumKit
@testable import RostrumOutput

@Suite("Frame selections")
struct FrameSelectionTests {
  @Test(
    "Frame selections name frames of a scene of fifty, in order and once each",
    arguments: [
      ("7", [7]), ("0", [0]), ("12-14", [12, 13, 14]), ("5-5", [5]), ("007", [7]),
      ("20-40:5", [20, 25, 30, 35, 40]), ("20-40x5", [20, 25, 30, 35, 40]),
      ("20-41:5", [20, 25, 30, 35, 40]), ("20-24:100", [20]), ("7:3", [7]),
      ("7,12-14,20-24:2", [7, 12, 13, 14, 20, 22, 24]),
      ("3,1,2", [1, 2, 3]), ("1-4,2-6,3", [1, 2, 3, 4, 5, 6]), ("5,5,5", [5]),
      ("0-8:4,0-8:2", [0, 2, 4, 6, 8]), (" 7, 12-14 ", [7, 12, 13, 14]),
    ])
  func grammar(_ text: String, _ expected: [Int]) throws {
    let (frames, isClamped) = try FrameSelection(text).frames(of: 50)
    #expect(frames == expected)
    #expect(!isClamped)
  }

  @Test(
    "Frame selections that make no sense are explained",
    arguments: [
      ("", "'' is not a frame (7), a range (12-14) or a range with a step (20-40:2)"),
      ("7,", "'' is not a frame"), (",7", "'' is not a frame"), ("7,,8", "'' is not a frame"),
      ("-", "'-' is not a frame"), ("-5", "'-5' is not a frame"), ("5-", "'5-' is not a frame"),
      ("1-2-3", "'1-2-3' is not a frame"), ("1 2", "'1 2' is not a frame"),
      ("1 - 2", "'1 - 2' is not a frame"), ("+3", "'+3' is not a frame"),
      ("1.5", "'1.5' is not a frame"), ("one", "'one' is not a frame"),
      ("٣", "'٣' is not a frame"), ("1-9:2:3", "'1-9:2:3' is not a frame"),
      (":2", "':2' is not a frame"), ("1-9:2x3", "'1-9:2x3' is not a frame"),
      ("9-1", "the range '9-1' ends before it starts"),
      ("1-9:0", "the step of '1-9:0' is not a whole number above 0"),
      ("1-9:", "the step of '1-9:' is not a whole number above 0"),
      ("1-9x", "the step of '1-9x' is not a whole number above 0"),
      ("1-9:-2", "the step of '1-9:-2' is not a whole number above 0"),
    ])
  func errors(_ text: String, _ message: String) throws {
    let error = #expect(throws: FrameSelection.SyntaxError.self) { try FrameSelection(text) }
    #expect(try #require(error).description.hasPrefix(message))
  }

  @Test(
    "Frame selections past the end are cut there, and say so only when they named a frame beyond",
    arguments: [
      ("8-12", [8, 9], true), ("9", [9], false), ("10", [], true), ("3,99", [3], true),
      ("0-99:7", [0, 7], true), ("0-12:9", [0, 9], false), ("0-10:5", [0, 5], true),
      ("8-9", [8, 9], false),
    ])
  func clamping(_ text: String, _ expected: [Int], _ isClamped: Bool) throws {
    let result = try FrameSelection(text).frames(of: 10)
    #expect(result.frames == expected)
    #expect(result.isClamped == isClamped)
  }

  @Test("All frames are never past the end", arguments: [1, 2, 1000])
  func all(_ count: Int) {
    let result = FrameSelection.all.frames(of: count)
    #expect(result.frames == Array(0..<count))
    #expect(!result.isClamped)
  }

  @Test(
    "Frame selections of any size cost what the scene has frames",
    arguments: [
      "0-999999999999", "0-99999999999:1", "0-9223372036854775806", "0-9223372036854775807x1",
      "0-99999999999999999999999999999", "0-9223372036854775807:1,0-9223372036854775806:1",
    ])
  func hugeRanges(_ text: String) throws {
    #expect(try FrameSelection(text).frames(of: 5).frames == [0, 1, 2, 3, 4])
  }

  @Test(
    "Frame selections may take huge steps",
    arguments: ["3-9999999999999999999", "3-9:9223372036854775807"])
  func hugeSteps(_ text: String) throws {
    let frames = try FrameSelection(text + (text.contains(":") ? "" : ":99999999999999999999"))
      .frames(of: 8).frames
    #expect(frames == [3])
  }

  @Test("Frame selections choose a frame exactly when one of their parts names it")
  func property() throws {
    var random = RandomSource(seed: 41)
    for _ in 0..<300 {
      let parts = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        let first = Int.random(in: 0..<30, using: &random)
        return FrameSelection.Part(
          first: first, last: first + Int.random(in: 0..<20, using: &random),
          step: Int.random(in: 1...5, using: &random))
      }
      let text = parts.map { "\($0.first)-\($0.last):\($0.step)" }.joined(separator: ",")
      func isNamed(_ frame: Int) -> Bool {
        parts.contains {
          ($0.first...$0.last).contains(frame) && (frame - $0.first) % $0.step == 0
        }
      }
      let result = try FrameSelection(text).frames(of: 25)
      #expect(result.frames == (0..<25).filter(isNamed), "\(text)")
      #expect(result.isClamped == (25..<60).contains(where: isNamed), "\(text)")
    }
  }
}
