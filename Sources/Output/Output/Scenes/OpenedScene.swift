public import RostrumBase
package import RostrumCanvas
package import RostrumGeometry
public import RostrumLayerTree
public import RostrumMedia
public import RostrumRendering
public import RostrumSceneFile
import RostrumSceneImport
public import RostrumSource

/// A scene file that was loaded, with the pictures and fonts that it shows.
public struct OpenedScene: Sendable {
  /// As the user wrote the path.
  public let path: String
  public let scene: Scene
  public let assets: SceneAssets
  /// With the warnings, if there are any.
  public let result: LoadResult

  package init(path: String, scene: Scene, assets: SceneAssets, result: LoadResult) {
    (self.path, self.scene, self.assets, self.result) = (path, scene, assets, result)
  }

  /// The scene's frames of one moment each, with `scale` pixels for a point.
  public func context(scale: Double = 1) -> RenderContext {
    RenderContext(scene: scene, scale: scale, assets: assets)
  }
}

/// A scene file with mistakes: all of them are in the result.
public struct InvalidScene: ExitStatusError, Sendable, CustomStringConvertible, LocalizedError {
  public let result: LoadResult

  public init(result: LoadResult) { self.result = result }

  /// The mistakes, one a line.
  public var description: String {
    let errors = result.diagnostics.filter { $0.severity == .error }
    return errors.map(\.message).joined(separator: "\n")
  }

  public var errorDescription: String? { description }

  public var exitStatus: ExitStatus { result.isShortage ? .shortage : .wrongScene }
}

/// Opens scene files, always with the same rules and limits.
public struct SceneOpener: Sendable {
  package let options: SceneOptions
  /// The fonts and the pictures that several scenes share, where they do.
  private let fonts: FontBook?
  private let pictures: DecodedPictures?
  /// The levels of sounds that several scenes follow.
  private let levels: SoundLevels?

  public init(options: SceneOptions = SceneOptions()) {
    self.init(options: options, fonts: nil, pictures: nil)
  }

  package init(
    options: SceneOptions, fonts: FontBook?, pictures: DecodedPictures?,
    levels: SoundLevels? = nil
  ) {
    (self.options, self.fonts, self.pictures) = (options, fonts, pictures)
    self.levels = levels
  }

  /// Loads the file and checks everything in it, without drawing anything. Of pictures only the
  /// structure is read: that takes no memory, however large they say they are.
  ///
  /// Throws `SceneFileError` when the file cannot be read, and `OutputIsInput`. Mistakes in its
  /// content are in the result.
  public func check(_ path: String) throws -> LoadResult { try check(path, parsed: nil) }

  /// The same for a text that is, or will be, the content of the file at `path`.
  public func check(text: String, path: String) -> LoadResult {
    checkingLoader.load(text: text, path: path)
  }

  package func check(_ path: String, parsed: ParsedScene?) throws -> LoadResult {
    try load(path, parsed, by: checkingLoader)
  }

  /// Loads a file, neither which nor any of whose files will be written.
  private func load(
    _ path: String, _ parsed: ParsedScene?, by loader: SceneLoader
  ) throws -> LoadResult {
    try options.outputs.check(inputs: [path])
    let result = try parsed.map(loader.load) ?? loader.load(path: path)
    try checkInputs(result.files)
    return result
  }

  /// Throws where one of these files, or of the files that every scene needs, will be written.
  package func checkInputs(_ files: Set<FilePath>) throws(OutputIsInput) {
    guard !options.outputs.isEmpty else { return }
    try options.outputs.check(inputs: files.sorted().map(\.string) + options.sharedInputs)
  }

  /// Reads and parses a file. `nil` when there is something to report: then open it as a whole.
  package func parse(_ path: String) throws(SceneFileError) -> ParsedScene? {
    try checkingLoader.parse(path: path)
  }

  /// The scene's parameters: see `SceneLoader`.
  package func parameters(of scene: ParsedScene) -> LoadResult {
    checkingLoader.parameters(of: scene)
  }

  /// Loads a scene and its pictures. Throws `InvalidScene`, `SceneFileError` or `OutputIsInput`.
  public func open(_ path: String) throws -> OpenedScene { try open(path, parsed: nil) }

  /// The same for a file that was parsed before.
  package func open(_ path: String, parsed: ParsedScene?) throws -> OpenedScene {
    let videos = self.videos
    let assets = self.assets(videos)
    let loader = loader(assets, videos)
    let result = try load(path, parsed, by: loader)
    guard let scene = result.scene else { throw InvalidScene(result: result) }
    return OpenedScene(path: path, scene: scene, assets: assets, result: result)
  }

  private func loader(_ assets: SceneAssets, _ videos: VideoReader) -> SceneLoader {
    SceneLoader(
      options: options,
      assets: SceneInspector(options: options, assets: assets, videos: videos, levels: levels))
  }

  package var checkingLoader: SceneLoader {
    let inspector = SceneInspector(
      options: options, assets: assets(nil), videos: videos, decodesPictures: false)
    return SceneLoader(options: options, assets: inspector)
  }

  /// A reader of videos for one scene, within the limits.
  package var videos: VideoReader { VideoReader(maximumPixels: options.maximumPixels) }

  package func assets(_ videos: VideoReader?) -> SceneAssets {
    SceneAssets(
      videos: videos, fonts: fonts ?? FontBook(fontFiles: options.fontFiles),
      decodedPictures: pictures, maximumPixels: options.maximumPixels)
  }
}

/// Answers the loader's questions about files with the renderer's own means, so that what passes
/// the check can be drawn.
package struct SceneInspector: BandInspector {
  let options: SceneOptions
  let assets: SceneAssets
  let videos: VideoReader
  var decodesPictures = true
  private let audio = AudioLibrary()
  private let levels: SoundLevels

  package init(
    options: SceneOptions, assets: SceneAssets, videos: VideoReader, decodesPictures: Bool = true,
    levels: SoundLevels? = nil
  ) {
    (self.options, self.assets, self.videos) = (options, assets, videos)
    (self.decodesPictures, self.levels) = (decodesPictures, levels ?? SoundLevels())
  }

  package func video(atPath path: String) throws(AssetProblem) -> VideoReference {
    do throws(MediaError) {
      let facts = try videos.open(path)
      var video = VideoReference(
        path: path, width: facts.width, height: facts.height, times: facts.times,
        duration: facts.duration, tolerance: facts.tolerance,
        audio: facts.audio.map { AudioReference($0, path: path) })
      video.hasOwnTimes = facts.hasOwnTimes
      return video
    } catch {
      let name = path.lastPathComponent
      let message = "cannot play '\(name)': \(error.shortDescription(without: path))"
      throw error.isShortage
        ? .shortage(message) : AssetProblem(id: "unreadable-video", message: message)
    }
  }

  package func audio(atPath path: String) throws(AssetProblem) -> AudioReference {
    let facts = try playing(path) { () throws(MediaError) in
      try audio.facts(path, decoding: !decodesPictures)
    }
    return AudioReference(facts, path: path)
  }

  package func audioLevels(
    atPath path: String, band: ClosedRange<Double>?
  ) throws(AssetProblem) -> [Double] {
    try playing(path) { () throws(MediaError) in
      try levels.levels(path, band: band, by: audio)
    }
  }

  package func prepareLevels(atPath path: String, bands: [ClosedRange<Double>]) {
    levels.prepare(path, bands: bands, by: audio)
  }

  private func playing<Value>(
    _ path: String, _ body: () throws(MediaError) -> Value
  ) throws(AssetProblem) -> Value {
    do throws(MediaError) {
      return try body()
    } catch {
      let name = path.lastPathComponent
      let message = "cannot play '\(name)': \(error.shortDescription(without: path))"
      throw error.isShortage
        ? .shortage(message)
        : AssetProblem(
          id: "unreadable-audio", message: message,
          hint: error.isToolFailure ? "ffmpeg -i \(name) sound.wav shows what it can save" : nil)
    }
  }

  package func recognizesImport(_ bytes: [UInt8]) -> Bool { importer(of: bytes) != nil }

  private func importer(of bytes: [UInt8]) -> (any SceneImporter)? {
    options.importers.first { $0.recognizes(bytes) }
  }

  package func importedScene(
    _ bytes: [UInt8], path: String, values: [String: String]
  ) -> ImportedScene? {
    guard let importer = importer(of: bytes) else { return nil }
    let resources = ImportInspector(inspector: self, path: path, options: options)
    var imports = ImportOptions(options, values)
    imports.makesReport = !decodesPictures
    let result = importer.load(bytes, path: path, options: imports, resources: resources)
    return ImportedScene(
      scene: result.scene, diagnostics: result.diagnostics, source: result.source,
      parameters: result.parameters.map { ($0.name, $0.text) },
      refused: result.refused, report: result.report)
  }

  package func imageSize(atPath path: String) throws(AssetProblem) -> (width: Int, height: Int) {
    try checkStillness(path)
    do throws(PictureError) {
      return try assets.imageSize(atPath: path, decoding: decodesPictures)
    } catch {
      let message =
        "cannot show '\(path.lastPathComponent)': \(error.description)"
      let isFilm = ["mp4", "mov", "webm", "mkv", "m4v"].contains(path.pathExtension.lowercased())
      throw error.exitStatus == .shortage
        ? .shortage(message)
        : AssetProblem(
          id: "unreadable-image", message: message,
          hint: isFilm ? "write class: video, with video: FILE" : nil)
    }
  }

  /// Throws for an SVG that moves: a picture shows one moment.
  private func checkStillness(_ path: String) throws(AssetProblem) {
    guard (try? PictureFile.format(ofFile: path)) == .svg,
      let bytes = try? SceneFileError.contents(ofFile: path),
      let name = options.importers.lazy.compactMap({ $0.animation(inPicture: bytes) }).first
    else { return }
    throw AssetProblem(
      id: "unreadable-image",
      message: "cannot show '\(path.lastPathComponent)': "
        + "it has animations (\(name)), which a picture cannot play")
  }

  package func inspectText(_ values: LayerValues) throws(AssetProblem) {
    guard let problem = assets.problem(ofTextIn: values) else { return }
    throw AssetProblem(problem)
  }

  package func textSize(_ values: LayerValues) throws(AssetProblem) -> Size {
    do throws(TextError) { return try assets.size(ofTextIn: values) } catch {
      throw AssetProblem(error)
    }
  }

  package func textBaseline(_ values: LayerValues) throws(AssetProblem) -> Double {
    do throws(TextError) { return try assets.baseline(ofTextIn: values) } catch {
      throw AssetProblem(error)
    }
  }

  package func textPieces(
    _ values: LayerValues, by split: TextSplit
  ) throws(AssetProblem) -> [TextPiece] {
    do throws(TextError) { return try assets.pieces(ofTextIn: values, by: split) } catch {
      throw AssetProblem(error)
    }
  }
}

/// Gives files of other formats their pictures and letters.
private struct ImportInspector: ImportResources {
  let inspector: SceneInspector
  /// The path of the file.
  let path: String
  let options: SceneOptions

  func image(in bytes: [UInt8]) -> ImageReference? { try? inspector.assets.image(in: bytes) }

  func drawing(ofSVG bytes: [UInt8]) -> ImageReference? {
    try? inspector.assets.drawing(ofSVG: bytes)
  }

  func outlines(of text: String, _ font: ImportFont) -> Result<ImportLine, ImportTextProblem> {
    let generic = FontReference.genericFamilies
    var first: TextError?
    let wanted = font.families + (font.families.isEmpty ? ["sans-serif"] : [])
    let substitutes =
      font.takesSubstitutes ? wanted.compactMap { FontReference.substitutes[$0.lowercased()] } : []
    // A substitute comes before the generic family at the end of a list.
    let isNamed = { (family: String) in generic[family] == nil }
    let families = wanted.filter(isNamed) + substitutes + wanted.filter { !isNamed($0) }
    for family in families {
      var description = FontDescription(
        family: generic[family] ?? family, weight: font.weight, isItalic: font.isItalic)
      // The optical size is the size of the letters, where nothing else is said (CSS Fonts 4).
      description.variations = ["opsz": font.size].merging(font.variations) { $1 }
      do throws(TextError) {
        let layout = try inspector.assets.layout(of: text, description, size: font.size)
        let isOther = substitutes.contains(family) && !wanted.contains(family)
        let isStandIn = FontReference.kindsWithoutFont.contains(family)
        let substitute = isOther ? family : isStandIn ? generic[family] : nil
        guard let line = layout.lines.first else {
          return .success(ImportLine(outline: Path(), width: 0, substitute: substitute))
        }
        let outline = layout.path.transformed(by: .translation(x: -line.x, y: -line.baseline))
        return .success(
          ImportLine(
            outline: outline, width: line.width, ascent: line.ascent, descent: line.descent,
            substitute: substitute))
      } catch {
        if first == nil { first = error }
      }
    }
    let problem = first.map(AssetProblem.init)
    return .failure(ImportTextProblem(message: problem?.message ?? "", hint: problem?.hint))
  }

  func image(atPath path: String) -> ImageReference? {
    let folder = self.path.folderOfPath
    guard let file = FilePath.real(folder.appendingPathComponent(path))?.string,
      FilePath.isInside(file, anyOf: [folder] + options.allowedPaths),
      let size = try? inspector.imageSize(atPath: file)
    else { return nil }
    return ImageReference(path: file, width: size.width, height: size.height)
  }
}

extension ImportOptions {
  fileprivate init(_ options: SceneOptions, _ values: [String: String]) {
    self.init(
      ignored: options.ignoredFeatures, frameRate: options.frameRate,
      maximumFrames: options.maximumFrames,
      maximumPixels: options.maximumPixels, scale: options.scale, values: values)
    settings = options.importSettings
  }
}

extension VideoReader: VideoFrameSource {}

extension MediaError {
  /// The reason on one line, for a message that has named the path already.
  fileprivate func shortDescription(without path: String) -> String {
    switch self {
    case .unplayableVideo(_, let reason), .unplayableAudio(_, let reason): reason
    case .toolFailed(_, _, _, let ending, let lines):
      (lines.last ?? ending).replacing("file:" + path + ": ", with: "")
    default: description
    }
  }
}

extension AudioReference {
  fileprivate init(_ facts: AudioFacts, path: String) {
    self.init(
      path: path, duration: facts.duration, channelCount: facts.channelCount,
      startTime: facts.startTime)
  }
}

extension DiagnosticFormatter {
  /// The diagnostics of several files as one text; in JSON, as one array.
  public func text(for results: [LoadResult]) -> String {
    guard style == .json else {
      return results.map { text(for: $0.diagnostics, in: $0.source, and: $0.innerSources) }.joined()
    }
    let source = results.first?.source ?? SourceText("", path: "")
    return text(for: results.flatMap(\.diagnostics), in: source)
  }
}
