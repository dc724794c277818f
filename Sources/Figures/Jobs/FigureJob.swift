public import RostrumBase
public import RostrumCanvas
public import RostrumGeometry
public import RostrumLayerTree
import RostrumMedia
public import RostrumRendering
import RostrumSceneFile
import RostrumTiming

/// Draws a declared figure and writes it to a file.
public struct FigureJob: Sendable {
  /// How it looks, and how large it is.
  public struct Options: Sendable {
    /// In points, 60 to 4000.
    public var width = 340.0
    /// In points, 40 to 4000; `nil` for the height of the contents.
    public var height: Double?
    public var theme = Theme.light
    /// In SVG the colours are the page's, and nothing is behind them; the theme is then the light
    /// one.
    public var followsPage = false
    /// Behind the figure in place of the theme's; `.some(nil)` for nothing.
    public var background: Color??
    /// Families of the labels, the preferred first, which must be installed; empty for the theme's.
    public var fonts: [String] = []
    /// The language of the words that figures bring along.
    public var language = FigureLanguage.english
    public var artwork = ArtworkOptions()
    /// In SVG: a ball follows each curve, repeating for ever.
    public var isAnimated = false
    /// Called with the number of pictures drawn, and of all, for a figure that has several.
    public var progress: @Sendable (Int, Int) -> Void = { _, _ in }

    public init() {}

    var words: FigureWords { FigureWords(language) }

    /// The finished picture of a figure, with its name in words.
    func artwork(_ figure: any Figure, title: String, summary: String?) throws -> Artwork {
      let book = FontBook()
      var theme = theme
      if !fonts.isEmpty {
        // Throws for a missing family instead of substituting another.
        for family in fonts {
          _ = try book.layout(TextRequest("", font: FontDescription(family: family), size: 1))
        }
        (theme.fonts, theme.takesOtherFonts) = (fonts, false)
      }
      var artwork: Artwork
      if let height {
        artwork = try figure.artwork(
          width: width, height: height, theme: theme, fonts: book, words: words)
      } else {
        artwork = try figure.artwork(width: width, theme: theme, fonts: book, words: words)
      }
      (artwork.title, artwork.summary) = (title, summary?.isEmpty == false ? summary : nil)
      artwork.pageColors = followsPage ? Theme.pageColors : nil
      if let background { artwork.background = background }
      return artwork
    }
  }

  public let declaration: FigureDeclaration
  public var options: Options
  let assets: SceneAssets

  public init(
    _ declaration: FigureDeclaration, options: Options = Options(), assets: SceneAssets? = nil
  ) {
    (self.declaration, self.options) = (declaration, options)
    self.assets = assets ?? SceneAssets()
  }

  var builder: FigureBuilder { FigureBuilder(assets: assets, options: options) }

  /// The figure as marks.
  public func artwork() throws -> Artwork {
    let summary = FigureSummary(words: options.words)
    let figure = try builder.figure(declaration)
    let artwork = try options.artwork(
      options.isAnimated ? figure.animated() : figure, title: summary.title(of: declaration),
      summary: summary.text(of: declaration))
    guard !options.isAnimated || artwork.moves else { throw UnmovedFigure() }
    return artwork
  }

  /// Draws the figure and writes it whole, in the format of `ArtworkFormat.ofOutput`.
  public func run(output path: String, format: ArtworkFormat? = nil) throws {
    let format = try ArtworkFormat.ofOutput(path, format)
    let bytes = try artwork().encoded(as: format, options.artwork)
    try createFolder(ofOutput: path)
    try writeWholeFile(bytes, to: path)
  }
}

/// One frame of each of several scenes in a row, with their names beneath.
public struct GalleryJob: Sendable {
  /// A scene with its pictures and fonts.
  public struct ShownScene: Sendable {
    public let source: FigureDeclaration.SceneSource
    public let assets: SceneAssets

    public init(_ source: FigureDeclaration.SceneSource, _ assets: SceneAssets) {
      (self.source, self.assets) = (source, assets)
    }
  }

  private let scenes: [ShownScene]
  private let title: String?
  private let columns: Int
  private let time: @Sendable (Scene) -> Double?
  private let options: FigureJob.Options

  /// `time` is in seconds of each scene; `nil` for its middle.
  public init(
    _ scenes: [ShownScene], title: String? = nil, columns: Int,
    options: FigureJob.Options, at time: @escaping @Sendable (Scene) -> Double? = { _ in nil }
  ) {
    (self.scenes, self.title, self.time) = (scenes, title, time)
    (self.columns, self.options) = (columns, options)
  }

  /// The figure as marks.
  public func artwork() throws -> Artwork {
    let cell = FrameGrid.cellWidth(in: options.width - 16, columns: columns)
    let frames = try scenes.enumerated().map { index, shown in
      try Task.checkCancellation()
      defer { options.progress(index + 1, scenes.count) }
      let (scene, scale) = (shown.source.scene, max(1, options.artwork.scale))
      let renderer = try FrameRenderer(
        RenderContext(
          scene: scene, scale: min(cell / scene.size.width * scale, 8), assets: shown.assets))
      try renderer.render(at: time(scene) ?? scene.clock.duration / 2)
      return FrameGrid.Frame(renderer.bitmap, label: Self.name(of: shown.source.path))
    }
    let grid = FrameGrid(frames, columns: columns)
    let figure: any Figure = title.map { TitledFigure($0, grid) } ?? grid
    let names = FigureSummary(words: options.words).words.listed(frames.map(\.label))
    return try options.artwork(figure, title: title ?? names, summary: title == nil ? nil : names)
  }

  /// Draws the figure and writes it whole, in the format of `ArtworkFormat.ofOutput`.
  public func run(output path: String, format: ArtworkFormat? = nil) throws {
    let format = try ArtworkFormat.ofOutput(path, format)
    try createFolder(ofOutput: path)
    try writeWholeFile(try artwork().encoded(as: format, options.artwork), to: path)
  }

  /// The file's name with its folder's, which may be more specific.
  private static func name(of path: String) -> String {
    let file = path.deletingPathExtension
    let folder = file.deletingLastPathComponent.lastPathComponent
    return folder.isEmpty ? file.lastPathComponent : "\(folder)/\(file.lastPathComponent)"
  }
}

/// A scene that lacks something that its figure needs.
public enum UnfitScene: ExitStatusError, Hashable, Sendable, CustomStringConvertible {
  /// A timeline of nothing: of a scene, of some of its layers or of a part of its time.
  case noAnimations(path: String, layers: [String], range: ClosedRange<Double>?)
  /// Values over no time.
  case noDuration(path: String)

  public var description: String {
    switch self {
    case .noAnimations(let path, let layers, let range):
      let names = layers.map { "'\($0)'" }.joined(separator: ", ")
      let time = range.map {
        " from \($0.lowerBound.readable) to \($0.upperBound.readable) s"
      }
      return "nothing is animated in '\(path)'" + (layers.isEmpty ? "" : " on \(names)")
        + (time ?? "") + ", so there is no timeline to draw"
    case .noDuration(let path):
      return "'\(path)' has no duration: give it one, or say which part of the time to draw"
    }
  }

  public var exitStatus: ExitStatus { .wrongScene }
}

extension Double {
  /// At most six digits after the point, but for a number that needs more.
  fileprivate var readable: String {
    abs(self) < 1e-6 ? sceneText : ((self * 1e6).rounded() / 1e6).sceneText
  }
}

extension ArtworkFormat {
  /// The format that a figure's path ends in. The standard output, and a device or a named pipe
  /// that is there, take the `given` format, or else SVG. Throws `UnknownFigureFormat`.
  public static func ofOutput(
    _ path: String, _ given: ArtworkFormat?
  ) throws(UnknownFigureFormat) -> ArtworkFormat {
    if let format = ArtworkFormat(path: path) { return format }
    guard isStream(path) else { throw UnknownFigureFormat(path: path) }
    return given ?? .svg
  }
}

/// Makes figures of declarations.
struct FigureBuilder {
  let assets: SceneAssets
  let options: FigureJob.Options

  func figure(_ declaration: FigureDeclaration) throws -> any Figure {
    var declaration = declaration
    if let letters = declaration.letters { declaration.count(letters) }
    var figure = try content(declaration.content)
    if let stack = figure as? FigureStack, !stack.isOfParts {
      figure = stack.sharing(declaration.sharedAxes).namingColors
    }
    guard declaration.title != nil || declaration.note != nil else { return figure }
    return TitledFigure(declaration.title, note: declaration.note, figure)
  }

  private func content(_ content: FigureDeclaration.FigureContent) throws -> any Figure {
    switch content {
    case .functions(let plot): plot.figure(options.words)
    case .properties(let plot): try plot.figure(width: options.width, options.words)
    case .data(let plot): plot.figure(options.words)
    case .timeline(let timeline): try timeline.figure(options.words)
    case .strobe(let strobe): try self.strobe(strobe)
    case .sheet(let sheet): try self.sheet(sheet)
    case .stack(let figures, let isRow):
      FigureStack(try figures.map(figure), isRow: isRow)
    }
  }
}
