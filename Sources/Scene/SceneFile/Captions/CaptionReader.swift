import RostrumBase
import RostrumGeometry
import RostrumLayerTree
import RostrumSource
import RostrumTiming

/// The captions of a scene as the file declares them.
struct CaptionDraft {
  fileprivate(set) var captions: [Caption] = []
  fileprivate(set) var places: Set<CaptionTrack.Place> = [.layer]
  fileprivate(set) var language: String?
  /// Keys of the text layer.
  fileprivate(set) var layer: [YAMLNode.Entry] = []
  /// `nil` for none.
  fileprivate(set) var highlight: Color? = Color(red: 1, green: 0.84, blue: 0.04)
  /// The node of each caption, for reports; for captions of a file, the node of its path.
  fileprivate(set) var nodes: [YAMLNode] = []
  /// The lines of each caption in its file; `nil` for captions in the scene.
  fileprivate(set) var lines: [Int]?
  fileprivate(set) var fileName = ""

  /// How reports call a caption.
  func name(_ index: Int) -> String {
    lines.map { "the caption at \(fileName):\($0[index])" } ?? "this caption"
  }
}

extension Reader where Content == CaptionDraft {
  /// A path, a list of captions, or a mapping.
  static let captions: Reader = {
    let mapping = Reader.mapping(.captions, "captions", example: "{cues: []}") { $0.captions() }
    return Reader(
      "the path of an SRT, WebVTT or ASS file, a list of captions, or a mapping", example: "[]",
      schema: [
        "anyOf": [
          ["type": "string"], mapping.schema, SchemaPart.list(Vocabulary.caption.reference),
        ]
      ]
    ) { node, context in
      if node.entries != nil { return context.read(node, mapping) }
      var draft = CaptionDraft()
      if let items = node.items {
        return draft.add(cues: items, in: context) ? draft : nil
      }
      guard let path = context.read(node, Key.captionFile.reader) else { return nil }
      return draft.add(file: path, at: node, in: context) ? draft : nil
    }
  }()
}

extension MappingReader {
  fileprivate func captions() -> CaptionDraft? {
    context.allowWarnings(self)
    var draft = CaptionDraft()
    draft.places = self[Key.captionPlaces]
    draft.language = self[Key.captionLanguage]
    draft.layer = self[Key.captionLayer] ?? []
    if let color = ifGiven(Key.captionHighlight), has(Key.captionHighlight) {
      draft.highlight = color ?? nil
    }
    let delay = self[Key.captionDelay]
    guard has(Key.captionFile) != has(Key.captionCues) else {
      return context.failure(
        has(Key.captionFile) ? .conflict : .missingKey, "captions have either 'file' or 'cues'",
        at: node)
    }
    let isRead: Bool
    if let file = self.node(Key.captionFile) {
      isRead = self[Key.captionFile].map { draft.add(file: $0, at: file, in: context) } ?? false
    } else {
      isRead = self[Key.captionCues].map { draft.add(cues: $0, in: context) } ?? false
    }
    draft.captions = draft.captions.map { $0.delayed(by: delay) }
    return isRead ? draft : nil
  }
}

extension Caption {
  fileprivate func delayed(by delay: Double) -> Caption {
    guard delay != 0 else { return self }
    return Caption(
      start: start + delay, end: end + delay,
      pieces: pieces.map { Piece(start: $0.start.map { $0 + delay }, text: $0.text) })
  }
}

extension CaptionDraft {
  /// False after reporting.
  fileprivate mutating func add(
    file path: String, at node: YAMLNode, in context: SceneContext
  ) -> Bool {
    fileName = node.scalar?.text ?? path
    do throws(SceneFileError) {
      let bytes = try SceneFileError.contents(ofFile: path)
      do throws(CaptionParser.Problem) {
        var parser = try CaptionParser(bytes)
        let found = try parser.captions()
        if let losses = parser.losses.sentence {
          context.warning(.notDrawn, "of \(fileName), \(losses)", at: node)
        }
        captions = found.map(\.caption)
        lines = found.map(\.line)
        nodes = found.map { _ in node }
        return true
      } catch {
        context.error(
          .badCaptions, "\(fileName):\(error.line): \(error.message)", at: node, hint: error.hint)
      }
    } catch {
      context.error(.badCaptions, error.description, at: node)
    }
    return false
  }

  /// False after reporting.
  fileprivate mutating func add(cues: [YAMLNode], in context: SceneContext) -> Bool {
    let reader = Reader<Caption>.mapping(.caption, "a caption") { $0.caption() }
    let found = cues.compactMap { node in
      context.read(node, reader).map { (caption: $0, node: node) }
    }
    let sorted = found.enumerated().sorted {
      ($0.element.caption.start, $0.offset) < ($1.element.caption.start, $1.offset)
    }
    captions = sorted.map(\.element.caption)
    nodes = sorted.map(\.element.node)
    return found.count == cues.count
  }
}

extension MappingReader {
  fileprivate func caption() -> Caption? {
    let (end, text, words) = (self[Key.cueEnd], self[Key.cueText], ifGiven(Key.cueWords))
    guard let start = self[Key.cueStart], let end, let text, let words else { return nil }
    guard end > start else {
      return context.failure(
        .outOfRange, "a caption ends after it begins, which is at \(start.sceneText)",
        at: node(Key.cueEnd) ?? node)
    }
    guard let words, let place = node(Key.cueWords) else {
      return Caption(start: start, end: end, pieces: [.init(text: text)])
    }
    let pieces = Self.words(of: text)
    guard words.count == pieces.count else {
      return context.failure(
        .wrongCount, "expected a time for each of \(pieces.count) words; found \(words.count)",
        at: place)
    }
    guard zip(words, words.dropFirst()).allSatisfy(<=) else {
      return context.failure(.badKeyTimes, "the times of words must not fall", at: place)
    }
    return Caption(
      start: start, end: end, pieces: zip(words, pieces).map { .init(start: $0, text: $1) })
  }

  /// Each word with the blanks behind it.
  private static func words(of text: String) -> [String] {
    text.matches(of: /\S+\s*/).map { String($0.output) }
  }
}

// MARK: The layer

extension LayerReader {
  /// The captions of the scene, and the layer that shows them in the pictures.
  func captions(
    _ fields: MappingReader, in place: LayerPlace
  ) -> (track: CaptionTrack, layer: Layer?)? {
    guard let draft = fields[Key.captions], let node = fields.node(Key.captions) else { return nil }
    context.check(draft)
    let track = CaptionTrack(
      captions: draft.captions, places: draft.places,
      language: draft.language ?? fields[Key.filmLanguage])
    guard draft.places.contains(.layer), !draft.captions.isEmpty else { return (track, nil) }
    guard let layer = layer(draft.layerNode(canvas, at: node), named: "captions", in: place) else {
      return (track, nil)
    }
    context.checkFit(draft, layer.values)
    return (track, layer.adding(draft.animation))
  }
}

extension CaptionDraft {
  /// The text layer that shows the captions, with defaults for the keys that it does not give.
  fileprivate func layerNode(_ canvas: Size, at node: YAMLNode) -> YAMLNode {
    let size = (canvas.height / 20).rounded()
    let names = Set(layer.map(\.name))
    let lacksBox = names.isDisjoint(with: ["frame", "bounds"])
    let isPlaced = lacksBox && names.contains(Key.position.name)
    var defaults = [
      ("class", "text"), ("name", "captions"), ("fontSize", size.sceneText),
      ("alignmentMode", isPlaced ? side("left", "right") : "center"), ("wrapped", "true"),
      ("verticalAlignment", isPlaced ? side("bottom", "top") : "bottom"),
      ("strokeColor", "black"), ("lineWidth", (size / 5).sceneText), ("lineJoin", "round"),
    ]
    let box = [0.08 * canvas.width, 0.7 * canvas.height, 0.84 * canvas.width, 0.25 * canvas.height]
    defaults.removeAll { names.contains($0.0) }
    func scalar(_ text: String) -> YAMLNode {
      YAMLNode(.scalar(.init(text: text, isPlain: true)), mark: node.mark)
    }
    var entries = defaults.map { name, text in
      YAMLNode.Entry(name: name, key: scalar(name), value: scalar(text))
    }
    // A layer that fits its text is as high as the longest.
    if names.contains(Key.sizeToFit.name),
      let longest = captions.map(\.text).max(by: { $0.count < $1.count })
    {
      let text = YAMLNode(.scalar(.init(text: longest, isPlain: false)), mark: node.mark)
      entries.append(YAMLNode.Entry(name: "string", key: scalar("string"), value: text))
    }
    if lacksBox {
      let (name, sides) = isPlaced ? ("bounds", box.suffix(2)) : ("frame", box[...])
      let list = YAMLNode(.sequence(sides.map { scalar($0.sceneText) }), mark: node.mark)
      entries.append(YAMLNode.Entry(name: name, key: scalar(name), value: list))
    }
    return YAMLNode(.mapping(entries + layer), mark: node.mark)
  }

  /// The edge at which the layer is placed, of two opposite ones; the middle for neither.
  private func side(_ first: String, _ second: String) -> String {
    let place = layer.first { $0.name == Key.position.name }?.value
    let word = place?.scalar?.text.lowercased() ?? ""
    let edges = Set((place?.entries ?? []).map(\.name))
    let named = [first, second].filter { edges.contains($0) || word.contains($0) }
    // Between both sides a line lies in the middle, and lines grow from the bottom up.
    return named.count == 2 && first == "left" ? "center" : named.first ?? "center"
  }

  /// One after the other, with nothing between them.
  fileprivate var animation: AttachedAnimation {
    let states = states
    let end = (states.last?.time ?? 0) + 1e-3
    return AttachedAnimation(
      KeyframeAnimation(
        keyPath: AnimationKeyPath(.string),
        values: states.map { .attributedText($0.text) },
        keyTimes: states.map { $0.time / end } + [1], calculationMode: .discrete,
        timing: MediaTiming(duration: end, fillMode: .both, isRemovedOnCompletion: false)),
      place: SourcePlace(nodes[0].mark))
  }

  /// The times at which the shown text changes, and the new texts; from 0 on.
  private var states: [(time: Double, text: AttributedText)] {
    var states: [(time: Double, text: AttributedText)] = [(0, AttributedText(""))]
    func add(_ time: Double, _ text: AttributedText) {
      guard time >= 0 else {
        states[0].text = text
        return
      }
      if states[states.count - 1].time >= time { states.removeLast() }
      states.append((max(time, states.last?.time ?? 0), text))
    }
    for (index, caption) in captions.enumerated() where caption.end > 0 {
      let next = index + 1 < captions.count ? captions[index + 1].start : .infinity
      let end = min(caption.end, next)
      add(caption.start, text(of: caption, at: caption.start))
      for piece in caption.pieces {
        guard highlight != nil, let time = piece.start, time > caption.start, time < end else {
          continue
        }
        add(time, text(of: caption, at: time))
      }
      if end == caption.end { add(end, AttributedText("")) }
    }
    return states
  }

  /// The caption with the spoken word in another colour.
  private func text(of caption: Caption, at time: Double) -> AttributedText {
    guard let highlight, caption.isTimed,
      let current = caption.pieces.lastIndex(where: { ($0.start ?? .infinity) <= time })
    else { return AttributedText(caption.text) }
    return AttributedText(
      caption.pieces.enumerated().map { index, piece in
        var run = AttributedText.StyleRun(piece.text)
        if index == current { run.foregroundColor = highlight }
        return run
      })
  }
}

// MARK: Checks

extension SceneContext {
  /// The reading speed limit in characters per second: broadcasters and Netflix's style guides ask
  /// for at most 17 to 20 in subtitles for adults.
  private static let readingSpeed = 21.0

  fileprivate func check(_ draft: CaptionDraft) {
    let captions = draft.captions
    for (index, caption) in captions.enumerated() {
      if index > 0, captions[index - 1].end > caption.start + 1e-3 {
        warning(
          .captionOverlap,
          "\(draft.name(index)) begins at \(caption.start.sceneText) s, before the one before it ends at \(captions[index - 1].end.sceneText) s",
          at: draft.nodes[index])
      }
      let letters = Double(caption.text.count { !$0.isNewline })
      let speed = letters / (caption.end - caption.start)
      if speed > Self.readingSpeed {
        let least = (letters / Self.readingSpeed * 100).rounded(.up) / 100
        warning(
          .captionSpeed,
          "\(draft.name(index)) has \(Int(letters)) letters in \((caption.end - caption.start).shortText) s: too fast to read",
          at: draft.nodes[index], hint: "show it for \(least.sceneText) s, or say less")
      }
    }
  }

  /// Reports captions that the layer cannot show, and lines that do not fit into its bounds.
  fileprivate func checkFit(_ draft: CaptionDraft, _ values: LayerValues) {
    let bounds = values[.bounds]
    for (index, caption) in draft.captions.enumerated() {
      var values = values
      values[.string] = AttributedText(caption.text)
      do throws(AssetProblem) {
        try files.inspector.inspectText(values)
        let size = try files.inspector.textSize(values)
        guard size.height > bounds.height + 0.5 || size.width > bounds.width + 0.5 else { continue }
        warning(
          .textOverflow,
          "\(draft.name(index)) does not fit: it needs \(size.width.shortText) x \(size.height.shortText) points, and has \(bounds.width.shortText) x \(bounds.height.shortText)",
          at: draft.nodes[index], hint: "break it in two, or make the type smaller")
      } catch {
        report(error, at: draft.nodes[index], in: nil)
      }
    }
  }
}

extension Double {
  /// With two decimals at most.
  fileprivate var shortText: String { ((self * 100).rounded() / 100).sceneText }
}
