import Foundation
import RostrumBase
import RostrumFigures
import RostrumImporters
import RostrumKit
import RostrumLayerTree
import RostrumOutput
import RostrumSource
import RostrumTiming
import TestSupport
import Testing
@testable import RostrumSceneFile

/// `rostrum schema`, checked by an independent validator: Python's jsonschema, which `make test`
/// installs where apt is available.
@Suite("Schema")
struct SchemaTests {
  @Test("The schema is the same every time, and JSON")
  func deterministic() throws {
    let text = try SceneSchema.text()
    #expect(try SceneSchema.text() == text)
    #expect(try JSONSerialization.jsonObject(with: Data(text.utf8)) is [String: Any])
  }

  @Test("Every key of every vocabulary has a schema that says something")
  func keys() {
    let open = [Key.fromValue.row, Key.toValue.row, Key.byValue.row]
    for key in Vocabulary.all.flatMap(\.keys) where !open.contains(key) {
      #expect(key.schema != [:], "\(key.name) needs a schema")
    }
  }

  @Test("Every reference of the schema leads somewhere, and every definition is used")
  func references() throws {
    let text = try SceneSchema.text()
    let used = Set(
      text.matches(of: /"#\/definitions\/([a-zA-Z0-9-]+)"/).map { String($0.output.1) })
    guard let members = SceneSchema.schema.dictionary,
      let definitions = members["definitions"]?.dictionary
    else { throw SchemaFailure(message: "no definitions") }
    #expect(used == Set(definitions.keys))
  }

  @Test("It is named, and small enough to be loaded while one types")
  func size() throws {
    let text = try SceneSchema.text()
    #expect(text.utf8.count < 470_000, "\(text.utf8.count)")
    #expect(text.contains("\"$id\": \"https://rostrum.invalid/schema/1/scene.json\""))
    #expect(try SceneSchema.projectText().contains("schema/1/project.json"))
  }

  @Test("Every entry of every mapping says what it is for")
  func descriptions() throws {
    guard let root = SceneSchema.schema.dictionary,
      let definitions = root["definitions"]?.dictionary
    else { throw SchemaFailure(message: "no definitions") }
    // These only choose, or narrow other definitions.
    let others = definitions.filter { name, _ in
      !["layer", "animation", "added-animation", "action", "filter"].contains(name)
        && !name.hasPrefix("key-path")
    }
    for (name, definition) in others.merging(
      ["scene": SceneSchema.schema], uniquingKeysWith: { $1 })
    {
      guard let members = definition.dictionary,
        let entries = members["properties"]?.dictionary
      else { continue }
      for (key, entry) in entries {
        #expect(Self.isDescribed(entry, definitions), "\(name): \(key)")
      }
    }
  }

  private static func isDescribed(
    _ entry: JSONValue, _ definitions: [String: JSONValue]
  ) -> Bool {
    guard let members = entry.dictionary else { return false }
    if let path = members["$ref"]?.string {
      return definitions[String(path.dropFirst("#/definitions/".count))].map {
        isDescribed($0, definitions)
      } ?? false
    }
    return members["description"] != nil
  }

  @Test("Defaults are values: words, numbers, flags and lists")
  func defaults() throws {
    let rows: [(String, JSONValue)] = [
      ("opacity", 1), ("hidden", false), ("anchorPoint", [0.5, 0.5]), ("transform", "identity"),
      ("class", "layer"), ("backgroundColor", "none"),
    ]
    for (name, value) in rows {
      #expect(Vocabulary.layer(.plain).key(named: name)?.defaultValue == value, "\(name)")
    }
    let described = Vocabulary.all.flatMap(\.keys).filter { $0.defaultText?.contains(" ") == true }
    for key in described {
      guard key.defaultValue?.array != nil else {
        #expect(key.defaultValue == nil, "\(key.name)")
        continue
      }
    }
  }

  @Test(
    "What is wrong is said where it stands", .enabled(if: Validator.isThere),
    arguments: [
      ("- {name: a, opacity: 2}", ["layers.0.opacity"]),
      ("- {name: a, sublayers: [{name: b}, {name: c, hiden: true}]}", ["layers.0.sublayers.1"]),
      (
        "- {name: a, sublayers: [{sublayers: [{position: 3}]}]}",
        ["layers.0.sublayers.0.sublayers.0.position"]
      ),
      ("- {class: txt}", ["layers.0.class"]),
      (
        "- {animations: [{type: basic, keyPath: opacity, toValue: 0, duration: x}]}",
        ["layers.0.animations.0.duration"]
      ),
      ("- {forEach: i, in: 3, do: {}, dont: 1}", ["layers.0"]),
      ("- {class: text, string: a, font: {family: A, wieght: bold}}", ["layers.0.font"]),
      ("- {opacity: \"${o}\", sublayers: \"${s}\"}", []),
      ("- {forEach: i, in: 3, do: {opacity: 2}}", ["layers.0.do.opacity"]),
      ("- {forEach: i, in: 3, do: [{name: a}, {hiden: true}]}", ["layers.0.do.1"]),
      (
        "- {forEach: i, in: 3, do: {forEach: j, in: 2, do: {opacity: x}}}",
        ["layers.0.do.do.opacity"]
      ),
      (
        "- {animations: [{type: keyframe, keyPath: opacity, duration: 1, values: [{forEach: i, in: 5, do: \"calc(${i})\"}]}]}",
        []
      ),
      ("- {animations: {opacity: {toValue: 0, duration: 1}}}", []),
      (
        "- {animations: {opacity: {toValue: 0, duration: x}}}",
        ["layers.0.animations.opacity.duration"]
      ),
      ("- {animations: {opacity: {values: [0, 1], duraton: 1}}}", ["layers.0.animations.opacity"]),
      ("- {animations: {opaciti: {toValue: 0}}}", ["layers.0.animations"]),
    ])
  func places(_ layer: String, _ paths: [String]) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("size: [9, 9]\nlayers:\n  \(layer)\n", to: "a.yaml")
    let errors = try #require(try Validator.errors(of: [path])[path])
    let places = errors.map { String($0.prefix { $0 != ":" }) }
    #expect(Set(places) == Set(paths), "\(errors)")
  }

  @Test("It knows the keys of projects", .enabled(if: Validator.isThere))
  func projects() throws {
    let folder = try TemporaryFolder()
    let good = try folder.write(
      "paths: [a]\noutput: b\ncommands: {render: {fps: 30, format: [png, mp4]}}\n", to: "a.yaml")
    let bad = try folder.write("pahts: [a]\n", to: "b.yaml")
    let errors = try Validator.errors(of: [good, bad], SceneSchema.projectText())
    #expect(errors[good] == [] && errors[bad]?.count == 1, "\(errors)")
  }

  @Test("It accepts every good scene", .enabled(if: Validator.isThere))
  func good() throws {
    let fixtures = Validator.scenes(in: "Tests/Fixtures/GoodScenes")
    // The folders of scenes contain files of other formats too.
    let scenes = DocumentationTests.scenes.filter { !$0.contains("/Lotties/") }
    let results = try Validator.errors(of: fixtures + scenes)
    #expect(results.count > 20)
    for (path, errors) in results { #expect(errors.isEmpty, "\(path): \(errors)") }
  }

  @Test("It accepts every baked scene", .enabled(if: Validator.isThere))
  func baked() throws {
    let folder = try TemporaryFolder()
    let originals = DocumentationTests.scenes.filter { $0.contains("/Scenes/") }
    let root = ModuleTests.root.appending(path: "Scenes").path
    let options = SceneOptions(
      frameRate: FrameRate(numerator: 8), allowedPaths: [root, folder.path], importers: .all)
    let baked = try originals.enumerated().map { number, path in
      let output = folder.path("\(number).yaml")
      try BakeJob(scene: path, output: output, options: options).run()
      return output
    }
    #expect(baked.count > 80)
    for (path, errors) in try Validator.errors(of: baked) {
      #expect(errors.isEmpty, "\(path): \(errors)")
    }
  }

  @Test(
    "It knows what an action may say: all that an animation may, and less than one has to",
    .enabled(if: Validator.isThere),
    arguments: [
      ("opacity: none", true), ("opacity: {type: basic}", true),
      ("opacity: {type: spring, stiffness: 50, beginTime: now + 0.5}", true),
      ("opacity: {type: keyframe, values: [0, 1, 0], keyTimes: [0, 0.2, 1]}", true),
      ("hidden: {type: transition, subtype: fromTop}", true),
      ("opacity: {type: basic, stiffness: 50}", false),
      ("opacity: {type: basic, durtion: 2}", false), ("opacity: {type: keyframe}", false),
      ("opacity: {type: basic, fillMode: forever}", false), ("opacity: {duration: 2}", false),
      ("opacity: {type: basic, keyPath: opacity, toValue: 2}", false),
    ])
  func actions(_ action: String, _ isRight: Bool) throws {
    let text = "size: [9, 9]\nlayers:\n  - name: a\n    actions:\n      \(action)\n"
    try expect(text, isRight)
  }

  /// Expects that a file of this text has no mistakes, or has some.
  private func expect(
    _ text: String, _ isRight: Bool,
    _ schema: @autoclosure () throws -> String = try SceneSchema.text()
  ) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(text, to: "a.yaml")
    let errors = try Validator.errors(of: [path], schema())
    #expect(errors[path]?.isEmpty == isRight, "\(errors)")
  }

  @Test("Every figure and theme file is accepted", .enabled(if: Validator.isThere))
  func figures() throws {
    let files = Validator.scenes(in: "Scenes/Book/Figures")
    let results = try Validator.errors(of: files, FigureSchema.figureText())
    #expect(results.count > 15)
    for (path, errors) in results { #expect(errors.isEmpty, "\(path): \(errors)") }
  }

  @Test(
    "The schemas of figures and themes know every key, its values, and no other",
    .enabled(if: Validator.isThere),
    arguments: [
      ("type: functions\nfunctions: [easeIn, {function: linear, name: a}]", true),
      ("type: functions\nfunctions: [linear]\nhorizontal: {label: t, ticks: [0, [1, one]]}", true),
      ("type: functions\nfunctions: [linear]\nlanguage: zh\nheight: 12cm\nfont: [A, B]", true),
      ("type: functions\nfunctions: [linear]\nannotations: [{at: [0, 1], text: a}]", true),
      ("type: row\nfigures: [{type: functions, functions: [linear], note: a}]", true),
      ("type: functions\nfunctions: []", false), ("functions: [linear]", false),
      ("type: functions\nfunctions: [linear]\nscene: a.yaml", false),
      ("type: functions\nfunctions: [linear]\nlanguage: de", false),
      ("type: functions\nfunctions: [linear]\nheight: 3", false),
      ("type: functions\nfunctions: [linear]\nhorizontal: {lable: t}", false),
      ("type: functions\nfunctions: [{function: linear, nme: a}]", false),
      ("type: row\nfigures: [{type: functions, functions: [linear], theme: dark}]", false),
      ("type: timeline", false),
    ])
  func figureKeys(_ text: String, _ isRight: Bool) throws {
    try expect(text, isRight, FigureSchema.figureText())
  }

  @Test(
    "The schema of themes knows every key", .enabled(if: Validator.isThere),
    arguments: [
      ("base: dark\npalette: ['#FF0000', red]\nbackground: none\nfontSize: 9", true),
      ("base: blue", false), ("fontSize: 0", false), ("pallete: [red]", false),
    ])
  func themeKeys(_ text: String, _ isRight: Bool) throws {
    try expect(text, isRight, FigureSchema.themeText())
  }

  /// Errors that a schema cannot see: they need the whole scene, its files and fonts, or a text in
  /// another language.
  private static let unseen: Set<String> = [
    "bad-alias", "bad-clock", "bad-format", "bad-key-times", "bad-merge", "bad-name", "bad-path",
    "bad-spring", "bad-tag", "bad-timing-function", "bad-transform", "canvas-too-large", "conflict",
    "bad-inner-scene", "scene-cycle", "event-cycle", "bad-placeholder", "missing-parameter",
    "unknown-parameter",
    "unused-parameter", "unreadable-video",
    "duplicate-key", "duplicate-name", "endless", "missing-file", "missing-font", "missing-glyph",
    "no-effect", "not-a-file", "not-drawn", "outside-folder", "too-deep", "too-large",
    "too-many-animations",
    "too-many-frames", "too-many-layers", "unknown-animation", "unknown-layer", "unknown-name",
    "unreadable-font", "unreadable-image",
  ]

  /// Errors of a kind that a schema can see, except these: they need two values at once, a number
  /// that JSON does not have, or an empty value, which JSON reads as null.
  private static let exceptions: Set<String> = [
    "emitter-deep.yaml", "emitter-million.yaml", "event-clocks.yaml", "gradient-counts.yaml",
    "event-dashes.yaml", "keyframe-functions-count.yaml",
    "keyframe-path-counts.yaml", "keyframe-times-count-discrete.yaml", "keyframe-times-count.yaml",
    "layer-speed.yaml", "parameter-inner.yaml", "scene-background-comment.yaml",
    "scene-size-nan.yaml", "shape-dashes.yaml",
    "timing-tiny.yaml",
  ]

  @Test(
    "It refuses every bad scene whose mistake a schema can see", .enabled(if: Validator.isThere))
  func bad() throws {
    let results = try Validator.errors(of: Validator.scenes(in: "Tests/Fixtures/BadScenes"))
    let accepted = results.filter(\.value.isEmpty).keys
    #expect(Double(accepted.count) < 0.4 * Double(results.count))
    for path in accepted where !Self.exceptions.contains(URL(filePath: path).lastPathComponent) {
      let found = Set(try SceneOpener().check(path).diagnostics.map(\.id))
      #expect(found.isSubset(of: Self.unseen), "\(path): \(found.subtracting(Self.unseen))")
    }
  }
}

private struct SchemaFailure: Error { let message: String }

/// Python's jsonschema, as a process.
private enum Validator {
  /// The system's own Python may have Debian's packages where another one on the search path has
  /// not.
  private static let python: String? = ["/usr/bin/env python3", "/usr/bin/python3"].first {
    (try? run($0, ["-c", "import jsonschema, yaml"])) != nil
  }

  static var isThere: Bool { python != nil }

  static func scenes(in folder: String) -> [String] {
    let root = ModuleTests.root.appending(path: folder)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []
    return names.filter { ["yaml", "json"].contains(URL(filePath: $0).pathExtension) }
      .map { root.appending(path: $0).path }
  }

  /// The errors of each scene, by its path.
  static func errors(
    of scenes: [String], _ schemaText: @autoclosure () throws -> String = try SceneSchema.text()
  ) throws -> [String: [String]] {
    struct Line: Decodable {
      let path: String
      let errors: [String]
    }
    let name = "rostrum-\(UUID().uuidString).schema.json"
    let schema = FileManager.default.temporaryDirectory.appending(path: name)
    try schemaText().write(to: schema, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: schema) }
    let script = ModuleTests.root.appending(path: "Tests/Fixtures/validate.py").path
    let output = try run(#require(python), [script, schema.path] + scenes)
    let lines = try output.split(separator: "\n").map {
      try JSONDecoder().decode(Line.self, from: Data($0.utf8))
    }
    return Dictionary(lines.map { ($0.path, $0.errors) }) { first, _ in first }
  }

  private static func run(_ command: String, _ arguments: [String]) throws -> String {
    let words = command.split(separator: " ").map(String.init)
    let process = Process()
    process.executableURL = URL(filePath: words[0])
    process.arguments = words.dropFirst() + arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw SchemaFailure(message: "python3 ended with \(process.terminationStatus)")
    }
    return String(decoding: data, as: UTF8.self)
  }
}
