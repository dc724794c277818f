import Rendering

/// Frames of one worker that look like the one before them: their files are made together, soon.
struct StillFrames {
  /// The frame before them, whose file stands.
  let earlier: Int
  /// What each of them consists of.
  let trees: [DisplayNode?]
  private(set) var numbers: [Int]
  private let start = ContinuousClock.now

  init(after earlier: Int, _ number: Int, _ trees: [DisplayNode?]) {
    (self.earlier, self.trees, numbers) = (earlier, trees, [number])
  }

  /// More are not made together, and none waits longer than for the first to be this old.
  private static let limit = (count: 256, age: Duration.milliseconds(10))

  /// Whether it is time to make them.
  var areDue: Bool {
    numbers.count >= Self.limit.count || start.duration(to: .now) > Self.limit.age
  }

  /// False for a frame of other trees, even if they look the same: what is written down of it differs.
  mutating func add(_ number: Int, _ trees: [DisplayNode?]) -> Bool {
    guard trees.count == self.trees.count, zip(trees, self.trees).allSatisfy({ $0 === $1 }) else {
      return false
    }
    numbers.append(number)
    return true
  }
}
