import RostrumBase
import RostrumMedia

/// When the frames of a film begin, and when the last one ends: in seconds from the first.
struct FilmTimes: Sendable {
  var starts: [Double]
  var end: Double
  /// By how much each may be rounded, in seconds.
  var tolerance: Double

  init(starts: [Double], end: Double, tolerance: Double) {
    (self.starts, self.end, self.tolerance) = (starts, end, tolerance)
  }

  init(_ facts: VideoFacts) {
    let first = facts.times[0]
    self.init(
      starts: facts.times.map { $0 - first }, end: facts.duration - first,
      tolerance: facts.tolerance)
  }

  /// How long a frame is seen, in seconds.
  func length(of frame: Int) -> Double {
    (frame + 1 < starts.count ? starts[frame + 1] : end) - starts[frame]
  }
}

/// Compares the times of frames that belong together.
struct FilmTimesComparison {
  private let old: FilmTimes
  private let new: FilmTimes
  private let tolerance: Double

  /// The most frames that are named.
  private static let mostNamed = 4

  init(_ old: FilmTimes, _ new: FilmTimes) {
    (self.old, self.new) = (old, new)
    tolerance = old.tolerance + new.tolerance + 1e-4
  }

  /// A sentence for each difference. A frame that was dropped or doubled moves the later ones,
  /// which is no difference of its own.
  func sentences(_ steps: [FilmStep]) -> [String] {
    let runs = runs(steps)
    if let factor = speed(runs) {
      let (times, word) = factor > 1 ? (factor, "slowly") : (1 / factor, "fast")
      let last = (old: old.starts[old.starts.count - 1], new: new.starts[new.starts.count - 1])
      return [
        "the film runs \(rounded(times, 3)) times as \(word): its last frame begins at "
          + "\(rounded(last.new, 3)) s, expected \(rounded(last.old, 3)) s"
      ]
    }
    let frames = runs.flatMap { run in run.indices.filter { differs(run, $0) }.map { run[$0] } }
    let named = frames.prefix(Self.mostNamed).map { frame in
      "frame \(frame.old) is seen for \(rounded(new.length(of: frame.new), 3)) s, "
        + "expected \(rounded(old.length(of: frame.old), 3)) s"
    }
    let more = frames.count - named.count
    return more > 0 ? named + ["so are \(more) more frames for other times"] : named
  }

  private typealias Frame = (old: Int, new: Int)

  /// Stretches of pairs without a frame that only one film has.
  private func runs(_ steps: [FilmStep]) -> [[Frame]] {
    var runs: [[Frame]] = [[]]
    for step in steps {
      if case .pair(let old, let new) = step {
        if old < self.old.starts.count, new < self.new.starts.count {
          runs[runs.count - 1].append((old, new))
        }
      } else {
        runs.append([])
      }
    }
    return runs.filter { !$0.isEmpty }
  }

  /// The last frame of a stretch lasts as long as what comes between says.
  private func differs(_ run: [Frame], _ index: Int) -> Bool {
    let frame = run[index]
    let isLast = frame.old == old.starts.count - 1 && frame.new == new.starts.count - 1
    guard index + 1 < run.count || isLast else { return false }
    let drift =
      (new.starts[frame.new] - new.starts[run[0].new])
      - (old.starts[frame.old] - old.starts[run[0].old])
    let change = new.length(of: frame.new) - old.length(of: frame.old)
    // Rounded times never drift away; lengths that are each a little longer do.
    let isLate = abs(drift + change) > 2 * tolerance && abs(change) > 1e-5
    return abs(change) > 2 * tolerance || isLate
  }

  /// The factor by which all times are longer; `nil` for none, and for other differences.
  private func speed(_ runs: [[Frame]]) -> Double? {
    guard runs.count == 1, let last = runs[0].last, old.end > 0, runs[0].count > 1,
      old.starts[last.old] > 0
    else { return nil }
    let factor = new.starts[last.new] / old.starts[last.old]
    guard factor > 0 else { return nil }
    let isChanged = abs(new.starts[last.new] - old.starts[last.old]) > 2 * tolerance
    let isEven = runs[0].allSatisfy {
      abs(new.starts[$0.new] - factor * old.starts[$0.old]) <= 2 * tolerance * max(1, factor)
    }
    return isChanged && isEven ? factor : nil
  }
}
