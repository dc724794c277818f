import RostrumBase
import RostrumSceneImport
import RostrumImportedDocument
import RostrumGeometry
import RostrumLayerTree
import RostrumSource
import RostrumTiming

/// Turns Lotties into scenes.
struct LottieLoader {
  private let options: ImportOptions
  private let pictures: any ImportResources

  init(options: ImportOptions, pictures: any ImportResources) {
    (self.options, self.pictures) = (options, pictures)
  }

  /// Whether the bytes of a file may be a Lottie: an object with layers and with its first and last
  /// frame, of which only the outermost names count; or an archive, or a gzip file that cannot be
  /// expanded, for its error. Nothing is said about the rest.
  static func recognizes(_ bytes: [UInt8]) -> Bool {
    guard let text = LottieBytes.text(bytes) else { return LottieBytes.isCompressed(bytes) }
    return ZIPArchive.recognizes(bytes) || LottieSniffer.isLottie(text)
  }

  /// Loads a Lottie from the bytes of a file. `path` is what diagnostics call it.
  func load(_ bytes: [UInt8], path: String) -> ImportResult {
    guard ZIPArchive.recognizes(bytes) else {
      guard let text = LottieBytes.text(bytes), String(validating: text, as: UTF8.self) != nil
      else {
        let problem =
          LottieBytes.isCompressed(bytes)
          ? ArchiveProblem(
            message: "the gzip file is damaged, or holds more than 64 MiB or other than UTF-8")
          : ArchiveProblem(
            message: "the file is neither UTF-8 nor UTF-16", hint: "save it as UTF-8")
        return ImportResult(problem, path: path)
      }
      return load(SourceText(utf8: text, path: path), from: nil, theme: nil)
    }
    do throws(ArchiveProblem) {
      return try load(LottieArchive(bytes), path: path)
    } catch {
      return ImportResult(error, path: path)
    }
  }

  private func load(
    _ archive: LottieArchive, path: String
  ) throws(ArchiveProblem) -> ImportResult {
    guard let first = archive.firstAnimation else {
      throw ArchiveProblem(message: "the archive has no animation")
    }
    var parameters: [ImportResult.Parameter] = []
    var refused: [(name: String, expected: String)] = []
    /// One of several names.
    func choice(_ name: String, _ all: [String], _ first: String?) -> String? {
      guard !all.isEmpty else { return nil }
      var chosen = first
      if let given = options.values[name] {
        if all.contains(given) {
          chosen = given
        } else {
          refused.append((name, "one of " + all.prefix(20).joined(separator: ", ")))
        }
      }
      parameters.append(.init(name: name, text: chosen ?? "none"))
      return chosen
    }
    let animation = choice("animation", archive.animations, first) ?? first
    let theme = choice("theme", archive.themes, archive.firstTheme(of: animation))
    let source = try archive.text(of: animation, path: path)
    let rules = try theme.map { name throws(ArchiveProblem) in
      try archive.rules(of: name, for: animation)
    }
    var result = load(
      source, from: archive, theme: rules, background: archive.background(of: animation))
    if !archive.stateMachines.isEmpty, options.makesReport {
      let names = archive.stateMachines.joined(separator: ", ")
      result.report.append(("state machines", "\(names) (they need a user: not played)"))
    }
    result.parameters = parameters + result.parameters
    result.refused = refused + result.refused
    return result
  }

  /// `theme` has the rules of one.
  private func load(
    _ source: SourceText, from archive: LottieArchive?, theme: [JSONValue]?,
    background: JSONValue? = nil
  ) -> ImportResult {
    let context = LottieContext(source, options)
    var root: JSONValue
    do throws(JSONProblem) {
      root = try JSONParser.parse(source.bytes)
    } catch {
      context.error(
        error.isLimit ? .tooDeep : .badFormat, error.message, at: error.offset..<error.offset + 1)
      return ImportResult(scene: nil, diagnostics: context.diagnostics, source: source)
    }
    var slots = LottieSlots(root)
    for rule in theme ?? [] where !slots.apply(rule) {
      context.unsupported(.themeRules, rule["type"]?.string, at: root)
    }
    let refused = slots.names.compactMap { name -> (name: String, expected: String)? in
      guard let text = options.values[name] else { return nil }
      return slots.set(name, to: text).map { (name, $0) }
    }
    if !slots.isEmpty { root = slots.filled(root) }
    let written = root
    if options.lottieProfile == .ae {
      let texts = ExpressionTexts(root, source, options, pictures)
      root = ExpressionBaking(context, texts: texts).baked(root)
    }
    let (scene, file) = scene(
      root, PictureAssets(pictures, archive), context, background.flatMap { color($0, context) })
    var result = ImportResult(
      scene: context.hasErrors ? nil : scene, diagnostics: context.diagnostics, source: source)
    if options.makesReport, let file {
      let frames = scene?.clock.frameCount ?? 0
      result.report = LottieReport(written, file, frameCount: frames, pictures).lines
    }
    result.parameters = slots.names.map { .init(name: $0, text: slots.text(of: $0)) }
    result.refused = refused
    return result
  }

  /// The scene of a file, and the file as far as it could be read.
  private func scene(
    _ root: JSONValue, _ pictures: PictureAssets, _ context: LottieContext, _ background: Color?
  ) -> (Scene?, LottieFile?) {
    guard let file = file(root, context) else { return (nil, nil) }
    guard let clock = clock(file, root, context), !context.hasErrors else { return (nil, file) }
    guard context.isWithinBudget(at: root.bytes.lowerBound..<root.bytes.lowerBound + 1) else {
      return (nil, file)
    }
    let drafts = CompositionConversion(context, file, pictures, self.pictures).scene()
    _ = context.isWithinBudget(at: root.bytes.lowerBound..<root.bytes.lowerBound + 1)
    guard !context.hasErrors, context.allowsDepth(of: drafts) else { return (nil, file) }
    var resolver = ImportedLayerResolver()
    let layers = resolver.layers(drafts)
    return (Scene(size: file.size, background: background, clock: clock, layers: layers), file)
  }

  /// A colour of an archive's manifest, which has no place in the animation.
  private func color(_ value: JSONValue, _ context: LottieContext) -> Color? {
    if let color = value.string.flatMap({ Color(css: $0) }) { return color }
    return context.warned(
      .wrongType, "the background in the archive's manifest is no colour: there is none", at: 0..<1)
  }

  private func file(_ root: JSONValue, _ context: LottieContext) -> LottieFile? {
    let frameRate = context.number(root, "fr", 30)
    guard frameRate >= 0.01, frameRate <= 1000 else {
      return context.failure(
        .outOfRange, "expected a frame rate 'fr' from 0.01 to 1000", at: root["fr"] ?? root)
    }
    return size(root, context).map { context.file(root, $0, frameRate) }
  }

  private func size(_ root: JSONValue, _ context: LottieContext) -> Size? {
    let size = Size(width: context.number(root, "w"), height: context.number(root, "h"))
    guard size.width > 0, size.height > 0 else {
      return context.failure(
        .outOfRange, "the canvas needs a width 'w' and a height 'h' above 0",
        at: root["w"] ?? root["h"] ?? root)
    }
    guard options.allows(size, context, at: (root["w"] ?? root).bytes) else { return nil }
    return size
  }

  private func clock(
    _ file: LottieFile, _ root: JSONValue, _ context: LottieContext
  ) -> FrameClock? {
    guard let rate = options.frameRate ?? FrameRate(decimal: file.frameRate) else { return nil }
    let clock = FrameClock(rate: rate, duration: file.duration)
    guard clock.frameCount <= options.maximumFrames else {
      return context.failure(
        .tooManyFrames,
        "the Lottie has \(clock.frameCount) frames, more than the limit of \(options.maximumFrames)",
        at: root["op"] ?? root, hint: "raise the limit with --max-frames")
    }
    return clock
  }
}

extension FrameRate {
  /// The rate of a decimal number, exact to a millionth of a frame.
  fileprivate init?(decimal: Double) {
    let common = [(24000, 1001), (30000, 1001), (60000, 1001)]
    for (numerator, denominator) in common
    where abs(decimal - Double(numerator) / Double(denominator)) < 1e-6 {
      self.init(numerator: numerator, denominator: denominator)
      return
    }
    self.init(
      numerator: max(Int((decimal * 1_000_000).rounded()), 1), denominator: 1_000_000)
  }
}

extension ImportResult {
  fileprivate init(_ problem: ArchiveProblem, path: String) {
    self.init(unreadable: problem.message, hint: problem.hint, path: path)
  }
}
