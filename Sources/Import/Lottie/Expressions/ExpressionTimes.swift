import RostrumBase
import RostrumImportedDocument
import RostrumSource

/// The frames at which the expressions of layers are asked for: those at which the composition is
/// shown, and the layer or one that follows it.
struct ExpressionTimes {
  /// By the numbers of compositions: the frames that are shown.
  private var shown: [Int: ClosedRange<Double>] = [:]
  /// How far the frames of the film lie from whole ones of a composition.
  private var phases: [Int: Double] = [:]
  /// By the numbers of layers.
  private(set) var ranges: [Int: ClosedRange<Double>] = [:]

  init(_ file: ExpressionFile, _ root: JSONValue) {
    let (first, end) = (root["ip"]?.number ?? 0, root["op"]?.number ?? 0)
    shown[0] = first...max(first, end)
    phases[0] = 0
    spread(file)
    for (index, layer) in file.layers.enumerated() {
      guard let shown = shown[layer.composition], let own = Self.life(layer.json, in: shown) else {
        continue
      }
      include(own, of: index)
    }
    for composition in file.compositions { follow(composition, file) }
  }

  /// The times of a layer, one for each frame.
  func frames(ofLayer index: Int, _ file: ExpressionFile) -> (first: Int, last: Int, phase: Double)?
  {
    guard let range = ranges[index] else { return nil }
    let phase = phases[file.layers[index].composition] ?? 0
    let first = (range.lowerBound - phase).rounded(.down)
    let last = (range.upperBound - phase).rounded(.up)
    guard abs(first) < 1e8, abs(last) < 1e8 else { return nil }
    return (Int(first), Int(last), phase)
  }

  private static func life(
    _ layer: JSONValue, in shown: ClosedRange<Double>
  ) -> ClosedRange<Double>? {
    let first = max(layer["ip"]?.number ?? 0, shown.lowerBound)
    let end = min(layer["op"]?.number ?? shown.upperBound, shown.upperBound)
    return first <= end ? first...end : nil
  }

  private mutating func include(_ range: ClosedRange<Double>, of layer: Int) {
    ranges[layer] = ranges[layer].map { $0.union(range) } ?? range
  }

  /// From the film to the compositions in it.
  private mutating func spread(_ file: ExpressionFile) {
    var waiting = [0]
    var rounds = 0
    while let composition = waiting.popLast(), rounds < 10_000 {
      rounds += 1
      guard let own = shown[composition] else { continue }
      for index in file.compositions[composition].layers {
        let layer = file.layers[index]
        guard let inner = layer.shown, let life = Self.life(layer.json, in: own) else { continue }
        let (range, phase) = Self.inner(
          layer.json, life, phases[composition] ?? 0, end: Self.end(inner, file))
        if let known = phases[inner], known != phase { phases[inner] = 0 }
        if phases[inner] == nil { phases[inner] = phase }
        let union = shown[inner].map { $0.union(range) } ?? range
        if union != shown[inner] {
          shown[inner] = union
          waiting.append(inner)
        }
      }
    }
  }

  private static func end(_ composition: Int, _ file: ExpressionFile) -> Double {
    file.compositions[composition].layers.map { file.layers[$0].json["op"]?.number ?? 0 }.max() ?? 0
  }

  /// The frames of a composition that a layer shows during its life.
  private static func inner(
    _ layer: JSONValue, _ life: ClosedRange<Double>, _ phase: Double, end: Double
  ) -> (ClosedRange<Double>, phase: Double) {
    if let remap = layer["tm"], !remap.isNull { return (0...max(end, 0), 0) }
    let start = layer["st"]?.number ?? 0
    var stretch = layer["sr"]?.number ?? 1
    if stretch == 0 { stretch = 1 }
    let (a, b) = ((life.lowerBound - start) / stretch, (life.upperBound - start) / stretch)
    let shift = phase - start
    return (min(a, b)...max(a, b), stretch == 1 ? shift - shift.rounded(.down) : 0)
  }

  /// A parent moves as long as its children are shown.
  private mutating func follow(_ composition: ExpressionFile.Composition, _ file: ExpressionFile) {
    var numbers: [Double: Int] = [:]
    for index in composition.layers {
      if let number = file.layers[index].json["ind"]?.number { numbers[number] = index }
    }
    for index in composition.layers {
      guard let range = ranges[index] else { continue }
      var child = index
      for level in 0..<100 {
        guard let parent = Self.parent(of: file.layers[child].json, numbers) else { break }
        if level > 0, let known = ranges[parent], known.union(range) == known { break }
        include(range, of: parent)
        child = parent
      }
    }
  }

  private static func parent(of layer: JSONValue, _ numbers: [Double: Int]) -> Int? {
    guard let number = layer["parent"]?.number else { return nil }
    return numbers[number]
  }
}

extension ClosedRange<Double> {
  fileprivate func union(_ other: ClosedRange) -> ClosedRange {
    Swift.min(lowerBound, other.lowerBound)...Swift.max(upperBound, other.upperBound)
  }
}
