/// The way that a piece of text runs, as Unicode's bidirectional algorithm (UAX 9) classes it.
enum TextDirection {
  case leftToRight, rightToLeft, number, neutral
}

extension Character {
  /// Whether letters of its script join or change beside each other, so that words are set whole.
  var isSetInWords: Bool { isRightToLeft || Self.joined.contains { $0.contains(first) } }

  private var first: UInt32 { unicodeScalars.first?.value ?? 0 }

  private var isRightToLeft: Bool { Self.rightToLeft.contains { $0.contains(first) } }

  /// Hebrew, Arabic, Syriac, Thaana and those beside them; presentation forms; the old scripts.
  private static let rightToLeft: [ClosedRange<UInt32>] = [
    0x0590...0x08FF, 0x200F...0x200F, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF,
    0x1E800...0x1EFFF,
  ]

  /// The scripts of India, Tibet, Burma, Cambodia and Mongolia.
  private static let joined: [ClosedRange<UInt32>] = [
    0x0900...0x0DFF, 0x0F00...0x109F, 0x1780...0x18AF,
  ]

  var direction: TextDirection {
    guard let scalar = unicodeScalars.first else { return .neutral }
    if scalar.properties.numericType == .decimal { return .number }
    if isRightToLeft { return .rightToLeft }
    return scalar.properties.isAlphabetic || first == 0x200E ? .leftToRight : .neutral
  }
}

extension [TextDirection] {
  /// Whether a paragraph runs from right to left, as its first letter says (rules P2 and P3).
  var isRightToLeft: Bool {
    first { $0 == .leftToRight || $0 == .rightToLeft } == .rightToLeft
  }

  /// How deep each piece lies in turns of direction: odd ones run from right to left (rules W4, W7,
  /// N1, N2, I1 and I2, without explicit marks).
  var levels: [Int] {
    let base: TextDirection = isRightToLeft ? .rightToLeft : .leftToRight
    var classes = self
    for index in indices.dropFirst().dropLast() where self[index] == .neutral {
      // A separator between two digits is of their number.
      if self[index - 1] == .number, self[index + 1] == .number { classes[index] = .number }
    }
    var strong = base
    for (index, direction) in classes.enumerated() {
      if direction == .number, strong == .leftToRight { classes[index] = .leftToRight }
      if direction == .leftToRight || direction == .rightToLeft { strong = direction }
    }
    // A number after letters from right to left counts as one of them for what lies between.
    func side(_ direction: TextDirection?) -> TextDirection {
      direction.map { $0 == .number ? .rightToLeft : $0 } ?? base
    }
    for index in indices where classes[index] == .neutral {
      let end = classes[index...].firstIndex { $0 != .neutral } ?? endIndex
      let (before, after) = (
        side(index > 0 ? classes[index - 1] : nil), side(end < endIndex ? classes[end] : nil)
      )
      for place in index..<end { classes[place] = before == after ? before : base }
    }
    return classes.map { direction in
      switch direction {
      case .rightToLeft: 1
      case .number: 2
      default: isRightToLeft ? 2 : 0
      }
    }
  }
}

extension [Int] {
  /// The pieces of a line by their levels, from left to right (rule L2).
  var visualOrder: [Int] {
    var order = Array(indices)
    for level in stride(from: self.max() ?? 0, to: 0, by: -1) {
      var start = 0
      while start < count {
        let end = self[start...].firstIndex { $0 < level } ?? count
        if end > start { order[start..<end].reverse() }
        start = Swift.max(end, start) + 1
      }
    }
    return order
  }
}
