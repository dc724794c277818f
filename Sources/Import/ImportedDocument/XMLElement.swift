import RostrumCExpat
import RostrumSource

/// An element of an XML text, with its place.
package final class XMLElement {
  package enum Node {
    case element(XMLElement)
    case text(String)
  }

  /// Without the prefix of a namespace; empty for elements of other programs, such as `inkscape:`.
  package let name: String
  /// The ones without a prefix and XLink's by their names, after them `xml:lang`, `xml:space` and
  /// `inkscape:label`; no others.
  package var attributes: [(name: String, value: String)] { didSet { knownClasses = nil } }
  private var knownClasses: Set<String>?
  /// The bytes of the start tag.
  package let bytes: Range<Int>
  package fileprivate(set) var nodes: [Node] = []
  package fileprivate(set) var children: [XMLElement] = []
  /// The place among the children of the element around this one.
  package fileprivate(set) var index = 0
  /// The element around this one, which outlives it while a document is read.
  package fileprivate(set) unowned(unsafe) var parent: XMLElement?

  fileprivate init(name: String, attributes: [(name: String, value: String)], bytes: Range<Int>) {
    (self.name, self.attributes, self.bytes) = (name, attributes, bytes)
  }

  /// All text directly in the element.
  package var text: String {
    nodes.map { if case .text(let text) = $0 { text } else { "" } }.joined()
  }

  package subscript(name: String) -> String? { attributes.last { $0.name == name }?.value }

  /// The words of its `class`.
  package var classes: Set<String> {
    if let knownClasses { return knownClasses }
    let words = (self["class"] ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
    let classes = Set(words)
    knownClasses = classes
    return classes
  }

  package func first(_ name: String) -> XMLElement? { children.first { $0.name == name } }
}

/// Why a text is not XML.
struct XMLProblem: Error, Hashable, Sendable {
  let message: String
  /// Where, in bytes from the start of the text.
  let offset: Int
  /// Whether the text only goes further than it may.
  var isLimit = false
}

/// Reads XML with Expat, which bounds what entities may grow to. Nothing outside the text is read.
final class XMLReader {
  static let maximumDepth = 200
  static let maximumElements = 500_000
  /// In bytes, with the values of entities: as large as a file may be.
  static let maximumText = 64 << 20

  private var open: [XMLElement] = []
  private var root: XMLElement?
  private var count = 0
  /// The text since the last tag. Expat hands on each line alone, and each entity's value.
  private var text: [UInt8] = []
  private var textSize = 0
  private var problem: XMLProblem?
  private let parser: XML_Parser?
  private var namespaces = XMLNamespaces()

  static func parse(_ source: SourceText) throws(XMLProblem) -> XMLElement {
    try XMLReader().parse(source.bytes)
  }

  private init() { parser = XML_ParserCreate("UTF-8") }

  deinit { XML_ParserFree(parser) }

  private func parse(_ bytes: [UInt8]) throws(XMLProblem) -> XMLElement {
    guard let parser else { throw XMLProblem(message: "no memory for the text", offset: 0) }
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetElementHandler(
      parser,
      { user, name, attributes in
        XMLReader.of(user)?.start(name, attributes)
      }, { user, _ in XMLReader.of(user)?.end() })
    XML_SetCharacterDataHandler(parser) { user, text, count in
      XMLReader.of(user)?.add(text, Int(count))
    }
    let status = bytes.withUnsafeBytes {
      XML_Parse(parser, $0.bindMemory(to: CChar.self).baseAddress, Int32($0.count), 1)
    }
    if let problem { throw problem }
    guard status == XML_STATUS_OK, let root else {
      let text = XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) }
      throw XMLProblem(
        message: "not valid XML: \(text ?? "no element")",
        offset: max(min(Int(XML_GetCurrentByteIndex(parser)), bytes.count - 1), 0))
    }
    return root
  }

  private static func of(_ user: UnsafeMutableRawPointer?) -> XMLReader? {
    user.map { Unmanaged<XMLReader>.fromOpaque($0).takeUnretainedValue() }
  }

  private func start(
    _ name: UnsafePointer<CChar>?, _ list: UnsafeMutablePointer<UnsafePointer<CChar>?>?
  ) {
    guard problem == nil, let name, let list else { return }
    let start = Int(XML_GetCurrentByteIndex(parser))
    count += 1
    guard open.count < Self.maximumDepth, count <= Self.maximumElements else {
      return stop(
        open.count < Self.maximumDepth
          ? "more than \(Self.maximumElements) elements"
          : "elements more than \(Self.maximumDepth) deep in elements", at: start)
    }
    closeText()
    var raw: [(name: String, value: String)] = []
    var index = 0
    while let key = list[index], let value = list[index + 1] {
      raw.append((String(cString: key), String(cString: value)))
      index += 2
    }
    namespaces.open(raw)
    let element = XMLElement(
      name: namespaces.elementName(String(cString: name)), attributes: namespaces.attributes(raw),
      bytes: start..<start + Int(XML_GetCurrentByteCount(parser)))
    if let parent = open.last {
      (element.parent, element.index) = (parent, parent.children.count)
      parent.nodes.append(.element(element))
      parent.children.append(element)
    }
    if root == nil { root = element }
    open.append(element)
  }

  private func end() {
    guard problem == nil else { return }
    closeText()
    open.removeLast()
    namespaces.close()
  }

  private func add(_ text: UnsafePointer<CChar>?, _ count: Int) {
    guard problem == nil, let text else { return }
    textSize += count
    guard textSize <= Self.maximumText else {
      return stop(
        "more than \(Self.maximumText >> 20) MiB of text",
        at: max(Int(XML_GetCurrentByteIndex(parser)), 0))
    }
    self.text += UnsafeRawBufferPointer(start: text, count: count)
  }

  private func stop(_ excess: String, at offset: Int) {
    problem = XMLProblem(message: "the file has \(excess)", offset: offset, isLimit: true)
    XML_StopParser(parser, 0)
  }

  /// Puts the text since the last tag into the element around it.
  private func closeText() {
    guard !text.isEmpty else { return }
    open.last?.nodes.append(.text(String(decoding: text, as: UTF8.self)))
    text.removeAll(keepingCapacity: true)
  }
}

/// The namespaces of prefixes (W3C Namespaces in XML 1.0). A prefix that nothing
/// declares has its usual namespace.
private struct XMLNamespaces {
  private static let usual = [
    "svg": "http://www.w3.org/2000/svg", "xlink": "http://www.w3.org/1999/xlink",
    "xml": "http://www.w3.org/XML/1998/namespace",
    "inkscape": "http://www.inkscape.org/namespaces/inkscape",
  ]
  /// The attributes of other namespaces that count, by namespace and name.
  private static let known = [
    "http://www.w3.org/1999/xlink href": "href",
    "http://www.w3.org/XML/1998/namespace lang": "xml:lang",
    "http://www.w3.org/XML/1998/namespace space": "xml:space",
    "http://www.inkscape.org/namespaces/inkscape label": "inkscape:label",
  ]

  /// The namespaces by prefixes, "" for the default, of each open element.
  private var scopes: [[String: String]] = []
  /// The namespace of the root element.
  private var main: String?

  mutating func open(_ attributes: [(name: String, value: String)]) {
    var scope = scopes.last ?? [:]
    // More prefixes than this have no use.
    for (name, value) in attributes where name.hasPrefix("xmlns") && scope.count < 100 {
      if name == "xmlns" { scope[""] = value }
      if name.hasPrefix("xmlns:") { scope[String(name.dropFirst(6))] = value }
    }
    scopes.append(scope)
  }

  mutating func close() { scopes.removeLast() }

  private func namespace(_ prefix: String) -> String? {
    scopes.last?[prefix] ?? Self.usual[prefix]
  }

  /// Prefix and name.
  private static func parts(_ name: String) -> (prefix: String, local: String) {
    guard let colon = name.firstIndex(of: ":") else { return ("", name) }
    return (String(name[..<colon]), String(name[name.index(after: colon)...]))
  }

  /// Empty for one that is of another namespace than the root element.
  mutating func elementName(_ name: String) -> String {
    let (prefix, local) = Self.parts(name)
    let namespace = namespace(prefix) ?? prefix
    let first = main ?? namespace
    main = first
    return namespace == first || namespace == Self.usual["svg"] ? local : ""
  }

  /// An attribute of the format itself counts before one of XLink of the same name.
  func attributes(
    _ raw: [(name: String, value: String)]
  ) -> [(name: String, value: String)] {
    guard raw.contains(where: { $0.name.contains(":") || $0.name == "xmlns" }) else { return raw }
    var own: [(name: String, value: String)] = []
    var others: [(name: String, value: String)] = []
    for (name, value) in raw where name != "xmlns" && !name.hasPrefix("xmlns:") {
      let (prefix, local) = Self.parts(name)
      if prefix.isEmpty {
        own.append((name, value))
      } else if let known = Self.known["\(namespace(prefix) ?? "") \(local)"],
        !raw.contains(where: { $0.name == known && prefix != "xml" && known == "href" })
      {
        others.append((known, value))
      }
    }
    return own + others
  }
}

extension ImportContext {
  /// The bytes of an attribute's name and value; of the whole tag when it cannot be found.
  package func place(of name: String, in element: XMLElement) -> Range<Int> {
    if placedTag != element.bytes {
      (placedTag, places) = (element.bytes, attributePlaces(in: element.bytes))
    }
    return places[name] ?? element.bytes
  }

  /// The attributes of a tag by their names, with and without prefixes.
  private func attributePlaces(in bytes: Range<Int>) -> [String: Range<Int>] {
    var tag = source.bytes[bytes.clamped(to: source.bytes.indices)]
    var result: [String: Range<Int>] = [:]
    let spaces = Set(" \t\r\n".utf8)
    while let before = tag.firstIndex(where: spaces.contains) {
      tag = tag[before...].drop(while: spaces.contains)
      let name = tag.prefix { !spaces.contains($0) && $0 != UInt8(ascii: "=") }
      guard let equals = tag[name.endIndex...].first, spaces.contains(equals) || equals == 0x3D,
        let open = tag[name.endIndex...].firstIndex(where: "\"'".utf8.contains)
      else { break }
      let close = tag[(open + 1)...].firstIndex(of: tag[open]) ?? tag.endIndex - 1
      let place = name.startIndex..<close + 1
      let text = String(decoding: name, as: UTF8.self)
      for key in [text, String(text.split(separator: ":").last ?? "")] where result[key] == nil {
        result[key] = place
      }
      // A value may be followed by the next name at once.
      tag = tag[close...]
    }
    return result
  }

  /// The root element; `nil` with an error when the text is not XML.
  package func element() -> XMLElement? {
    do throws(XMLProblem) {
      return try XMLReader.parse(source)
    } catch {
      return self.failure(
        error.isLimit ? .tooDeep : .badFormat, error.message, at: error.offset..<error.offset + 1)
    }
  }
}
