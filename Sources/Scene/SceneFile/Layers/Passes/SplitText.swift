import RostrumBase
import RostrumGeometry
import RostrumLayerTree
import RostrumSource
import RostrumTiming

extension Key {
  static let split = Field(
    "split", .split,
    "Takes the text apart into a shape layer for each letter, word or line, at its place in the text."
  )
  static let splitBy = Field(
    "by", Reader<TextSplit>.word, isRequired: true,
    "The pieces. A letter is what the font draws as one, such as a ligature.")
  static let splitAnimations = Field(
    "animations", .animations, "The animations of each piece.")
  static let splitStagger = Field(
    "stagger", .stagger,
    "Lets the clock of each piece start later than that of the one before, as stagger on a layer does."
  )
  static let splitCursor = Field(
    "cursor", .color,
    "The colour of a line that goes behind the piece which came last: the layer NAME[cursor].")
}

extension Vocabulary {
  /// How a text is taken apart.
  public static let split = Vocabulary(
    owner: "split", definition: "split",
    [Key.splitBy, Key.splitAnimations, Key.splitStagger, Key.splitCursor])
}

/// How a text layer is taken apart.
struct SplitDeclaration {
  let split: TextSplit
  var animations: [YAMLNode] = []
  var stagger: Stagger?
  var cursor: Color?
}

extension Reader where Content == SplitDeclaration {
  fileprivate static var split: Reader {
    let word = Reader<TextSplit>.word
    let details = Reader<SplitDeclaration>.mapping(
      .split, "letters, words or lines, or a mapping such as {by: letters, animations: [...]}"
    ) { fields in
      let (by, stagger) = (fields[Key.splitBy], fields[Key.splitStagger])
      let animations = fields[Key.splitAnimations] ?? []
      let cursor = fields[Key.splitCursor] ?? nil
      guard let by else { return nil }
      if cursor != nil, stagger == nil, let key = fields.keyNode(Key.splitCursor) {
        fields.context.error(
          .missingKey, "a cursor goes with pieces that come one after the other", at: key,
          hint: "give stagger: 0.05")
      }
      return SplitDeclaration(
        split: by, animations: animations, stagger: stagger, cursor: cursor)
    }
    return Reader(
      details.expectation, example: "letters",
      schema: ["anyOf": [word.schema, details.schema]]
    ) { node, context in
      if node.entries != nil { return details.read(node, context) }
      guard node.scalar != nil, !node.isNull else {
        return context.mismatched(details.expectation, at: node)
      }
      return word.read(node, context).map { SplitDeclaration(split: $0) }
    }
  }
}

extension LayerValues {
  /// The values of the properties that every layer has.
  fileprivate var ofPlainLayer: LayerValues {
    var result = LayerValues()
    forEachOwn { property, value in
      if LayerClass.plain.ownProperties.contains(property) { result[any: property] = value }
    }
    return result
  }
}

// MARK: Pieces

extension LoweringPass {
  /// A text that is taken apart into layers.
  static let split = LoweringPass(
    keys: { $0 == .text ? [Key.split] : [] },
    [
      .placed: { $0.takeText() },
      .opened: { $0.readPieces() },
      .arranged: { draft in
        guard let pieces = draft.attachments[SplitPieces.self] else { return }
        draft.sublayers = pieces.layers + (draft.sublayers ?? [])
      },
    ],
    suggestedClass: .text)
}

/// The values of a text layer that loses its text.
private struct SplitValues {
  let values: LayerValues
}

/// The layers that a text has become.
private struct SplitPieces {
  let layers: [Layer]
}

extension LayerDraft {
  /// The layer becomes a plain one.
  fileprivate mutating func takeText() {
    guard layerClass == .text, fields.has(Key.split) else { return }
    attachments[SplitValues.self] = SplitValues(values: values)
    values = values.ofPlainLayer
    modelClass = .plain
  }

  fileprivate mutating func readPieces() {
    guard let text = attachments[SplitValues.self] else { return }
    let pieces = reader.pieces(of: fields, text.values, named: name, in: inside)
    attachments[SplitPieces.self] = SplitPieces(layers: pieces)
  }
}

extension LayerReader {
  /// The layers that a text layer's text is taken apart into; empty after reporting.
  fileprivate func pieces(
    of fields: MappingReader, _ values: LayerValues, named name: String, in place: LayerPlace
  ) -> [Layer] {
    guard let node = fields.node(Key.split), let declared = fields[Key.split],
      let pieces = pieces(ofTextIn: values, by: declared.split, at: node)
    else { return [] }
    let count = pieces.reduce(0) { $0 + 1 + ($1.shapes.count == 1 ? 0 : $1.shapes.count) }
    guard registry.count + count <= context.options.maximumLayers else {
      return context.failure(
        .tooManyLayers,
        "with the pieces of this text the scene has more than the limit of \(context.options.maximumLayers) layers",
        at: node)
    }
    if declared.stagger != nil, let stagger = fields.keyNode(Key.stagger) {
      context.error(
        .conflict, "both split and stagger say how much later each piece starts", at: stagger,
        hint: "remove one")
    }
    let delays = declared.stagger?.delays(pieces.count)
    let layers = pieces.enumerated().map { index, piece in
      let hadErrors = context.collector.hasErrors
      let maker = PieceMaker(
        reader: index == 0 || hadErrors ? self : quiet, node: node, declared: declared)
      return maker.layer(
        piece, named: "\(name)[\(index)]", delay: delays?[index] ?? 0, in: place,
        readsAnimations: index == 0 || !hadErrors)
    }
    guard let color = declared.cursor, let delays, !pieces.isEmpty else { return layers }
    let maker = PieceMaker(reader: self, node: node, declared: declared)
    let places = zip(pieces, delays).map { (box: $0.box, time: $1) }.sorted { $0.time < $1.time }
    return layers + [maker.cursor(color, behind: places, named: "\(name)[cursor]", in: place)]
  }

  /// `nil` after reporting; a problem of the text as a whole is reported with its layer.
  private func pieces(
    ofTextIn values: LayerValues, by split: TextSplit, at node: YAMLNode
  ) -> [TextPiece]? {
    let inspector = context.files.inspector
    do throws(AssetProblem) { return try inspector.textPieces(values, by: split) } catch {
      guard (try? inspector.inspectText(values)) != nil else { return nil }
      return context.failure(
        .conflict, "this text cannot be taken apart: \(error.message)", at: node,
        hint: "pieces are shapes: put what is coloured into a text layer of its own")
    }
  }

  /// The same reader without warnings: they were reported for the first piece.
  private var quiet: LayerReader {
    var reader = self
    reader.context = context.withoutWarnings
    return reader
  }
}

/// Makes the layers of a piece of text.
private struct PieceMaker {
  let reader: LayerReader
  let node: YAMLNode
  let declared: SplitDeclaration

  /// A shape, or a layer with several in it. It lies with the middle of its box where the text has
  /// it.
  func layer(
    _ piece: TextPiece, named name: String, delay: Double, in place: LayerPlace,
    readsAnimations: Bool
  ) -> Layer {
    let clock = LayerClock(beginTime: delay)
    let inner = place.inside(name, clock)
    let isShape = piece.shapes.count == 1
    let layerClass = isShape ? LayerClass.shape : .plain
    var values = isShape ? piece.shapes[0].values(from: piece.box.origin) : LayerValues()
    values[.bounds] = Rect(origin: .zero, size: piece.box.size)
    values[.position] = piece.box.center
    let index = enter(name, latestTime: inner.latestTime)
    let animations =
      readsAnimations
      ? reader.context.animations(
        declared.animations,
        in: AnimationPlace(layerClass: layerClass, latestTime: inner.latestTime, values: values))
      : []
    let shapes = isShape ? [] : piece.shapes
    let sublayers = shapes.enumerated().map { number, shape in
      part(shape, of: piece, named: "\(inner.path)[\(number)]", latestTime: inner.latestTime)
    }
    return layer(
      index, name, layerClass, Epoch(values: values, clock: clock, animations: animations),
      sublayers)
  }

  /// A line that stands before the first of the boxes, and behind each from its time on.
  func cursor(
    _ color: Color, behind places: [(box: Rect, time: Double)], named name: String,
    in place: LayerPlace
  ) -> Layer {
    let first = places[0].box
    let points =
      [Point(x: first.minX, y: first.center.y)]
      + places.map { Point(x: $0.box.maxX, y: $0.box.center.y) }
    var values = LayerValues()
    values[.bounds] = Rect(x: 0, y: 0, width: max(1, first.height * 0.06), height: first.height)
    values[.anchorPoint] = Point(x: 0, y: 0.5)
    values[.position] = points[points.count - 1]
    values[.backgroundColor] = color
    let last = places[places.count - 1].time
    // At the end of an animation its last interval is over; the last piece comes a moment before.
    let duration = max(last * (1 + 1e-12), Limit.minimumDuration)
    let typing = KeyframeAnimation(
      keyPath: AnimationKeyPath(.position), values: points.map(Value.point),
      keyTimes: [0] + places.map { $0.time / duration } + [1], calculationMode: .discrete,
      timing: MediaTiming(duration: duration, fillMode: .backwards))
    let inner = place.inside(name, LayerClock())
    return layer(
      enter(name, latestTime: inner.latestTime), name, .plain,
      Epoch(values: values, clock: LayerClock(), animations: [AttachedAnimation(typing)]), [])
  }

  private func part(
    _ shape: TextPiece.Shape, of piece: TextPiece, named name: String, latestTime: Double
  ) -> Layer {
    let index = enter(name, latestTime: latestTime)
    let values = shape.values(from: piece.box.origin)
    return layer(
      index, name, .shape, Epoch(values: values, clock: LayerClock(), animations: []), [])
  }

  private func layer(
    _ index: Int, _ name: String, _ layerClass: LayerClass, _ epoch: Epoch, _ sublayers: [Layer]
  ) -> Layer {
    Layer(
      index: index, name: name, layerClass: layerClass, epochs: [epoch], sublayers: sublayers,
      place: SourcePlace(line: node.mark.line))
  }

  /// Counts a layer and keeps its name. Returns its index.
  private func enter(_ name: String, latestTime: Double) -> Int {
    let index = reader.enter(name, at: node)
    reader.registry.latestTimes[index] = latestTime
    return index
  }
}

extension TextPiece.Shape {
  /// The values of a shape layer that draws it, with that point as the origin.
  fileprivate func values(from origin: Point) -> LayerValues {
    var values = LayerClass.shape.initialValues
    values[.path] = path.map { $0 - origin }
    guard let stroke else {
      values[.fillColor] = color
      return values
    }
    values[.fillColor] = nil
    values[.strokeColor] = color
    values[.lineWidth] = stroke.lineWidth
    values[.lineJoin] = stroke.join
    values[.miterLimit] = stroke.miterLimit
    return values
  }
}
