import Foundation
import RostrumBase
import RostrumGeometry
import RostrumLayerTree
import RostrumSceneEditing
import TestSupport
import Testing

@testable import RostrumPreview

@Suite("Animations changed in a preview")
struct AnimationEditingTests {
  private static func text(_ animations: String) -> String {
    "size: [40, 30]\nduration: 2\nlayers:\n  - {name: a, bounds: [10, 10]}\n  - name: b\n"
      + "    bounds: [10, 10]\n" + animations
  }

  /// The animations of the layer `b`.
  private func animations(_ file: EditedFile) async throws -> [AttachedAnimation] {
    try await file.layer("b").epochs.flatMap(\.animations)
  }

  @Test(
    "A key frame added between two has the film's value, in the words of the file",
    arguments: [
      ("values: [0, 1, 0], duration: 1", "opacity", 0.125, "values: [0, 0.25, 1, 0], duration: 1"),
      (
        "values: [0, 1], keyTimes: [0, 1]", "opacity", 0.5,
        "values: [0, 0.5, 1], keyTimes: [0, 0.5, 1]"
      ),
      (
        "values: [0deg, 90deg]", "transform.rotation.z", 0.333,
        "values: [0deg, 29.97deg, 90deg]"
      ),
      ("values: [[0, 0], [30, 20]]", "position", 0.5, "values: [[0, 0], [15, 10], [30, 20]]"),
      ("values: [red, blue]", "backgroundColor", 0.5, "values: [red, \"#800080\", blue]"),
      (
        "values: [1, 3], calculationMode: discrete", "cornerRadius", 0.25,
        "values: [1, 1, 3], calculationMode: discrete"
      ),
      (
        "values: [0, 1, 0], timingFunctions: [linear, easeIn]", "opacity", 0.25,
        "values: [0, 0.5, 1, 0], timingFunctions: [linear, linear, easeIn]"
      ),
    ])
  func words(_ keys: String, _ keyPath: String, _ part: Double, _ expected: String) async throws {
    // Two on one line: the second is meant.
    let line = { (keys: String) in
      "    animations: [{type: basic, keyPath: shadowOpacity, toValue: 1}, {type: keyframe, keyPath: \(keyPath), \(keys)}]\n"
    }
    let file = try await EditedFile(Self.text(line(keys)))
    let places = try await animations(file).compactMap(\.place)
    let before = try await curve(file, 1)
    let state = await file.scene.addKeyFrame(
      to: places[1], at: part, reading: await file.scene.reading)
    #expect(try EditedFile.problem(state) == nil)
    let bare = file.text.replacing(/(?:, )?keyTimes: \[[^\]]*\]/, with: "")
    let wanted = Self.text(line(expected)).replacing(/(?:, )?keyTimes: \[[^\]]*\]/, with: "")
    #expect(bare.replacing("{, ", with: "{").replacing(", ,", with: ",") == wanted)
    #expect(file.text.contains(keyPath == "cornerRadius" ? "keyTimes" : "\(part)"))
    #expect(close(try await curve(file, 1), before, 0.005))
    try await file.undoAll()
    #expect(file.text == Self.text(line(keys)))
  }

  @Test(
    "A key frame added between two leaves the curve as it is, easing included",
    arguments: [
      "opacity: {values: [0, 1, 0], timingFunctions: [easeIn, [0.2, 0.9, 0.3, 1]]}",
      "transform: {values: [identity, {rotation: 90deg}, {scale: 2}]}",
      "position: {values: [[0, 0], [20, 10], [0, 5]], keyTimes: [0, 0.6, 1]}",
      "backgroundColor: {values: [\"#ff0000\", \"#0000ff80\", gold]}",
    ])
  func curves(_ animation: String) async throws {
    let file = try await EditedFile(Self.text("    animations:\n      \(animation)\n"))
    let before = try await curve(file, 0)
    for part in [0.21, 0.37, 0.83] {
      let place = try #require(try await animations(file)[0].place)
      let state = await file.scene.addKeyFrame(
        to: place, at: part, reading: await file.scene.reading)
      #expect(try EditedFile.problem(state) == nil)
    }
    #expect(close(try await curve(file, 0), before, 0.012))
    #expect(await file.scene.history.done.count == 3)
  }

  @Test("A copied key frame is added to another animation, also after the file has changed")
  func copy() async throws {
    let lines = "    animations:\n      opacity: {values: [0, 0.7, 0.2]}\n"
    let second = "      cornerRadius: {values: [1, 3]}\n"
    let file = try await EditedFile(Self.text(lines + second))
    let places = try await animations(file).compactMap(\.place)
    let first = await file.scene.reading
    let copied = CopiedKeyFrame(owner: places[0], index: 1, reading: first)
    func paste(to owner: SourcePlace) async throws -> String? {
      try EditedFile.problem(
        await file.scene.addKeyFrame(
          to: owner, at: 0.25, reading: await file.scene.reading, copied: copied))
    }
    #expect(try await paste(to: places[1]) == nil)
    #expect(file.text.contains("cornerRadius: {keyTimes: [0, 0.25, 1], values: [1, 0.7, 3]}"))
    try file.folder.write("# above\n" + file.text, to: file.name)
    await file.scene.readIfNeeded()
    #expect(try await paste(to: try #require(try await animations(file)[0].place)) == nil)
    #expect(file.text.contains("values: [0, 0.7, 0.7, 0.2]"))
  }

  private func curve(_ file: EditedFile, _ index: Int) async throws -> [[Double]] {
    let all = try await animations(file)
    let animation = try #require(all[index].animation as? KeyframeAnimation)
    return try (0...50).map { step in
      let value = animation.value(at: Double(step) / 50, underlying: animation.values[0])
      switch try #require(value) {
      case .number(let number): return [number]
      case .point(let point): return [point.x, point.y]
      case .color(let color): return [color.red, color.green, color.blue, color.alpha]
      case .transform(let transform): return transform.elements
      default: return []
      }
    }
  }

  private func close(_ a: [[Double]], _ b: [[Double]], _ tolerance: Double) -> Bool {
    a.allSatisfy { !$0.isEmpty }
      && zip(a.joined(), b.joined()).allSatisfy { abs($0 - $1) <= tolerance }
  }

  @Test(
    "Animations begin and end elsewhere however they are written",
    arguments: [
      (
        "      - {keyPath: opacity, type: basic, fromValue: 0, duration: 1}\n", "duration",
        "      - {keyPath: opacity, type: basic, fromValue: 0, duration: 7}\n"
      ),
      (
        "      - type: basic\n        keyPath: opacity\n        fromValue: 0\n", "beginTime",
        "      - type: basic\n        beginTime: 7\n        keyPath: opacity\n        fromValue: 0\n"
      ),
      (
        "      opacity: {fromValue: 0}\n", "beginTime",
        "      opacity: {beginTime: 7, fromValue: 0}\n"
      ),
      (
        "      opacity:\n        fromValue: 0\n        duration: 1 # one\n", "duration",
        "      opacity:\n        fromValue: 0\n        duration: 7 # one\n"
      ),
      ("      fadeIn: 0.5 # soft\n", "duration", "      fadeIn: 7 # soft\n"),
      (
        "      fadeIn: 0.5 # soft\n", "beginTime",
        "      fadeIn: {duration: 0.5, beginTime: 7} # soft\n"
      ),
    ])
  func spellings(_ before: String, _ key: String, _ after: String) async throws {
    let file = try await EditedFile(Self.text("    animations:\n" + before))
    let place = try #require(try await animations(file)[0].place)
    let edit = ValueEdit(owner: place, steps: [.key(key)], content: .scalar("7"))
    let state = await file.scene.change(
      [edit], reading: await file.scene.reading, isDraft: false)
    #expect(try EditedFile.problem(state) == nil)
    #expect(file.text == Self.text("    animations:\n" + after))
    #expect(try await file.showsTheFile(3))
    try await file.undoAll()
    #expect(file.text == Self.text("    animations:\n" + before))
  }

  @Test("Numbers of a list that stay the same keep their digits")
  func digits() async throws {
    let file = try await EditedFile(
      "size: [40, 30]\nlayers:\n  - {name: b, frame: [1, 2, 133.3333, 0.125]}\n")
    let edit = ValueEdit(
      owner: try await file.layer("b").place, steps: [.key("frame")],
      content: .list(["5.5", "2", "133.33", "0.13"]))
    let state = await file.scene.change([edit], reading: await file.scene.reading, isDraft: false)
    #expect(try EditedFile.problem(state) == nil)
    #expect(file.text.contains("frame: [5.5, 2, 133.3333, 0.125]"))
  }

  private struct Timeline: Decodable {
    struct Row: Decodable {
      struct Edit: Decodable {
        let owner: [Int]
        let beginTime: Double
      }
      let name: String
      let line: Int?
      let edit: Edit?
      let refusal: String?
      let bars: [Bar]
      struct Bar: Decodable { let kind: String }
    }
    let rows: [Row]
  }

  @Test("Every bar of every scene of the cookbook is moved in the file, or says why it stays")
  func cookbook() async throws {
    let folder = try TemporaryFolder()
    let source = repository.appending(path: "Scenes/Cookbook").path
    try FileManager.default.copyItem(atPath: source, toPath: folder.path("Cookbook"))
    let names = try FileManager.default.contentsOfDirectory(atPath: source).filter {
      $0.hasSuffix(".yaml")
    }
    var (moved, kept): (Int, [String]) = (0, [])
    for name in names.sorted() {
      let scene = PreviewScene(
        path: folder.path("Cookbook/\(name)"), options: PreviewOptions())
      await scene.readIfNeeded()
      let before = folder.data("Cookbook/\(name)")
      let json = try #require(await scene.timeline()).line(isCompact: true)
      let rows = try JSONDecoder().decode(Timeline.self, from: Data(json.utf8)).rows
      for row in rows where row.bars.contains(where: { $0.kind == "pass" }) {
        guard let edit = row.edit else {
          #expect(row.refusal != nil, "\(name): \(row.name)")
          kept.append("\(name), \(row.name): \(row.refusal ?? "")")
          continue
        }
        let change = ValueEdit(
          owner: SourcePlace(line: edit.owner[0], column: edit.owner[1]),
          steps: [.key("beginTime")], content: .scalar("\(edit.beginTime + 0.25)"),
          isShared: true)
        let state = await scene.change([change], reading: await scene.reading, isDraft: false)
        if let problem = try EditedFile.problem(state) {
          kept.append("\(name), \(row.name): \(problem)")
          #expect(folder.data("Cookbook/\(name)") == before)
          continue
        }
        moved += 1
        #expect(folder.data("Cookbook/\(name)") != before)
        #expect(try EditedFile.problem(await scene.undo()) == nil)
        #expect(folder.data("Cookbook/\(name)") == before)
      }
    }
    #expect(
      moved > 30 && kept.allSatisfy { $0.contains("it is ") || $0.contains("'beginTime'") },
      "\(moved): \(kept)")
  }
}
