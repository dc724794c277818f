package import RostrumCanvas
import RostrumBase
import RostrumGeometry
package import RostrumLayerTree
package import RostrumMedia
import RostrumRendering

/// Everything but the scene that its pixels depend on: the versions of the renderer, of its
/// libraries, and of the fonts and the decoder that the scene uses.
public struct RenderingStamp: Sendable, Equatable, Codable {
  /// The version of this package.
  public static let rendererVersion = "0.1.0"
  /// Goes up whenever pixels change between two releases: a frame that an older build has left is
  /// not taken for one of this build's.
  static let pixelRevision = 6

  public var renderer: String
  public var cairo: String
  public var freeType: String
  public var pango: String
  /// The file and its version for each font that the scene names.
  public var fonts: [String: String]
  /// The rasteriser in baselines of earlier versions; only Cairo's are read.
  private var rasterizer: Rasterizer?
  /// The version of ffmpeg, for a scene that shows a video; `nil` for others, and in baselines from
  /// before it was recorded.
  public var ffmpeg: String?

  private enum Rasterizer: String, Codable {
    case cairo
  }

  /// The stamp of a scene on this machine.
  package init(
    _ scene: Scene, fonts book: FontBook = FontBook(), tools: MediaTools = MediaTools()
  ) {
    let libraries = LibraryVersions.current
    renderer = Self.rendererVersion
    (cairo, freeType, pango) = (libraries.cairo, libraries.freeType, libraries.pango)
    fonts = [:]
    ffmpeg = scene.showsVideo ? tools.ffmpegVersion : nil
    for font in scene.layers.flatMap(\.fonts) where fonts[font.label] == nil {
      fonts[font.label] = book.version(of: font.description) ?? "missing"
    }
  }

  /// A library or a font that is not as it was.
  package struct Change: Equatable {
    /// The part of a picture that it draws.
    package enum Part {
      case all, letters, film
    }

    package let name: String
    package let part: Part
    package let sentence: String
  }

  /// A sentence for each version that differs from that of a baseline.
  public func differences(from baseline: RenderingStamp) -> [String] {
    changes(from: baseline).map(\.sentence)
  }

  /// Each version that differs from that of a baseline.
  package func changes(from baseline: RenderingStamp) -> [Change] {
    var changes: [Change] = []
    func compare(_ name: String, _ part: Change.Part, _ old: String?, _ new: String?) {
      guard old != new else { return }
      let sentence = "\(name) was \(old ?? "not used") and is \(new ?? "not used")"
      changes.append(Change(name: name, part: part, sentence: sentence))
    }
    compare("rostrum", .all, baseline.renderer, renderer)
    compare("Cairo", .all, baseline.cairo, cairo)
    compare("FreeType", .letters, baseline.freeType, freeType)
    compare("Pango", .letters, baseline.pango, pango)
    // A name in only one of them comes from the scene, not from the machine.
    if let old = baseline.ffmpeg, let new = ffmpeg { compare("ffmpeg", .film, old, new) }
    for name in fonts.keys.sorted() where baseline.fonts[name] != nil {
      compare("the font \(name)", .letters, baseline.fonts[name], fonts[name])
    }
    return changes
  }
}

extension Scene {
  /// Whether a decoder decides about its pixels.
  package var showsVideo: Bool { layers.contains { $0.video != nil } }
}

extension FontReference {
  /// Without a folder.
  package var label: String {
    let style = (weight == 400 ? "" : " \(weight)") + (isItalic ? " italic" : "")
    switch source {
    case .family(let name): return name + style
    case .file(let path): return path.string.lastPathComponent + style
    }
  }

  fileprivate var description: FontDescription {
    switch source {
    case .family(let name): FontDescription(family: name, weight: weight, isItalic: isItalic)
    case .file(let path): FontDescription(file: path.string, weight: weight, isItalic: isItalic)
    }
  }
}
