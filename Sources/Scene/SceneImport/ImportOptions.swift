import RostrumGeometry
package import RostrumLayerTree
package import RostrumSource
package import RostrumTiming

/// The result of loading a file of another format: a scene, or its mistakes.
package struct ImportResult: Sendable {
  /// `nil` exactly when there is an error among the diagnostics.
  package let scene: Scene?
  /// In the order of the file.
  package let diagnostics: [Diagnostic]
  /// The text that the diagnostics are about: of an archive, that of the animation.
  package let source: SourceText
  /// A Lottie's slots, the choice of an archive's animation and theme, a CAML's state.
  package internal(set) var parameters: [Parameter] = []
  /// A summary for people, a name and a text a line; empty for formats without one.
  package internal(set) var report: [(name: String, text: String)] = []
  /// Values that the parameters of these names cannot have, with what they can.
  package internal(set) var refused: [(name: String, expected: String)] = []

  /// A value that may be given from outside.
  package struct Parameter: Hashable, Sendable {
    package let name: String
    /// As a scene would write it.
    package let text: String
  }
}

/// The player whose reading of Lotties counts where players differ.
package enum LottieProfile: String, CaseIterable, Hashable, Sendable {
  /// After Effects': motion by the length of its curve, each dimension eased by itself.
  case ae
  /// The reading of lottie-ios on Core Animation: motion by the parameter of its curve, scales
  /// eased by their first dimension.
  case ios
}

/// How files of other formats are loaded.
package struct ImportOptions: Sendable {
  /// The parts of formats that may be left out.
  package var ignored: Set<UnsupportedFeature>
  /// Instead of the file's frame rate.
  package var frameRate: FrameRate?
  package var maximumFrames: Int
  /// The most pixels that a frame may have, at `scale` pixels for each point.
  package var maximumPixels: Int
  package var scale: Double
  /// Values by the names of parameters, as people write them.
  package var values: [String: String]

  /// Whether to write a summary for people.
  package var makesReport = false
  /// Whether the subpaths of an SVG's outlines become layers of their own.
  package var splitsPaths = false
  /// The player whose reading of Lotties counts where players differ.
  package var lottieProfile = LottieProfile.ae

  package init(
    ignored: Set<UnsupportedFeature> = [], frameRate: FrameRate? = nil,
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
  init(unreadable message: String, hint: String? = nil, path: String) {
    let range = SourceRange(file: path, line: 1, column: 1, length: 0)
    let diagnostic = Diagnostic(
      severity: .error, id: DiagnosticID.badFormat.rawValue, message: message, range: range,
      hint: hint)
    self.init(scene: nil, diagnostics: [diagnostic], source: SourceText("", path: path))
  }
}

extension ImportOptions {
  /// Whether a canvas of this size may be drawn; reports one that may not.
  func allows(_ size: Size, _ context: ImportContext, at place: Range<Int>) -> Bool {
    let (width, height) = (size.width * scale, size.height * scale)
    if width * height <= Double(maximumPixels), max(width, height) <= 32_767 { return true }
    context.error(
      .canvasTooLarge,
      "the canvas has \(Int(width)) x \(Int(height)) pixels, more than the limit of \(maximumPixels) or than 32767 a side",
      at: place, hint: "raise the limit with --max-pixels")
    return false
  }
}
