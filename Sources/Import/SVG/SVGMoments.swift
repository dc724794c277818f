import Algorithms
import RostrumImportedDocument
import RostrumGeometry
import RostrumLayerTree
import RostrumSceneImport
import RostrumTiming

/// Elements that are drawn once for each moment, where what moves is no property of layers: the
/// places of letters, the tiles of patterns, the paints of texts.
extension SVGConversion {
  /// An element as one layer, as it moves.
  func movingLayer(
    _ element: XMLElement, _ outer: SVGStyle, _ viewport: Size
  ) -> Drawing? {
    let (still, refused) = collecting { stillLayer(element, outer, viewport) }
    guard !refused.isEmpty, !context.ignores(.animations) else { return still }
    return moments(element, refused) { self.stillLayer(element, outer, viewport) } ?? still
  }

  private func collecting(_ draw: () -> Drawing?) -> (Drawing?, [Refusal]) {
    refusals.append([])
    let drawing = draw()
    return (drawing, refusals.removeLast())
  }

  /// One animation that layers do not have, and why.
  struct Refusal {
    let animation: SVGAnimation
    let why: String
  }

  private static let mostRounds = 4

  private func moments(
    _ element: XMLElement, _ refused: [Refusal], _ draw: () -> Drawing?
  ) -> Drawing? {
    var refused = refused
    for _ in 0..<Self.mostRounds {
      let attributes = frozenAttributes(refused, element)
      let sandwich = motions.sandwich(
        attributes.map(\.attribute), at: refused[0].animation.place)
      let (drawing, more) = moments(attributes, sandwich, draw)
      if more.isEmpty { return drawing }
      refused += more
    }
    report(refused[0])
    return nil
  }

  func report(_ refusal: Refusal) {
    let animation = refusal.animation
    context.unsupported(.animations, "\(animation.name): \(refusal.why)", at: animation.place)
  }

  private struct FrozenAttribute {
    /// The element whose animations they are, and the one that takes their value.
    let owner: XMLElement
    let target: XMLElement
    let attribute: SVGSandwich.Attribute
  }

  private func frozenAttributes(_ refused: [Refusal], _ element: XMLElement) -> [FrozenAttribute] {
    var seen: Set<[AnyHashable]> = []
    let reader = reader(viewport)
    return refused.compactMap { refusal in
      let name = refusal.animation.name
      guard let owner = refusal.animation.owner,
        seen.insert([ObjectIdentifier(owner), name]).inserted
      else { return nil }
      let own = reader.declarations(of: owner)
      return FrozenAttribute(
        owner: owner, target: owner.holds(element) ? element : owner,
        attribute: SVGSandwich.Attribute(
          name: name, animations: animations(of: owner, name), base: reader.base(of: name, own)))
    }
  }

  private func moments(
    _ attributes: [FrozenAttribute], _ sandwich: SVGSandwich, _ draw: () -> Drawing?
  ) -> (Drawing?, [Refusal]) {
    let before = motions.frozen
    for item in attributes {
      motions.frozen[ObjectIdentifier(item.owner), default: []].insert(item.attribute.name)
    }
    defer {
      motions.frozen = before
      forget(attributes)
    }
    var pictures: [Drawing?] = []
    var known: [[String?]: Int] = [:]
    func picture(_ values: [String?]) -> (Int, [Refusal]) {
      if let index = known[values] { return (index, []) }
      let before = freeze(attributes, values)
      let (drawing, refused) = collecting(draw)
      for (item, all) in zip(attributes, before) { item.target.attributes = all }
      known[values] = pictures.count
      pictures.append(drawing)
      return (pictures.count - 1, refused)
    }
    var shown: [(SVGSandwich.Phase, [(share: Double, picture: Int)])] = []
    let (_, refused) = picture(attributes.map { _ in nil })
    guard refused.isEmpty else { return (nil, refused) }
    for phase in sandwich.phases {
      var frames: [(share: Double, picture: Int)] = []
      for moment in sandwich.moments(of: phase) {
        let (index, refused) = picture(moment.values)
        guard refused.isEmpty else { return (nil, refused) }
        if frames.last?.picture != index { frames.append((moment.share, index)) }
      }
      shown.append((phase, frames))
    }
    return (Self.film(pictures, shown), [])
  }

  /// Pictures of which one is shown at each time; the first one is that without animations.
  private static func film(
    _ pictures: [Drawing?], _ shown: [(SVGSandwich.Phase, [(share: Double, picture: Int)])]
  ) -> Drawing? {
    let places = shown.map { _, frames in
      Dictionary(grouping: frames.indices) { frames[$0].picture }
    }
    let layers = pictures.enumerated().compactMap { index, picture -> ImportedLayer? in
      guard let draft = picture?.draft else { return nil }
      var layer = ImportedLayer(draft.name, [draft])
      layer.line = draft.line
      layer.set(.opacity, index == 0 ? 1 : 0)
      layer.animations = zip(shown, places).compactMap { shown, places in
        let (phase, frames) = shown
        guard let first = frames.first, index == 0 || places[index] != nil else { return nil }
        var runs: [(share: Double, opacity: Double)] =
          first.picture == index ? [] : [(first.share, 0)]
        // Each frame shows another picture than the one before.
        for place in places[index, default: []] {
          runs.append((frames[place].share, 1))
          if place + 1 < frames.count { runs.append((frames[place + 1].share, 0)) }
        }
        if runs.count == 1 { runs += runs }
        return KeyframeAnimation(
          keyPath: AnimationKeyPath(.opacity), values: runs.map { .number($0.opacity) },
          keyTimes: runs.map(\.share) + [1], calculationMode: .discrete, timing: phase.timing)
      }
      return layer
    }
    guard let first = pictures.compactMap(\.self).first else { return nil }
    let boxes = pictures.compactMap { $0?.box }
    let name = first.draft?.name ?? ""
    return Drawing(
      draft: layers.isEmpty ? nil : ImportedLayer(name, layers),
      box: pictures[0]?.box ?? boxes.first)
  }

  // MARK: Values of a moment

  /// Returns the attributes that the elements have had.
  private func freeze(
    _ attributes: [FrozenAttribute], _ values: [String?]
  ) -> [[(name: String, value: String)]] {
    let before = attributes.map(\.target.attributes)
    for (item, value) in zip(attributes, values) {
      guard let value else { continue }
      let name = item.attribute.name
      item.target.attributes.append((name, value))
      guard SVGProperties.all.contains(name) || name.hasPrefix("--") else { continue }
      let style = item.target["style"].map { "\($0);" } ?? ""
      item.target.attributes.append(("style", "\(style)\(name):\(value)!important"))
    }
    forget(attributes)
    return before
  }

  private func forget(_ attributes: [FrozenAttribute]) {
    styles = [:]
    sheet.gradients.known = [:]
    let movesVariable = attributes.contains { $0.attribute.name.hasPrefix("--") }
    if movesVariable { return sheet.known.forgetAll() }
    for item in attributes { sheet.known.forget(item.target) }
  }

  // MARK: What layers do not have

  /// The elements whose attributes make up the drawing of another, without layers of their own.
  private func parts(of element: XMLElement, _ style: SVGStyle) -> [XMLElement] {
    var parts: [XMLElement] = []
    func add(_ text: String?) {
      guard let id = text.flatMap(SVGReader.reference), let target = byID[id] else { return }
      parts += reader(viewport).chain(from: target, byID).flatMap { part in
        [part]
          + (part.name == "filter" ? part.descendants : part.children.filter { $0.name == "stop" })
      }
    }
    for paint in [style.fill, style.stroke] {
      if case .server(let id, _) = paint { add("url(#\(id))") }
    }
    let own = reader(viewport).declarations(of: element)
    for name in ["clip-path", "mask", "filter"] { add(own[name]) }
    style.markers.values.forEach { add("url(#\($0))") }
    if element.name == "text" {
      parts += element.descendants
      for part in element.descendants { add(part["href"].map { "url(\($0))" }) }
    }
    if element.name == "use" { add(element["href"].map { "url(\($0))" }) }
    return parts
  }

  /// Refuses the animations of a shape's outline: what has the shape's box moves with it.
  func refuseOutline(of element: XMLElement, _ why: String) {
    for animation in animations(of: element)
    where SVGAnimation.outlineNames.contains(animation.name) && element.name != "text" {
      refuse(animation, why)
    }
  }

  /// Refuses the animations that are none of layers.
  func refuseParts(_ element: XMLElement, _ style: SVGStyle) {
    guard !motions.isEmpty else { return }
    for animation in animations(of: element)
    where !SVGAnimation.isNative(animation.name, element) {
      refuse(animation, "of \(element.name)")
    }
    let isShape = SVGAnimation.shapeNames.contains(element.name) || element.name == "text"
    guard isShape || ["use", "g", "image", "svg", "a"].contains(element.name) else { return }
    for part in parts(of: element, isShape ? style : SVGStyle()) where part !== element {
      let isDrawn = part.name == "symbol" || SVGAnimation.shapeNames.contains(part.name)
      for animation in animations(of: part) {
        if isDrawn, SVGAnimation.isNative(animation.name, part) { continue }
        refuse(animation, "of \(part.name)")
      }
    }
  }
}

extension XMLElement {
  var descendants: [XMLElement] { children.flatMap { [$0] + $0.descendants } }

  /// Whether another element is inside.
  fileprivate func holds(_ other: XMLElement) -> Bool {
    var next = other.parent
    while let element = next {
      if element === self { return true }
      next = element.parent
    }
    return false
  }
}
