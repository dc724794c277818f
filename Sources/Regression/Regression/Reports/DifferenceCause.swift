import RostrumBase

/// A reason for a difference, by its own name.
struct DifferenceCause: Sendable, Equatable, Codable {
  enum Kind: String, Sendable, Codable, CaseIterable {
    case size, scale, duration, frames, sound, captions, chapters, information
    case frameRate = "frame-rate"
    /// The layers' order from back to front.
    case order
    /// A layer that is new or gone.
    case layer
    /// A key of the scene file.
    case key
    /// A value that moves otherwise between the moments that are compared.
    case motion
    /// A change that no compared moment shows.
    case unseen
    /// A file that the scene reads.
    case file
    case parameter
    /// The version of a font or of a library.
    case version
    case unknown
  }

  let kind: Kind
  /// One sentence.
  let text: String
  var layer: String?
  /// The path of the key in the scene or in the layer.
  var key: String?
  /// The lines of the scene file that are the cause, or that one of them is; the first line is 1.
  var lines: [Int] = []
  /// The file of the lines; `nil` for the scene file.
  var file: String?
}

extension [DifferenceCause] {
  /// A sentence for each cause; one for the layers that have one in common.
  var sentences: [String] {
    map { cause in
      guard let layer = cause.layer, cause.text.hasPrefix(layer + ": ") else {
        return LayerChange(layer: "", text: cause.text)
      }
      return LayerChange(layer: layer, text: String(cause.text.dropFirst(layer.count + 2)))
    }.sentences
  }
}

extension DiffReport.Entry {
  /// Takes the causes with the lines of the first that has any, and of others of its kind.
  mutating func explain(by causes: [DifferenceCause]) {
    self.causes = causes
    guard let first = causes.first(where: { !$0.lines.isEmpty }) else { return lines = [] }
    lines = causes.filter { $0.kind == first.kind && $0.file == first.file }.flatMap(\.lines)
    source = first.file ?? source
  }
}

extension DifferenceCause {
  var json: JSONValue {
    .object([
      ("kind", .string(kind.rawValue)), ("text", .string(text)), ("layer", .string(layer)),
      ("key", .string(key)), ("lines", .array(lines.map { .integer($0) })),
      ("file", .string(file)),
    ])
  }
}
