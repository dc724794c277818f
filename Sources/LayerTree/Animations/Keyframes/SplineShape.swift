/// How a smooth curve bends at each of the values that it passes through (Kochanek and Bartels 1984). A value without a number
/// of its own has 0.
public struct SplineShape: Hashable, Sendable {
  /// 1 is a sharp corner, -1 a wide turn.
  public var tensionValues: [Double]
  /// Other than 0, the curve has a corner there.
  public var continuityValues: [Double]
  /// 1 overshoots after the value, -1 before it.
  public var biasValues: [Double]

  public init(
    tensionValues: [Double] = [], continuityValues: [Double] = [], biasValues: [Double] = []
  ) {
    self.tensionValues = tensionValues
    self.continuityValues = continuityValues
    self.biasValues = biasValues
  }

  /// What the ways before and after value `index` weigh in the slopes there.
  func weights(at index: Int) -> (incoming: Weights, outgoing: Weights) {
    func number(_ list: [Double]) -> Double { index < list.count ? list[index] : 0 }
    let half = (1 - number(tensionValues)) / 2
    let (c, b) = (number(continuityValues), number(biasValues))
    let incoming = Weights(before: half * (1 - c) * (1 + b), after: half * (1 + c) * (1 - b))
    let outgoing = Weights(before: half * (1 + c) * (1 + b), after: half * (1 - c) * (1 - b))
    return (incoming, outgoing)
  }

  struct Weights {
    var before: Double
    var after: Double
  }
}
