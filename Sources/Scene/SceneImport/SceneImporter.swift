import RostrumSource

/// Turns files of other formats into scenes: Lotties, SVGs and Core Animation's archives.
package struct ImportLoader {
  private let options: ImportOptions
  private let resources: any ImportResources

  package init(options: ImportOptions, resources: any ImportResources) {
    (self.options, self.resources) = (options, resources)
  }

  /// Whether the bytes of a file may be of such a format. Of a Lottie only the outermost names
  /// count, of XML the root element; nothing is said about the rest.
  package static func recognizes(_ bytes: [UInt8]) -> Bool {
    LottieLoader.recognizes(bytes) || UTF16Text.decoded(bytes).flatMap(XMLRoot.init) != nil
  }

  /// The name of the first animation in an SVG, by SMIL or CSS; `nil` for a still one.
  package static func animation(inSVG bytes: [UInt8]) -> String? {
    guard let text = UTF16Text.decoded(bytes) else { return nil }
    return SVGLoader.animation(in: SourceText(utf8: text, path: ""))
  }

  /// Loads a scene from the bytes of a file. `path` is what diagnostics call it.
  package func load(_ bytes: [UInt8], path: String) -> ImportResult {
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
