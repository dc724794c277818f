import Geometry
import LayerTree
import Source
import Timing

/// Turns SVGs into scenes: pictures of one second that stand still.
struct SVGLoader {
  private let options: ImportOptions
  private let resources: any ImportResources

  init(_ options: ImportOptions, _ resources: any ImportResources) {
    (self.options, self.resources) = (options, resources)
  }

  func load(_ source: SourceText) -> ImportResult {
    let context = ImportContext(source, ignoring: options.ignored)
    let scene = context.element().flatMap { self.scene($0, context) }
    return ImportResult(
      scene: context.hasErrors ? nil : scene, diagnostics: context.diagnostics, source: source)
  }

  /// The name of the first animation in an SVG.
  static func animation(in source: SourceText) -> String? {
    let context = ImportContext(source, ignoring: [])
    guard let root = context.element() else { return nil }
    var sheet = SVGStyleSheet(context)
    var rest = [root]
    while let element = rest.popLast() {
      if SVGConversion.animationNames.contains(element.name) { return element.name }
      if element.name == "style" { sheet.add(element) }
      rest += element.children.reversed()
    }
    let isAnimated = context.diagnostics.contains {
      $0.id == UnsupportedFeature.animations.rawValue
    }
    return isAnimated ? "CSS" : nil
  }

  private func scene(_ root: XMLElement, _ context: ImportContext) -> Scene? {
    let conversion = SVGConversion(root, context, resources)
    let reader = conversion.reader(.zero)
    let box = reader.viewBox(root)
    guard let size = size(root, box, reader), options.allows(size, context, at: root.bytes) else {
      return nil
    }
    let (transform, viewport) = reader.viewBoxTransform(
      root, into: Rect(origin: .zero, size: size))
    conversion.viewport = viewport
    let inner = conversion.reader(viewport)
    let style = inner.style(inner.declarations(of: root), in: SVGStyle())
    var drafts = conversion.layers(root, style, viewport).map(\.draft)
    guard context.isWithinBudget(at: root.bytes), context.allowsDepth(of: drafts) else {
      return nil
    }
    if transform != .identity {
      var canvas = Draft("canvas", drafts)
      canvas.values[.transform] = Transform3D(transform)
      drafts = [canvas]
    }
    guard !context.hasErrors,
      let rate = options.frameRate ?? FrameRate(numerator: 30, denominator: 1)
    else { return nil }
    var resolver = DraftResolver()
    let clock = FrameClock(rate: rate, duration: 1)
    return Scene(size: size, background: nil, clock: clock, layers: resolver.layers(drafts))
  }

  /// The size that the file gives, or its view box has.
  private func size(_ root: XMLElement, _ box: Rect?, _ reader: SVGReader) -> Size? {
    func side(_ name: String) -> Double? {
      guard let text = root[name], !text.hasSuffix("%"), text != "auto" else { return nil }
      let length = reader.length(root, name, .both)
      return length > 0 ? length : nil
    }
    switch (side("width"), side("height"), box?.size) {
    case (let width?, let height?, _): return Size(width: width, height: height)
    case (let width?, nil, let box?):
      return Size(width: width, height: width * box.height / box.width)
    case (nil, let height?, let box?):
      return Size(width: height * box.width / box.height, height: height)
    case (nil, nil, let box?): return box
    default:
      reader.context.error(
        .missingKey, "the SVG says neither its width and height nor a view box", at: root.bytes,
        hint: "give the svg element a viewBox, such as viewBox=\"0 0 200 100\"")
      return nil
    }
  }
}

extension ImportContext {
  /// The root element; `nil` with an error when the text is not XML.
  func element() -> XMLElement? {
    do throws(XMLProblem) {
      return try XMLReader.parse(source)
    } catch {
      self.error(
        error.isLimit ? .tooDeep : .badFormat, error.message, at: error.offset..<error.offset + 1)
      return nil
    }
  }
}
