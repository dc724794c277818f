/// Texts as programs take them: shells, ffmpeg, the servers of continuous integration and farms.
extension Escaping {
  // MARK: Shells

  /// One word of a POSIX shell (section 2.2 of its language). NUL, which no program argument can
  /// contain, is left out.
  package static func shellWord(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy {
      isASCIILetterOrDigit($0) || "-_./,:=+@%".utf8.contains($0)
    }
    // An equals sign at the start is zsh's name of a command's path.
    if isPlain, !text.isEmpty, text.utf8.first != UInt8(ascii: "=") { return text }
    return "'" + quotes.applied(to: text.withoutNUL) + "'"
  }

  private static let quotes = ByteEscapes(["'": "'\\''"])

  /// Words as a line to be copied into a terminal, for bash and zsh. A terminal acts on control
  /// characters even in quotes: an interrupt would end the word, and its rest would be a command.
  /// Words with such characters are written in `$'...'`.
  package static func commandLine(_ words: [String]) -> String {
    words.map { word in
      word.unicodeScalars.contains(where: isUnprinted) ? escapedWord(word) : shellWord(word)
    }.joined(separator: " ")
  }

  private static func escapedWord(_ text: String) -> String {
    var result = "$'"
    for scalar in text.withoutNUL.unicodeScalars {
      switch scalar {
      case "\\", "'": result.unicodeScalars.append(contentsOf: ["\\", scalar])
      case _ where isUnprinted(scalar):
        for byte in String(scalar).utf8 { result += "\\x" + byte.digits(2, radix: 16) }
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "'"
  }

  /// A path as an argument that no program takes for an option.
  package static func pathArgument(_ path: String) -> String {
    path.utf8.first == UInt8(ascii: "-") ? "./" + path : path
  }

  // MARK: Farms

  /// Escapes a command or an argument of a container. Kubernetes expands `$(NAME)` to a variable's
  /// value and `$$` to one dollar (API reference of `Container`, `command`); after that expansion
  /// the result is `text` again.
  package static func kubernetesArgument(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var index = 0
    let dollar = UInt8(ascii: "$")
    while index < bytes.count {
      guard bytes[index] == dollar, index + 1 < bytes.count else {
        result.append(bytes[index])
        index += 1
        continue
      }
      let rest = bytes[(index + 1)...]
      if rest.first == dollar {
        result += [dollar, dollar, dollar, dollar]
        index += 2
      } else if rest.first == UInt8(ascii: "("),
        let end = rest.firstIndex(of: UInt8(ascii: ")"))
      {
        let name = bytes[(index + 2)..<end]
        let isVariable = name.allSatisfy { isASCIILetterOrDigit($0) || "-._".utf8.contains($0) }
        // Kubernetes does not expand invalid names, so they are not escaped.
        result += (isVariable ? [dollar] : []) + bytes[index...end]
        index = end + 1
      } else {
        result.append(dollar)
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Whether a template of the Open Job Description would not take the text as it is: double braces
  /// begin expressions, and few control characters are allowed.
  package static func needsJobParameter(_ text: String) -> Bool {
    let areDoubled = zip(text.utf8, text.utf8.dropFirst()).contains {
      $0 == $1 && ($0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}"))
    }
    return areDoubled || text.unicodeScalars.contains { $0.properties.generalCategory == .control }
  }

  /// A job name for a template of the Open Job Description: on one line, without double braces,
  /// with at most `maximumCount` Unicode scalars.
  package static func jobName(_ text: String, maximumCount: Int) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars.prefix(maximumCount) {
      let isDoubled = scalar == scalars.last && (scalar == "{" || scalar == "}")
      let isControl = scalar.properties.generalCategory == .control
      if !isDoubled { scalars.append(isControl ? " " : scalar) }
    }
    return String(scalars)
  }

  // MARK: ffmpeg

  private static let option = ByteEscapes(
    Dictionary(uniqueKeysWithValues: "\\':=,;[] \t\n\r".unicodeScalars.map { ($0, "\\\($0)") }))

  /// A value among several in one option of ffmpeg, such as `-x265-params`, in which colons
  /// separate pairs (ffmpeg-utils, "Quoting and escaping").
  package static func ffmpegValue(_ text: String) -> String { option.applied(to: text.withoutNUL) }

  /// A path in a list for ffmpeg's concat demuxer, which reads line by line; `nil` for one with a
  /// line end in it.
  package static func concatPath(_ path: String) -> String? {
    guard !path.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D || $0 == 0 }) else { return nil }
    return "'" + quotes.applied(to: path) + "'"
  }

  private static let withoutNUL = ByteEscapes(["\0": replacement])

  /// A text of metadata as an argument: NUL, which no argument can hold, becomes U+FFFD.
  package static func ffmpegMetadata(_ text: String) -> String {
    withoutNUL.applied(to: text)
  }

  // MARK: Captions

  private static let cue = ByteEscapes(["&": "&amp;", "<": "&lt;", ">": "&gt;"])

  /// Text of a cue in WebVTT (W3C, section 4.2.2). `withoutEmptyLines` makes the whole cue of its
  /// parts.
  package static func webVTT(_ text: String) -> String { cue.applied(to: text) }

  /// Text of a caption in SubRip without empty lines. SubRip has no way to write an arrow, which
  /// makes a line one of times: a word joiner goes into it.
  package static func subRip(_ text: String) -> String {
    let bytes = Array(withoutEmptyLines(text).utf8)
    var result: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: ">"), index > 1, bytes[index - 1] == UInt8(ascii: "-"),
        bytes[index - 2] == UInt8(ascii: "-")
      {
        result += "\u{2060}".utf8
      }
      result.append(byte)
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The text of a caption, which ends at an empty line: line ends as `\n`, lines of blanks left
  /// out, NUL as U+FFFD.
  package static func withoutEmptyLines(_ text: String) -> String {
    let lines = text.unicodeScalars.split { $0 == "\n" || $0 == "\r" }
    return ffmpegMetadata(
      lines.filter { $0.contains { !$0.properties.isWhitespace } }.map { String($0) }
        .joined(separator: "\n"))
  }

  // MARK: Logs

  private static let workflowData = ByteEscapes(["%": "%25", "\r": "%0D", "\n": "%0A"])
  private static let workflowProperty = ByteEscapes([
    "%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C",
  ])

  /// The message of a workflow command of GitHub, which takes one line.
  package static func workflowData(_ text: String) -> String { workflowData.applied(to: text) }

  /// A property of a workflow command of GitHub, which ends at a colon or a comma.
  package static func workflowProperty(_ text: String) -> String {
    workflowProperty.applied(to: text)
  }

  /// Messages for people, of one line or several, safe to print to a log or a terminal.
  ///
  /// Control characters are written as escapes, such as `\r` and `\u001B`, except for line ends,
  /// tabs and the colours that Rostrum itself writes: sequences would move a terminal's cursor, or
  /// fold GitLab's log (`section_start:`). So are marks that change the direction of what follows.
  /// A line that would be a workflow command of GitHub (`::`, or `##[` anywhere) gets a joiner.
  package static func log(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var rest = text.unicodeScalars[...]
    var isAtStart = true
    while let scalar = rest.first {
      if let color = color(rest) {
        result.append(contentsOf: color)
        rest = rest.dropFirst(color.count)
        continue
      }
      let isCommand = isAtStart && scalar == ":" && rest.dropFirst().first == ":"
      let isOldCommand = scalar == "[" && result.suffix(2).elementsEqual("##".unicodeScalars)
      if isCommand || isOldCommand { result.append("\u{2060}") }
      let isKept = scalar == "\n" || scalar == "\t" || !isUnprinted(scalar)
      if isKept { result.append(scalar) } else { result.append(contentsOf: escaped(scalar)) }
      isAtStart = scalar == "\n" || isAtStart && scalar.properties.isWhitespace
      rest.removeFirst()
    }
    return String(result)
  }

  /// A name in a message of one line: `log`, with line ends as escapes, too.
  package static func logName(_ text: String) -> String {
    log(text.unicodeScalars.map { $0 == "\n" ? "\\n" : String($0) }.joined())
  }

  /// The sequence that sets a terminal's colour at the start: `ESC [ 1;31 m`.
  private static func color(_ text: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView? {
    guard text.first == "\u{1B}", text.dropFirst().first == "[" else { return nil }
    let numbers = text.dropFirst(2).prefix { (0x30...0x39).contains($0.value) || $0 == ";" }
    guard numbers.endIndex < text.endIndex, text[numbers.endIndex] == "m", numbers.count < 8 else {
      return nil
    }
    return text[...numbers.endIndex]
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String.UnicodeScalarView {
    let code = "\\u" + scalar.value.digits(4, radix: 16, uppercase: true)
    return (scalar == "\r" ? "\\r" : code).unicodeScalars
  }

  /// Whether a terminal would act on the scalar instead of showing it.
  private static func isUnprinted(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x202A...0x202E, 0x2066...0x2069: true
    default:
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: true
      default: false
      }
    }
  }
}

extension String {
  fileprivate var withoutNUL: String {
    utf8.contains(0) ? String(unicodeScalars.filter { $0 != "\0" }) : self
  }
}
