import RostrumBase
import RostrumGeometry
package import RostrumLayerTree
import RostrumSceneFile
import RostrumSource
import RostrumTiming

/// A key frame between two others that leaves the animation as it is.
struct KeyFrameAddition {
  let animation: KeyframeAnimation
  /// The first and the last frame around the new one are `index - 1` and `index`.
  let index: Int
  /// The key time.
  let part: Double

  /// `nil` where there are no frames before and after.
  init?(_ animation: KeyframeAnimation, at part: Double) {
    let times = animation.keyTimes
    guard part.isFinite, let index = times.firstIndex(where: { $0 > part }), index > 0,
      index < animation.values.count
    else { return nil }
    (self.animation, self.index, self.part) = (animation, index, part)
  }

  /// The value of the film there, in the words of the frames around it.
  func item(between a: YAMLNode, _ b: YAMLNode) -> NewItem {
    guard let value = animation.value(at: part, underlying: animation.values[0]) else {
      return NewItem(a)
    }
    if animation.calculationMode == .discrete { return NewItem(a) }
    let ends = (animation.values[index - 1], animation.values[index])
    switch (value, ends.0, ends.1) {
    case (.number(let number), .number(let from), .number(let to)):
      return .scalar(WrittenNumber(a, from, b, to).text(number))
    case (.color(let color), _, _): return .scalar(color.rounded.css)
    case (.colors(let colors), _, _): return .list(colors.map { .scalar($0.rounded.css) })
    case (.transform(let transform), _, _): return .list(Self.texts(transform.written))
    case (.path(let path), _, _): return .scalar(path.svg)
    default: break
    }
    guard let numbers = value.components, let from = ends.0.components, let to = ends.1.components
    else { return NewItem(a) }
    let rows = (a.items ?? [], b.items ?? [])
    let start = max(numbers.count - rows.0.count, 0)
    guard rows.0.count == rows.1.count, numbers.count == from.count, from.count == to.count,
      numbers.count - start == rows.0.count, numbers[..<start].allSatisfy({ $0 == 0 })
    else { return .list(Self.texts(numbers)) }
    return .list(
      rows.0.indices.map { at in
        let place = start + at
        let number = WrittenNumber(rows.0[at], from[place], rows.1[at], to[place])
        return .scalar(number.text(numbers[place]))
      })
  }

  private static func texts(_ numbers: [Double]) -> [NewItem] {
    numbers.map { .scalar($0.shortText(within: 1e-5)) }
  }

  /// The two halves of the timing function of the way from the frame before to the one after;
  /// `nil` for a straight way. Throws where it has no halves of its kind.
  func halves() throws(EditRefusal) -> [NewItem]? {
    guard animation.calculationMode.usesTimingFunctions,
      animation.timingFunctions.indices.contains(index - 1)
    else { return nil }
    let function = animation.timingFunctions[index - 1]
    guard function != .bezier(.linear) else { return nil }
    let times = animation.keyTimes
    guard case .bezier(let curve) = function,
      let halves = curve.halves(at: (part - times[index - 1]) / (times[index] - times[index - 1]))
    else { throw EditRefusal("its timing function there cannot be divided: give it another first") }
    return halves.map { .list($0.map { .scalar($0.shortText(within: 5e-5)) }) }
  }
}

/// How the numbers of two key frames are written: with a unit, or without.
private struct WrittenNumber {
  private let unit: String
  /// A number of the scene for one of the text.
  private let factor: Double
  private let ends: (from: Double, to: Double)

  init(_ a: YAMLNode, _ from: Double, _ b: YAMLNode, _ to: Double) {
    let texts = [a, b].map { $0.scalar?.text ?? "" }
    let parts = texts.map { text in
      let number = text.prefix { "+-.0123456789e".contains($0) }
      return (number: Double(number), unit: String(text[number.endIndex...]))
    }
    let known = zip(parts, [from, to]).first { part, value in
      part.number.map { $0 != 0 && value != 0 } ?? false
    }
    let isOneUnit = parts.allSatisfy { $0.unit == parts[0].unit || $0.number == 0 }
    if isOneUnit, let (part, value) = known, let number = part.number {
      (unit, factor) = (part.unit, value / number)
    } else {
      (unit, factor) = ("", 1)
    }
    ends = (from, to)
  }

  /// Within a hundredth, and within a thousandth of the way.
  func text(_ value: Double) -> String {
    let tolerance = min(0.01, abs(ends.to - ends.from) / abs(factor) / 1000)
    return (value / factor).shortText(within: max(tolerance, 1e-9)) + unit
  }
}

extension Double {
  /// The number with as few digits as keep it within a tolerance.
  package func shortText(within tolerance: Double) -> String {
    for digits in 0..<9 {
      let rounded = rounded(toDigits: digits)
      if abs(rounded - self) <= tolerance { return (rounded == 0 ? 0 : rounded).sceneText }
    }
    return sceneText
  }
}

extension Value {
  /// The numbers that it is written as.
  fileprivate var components: [Double]? {
    switch self {
    case .point(let point): [point.x, point.y]
    case .size(let size): [size.width, size.height]
    case .rect(let rect): [rect.origin.x, rect.origin.y, rect.size.width, rect.size.height]
    case .numbers(let numbers): numbers
    default: nil
    }
  }
}

extension Color {
  /// In the bytes that a picture has.
  fileprivate var rounded: Color {
    func byte(_ channel: Double) -> Double {
      channel >= 0 && channel <= 1 ? (channel * 255).rounded() / 255 : channel
    }
    return Color(red: byte(red), green: byte(green), blue: byte(blue), alpha: byte(alpha))
  }
}

extension Transform3D {
  /// Six numbers of a flat one, sixteen of any other.
  fileprivate var written: [Double] {
    guard let flat = flattened, Transform3D(flat) == self else { return elements }
    return [flat.a, flat.b, flat.c, flat.d, flat.tx, flat.ty]
  }
}

extension CubicBezier {
  /// The control points of the curves up to a height and from there, each drawn from (0, 0) to
  /// (1, 1); `nil` where one of them has no height.
  fileprivate func halves(at x: Double) -> [[Double]]? {
    let points = controlPoints.map { Point(x: $0.x, y: $0.y) }
    let curve = CubicCurve(
      start: points[0], control1: points[1], control2: points[2], end: points[3])
    let middle = parameter(at: x)
    let halves = [curve.trimmed(from: 0, to: middle), curve.trimmed(from: middle, to: 1)]
    let ways = halves.map { $0.end - $0.start }
    guard ways.allSatisfy({ $0.x > 1e-6 && abs($0.y) > 1e-6 }) else { return nil }
    return zip(halves, ways).map { half, way in
      [half.control1 - half.start, half.control2 - half.start].flatMap { point in
        [min(max(point.x / way.x, 0), 1), point.y / way.y]
      }
    }
  }
}

extension NewItem {
  /// The items of a list of a scene file; a single mapping is one item. None for any other text.
  package static func items(_ text: String) -> [NewItem] {
    let parsed = YAMLNode.parsed(SourceText(text, path: ""), maximumNodes: 100_000).root
    return parsed?.items?.map(NewItem.init)
      ?? (parsed?.entries == nil ? [] : parsed.map { [NewItem($0)] } ?? [])
  }

  /// The same as a node of the file.
  init(_ node: YAMLNode) {
    switch node.content {
    case .scalar(let scalar): self = .scalar(scalar.text)
    case .sequence(let items): self = .list(items.map(NewItem.init))
    case .mapping(let entries):
      self = .mapping(entries.map { Entry(name: $0.name, value: NewItem($0.value)) })
    }
  }
}

extension EditableText {
  /// The value of a key frame of the animation that is written at a place.
  package func keyFrame(_ index: Int, of owner: SourcePlace) throws(EditRefusal) -> NewItem {
    guard let items = try find(owner).next(.key("values"))?.node.items,
      items.indices.contains(index)
    else { throw EditRefusal("the copied key frame is gone") }
    return NewItem(items[index])
  }

  /// The text with a key frame more in the animation that is written at a place. Without a `value`
  /// it leaves the animation as it is.
  package func addingKeyFrame(
    _ value: NewItem? = nil, to owner: SourcePlace, _ animation: KeyframeAnimation, at part: Double
  ) throws(EditRefusal) -> EditableText {
    let target = try find(owner)
    func list(_ key: String) -> [YAMLNode]? { target.next(.key(key))?.node.items }
    let part = (part * 1e4).rounded() / 1e4
    guard let items = list("values"), items.count == animation.values.count,
      !animation.calculationMode.isPaced
    else {
      throw EditRefusal("its values are not a list of key frames: edit it in the file")
    }
    guard let addition = KeyFrameAddition(animation, at: part) else {
      throw EditRefusal("a key frame is added between two others")
    }
    let index = addition.index
    func change(_ key: String, _ kind: StructureEdit.Kind, _ step: Int? = nil)
      -> StructureEdit
    {
      let steps = [ValueStep.key(key)] + (step.map { [.index($0)] } ?? [])
      return StructureEdit(owner: owner, steps: steps, kind: kind)
    }
    var changes = [
      change(
        "values",
        .add(value ?? addition.item(between: items[index - 1], items[index]), at: index))
    ]
    if value == nil, let halves = try addition.halves() {
      guard let functions = list("timingFunctions"), functions.indices.contains(index - 1) else {
        throw EditRefusal("its timing functions are not written there: edit it in the file")
      }
      changes += halves.reversed().map { change("timingFunctions", .add($0, at: index)) }
      changes.append(change("timingFunctions", .remove, index - 1))
    } else if let functions = list("timingFunctions"), functions.indices.contains(index - 1) {
      changes.append(change("timingFunctions", .duplicate, index - 1))
    }
    let time = part.shortText(within: 0)
    guard list("keyTimes") == nil else {
      changes.append(change("keyTimes", .add(.scalar(time), at: index)))
      return try changing(changes)
    }
    var times = animation.keyTimes.map { $0.shortText(within: 5e-5) }
    times.insert(time, at: index)
    let edit = ValueEdit(owner: owner, steps: [.key("keyTimes")], content: .list(times))
    return try changing([edit]).changing(changes)
  }
}
