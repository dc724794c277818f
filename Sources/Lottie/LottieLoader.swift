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

  public init(
    ignored: Set<UnsupportedFeature> = [], frameRate: FrameRate? = nil,
    maximumFrames: Int = 100_000, maximumPixels: Int = 16_384 * 16_384, scale: Double = 1
  ) {
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

  /// Whether a text may be a Lottie: an object with layers and with its first and last frame. Only
  /// the outermost names count; nothing is said about the rest.
  public static func recognizes(_ source: SourceText) -> Bool {
    LottieSniffer.isLottie(source)
  }

  /// Loads a Lottie from its text.
  public func load(_ source: SourceText) -> LottieResult {
    let context = LottieContext(source, ignoring: options.ignored)
    let root: JSONValue
    do throws(JSONProblem) {
      root = try JSONParser.parse(source)
    } catch {
      context.error(
        error.isLimit ? .tooDeep : .badFormat, error.message, at: error.offset..<error.offset + 1)
      return LottieResult(scene: nil, diagnostics: context.diagnostics)
    }
    let scene = scene(root, context)
    return LottieResult(
      scene: context.hasErrors ? nil : scene, diagnostics: context.diagnostics)
  }

  private func scene(_ root: JSONValue, _ context: LottieContext) -> Scene? {
    let frameRate = context.number(root, "fr", 30)
    guard frameRate >= 0.01, frameRate <= 1000 else {
      context.error(
        .outOfRange, "expected a frame rate 'fr' from 0.01 to 1000", at: root["fr"] ?? root)
      return nil
    }
    guard let size = size(root, context) else { return nil }
    let file = context.file(root, size, frameRate)
    guard let clock = clock(file, root, context), !context.hasErrors else { return nil }
    let drafts = CompositionConversion(context, file, PictureAssets(pictures)).scene()
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
