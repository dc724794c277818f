import Foundation
import RostrumCanvas
import TestSupport
import Testing

/// Moving SVGs with the colours that Chromium shows of them: `Tests/Fixtures/SVG/chromium.py`
/// writes them.
@Suite("Moving SVGs and Chromium")
struct SVGMovingTableTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    /// The reason why there are no places.
    let remark: String
    let places: [(x: Int, y: Int, colors: [UInt32])]
    let text: String

    var testDescription: String { name }

    init(_ line: Substring) {
      let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      (name, remark, text) = (parts[0], parts[1], parts[3])
      places = parts[2].split(separator: ";").map { place in
        let halves = place.split(separator: ":")
        let point = halves[0].split(separator: ",").compactMap { Int($0) }
        let colors = halves[1].split(separator: " ").compactMap { UInt32($0, radix: 16) }
        return (point[0], point[1], colors)
      }
    }
  }

  static let rows: [Row] = {
    let file = repository.appending(path: "Tests/Fixtures/SVG/moving.txt")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map { Row($0) }
  }()

  private static let times = [0.1, 0.4, 0.75, 1.1, 1.7]

  @Test("The table has three hundred rows with places, and few that say why they have none")
  func size() {
    #expect(Self.rows.count { !$0.places.isEmpty } >= 300)
    #expect(Self.rows.count { !$0.remark.isEmpty } <= 15)
    #expect(Self.rows.allSatisfy { $0.remark.isEmpty != $0.places.isEmpty })
  }

  @Test("A moving SVG has Chromium's colours at five times", arguments: rows)
  func colors(_ row: Row) throws {
    let all = try frames(row.text, at: Self.times)
    for place in row.places {
      for (time, (frame, color)) in zip(Self.times, zip(all, place.colors)) {
        // Chromium's page is white.
        let found = frame[place.x, place.y]
        let white = 255 - Int(found >> 24)
        let isNear = [0, 8, 16].allSatisfy { shift in
          abs(Int(found >> shift & 255) + white - Int(color >> shift & 255)) <= 16
        }
        #expect(isNear, "\(place.x), \(place.y) at \(time): \(String(found, radix: 16))")
      }
    }
  }
}
