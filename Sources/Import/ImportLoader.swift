import Source

/// Turns files of other formats into scenes: Lotties, SVGs and Core Animation's archives.
public struct ImportLoader {
  private let options: ImportOptions
  private let resources: any ImportResources

  public init(options: ImportOptions, resources: any ImportResources) {
    (self.options, self.resources) = (options, resources)
  }

  /// Whether the bytes of a file may be of such a format. Of a Lottie only the outermost names
  /// count, of XML the root element; nothing is said about the rest.
  public static func recognizes(_ bytes: [UInt8]) -> Bool {
    LottieLoader.recognizes(bytes) || UTF16Text.decoded(bytes).flatMap(XMLRoot.init) != nil
  }

  /// The name of the first animation in an SVG, by SMIL or CSS; `nil` for a still one.
  public static func animation(inSVG bytes: [UInt8]) -> String? {
    guard let text = UTF16Text.decoded(bytes) else { return nil }
    return SVGLoader.animation(in: SourceText(utf8: text, path: ""))
  }

  /// Loads a scene from the bytes of a file. `path` is what diagnostics call it.
  public func load(_ bytes: [UInt8], path: String) -> ImportResult {
    guard let root = XMLRoot(UTF16Text.decoded(bytes) ?? bytes) else {
      return LottieLoader(options: options, pictures: resources).load(bytes, path: path)
    }
    guard let bytes = UTF16Text.decoded(bytes) else {
      return ImportResult(
        unreadable: "the file is neither UTF-8 nor UTF-16", hint: "save it as UTF-8", path: path)
    }
    let source = SourceText(utf8: bytes, path: path)
    switch root {
    case .svg: return SVGLoader(options, resources).load(source)
    case .caml: return CAMLLoader(options, resources).load(source)
    }
  }
}

/// XML in the two encodings that every reader of it knows (W3C XML 1.0, section 4.3.3).
enum UTF16Text {
  /// The text in UTF-8; `nil` for bytes that are neither UTF-8 nor UTF-16 with a byte order mark.
  static func decoded(_ bytes: [UInt8]) -> [UInt8]? {
    let isBig = bytes.starts(with: [0xFE, 0xFF])
    guard isBig || bytes.starts(with: [0xFF, 0xFE]) else {
      return String(validating: bytes, as: UTF8.self) == nil ? nil : bytes
    }
    guard bytes.count.isMultiple(of: 2) else { return nil }
    let units = stride(from: 2, to: bytes.count, by: 2).map { index in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isBig ? first << 8 | second : second << 8 | first
    }
    guard var text = String(validating: units, as: UTF16.self) else { return nil }
    // The declaration says what the bytes were.
    if text.hasPrefix("<?xml"), let end = text.range(of: "?>"),
      let name = text[..<end.lowerBound].range(of: "encoding")
    {
      text.removeSubrange(name.lowerBound..<end.lowerBound)
    }
    return Array(text.utf8)
  }
}
