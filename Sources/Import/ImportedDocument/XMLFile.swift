package import RostrumSceneImport
package import RostrumSource

/// The files of formats whose texts are XML.
package enum XMLFile {
  /// Whether the bytes are of a file whose outermost element has that name, without reading the
  /// rest.
  package static func recognizes(_ bytes: [UInt8], root: String) -> Bool {
    UTF16Text.decoded(bytes).flatMap(rootName) == root
  }

  /// The result that `load` gives of the file's text, in UTF-8 or UTF-16.
  package static func result(
    of bytes: [UInt8], path: String, _ load: (SourceText) -> ImportResult
  ) -> ImportResult {
    guard let text = UTF16Text.decoded(bytes) else {
      return ImportResult(
        unreadable: "the file is neither UTF-8 nor UTF-16", hint: "save it as UTF-8", path: path)
    }
    return load(SourceText(utf8: text, path: path))
  }

  private static func rootName(_ bytes: [UInt8]) -> String? {
    var rest = bytes.prefix(1 << 16)
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    func skip(past end: String) {
      let end = Array(end.utf8)
      while !rest.isEmpty, !rest.starts(with: end) { rest = rest.dropFirst() }
      rest = rest.dropFirst(end.count)
    }
    while true {
      rest = rest.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
      guard rest.first == UInt8(ascii: "<") else { return nil }
      if rest.starts(with: Array("<?".utf8)) {
        skip(past: "?>")
      } else if rest.starts(with: Array("<!--".utf8)) {
        skip(past: "-->")
      } else if rest.starts(with: Array("<!".utf8)) {
        let end = rest.firstIndex { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: ">") }
        skip(past: end.map { rest[$0] == UInt8(ascii: "[") } == true ? "]>" : ">")
      } else {
        break
      }
    }
    let name = rest.dropFirst().prefix { !" \t\r\n/>".utf8.contains($0) }
    let local = name.split(separator: UInt8(ascii: ":")).last ?? []
    return String(decoding: local, as: UTF8.self)
  }
}
