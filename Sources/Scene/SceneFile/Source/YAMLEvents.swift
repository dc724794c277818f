import RostrumCYAML

/// A step through a YAML text: where a value begins, and where a list or mapping ends.
struct YAMLEvent {
  enum Kind {
    case scalar(Scalar)
    case alias(String)
    case sequenceStart
    case sequenceEnd
    case mappingStart
    case mappingEnd
    case documentStart
    case documentEnd
    case streamStart
    case streamEnd
  }

  /// A text, and how the file writes it.
  struct Scalar {
    enum Style {
      case plain
      case singleQuoted
      case doubleQuoted
      /// After `|` or `>`.
      case block
    }

    let text: String
    let style: Style
    /// Its characters in the file, with the quotes or the sign before them.
    let place: Range<Int>
  }

  let kind: Kind
  let mark: YAMLMark
  var anchor: String?
  /// The tag as written in the file, with its shorthand expanded; `nil` if there is none.
  var tag: String?
}

/// A text that is not YAML, in libyaml's words.
enum YAMLSyntaxError: Error {
  /// An unexpected character or word, and where that begins which it is a part of.
  case syntax(problem: String, context: String, mark: YAMLMark, start: YAMLMark)
  /// A character that no YAML text may hold.
  case character(code: Int)
  case outOfMemory
}

/// Reads a text in UTF-8 event by event, with libyaml.
///
/// libyaml 0.2.5 has no limit of nesting, and becomes slower with each level, so callers must limit
/// the depth.
final class YAMLEventReader {
  private let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
  /// libyaml reads from here as long as it lives.
  private let bytes: UnsafeMutableBufferPointer<UInt8>

  init(_ text: String) throws(YAMLSyntaxError) {
    bytes = .allocate(capacity: text.utf8.count)
    _ = bytes.initialize(from: text.utf8)
    guard yaml_parser_initialize(parser) == 1 else { throw .outOfMemory }
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
  }

  deinit {
    // Where libyaml got no memory it left the parser empty.
    yaml_parser_delete(parser)
    parser.deallocate()
    bytes.deallocate()
  }

  /// The next event. Must not be called after the end of the stream.
  func next() throws(YAMLSyntaxError) -> YAMLEvent {
    var event = yaml_event_t()
    guard yaml_parser_parse(parser, &event) == 1 else { throw error }
    defer { yaml_event_delete(&event) }
    let mark = YAMLMark(event.start_mark)
    switch event.type {
    case YAML_SCALAR_EVENT:
      let scalar = event.data.scalar
      return YAMLEvent(
        kind: .scalar(.init(event)), mark: mark, anchor: Self.text(scalar.anchor),
        tag: Self.text(scalar.tag))
    case YAML_SEQUENCE_START_EVENT:
      let start = event.data.sequence_start
      return YAMLEvent(
        kind: .sequenceStart, mark: mark, anchor: Self.text(start.anchor),
        tag: Self.text(start.tag))
    case YAML_MAPPING_START_EVENT:
      let start = event.data.mapping_start
      return YAMLEvent(
        kind: .mappingStart, mark: mark, anchor: Self.text(start.anchor), tag: Self.text(start.tag))
    case YAML_ALIAS_EVENT:
      return YAMLEvent(kind: .alias(Self.text(event.data.alias.anchor) ?? ""), mark: mark)
    case YAML_SEQUENCE_END_EVENT: return YAMLEvent(kind: .sequenceEnd, mark: mark)
    case YAML_MAPPING_END_EVENT: return YAMLEvent(kind: .mappingEnd, mark: mark)
    case YAML_DOCUMENT_START_EVENT: return YAMLEvent(kind: .documentStart, mark: mark)
    case YAML_DOCUMENT_END_EVENT: return YAMLEvent(kind: .documentEnd, mark: mark)
    case YAML_STREAM_START_EVENT: return YAMLEvent(kind: .streamStart, mark: mark)
    default: return YAMLEvent(kind: .streamEnd, mark: mark)
    }
  }

  private static func text(_ pointer: UnsafeMutablePointer<yaml_char_t>?) -> String? {
    pointer.map { String(cString: $0) }
  }

  private var error: YAMLSyntaxError {
    let facts = parser.pointee
    switch facts.error {
    case YAML_MEMORY_ERROR: return .outOfMemory
    case YAML_READER_ERROR: return .character(code: Int(facts.problem_value))
    default:
      return .syntax(
        problem: facts.problem.map { String(cString: $0) } ?? "",
        context: facts.context.map { String(cString: $0) } ?? "",
        mark: YAMLMark(facts.problem_mark), start: YAMLMark(facts.context_mark))
    }
  }
}

extension YAMLEvent.Scalar {
  fileprivate init(_ event: yaml_event_t) {
    let scalar = event.data.scalar
    let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
    text = String(decoding: bytes, as: UTF8.self)
    style =
      switch scalar.style {
      case YAML_PLAIN_SCALAR_STYLE: .plain
      case YAML_SINGLE_QUOTED_SCALAR_STYLE: .singleQuoted
      case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .doubleQuoted
      default: .block
      }
    let start = event.start_mark.index
    place = start..<max(start, event.end_mark.index)
  }
}

extension YAMLMark {
  fileprivate init(_ mark: yaml_mark_t) {
    self.init(line: Int(mark.line) + 1, column: Int(mark.column) + 1)
  }
}
