import RostrumSceneImport
import RostrumImportedDocument
import RostrumBase
import RostrumGeometry
import RostrumLayerTree
import RostrumSource

/// Turns the elements of an SVG into layers.
final class SVGConversion {
  static let maximumDepth = 200

  let context: ImportContext
  let resources: any ImportResources
  let byID: [String: XMLElement]
  let sheet: SVGStyleSheet
  let motions: SVGMotions
  /// The layers that may still be evaluated for boxes that move.
  var boxSamplesLeft = 1_000_000
  /// The outermost one: gradients in user units refer to it.
  var viewport = Size.zero
  /// The size of the picture.
  var size = Size.zero
  /// How many elements are pictures that librsvg draws.
  var pictureCount = 0
  /// The elements that are being shown, so that none shows itself.
  var open: [ObjectIdentifier] = []
  /// How high and deep the letters of fonts are.
  var extents: [ImportFont: SVGFontExtent] = [:]
  /// The missing families that others replace, as was reported.
  var reportedSubstitutes: Set<String> = []
  let root: XMLElement
  var styles: [ObjectIdentifier: SVGStyle] = [:]
  /// In how many pictures this one is a picture.
  let pictureDepth: Int
  /// How many layers the tiles of patterns come to so far, as often as they are drawn.
  var tiledCount = 0
  /// Whether an element has shapes with paints of their context, for elements that were asked for.
  var takesContext: [ObjectIdentifier: Bool] = [:]
  /// The animations that layers do not have, for each element that is being drawn.
  var refusals: [[Refusal]] = []
  /// Whether the declarations of an element are others in a tree that `use` makes.
  private(set) lazy var dependsOnTree =
    sheet.dependsOnTree || context.source.bytes.contains("var(".utf8)
  /// Whether subpaths become layers of their own.
  var splitsPaths = false

  /// Layers with the box of their outlines, in the coordinates around them.
  struct Drawing {
    /// `nil` for an element that has a box and shows nothing.
    var draft: ImportedLayer?
    var box: Rect?
  }

  init(
    _ root: XMLElement, _ context: ImportContext, _ resources: any ImportResources,
    pictureDepth: Int = 0
  ) {
    self.pictureDepth = pictureDepth
    (self.context, self.resources, self.root) = (context, resources, root)
    var byID: [String: XMLElement] = [:]
    var sheet = SVGStyleSheet(context, root)
    var rest = [root]
    while let element = rest.popLast() {
      if let id = element["id"], byID[id] == nil { byID[id] = element }
      if element.name == "style" { sheet.add(element) }
      rest += element.children.reversed()
    }
    (self.byID, self.sheet) = (byID, sheet)
    motions = SVGMotions(root, sheet, context, byID)
  }

  func reader(_ viewport: Size) -> SVGReader {
    var reader = SVGReader(context: context, sheet: sheet, viewport: viewport)
    reader.canvas = self.viewport
    reader.rootFontSize = styles[ObjectIdentifier(root)]?.font.size ?? 16
    return reader
  }

  /// The style of an element by all those around it.
  func style(of element: XMLElement) -> SVGStyle {
    if let known = styles[ObjectIdentifier(element)] { return known }
    let outer = element.parent.map { self.style(of: $0) } ?? SVGStyle()
    let inner = reader(viewport)
    let own = inner.style(inner.declarations(of: element), in: outer)
    styles[ObjectIdentifier(element)] = own
    return own
  }

  /// The layers of all children, from back to front.
  func layers(_ parent: XMLElement, _ style: SVGStyle, _ viewport: Size) -> [Drawing] {
    guard open.count < Self.maximumDepth else {
      return context.failure(
        .tooDeep, "elements are shown more than \(Self.maximumDepth) deep", at: parent.bytes)
    }
    open.append(ObjectIdentifier(parent))
    defer { open.removeLast() }
    return parent.children.compactMap { layer($0, style, viewport) }
  }

  /// The root element as one layer, in the units of its view box.
  func canvas(_ style: SVGStyle, _ viewport: Size) -> Drawing? {
    guard isWanted(root) else { return nil }
    let own = reader(viewport).declarations(of: root)
    guard own["display"] != "none" else { return nil }
    reportUnknown(own)
    for animation in animations(of: root) where !SVGAnimation.isNative(animation.name, root) {
      refuse(animation, "of the outermost element")
    }
    guard var drawing = group("canvas", layers(root, style, viewport)) else { return nil }
    apply(own, reader(viewport), to: &drawing, isRoot: true)
    return drawing
  }

  /// An element as one layer; `nil` when it shows nothing.
  func layer(_ element: XMLElement, _ outer: SVGStyle, _ viewport: Size) -> Drawing? {
    guard !context.budget.isExceeded, isDrawn(element), isWanted(element) else { return nil }
    guard !outer.isClip || Self.isClipping(element, byID) else { return nil }
    let mark = context.mark
    let drawing =
      motions.isEmpty
      ? stillLayer(element, outer, viewport) : movingLayer(element, outer, viewport)
    return picture(of: element, outer, viewport, drawing?.box, since: mark) ?? drawing
  }

  /// The layer of an element that is static, or animated by properties of layers alone.
  func stillLayer(_ element: XMLElement, _ outer: SVGStyle, _ viewport: Size) -> Drawing? {
    context.spend(element.bytes.count, .text, at: element.bytes)
    var reader = reader(viewport)
    let own = reader.declarations(of: element)
    guard own["display"] != "none" || !animations(of: element, "display").isEmpty else {
      return nil
    }
    var style = reader.style(own, in: outer)
    if !animations(of: element, "visibility").isEmpty { style.isVisible = true }
    reader.fontSize = style.font.size
    reader.widthOfZero = { [resources, font = style.font] in
      try? resources.outlines(of: "0", font).get().width
    }
    let isMoved = SVGStage.allCases.contains { own[$0.property] != nil }
    let transform = isMoved ? reader.transform(element) : .identity
    if transform != .identity { style.place = transform.concatenating(outer.place) }
    guard context.spend(1, .layers, at: element.bytes) else { return nil }
    refuseParts(element, style)
    reportUnknown(own)
    let nothing = own["filter"] == nil ? nil : Drawing(draft: nil, box: nil)
    guard var drawing = contents(element, style, reader) ?? nothing else { return nil }
    drawing.draft?.line = context.line(ofByte: element.bytes.lowerBound)
    let isOfBox = own["transform-origin"] != nil || own["transform-box"] != nil
    apply(
      own, reader, to: &drawing, isClip: style.isClip, transform: isOfBox ? nil : transform)
    // A group that does nothing has no name either: its one layer replaces it.
    if element["id"] == nil, element["inkscape:label"] == nil, let draft = drawing.draft,
      draft.holdsLayersOnly, draft.sublayers.count == 1
    {
      drawing.draft = draft.sublayers[0]
    }
    return drawing
  }

  static let animationNames: Set = [
    "animate", "animateTransform", "animateMotion", "animateColor", "set",
  ]

  /// Whether an element can be drawn at all; the rest is reported, unless it only describes.
  private func isDrawn(_ element: XMLElement) -> Bool {
    switch element.name {
    case "g", "a", "svg", "use", "switch", "text", "image", "path", "rect", "circle", "ellipse",
      "line", "polyline", "polygon":
      return true
    case _ where Self.animationNames.contains(element.name): break
    case "script": context.unsupported(.scripts, at: element.bytes)
    case "", "defs", "symbol", "title", "desc", "metadata", "style", "linearGradient",
      "radialGradient", "clipPath", "mask", "pattern", "marker", "filter", "view", "solidColor",
      "font", "font-face", "tspan", "stop", "namedview", "cursor", "color-profile", "hatch",
      "meshgradient":
      break
    default: context.unsupported(.elements, element.name, at: element.bytes)
    }
    return false
  }

  private func contents(
    _ element: XMLElement, _ style: SVGStyle, _ reader: SVGReader
  ) -> Drawing? {
    let name = Self.name(of: element)
    switch element.name {
    case "g", "a": return group(name, layers(element, style, reader.viewport))
    case "switch":
      let chosen = element.children.first {
        $0.name != "foreignObject" && !$0.name.isEmpty && isWanted($0)
          && (Self.shownNames.contains($0.name) || $0.name == "switch")
      }
      return chosen.flatMap { layer($0, style, reader.viewport) }.flatMap { group(name, [$0]) }
    case "svg": return nested(element, element, name, style, reader)
    case "use": return use(element, name, style, reader)
    case "image": return image(element, name, style, reader)
    case "text": return text(element, name, style, reader)
    default:
      for child in element.children where child.name != "tspan" { _ = isDrawn(child) }
      guard let (path, moving) = outline(of: element, reader) else { return nil }
      return shapeWithMarkers(path, name, style, at: element, moving: moving)
    }
  }

  private static let shownNames: Set = [
    "g", "a", "svg", "use", "text", "image", "path", "rect", "circle", "ellipse", "line",
    "polyline", "polygon",
  ]

  /// The name that its author sees, before the one that the file uses.
  private static func name(of element: XMLElement) -> String {
    let title = element.first("title")?.text.trimmed
    let label = element["inkscape:label"] ?? (title?.isEmpty == false ? title : nil)
    return label ?? element["data-name"] ?? element["id"] ?? element.name
  }

  func group(_ name: String, _ drawings: [Drawing]) -> Drawing? {
    guard !drawings.isEmpty else { return nil }
    let boxes = drawings.compactMap(\.box)
    let box = boxes.dropFirst().reduce(boxes.first) { $0?.union($1) }
    let drafts = drawings.compactMap(\.draft)
    return Drawing(draft: drafts.isEmpty ? nil : ImportedLayer(name, drafts), box: box)
  }

  // MARK: Effects

  /// Transform, opacity, blending, clips and masks. `transform` is the element's own; `nil` for one
  /// about the box of the drawing.
  func apply(
    _ own: SVGDeclarations, _ reader: SVGReader, to drawing: inout Drawing, isRoot: Bool = false,
    isClip: Bool = false, transform known: AffineTransform? = nil
  ) {
    let element = own.element
    if !isClip { filter(&drawing, own, reader) }
    if drawing.draft != nil, !isClip {
      let opacity = reader.opacity("opacity", own) ?? 1
      animateOpacity(&drawing, element, opacity)
      if opacity < 1 { drawing.draft?.values[.opacity] *= opacity }
      if let mode = own["mix-blend-mode"], mode != "normal" {
        let known = CompositingOperation.svgBlendModes[mode]
        if known == nil { context.unsupported(.blendModes, mode, at: element.bytes) }
        drawing.draft?.values[.compositingFilter] = known
      }
      if own["isolation"] == "isolate", drawing.draft?.blendsInside == true {
        drawing.draft?.isolate()
      }
    }
    animateVisibility(&drawing, own)
    for name in isClip ? ["clip-path"] : ["clip-path", "mask"] {
      guard let text = own[name], text != "none", drawing.draft != nil else { continue }
      cut(&drawing, by: text, name, element, reader)
    }
    // The transform of the outermost element is the canvas's.
    guard !isRoot else { return }
    let isOfStroke = ["stroke-box", "border-box"].contains(own["transform-box"])
    let extent = isOfStroke ? drawing.draft?.extent(.identity, exactly: true) : nil
    let box = extent ?? drawing.box
    let transform = known ?? reader.transform(element, box: box)
    guard !motions.isEmpty else { return drawing.move(by: transform) }
    if own["transform-box"] != nil, own["transform-box"] != "view-box" {
      refuseOutline(of: element, "of a shape with transforms by its box")
    }
    let origin = reader.transformOrigin(own, box) ?? .zero
    var inner = reader
    inner.viewport = reader.referenceBox(own, box).size
    move(&drawing, own, inner, about: origin)
  }
}

extension SVGConversion.Drawing {
  /// Moves the layer, after what moves it already.
  mutating func move(by transform: AffineTransform) {
    guard transform != .identity else { return }
    box = box.map { transform.boundingBox(of: $0) }
    guard var own = draft else { return }
    // The origin of the layer's own coordinates lies at its position.
    let isAtOrigin =
      own.values[.position] == .zero && own.values[.bounds] == .zero && own.animations.isEmpty
    if !isAtOrigin { own = own.wrapped }
    let all = own.values[.transform].concatenating(Transform3D(transform))
    own.values[.transform] = all
    draft = own
  }
}

extension ImportedLayer {
  /// Whether it only holds other layers.
  var holdsLayersOnly: Bool {
    layerClass == .plain && mask.isEmpty && values == LayerValues() && animations.isEmpty
  }

  /// Whether a layer inside blends with what lies behind it.
  fileprivate var blendsInside: Bool {
    sublayers.contains { $0.values[.compositingFilter] != nil || $0.blendsInside }
  }

  /// The layer inside of one that blends in its place.
  fileprivate var wrapped: ImportedLayer {
    var outer = ImportedLayer(name, [self])
    outer.line = line
    outer.values[.compositingFilter] = values[.compositingFilter]
    outer.sublayers[0].values[.compositingFilter] = nil
    return outer
  }

  /// Makes the layer a picture of its own: its filter changes no colour that a pixel can have.
  mutating func isolate() {
    var values = LayerValues()
    values[FilterKind.saturationAmount] = 0.99999
    self.values[.filters] = [LayerFilter(.colorSaturate, name: "isolation", values: values)]
  }

  func masked(by mask: ImportedLayer) -> ImportedLayer {
    var draft = holdsLayersOnly ? self : wrapped
    draft.mask = [mask]
    return draft
  }
}

extension CompositingOperation {
  /// By the words of W3C Compositing and Blending.
  static let svgBlendModes: [String: CompositingOperation] = [
    "multiply": .multiplyBlendMode, "screen": .screenBlendMode, "overlay": .overlayBlendMode,
    "darken": .darkenBlendMode, "lighten": .lightenBlendMode, "color-dodge": .colorDodgeBlendMode,
    "color-burn": .colorBurnBlendMode, "hard-light": .hardLightBlendMode,
    "soft-light": .softLightBlendMode, "difference": .differenceBlendMode,
    "exclusion": .exclusionBlendMode, "hue": .hueBlendMode, "saturation": .saturationBlendMode,
    "color": .colorBlendMode, "luminosity": .luminosityBlendMode, "plus-lighter": .plusL,
  ]
}
