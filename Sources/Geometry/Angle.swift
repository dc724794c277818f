import RealModule

/// Angles as authors write them.
public enum Angle {
  /// Radians in one of each unit, by the names of W3C CSS Values 4.
  static let units: [String: Double] = [
    "deg": .pi / 180, "grad": .pi / 200, "rad": 1, "turn": 2 * .pi,
  ]

  /// The angle in radians that a text such as "90deg", "0.5turn", "1.57rad" or "100grad" means;
  /// `nil` for anything else, a number without a unit included. Letter case does not matter, and
  /// white space may stand at both ends.
  public static func radians(fromText text: String) -> Double? {
    var scanner = TextScanner(text)
    scanner.skipSpaces()
    guard let number = scanner.takeNumber(), let unit = units[scanner.takeWord()] else {
      return nil
    }
    scanner.skipSpaces()
    let angle = number * unit
    return scanner.isAtEnd && angle.isFinite ? angle : nil
  }
}

extension Point {
  /// The angle from the x axis towards the y axis at which the point is seen from the origin, in radians; 0 for the origin itself.
  public var direction: Double { x == 0 && y == 0 ? 0 : .atan2(y: y, x: x) }
}
