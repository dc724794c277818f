import Foundation
import RostrumKit
import RostrumOutput
import TestSupport
import Testing

/// A scene with one layer, as text, so that tests of timing go through the whole language.
struct SceneText {
  /// Lines of the layer, without their indentation.
  var layer = "opacity: 0.5"
  /// The animation in one line: `{type: basic, …}` without the braces.
  var animation: String
  /// Seconds; `nil` for the duration of the animations.
  var duration: Double? = 10

  var text: String {
    """
    size: [10, 10]
    \(duration.map { "duration: \($0)" } ?? "")
    layers:
      - name: a
        \(layer)
        animations:
          - {\(animation)}
    """
  }

  func opened() throws -> OpenedScene {
    let folder = try TemporaryFolder()
    return try SceneOpener().open(folder.write(text, to: "scene.yaml"))
  }

  /// The output of `rostrum sample` in the columns after the time, at each time.
  func printed(at times: [Double]) throws -> [[Double]] {
    let series = try SceneSampler(opened().scene).series(SceneSampler.Choice(), at: times)
    let rows = try SampleFormat.csv.text(series).split(separator: "\n").dropFirst()
    let numbers = try rows.map { row in
      try row.split(separator: ",").map { try #require(Double($0)) }
    }
    #expect(numbers.map { $0[0] } == times)
    return numbers.map { Array($0.dropFirst()) }
  }
}

/// Compares columns of numbers.
func expect(
  _ found: [[Double]], _ expected: [Double], within tolerance: Double = 1e-6,
  _ location: SourceLocation = #_sourceLocation
) {
  #expect(found.count == expected.count, sourceLocation: location)
  for (index, (row, value)) in zip(found, expected).enumerated() {
    #expect(
      row.count == 1 && abs(row[0] - value) <= tolerance, "at \(index): \(row), not \(value)",
      sourceLocation: location)
  }
}
