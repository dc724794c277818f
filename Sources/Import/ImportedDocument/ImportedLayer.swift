package import RostrumGeometry
package import RostrumLayerTree
package import RostrumTiming
import RostrumSource

/// A layer that is being put together.
package struct ImportedLayer {
  package var name: String
  package var layerClass = LayerClass.plain
  package var values = LayerValues()
  package var clock = LayerClock()
  package var animations: [any Animation] = []
  package var sublayers: [ImportedLayer] = []
  /// None or one.
  package var mask: [ImportedLayer] = []
  package var line: Int?
  /// The name by which the file refers to it.
  package var id: String?
  /// The scene that the layers inside are, where the file shows it several times.
  package var scene: SceneReference?

  package init(_ name: String, _ layerClass: LayerClass = .plain) {
    (self.name, self.layerClass) = (name, layerClass)
  }

  /// With layers inside.
  package init(_ name: String, _ sublayers: [ImportedLayer]) {
    self.name = name
    self.sublayers = sublayers
  }

  /// A layer of one colour.
  package static func solid(_ name: String, _ bounds: Rect, _ color: Color) -> ImportedLayer {
    var draft = ImportedLayer(name)
    draft.setBounds(bounds)
    draft.values[.backgroundColor] = color
    return draft
  }

  /// Sets a property that is not so already, so that nothing is written that goes without saying.
  package mutating func set<Value: Equatable>(_ property: TypedProperty<Value>, _ value: Value) {
    if values[property] != value { values[property] = value }
  }

  /// Makes the bounds that rectangle of the superlayer, without moving its sublayers.
  package mutating func setBounds(_ bounds: Rect) {
    values[.bounds] = bounds
    values[.position] = bounds.center
  }

  /// How many layers there are, with this one.
  package var count: Int { (sublayers + mask).reduce(1) { $0 + $1.count } }

  /// The name of a layer nested deeper than that; `nil` when there is none.
  package static func name(deeperThan limit: Int, in drafts: [ImportedLayer]) -> String? {
    for draft in drafts {
      if limit <= 0 { return draft.name }
      if let name = name(deeperThan: limit - 1, in: draft.sublayers)
        ?? name(deeperThan: limit - 1, in: draft.mask)
      {
        return name
      }
    }
    return nil
  }
}

/// Numbers and names the layers of a scene.
package struct ImportedLayerResolver {
  private var index = 0
  private var used: Set<String> = []
  private var counts: [String: Int] = [:]
  /// The numbers of layers by the names by which the file refers to them.
  package private(set) var indices: [String: Int] = [:]

  package init() {}

  package mutating func layers(_ drafts: [ImportedLayer]) -> [Layer] { drafts.map { layer($0) } }

  private mutating func layer(_ draft: ImportedLayer) -> Layer {
    index += 1
    let (own, name) = (index, uniqueName(draft.name))
    if let id = draft.id { indices[id] = own }
    let sublayers = draft.scene == nil ? draft.sublayers.map { layer($0) } : scene(draft, name)
    let mask = draft.mask.first.map { layer($0) }
    let place = draft.line.map { SourcePlace(line: $0) }
    let epoch = Epoch(
      values: draft.values, clock: draft.clock,
      animations: draft.animations.map { AttachedAnimation($0, place: place) })
    return Layer(
      index: own, name: name, layerClass: draft.layerClass, epochs: [epoch], sublayers: sublayers,
      mask: mask, place: place, sceneReference: draft.scene)
  }

  /// The layers of a scene that a layer shows, which have names of their own.
  private mutating func scene(_ draft: ImportedLayer, _ name: String) -> [Layer] {
    var inner = ImportedLayerResolver()
    inner.index = index
    let layers = inner.layers(draft.sublayers)
    index = inner.index
    let names = layers.flatMap(\.subtree).map { "\(name)/\($0.name)" }
    used.formUnion(names)
    return layers.map { $0.renamed(inside: name) }
  }

  /// The name itself, as far as a scene may have it, or with a number behind.
  private mutating func uniqueName(_ wanted: String) -> String {
    var printable = String(wanted.prefix(120))
    if !printable.unicodeScalars.allSatisfy(\.isPrintable) {
      printable.unicodeScalars.removeAll { !$0.isPrintable }
    }
    let name = printable.contains { !$0.isWhitespace } ? printable : "layer"
    guard !used.insert(name).inserted else { return name }
    var number = counts[name, default: 1]
    var candidate = name
    repeat {
      number += 1
      candidate = "\(name) \(number)"
    } while !used.insert(candidate).inserted
    counts[name] = number
    return candidate
  }
}

extension [Layer] {
  /// When everything that ends has ended, and what repeats for ever has run once; 0 where nothing
  /// moves.
  package var lastEnd: Double {
    let ends = flatMap(\.subtree).flatMap(\.allAnimations).map { animation in
      let timing = animation.timing
      let active = timing.activeDuration.isFinite ? timing.activeDuration : timing.cycleDuration
      let length = timing.speed == 0 ? 0 : active / abs(timing.speed)
      return (timing.beginTime > 0 ? timing.beginTime : 0) + length
    }
    return ends.max() ?? 0
  }
}

extension LayerFilter {
  /// Makes opacity of brightness (Rec. 709).
  package static func luma(isInverted: Bool) -> LayerFilter {
    let sign = isInverted ? -1.0 : 1
    var elements = [Double](repeating: 0, count: 20)
    let factors = ColorMatrix.luminanceFactors.map { $0 * sign }
    elements.replaceSubrange(15..<20, with: factors + [0, isInverted ? 1 : 0])
    var values = LayerValues()
    values[FilterKind.inputColorMatrix] = ColorMatrix(elements)
    return LayerFilter(.colorMatrix, name: "luma", values: values)
  }
}

extension ColorMatrix {
  /// Source: Rec. 709.
  package static let luminanceFactors = [0.2126, 0.7152, 0.0722]
}
