import Foundation
import Testing

/// Rules for the text of the sources: where untrusted texts are escaped, how ffmpeg gets paths, and
/// which files scripts install.
@Suite("Safe sources")
struct SafeSourceTests {
  /// A line of a file that is read as text.
  private struct Line: CustomStringConvertible {
    let file: String
    let number: Int
    let text: String
    var description: String { "\(file):\(number): \(text.trimmingCharacters(in: .whitespaces))" }
  }

  private static func lines(below folder: String, _ isRead: (String) -> Bool) throws -> [Line] {
    let root = ModuleTests.root.appending(path: folder)
    let names = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String }
    let files = (names ?? []).filter { name in
      var isFolder: ObjCBool = false
      let path = root.appending(path: name).path
      _ = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      return isRead(name) && !isFolder.boolValue && !name.contains(".build")
    }
    return try files.sorted().flatMap { name in
      let text = try String(contentsOf: root.appending(path: name), encoding: .utf8)
      return DocumentationTests.lines(text).enumerated().map {
        Line(file: folder + "/" + name, number: $0.offset + 1, text: $0.element)
      }
    }
  }

  // MARK: Escaping

  /// Files that replace parts of texts, and why they need no escaping: the replaced text is
  /// Rostrum's own, or only Rostrum reads the result.
  static let replacements: [String: String] = [
    "Figures/Declaration/FigureDeclaration.swift": "the label of a figure, shown to people",
    "Lottie/Document/Slots.swift": "values of JSON in a tree, no text",
    "LayerTree/Animations/CubicSpline.swift": "coordinates",
    "SceneFile/Source/YAMLNode.swift": "the words of a calculation, by the scene language's rule",
    "SceneFile/Parameters/TextFunctions.swift": "the parts of a date, which stand in a scene",
    "LayerTree/Properties/Interpolation.swift": "coordinates",
    "LayerTree/Properties/Value.swift": "coordinates",
    "Canvas/Drawing/Sprite.swift": "a vector's numbers",
    "Preview/PreviewProblem.swift": "the fields of an address that the user gave",
    "RostrumKit/Reference/ReferenceTable.swift":
      "the tables of the documentation, written in Markdown",
    "RostrumKit/Reference/ReferenceTables.swift": "words of the documentation",
    "Regression/Diff/PicturePair.swift": "the name of a picture in a report, compared with nothing",
    "Regression/Reports/Findings.swift": "line ends of a sentence, shown on one line",
    "Regression/Reports/JUnit.swift": "the dots of a class's name, which is escaped then",
    "Regression/Reports/ReportPage.swift": "the fields of the report's own page",
    "Regression/Reports/ReportPaths.swift": "the working folder, taken off paths in messages",
    "Output/Scenes/OpenedScene.swift": "a prefix of ffmpeg's words in a message",
    "Output/Vectors/VectorFilm.swift": "a prefix of names, which no text of XML can hold",
    "Regression/Baselines/WrittenValue.swift": "line ends of a text, shown shortened",
    "Regression/Baselines/LayerChanges.swift": "numbers taken out of texts that are compared",
    "SVG/SVGKeyframes.swift": "the units in a calculation of times, which only Rostrum reads",
    "SVG/SVGStyleSheet.swift": "selectors and conditions of styles, which only Rostrum reads",
    "RostrumTesting/Films.swift": "the name of an attachment in a test",
    "RostrumTesting/Matching.swift": "the name of an attachment in a test",
    "SceneFile/Parameters/DataTable.swift": "escapes of JSON, which are ASCII, in a value",
    "SceneFile/Captions/CaptionParser.swift": "the comma of a time",
    "SceneFile/Readers/ForeignNames.swift": "words of hints",
    "SceneFile/Readers/LocaleReaders.swift": "names of locales, and a sign of money",
    "SceneFile/Readers/NumberReaders.swift": "digits of numbers",
    "SceneFile/Scene/SchemaForm.swift": "names in the schema, which are Rostrum's own",
  ]

  @Test("Texts are escaped in Base alone: no other file replaces parts of them for that")
  func replacing() throws {
    let calls =
      #/[ .(]replacing(Occurrences)?\(|func \w*([eE]scaped|[qQ]uoted|xml|html|cell)\w*\(_ \w+: String\) -> String|var \w*([eE]scaped|[qQ]uoted)\w*: String/#
    let home = ["Base/Escaping.swift", "Base/ProgramText.swift"]
    var found: Set<String> = []
    for line in try Self.lines(below: "Sources", { $0.hasSuffix(".swift") }) {
      // Without the folder of the module, which only Figures has not.
      let file = line.file.split(separator: "/")
        .dropFirst(line.file.hasPrefix("Sources/Figures/") ? 1 : 2).joined(separator: "/")
      guard !file.hasPrefix("Benchmarks/"), !home.contains(file),
        line.text.firstMatch(of: calls) != nil,
        !line.text.trimmingCharacters(in: .whitespaces).hasPrefix("//")
      else { continue }
      if Self.escapers[file].map({ line.text.contains($0) }) == true { continue }
      found.insert(file)
      #expect(Self.replacements[file] != nil, "\(line): escape with a function of Escaping")
    }
    #expect(Set(Self.replacements.keys).subtracting(found).sorted() == [], "these replace nothing")
  }

  /// Functions that write the scene language's own marks, which no other parser reads.
  static let escapers = [
    "SceneFile/Source/CalculationText.swift": "func escaped(_ text: String) -> String",
    "SceneFile/Source/YAMLNode.swift": "func escaped(_ text: String) -> String",
    "Source/SourceText.swift": "var quoted: String",
  ]

  @Test("No page makes HTML of a text")
  func pages() throws {
    let calls = #/innerHTML|outerHTML|insertAdjacentHTML|document\.write|\seval\(|new Function/#
    // Expressions are no page: JavaScriptCore evaluates them in a process that has none.
    let files = try Self.lines(below: "Sources") {
      ($0.hasSuffix(".js") || $0.hasSuffix(".html")) && !$0.contains("Lottie/Expressions/Library/")
    }
    #expect(files.count > 1000)
    for line in files { #expect(line.text.firstMatch(of: calls) == nil, "\(line)") }
    let swift = try Self.lines(below: "Sources/Output/Media") { $0.hasSuffix(".swift") }
    for line in swift { #expect(line.text.firstMatch(of: calls) == nil, "\(line)") }
  }

  // MARK: ffmpeg

  /// Options of ffmpeg and its parts that take a path.
  private static let pathOptions = [
    "i", "attach", "passlogfile", "filter_script", "filter_complex_script", "hls_segment_filename",
    "stats", "vstats_file", "progress", "report", "dump_attachment", "fontsdir", "sdp_file",
  ]

  @Test("FFmpeg gets no path but as a file, whatever the option")
  func toolPaths() throws {
    let files = try Self.lines(below: "Sources/Output/Media") { $0.hasSuffix(".swift") }
    let text = files.map(\.text).joined(separator: "\n")
    let options = Self.pathOptions.joined(separator: "|")
    // The value of such an option, or the output behind a format.
    let pattern = try Regex(
      "\"-(?:(?:\(options))\"|f\",\\s*\"\\w+\"),\\s*(\"(?!-\\w)[^\"]*\"|[\\w.]+\\(?)")
    let values = text.matches(of: pattern).map { String($0.output[1].substring ?? "") }
    #expect(values.count > 10)
    let known = [
      "ToolArguments.file(", "ToolArguments.plainFile(", "\"pipe:0\"", "\"pipe:1\"", "\"-\"",
    ]
    for value in values { #expect(known.contains(value), "\(value)") }
    #expect(!text.contains("subtitles=") && !text.contains("movie="), "a filter that opens a path")
  }

  // MARK: Installed files

  /// Scripts, actions, templates and the documentation.
  private static func installing() throws -> [Line] {
    let scripts = try lines(below: ".ci") { !$0.hasPrefix("python/") }
    let pages = try lines(below: "Sources/Command/RostrumKit/RostrumKit.docc") {
      $0.hasSuffix(".md")
    }
    let others = try ["README.md", "Makefile", ".pre-commit-hooks.yaml"].flatMap { file in
      DocumentationTests.lines(try DocumentationTests.text(file)).enumerated().map {
        Line(file: file, number: $0.offset + 1, text: $0.element)
      }
    }
    return scripts + pages + others
  }

  @Test("No download is piped into a program: it is checked first")
  func downloads() throws {
    let lines = try Self.installing()
    let loads = lines.filter { $0.text.firstMatch(of: #/(^|\s)(curl|wget)\s+-/#) != nil }
    #expect(loads.count >= 2, "the setup and GitLab's template load the tarball")
    for line in loads {
      #expect(line.text.contains("--output"), "\(line): into a file")
      #expect(line.text.contains("--proto '=https'"), "\(line): over https")
    }
    let piped =
      #/(curl|wget)[^|#]*\|\s*(sudo\s+)?(\S*sh|bash|tar|python\d?|perl|ruby)(\s|$)|sh\s+-c\s+"\$\((curl|wget)|<\((curl|wget)/#
    for line in lines { #expect(line.text.firstMatch(of: piped) == nil, "\(line)") }
    for file in [".ci/setup", ".ci/templates/gitlab-ci.yml"] {
      let text = try DocumentationTests.text(file)
      let check = try #require(text.firstRange(of: "sha256sum --check"), "\(file)")
      let unpack = try #require(text.firstRange(of: "tar -xJf"), "\(file)")
      #expect(check.lowerBound < unpack.lowerBound)
    }
  }

  @Test("Actions are named by their commits, and images by their digests")
  func pins() throws {
    let lines = try Self.installing()
    let uses = lines.compactMap { line in
      line.text.firstMatch(of: #/^[\s#-]*uses:\s*(\S+)/#).map { (line, String($0.output.1)) }
    }
    #expect(uses.count >= 8)
    for (line, action) in uses {
      let isPinned =
        action.hasPrefix("./") || action.wholeMatch(of: #/[^@]+@([0-9a-f]{40}|COMMIT)/#) != nil
      #expect(isPinned, "\(line)")
    }
    let images = lines.compactMap { line in
      line.text.firstMatch(of: #/^\s*(?:FROM |ARG BASE=|image: (?!programs )|container: )(\S+)/#)
        .map {
          (line, String($0.output.1))
        }
    }
    #expect(images.count >= 4)
    for (line, image) in images {
      let isPinned =
        image.hasPrefix("$") || image.wholeMatch(of: #/\S+@sha256:[0-9a-f]{64}/#) != nil
      #expect(isPinned || line.file.hasSuffix(".md"), "\(line)")
    }
    for line in lines {
      #expect(line.text.firstMatch(of: #/\srev:\s*(main|master|HEAD)(\s|$)/#) == nil, "\(line)")
    }
  }

  @Test("Python's packages have versions, and checksums where a script installs them")
  func packages() throws {
    for line in try Self.installing() {
      guard let call = line.text.firstMatch(of: #/pip3? install (.*)/#)?.output.1 else {
        continue
      }
      let isLocked = call.contains("--require-hashes") || call.hasSuffix("\\")
      #expect(isLocked || call.contains("=="), "\(line)")
    }
    let folder = ModuleTests.root.appending(path: ".ci/python")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.count >= 5)
    for name in names {
      let text = try DocumentationTests.text(".ci/python/\(name)")
      let packages = text.matches(of: #/(?m)^[A-Za-z][\w.-]*==\S+/#).count
      #expect(
        packages > 0 && packages == text.matches(of: #/(?m)^\S+==[^\n]*\\\n +--hash=sha256:/#).count
      )
    }
    let deps = try DocumentationTests.text(".ci/deps")
    for match in deps.matches(of: #/([a-z-]+)==([0-9.]+)/#) {
      let locked = try names.contains {
        try DocumentationTests.text(".ci/python/\($0)").contains(
          "\(match.output.1)==\(match.output.2) ")
      }
      #expect(locked, "\(match.output.0) has no checksum in .ci/python")
    }
  }
}
