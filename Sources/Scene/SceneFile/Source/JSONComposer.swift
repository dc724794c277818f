import RostrumBase
import RostrumSource

/// Reads scene files that are JSON (RFC 8259) into the same tree of nodes as the YAML library
/// would, several times as fast.
///
/// JSON is nearly a subset of YAML, so any text that is not plain and valid JSON, or that YAML
/// reads differently, is left to `YAMLComposer` and its messages: comments, duplicate keys, deep
/// nesting, characters that count as line breaks in YAML. Two things are valid only in JSON: tabs
/// between values, and `\u` escapes that write a character as two surrogates, as many programs do.
struct JSONComposer {
  private let bytes: [UInt8]
  private var index = 0
  private var line = 1
  private var lineStart = 0
  /// Bytes since the line's start that begin no character.
  private var continuations = 0

  /// `nil` when the text is not plain JSON; the YAML reader then handles it.
  static func compose(_ source: SourceText) -> YAMLNode? {
    // YAML has its own ideas of characters whose first byte is one of these.
    let ofYAML: Set<UInt8> = [0x7F, 0xC2, 0xE2, 0xEF]
    guard let root = try? JSONParser.parse(source.bytes, isStrict: true), root.members != nil,
      !source.bytes.contains(where: { $0 >= 0x7F && ofYAML.contains($0) })
    else { return nil }
    var composer = JSONComposer(bytes: source.bytes)
    return composer.node(root)
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  /// `nil` where a name occurs twice in a mapping.
  private mutating func node(_ value: JSONValue) -> YAMLNode? {
    let mark = mark(at: value.bytes.lowerBound)
    switch value.content {
    case .object(let members):
      guard Self.areUnique(members) else { return nil }
      var entries: [YAMLNode.Entry] = []
      entries.reserveCapacity(members.count)
      for member in members {
        let scalar = YAMLNode.Scalar(text: member.name, isPlain: false)
        let key = YAMLNode(.scalar(scalar), mark: self.mark(at: member.start))
        guard let value = node(member.value) else { return nil }
        entries.append(YAMLNode.Entry(name: member.name, key: key, value: value))
      }
      return YAMLNode(.mapping(entries), mark: mark)
    case .array(let items):
      var nodes: [YAMLNode] = []
      nodes.reserveCapacity(items.count)
      for item in items {
        guard let node = node(item) else { return nil }
        nodes.append(node)
      }
      return YAMLNode(.sequence(nodes), mark: mark)
    case .string(let text): return YAMLNode(.scalar(.init(text: text, isPlain: false)), mark: mark)
    default:
      let text = String(decoding: bytes[value.bytes], as: UTF8.self)
      return YAMLNode(.scalar(.init(text: text, isPlain: true)), mark: mark)
    }
  }

  /// Most mappings have a few keys: comparing them is faster than a set.
  private static func areUnique(_ members: [JSONValue.Member]) -> Bool {
    guard members.count <= 8 else { return Set(members.map(\.name)).count == members.count }
    return members.indices.allSatisfy { index in
      !members[..<index].contains { $0.name == members[index].name }
    }
  }

  /// The line and the column of a byte, which lies behind the last one asked for.
  private mutating func mark(at offset: Int) -> YAMLMark {
    while index < offset {
      let byte = bytes[index]
      index += 1
      if byte == 0x0A || byte == 0x0D && bytes[index] != 0x0A {
        (line, lineStart, continuations) = (line + 1, index, 0)
      } else if byte & 0xC0 == 0x80 {
        continuations += 1
      }
    }
    return YAMLMark(line: line, column: index - lineStart - continuations + 1)
  }
}
