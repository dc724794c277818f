/// A sum of unknowns and a number.
struct LinearSum {
  var factors: [Int: Double] = [:]
  var constant = 0.0

  static func += (sum: inout LinearSum, other: LinearSum) { sum.add(other, times: 1) }

  mutating func add(_ other: LinearSum, times factor: Double) {
    constant += factor * other.constant
    for (unknown, part) in other.factors {
      let new = (factors[unknown] ?? 0) + factor * part
      factors[unknown] = abs(new) > 1e-9 ? new : nil
    }
  }

  func times(_ factor: Double) -> LinearSum {
    var result = LinearSum()
    result.add(self, times: factor)
    return result
  }
}

/// Equations in the order of their rank. Each one that can hold together with the ones before does.
struct LinearSystem {
  enum Outcome {
    case added, redundant, contradictory
  }

  /// Unknowns, each by others that have no row.
  private var rows: [Int: LinearSum] = [:]

  /// The sum without unknowns that others determine.
  func reduced(_ sum: LinearSum) -> LinearSum {
    var result = LinearSum(constant: sum.constant)
    for (unknown, factor) in sum.factors {
      result.add(rows[unknown] ?? LinearSum(factors: [unknown: 1]), times: factor)
    }
    return result
  }

  /// Adds the equation of a sum and 0.
  mutating func add(_ sum: LinearSum) -> Outcome {
    var rest = reduced(sum)
    let largest = rest.factors.max { (abs($0.value), $1.key) < (abs($1.value), $0.key) }
    guard let (unknown, factor) = largest else {
      return abs(rest.constant) < 1e-6 ? .redundant : .contradictory
    }
    rest.factors[unknown] = nil
    let row = rest.times(-1 / factor)
    for (other, old) in rows {
      guard let part = old.factors[unknown] else { continue }
      var new = old
      new.factors[unknown] = nil
      new.add(row, times: part)
      rows[other] = new
    }
    rows[unknown] = row
    return .added
  }
}
