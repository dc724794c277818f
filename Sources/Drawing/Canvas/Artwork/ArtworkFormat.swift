public import RostrumBase

/// The format of a figure's file.
public enum ArtworkFormat: String, CaseIterable, Hashable, Sendable {
  case svg, pdf, png

  /// By the ending of a file's name; `nil` for another ending.
  public init?(path: String) {
    guard let dot = path.lastIndex(of: ".") else { return nil }
    self.init(rawValue: path[path.index(after: dot)...].lowercased())
  }
}

/// How a figure is written.
public struct ArtworkOptions: Hashable, Sendable {
  /// In PNG: pixels for each point, above 0.
  public var scale: Double
  /// In SVG and PDF: letters as outlines, which need no font, instead of text, which can be
  /// searched and copied.
  public var drawsOutlines: Bool

  public init(scale: Double = 2, drawsOutlines: Bool = false) {
    self.scale = scale
    self.drawsOutlines = drawsOutlines
  }
}

/// The reason why a figure cannot be written.
public enum ArtworkError: ExitStatusError, Sendable, CustomStringConvertible {
  /// In pixels.
  case tooLarge(width: Double, height: Double)
  case drawing(DrawingError)
  case png(PNGError)
  case outOfMemory(OutOfMemory)

  public var description: String {
    switch self {
    case .tooLarge(let width, let height):
      "a picture of \(Int(saturating: width)) x \(Int(saturating: height)) pixels is too large"
    case .drawing(let error): error.description
    case .png(let error): "\(error)"
    case .outOfMemory(let error): error.description
    }
  }

  public var exitStatus: ExitStatus {
    switch self {
    case .outOfMemory, .png(.outOfMemory): .shortage
    case .drawing(let error) where error.isShortage: .shortage
    default: .wrongUsage
    }
  }
}

extension Artwork {
  /// The file's bytes: the same for the same marks and options, without dates and random names.
  public func encoded(
    as format: ArtworkFormat, _ options: ArtworkOptions = ArtworkOptions()
  ) throws(ArtworkError) -> [UInt8] {
    switch format {
    case .svg: return try Array(svg(drawsOutlines: options.drawsOutlines).utf8)
    case .pdf: return try pdf(drawsOutlines: options.drawsOutlines)
    case .png:
      let bitmap = try bitmap(scale: options.scale)
      do {
        return try PNGEncoder(compressionLevel: 9, filter: .adaptive).encode(bitmap)
      } catch {
        throw .png(error)
      }
    }
  }
}

extension Int {
  /// For messages.
  fileprivate init(saturating value: Double) {
    self = value < 1e15 ? Int(value.isFinite ? value : 0) : .max
  }
}
