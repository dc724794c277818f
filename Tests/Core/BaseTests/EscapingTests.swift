import RostrumBase
import Foundation
import TestSupport
import Testing

/// Escaped texts are read by parsers of the target: shells and Python's libraries.
@Suite("Escaped texts")
struct EscapingTests {
  /// The texts between zero bytes that a program prints.
  private static func texts(in output: String) -> [String] {
    output.unicodeScalars.split(separator: "\0", omittingEmptySubsequences: false).dropLast()
      .map { String($0) }
  }

  /// Runs a script whose first line defines `show`, which prints its arguments, in a folder that
  /// has to stay empty.
  private static func run(_ script: String, with shell: String) throws -> [String] {
    let (folder, place) = (try TemporaryFolder(), try TemporaryFolder())
    let path = try folder.write(
      "show() { for word in \"$@\"; do printf '%s\\0' \"$word\"; done; }\n" + script, to: "script")
    _ = try InstalledTool.run(shell, ["-n", path])
    let output = try InstalledTool.run(shell, [path], in: place.path)
    #expect(place.names.isEmpty, "\(place.names)")
    return texts(in: output)
  }

  /// An argument holds no NUL.
  private static let arguments = HostileText.all.filter { !$0.utf8.contains(0) }

  @Test("Escaped texts are one word of a shell", arguments: ["bash", "dash", "zsh", "ksh"])
  func words(_ shell: String) throws {
    guard InstalledTool.path(shell) != nil else { return }
    let lines = Self.arguments.map { "show \(Escaping.shellWord($0))\n" }
    #expect(try Self.run(lines.joined(), with: shell) == Self.arguments)
    let all = Self.arguments.map(Escaping.shellWord).joined(separator: " ")
    #expect(try Self.run("show \(all)\n", with: shell) == Self.arguments)
  }

  @Test("Escaped texts leave NUL out of a word, which cannot hold it")
  func withoutNUL() {
    #expect(Escaping.shellWord("a\0b c") == "'ab c'")
    #expect(Escaping.commandLine(["\0"]) == "$''")
  }

  @Test(
    "Escaped texts are words of a line for a terminal, which has nothing to act on",
    arguments: ["bash", "zsh"])
  func commandLine(_ shell: String) throws {
    guard InstalledTool.path(shell) != nil else { return }
    let line = Escaping.commandLine(["show"] + Self.arguments)
    #expect(try Self.run(line + "\n", with: shell) == Self.arguments)
    let odd: Set<Unicode.GeneralCategory> = [.control, .lineSeparator, .paragraphSeparator]
    #expect(!line.unicodeScalars.contains { odd.contains($0.properties.generalCategory) })
    #expect(!line.unicodeScalars.contains { (0x202A...0x202E).contains($0.value) })
  }

  @Test(
    "Escaped texts are no options where they are paths",
    arguments: ["-x", "--help", "-", "a-", "./-x", ""])
  func paths(_ path: String) {
    #expect(Escaping.pathArgument(path).first != "-")
    #expect(Escaping.pathArgument(path).hasSuffix(path))
  }

  @Test("Escaped texts match their own names only, as patterns")
  func patterns() {
    let names = Self.arguments.filter { !$0.isEmpty }
    for name in names {
      let found = names.filter { fnmatch(Escaping.pattern(name), $0, 0) == 0 }
      #expect(
        found.map { Array($0.utf8) }
          == names.filter { $0.utf8.elementsEqual(name.utf8) }
          .map { Array($0.utf8) })
    }
  }

  // MARK: Python's parsers

  /// Lets Python read a file by a line that makes a list `found` of `text`, and returns the list.
  private static func python(
    _ line: String, _ text: String, with program: String = "python3"
  ) throws -> [String] {
    let folder = try TemporaryFolder(["text": text])
    try folder.write(
      """
      import sys
      text = open("text", encoding="utf-8", newline="").read()
      \(line)
      sys.stdout.buffer.write("".join(one + "\\0\\0" for one in found).encode())
      """, to: "read.py")
    let output = try InstalledTool.run(program, ["read.py"], in: folder.path)
    return output.splitAtBytes("\0\0").dropLast()
  }

  private static var hasPython: Bool { InstalledTool.path("python3") != nil }
  private static let pythonComment: Comment = "python3 reads what was written"

  @Test("Escaped texts are strings of JSON", .enabled(if: hasPython, pythonComment))
  func json() throws {
    let text = "[" + HostileText.all.map(Escaping.json).joined(separator: ",") + "]"
    let found = try JSONDecoder().decode([String].self, from: Data(text.utf8))
    expectSame(found, HostileText.all)
    expectSame(try Self.python("import json; found = json.loads(text)", text), HostileText.all)
    #expect(!text.utf8.contains { $0 < 0x20 })
  }

  @Test("Escaped texts are cells of comma-separated values", .enabled(if: hasPython, pythonComment))
  func csv() throws {
    let texts = HostileText.all.filter { !$0.utf8.contains(0) }
    let line = "import csv, io; found = next(csv.reader(io.StringIO(text, newline='')))"
    let row = texts.map(Escaping.csv).joined(separator: ",")
    expectSame(try Self.python(line, row), texts)
  }

  @Test("Escaped texts are text and attributes of XML, but for what XML cannot hold")
  func xml() throws {
    let elements = HostileText.all.map { "<t a=\"\(Escaping.xml($0))\">\(Escaping.xml($0))</t>" }
    let document = "<?xml version=\"1.0\" encoding=\"UTF-8\"?><all>\(elements.joined())</all>"
    let expected = HostileText.all.map { text in
      String(
        String.UnicodeScalarView(
          text.unicodeScalars.map { scalar in
            let isKept = [9, 10, 13].contains(scalar.value) || scalar.value >= 0x20
            return isKept && ![0xFFFE, 0xFFFF].contains(scalar.value) ? scalar : "\u{FFFD}"
          }))
    }
    let read =
      "import xml.etree.ElementTree as tree; root = tree.fromstring(text.encode());"
    if Self.hasPython {
      expectSame(
        try Self.python("\(read) found = [one.text or '' for one in root]", document), expected)
      expectSame(
        try Self.python("\(read) found = [one.get('a') for one in root]", document), expected)
    }
    if InstalledTool.path("xmllint") != nil {
      let folder = try TemporaryFolder(["all.xml": document])
      _ = try InstalledTool.run("xmllint", ["--noout", "all.xml"], in: folder.path)
    }
  }

  @Test("Escaped texts are text and attributes of HTML", .enabled(if: hasPython, pythonComment))
  func html() throws {
    let document = HostileText.all.map {
      "<p title=\"\(Escaping.html($0))\">\(Escaping.html($0))</p>"
    }
    .joined()
    let line = """
      from html.parser import HTMLParser
      found = []
      class Reader(HTMLParser):
          def handle_starttag(self, tag, attributes): found.extend([tag, dict(attributes)["title"] or "", ""])
          def handle_data(self, data): found[-1] += data
          def handle_comment(self, data): found.append(data)
      reader = Reader(); reader.feed(text); reader.close()
      """
    let expected = HostileText.all.flatMap { text in
      let shown = text.unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : String($0) }.joined()
      return ["p", shown, shown]
    }
    expectSame(try Self.python(line, document), expected)
  }

  @Test("Escaped texts are values of JSON inside a script of HTML, which no value ends")
  func jsonInHTML() throws {
    let json = "[" + HostileText.all.map(Escaping.json).joined(separator: ",") + "]"
    let text = Escaping.jsonInHTML(json)
    expectSame(try JSONDecoder().decode([String].self, from: Data(text.utf8)), HostileText.all)
    #expect(!text.utf8.contains { "<>&".utf8.contains($0) })
  }

  @Test("Escaped texts are a path of a URL")
  func urls() throws {
    for text in Self.arguments {
      let path = "/" + text
      let encoded = Escaping.urlPath(path)
      #expect(
        encoded.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"\"#?:<>[]{}|\\^`".utf8.contains($0) })
      #expect(decoded(encoded) == Array(path.utf8))
      let name = Escaping.playlistURI(text)
      #expect(decoded(name) == Array(text.utf8))
      #expect(!name.utf8.contains { $0 < 0x20 || "\"#?:".utf8.contains($0) })
    }
  }

  /// The bytes of a percent-encoded text; Foundation leaves out a byte order mark.
  private func decoded(_ text: String) -> [UInt8] {
    var (bytes, result) = (Array(text.utf8)[...], [UInt8]())
    while let byte = bytes.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        result.append(byte)
        continue
      }
      result.append(UInt8(String(decoding: bytes.prefix(2), as: UTF8.self), radix: 16) ?? 0)
      bytes = bytes.dropFirst(2)
    }
    return result
  }

  /// Compares by bytes: texts that are equal as `String` may differ for other programs.
  private func expectSame(_ found: [String], _ expected: [String]) {
    #expect(found.count == expected.count)
    for (one, other) in zip(found, expected) where !one.utf8.elementsEqual(other.utf8) {
      Issue.record("\(one.debugDescription) instead of \(other.debugDescription)")
    }
  }
}

extension String {
  /// The parts between the bytes of a mark: `components(separatedBy:)` does not find a mark that
  /// forms one grapheme cluster with its neighbours.
  fileprivate func splitAtBytes(_ mark: String) -> [String] {
    let (bytes, mark) = (Array(utf8), Array(mark.utf8))
    var (parts, start, index) = ([String](), 0, 0)
    while index + mark.count <= bytes.count {
      guard bytes[index..<index + mark.count].elementsEqual(mark) else {
        index += 1
        continue
      }
      parts.append(String(decoding: bytes[start..<index], as: UTF8.self))
      index += mark.count
      start = index
    }
    return parts + [String(decoding: bytes[start...], as: UTF8.self)]
  }
}

/// Texts with a program's own marks, read according to the program's documentation.
@Suite("Texts for servers")
struct ServerTextTests {
  /// Kubernetes' expansion (`third_party/forked/golang/expansion/expand.go`) where every name is a
  /// variable.
  private func expanded(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var (result, index) = ([UInt8](), 0)
    let isName = { (byte: UInt8) in
      (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte)
        || "-._".utf8.contains(byte)
    }
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "$"), index + 1 < bytes.count else {
        result.append(bytes[index])
        index += 1
        continue
      }
      let end = bytes[index...].firstIndex(of: UInt8(ascii: ")"))
      if bytes[index + 1] == UInt8(ascii: "$") {
        result.append(bytes[index])
        index += 2
      } else if bytes[index + 1] == UInt8(ascii: "("), let end {
        let name = bytes[(index + 2)..<end]
        result += name.allSatisfy(isName) ? Array("SPOILT".utf8) : Array(bytes[index...end])
        index = end + 1
      } else {
        result += bytes[index...(index + 1)]
        index += 2
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  @Test("Kubernetes gives a container the argument as it was")
  func kubernetes() {
    let joined = HostileText.all.joined(separator: "$")
    for text in HostileText.all + [joined, "\"$((JOB_COMPLETION_INDEX + 1))/3\" $(HOME)"] {
      let found = expanded(Escaping.kubernetesArgument(text))
      #expect(found.utf8.elementsEqual(text.utf8), "\(text.debugDescription)")
    }
    #expect(Escaping.kubernetesArgument("$((INDEX + 1)) $status $?") == "$((INDEX + 1)) $status $?")
  }

  @Test("A template of the Open Job Description has double braces as parameters only")
  func jobs() {
    for text in HostileText.all {
      let name = Escaping.jobName(text, maximumCount: 128)
      #expect(!Escaping.needsJobParameter(name) && name.unicodeScalars.count <= 128)
      let isTaken = text.contains("{{") || text.unicodeScalars.contains { $0.value < 0x20 }
      #expect(!isTaken || Escaping.needsJobParameter(text))
    }
  }

  /// The runner's own way back (`ActionCommand.cs`).
  private func decoded(_ text: String, isProperty: Bool) -> String {
    var text = text
    let marks = [("%0D", "\r"), ("%0A", "\n")] + (isProperty ? [("%3A", ":"), ("%2C", ",")] : [])
    for (mark, sign) in marks + [("%25", "%")] {
      text = text.splitAtBytes(mark).joined(separator: sign)
    }
    return text
  }

  @Test("Workflow commands of GitHub say the text on one line")
  func workflowCommands() {
    for text in HostileText.all {
      let (data, property) = (Escaping.workflowData(text), Escaping.workflowProperty(text))
      #expect(decoded(data, isProperty: false).utf8.elementsEqual(text.utf8))
      #expect(decoded(property, isProperty: true).utf8.elementsEqual(text.utf8))
      #expect(!data.utf8.contains { $0 == 10 || $0 == 13 })
      #expect(!property.utf8.contains { [10, 13, 58, 44].contains($0) })
    }
  }

  @Test("A log's line is no command, no section and no sequence of a terminal")
  func logs() {
    for text in HostileText.all {
      let shown = Escaping.log(text)
      for line in shown.unicodeScalars.split(separator: "\n") {
        let rest = String(line).drop { $0.isWhitespace }
        #expect(!rest.unicodeScalars.starts(with: "::".unicodeScalars), "\(text.debugDescription)")
      }
      #expect(!shown.contains("##["))
      let controls = shown.unicodeScalars.filter { $0.properties.generalCategory == .control }
      #expect(controls.allSatisfy { $0 == "\n" || $0 == "\t" }, "\(text.debugDescription)")
      #expect(Escaping.log(shown) == shown)
      #expect(!Escaping.logName(text).utf8.contains(10))
    }
    let plain = "a/b c.yaml:1:2: error: 'x' \u{E9} \u{1F469}\u{200D}\u{1F467} (1 of 2)"
    #expect(Escaping.log(plain) == plain && Escaping.logName(plain) == plain)
    let colored = "\u{1B}[1;31merror\u{1B}[0m: x"
    #expect(Escaping.log(colored) == colored)
    #expect(Escaping.log("\u{1B}[2J\u{1B}]0;x\u{7}") == "\\u001B[2J\\u001B]0;x\\u0007")
  }

  @Test("Captions have no line that ends them or begins another")
  func captions() {
    for text in HostileText.all {
      let subRip = Escaping.subRip(text)
      #expect(!subRip.unicodeScalars.split(separator: "\n").contains { String($0).contains("-->") })
      for shown in [subRip, Escaping.withoutEmptyLines(Escaping.webVTT(text))] {
        #expect(!"\n\(shown)\n".contains("\n\n") || shown.isEmpty, "\(text.debugDescription)")
        #expect(!shown.utf8.contains { $0 == 0 || $0 == 13 })
      }
    }
  }

  /// Python that has the library; `make test` installs it.
  private static let python =
    repository.appending(path: ".build-test/checkers/bin/python").path

  @Test(
    "Nobody is told of a file that is called as they are",
    arguments: ["@all", "a@b", "(@ada)", "\u{600}@eve", "@@x", "@org/team", "@1"])
  func mentions(_ text: String) {
    let scalars = Array(Escaping.markdown(text).unicodeScalars)
    for (sign, next) in zip(scalars, scalars.dropFirst()) where sign == "@" {
      #expect(!next.properties.isAlphabetic && next.properties.numericType == nil)
    }
    #expect(Escaping.markdown("scene.yaml @ 0.5") == "scene.yaml @ 0.5")
  }

  private static var hasMarkdown: Bool {
    let library = URL(filePath: python).deletingLastPathComponent().deletingLastPathComponent()
    let names = FileManager.default.enumerator(atPath: library.appending(path: "lib").path)
    return names?.contains { ($0 as? String)?.hasSuffix("markdown_it/main.py") == true } ?? false
  }

  @Test(
    "A cell of Markdown shows the text on one line",
    .enabled(if: hasMarkdown, "make test installs markdown-it-py into .build-test/checkers"))
  func markdown() throws {
    let texts = HostileText.all.filter { !$0.utf8.contains(0) }
    let folder = try TemporaryFolder()
    let rows = texts.map { "| x\(Escaping.markdown($0))x |\n" }.joined()
    try folder.write("| a |\n| --- |\n" + rows, to: "table.md")
    try folder.write(
      """
      import sys
      from html.parser import HTMLParser
      from markdown_it import MarkdownIt
      found, inside = [], False
      class Reader(HTMLParser):
          def handle_starttag(self, tag, attributes):
              if tag == "td": found.append("")
              elif tag not in ("table", "thead", "tbody", "tr", "th"): found.append("spoilt " + tag)
          def handle_data(self, data):
              if found and self.lasttag == "td" and self.rawdata is not None: found[-1] += data
      text = open("table.md", encoding="utf-8", newline="").read()
      reader = Reader(); reader.feed(MarkdownIt("gfm-like", {"linkify": False}).render(text)); reader.close()
      sys.stdout.buffer.write("\\0".join(one.strip() for one in found).encode())
      """, to: "read.py")
    let process = Process()
    process.executableURL = URL(filePath: Self.python)
    process.arguments = ["read.py"]
    process.currentDirectoryURL = URL(filePath: folder.path)
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let found = String(
      decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self
    ).split(separator: "\0", omittingEmptySubsequences: false)
    #expect(found.count == texts.count)
    func visible(_ text: String) -> [Unicode.Scalar] {
      text.unicodeScalars.filter { $0 != "\u{200B}" }
    }
    for (shown, text) in zip(found, texts) {
      let line = text.unicodeScalars.map { $0.value < 0x20 ? " " : String($0) }.joined()
      // Scalars, as an Arabic number sign makes one character with what follows it.
      let (written, wanted) = (visible(String(shown)), visible("x\(line)x"))
      #expect(written.elementsEqual(wanted), "\(text.debugDescription)")
    }
  }
}
