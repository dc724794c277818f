import Algorithms
import RostrumSceneImport
import RostrumImportedDocument
import RostrumGeometry
import RostrumLayerTree
import RostrumSource
import RostrumTiming

/// The animations of an SVG by the elements that move.
final class SVGMotions {
  /// The elements of SMIL by the elements that they animate.
  private let elements: [ObjectIdentifier: [XMLElement]]
  /// The animations of elements that were asked for already.
  var known: [ObjectIdentifier: [SVGAnimation]] = [:]
  private let context: ImportContext
  private let byID: [String: XMLElement]
  private let all: [XMLElement]
  private lazy var reader = SVGAnimationReader(
    context: context, byID: byID, times: SVGTimeGraph(all, context, byID))
  /// Whether anything may move at all.
  let isEmpty: Bool
  /// The attributes whose animations have become values, by their elements.
  var frozen: [ObjectIdentifier: Set<String>] = [:]

  init(
    _ root: XMLElement, _ sheet: SVGStyleSheet, _ context: ImportContext,
    _ byID: [String: XMLElement]
  ) {
    (self.context, self.byID) = (context, byID)
    var all: [XMLElement] = []
    var elements: [ObjectIdentifier: [XMLElement]] = [:]
    var rest = [root]
    while let element = rest.popLast() {
      rest += element.children.reversed()
      guard SVGConversion.animationNames.contains(element.name) else { continue }
      all.append(element)
      let other = element["href"].map { byID[String($0.dropFirst())] }
      guard let target = other ?? element.parent else { continue }
      elements[ObjectIdentifier(target), default: []].append(element)
    }
    (self.elements, self.all) = (elements, all)
    isEmpty = elements.isEmpty && sheet.keyframes.isEmpty
  }

  /// The animations of an element, in the order in which they begin. The first call reports the
  /// unsupported ones.
  func animations(of own: SVGDeclarations, _ values: SVGReader) -> [SVGAnimation] {
    let all = allAnimations(of: own, values)
    guard let names = frozen[ObjectIdentifier(own.element)] else { return all }
    return all.filter { !names.contains($0.name) }
  }

  private func allAnimations(of own: SVGDeclarations, _ values: SVGReader) -> [SVGAnimation] {
    guard !isEmpty else { return [] }
    let element = own.element
    if let all = known[ObjectIdentifier(element)] { return all }
    known[ObjectIdentifier(element)] = []
    let smil = elements[ObjectIdentifier(element)] ?? []
    if context.ignores(.animations) {
      let place = smil.first?.bytes ?? element.bytes
      let name = smil.first?.name ?? (values.isAnimated(own) ? "CSS" : nil)
      if let name { context.unsupported(.animations, name, at: place) }
      return []
    }
    let all = (smil.flatMap { reader.animations($0, values) } + values.animations(own)).map {
      var animation = $0
      animation.owner = element
      return animation
    }
    let supported = all.filter { context.spend($0.values.count, .keyframes, at: $0.place) }
    let ordered = supported.enumerated().sorted {
      ($0.element.timing.beginTime, $0.offset) < ($1.element.timing.beginTime, $1.offset)
    }
    let result = composed(ordered.map(\.element), own, values)
    known[ObjectIdentifier(element)] = result
    return result
  }

  private static let dashNames: Set = ["stroke-dasharray", "stroke-dashoffset"]

  /// The animations, with those beyond Core Animation's model combined for each attribute. The
  /// geometry attributes of a shape have common key times, and so do its dash attributes.
  private func composed(
    _ all: [SVGAnimation], _ own: SVGDeclarations, _ values: SVGReader
  ) -> [SVGAnimation] {
    var groups: [(key: String, animations: [SVGAnimation])] = []
    for animation in all {
      let key =
        SVGAnimation.outlineNames.contains(animation.name)
        ? "d" : Self.dashNames.contains(animation.name) ? "stroke-dasharray" : animation.name
      if let index = groups.firstIndex(where: { $0.key == key }) {
        groups[index].animations.append(animation)
      } else {
        groups.append((key, [animation]))
      }
    }
    return groups.flatMap { key, group -> [SVGAnimation] in
      let names = Array(group.map(\.name).uniqued())
      let attributes = names.map { name in
        SVGSandwich.Attribute(
          name: name, animations: group.filter { $0.name == name },
          base: values.base(of: name, own, isStyle: group.contains(where: \.isStyle)))
      }
      guard Self.isComposed(group, key) || attributes.contains(where: \.isBroken) else {
        return group
      }
      return sandwich(attributes, at: group[0].place).animations
    }
  }

  /// With a word where only the beginning is known.
  func sandwich(_ attributes: [SVGSandwich.Attribute], at place: Range<Int>) -> SVGSandwich {
    let sandwich = SVGSandwich(attributes, at: place)
    if sandwich.isShortened {
      context.warning(
        UnsupportedFeature.animations.name,
        "what moves here never comes again; its first \(Int(SVGSandwich.beginning)) seconds are "
          + "shown", at: place)
    }
    return sandwich
  }

  /// Whether animations are not each one of Core Animation's.
  private static func isComposed(_ group: [SVGAnimation], _ key: String) -> Bool {
    if group.contains(where: { $0.period != nil || $0.next.isFinite || $0.keyPoints != nil }) {
      return true
    }
    switch key {
    case _ where SVGAnimation.isTransform(key):
      let isSkewed = group.contains {
        $0.values.contains { text in
          let text = text?.lowercased() ?? ""
          return ["skew", "rotatex", "rotatey", "rotate3d"].contains { text.contains($0) }
        }
      }
      if isSkewed || group.contains(where: \.isCumulative) { return true }
      guard let first = group.firstIndex(where: \.isAdditive) else { return false }
      return group[first...].contains { !$0.isAdditive }
    case "motion": return group.count > 1 || group.contains(where: \.isCumulative)
    case "stroke-dasharray" where group.contains(where: { $0.name == key }): return true
    case "d" where group.contains(where: { $0.name == "rx" || $0.name == "ry" }): return true
    default:
      let isAlike =
        Set(group.map(\.name)).count == group.count
        && group.allSatisfy { $0.isTogether(with: group[0]) }
      return !isAlike || group.contains { $0.isAdditive || $0.isCumulative }
    }
  }
}

extension SVGAnimation {
  /// The animation with steps by which an element that is visible at one end of a frame is visible
  /// throughout it (CSS Display 4, `visibility`).
  fileprivate func shown(_ share: (String) -> Double, _ base: Double) -> SVGAnimation {
    guard isStyle, mode != .discrete, values.count > 1 else { return self }
    var result = self
    result.functions = values.dropFirst().compactMap { text in
      let jump: StepFunction.Jump = (text.map(share) ?? base) > 0 ? .start : .end
      return StepFunction(count: 1, jump: jump).map { .steps($0) }
    }
    return result
  }

  /// Whether it has its frames at the times of another one.
  fileprivate func isTogether(with other: SVGAnimation) -> Bool {
    timing == other.timing && keyTimes == other.keyTimes && mode == other.mode
      && functions == other.functions && values.count == other.values.count
  }
}

extension SVGReader {
  private static let bases = [
    "opacity": "1", "display": "inline", "offset-rotate": "auto", "clip-path": "none",
    "mask": "none", "filter": "none", "stop-color": "black", "stop-opacity": "1",
    "flood-opacity": "1", "transform-origin": "0 0", "viewBox": "0 0 0 0",
  ]

  /// The value that an attribute has without its animations.
  func base(of name: String, _ own: SVGDeclarations?, isStyle: Bool = false) -> String {
    if let text = own?[name] ?? own?.element[name] { return text }
    if isStyle, name == "rx" || name == "ry" { return "auto" }
    if let registered = sheet.registered[name] {
      let parent = registered.isInherited ? own?.element.parent : nil
      return parent.map { base(of: name, declarations(of: $0)) } ?? registered.initial
    }
    if SVGAnimation.isTransform(name) || name == "motion" { return "none" }
    if let text = Self.bases[name] { return text }
    guard let initial = SVGProperties.initial[name] else { return "0" }
    guard let own, SVGProperties.inherited.contains(name) else { return initial }
    return own.element.parent.map { base(of: name, declarations(of: $0)) } ?? initial
  }

  /// Whether a style sheet has frames for an animation that the element names.
  fileprivate func isAnimated(_ own: SVGDeclarations) -> Bool {
    let text = "\(own["animation"] ?? "") \(own["animation-name"] ?? "")"
    let words = text.split { $0.isWhitespace || $0 == "," }
    return words.contains { sheet.keyframes[String($0)] != nil }
  }
}

extension SVGConversion {
  func animations(of element: XMLElement) -> [SVGAnimation] {
    guard !motions.isEmpty else { return [] }
    let reader = reader(viewport)
    return motions.animations(of: reader.declarations(of: element), reader)
  }

  func animations(of element: XMLElement, _ name: String) -> [SVGAnimation] {
    animations(of: element).filter { $0.name == name }
  }

  /// The animations of properties that an element has, or takes from those around it.
  func inherited(_ element: XMLElement, _ names: Set<String>) -> [SVGAnimation] {
    guard !motions.isEmpty else { return [] }
    var found: [SVGAnimation] = []
    var open = names
    var next: XMLElement? = element
    while let owner = next, !open.isEmpty {
      let own = reader(viewport).declarations(of: owner)
      let all = animations(of: owner)
      for name in open.sorted() {
        let mine = all.filter { $0.name == name }
        found += mine
        if !mine.isEmpty || own[name] != nil { open.remove(name) }
      }
      next = owner.parent
    }
    return found
  }

  func refuse(_ animation: SVGAnimation, _ why: String) {
    let refusal = Refusal(animation: animation, why: why)
    if refusals.isEmpty { return report(refusal) }
    refusals[refusals.count - 1].append(refusal)
  }

  /// The animation of a key path; `nil` after a report of a value that cannot be read. `base` is
  /// the value without it.
  func keyframes(
    _ animation: SVGAnimation, _ keyPath: AnimationKeyPath, base: Value?,
    _ value: (String) -> Value?
  ) -> KeyframeAnimation? {
    var list: [Value] = []
    for text in animation.values {
      guard let value = text.map(value) ?? base else {
        refuse(animation, "\((text ?? "the value without it").prefix(40))")
        return nil
      }
      list.append(value)
    }
    return animation.keyframes(keyPath, list)
  }

  // MARK: Opacity

  /// Puts a layer around one whose opacity moves.
  func animateOpacity(_ drawing: inout Drawing, _ element: XMLElement, _ opacity: Double) {
    let all = animations(of: element, "opacity")
    guard !all.isEmpty, let draft = drawing.draft else { return }
    var outer = ImportedLayer(draft.name, [draft])
    outer.line = draft.line
    outer.animations = all.compactMap {
      keyframes($0, AnimationKeyPath(.opacity), base: .number(opacity)) {
        SVGProperties.share($0).map { .number(min(max($0, 0), 1)) }
      }
    }
    drawing.draft = outer
  }

  /// Puts a layer around one that is shown and hidden.
  func animateVisibility(_ drawing: inout Drawing, _ own: SVGDeclarations) {
    let hidden: Set = ["none", "hidden", "collapse"]
    for name in ["display", "visibility"] {
      let all = animations(of: own.element, name)
      guard !all.isEmpty, let draft = drawing.draft else { continue }
      if name == "visibility", own.element.children.contains(where: { sets(name, $0) }) {
        refuse(all[0], "around elements that say it themselves")
      }
      func share(_ word: String) -> Double { hidden.contains(word) ? 0 : 1 }
      let base = share(reader(viewport).base(of: name, own))
      var outer = ImportedLayer(draft.name, [draft])
      outer.line = draft.line
      outer.set(.opacity, base)
      outer.animations = all.compactMap { animation in
        keyframes(animation.shown(share, base), AnimationKeyPath(.opacity), base: .number(base)) {
          .number(share($0))
        }
      }
      drawing.draft = outer
    }
  }

  /// Whether an element, or one inside, has a property of its own.
  private func sets(_ name: String, _ element: XMLElement) -> Bool {
    reader(viewport).declarations(of: element)[name] != nil
      || element.children.contains { sets(name, $0) }
  }

  // MARK: Outlines

  /// The outline of a shape, and how it moves. Outlines of one kind have as many
  /// points, so that two are interpolated number by number.
  func outline(
    of element: XMLElement, _ reader: SVGReader
  ) -> (path: Path, animations: [KeyframeAnimation])? {
    let moving = animations(of: element).filter { SVGAnimation.outlineNames.contains($0.name) }
    guard !moving.isEmpty else { return reader.outline(of: element).map { ($0, []) } }
    func path(_ name: String, _ text: String?) -> Path? {
      var reader = reader
      reader.overrides[name] = Self.drawable(text, name)
      return reader.outline(of: element)?.roundedToMillionths
    }
    let names = Set(moving.map(\.name))
    if names.count > 1 {
      let phases = Dictionary(grouping: moving, by: \.timing.beginTime).sorted { $0.key < $1.key }
      let all = phases.compactMap { together($0.value, element, reader) }
      guard let first = all.first, all.count == phases.count else {
        refuse(moving[0], "to an outline that cannot be drawn")
        return reader.outline(of: element).map { ($0, []) }
      }
      return (first.path, all.flatMap(\.animations))
    }
    let all = moving.compactMap { animation -> KeyframeAnimation? in
      keyframes(animation, AnimationKeyPath(.path), base: path(animation.name, nil).map(Value.path))
      { path(animation.name, $0).map(Value.path) }
    }
    guard let first = reader.outline(of: element) ?? path(moving[0].name, moving[0].values[0])
    else { return nil }
    return (first, all)
  }

  /// A shape without an extent has no outline, and corners without a radius have no curves; with
  /// hardly any they have.
  private static func drawable(_ text: String?, _ name: String) -> String? {
    guard let text, ["r", "rx", "ry", "width", "height"].contains(name) else { return text }
    return SVGAnimatedValue(text, of: name).isZero ? "0.000001" : text
  }

  /// Several attributes that move at the same times.
  private func together(
    _ moving: [SVGAnimation], _ element: XMLElement, _ reader: SVGReader
  ) -> (path: Path, animations: [KeyframeAnimation])? {
    guard let first = moving.first else { return nil }
    var list: [Value] = []
    for index in first.values.indices {
      var reader = reader
      for animation in moving {
        reader.overrides[animation.name] = Self.drawable(
          animation.values[index], animation.name)
      }
      guard let path = reader.outline(of: element)?.roundedToMillionths else { return nil }
      list.append(.path(path))
    }
    guard case .path(let start)? = list.first else { return nil }
    return (
      reader.outline(of: element) ?? start, [first.keyframes(AnimationKeyPath(.path), list)]
    )
  }

  // MARK: Paint

  /// The animations of a paint's colour. `opacity` is the static one of `fill-opacity` or
  /// `stroke-opacity`.
  func colorAnimations(
    _ moving: [SVGAnimation], _ property: TypedProperty<Color?>, base: Color, opacity: Double,
    _ style: SVGStyle
  ) -> [KeyframeAnimation] {
    let keyPath = AnimationKeyPath(property)
    let colors = moving.filter { ["fill", "stroke"].contains($0.name) }
    let shares = moving.filter { $0.name.hasSuffix("-opacity") }
    if let share = shares.first, !colors.isEmpty {
      refuse(share, "together with \(colors[0].name)")
    }
    func solid(_ color: Color, _ share: Double) -> Value {
      var color = color
      color.alpha *= share
      return .color(color)
    }
    let reader = reader(viewport)
    let all = colors.compactMap { animation in
      keyframes(animation, keyPath, base: solid(base, opacity)) { text in
        let clear = Color(red: 0, green: 0, blue: 0, alpha: 0)
        let color = text == "none" ? clear : reader.color(text, style.color)
        return color.map { solid($0, opacity) }
      }
    }
    guard all.isEmpty else { return all }
    return shares.compactMap { animation in
      keyframes(animation, keyPath, base: solid(base, opacity)) { text in
        SVGProperties.share(text).map { solid(base, min(max($0, 0), 1)) }
      }
    }
  }

  /// The animations of a line's width and dashes.
  func lineAnimations(
    _ element: XMLElement, _ path: Path, _ style: SVGStyle, dashScale: Double
  ) -> [KeyframeAnimation] {
    let moving = inherited(
      element, ["stroke-width", "stroke-dashoffset", "stroke-dasharray"])
    guard !moving.isEmpty else { return [] }
    var reader = reader(viewport)
    reader.fontSize = style.font.size
    func length(_ text: String, times scale: Double = 1) -> Value? {
      reader.length(text, .both).map { .number($0 * scale) }
    }
    var all = moving.filter { $0.name == "stroke-width" }.compactMap { animation in
      keyframes(animation, AnimationKeyPath(.lineWidth), base: .number(style.strokeWidth)) {
        length($0)
      }
    }
    let offsets = moving.filter { $0.name == "stroke-dashoffset" }
    let dashes = moving.filter { $0.name == "stroke-dasharray" }
    if dashes.isEmpty {
      let base = style.dashOffset * dashScale
      all += offsets.compactMap { animation in
        keyframes(animation, AnimationKeyPath(.lineDashPhase), base: .number(base)) {
          length($0, times: dashScale)
        }
      }
    } else {
      all += drawing(dashes, offsets, path.length(accuracy: 1e-3), style, reader, dashScale)
    }
    return all
  }

  /// A single dash that moves, as the part of the line that is drawn: Core Animation's dashes have
  /// fixed lengths.
  private func drawing(
    _ dashes: [SVGAnimation], _ offsets: [SVGAnimation], _ length: Double, _ style: SVGStyle,
    _ reader: SVGReader, _ scale: Double
  ) -> [KeyframeAnimation] {
    guard let animation = dashes.first, dashes.count == 1, offsets.count <= 1, length > 0 else {
      dashes.first.map { refuse($0, "several at once") }
      return []
    }
    if let offset = offsets.first {
      guard offset.timing == animation.timing, offset.keyTimes == animation.keyTimes,
        offset.functions == animation.functions, offset.values.count == animation.values.count
      else {
        refuse(animation, "together with stroke-dashoffset, at other times")
        return []
      }
    }
    var (starts, ends): ([Value], [Value]) = ([], [])
    for (index, text) in animation.values.enumerated() {
      let parts = (text ?? "").split { $0 == "," || $0.isWhitespace }
      let own = parts.compactMap { reader.length(String($0), .both) }
      let pattern = (text == nil ? style.dashes : own).map { $0 * scale }
      let moved = offsets.first.flatMap { $0.values[index] }.flatMap { reader.length($0, .both) }
      let start = -(moved ?? style.dashOffset) * scale
      guard (1...2).contains(pattern.count), let dash = pattern.first, let gap = pattern.last,
        start + dash + gap >= length - 1e-3, start - gap <= 1e-3
      else {
        refuse(animation, "\((text ?? "none").prefix(40)), more than one dash on the line")
        return []
      }
      starts.append(.number(min(max(start / length, 0), 1)))
      ends.append(.number(min(max((start + dash) / length, 0), 1)))
    }
    return [
      animation.keyframes(AnimationKeyPath(.strokeStart), starts),
      animation.keyframes(AnimationKeyPath(.strokeEnd), ends),
    ]
  }
}
