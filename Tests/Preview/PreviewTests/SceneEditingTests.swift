import RostrumBase
import Foundation
import RostrumLayerTree
import RostrumSceneEditing
import RostrumSceneFile
import TestSupport
import Testing

@testable import RostrumPreview

@Suite("Changing a scene from its preview")
struct SceneEditingTests {
  private let folder: TemporaryFolder
  private let scene: PreviewScene
  private static let text = """
    size: [40, 30] # small
    duration: 1
    parameters: {tint: {type: color, default: red}}
    layers:
      - name: a
        bounds: [10, 10]
        position: [20, 15] # the middle
      - forEach: i
        in: 2
        do:
          name: b ${i}
          bounds: [5, 5]
          backgroundColor: ${tint}

    """

  init() throws {
    folder = try TemporaryFolder()
    scene = PreviewScene(
      path: try folder.write(Self.text, to: "scene.yaml"), options: PreviewOptions())
  }

  private var file: String {
    get throws { try String(contentsOfFile: folder.path("scene.yaml"), encoding: .utf8) }
  }

  private func move(to x: String, owner: SourcePlace? = .init(line: 5, column: 5)) -> [ValueEdit] {
    [ValueEdit(owner: owner, steps: [.key("position")], content: .list([x, "15"]))]
  }

  /// The problem that a change answers, or `nil`.
  private func problem(_ state: JSONValue) throws -> String? {
    struct State: Decodable { let problem: String? }
    return try JSONDecoder().decode(State.self, from: Data(state.line(isCompact: true).utf8))
      .problem
  }

  private func change(_ edits: [ValueEdit], isDraft: Bool = false) async throws -> String? {
    try problem(await scene.change(edits, reading: scene.reading, isDraft: isDraft))
  }

  @Test(
    "Changing a scene from its preview writes one value, keeps the file's permissions, and takes it back"
  )
  func writing() async throws {
    let path = folder.path("scene.yaml")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
    await scene.readIfNeeded()
    #expect(try await change(move(to: "25")) == nil)
    #expect(try file == Self.text.replacing("[20, 15]", with: "[25, 15]"))
    let permissions = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
    #expect(permissions as? Int == 0o640)
    #expect(try await change(move(to: "30")) == nil)
    #expect(try problem(await scene.undo()) == nil)
    #expect(try file == Self.text.replacing("[20, 15]", with: "[25, 15]"))
    #expect(try problem(await scene.undo()) == nil)
    #expect(try file == Self.text)
    #expect(try problem(await scene.redo()) == nil)
    #expect(try file == Self.text.replacing("[20, 15]", with: "[25, 15]"))
    #expect(folder.files == ["scene.yaml"])
  }

  @Test(
    "Changing a scene from its preview takes changes whose places are of an earlier reading as far as their lines are the same"
  )
  func readings() async throws {
    await scene.readIfNeeded()
    let first = await scene.reading
    await scene.set(["tint": "blue"])
    #expect(await scene.reading > first)
    #expect(
      try problem(await scene.change(move(to: "25"), reading: first, isDraft: false)) == nil)
    func late(_ x: String) async throws -> String? {
      try problem(await scene.change(move(to: x), reading: first, isDraft: false))
    }
    #expect(try await late("30") == nil)
    #expect(try file == Self.text.replacing("[20, 15]", with: "[30, 15]"))
    let foreign = "# above\n" + Self.text.replacing("[20, 15]", with: "[30, 15]")
    try folder.write(foreign, to: "scene.yaml")
    await scene.readIfNeeded()
    #expect(try await late("35") == nil)
    #expect(try file == foreign.replacing("[30, 15]", with: "[35, 15]"))
    let other = foreign.replacing("[30, 15]", with: "[40, 15]")
    try folder.write(other, to: "scene.yaml")
    await scene.readIfNeeded()
    #expect(try await late("45")?.contains("has changed meanwhile") == true)
    #expect(try file == other)
  }

  @Test(
    "What another program has just saved is read before a change from the preview is made in it")
  func unread() async throws {
    await scene.readIfNeeded()
    let first = await scene.reading
    func change(_ edits: [ValueEdit]) async throws -> String? {
      try problem(await scene.change(edits, reading: first, isDraft: false))
    }
    let foreign = "# above\n" + Self.text
    try folder.write(foreign, to: "scene.yaml")
    #expect(try await change(move(to: "25")) == nil)
    #expect(try file == foreign.replacing("[20, 15]", with: "[25, 15]"))
    let other = foreign.replacing("[20, 15]", with: "[40, 15]")
    try folder.write(other, to: "scene.yaml")
    #expect(try await change(move(to: "30"))?.contains("has changed meanwhile") == true)
    #expect(try file == other)
    let layer = PageStructureEdit(layer: 1, steps: [], kind: .remove)
    try folder.write("# twice\n" + other, to: "scene.yaml")
    #expect(try problem(await scene.restructure([layer], reading: scene.reading)) == nil)
    #expect(try file.hasPrefix("# twice\n# above\n") && !file.contains("name: a"))
  }

  @Test(
    "Changing a scene from its preview gives the rows of the timeline with the reading that they belong to"
  )
  func timeline() async throws {
    #expect(await scene.timeline() == nil)
    await scene.readIfNeeded()
    let first = try #require(await scene.timeline()?.line(isCompact: true))
    #expect(first.contains("\"reading\":1,\"revision\":1,\"rows\":["))
    await scene.set(["tint": "blue"])
    let second = try #require(await scene.timeline()?.line(isCompact: true))
    #expect(
      second
        == first.replacing("\"reading\":1,\"revision\":1", with: "\"reading\":2,\"revision\":2"))
  }

  @Test("Changing a scene from its preview follows a link to the file")
  func link() async throws {
    let link = folder.path("link.yaml")
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: folder.path("scene.yaml"))
    let scene = PreviewScene(path: link, options: PreviewOptions())
    await scene.readIfNeeded()
    _ = await scene.change(move(to: "25"), reading: scene.reading, isDraft: false)
    #expect(try file.contains("[25, 15]"))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link).hasSuffix("scene.yaml"))
  }

  @Test("Changing a scene from its preview shows a draft, and writes nothing of it")
  func drafts() async throws {
    await scene.readIfNeeded()
    let shown = try await scene.update(to: 0, from: nil)?.parts.map(\.file)
    #expect(try await change(move(to: "25"), isDraft: true) == nil)
    #expect(await scene.isDraft)
    #expect(try file == Self.text)
    let handles = await scene.handles(layer: 1, frame: 0)?.line(isCompact: true)
    #expect(handles?.contains("\"position\":[25,15]") == true)
    _ = await scene.dropDraft()
    #expect(await !scene.isDraft)
    #expect(try await scene.update(to: 0, from: nil)?.parts.map(\.file) == shown)
  }

  @Test(
    "Changing a scene from its preview is taken back and made again beside what others wrote meanwhile"
  )
  func undoBesideOthers() async throws {
    await scene.readIfNeeded()
    #expect(try await change(move(to: "25")) == nil)
    #expect(try await change(move(to: "30")) == nil)
    func foreign(_ x: String) -> String {
      "# from elsewhere\n" + Self.text.replacing("[20, 15]", with: "[\(x), 15]") + "# the end\n"
    }
    try folder.write(foreign("30"), to: "scene.yaml")
    for x in ["25", "20"] {
      #expect(try problem(await scene.undo()) == nil)
      #expect(try file == foreign(x))
    }
    try folder.write(foreign("20").replacing("duration: 1", with: "duration: 2"), to: "scene.yaml")
    #expect(try problem(await scene.redo()) == nil)
    #expect(try file == foreign("25").replacing("duration: 1", with: "duration: 2"))
    let other = try file.replacing("[25, 15] # the middle", with: "[25, 16]")
    try folder.write(other, to: "scene.yaml")
    let refusal = "line 8 has changed meanwhile and is in the way; nothing was written"
    #expect(try problem(await scene.redo()) == refusal)
    #expect(try problem(await scene.undo()) == refusal)
    #expect(try file == other)
  }

  @Test("Changing a scene from its preview does not replace a file that may not be written")
  func protected() async throws {
    let path = folder.path("scene.yaml")
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
    await scene.readIfNeeded()
    #expect(try await change(move(to: "25"))?.contains("may not be written") == true)
    #expect(try file == Self.text)
  }

  @Test("Changing a scene from its preview never writes over what another program wrote")
  func conflicts() async throws {
    await scene.readIfNeeded()
    let foreign = Self.text + "# from elsewhere\n"
    try folder.write(foreign, to: "scene.yaml")
    let both = foreign.replacing("[20, 15]", with: "[25, 15]")
    #expect(try await change(move(to: "25")) == nil)
    #expect(try file == both)
    // The same once more is no step of undo.
    #expect(try await change(move(to: "25")) == nil)
    #expect(await scene.history.done.count == 1)
    try folder.write(foreign, to: "scene.yaml")
    #expect(
      try problem(await scene.undo())?.contains("changed meanwhile") == true)
    #expect(try file == foreign)
    let old = await scene.reading - 1
    let state = await scene.change(move(to: "9"), reading: old, isDraft: false)
    #expect(try problem(state)?.contains("changed meanwhile") == true)
  }

  @Test(
    "Changing a scene from its preview refuses values that make no scene, and says when several layers are made of a text"
  )
  func refusals() async throws {
    await scene.readIfNeeded()
    let wrong = [
      ValueEdit(
        owner: .init(line: 5, column: 5), steps: [.key("opacity")], content: .scalar("much"))
    ]
    #expect(try await change(wrong)?.contains("'much'") == true)
    #expect(try await change(move(to: "1", owner: .init(line: 99, column: 1))) != nil)
    #expect(try file == Self.text)
    let written = try #require(await scene.written(layer: 2)).line(isCompact: true)
    #expect(written.contains("2 layers are made of this text"))
    #expect(try await change(move(to: "1", owner: .init(line: 11, column: 7))) == nil)
    #expect(
      try file
        == Self.text.replacing("b ${i}\n", with: "b ${i}\n      position: [1, 15]\n"))
    #expect(try problem(await scene.undo()) == nil)
    #expect(try file == Self.text)
  }

  @Test(
    "Changing a scene from its preview tells everybody who listens that the file was read again")
  func listeners() async throws {
    await scene.readIfNeeded()
    let streams = [await scene.changes(), await scene.changes()]
    await scene.readAgain()
    for stream in streams {
      let heard = Task {
        var iterator = stream.makeAsyncIterator()
        return await iterator.next() != nil
      }
      let limit = Task {
        try await Task.sleep(for: .seconds(20))
        heard.cancel()
      }
      #expect(await heard.value)
      limit.cancel()
    }
  }

  @Test("Changing a scene from its preview changes nothing while the file has mistakes")
  func mistakes() async throws {
    try folder.write("size: [40]\n", to: "scene.yaml")
    await scene.readIfNeeded()
    #expect(try await change(move(to: "25")) != nil)
    #expect(await scene.written(layer: 1) == nil)
    #expect(try file == "size: [40]\n")
  }

  @Test(
    "Changing a scene from its preview stays a scene, and goes back to the first bytes, through hundreds of changes"
  )
  func manyChanges() async throws {
    await scene.readIfNeeded()
    var random = RandomSource(seed: 3)
    for _ in 0..<200 {
      switch Int.random(in: 0..<5, using: &random) {
      case 0: _ = await scene.undo()
      case 1: _ = await scene.redo()
      case 2:
        _ = try await change(
          move(to: "\(Int.random(in: 0...40, using: &random))"), isDraft: true)
      default:
        let name = try #require(["opacity", "cornerRadius", "zPosition"].randomElement())
        let edit = ValueEdit(
          owner: .init(line: 5, column: 5), steps: [.key(name)],
          content: .scalar("\(Double(Int.random(in: 0...10, using: &random)) / 10)"))
        #expect(try await change([edit]) == nil)
      }
      _ = await scene.dropDraft()
      #expect(await scene.editable != nil)
    }
    while await !scene.history.done.isEmpty { _ = await scene.undo() }
    #expect(try file == Self.text)
  }
}

@Suite("Pages that play a scene")
struct ExportTests {
  @Test(
    "Pages that play a scene have at most so many bytes of pictures, whole frames and changes alike"
  )
  func limit() throws {
    let folder = try TemporaryFolder()
    let fade = "animations: [{type: basic, keyPath: opacity, fromValue: 0, duration: 0.2}]"
    // One frame, which is a whole one, and four, of which three are changes too.
    for (number, (duration, animation)) in [("0.05", ""), ("0.2", ", " + fade)].enumerated() {
      let layer = "{bounds: [9, 9], position: [9, 9], backgroundColor: red\(animation)}"
      let path = try folder.write(
        "size: [40, 30]\nduration: \(duration)\nfps: 20\nlayers: [\(layer)]\n", to: "scene.yaml")
      var export = PreviewExport(scene: path)
      try export.write(toFolder: folder.path("page\(number)"))
      let page = try String(
        contentsOfFile: folder.path("page\(number)/index.html"), encoding: .utf8)
      // A file of PNG begins with these letters in Base64.
      let pictures = page.matches(of: /"(iVBORw0KGgo[A-Za-z0-9+\/]*=*)"/)
      let size = pictures.reduce(0) { $0 + (Data(base64Encoded: String($1.1))?.count ?? 0) }
      #expect(!pictures.isEmpty)
      export.maximumSize = size
      try export.write(toFolder: folder.path("again"))
      export.maximumSize = size - 1
      #expect(throws: PreviewError.self) { try export.write(toFolder: folder.path("none")) }
      #expect(!FileManager.default.fileExists(atPath: folder.path("none")))
    }
  }
}
