import RostrumBase
public import RostrumGeometry

extension Artwork {
  /// The artwork as an SVG 1.1 document, small and deterministic. It has identifiers for clip paths
  /// only, and classes for the page's colours and for moving groups only. All of them follow from
  /// their contents, so any number of documents can be embedded in one page.
  ///
  /// Coordinates are rounded to a thousandth of a point. Without `drawsOutlines`, letters are
  /// `text` elements that name the font and similar ones after it.
  public func svg(drawsOutlines: Bool = false) throws(ArtworkError) -> String {
    var writer = SVGWriter(drawsOutlines: drawsOutlines, pageColors: pageColors)
    // A page has a background of its own.
    if let background, pageColors?.role(of: background) == nil {
      writer.write(.fill(.rect(Rect(origin: .zero, size: size)), background))
    }
    for mark in marks { writer.write(mark) }
    let motions = writer.motions.isEmpty ? "" : "<style>\n\(writer.motions)</style>\n"
    if let problem = writer.problem { throw .png(problem) }
    let (width, height) = (size.width.svg, size.height.svg)
    // Browsers else set letters on whole pixels, one by one.
    let precision = drawsOutlines ? "" : " text-rendering=\"geometricPrecision\""
    let name = pageColors.map { " class=\"\($0.className)\"" } ?? ""
    return """
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" \
      role="img"\(name) width="\(width)pt" height="\(height)pt" viewBox="0 0 \(width) \(height)"\
      \(precision)>
      \(words)\(pageColors?.style(for: writer.roles) ?? "")\(motions)\(writer.text)</svg>

      """
  }

  /// The title and the summary as elements, for screen readers.
  private var words: String {
    [("title", title), ("desc", summary)].map { name, text in
      text.map { "<\(name)>\(Escaping.xml($0))</\(name)>\n" } ?? ""
    }.joined()
  }
}

/// Writes marks as SVG elements, one a line.
private struct SVGWriter {
  let drawsOutlines: Bool
  private(set) var text = ""
  private(set) var problem: PNGError?
  /// The clip paths that are defined already.
  private var clips: Set<String> = []
  /// CSS rules of the animations.
  private(set) var motions = ""
  private var motionNames: Set<String> = []
  /// `nil` while colours are written that no page changes.
  private var pageColors: PageColors?
  /// The roles that are used, for fills and for strokes.
  private(set) var roles: Set<PageColors.Use> = []

  init(drawsOutlines: Bool, pageColors: PageColors?) {
    (self.drawsOutlines, self.pageColors) = (drawsOutlines, pageColors)
  }

  /// The attributes for a paint, with the class of its role in the page.
  private mutating func paint(_ color: Color, _ name: PageColors.Use.Paint) -> String {
    let plain = color.attributes(name.rawValue, omitting: name == .fill ? .black : nil)
    guard let role = pageColors?.role(of: color) else { return plain }
    let use = PageColors.Use(role: role, paint: name)
    roles.insert(use)
    return " class=\"\(use.className)\"" + plain
  }

  mutating func write(_ mark: Artwork.Mark) {
    switch mark {
    case .fill(let path, let color) where path.isFinite:
      text += "<path d=\"\(path.compactSVG())\"\(paint(color, .fill))/>\n"
    case .stroke(let path, let color, let style) where path.isFinite:
      text +=
        "<path d=\"\(path.compactSVG())\" fill=\"none\"\(paint(color, .stroke))"
        + "\(style.attributes)/>\n"
    case .fill, .stroke: break
    case .text(let lettering): write(lettering)
    case .image(let bitmap, let rect): write(bitmap, in: rect)
    case .group(let marks, let clip, let opacity): write(marks, clip, opacity)
    case .fixedColors(let marks):
      let colors = pageColors
      pageColors = nil
      for mark in marks { write(mark) }
      pageColors = colors
    case .moving(let marks, let motion): write(marks, motion)
    }
  }

  /// A group with an endless CSS animation; with reduced motion it stays at its start. Its class
  /// and its keyframes are named after their contents.
  private mutating func write(_ marks: [Artwork.Mark], _ motion: Artwork.Motion) {
    let frames = motion.corners.map { part, offset in
      "\((part * 100).svg)%{transform:translate(\(offset.x.svg)px,\(offset.y.svg)px)}"
    }.joined()
    let seconds = motion.duration.svg
    var digester = Digester()
    digester.combine(seconds + frames)
    let name = "move-\("\(digester.digest)".prefix(12))"
    if motionNames.insert(name).inserted {
      motions += "@keyframes \(name){\(frames)}\n"
      motions += ".\(name){animation:\(name) \(seconds)s linear infinite}\n"
      motions += "@media (prefers-reduced-motion:reduce){.\(name){animation:none}}\n"
    }
    text += "<g class=\"\(name)\">\n"
    for mark in marks { write(mark) }
    text += "</g>\n"
  }

  private mutating func write(_ lettering: Artwork.Lettering) {
    guard !drawsOutlines else {
      let data = lettering.outlines.compactSVG(unitsPerPoint: 100)
      text += "<path d=\"\(data)\"\(paint(lettering.color, .fill))/>\n"
      return
    }
    let anchor = lettering.anchor == 0 ? "" : lettering.anchor == 1 ? "end" : "middle"
    text += "<text x=\"\(lettering.origin.x.svg)\" y=\"\(lettering.origin.y.svg)\""
    text += " font-family=\"\(lettering.families)\" font-size=\"\(lettering.size.svg)\""
    if lettering.weight != 400 { text += " font-weight=\"\(lettering.weight)\"" }
    if lettering.isItalic { text += " font-style=\"italic\"" }
    if !anchor.isEmpty { text += " text-anchor=\"\(anchor)\"" }
    text += paint(lettering.color, .fill)
    text += ">\(Escaping.xml(lettering.string))</text>\n"
  }

  private mutating func write(_ bitmap: Bitmap, in rect: Rect) {
    do {
      let bytes = try PNGEncoder(compressionLevel: 9, filter: .adaptive).encode(bitmap)
      text += "<image x=\"\(rect.minX.svg)\" y=\"\(rect.minY.svg)\" width=\"\(rect.width.svg)\""
      text += " height=\"\(rect.height.svg)\" preserveAspectRatio=\"none\""
      text += " xlink:href=\"data:image/png;base64,\(Data(bytes).base64EncodedString())\"/>\n"
    } catch {
      problem = problem ?? error
    }
  }

  private mutating func write(_ marks: [Artwork.Mark], _ clip: Path?, _ opacity: Double) {
    var attributes = opacity < 1 ? " opacity=\"\(max(0, opacity).svg)\"" : ""
    if let clip {
      let data = clip.compactSVG()
      var digester = Digester()
      digester.combine(data)
      let name = "clip-\(digester.digest)"
      if clips.insert(name).inserted {
        text += "<clipPath id=\"\(name)\"><path d=\"\(data)\"/></clipPath>\n"
      }
      attributes += " clip-path=\"url(#\(name))\""
    }
    text += "<g\(attributes)>\n"
    for mark in marks { write(mark) }
    text += "</g>\n"
  }
}

extension Artwork.Lettering {
  /// The line's families, then families with the same widths as the first, then any.
  fileprivate var families: String {
    let likeness =
      family.contains("Serif") || family.contains("Roman")
      ? "Times New Roman, Times, serif"
      : family.contains("Mono") ? "Courier New, monospace" : "Arial, Helvetica, sans-serif"
    var own: [String] = []
    for piece in pieces where !own.contains(piece.family) { own.append(piece.family) }
    return "\(Escaping.xml(own.joined(separator: ", "))), \(likeness)"
  }
}

extension Path {
  /// Path data in whole multiples of 1/`unitsPerPoint`. Each step counts from the rounded end of
  /// the one before, so nothing adds up.
  public func compactSVG(unitsPerPoint: Int = 1000) -> String {
    var writer = PathDataWriter(unitsPerPoint: unitsPerPoint)
    for element in elements { writer.write(element) }
    return writer.text
  }
}

/// Writes path data with relative commands.
private struct PathDataWriter {
  let unitsPerPoint: Int
  private(set) var text = ""
  private var current = (x: 0, y: 0)
  private var start = (x: 0, y: 0)
  private var lastCommand: Character?

  init(unitsPerPoint: Int) { self.unitsPerPoint = unitsPerPoint }

  mutating func write(_ element: Path.Element) {
    switch element {
    case .move(let p):
      (current, lastCommand) = ((0, 0), nil)
      write("M", [p])
      start = current
    case .line(let p): write("l", [p])
    case .cubic(let a, let b, let p): write("c", [a, b, p])
    case .close:
      text += "Z"
      (current, lastCommand) = (start, nil)
    }
  }

  /// A command that repeats is left out, and so is a blank before a minus sign.
  private mutating func write(_ command: Character, _ points: [Point]) {
    var needsBlank = command == lastCommand
    if !needsBlank { text.append(command) }
    lastCommand = command == "M" ? nil : command
    let ends = points.map { (x: units($0.x), y: units($0.y)) }
    for end in ends {
      for number in [end.x - current.x, end.y - current.y] {
        let digits = decimal(number, unitsPerPoint: unitsPerPoint)
        text += needsBlank && !digits.hasPrefix("-") ? " " + digits : digits
        needsBlank = true
      }
    }
    current = ends[ends.count - 1]
  }

  private func units(_ length: Double) -> Int {
    let units = (length * Double(unitsPerPoint)).rounded()
    return abs(units) < 1e15 ? Int(units) : 0
  }
}

/// A number of parts as a decimal fraction, without trailing zeros.
private func decimal(_ units: Int, unitsPerPoint: Int) -> String {
  let (whole, rest) = abs(units).quotientAndRemainder(dividingBy: unitsPerPoint)
  let sign = units < 0 ? "-" : ""
  guard rest > 0 else { return sign + String(whole) }
  var digits = String(rest + unitsPerPoint).dropFirst()
  while digits.last == "0" { digits.removeLast() }
  return sign + (whole == 0 ? "" : String(whole)) + "." + digits
}

extension Double {
  /// At most three digits after the point, without zeros at the end.
  fileprivate var svg: String {
    let thousandths = (self * 1000).rounded()
    guard abs(thousandths) < 1e15 else { return "0" }
    let whole = Int(thousandths)
    return decimal(whole, unitsPerPoint: 1000)
  }
}

extension Color {
  /// The attributes for a paint: its colour, and its opacity where it is not opaque.
  fileprivate func attributes(_ name: String, omitting usual: Color? = nil) -> String {
    let paint = usual == self ? "" : " \(name)=\"\(hex)\""
    return alpha < 1 ? "\(paint) \(name)-opacity=\"\(max(0, alpha).svg)\"" : paint
  }
}

extension StrokeStyle {
  fileprivate var attributes: String {
    var text = lineWidth == 1 ? "" : " stroke-width=\"\(lineWidth.svg)\""
    if cap != .butt { text += " stroke-linecap=\"\(cap.rawValue)\"" }
    if join != .miter { text += " stroke-linejoin=\"\(join.rawValue)\"" }
    if join == .miter { text += " stroke-miterlimit=\"\(miterLimit.svg)\"" }
    guard !dashPattern.isEmpty else { return text }
    text += " stroke-dasharray=\"\(dashPattern.map(\.svg).joined(separator: " "))\""
    return dashPhase == 0 ? text : text + " stroke-dashoffset=\"\(dashPhase.svg)\""
  }
}
