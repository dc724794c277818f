import RostrumImportedDocument
import RostrumGeometry
import RostrumLayerTree
import RostrumTiming

extension TextConversion {
  /// A layer for each letter, changed by as much as each animator selects it.
  func animated(
    _ letters: [PlacedLetter], _ document: LottieText.Document, _ text: LottieText, _ name: String
  ) -> [ImportedLayer] {
    let places = text.animators.map { letters.units($0.selector) }
    let changes = letters.indices.map { index in
      zip(text.animators, places).map { animator, place in
        LetterChange(animator: animator, unit: place.units[index], count: place.count)
      }
    }
    let spacing = LetterSpacing(letters, changes, document.alignment)
    var result: [ImportedLayer] = []
    for (index, letter) in letters.enumerated() where !letter.path.isEmpty {
      guard context.budget.add(3, .layers) else { return [] }
      let label = "\(name) letter \(index + 1)"
      result.append(
        draft(letter, changes[index], document, text, label) { frame in
          guard let spacing, context.budget.add(letters.count, .numbers) else { return 0 }
          return spacing.shift(of: index, at: frame)
        })
    }
    return result
  }

  private func draft(
    _ letter: PlacedLetter, _ changes: [LetterChange], _ document: LottieText.Document,
    _ text: LottieText, _ name: String, _ shift: (Double) -> Double
  ) -> ImportedLayer {
    var draft = ImportedLayer(name, parts(letter.path, document, text.changes, name))
    let tracks = changes.flatMap(\.animator.tracks) + [text.anchorShift]
    let timings = tracks.map(\.timings)
    let first = (tracks.flatMap(\.segments).map(\.start).min() ?? 0) - 1
    func matrix(_ frame: Double) -> AffineTransform {
      let part = text.anchorShift.point(at: frame) * 0.01
      let anchor = Point(x: letter.width / 2 * (1 + part.x), y: document.size * part.y)
      let origin = letter.origin + Point(x: shift(frame), y: 0)
      return changes.reduce(AffineTransform.translation(x: -anchor.x, y: -anchor.y)) {
        $0.concatenating($1.matrix(at: frame))
      }.concatenating(.translation(x: anchor.x + origin.x, y: anchor.y + origin.y))
    }
    func set(_ property: Property, of draft: inout ImportedLayer, _ value: (Double) -> Value) {
      set(AnimationKeyPath(property), of: &draft, value)
    }
    func set(_ keyPath: AnimationKeyPath, of draft: inout ImportedLayer, _ value: (Double) -> Value)
    {
      keyPath.set(value(first), in: &draft.values)
      let moves = motion.animation(keyPath, of: timings, isEven: false) { frame in
        context.budget.add(tracks.count, .numbers)
        return value(frame)
      }
      if let moves { draft.animations.append(moves) }
    }
    set(.transform, of: &draft) { .transform(Transform3D(matrix($0))) }
    if changes.contains(where: { $0.animator.opacity != nil }) {
      set(.opacity, of: &draft) { frame in
        .number(changes.reduce(1) { $0 * $1.opacity(at: frame) })
      }
    }
    if changes.contains(where: { $0.animator.blur != nil }) {
      let filter = LayerFilter(.gaussianBlur, name: "blur")
      draft.values[.filters] = [filter]
      let component = FilterComponent(filter: filter.name, property: FilterKind.inputRadius)
      set(AnimationKeyPath(.filters, .filter(component)), of: &draft) { frame in
        let amount = changes.reduce(0) { $0 + $1.blur(at: frame) }
        return .number(Motion.deviation(ofBlur: amount) / LayerFilter.sigmaOfInputRadius)
      }
    }
    let colors: [(Property, KeyPath<LottieTextAnimator, Track<[Double]>?>, Color?)] = [
      (.fillColor, \.fill, document.fill), (.strokeColor, \.stroke, document.stroke),
    ]
    for (property, path, own) in colors {
      let concerned = changes.filter { $0.animator[keyPath: path] != nil }
      guard !concerned.isEmpty, let part = draft.part(property == .fillColor ? "fill" : "stroke")
      else { continue }
      set(property, of: &draft.sublayers[part]) { frame in
        .color(
          concerned.reduce(own ?? .black) { color, change in
            guard let track = change.animator[keyPath: path] else { return color }
            return color.mixed(with: .lottie(track.value(at: frame)), change.share(at: frame))
          })
      }
    }
    if changes.contains(where: { $0.animator.strokeWidth != nil }), let part = draft.part("stroke")
    {
      set(.lineWidth, of: &draft.sublayers[part]) { frame in
        .number(
          changes.reduce(document.strokeWidth) { width, change in
            let more = change.animator.strokeWidth?.number(at: frame) ?? 0
            return max(width + more * change.share(at: frame), 0)
          })
      }
    }
    return draft
  }
}

/// The room that animators make between letters: half of it before and half after each, and
/// none before the first and after the last of a line.
/// Source: Skottie, `TextAdapter::adjustLineProps`.
private struct LetterSpacing {
  private let changes: [[LetterChange]]
  /// The letters of each letter's line.
  private let lines: [Range<Int>]
  /// The share of a line's growth by which it moves to the left.
  private let share: Double

  /// `nil` where no animator makes room.
  init?(
    _ letters: [PlacedLetter], _ changes: [[LetterChange]], _ alignment: LottieText.Alignment
  ) {
    guard changes.joined().contains(where: { $0.animator.tracking != nil }) else { return nil }
    var lines: [Range<Int>] = []
    for index in letters.indices {
      guard lines.count <= index else { continue }
      let end = letters[index...].firstIndex { $0.line != letters[index].line } ?? letters.count
      lines += Array(repeating: index..<end, count: end - index)
    }
    (self.changes, self.lines) = (changes, lines)
    switch alignment {
    case .left: share = 0
    case .center: share = 0.5
    case .right: share = 1
    }
  }

  func shift(of index: Int, at frame: Double) -> Double {
    let line = lines[index]
    var (place, total) = (0.0, 0.0)
    for other in line {
      let half = changes[other].reduce(0) { $0 + $1.tracking(at: frame) } / 2
      if other > line.lowerBound { total += half }
      if other == index { place = total }
      if other + 1 < line.upperBound { total += half }
    }
    return place - total * share
  }
}

/// How one animator changes one letter.
private struct LetterChange {
  let animator: LottieTextAnimator
  /// `nil` for a letter that does not count.
  let unit: Int?
  let count: Int

  func share(at frame: Double) -> Double {
    guard let unit else { return 0 }
    return animator.selector.share(ofUnit: unit, of: count, at: frame)
  }

  /// About the letter's anchor: grown, turned, and moved.
  func matrix(at frame: Double) -> AffineTransform {
    let share = share(at: frame)
    let anchor = (animator.anchor?.point(at: frame) ?? .zero) * share
    let scale = animator.scale?.point(at: frame) ?? Point(x: 100, y: 100)
    let turn = (animator.rotation?.number(at: frame) ?? 0) * share * .pi / 180
    let position = (animator.position?.point(at: frame) ?? .zero) * share
    return AffineTransform.translation(x: -anchor.x, y: -anchor.y)
      .concatenating(
        .scale(x: 1 + (scale.x / 100 - 1) * share, y: 1 + (scale.y / 100 - 1) * share)
      )
      .concatenating(.rotation(turn))
      .concatenating(.translation(x: position.x, y: position.y))
  }

  func tracking(at frame: Double) -> Double {
    guard let tracking = animator.tracking else { return 0 }
    return tracking.number(at: frame) * share(at: frame)
  }

  func blur(at frame: Double) -> Double {
    guard let blur = animator.blur else { return 0 }
    return max(blur.number(at: frame) * share(at: frame), 0)
  }

  func opacity(at frame: Double) -> Double {
    guard let opacity = animator.opacity else { return 1 }
    return min(max(1 + (opacity.number(at: frame) / 100 - 1) * share(at: frame), 0), 1)
  }
}

extension [PlacedLetter] {
  /// The index of each letter among the units that are counted, and how many these are.
  fileprivate func units(_ selector: LottieRangeSelector) -> (units: [Int?], count: Int) {
    let (units, count) = units(selector.unit)
    guard selector.isRandom else { return (units, count) }
    let order = (0..<count).map { unitRandom(seed: 0, index: $0) }.enumerated()
      .sorted { $0.element < $1.element }.map(\.offset)
    return (units.map { unit in unit.map { order[$0] } }, count)
  }

  private func units(_ unit: LottieRangeSelector.Unit) -> (units: [Int?], count: Int) {
    var (result, next, isInside): ([Int?], Int, Bool) = ([], 0, false)
    var line = 0
    for letter in self {
      switch unit {
      case .letters:
        result.append(next)
        next += 1
      case .lettersWithoutSpaces:
        result.append(letter.isBlank ? nil : next)
        if !letter.isBlank { next += 1 }
      case .words:
        if isInside, letter.isBlank || letter.line != line { next += 1 }
        isInside = !letter.isBlank
        result.append(letter.isBlank ? nil : next)
      case .lines:
        result.append(letter.line)
        next = letter.line + 1
      }
      line = letter.line
    }
    return (result, Swift.max(next + (unit == .words && isInside ? 1 : 0), 1))
  }
}

extension ImportedLayer {
  /// The place of the sublayer of a letter's fill or stroke.
  fileprivate func part(_ name: String) -> Int? {
    sublayers.firstIndex { $0.name.hasSuffix(" \(name)") }
  }
}

extension Color {
  fileprivate func mixed(with other: Color, _ share: Double) -> Color {
    func mix(_ a: Double, _ b: Double) -> Double { Swift.min(Swift.max(a + (b - a) * share, 0), 1) }
    return Color(
      red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
  }
}
