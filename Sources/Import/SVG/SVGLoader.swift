import RostrumSceneImport
import RostrumImportedDocument
import RostrumGeometry
import RostrumLayerTree
import RostrumSource
import RostrumTiming

/// Turns SVGs into scenes: still pictures of one second.
struct SVGLoader {
  private let options: ImportOptions
  private let resources: any ImportResources

  init(_ options: ImportOptions, _ resources: any ImportResources) {
    (self.options, self.resources) = (options, resources)
  }

  /// Scripts do not run in browsers' pictures either.
  private func context(_ source: SourceText, ignoring ignored: Set<String>) -> ImportContext {
    ImportContext(source, ignoring: ignored, leftOutByPlayers: [.scripts])
  }

  func load(_ source: SourceText) -> ImportResult {
    let context = self.context(source, ignoring: options.ignored)
    let root = context.element()
    let scene = root.flatMap { self.scene($0, context) }
    if let root, scene == nil, let other = drawnElsewhere(root, context) { return other }
    return ImportResult(
      scene: context.hasErrors ? nil : scene, diagnostics: context.diagnostics, source: source)
  }

  /// The file as one picture that librsvg draws, where it has parts that are not supported; `nil`
  /// where it is broken, too large, or moves.
  private func drawnElsewhere(_ root: XMLElement, _ context: ImportContext) -> ImportResult? {
    let errors = context.diagnostics.filter { $0.severity == .error }
    let isLost =
      errors.contains { error in
        DiagnosticID(rawValue: error.id).map(SVGConversion.finalErrors.contains) ?? false
          || error.id == UnsupportedFeature.animations.name
      } || (!context.ignores(.animations) && Self.animation(in: context.source) != nil)
    let conversion = SVGConversion(root, self.context(context.source, ignoring: []), resources)
    guard !isLost, let first = errors.first, let size = size(root, conversion),
      let image = resources.drawing(ofSVG: Self.sized(root, size, context))
    else { return nil }
    var picture = ImportedLayer("picture")
    picture.setBounds(Rect(origin: .zero, size: size))
    picture.values[.contents] = image
    let drafts = background(conversion, size) + [picture]
    let hint = [first.hint, "librsvg's picture cannot be animated in parts"]
    let warning = Diagnostic(
      severity: .warning, id: first.id,
      message: "librsvg draws the whole picture: \(first.message)", range: first.range,
      hint: hint.compactMap(\.self).joined(separator: "; "))
    return ImportResult(
      scene: scene(drafts, size, context, root), diagnostics: [warning], source: context.source)
  }

  /// The file's text, whose root element says the size.
  private static func sized(
    _ root: XMLElement, _ size: Size, _ context: ImportContext
  ) -> [UInt8] {
    var bytes = context.source.bytes
    let end = root.bytes.upperBound
    var insertion = root.bytes.lowerBound + 1
    while insertion < end, !" \t\r\n/>".utf8.contains(bytes[insertion]) { insertion += 1 }
    let places = ["width", "height"].filter { root[$0] != nil }
      .map { context.place(of: $0, in: root) }.filter { $0 != root.bytes }
      .sorted { $0.lowerBound > $1.lowerBound }
    for place in places { bytes.removeSubrange(place) }
    bytes.insert(
      contentsOf: " width=\"\(size.width)\" height=\"\(size.height)\" ".utf8, at: insertion)
    return bytes
  }

  /// The name of the first animation in an SVG.
  static func animation(in source: SourceText) -> String? {
    let context = ImportContext(source, ignoring: [])
    guard let root = context.element() else { return nil }
    var sheet = SVGStyleSheet(context, root)
    var rest = [root]
    while let element = rest.popLast() {
      if SVGConversion.animationNames.contains(element.name) { return element.name }
      if element.name == "style" { sheet.add(element) }
      rest += element.children.reversed()
    }
    return sheet.keyframes.isEmpty ? nil : "CSS"
  }

  private func scene(_ root: XMLElement, _ context: ImportContext) -> Scene? {
    layers(root, context, depth: 0).flatMap { scene($0.drafts, $0.size, context, root) }
  }

  /// The layers of a file, and its size; `nil` with an error.
  func layers(
    _ root: XMLElement, _ context: ImportContext, depth: Int
  ) -> (drafts: [ImportedLayer], size: Size)? {
    let conversion = SVGConversion(root, context, resources, pictureDepth: depth)
    conversion.splitsPaths = options.settings["split"] == "paths"
    let reader = conversion.reader(.zero)
    guard let size = size(root, conversion), options.allows(size, context, at: root.bytes) else {
      return nil
    }
    let frame = Rect(origin: .zero, size: size)
    let (transform, viewport) = reader.viewBoxTransform(root, into: frame)
    (conversion.viewport, conversion.size) = (viewport, size)
    var style = conversion.style(of: root)
    style.place = transform
    var canvas = conversion.canvas(style, viewport)
    canvas?.move(by: transform)
    // The outermost element turns about its middle, as a box of CSS does.
    var outer = reader
    outer.viewport = size
    if var drawing = canvas {
      conversion.move(
        &drawing, outer.declarations(of: root), outer, about: outer.rootOrigin(root, size))
      canvas = drawing
    }
    guard context.isWithinBudget(at: root.bytes), !context.hasErrors else { return nil }
    var drafts = canvas?.draft.map { [$0] } ?? []
    if let only = drafts.first, only.holdsLayersOnly { drafts = only.sublayers }
    guard context.allowsDepth(of: drafts) else { return nil }
    return (background(conversion, size) + drafts, size)
  }

  /// A second of a still picture; of a moving one, the time until everything has ended.
  private func scene(
    _ drafts: [ImportedLayer], _ size: Size, _ context: ImportContext, _ root: XMLElement
  ) -> Scene? {
    var resolver = ImportedLayerResolver()
    let layers = resolver.layers(drafts)
    let end = layers.lastEnd
    let usual = FrameRate(numerator: end > 0 ? 60 : 30, denominator: 1)
    guard let rate = options.frameRate ?? usual else { return nil }
    let clock = FrameClock(rate: rate, duration: end > 0 ? min(end, 600) : 1)
    guard clock.frameCount <= options.maximumFrames else {
      return context.failure(
        .tooManyFrames,
        "the picture has \(clock.frameCount) frames, more than the limit of \(options.maximumFrames)",
        at: root.bytes, hint: "raise the limit with --max-frames")
    }
    return Scene(size: size, background: nil, clock: clock, layers: layers)
  }

  /// The colour that the outermost element's box has, as one of CSS.
  private func background(_ conversion: SVGConversion, _ size: Size) -> [ImportedLayer] {
    let own = conversion.reader(size).declarations(of: conversion.root)
    guard let text = own["background-color"] ?? own["background"],
      let color = conversion.reader(size).color(text, conversion.style(of: conversion.root).color),
      color.alpha > 0
    else { return [] }
    return [.solid("background", Rect(origin: .zero, size: size), color)]
  }

  /// The size that the file gives, or its view box has; without both that of its contents.
  private func size(_ root: XMLElement, _ conversion: SVGConversion) -> Size? {
    let reader = conversion.reader(.zero)
    let box = reader.viewBox(root)
    func side(_ name: String) -> Double? {
      guard let text = reader.text(root, name), !text.contains("%"), text != "auto" else {
        return nil
      }
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
    case (let width, let height, nil):
      let contents = contentsSize(root)
      let size = Size(width: width ?? contents.width, height: height ?? contents.height)
      reader.context.warning(
        .withoutSize,
        "the SVG says neither its width and height nor a view box; it is as large as its contents: "
          + "\(Int(size.width.rounded())) x \(Int(size.height.rounded()))", at: root.bytes)
      return size
    }
  }

  /// As far as anything is drawn to the right and downwards; where nothing is, that of a replaced
  /// element of CSS (W3C CSS Images 3, section 5.3).
  private func contentsSize(_ root: XMLElement) -> Size {
    let usual = Size(width: 300, height: 150)
    let all = Set(UnsupportedFeature.ofSVG.map(\.name))
    let context = ImportContext(SourceText("", path: ""), ignoring: all)
    let conversion = SVGConversion(root, context, resources)
    conversion.viewport = usual
    let drawing = conversion.canvas(conversion.style(of: root), usual)
    let box = drawing?.draft?.extent(.identity) ?? drawing?.box
    guard let box, box.maxX > 0, box.maxY > 0, box.maxX.isFinite, box.maxY.isFinite else {
      return usual
    }
    return Size(width: box.maxX.rounded(.up), height: box.maxY.rounded(.up))
  }
}

extension SVGReader {
  /// The point about which the outermost element's transform acts.
  fileprivate func rootOrigin(_ root: XMLElement, _ size: Size) -> Point {
    transformOrigin(declarations(of: root), nil) ?? Point(x: size.width / 2, y: size.height / 2)
  }
}
