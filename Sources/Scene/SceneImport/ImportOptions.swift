public import RostrumLayerTree
public import RostrumSource
public import RostrumTiming

/// The result of loading a file of another format: a scene, or its mistakes.
public struct ImportResult: Sendable {
  /// `nil` exactly when there is an error among the diagnostics.
  public let scene: Scene?
  /// In the order of the file.
  public let diagnostics: [Diagnostic]
  /// The text that the diagnostics are about: of an archive, that of the animation.
  public let source: SourceText
  /// Values that may be given from outside, as a Lottie's slots or a CAML's state.
  public var parameters: [Parameter] = []
  /// A summary for people, a name and a text a line; empty for formats without one.
  public var report: [(name: String, text: String)] = []
  /// Values that the parameters of these names cannot have, with the ones that they can.
  public var refused: [(name: String, expected: String)] = []

  public init(scene: Scene?, diagnostics: [Diagnostic], source: SourceText) {
    (self.scene, self.diagnostics, self.source) = (scene, diagnostics, source)
  }

  /// A value that may be given from outside.
  public struct Parameter: Hashable, Sendable {
    public let name: String
    /// As a scene would write it.
    public let text: String

    public init(name: String, text: String) { (self.name, self.text) = (name, text) }
  }
}

/// How files of other formats are loaded.
public struct ImportOptions: Sendable {
  /// The names of the parts of formats that may be left out.
  public var ignored: Set<String>
  /// Instead of the file's frame rate.
  public var frameRate: FrameRate?
  public var maximumFrames: Int
  /// The most pixels that a frame may have, at `scale` pixels for each point.
  public var maximumPixels: Int
  public var scale: Double
  /// Values by the names of parameters, as people write them.
  public var values: [String: String]

  /// Whether to write a summary for people.
  public var makesReport = false
  /// Values of importers' settings by their names, where they are not the usual ones.
  public var settings: [String: String] = [:]

  public init(
    ignored: Set<String> = [], frameRate: FrameRate? = nil,
    maximumFrames: Int = 100_000, maximumPixels: Int = 16_384 * 16_384, scale: Double = 1,
    values: [String: String] = [:]
  ) {
    self.values = values
    (self.ignored, self.frameRate, self.maximumFrames) = (ignored, frameRate, maximumFrames)
    (self.maximumPixels, self.scale) = (maximumPixels, scale)
  }
}

extension ImportResult {
  /// Nothing can be read of the file.
  package init(unreadable message: String, hint: String? = nil, path: String) {
    let range = SourceRange(file: path, line: 1, column: 1, length: 0)
    let diagnostic = Diagnostic(
      severity: .error, id: DiagnosticID.badFormat.rawValue, message: message, range: range,
      hint: hint)
    self.init(scene: nil, diagnostics: [diagnostic], source: SourceText("", path: path))
  }
}
