public import RostrumTiming

/// Letters by chance that settle into the text of a layer, from the first to the last.
///
/// The letters at a time follow from the seed and that time alone. Spaces and line breaks stay.
public struct ScrambleAnimation: PropertyAnimation {
  public var timing: MediaTiming
  public let timingFunction: TimingFunction?
  public let seed: Int
  /// How often a second the letters change that have not settled.
  public let rate: Double
  /// The letters to choose from. Without any, small letters replace small letters, capitals
  /// capitals, digits digits, and the text's own letters every other one.
  public let letters: String

  public init(
    seed: Int, rate: Double, letters: String, timing: MediaTiming,
    timingFunction: TimingFunction? = nil
  ) {
    self.seed = seed
    self.rate = rate
    self.letters = letters
    self.timing = timing
    self.timingFunction = timingFunction
  }

  public var keyPath: AnimationKeyPath { AnimationKeyPath(.string) }
  public var isAdditive: Bool { false }
  public var isCumulative: Bool { false }
  public var declaredValues: [Value] { [] }

  public func value(at progress: Double, underlying: Value) -> Value? {
    let text = underlying.attributedText
    let whole = text.runs.flatMap { Array($0.text) }
    let moving = whole.indices.filter { !whole[$0].isWhitespace }
    let settled = Int((min(max(progress, 0), 1) * Double(moving.count) + 1e-9).rounded(.down))
    guard settled < moving.count else { return nil }
    var shown = whole
    let change = Int((progress * timing.duration * rate + 1e-9).rounded(.down))
    let choice = Choice(letters: Array(letters), text: moving.map { whole[$0] })
    for (number, place) in moving.enumerated().dropFirst(settled) {
      let random = unitRandom(
        seed: UInt64(bitPattern: Int64(seed)) &+ UInt64(number) &* 0xD1B5_4A32_D192_ED03,
        index: change)
      shown[place] = choice.letter(insteadOf: whole[place], random)
    }
    return text.replacingLetters(with: shown).value
  }

  /// Every letter that may replace one of the text.
  package func everyLetter(of text: String) -> String {
    let moving = text.filter { !$0.isWhitespace }
    let choice = Choice(letters: Array(letters), text: Array(moving))
    return String(Set(moving.map { choice.letters(insteadOf: $0) }).flatMap { $0 })
  }

  /// The letters that replace others.
  private struct Choice {
    let letters: [Character]
    let text: [Character]

    private static let alphabets = [
      "abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789",
    ]
    .map { Array($0) }

    func letters(insteadOf letter: Character) -> [Character] {
      guard letters.isEmpty else { return letters }
      return Self.alphabets.first { $0.contains(letter) } ?? text
    }

    func letter(insteadOf letter: Character, _ random: Double) -> Character {
      let all = letters(insteadOf: letter)
      return all[Int(random * Double(all.count))]
    }
  }
}

extension AttributedText {
  /// The text in the same styles with other letters, as many as it has.
  fileprivate func replacingLetters(with letters: [Character]) -> AttributedText {
    var rest = letters[...]
    return AttributedText(
      runs.map { run in
        var run = run
        let count = run.text.count
        run.text = String(rest.prefix(count))
        rest = rest.dropFirst(count)
        return run
      })
  }
}
