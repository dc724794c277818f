import RostrumLayerTree
import RostrumSource
import RostrumTiming

extension Key {
  static let scrambleSeed = DefaultedField(
    "seed", Reader<Int>.whole(0, 1_000_000, "a whole number from 0 to 1000000"), default: 0,
    "Which letters by chance. The same number gives the same letters everywhere.")
  static let scrambleRate = DefaultedField(
    "rate", .number(.moreThanZero), default: 20,
    "How often a second the letters change that have not settled.")
  static let scrambleLetters = Field(
    "letters", .text("the letters to choose from", example: "\"01\""),
    "The letters to choose from. Default: of the same kind, small, capital or digit; for any other, the text's own."
  )
}

extension AnimationType {
  static let scramble = AnimationType(
    "scramble", "a block that is called with every frame",
    "Letters by chance that settle into a layer's text, from the first to the last.",
    keys: Vocabulary.animation() + [
      Key.keyPath, Key.scrambleSeed, Key.scrambleRate, Key.scrambleLetters,
    ]
  ) { $0.scramble() }
}

extension AnimationReader {
  fileprivate func scramble() -> (any Animation)? {
    let timing = timing(defaultDuration: place.defaultDuration)
    let function = timingFunction()
    let seed = fields.checked(Key.scrambleSeed)
    let rate = fields.checked(Key.scrambleRate)
    let letters = fields.ifGiven(Key.scrambleLetters)
    guard let keyPath = textKeyPath(), isText(keyPath), let timing, let function, let seed,
      let rate, let letters
    else { return nil }
    let scramble = ScrambleAnimation(
      seed: seed, rate: rate, letters: letters ?? "", timing: timing, timingFunction: function)
    return isShown(scramble) ? scramble : nil
  }

  private func isText(_ keyPath: AnimationKeyPath) -> Bool {
    if keyPath == AnimationKeyPath(.string) { return true }
    return context.failure(
      .conflict, "only a text has letters that scramble; \(keyPath.name.quoted) is none",
      at: fields.node(Key.keyPath) ?? fields.node, hint: "write keyPath: string for a text layer")
  }

  /// Reports letters to choose from that are no letters, or that the font does not have.
  private func isShown(_ scramble: ScrambleAnimation) -> Bool {
    let node = fields.node(Key.scrambleLetters) ?? fields.node
    guard !scramble.letters.contains(where: \.isWhitespace) else {
      return context.failure(
        .outOfRange, "the letters to choose from have a space or a line break among them", at: node)
    }
    guard problem(of: place.values) == nil else { return false }
    var values = place.values
    values[.string] = AttributedText(
      scramble.everyLetter(of: values[.string].string) + scramble.letters)
    guard let problem = problem(of: values) else { return true }
    return context.failure(
      .badFormat, "the letters by chance cannot be shown: \(problem.message)", at: node,
      hint: problem.hint)
  }
}
