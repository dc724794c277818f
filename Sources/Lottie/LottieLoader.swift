import Geometry
public import LayerTree
public import Source
public import Timing

/// The result of loading a Lottie: a scene, or its mistakes.
public struct LottieResult: Sendable {
  /// `nil` exactly when there is an error among the diagnostics.
  public let scene: Scene?
  /// In the order of the file.
  public let diagnostics: [Diagnostic]
  /// The text that the diagnostics are about: of an archive, that of the animation.
  public let source: SourceText
  /// The file's slots, and of an archive the choice of its animation and theme.
  public internal(set) var parameters: [Parameter] = []
  /// Values that the parameters of these names cannot have, with what they can.
  public internal(set) var refused: [(name: String, expected: String)] = []

  /// A value that may be given from outside.
  public struct Parameter: Hashable, Sendable {
    public let name: String
    /// As a scene would write it.
    public let text: String
  }
}

/// How Lotties are loaded.
public struct LottieOptions: Sendable {
  /// The parts of the format that may be left out.
  public var ignored: Set<UnsupportedFeature>
  /// Instead of the file's frame rate.
  public var frameRate: FrameRate?
  public var maximumFrames: Int
  /// The most pixels that a frame may have, at `scale` pixels for each point.
  public var maximumPixels: Int
  public var scale: Double
  /// Values by the names of parameters, as people write them.
  public var values: [String: String]

  public init(
    ignored: Set<UnsupportedFeature> = [], frameRate: FrameRate? = nil,
    maximumFrames: Int = 100_000, maximumPixels: Int = 16_384 * 16_384, scale: Double = 1,
    values: [String: String] = [:]
  ) {
    self.values = values
    (self.ignored, self.frameRate, self.maximumFrames) = (ignored, frameRate, maximumFrames)
    (self.maximumPixels, self.scale) = (maximumPixels, scale)
  }
}

/// Turns Lotties into scenes.
public struct LottieLoader {
  private let options: LottieOptions
  private let pictures: any LottiePictureSource

  public init(options: LottieOptions, pictures: any LottiePictureSource) {
    (self.options, self.pictures) = (options, pictures)
  }

  /// Whether the bytes of a file may be a Lottie: an object with layers and with its first and last
  /// frame, of which only the outermost names count; or an archive. Nothing is said about the rest.
  public static func recognizes(_ bytes: [UInt8]) -> Bool {
    ZIPArchive.recognizes(bytes) || LottieSniffer.isLottie(bytes)
  }

  /// Loads a Lottie from the bytes of a file. `path` is what diagnostics call it.
  public func load(_ bytes: [UInt8], path: String) -> LottieResult {
    guard ZIPArchive.recognizes(bytes) else {
      guard String(validating: bytes, as: UTF8.self) != nil else {
        let problem = ArchiveProblem(message: "the file is not UTF-8", hint: "save it as UTF-8")
        return LottieResult(problem, path: path)
      }
      return load(SourceText(utf8: bytes, path: path), from: nil, theme: nil)
    }
    do throws(ArchiveProblem) {
      return try load(LottieArchive(bytes), path: path)
    } catch {
      return LottieResult(error, path: path)
    }
  }

  private func load(
    _ archive: LottieArchive, path: String
  ) throws(ArchiveProblem) -> LottieResult {
    guard let first = archive.firstAnimation else {
      throw ArchiveProblem(message: "the archive has no animation")
    }
    var parameters: [LottieResult.Parameter] = []
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
    var result = load(source, from: archive, theme: try theme.map(archive.rules))
    result.parameters = parameters + result.parameters
    result.refused = refused + result.refused
    return result
  }

  /// `theme` has the rules of one.
  private func load(
    _ source: SourceText, from archive: LottieArchive?, theme: [JSONValue]?
  ) -> LottieResult {
    let context = LottieContext(source, ignoring: options.ignored)
    var root: JSONValue
    do throws(JSONProblem) {
      root = try JSONParser.parse(source)
    } catch {
      context.error(
        error.isLimit ? .tooDeep : .badFormat, error.message, at: error.offset..<error.offset + 1)
      return LottieResult(scene: nil, diagnostics: context.diagnostics, source: source)
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
    let scene = scene(root, PictureAssets(pictures, archive), context)
    var result = LottieResult(
      scene: context.hasErrors ? nil : scene, diagnostics: context.diagnostics, source: source)
    result.parameters = slots.names.map { .init(name: $0, text: slots.text(of: $0)) }
    result.refused = refused
    return result
  }

  private func scene(
    _ root: JSONValue, _ pictures: PictureAssets, _ context: LottieContext
  ) -> Scene? {
    let frameRate = context.number(root, "fr", 30)
    guard frameRate >= 0.01, frameRate <= 1000 else {
      context.error(
        .outOfRange, "expected a frame rate 'fr' from 0.01 to 1000", at: root["fr"] ?? root)
      return nil
    }
    guard let size = size(root, context) else { return nil }
    let file = context.file(root, size, frameRate)
    guard let clock = clock(file, root, context), !context.hasErrors else { return nil }
    let drafts = CompositionConversion(context, file, pictures).scene()
    guard !context.hasErrors else { return nil }
    var resolver = DraftResolver()
    return Scene(size: size, background: nil, clock: clock, layers: resolver.layers(drafts))
  }

  private func size(_ root: JSONValue, _ context: LottieContext) -> Size? {
    let size = Size(width: context.number(root, "w"), height: context.number(root, "h"))
    guard size.width > 0, size.height > 0 else {
      context.error(
        .outOfRange, "the canvas needs a width 'w' and a height 'h' above 0",
        at: root["w"] ?? root["h"] ?? root)
      return nil
    }
    let (width, height) = (size.width * options.scale, size.height * options.scale)
    guard width * height <= Double(options.maximumPixels), max(width, height) <= 32_767 else {
      context.error(
        .canvasTooLarge,
        "the canvas has \(Int(width)) x \(Int(height)) pixels, more than the limit of \(options.maximumPixels) or than 32767 a side",
        at: root["w"] ?? root, hint: "raise the limit with --max-pixels")
      return nil
    }
    return size
  }

  private func clock(
    _ file: LottieFile, _ root: JSONValue, _ context: LottieContext
  ) -> FrameClock? {
    let duration = max(file.outPoint - file.inPoint, 0) / file.frameRate
    guard let rate = options.frameRate ?? FrameRate(decimal: file.frameRate) else { return nil }
    let clock = FrameClock(rate: rate, duration: duration)
    guard clock.frameCount <= options.maximumFrames else {
      context.error(
        .tooManyFrames,
        "the Lottie has \(clock.frameCount) frames, more than the limit of \(options.maximumFrames)",
        at: root["op"] ?? root, hint: "raise the limit with --max-frames")
      return nil
    }
    return clock
  }
}

extension FrameRate {
  /// The rate that a decimal number stands for, exact to a millionth of a frame.
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

extension LottieResult {
  /// Nothing can be read of the file.
  fileprivate init(_ problem: ArchiveProblem, path: String) {
    let range = SourceRange(file: path, line: 1, column: 1, length: 0)
    let diagnostic = Diagnostic(
      severity: .error, id: DiagnosticID.badFormat.rawValue, message: problem.message,
      range: range, hint: problem.hint)
    self.init(scene: nil, diagnostics: [diagnostic], source: SourceText("", path: path))
  }
}
