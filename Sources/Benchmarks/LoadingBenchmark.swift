import Foundation
import RostrumKit
import Yams

/// How long scenes of many animated layers take to load, as YAML and as JSON, beside what the YAML library alone needs to parse them.
struct LoadingBenchmark {
  func run() {
    say("\nLoading: ms, and how many times as long as Yams takes to parse the same YAML")
    say(row("layers", ["YAML", "ratio", "JSON", "ratio", "Yams alone"]))
    for count in [100, 1000, 10_000] {
      let (yaml, json) = (Self.yaml(count), Self.json(count))
      let rounds = count > 1000 ? 5 : 9
      let parsing = milliseconds(rounds) { keep(try? Yams.compose(yaml: yaml)) }
      let ours = milliseconds(rounds) { keep(Self.load(yaml)) }
      let oursJSON = milliseconds(rounds) { keep(Self.load(json)) }
      let columns = [ours, ours / parsing, oursJSON, oursJSON / parsing, parsing]
      say(row("\(count)", columns.map { String(format: "%.2f", $0) }))
    }
  }

  private static func load(_ text: String) -> LoadResult {
    let result = SceneOpener().check(text: text, path: "bench.yaml")
    precondition(result.scene != nil, "the benchmark's scene is right")
    return result
  }

  private func milliseconds(_ rounds: Int, _ body: () -> Void) -> Double {
    medianNanoseconds(rounds: rounds, calls: 1) { _ in body() } / 1e6
  }

  private static let head = "size: [1920, 1080]\nbackground: white\nfps: 60\nduration: 1\nlayers:\n"

  private static func yaml(_ count: Int) -> String {
    head
      + (0..<count).map { index in
        """
          - name: layer\(index)
            bounds: [20, 20]
            position: [\(index % 1900), \(index * 7 % 1000)]
            backgroundColor: "#ff8000"
            animations:
              - {type: basic, keyPath: position.x, fromValue: 0, toValue: \(index % 700), duration: 2}
              - {type: basic, keyPath: opacity, fromValue: 0, toValue: 1, duration: 1, timingFunction: easeIn}

        """
      }.joined()
  }

  private static func json(_ count: Int) -> String {
    let layers = (0..<count).map { index in
      """
      {"name": "layer\(index)", "bounds": [20, 20], "position": [\(index % 1900), \(index * 7 % 1000)],
       "backgroundColor": "#ff8000", "animations": [
        {"type": "basic", "keyPath": "position.x", "fromValue": 0, "toValue": \(index % 700), "duration": 2},
        {"type": "basic", "keyPath": "opacity", "fromValue": 0, "toValue": 1, "duration": 1, "timingFunction": "easeIn"}]}
      """
    }
    return
      "{\"size\": [1920, 1080], \"background\": \"white\", \"fps\": 60, \"duration\": 1, \"layers\": [\n"
      + layers.joined(separator: ",\n") + "\n]}\n"
  }
}
