import RostrumCYAML

/// A value that is to be written as YAML.
enum WrittenNode {
  case scalar(String, isQuoted: Bool)
  /// In brackets, or with a line, or several, for each item.
  case sequence([WrittenNode], isInline: Bool)
  /// In braces, or with a key on each line.
  case mapping([(key: WrittenNode, value: WrittenNode)], isInline: Bool)
}

/// A mapping that is to be written, with its keys in the order in which they are added.
struct YAMLMapping {
  private var pairs: [(key: WrittenNode, value: WrittenNode)] = []

  var isEmpty: Bool { pairs.isEmpty }

  /// A key on each line.
  var block: WrittenNode { .mapping(pairs, isInline: false) }

  /// The keys in braces.
  var flow: WrittenNode { .mapping(pairs, isInline: true) }

  /// Adds a key with its value, or nothing for `nil`.
  mutating func add(_ key: String, _ value: WrittenNode?) {
    if let value { pairs.append((.text(key), value)) }
  }

  mutating func add(_ key: some DeclaredField, _ value: WrittenNode?) { add(key.name, value) }

  mutating func add(_ other: YAMLMapping) { pairs += other.pairs }

  mutating func add(_ key: Field<Double>, _ number: Double) { add(key, .number(number)) }

  // MARK: Values unless they are the key's defaults

  mutating func add(_ key: DefaultedField<Double>, _ number: Double) {
    if number != key.defaultValue { add(key, .number(number)) }
  }

  mutating func add(_ key: DefaultedField<Int>, _ number: Int) {
    if number != key.defaultValue { add(key, .plain("\(number)")) }
  }

  mutating func add(_ key: DefaultedField<Bool>, _ flag: Bool) {
    if flag != key.defaultValue { add(key, .flag(flag)) }
  }

  mutating func add<Word: RawRepresentable<String> & Equatable>(
    _ key: DefaultedField<Word>, _ word: Word
  ) {
    if word != key.defaultValue { add(key, .plain(word.rawValue)) }
  }
}

extension WrittenNode {
  /// Whether it is a scalar without quotes.
  var isPlain: Bool { if case .scalar(_, isQuoted: false) = self { true } else { false } }

  /// A scalar without quotes.
  static func plain(_ text: String) -> WrittenNode { .scalar(text, isQuoted: false) }

  /// The shortest decimal number that reads back as exactly this one; `infinite` for infinity.
  static func number(_ number: Double) -> WrittenNode { .plain(number.exactText) }

  static func flag(_ flag: Bool) -> WrittenNode { .plain(flag ? "true" : "false") }

  /// A scalar that reads back as this text: plain where it can mean nothing else, otherwise in
  /// double quotes.
  static func text(_ text: String) -> WrittenNode {
    guard !isSafe(text) else { return .plain(text) }
    return .scalar(PlaceholderText.escaped(text), isQuoted: true)
  }

  /// A scalar that a file gave without quotes: unchanged where it may mean more than a text, such
  /// as a number or nothing.
  static func unquoted(_ text: String) -> WrittenNode {
    guard !text.isEmpty else { return .plain("~") }
    let isWord = text.utf8.allSatisfy { isLetterOrDigit($0) || "+-._~".utf8.contains($0) }
    return isWord && text != "-" ? .plain(text) : .text(text)
  }

  /// A list in brackets.
  static func list(_ items: [WrittenNode]) -> WrittenNode { .sequence(items, isInline: true) }

  static func numbers(_ numbers: [Double]) -> WrittenNode { .list(numbers.map(WrittenNode.number)) }

  /// A list with a line, or several, for each item.
  static func items(_ items: [WrittenNode]) -> WrittenNode { .sequence(items, isInline: false) }

  /// The YAML text. Lines are about `width` columns long; -1 is for one line.
  func text(width: Int = 100) -> String {
    var emitter = YAMLEmitter(width: width)
    return emitter.text(of: self)
  }

  /// Whether YAML and the scene language take the text for a text: letters, digits, single spaces
  /// and some signs.
  private static func isSafe(_ text: String) -> Bool {
    guard let first = text.utf8.first, text.utf8.last != 0x20, text.utf8.count <= 80,
      isLetterOrDigit(first), !(0x30...0x39).contains(first),
      text.utf8.allSatisfy({ isLetterOrDigit($0) || " _/.-".utf8.contains($0) })
    else { return false }
    let reserved = ["null", "none", "true", "false", "yes", "no", "on", "off", "y", "n", "nan"]
    return !reserved.contains(text.lowercased()) && !text.lowercased().hasPrefix("inf")
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte)
  }
}

extension Double {
  /// The shortest decimal number that reads back as exactly this one; `infinite` for infinity.
  var exactText: String {
    if self == .infinity { return "infinite" }
    return self == 0 && sign == .minus ? "-0.0" : sceneText
  }
}

/// Writes one document with libyaml.
private struct YAMLEmitter {
  private final class Output {
    let emitter = UnsafeMutablePointer<yaml_emitter_t>.allocate(capacity: 1)
    var bytes: [UInt8] = []

    init() { precondition(yaml_emitter_initialize(emitter) == 1, "out of memory") }

    deinit {
      yaml_emitter_delete(emitter)
      emitter.deallocate()
    }
  }

  private let output = Output()

  init(width: Int) {
    yaml_emitter_set_encoding(output.emitter, YAML_UTF8_ENCODING)
    yaml_emitter_set_unicode(output.emitter, 1)
    yaml_emitter_set_indent(output.emitter, 2)
    yaml_emitter_set_width(output.emitter, Int32(width))
    yaml_emitter_set_output(
      output.emitter,
      { context, bytes, count in
        guard let context, let bytes else { return 0 }
        Unmanaged<Output>.fromOpaque(context).takeUnretainedValue()
          .bytes.append(contentsOf: UnsafeBufferPointer(start: bytes, count: count))
        return 1
      }, Unmanaged.passUnretained(output).toOpaque())
  }

  mutating func text(of node: WrittenNode) -> String {
    emit { yaml_stream_start_event_initialize($0, YAML_UTF8_ENCODING) }
    emit { yaml_document_start_event_initialize($0, nil, nil, nil, 1) }
    write(node)
    emit { yaml_document_end_event_initialize($0, 1) }
    emit { yaml_stream_end_event_initialize($0) }
    return String(decoding: output.bytes, as: UTF8.self)
  }

  private func write(_ node: WrittenNode) {
    switch node {
    case .scalar(let text, let isQuoted):
      let style = isQuoted ? YAML_DOUBLE_QUOTED_SCALAR_STYLE : YAML_PLAIN_SCALAR_STYLE
      var text = text
      text.withUTF8 { bytes in
        // An empty text has no place in memory, and libyaml wants one.
        let start = bytes.baseAddress ?? UnsafePointer(bitPattern: 1)
        let count = Int32(bytes.count)
        emit { yaml_scalar_event_initialize($0, nil, nil, start, count, 1, 1, style) }
      }
    case .sequence(let items, let isInline):
      let style = isInline ? YAML_FLOW_SEQUENCE_STYLE : YAML_BLOCK_SEQUENCE_STYLE
      emit { yaml_sequence_start_event_initialize($0, nil, nil, 1, style) }
      items.forEach(write)
      emit(yaml_sequence_end_event_initialize)
    case .mapping(let pairs, let isInline):
      let style = isInline ? YAML_FLOW_MAPPING_STYLE : YAML_BLOCK_MAPPING_STYLE
      emit { yaml_mapping_start_event_initialize($0, nil, nil, 1, style) }
      for (key, value) in pairs {
        write(key)
        write(value)
      }
      emit(yaml_mapping_end_event_initialize)
    }
  }

  /// Each event is right in its place: only a lack of memory can stop one, as anywhere in Swift.
  private func emit(_ fill: (UnsafeMutablePointer<yaml_event_t>) -> Int32) {
    var event = yaml_event_t()
    precondition(
      fill(&event) == 1 && yaml_emitter_emit(output.emitter, &event) == 1, "out of memory")
  }
}
