public import LayerTree

/// Looks into the files and fonts that a scene uses. Loading a scene decodes no picture and knows no font itself.
public protocol AssetInspector: Sendable {
  /// The size in pixels of the picture in a file that exists.
  func imageSize(atPath path: String) throws(AssetProblem) -> (width: Int, height: Int)

  /// The frames of the video in a file that exists.
  func video(atPath path: String) throws(AssetProblem) -> VideoReference

  /// Checks that the font of a text layer exists and has every glyph of its string.
  func inspectText(_ values: LayerValues) throws(AssetProblem)
}

/// Why a picture or a text cannot be shown.
public struct AssetProblem: Error, Hashable, Sendable {
  /// As `Diagnostic.id`, for instance `missing-glyph`.
  public let id: String
  public let message: String
  public let hint: String?
  /// Where in the layer's string, in UTF-8 bytes.
  public let offset: Int?

  public init(id: String, message: String, hint: String? = nil, offset: Int? = nil) {
    self.id = id
    self.message = message
    self.hint = hint
    self.offset = offset
  }

  /// Nothing is wrong with the file: the system gave too little to look into it.
  public static func shortage(_ message: String) -> AssetProblem {
    AssetProblem(id: DiagnosticID.shortage.rawValue, message: message)
  }
}

extension AssetInspector {
  /// For inspectors that know no videos.
  public func video(atPath path: String) throws(AssetProblem) -> VideoReference {
    throw AssetProblem(id: "unreadable-video", message: "videos cannot be played here")
  }
}
