import Foundation
import RenderTestSupport
import RostrumMedia
import Testing

import RostrumBase
@testable import RostrumKit
@testable import RostrumOutput

@Suite("The profile of a render")
struct ProfileOutputTests {
  private func profile(of text: String) async throws -> Profile.Record {
    let scenes = try TestScenes()
    let profile = Profile(keepsSpans: true)
    try await scenes.render(text, to: "out") {
      $0.profile = profile
      $0.formats = [.png, .mp4]
    }
    return profile.record
  }

  @Test("The profile of a render knows every stage, the layers, and how much was drawn")
  func stages() async throws {
    let record = try await profile(of: TestScenes.moving)
    #expect(record.frameCount == 12)
    #expect(record.stages[.load]?.count == 1)
    #expect(record.stages[.evaluate]?.count == 12)
    #expect(record.stages[.compress]?.count == record.stages[.draw]?.count)
    #expect((record.stages[.write]?.count ?? 0) == 12)
    #expect(record.stages[.convert] != nil && record.stages[.pipe]?.count == 12)
    #expect(record.stages[.verify] == nil)
    #expect(record.layers["square"] != nil)
    #expect(record.redrawnPixels < record.totalPixels)
    #expect(record.totalPixels == 12 * 48 * 32)
  }

  @Test("The profile of a render is a table for people")
  func table() async throws {
    let text = try await profile(of: TestScenes.still).text
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    #expect(lines[0].hasPrefix("6 frames in "))
    #expect(lines[1].hasSuffix(" % of all pixels were drawn anew"))
    let draw = try #require(lines.first { $0.hasSuffix("  draw") })
    let heading = try #require(lines.first { $0.hasSuffix("  stage") })
    #expect(draw.count - heading.count == "draw".count - "stage".count)
    let shares = lines.dropFirst(4).prefix { !$0.isEmpty }.compactMap { line -> Double? in
      line.split(separator: " ").dropLast(2).last.flatMap { Double($0) }
    }
    #expect(abs(shares.reduce(0, +) - 100) < 0.1)
  }

  @Test("The profile of a render tells layers without a name by what they are, after the figures")
  func unnamed() async throws {
    let text = try await profile(
      of: """
        size: [48, 32]
        fps: 6
        duration: 1
        layers:
          - sublayers:
              - {class: text, string: A line of more than twenty-four letters, fontSize: 8,
                 font: {family: Liberation Sans}, frame: [0, 0, 48, 12]}
          - {name: ball, frame: [0, 16, 8, 8], backgroundColor: red}
        """
    ).text
    let lines = text.split(separator: "\n")
    #expect(
      lines.contains {
        $0.hasSuffix(" %  layers[0].sublayers[0] (text \"A line of more than twe…\")")
      })
    #expect(lines.contains { $0.hasSuffix(" %  ball (layer)") })
  }

  @Test("The profile of a render is a trace of events whose times lie within the render")
  func trace() async throws {
    let record = try await profile(of: TestScenes.moving)
    let json = try JSONSerialization.jsonObject(with: Data(record.trace.utf8))
    let events = try #require((json as? [String: Any])?["traceEvents"] as? [[String: Any]])
    let spans = events.filter { $0["ph"] as? String == "X" }
    #expect(spans.count == record.stages.values.reduce(0) { $0 + $1.count })
    for span in spans {
      let (start, duration) = (span["ts"] as? Double ?? -1, span["dur"] as? Double ?? -1)
      #expect(start >= 0 && duration >= 0)
      #expect((start + duration) * 1000 <= Double(record.elapsed))
      #expect(span["tid"] is Int && span["name"] is String)
    }
    #expect(events.count { $0["ph"] as? String == "C" } == 12)
  }
}
