import Geometry
import LayerTree
import Source

/// Turns the elements of an SVG into layers.
final class SVGConversion {
  static let maximumDepth = 200

  let context: ImportContext
  let resources: any ImportResources
  let byID: [String: XMLElement]
  let sheet: SVGStyleSheet
  /// The outermost one: gradients in user units refer to it.
  var viewport = Size.zero
  /// The elements that are being shown, so that none shows itself.
  private var open: [ObjectIdentifier] = []

  /// Layers with the box of their outlines, in the coordinates around them.
  struct Drawing {
    var draft: Draft
    var box: Rect?
  }

  init(_ root: XMLElement, _ context: ImportContext, _ resources: any ImportResources) {
    (self.context, self.resources) = (context, resources)
    var byID: [String: XMLElement] = [:]
    var sheet = SVGStyleSheet(context)
    var rest = [root]
    while let element = rest.popLast() {
      if let id = element["id"], byID[id] == nil { byID[id] = element }
      if element.name == "style" { sheet.add(element) }
      rest += element.children.reversed()
    }
    (self.byID, self.sheet) = (byID, sheet)
  }

  func reader(_ viewport: Size) -> SVGReader {
    SVGReader(context: context, sheet: sheet, viewport: viewport)
  }

  /// The layers of all children, from back to front.
  func layers(_ parent: XMLElement, _ style: SVGStyle, _ viewport: Size) -> [Drawing] {
    guard open.count < Self.maximumDepth else {
      context.error(
        .tooDeep, "elements are shown more than \(Self.maximumDepth) deep", at: parent.bytes)
      return []
    }
    open.append(ObjectIdentifier(parent))
    defer { open.removeLast() }
    return parent.children.compactMap { layer($0, style, viewport) }
  }

  /// An element as one layer; `nil` when it shows nothing.
  private func layer(_ element: XMLElement, _ outer: SVGStyle, _ viewport: Size) -> Drawing? {
    guard !context.budget.isExceeded, isDrawn(element) else { return nil }
    context.spend(element.bytes.count, .text, at: element.bytes)
    let reader = reader(viewport)
    let own = reader.declarations(of: element)
    guard own["display"] != "none" else { return nil }
    let style = reader.style(own, in: outer)
    guard context.spend(1, .layers, at: element.bytes) else { return nil }
    guard var drawing = contents(element, style, reader) else { return nil }
    drawing.draft.line = context.line(ofByte: element.bytes.lowerBound)
    apply(own, reader, to: &drawing)
    // A group that does nothing has no name either: its one layer stands for it.
    if element["id"] == nil, drawing.draft.doesNothing, drawing.draft.sublayers.count == 1 {
      drawing.draft = drawing.draft.sublayers[0]
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
    case _ where Self.animationNames.contains(element.name):
      context.unsupported(.animations, element.name, at: element.bytes)
    case "script": context.unsupported(.scripts, at: element.bytes)
    case "", "defs", "symbol", "title", "desc", "metadata", "style", "linearGradient",
      "radialGradient", "clipPath", "mask", "pattern", "marker", "filter", "view", "solidColor",
      "font", "tspan", "stop", "namedview":
      break
    default: context.unsupported(.elements, element.name, at: element.bytes)
    }
    return false
  }

  private func contents(
    _ element: XMLElement, _ style: SVGStyle, _ reader: SVGReader
  ) -> Drawing? {
    let name = element["id"] ?? element["label"] ?? element.name
    switch element.name {
    case "g", "a": return group(name, layers(element, style, reader.viewport))
    case "switch":
      let chosen = element.children.first {
        $0.name != "foreignObject" && $0["requiredExtensions"] == nil && !$0.name.isEmpty
      }
      return chosen.flatMap { layer($0, style, reader.viewport) }
    case "svg": return nested(element, element, name, style, reader)
    case "use": return use(element, name, style, reader)
    case "image": return image(element, name, reader)
    case "text": return text(element, name, style, reader)
    default:
      reportAnimations(in: element)
      guard let path = reader.outline(of: element) else { return nil }
      return shape(path, name, style, at: element)
    }
  }

  private func reportAnimations(in element: XMLElement) {
    for child in element.children { _ = isDrawn(child) }
  }

  func group(_ name: String, _ drawings: [Drawing]) -> Drawing? {
    guard !drawings.isEmpty else { return nil }
    let boxes = drawings.compactMap(\.box)
    let box = boxes.dropFirst().reduce(boxes.first) { $0?.union($1) }
    return Drawing(draft: Draft(name, drawings.map(\.draft)), box: box)
  }

  // MARK: Structure

  /// An element with a viewport of its own: a window that cuts off what lies outside.
  private func nested(
    _ element: XMLElement, _ place: XMLElement, _ name: String, _ style: SVGStyle,
    _ reader: SVGReader
  ) -> Drawing? {
    let (whole, high) = (reader.viewport.width, reader.viewport.height)
    func size(_ name: String, _ axis: SVGReader.Axis, _ all: Double) -> Double {
      let owner = place[name] != nil ? place : element
      return max(reader.length(owner, name, axis, all), 0)
    }
    let isOwn = element === place
    let frame = Rect(
      x: isOwn ? reader.length(element, "x", .x) : 0,
      y: isOwn ? reader.length(element, "y", .y) : 0, width: size("width", .x, whole),
      height: size("height", .y, high))
    guard frame.width > 0, frame.height > 0 else { return nil }
    let (transform, viewport) = reader.viewBoxTransform(element, into: frame)
    guard var inner = group("\(name) content", layers(element, style, viewport)) else { return nil }
    inner.move(by: transform)
    var window = Draft(name, [inner.draft])
    window.setBounds(frame)
    window.values[.masksToBounds] = reader.declarations(of: element)["overflow"] != "visible"
    return Drawing(draft: window, box: inner.box)
  }

  private func use(
    _ element: XMLElement, _ name: String, _ style: SVGStyle, _ reader: SVGReader
  ) -> Drawing? {
    guard let reference = element["href"] else { return nil }
    guard reference.hasPrefix("#"), let target = byID[String(reference.dropFirst())] else {
      context.error(
        .missingKey, "there is no element \(reference.quoted) in the file",
        at: context.place(of: "href", in: element))
      return nil
    }
    guard !open.contains(ObjectIdentifier(target)), target !== element else {
      context.error(.conflict, "the element shows itself", at: element.bytes)
      return nil
    }
    let offset = AffineTransform.translation(
      x: reader.length(element, "x", .x), y: reader.length(element, "y", .y))
    open.append(ObjectIdentifier(target))
    defer { open.removeLast() }
    guard open.count < Self.maximumDepth else {
      context.error(
        .tooDeep, "elements are shown more than \(Self.maximumDepth) deep", at: element.bytes)
      return nil
    }
    let shown: Drawing?
    if target.name == "symbol" || target.name == "svg" {
      let own = reader.style(reader.declarations(of: target), in: style)
      shown = nested(target, element, name, own, reader)
    } else {
      shown = layer(target, style, reader.viewport)
    }
    guard var drawing = shown.flatMap({ group(name, [$0]) }) else { return nil }
    drawing.move(by: offset)
    return drawing
  }

  // MARK: Effects

  /// Transform, opacity, blending, clips and masks.
  private func apply(_ own: SVGDeclarations, _ reader: SVGReader, to drawing: inout Drawing) {
    let element = own.element
    if let opacity = reader.opacity("opacity", own), opacity < 1 {
      drawing.draft.values[.opacity] *= opacity
    }
    if let filter = own["filter"], filter != "none" {
      context.unsupported(.filters, at: context.place(of: "filter", in: element))
    }
    if let mode = own["mix-blend-mode"], mode != "normal" {
      let known = CompositingOperation.svgBlendModes[mode]
      if known == nil { context.unsupported(.blendModes, mode, at: element.bytes) }
      drawing.draft.values[.compositingFilter] = known
    }
    for name in ["clip-path", "mask"] {
      guard let text = own[name], text != "none" else { continue }
      cut(&drawing, by: text, name, element, reader)
    }
    var transform = reader.transform(element)
    if own.values["transform"] != element["transform"], let text = own.values["transform"] {
      transform =
        SVGReader.transform(text)
        ?? reader.refused(text, "style", element, "a list of transforms", .identity)
    }
    drawing.move(by: transform)
  }

  private func cut(
    _ drawing: inout Drawing, by text: String, _ name: String, _ element: XMLElement,
    _ reader: SVGReader
  ) {
    let place = context.place(of: name, in: element)
    guard let id = SVGReader.reference(text), let target = byID[id] else {
      context.error(
        .missingKey, "there is no element for \(String(text.prefix(60)).quoted)", at: place)
      return
    }
    guard !open.contains(ObjectIdentifier(target)) else {
      context.error(.conflict, "the element cuts itself", at: place)
      return
    }
    let isClip = name == "clip-path"
    let inner = SVGConversion.Cut(element: target, isClip: isClip)
    let mask = self.mask(inner, box: drawing.box ?? .zero, reader)
    if !drawing.draft.doesNothing || drawing.draft.layerClass != .plain {
      var outer = Draft(drawing.draft.name, [drawing.draft])
      outer.line = drawing.draft.line
      outer.values[.compositingFilter] = drawing.draft.values[.compositingFilter]
      outer.sublayers[0].values[.compositingFilter] = nil
      drawing.draft = outer
    }
    drawing.draft.mask = [mask]
  }

  private struct Cut {
    let element: XMLElement
    let isClip: Bool
  }

  private func mask(_ cut: Cut, box: Rect, _ reader: SVGReader) -> Draft {
    let element = cut.element
    let units = element[cut.isClip ? "clipPathUnits" : "maskContentUnits"]
    let isOfBox = units == "objectBoundingBox"
    var style = SVGStyle()
    style.isClip = cut.isClip
    let viewport = isOfBox ? Size(width: 1, height: 1) : reader.viewport
    let own = self.reader(viewport).style(reader.declarations(of: element), in: style)
    let name = element["id"] ?? element.name
    var draft = Draft(name, layers(element, own, viewport).map(\.draft))
    var transform = reader.transform(element)
    if isOfBox {
      transform = transform.concatenating(.scale(x: box.width, y: box.height))
        .concatenating(.translation(x: box.minX, y: box.minY))
    }
    draft.set(.transform, Transform3D(transform))
    guard !cut.isClip else { return draft }
    // On black, brightness and opacity become one.
    let region = region(of: element, box, reader)
    var mask = Draft("\(name) mask", [.solid("\(name) ground", region, .black), draft])
    mask.setBounds(region)
    mask.values[.masksToBounds] = true
    mask.values[.filters] = [.luma(isInverted: false)]
    return mask
  }

  /// The rectangle outside of which a mask hides all (SVG 2 masking, section 6.1).
  private func region(of element: XMLElement, _ box: Rect, _ reader: SVGReader) -> Rect {
    let isOfBox = element["maskUnits"] != "userSpaceOnUse"
    var inner = reader
    if isOfBox { inner.viewport = Size(width: 1, height: 1) }
    let (width, height) = (inner.viewport.width, inner.viewport.height)
    let rect = Rect(
      x: inner.length(element, "x", .x, -0.1 * width),
      y: inner.length(element, "y", .y, -0.1 * height),
      width: max(inner.length(element, "width", .x, 1.2 * width), 0),
      height: max(inner.length(element, "height", .y, 1.2 * height), 0))
    guard isOfBox else { return rect }
    return AffineTransform.scale(x: box.width, y: box.height)
      .concatenating(.translation(x: box.minX, y: box.minY)).boundingBox(of: rect)
  }
}

extension SVGConversion.Drawing {
  /// Moves the layer, after what moves it already.
  mutating func move(by transform: AffineTransform) {
    guard transform != .identity else { return }
    box = box.map { transform.boundingBox(of: $0) }
    // The origin of the layer's own coordinates lies at its position.
    let isAtOrigin = draft.values[.position] == .zero && draft.values[.bounds] == .zero
    if !isAtOrigin {
      var outer = Draft(draft.name, [draft])
      outer.line = draft.line
      outer.values[.compositingFilter] = draft.values[.compositingFilter]
      outer.sublayers[0].values[.compositingFilter] = nil
      draft = outer
    }
    let all = draft.values[.transform].concatenating(Transform3D(transform))
    draft.values[.transform] = all
  }
}

extension Draft {
  /// Whether it only holds other layers.
  fileprivate var doesNothing: Bool {
    layerClass == .plain && mask.isEmpty && values == LayerValues()
  }
}

extension CompositingOperation {
  /// By the words of W3C Compositing and Blending.
  fileprivate static let svgBlendModes: [String: CompositingOperation] = [
    "multiply": .multiplyBlendMode, "screen": .screenBlendMode, "overlay": .overlayBlendMode,
    "darken": .darkenBlendMode, "lighten": .lightenBlendMode, "color-dodge": .colorDodgeBlendMode,
    "color-burn": .colorBurnBlendMode, "hard-light": .hardLightBlendMode,
    "soft-light": .softLightBlendMode, "difference": .differenceBlendMode,
    "exclusion": .exclusionBlendMode, "hue": .hueBlendMode, "saturation": .saturationBlendMode,
    "color": .colorBlendMode, "luminosity": .luminosityBlendMode, "plus-lighter": .plusL,
  ]
}
