public import RostrumCanvas
public import RostrumGeometry
public import RostrumLayerTree
import Synchronization

extension SceneAssets {
  /// A text layer's text in the layer's coordinates, from back to front; empty when the text cannot
  /// be set.
  func parts(ofTextIn values: LayerValues) -> [TextPart] {
    guard let layout = try? layout(ofTextIn: values) else { return [] }
    guard let path = values[.textPath] else {
      let offset = values.offset(of: layout)
      let runs = offset == .zero ? layout.runs : layout.runs.map { $0.moved(by: offset) }
      return TextPart.parts(of: runs.enumerated(), values)
    }
    let line = TextLine(path, layout, values)
    var runs = layout.runs.map { _ in TextLayout.Run() }
    for piece in layout.pieces {
      guard let place = line.place(of: piece) else { continue }
      for (index, run) in piece.runs {
        runs[index].append(run.transformed(by: place))
      }
    }
    return TextPart.parts(of: runs.enumerated(), values)
  }

  /// One line of text in a font, in outlines only. Letters that are coloured pictures are errors.
  public func layout(
    of text: String, _ font: FontDescription, size: Double
  ) throws(TextError) -> TextLayout {
    try fonts.layout(TextRequest(text, font: font, size: size))
  }

  /// Why a text layer's text cannot be set: its family or one of its glyphs is missing. `nil` when
  /// it can.
  public func problem(ofTextIn values: LayerValues) -> TextError? {
    do throws(TextError) {
      _ = try fonts.layout(TextRequest(values))
      return nil
    } catch {
      return error
    }
  }

  /// The width of the longest line of a text layer's text, and the height of all lines.
  public func size(ofTextIn values: LayerValues) throws(TextError) -> Size {
    try layout(ofTextIn: values).size
  }

  /// The y of the first line's baseline, in a text layer's coordinates.
  public func baseline(ofTextIn values: LayerValues) throws(TextError) -> Double {
    let layout = try layout(ofTextIn: values)
    return values.offset(of: layout).y + (layout.lines.first?.baseline ?? 0)
  }

  /// The pieces of a text layer's text that show something, in the order of the text. Coloured
  /// glyphs, which are no shapes, are an error.
  public func pieces(
    ofTextIn values: LayerValues, by split: TextSplit
  ) throws(TextError) -> [TextPiece] {
    let division = TextDivision(rawValue: split.rawValue)
    let layout = try layout(ofTextIn: values, pieces: division)
    let line = values[.textPath].map { TextLine($0, layout, values) }
    let offset = values.offset(of: layout)
    return layout.pieces.compactMap { piece in
      let place = line.map { $0.place(of: piece) } ?? .translation(x: offset.x, y: offset.y)
      guard let place else { return nil }
      let runs = piece.runs.sorted { $0.key < $1.key }
        .map { (offset: $0.key, element: $0.value.transformed(by: place)) }
      let middle = place.apply(to: piece.box.center)
      let box = Rect(
        x: middle.x - piece.box.width / 2, y: middle.y - piece.box.height / 2,
        width: piece.box.width, height: piece.box.height)
      let shapes = TextPart.parts(of: runs, values).compactMap(\.shape)
      return shapes.isEmpty ? nil : TextPiece(box: box, shapes: shapes)
    }
  }

  private func layout(
    ofTextIn values: LayerValues, pieces: TextDivision? = nil
  ) throws(TextError) -> TextLayout {
    var request = TextRequest(values)
    if let pieces { (request.pieces, request.allowsColor) = (pieces, false) }
    guard values[.fit] != .none, values[.textPath] == nil else { return try fonts.layout(request) }
    return try fonts.layout(request.scaled(by: try scale(ofTextIn: values)))
  }
}

// MARK: Fit

/// By how much the type of texts was made smaller lately.
final class ShrunkTexts: Sendable {
  private struct Text: Hashable {
    let request: TextRequest
    let least: Double
  }

  private let scales = Mutex<[Text: Double]>([:])

  /// The known scale, or else the one that `search` finds.
  func scale(
    _ request: TextRequest, least: Double, search: () throws(TextError) -> Double
  ) throws(TextError) -> Double {
    let text = Text(request: request, least: least)
    if let known = scales.withLock({ $0[text] }) { return known }
    let found = try search()
    scales.withLock { scales in
      if scales.count >= 1000 { scales = [:] }
      scales[text] = found
    }
    return found
  }
}

extension SceneAssets {
  /// The factor that the size of the type takes so that the text fits into the bounds; 1 when it
  /// does so anyway. A side of the bounds that is 0 does not count.
  private func scale(ofTextIn values: LayerValues) throws(TextError) -> Double {
    let room = values[.bounds].size
    let least = min(values[.minimumFontSize] / values[.fontSize], 1)
    var request = TextRequest(values)
    (request.truncation, request.height, request.breaksWords) = (.none, room.height, false)
    if !request.isWrapped { request.width = nil }
    return try shrinking.scale(request, least: least) { () throws(TextError) in
      let needed = try excess(of: request, in: room)
      if needed <= 1 { return 1 }
      // All lengths of lines that do not break grow alike.
      if !request.isWrapped { return max(1 / needed, least) }
      if try excess(of: request.scaled(by: least), in: room) > 1 { return least }
      var (low, high) = (least, 1.0)
      for _ in 0..<10 {
        let middle = (low + high) / 2
        if try excess(of: request.scaled(by: middle), in: room) > 1 {
          high = middle
        } else {
          low = middle
        }
      }
      return low
    }
  }

  /// How many times as large as the room a text is, in the direction that has too little.
  private func excess(of request: TextRequest, in room: Size) throws(TextError) -> Double {
    let size = try fonts.layout(request).size
    let width = room.width > 0 ? size.width / room.width : 0
    let height = room.height > 0 ? size.height / room.height : 0
    let excess = max(width, height)
    return excess <= 1 + 1e-9 ? min(excess, 1) : excess
  }
}

extension TextRequest {
  /// The same text in other type, in the same room.
  fileprivate func scaled(by scale: Double) -> TextRequest {
    var request = self
    guard scale != 1 else { return request }
    for index in runs.indices {
      request.runs[index].size *= scale
      request.runs[index].kern *= scale
      request.runs[index].baselineOffset *= scale
    }
    return request
  }
}

extension LayerValues {
  /// Where the text's first line begins, in the layer's coordinates.
  fileprivate func offset(of layout: TextLayout) -> Point {
    let bounds = self[.bounds]
    let spare = bounds.height - layout.size.height
    let share =
      switch self[.verticalAlignment] {
      case .top: 0.0
      case .center: 0.5
      case .bottom: 1.0
      }
    return Point(x: bounds.minX, y: bounds.minY + (share == 0 ? 0 : spare * share))
  }
}

// MARK: Along a path

/// The path along which a text's letters are placed.
private struct TextLine {
  private let measure: PathMeasure
  private let isClosed: Bool
  /// How far along the line the text begins.
  private let start: Double
  /// The y coordinate in the layout that lies on the line.
  private let baseline: Double

  init(_ path: Path, _ layout: TextLayout, _ values: LayerValues) {
    measure = PathMeasure(path)
    isClosed = path.elements.last == .close
    baseline = layout.lines.first?.baseline ?? 0
    let spare = measure.length - layout.size.width
    let indent =
      switch values[.alignmentMode] {
      case .natural, .left, .justified: 0.0
      case .center: spare / 2
      case .right: spare
      }
    start = values[.pathOffset] + indent
  }

  /// The transform that moves a piece from the layout onto the line, its middle upright there;
  /// `nil` beyond the line's ends.
  func place(of piece: TextLayout.Piece) -> AffineTransform? {
    let middle = piece.box.center.x
    guard measure.length > 0 else { return nil }
    var fraction = (start + middle) / measure.length
    if isClosed { fraction -= fraction.rounded(.down) }
    guard (0...1).contains(fraction), let point = measure.point(atFraction: fraction),
      let tangent = measure.tangent(atFraction: fraction)
    else { return nil }
    return AffineTransform.translation(x: -middle, y: -baseline)
      .concatenating(.rotation(tangent.direction))
      .concatenating(.translation(x: point.x, y: point.y))
  }
}

/// The part of a text that has no room in its layer's bounds.
public struct TextOverflow: Hashable, Sendable {
  /// How far letters reach beyond the bounds, in points; 0 for a text that lies inside.
  public let size: Size
  /// Whether letters are left out because they do not fit.
  public let isTruncated: Bool
}

extension SceneAssets {
  /// The part of a text layer's text that has no room in its bounds; `nil` when there is no text,
  /// no room at all, when it follows a path, or cannot be set.
  public func overflow(ofTextIn values: LayerValues) -> TextOverflow? {
    let size = values[.bounds].size
    guard size.width > 0, size.height > 0, values[.textPath] == nil,
      let layout = try? layout(ofTextIn: values), !layout.inkBounds.isEmpty
    else { return nil }
    let ink = layout.inkBounds
    let offset = values.offset(of: layout)
    let overflow = Size(
      width: max(0, -ink.minX - offset.x, ink.maxX + offset.x - size.width),
      height: max(0, -ink.minY - offset.y, ink.maxY + offset.y - size.height))
    var free = values
    free[.truncationMode] = .none
    let isTruncated =
      values[.truncationMode] != .none && (try? self.layout(ofTextIn: free)) != layout
    return TextOverflow(size: overflow, isTruncated: isTruncated)
  }
}
