import Canvas
import Foundation
import LayerTree
public import Media

/// Everything but the scene that its pixels depend on: the versions of the renderer, of its
/// libraries, and of the fonts and the decoder that the scene uses.
public struct RenderingStamp: Sendable, Equatable, Codable {
  /// The version of this package.
  public static let rendererVersion = "0.1.0"
  /// Goes up whenever pixels change between two releases: a frame that an older build has left is
  /// not taken for one of this build's.
  static let pixelRevision = 1

  public var renderer: String
  public var cairo: String
  public var freeType: String
  public var pango: String
  /// The file and its version for each font that the scene names.
  public var fonts: [String: String]
  /// The version of ffmpeg, for a scene that shows a video; `nil` for others, and in baselines from
  /// before it was recorded.
  public var ffmpeg: String?

  /// The stamp of a scene on this machine.
  public init(_ scene: Scene, tools: MediaTools = MediaTools()) {
    let libraries = LibraryVersions.current
    renderer = Self.rendererVersion
    (cairo, freeType, pango) = (libraries.cairo, libraries.freeType, libraries.pango)
    fonts = [:]
    ffmpeg = scene.showsVideo ? tools.ffmpegVersion : nil
    for font in scene.layers.flatMap(\.fonts) where fonts[font.label] == nil {
      fonts[font.label] = FontBook.version(of: font.description) ?? "missing"
    }
  }

  /// A sentence for each version that differs from that of a baseline.
  public func differences(from baseline: RenderingStamp) -> [String] {
    var sentences: [String] = []
    func compare(_ name: String, _ old: String?, _ new: String?) {
      guard old != new else { return }
      sentences.append("\(name) was \(old ?? "not used") and is \(new ?? "not used")")
    }
    compare("rostrum", baseline.renderer, renderer)
    compare("Cairo", baseline.cairo, cairo)
    compare("FreeType", baseline.freeType, freeType)
    compare("Pango", baseline.pango, pango)
    // What only one of them names comes from the scene, not from the machine.
    if let old = baseline.ffmpeg, let new = ffmpeg { compare("ffmpeg", old, new) }
    for name in fonts.keys.sorted() where baseline.fonts[name] != nil {
      compare("the font \(name)", baseline.fonts[name], fonts[name])
    }
    return sentences
  }
}

extension Scene {
  /// Whether a decoder decides about its pixels.
  var showsVideo: Bool { layers.contains { $0.video != nil } }
}

extension FontReference {
  /// Without a folder.
  var label: String {
    let style = (weight == 400 ? "" : " \(weight)") + (isItalic ? " italic" : "")
    switch source {
    case .family(let name): return name + style
    case .file(let path): return URL(filePath: path).lastPathComponent + style
    }
  }

  fileprivate var description: FontDescription {
    switch source {
    case .family(let name): FontDescription(family: name, weight: weight, isItalic: isItalic)
    case .file(let path): FontDescription(file: path, weight: weight, isItalic: isItalic)
    }
  }
}
