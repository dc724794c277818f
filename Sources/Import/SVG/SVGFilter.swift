import RostrumSceneImport
import RostrumImportedDocument
import RostrumBase
import RostrumGeometry
import RostrumLayerTree
import RostrumSource

/// A picture on the way through a filter (W3C Filter Effects 1, section 9).
private struct SVGFilterImage {
  var layer: ImportedLayer
  /// How many layers it has.
  var count: Int
  /// Whether it has one colour at most: then `color-interpolation-filters` makes no difference.
  var isPlain: Bool
  /// Whether what lies behind shines through more than its edges.
  var isTranslucent = false
  /// Whether all of it is in the filter's region.
  var isInside = false

  init(_ layer: ImportedLayer) {
    (self.layer, count, isPlain) = (layer, layer.count, layer.isPlain)
  }

  /// Several ones, from back to front.
  init(_ name: String, _ images: [SVGFilterImage], isPlain: Bool = false) {
    layer = ImportedLayer(name, images.map(\.layer))
    isInside = images.allSatisfy(\.isInside)
    count = images.reduce(1) { $0 + $1.count }
    self.isPlain = isPlain
  }

  /// In a layer of its own, which `change` sets.
  func wrapped(
    _ name: String, isPlain: Bool? = nil, _ change: (inout ImportedLayer) -> Void
  ) -> SVGFilterImage {
    var image = SVGFilterImage(name, [self], isPlain: isPlain ?? self.isPlain)
    image.isTranslucent = isTranslucent
    change(&image.layer)
    return image
  }

  func filtered(_ matrix: ColorMatrix) -> SVGFilterImage {
    guard matrix != .identity else { return self }
    var values = LayerValues()
    values[FilterKind.inputColorMatrix] = matrix
    return wrapped("colors", isPlain: isPlain || matrix.hasFixedColor) {
      $0.values[.filters] = [LayerFilter(.colorMatrix, values: values)]
    }
  }

  func blurred(_ sigma: Double) -> SVGFilterImage {
    guard sigma > 0 else { return self }
    var values = LayerValues()
    values[FilterKind.inputRadius] = sigma / LayerFilter.sigmaOfInputRadius
    var image = wrapped("blur") {
      $0.values[.filters] = [LayerFilter(.gaussianBlur, values: values)]
    }
    image.isInside = false
    return image
  }

  func moved(_ offset: Point) -> SVGFilterImage {
    guard offset != .zero else { return self }
    var image = wrapped("offset") { $0.values[.position] = offset }
    image.isInside = false
    return image
  }

  func cut(to region: SVGMovingRect) -> SVGFilterImage {
    var image = wrapped("region") {
      $0.setBounds(region)
      $0.values[.masksToBounds] = true
    }
    image.isInside = true
    return image
  }

  /// Laid on another one, in a region in which operations also act where it is transparent.
  func composited(
    _ operation: CompositingOperation, onto other: SVGFilterImage, in region: SVGMovingRect
  ) -> SVGFilterImage {
    let top = wrapped("top") {
      $0.setBounds(region)
      $0.values[.compositingFilter] = operation
    }
    var image = SVGFilterImage("composite", [other, top])
    image.layer.isolate()
    return image
  }

  /// With a shadow behind it.
  func shadowed(_ offset: Point, _ sigma: Double, _ color: Color) -> SVGFilterImage {
    let shadow = filtered(.fixed(color, alpha: color.alpha)).blurred(sigma).moved(offset)
    return SVGFilterImage("shadowed", [shadow, self])
  }
}

extension ImportedLayer {
  /// Whether it has one colour at most.
  fileprivate var isPlain: Bool {
    var colors: Set<Color> = []
    return collect(&colors) && colors.count < 2
  }

  /// `false` for what has more than colours of its own.
  private func collect(_ colors: inout Set<Color>) -> Bool {
    guard layerClass != .gradient, values[.contents] == nil else { return false }
    let isColored = layerClass == .shape
    for color in [
      isColored ? values[.fillColor] : nil, isColored ? values[.strokeColor] : nil,
      values[.backgroundColor],
    ].compactMap({ $0 }) where color.alpha > 0 {
      colors.insert(Color(red: color.red, green: color.green, blue: color.blue))
    }
    return sublayers.allSatisfy { $0.collect(&colors) }
  }
}

extension ColorMatrix {
  private static func rows(_ colors: [[Double]], alpha: [Double] = [0, 0, 0, 1, 0]) -> ColorMatrix {
    ColorMatrix(colors.flatMap(\.self) + alpha)
  }

  /// One colour, where there is anything.
  fileprivate static func fixed(_ color: Color, alpha: Double = 1) -> ColorMatrix {
    rows(
      [color.red, color.green, color.blue].map { [0, 0, 0, 0, $0] }, alpha: [0, 0, 0, alpha, 0])
  }

  /// Red, green, blue and alpha times a slope, and an intercept.
  fileprivate static func lines(_ lines: [(slope: Double, intercept: Double)]) -> ColorMatrix {
    ColorMatrix(
      (0..<4).flatMap { row -> [Double] in
        (0..<4).map { $0 == row ? lines[row].slope : 0 } + [lines[row].intercept]
      })
  }

  fileprivate static func shades(_ slope: Double, _ intercept: Double = 0) -> ColorMatrix {
    let line = (slope: slope, intercept: intercept)
    return lines([line, line, line, (slope: 1, intercept: 0)])
  }

  /// Source: `sepia()` in Filter Effects 1.
  fileprivate static func sepia(_ amount: Double) -> ColorMatrix {
    let whole = [[0.393, 0.769, 0.189], [0.349, 0.686, 0.168], [0.272, 0.534, 0.131]]
    return rows(
      (0..<3).map { row -> [Double] in
        let shares = (0..<3).map { whole[row][$0] * amount + ($0 == row ? 1 - amount : 0) }
        return shares + [0, 0]
      })
  }

  fileprivate static let luminanceToAlpha = rows(
    Array(repeating: [0, 0, 0, 0, 0], count: 3), alpha: luminanceFactors + [0, 0])

  private func row(_ index: Int) -> ArraySlice<Double> { elements[index * 5..<index * 5 + 5] }

  /// Whether the colour of the result does not depend on the filter's source.
  fileprivate var hasFixedColor: Bool {
    (0..<3).allSatisfy { row($0).dropLast().allSatisfy { $0 == 0 } }
  }

  /// The matrix for sRGB of one for light; `nil` where there is none.
  fileprivate var fromLinear: ColorMatrix? {
    guard row(3).prefix(3).allSatisfy({ $0 == 0 }) else { return nil }
    var result = self
    for index in 0..<3 {
      if row(index).dropLast().allSatisfy({ $0 == 0 }) {
        let light = min(max(elements[index * 5 + 4], 0), 1)
        result.elements[index * 5 + 4] = SRGBCurve.number(of: light)
      } else if Array(row(index)) != Array(ColorMatrix.identity.row(index)) {
        return nil
      }
    }
    return result
  }
}

extension SVGConversion {
  /// Applies an element's filters to its drawing; reports those without a counterpart in layers.
  func filter(_ drawing: inout Drawing, _ own: SVGDeclarations, _ reader: SVGReader) {
    guard let text = own["filter"], text.lowercased() != "none" else { return }
    let element = own.element
    let place = context.place(of: "filter", in: element)
    guard !context.ignores(.filters) else { return context.unsupported(.filters, at: place) }
    var image: SVGFilterImage? = SVGFilterImage(
      drawing.draft ?? ImportedLayer(element["id"] ?? element.name))
    for part in SVGReader.list(text, separator: " ") {
      guard let before = image else { break }
      if let id = SVGReader.reference(part) {
        guard let filter = byID[id], filter.name == "filter" else {
          context.warning(
            .missingKey,
            "there is no filter \(id.quoted) in the file; the element is drawn without",
            at: place)
          continue
        }
        var graph = SVGFilterGraph(
          conversion: self, reader: reader, element: element, filter: filter,
          box: movingBox(of: drawing, at: place), source: before)
        image = graph.result()
      } else if drawing.draft != nil {
        image = function(part, before, reader, style(of: element).color)
        if image == nil {
          return context.unsupported(.filters, String(part.prefix(40)), at: place)
        }
      }
    }
    guard var layer = image?.layer, context.spend(image?.count ?? 0, .layers, at: element.bytes)
    else {
      drawing.draft = nil
      return
    }
    guard drawing.draft != nil || layer.count > 1 else { return }
    if let draft = drawing.draft { (layer.name, layer.line) = (draft.name, draft.line) }
    drawing.draft = layer
  }

  /// A picture after a function of CSS (Filter Effects 1, section 5); `nil` for another one.
  private func function(
    _ text: String, _ image: SVGFilterImage, _ reader: SVGReader, _ current: Color
  ) -> SVGFilterImage? {
    guard let open = text.firstIndex(of: "("), text.hasSuffix(")") else { return nil }
    let inside = text[text.index(after: open)...].dropLast().trimmed
    let name = text[..<open].lowercased()
    switch name {
    case "blur":
      let sigma = inside.isEmpty ? 0 : inside.contains("%") ? nil : reader.length(inside, .both)
      return sigma.flatMap { $0 < 0 ? nil : image.blurred($0) }
    case "drop-shadow":
      let words = SVGReader.list(inside, separator: " ")
      let lengths = words.compactMap { reader.length($0, .both) }
      let colors = words.filter { reader.length($0, .both) == nil }
      guard (2...3).contains(lengths.count), colors.count < 2,
        let color = colors.isEmpty ? current : reader.color(colors[0], current)
      else { return nil }
      let sigma = lengths.count > 2 ? lengths[2] : 0
      return image.shadowed(Point(x: lengths[0], y: lengths[1]), sigma, color)
    case "hue-rotate":
      let angle = inside.isEmpty ? 0 : Angle.radians(fromText: inside) ?? (inside == "0" ? 0 : nil)
      return angle.map { image.filtered(.hueRotation($0)) }
    default:
      guard let amount = inside.isEmpty ? 1 : SVGProperties.share(inside), amount >= 0 else {
        return nil
      }
      return Self.matrix(name, amount).map { image.filtered($0) }
    }
  }

  private static func matrix(_ function: String, _ amount: Double) -> ColorMatrix? {
    let share = min(amount, 1)
    switch function {
    case "brightness": return .shades(amount)
    case "contrast": return .contrast(amount)
    case "saturate": return .saturation(amount)
    case "grayscale": return .saturation(1 - share)
    case "sepia": return .sepia(share)
    case "invert": return .shades(1 - 2 * share, share)
    case "opacity": return .lines([(1, 0), (1, 0), (1, 0), (share, 0)])
    default: return nil
    }
  }
}

/// The primitives of a filter element, which refer to each other's results.
private struct SVGFilterGraph {
  let conversion: SVGConversion
  let reader: SVGReader
  /// The element that has the filter.
  let element: XMLElement
  let filter: XMLElement
  let box: SVGMovingRect
  private var source: SVGFilterImage
  private var results: [String: SVGFilterImage] = [:]
  private var last: SVGFilterImage?

  init(
    conversion: SVGConversion, reader: SVGReader, element: XMLElement, filter: XMLElement,
    box: SVGMovingRect, source: SVGFilterImage
  ) {
    (self.conversion, self.reader, self.element) = (conversion, reader, element)
    (self.filter, self.box, self.source) = (filter, box, source)
  }

  private var context: ImportContext { conversion.context }
  private var isOfBox: Bool { filter["primitiveUnits"] == "objectBoundingBox" }

  /// `nil` where nothing is drawn, and after a report.
  mutating func result() -> SVGFilterImage? {
    let region = box.map(region)
    guard region.rect.width > 0, region.rect.height > 0 else { return nil }
    let extent = box.isMoving ? nil : source.layer.extent(.identity)
    source.isInside = extent.map { region.rect.union($0) == region.rect } ?? false
    if isOfBox, box.isMoving {
      conversion.differs(
        "the filter's lengths are shares of the box without its animations here",
        at: filter.bytes)
    }
    for primitive in filter.children where primitive.name.hasPrefix("fe") {
      guard var image = image(primitive) else { return nil }
      guard context.budget.count(.layers) + image.count <= ImportBudget.Kind.layers.limit else {
        context.spend(image.count, .layers, at: filter.bytes)
        return nil
      }
      if ["x", "y", "width", "height"].contains(where: { primitive[$0] != nil }),
        primitive.name != "feFlood"
      {
        image = image.cut(to: subregion(of: primitive))
      }
      if let name = primitive["result"] { results[name] = image }
      last = image
    }
    return last?.cut(to: region)
  }

  private func region(_ box: Rect) -> Rect {
    let isOfBox = filter["filterUnits"] != "userSpaceOnUse"
    return reader.rect(isOfBox ? box : nil, usual: .regionOfBox) { _ in filter }
  }

  private func subregion(of primitive: XMLElement) -> SVGMovingRect {
    box.map { subregion(of: primitive, $0) }
  }

  private func subregion(of primitive: XMLElement, _ box: Rect) -> Rect {
    let region = region(box)
    var inner = reader
    if isOfBox { inner.viewport = Size(width: 1, height: 1) }
    let corner = isOfBox ? box.origin : Point.zero
    let size = isOfBox ? box.size : Size(width: 1, height: 1)
    func value(_ name: String, _ axis: SVGReader.Axis, _ usual: Double, _ unit: Double) -> Double? {
      primitive[name].map { inner.length($0, axis) ?? usual }.map { $0 * unit }
    }
    let x = value("x", .x, 0, size.width).map { corner.x + $0 } ?? region.minX
    let y = value("y", .y, 0, size.height).map { corner.y + $0 } ?? region.minY
    let own = Rect(
      x: x, y: y, width: max(value("width", .x, 0, size.width) ?? region.width, 0),
      height: max(value("height", .y, 0, size.height) ?? region.height, 0))
    return own.intersection(region)
  }

  private func unsupported(_ what: String) -> SVGFilterImage? {
    return context.leavingOut(.filters, what, at: context.place(of: "filter", in: element))
  }

  /// Says that colours are mixed as numbers, not as light; `false` where librsvg can do better.
  private func mixes(_ image: SVGFilterImage, _ primitive: XMLElement) -> Bool {
    guard isLinear(primitive), !image.isPlain else { return true }
    guard !conversion.motions.isEmpty else {
      _ = unsupported("\(primitive.name) of several colours in linearRGB")
      return false
    }
    differs(image, primitive)
    return true
  }

  private func differs(_ image: SVGFilterImage, _ primitive: XMLElement) {
    guard isLinear(primitive), !image.isPlain else { return }
    conversion.differs(
      "\(primitive.name) mixes colours in sRGB here, not in linearRGB", at: primitive.bytes)
  }

  private func isLinear(_ primitive: XMLElement) -> Bool {
    var next: XMLElement? = primitive
    while let owner = next {
      if let word = reader.declarations(of: owner)["color-interpolation-filters"] {
        return word.lowercased() != "srgb"
      }
      next = owner.parent
    }
    return true
  }

  /// The picture that an attribute names: the one before, where it names none.
  private func input(_ primitive: XMLElement, _ name: String = "in") -> SVGFilterImage? {
    switch primitive[name]?.trimmed {
    case "SourceGraphic": return source
    case "SourceAlpha": return source.filtered(.fixed(.black))
    case "BackgroundImage", "BackgroundAlpha", "FillPaint", "StrokePaint":
      return unsupported(primitive[name] ?? "")
    case let known?: return results[known] ?? last ?? source
    case nil: return last ?? source
    }
  }

  /// The picture that a primitive moves or spreads, without what lies beyond the region.
  private func limited(_ primitive: XMLElement) -> SVGFilterImage? {
    input(primitive).map { $0.isInside ? $0 : $0.cut(to: box.map(region)) }
  }

  private func numbers(_ primitive: XMLElement, _ name: String) -> [Double] {
    reader.numbers(primitive, name) ?? []
  }

  private func number(_ primitive: XMLElement, _ name: String, _ usual: Double = 0) -> Double {
    numbers(primitive, name).first ?? usual
  }

  private func offset(_ primitive: XMLElement, _ usual: Double) -> Point {
    Point(
      x: number(primitive, "dx", usual) * (isOfBox ? box.rect.width : 1),
      y: number(primitive, "dy", usual) * (isOfBox ? box.rect.height : 1))
  }

  /// The standard deviation of a blur; `nil` for one that differs by direction.
  private func sigma(_ primitive: XMLElement, _ usual: Double) -> Double? {
    let all = numbers(primitive, "stdDeviation")
    let x = (all.first ?? usual) * (isOfBox ? box.rect.width : 1)
    let y = (all.last ?? usual) * (isOfBox ? box.rect.height : 1)
    return abs(x - y) < 1e-9 ? max(x, 0) : nil
  }

  private func floodColor(_ primitive: XMLElement) -> Color {
    let own = reader.declarations(of: primitive)
    let current = conversion.style(of: primitive).color
    var color = own["flood-color"].flatMap { reader.color($0, current) } ?? .black
    color.alpha *= reader.opacity("flood-opacity", own) ?? 1
    return color
  }

  private func image(_ primitive: XMLElement) -> SVGFilterImage? {
    switch primitive.name {
    case "feFlood":
      let color = floodColor(primitive)
      var flood = SVGFilterImage(.solid("flood", subregion(of: primitive), color))
      flood.isTranslucent = color.alpha < 1
      flood.isInside = true
      return flood
    case "feOffset": return limited(primitive)?.moved(offset(primitive, 0))
    case "feMerge":
      let nodes = primitive.children.filter { $0.name == "feMergeNode" }
      let images = nodes.compactMap { input($0) }
      return images.count == nodes.count ? SVGFilterImage("merge", images) : nil
    case "feGaussianBlur":
      guard let image = limited(primitive) else { return nil }
      guard let sigma = sigma(primitive, 0) else {
        return unsupported("feGaussianBlur in one direction")
      }
      return sigma == 0 || mixes(image, primitive) ? image.blurred(sigma) : nil
    case "feDropShadow":
      guard let image = limited(primitive) else { return nil }
      guard let sigma = sigma(primitive, 2) else { return unsupported("feDropShadow") }
      return image.shadowed(offset(primitive, 2), sigma, floodColor(primitive))
    case "feColorMatrix": return colored(primitive)
    case "feComponentTransfer": return transferred(primitive)
    case "feComposite", "feBlend": return composite(primitive)
    default: return unsupported(primitive.name)
    }
  }

  private func applied(_ matrix: ColorMatrix, _ primitive: XMLElement) -> SVGFilterImage? {
    guard let image = input(primitive) else { return nil }
    // Layer filters keep transparent pixels transparent.
    guard matrix.elements[19] <= 0 else {
      return unsupported("\(primitive.name) that adds opacity")
    }
    if !isLinear(primitive) { return image.filtered(matrix) }
    if let known = matrix.fromLinear { return image.filtered(known) }
    var colorful = image
    colorful.isPlain = false
    return mixes(colorful, primitive) ? image.filtered(matrix) : nil
  }

  private func colored(_ primitive: XMLElement) -> SVGFilterImage? {
    let values = numbers(primitive, "values")
    switch primitive["type"] ?? "matrix" {
    case "matrix":
      return applied(values.count == 20 ? ColorMatrix(values) : .identity, primitive)
    case "saturate": return applied(.saturation(values.first ?? 1), primitive)
    case "hueRotate": return applied(.hueRotation((values.first ?? 0) * .pi / 180), primitive)
    case "luminanceToAlpha": return applied(.luminanceToAlpha, primitive)
    case let type: return unsupported("feColorMatrix: \(type.prefix(20))")
    }
  }

  private func transferred(_ primitive: XMLElement) -> SVGFilterImage? {
    var lines: [(slope: Double, intercept: Double)] = []
    for letter in ["R", "G", "B", "A"] {
      let function = primitive.children.last { $0.name == "feFunc\(letter)" }
      let known = function.map { self.line($0) } ?? (slope: 1, intercept: 0)
      guard let line = known else {
        return unsupported("feComponentTransfer with curves")
      }
      lines.append(line)
    }
    return applied(.lines(lines), primitive)
  }

  /// A function as a straight line; `nil` for another one.
  private func line(_ function: XMLElement) -> (slope: Double, intercept: Double)? {
    let table = numbers(function, "tableValues")
    switch function["type"] {
    case "linear": return (number(function, "slope", 1), number(function, "intercept"))
    case "table" where table.count == 2: return (table[1] - table[0], table[0])
    case "table" where table.count == 1, "discrete" where table.count == 1: return (0, table[0])
    case "gamma" where number(function, "exponent", 1) == 1:
      return (number(function, "amplitude", 1), number(function, "offset"))
    case "gamma": return nil
    case "table" where table.count > 1, "discrete" where table.count > 1: return nil
    default: return (1, 0)
    }
  }

  private static let operators: [String: CompositingOperation] = [
    "over": .sourceOver, "in": .sourceIn, "out": .sourceOut, "atop": .sourceAtop, "xor": .xor,
    "lighter": .plusL,
  ]

  private func composite(_ primitive: XMLElement) -> SVGFilterImage? {
    guard let top = input(primitive), let bottom = input(primitive, "in2") else { return nil }
    let isBlend = primitive.name == "feBlend"
    let word = primitive[isBlend ? "mode" : "operator"] ?? (isBlend ? "normal" : "over")
    if word == "arithmetic" { return arithmetic(top, bottom, primitive) }
    let known =
      isBlend ? CompositingOperation.svgBlendModes[word] : Self.operators[word]
    guard let operation = known ?? (word == "normal" ? .sourceOver : nil) else {
      return unsupported("\(primitive.name): \(word.prefix(20))")
    }
    if operation == .sourceOver {
      let over = SVGFilterImage("over", [bottom, top])
      if top.isTranslucent { differs(over, primitive) }
      return over
    }
    var both = top
    both.isPlain = !isBlend
    guard mixes(both, primitive) else { return nil }
    return top.composited(operation, onto: bottom, in: box.map(region))
  }

  /// A sum of both, each with a share.
  private func arithmetic(
    _ top: SVGFilterImage, _ bottom: SVGFilterImage, _ primitive: XMLElement
  ) -> SVGFilterImage? {
    let k = (1...4).map { number(primitive, "k\($0)") }
    guard k[0] == 0, k[3] == 0, (0...1).contains(k[1]), (0...1).contains(k[2]) else {
      return unsupported("feComposite: arithmetic")
    }
    func share(_ image: SVGFilterImage, _ share: Double) -> SVGFilterImage {
      image.filtered(.lines([(1, 0), (1, 0), (1, 0), (share, 0)]))
    }
    return share(top, k[1]).composited(.plusL, onto: share(bottom, k[2]), in: box.map(region))
  }
}
