import RostrumBase
import RostrumLayerTree
import RostrumSource
import RostrumTiming

extension Key {
  static let stagger = Field(
    "stagger", .stagger,
    "Lets the clock of each sublayer start later than that of the one before."
  )
  static let staggerStep = Field(
    "each", .delay, "The seconds between one sublayer and the next. Either this or total.")
  static let staggerTotal = Field(
    "total", .delay, "The seconds between the first and the last one to start.")
  static let staggerOrder = DefaultedField(
    "from", .word, default: Stagger.Order.first,
    "Where it begins; random is an order by chance."
  )
  static let staggerSeed = Field(
    "seed", Reader<Int>.whole(0, 1_000_000, "a whole number from 0 to 1000000"),
    "With from: random, which order by chance. The same number gives the same order everywhere.")
}

extension Vocabulary {
  /// The keys of a stagger that is more than a number.
  public static let stagger = Vocabulary(
    owner: "a stagger", definition: "stagger",
    rule: SchemaPart.exactlyOne(Key.staggerStep.name, Key.staggerTotal.name),
    [
      Key.staggerStep, Key.staggerTotal, Key.staggerOrder, Key.staggerSeed, Key.timingFunction,
    ], listsKeys: true)
}

/// By how much the clocks of siblings start after each other.
struct Stagger {
  enum Order: String, CaseIterable, Sendable {
    case first, last, center, edges, random
  }

  enum Length {
    /// Seconds from one sibling to the next.
    case each(Double)
    /// Seconds from the first to the last that starts.
    case total(Double)
  }

  let length: Length
  var order = Order.first
  /// The number of an order by chance.
  var seed = 0
  /// Eases how the starts are spread.
  var timingFunction: TimingFunction?

  /// The delay of each of `count` siblings, in seconds, 0 or more; 0 for the first to start.
  func delays(_ count: Int) -> [Double] {
    let last = Double(max(count - 1, 0))
    let shuffled = order == .random ? ranks(count) : []
    let distances = (0..<count).map { index -> Double in
      let fromMiddle = abs(Double(index) - last / 2)
      let nearest = last / 2 - (last / 2).rounded(.down)
      return switch order {
      case .first: Double(index)
      case .last: last - Double(index)
      case .center: fromMiddle - nearest
      case .edges: last / 2 - fromMiddle
      case .random: Double(shuffled[index])
      }
    }
    guard let longest = distances.max(), longest > 0 else { return distances }
    let whole =
      switch length {
      case .each(let step): step * longest
      case .total(let seconds): seconds
      }
    return distances.map { distance in
      let share = distance / longest
      return (timingFunction?.value(at: share) ?? share) * whole
    }
  }
}

extension Stagger {
  /// The place of each of `count` siblings in an order by chance.
  private func ranks(_ count: Int) -> [Int] {
    let keys = (0..<count).map { unitRandom(seed: UInt64(seed), index: $0) }
    var ranks = [Int](repeating: 0, count: count)
    let sorted = keys.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }
    for (rank, index) in sorted.enumerated() { ranks[index] = rank }
    return ranks
  }
}

extension Reader where Content == Stagger {
  /// Seconds, or a mapping.
  static let stagger: Reader = {
    let seconds = Reader<Double>.delay
    let mapping = Reader.mapping(.stagger, "a stagger") { $0.stagger() }
    return Reader(
      "seconds, or a mapping with each or total", example: "0.1",
      schema: ["anyOf": [seconds.schema, mapping.schema]]
    ) { node, context in
      if node.entries != nil { return context.read(node, mapping) }
      return context.read(node, seconds).map { Stagger(length: .each($0)) }
    }
  }()
}

extension MappingReader {
  fileprivate func stagger() -> Stagger? {
    let (each, total) = (self[Key.staggerStep], self[Key.staggerTotal])
    let (order, seed) = (self[Key.staggerOrder], self[Key.staggerSeed])
    let function = self[Key.timingFunction]
    let hasBoth = has(Key.staggerStep) && has(Key.staggerTotal)
    guard !hasBoth, has(Key.staggerStep) || has(Key.staggerTotal) else {
      return context.failure(
        hasBoth ? .conflict : .missingKey, "a stagger needs either 'each' or 'total'", at: node,
        hint: "{each: SECONDS} from one to the next, or {total: SECONDS} for all of them")
    }
    if order != .random, let key = keyNode(Key.staggerSeed) {
      context.warning(.noEffect, "only an order by chance has a seed", at: key)
    }
    let length = each.map(Stagger.Length.each) ?? total.map(Stagger.Length.total)
    return length.map {
      Stagger(
        length: $0, order: order, seed: seed ?? 0, timingFunction: function)
    }
  }
}

extension LoweringPass {
  /// Sublayers, or copies, whose clocks start one after the other.
  static let stagger = LoweringPass(
    keys: { _ in [Key.stagger] },
    [
      .listed: { draft in
        if draft.layerClass == .sequence { draft.refuseStagger() }
        if draft.layerClass == .replicator { draft.staggerCopies() }
      },
      .arranged: { draft in
        guard draft.layerClass != .sequence, draft.layerClass != .replicator else { return }
        draft.staggerSublayers()
      },
    ])
}

extension LayerDraft {
  fileprivate func refuseStagger() {
    guard fields[Key.stagger] != nil, let node = fields.keyNode(Key.stagger) else { return }
    context.error(
      .conflict, "the children of a sequence follow each other", at: node,
      hint: "write overlap, or give another class")
  }

  fileprivate mutating func staggerSublayers() {
    guard let stagger = fields[Key.stagger], let layers = sublayers else { return }
    sublayers = zip(layers, stagger.delays(layers.count)).map { $0.delayed(by: $1) }
  }

  /// Sets the delay of a replicator's copies, which start one after the other.
  fileprivate mutating func staggerCopies() {
    guard let stagger = fields[Key.stagger], let node = fields.node(Key.stagger) else { return }
    let delay = fields.keyNode(AnyField(Property.instanceDelay))
    if let delay {
      context.error(
        .conflict, "both stagger and instanceDelay say how much later each copy starts", at: delay,
        hint: "remove one")
    }
    guard stagger.order == .first, stagger.timingFunction == nil else {
      context.error(
        .notAvailable,
        "the copies of a replicator start one after the other, in equal steps", at: node,
        hint: "for another order write the copies with forEach, inside a layer with stagger")
      return
    }
    let count = values[.instanceCount]
    values[.instanceDelay] =
      switch stagger.length {
      case .each(let step): step
      case .total(let seconds): count > 1 ? seconds / (count - 1) : 0
      }
  }
}

extension LayerClock {
  /// The clock that starts later, in seconds of the superlayer's time.
  func delayed(by delay: Double) -> LayerClock {
    var clock = self
    clock.beginTime += delay
    return clock
  }
}

extension Layer {
  /// The same layer whose clock starts later, in seconds of its superlayer's time.
  func delayed(by delay: Double) -> Layer {
    guard delay != 0 else { return self }
    return changed(
      epochs: epochs.map { epoch in
        Epoch(
          startTime: epoch.startTime, values: epoch.values,
          clock: epoch.clock.delayed(by: delay), animations: epoch.animations)
      }, sublayers: sublayers, mask: mask)
  }
}
