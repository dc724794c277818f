import Foundation
import RostrumKit
import RostrumLayerTree
import RostrumOutput
import RostrumSceneFile
import RostrumSource
import TestSupport
import Testing

/// The warnings of `rostrum check`: scenes that must be warned of, and near misses that must not.
@Suite("Checks of scenes")
struct SceneCheckTests {
  /// The findings of a check, as `line: id`, with the time where one is given.
  static func found(_ text: String, _ depth: SceneCheck.Depth) throws -> [Diagnostic] {
    let folder = try TemporaryFolder(["scene.yaml": text])
    return try SceneOpener().check(folder.path + "/scene.yaml", depth).diagnostics
  }

  static func ids(
    _ text: String, _ depth: SceneCheck.Depth = .evaluated
  ) throws -> [String] {
    try found(text, depth).map { "\($0.range.line): \($0.id)" }
  }

  // MARK: The page

  struct Section: CustomTestStringConvertible, Sendable {
    let name: String
    let scene: String
    var testDescription: String { name }
  }

  /// The sections of Checks.md that are called as a warning is, each with its scene.
  static let sections: [Section] = {
    let url = FileManager.root.appending(
      path: "Sources/Command/RostrumKit/RostrumKit.docc/Checks.md")
    let page = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
    return page.matches(of: #/(?ms)^### ([a-z]+(?:-[a-z]+)*)\n.*?^```yaml\n(.*?)^```/#).map {
      Section(name: String($0.output.1), scene: String($0.output.2))
    }
  }()

  @Test("Checks.md has a scene for every warning", arguments: sections)
  func page(_ section: Section) throws {
    #expect(try Self.ids(section.scene, .rendered) == [])
    let lines = section.scene.split(separator: "\n")
    let warned = lines.filter { !$0.contains("allow: [") }.joined(separator: "\n")
    let found = try Self.found(warned, .rendered)
    #expect(found.map(\.id) == [section.name])
    #expect(found.map(\.severity) == [.warning])
  }

  @Test("Checks.md has a section for each name that a scene can allow")
  func names() throws {
    let refused = try Self.found("size: [10, 10]\nallow: [flush]", .evaluated)
    let expected = try #require(refused.first?.message.firstMatch(of: /one of (.*); found/))
    let names = expected.output.1.split(separator: ", ").map(String.init)
    #expect(Set(names) == Set(Self.sections.map(\.name)) && names.count > 10)
    #expect(refused.map(\.hint) == ["did you mean 'flash'?"])
  }

  // MARK: Animations

  @Test(
    "A morph with nothing in between is warned of, however it is written",
    arguments: [
      "{type: basic, keyPath: path, fromValue: M 5 5, duration: 1}",
      "{type: spring, keyPath: path, fromValue: M 5 5}",
      "{type: basic, keyPath: path, toValue: M 5 5, autoreverses: true, duration: 0.5}",
      "{type: basic, keyPath: path, fromValue: M 5 5, toValue: M 0 0 H 9 V 9 H 0 Z, duration: 1}",
    ])
  func morphs(_ animation: String) throws {
    let scene = """
      size: [20, 20]
      duration: 1
      layers:
        - {class: shape, path: M 0 0 H 9 V 9 H 0 Z, position: [5, 5], animations: [\(animation)]}
      """
    #expect(try Self.ids(scene).filter { $0.hasSuffix("no-effect") }.count == 1)
    let same = animation.replacing("M 5 5", with: "M 0 0 L 9 0 L 5 5 Z")
    #expect(
      try Self.ids(scene.replacing(animation, with: same)).filter { $0.hasSuffix("no-effect") }
        == [])
  }

  private static func animated(_ animation: String, _ rest: String = "duration: 2") -> String {
    """
    size: [100, 100]
    layers:
      - name: a
        frame: [0, 0, 40, 40]
        backgroundColor: teal
        animations:
          - {type: basic, \(animation)}
    \(rest)
    """
  }

  @Test(
    "Animations that end with a jump, never run or never change anything are warned of",
    arguments: [
      ("keyPath: position.x, toValue: 80", "7: jump-back"),
      ("keyPath: transform.rotation, toValue: 90deg", "7: jump-back"),
      ("keyPath: backgroundColor, toValue: red", "7: jump-back"),
      ("keyPath: opacity, toValue: 0, hold: true, beginTime: 2", "7: after-end"),
      ("keyPath: opacity, toValue: 0, beginTime: 2", "7: after-end"),
      ("keyPath: opacity, toValue: 1", "7: no-change"),
      ("keyPath: position, fromValue: [20, 20], toValue: [20, 20]", "7: no-change"),
      // Near misses.
      ("keyPath: position.x, toValue: 80, hold: true", nil),
      ("keyPath: position.x, toValue: 80, duration: 2", nil),
      ("keyPath: position.x, fromValue: 80", nil),
      ("keyPath: position.x, toValue: 80, autoreverses: true", nil),
      ("keyPath: position.x, toValue: 80, repeatCount: 3, duration: 0.5", nil),
      ("keyPath: transform.rotation, toValue: 1turn", nil),
      ("keyPath: opacity, fromValue: 0, beginTime: 1.99", "7: after-end"),
      (
        "keyPath: opacity, toValue: 0, beginTime: 2, fillMode: backwards, fromValue: 0.5",
        "7: after-end"
      ),
      ("keyPath: opacity, fromValue: 1, toValue: 1, beginTime: 1, allow: [no-change]", nil),
    ] as [(String, String?)])
  func animations(_ animation: String, _ expected: String?) throws {
    let ownDuration = animation.contains("duration: ") ? "" : ", duration: 1"
    let text = Self.animated(animation + ownDuration)
    #expect(try Self.ids(text) == (expected.map { [$0] } ?? []))
  }

  @Test("An animation that another takes over from, or that ends out of sight, does not jump")
  func explained() throws {
    let next =
      "keyPath: position.x, toValue: 80, duration: 1}\n      - "
      + "{type: basic, keyPath: position.x, fromValue: 80, toValue: 20, beginTime: 1, duration: 1"
    #expect(try Self.ids(Self.animated(next)) == [])
    let gap = next.replacing("beginTime: 1, duration: 1", with: "beginTime: 1.5, duration: 0.5")
    #expect(try Self.ids(Self.animated(gap)) == ["7: jump-back"])
    let hidden = Self.animated("keyPath: position.x, toValue: 80, duration: 1")
      .replacing("name: a", with: "name: a\n    out: 1")
    #expect(try Self.ids(hidden) == [])
  }

  @Test("A child that begins when its group is over is warned of")
  func children() throws {
    let text = """
      size: [100, 100]
      duration: 2
      layers:
        - frame: [0, 0, 40, 40]
          backgroundColor: teal
          animations:
            - type: group
              duration: 1
              animations:
                - {type: basic, keyPath: opacity, toValue: 0, autoreverses: true, duration: 0.5}
                - {type: basic, keyPath: zPosition, fromValue: 9, duration: 0.25, beginTime: 1.5}
      """
    #expect(try Self.ids(text) == ["11: after-end"])
    #expect(try Self.ids(text.replacing("beginTime: 1.5}", with: "beginTime: 0.5}")) == [])
  }

  // MARK: Layers

  @Test(
    "Layers that no frame shows are warned of",
    arguments: [
      ("{frame: [200, 0, 10, 10], backgroundColor: red}", "off-canvas"),
      ("{position: [50, 50], backgroundColor: red}", "without-size"),
      (
        "{frame: [0, 0, 9, 9], masksToBounds: true, sublayers: [{frame: [20, 0, 9, 9], backgroundColor: red}]}",
        "off-canvas"
      ),
      ("{frame: [10, 10, 9, 9], backgroundColor: red, zPosition: -1}", "covered"),
      // Near misses.
      ("{frame: [200, 0, 10, 10], backgroundColor: red, hidden: true}", nil),
      ("{frame: [200, 0, 10, 10], backgroundColor: red, opacity: 0}", "no-effect"),
      ("{frame: [200, 0, 10, 10]}", nil),
      (
        "{frame: [200, 0, 10, 10], backgroundColor: red, animations: [{type: basic, keyPath: position.x, fromValue: 5, duration: 0.02}]}",
        nil
      ),
      (
        "{frame: [105, 0, 10, 10], backgroundColor: red, shadowOpacity: 1, shadowOffset: [-30, 0]}",
        nil
      ),
      ("{class: shape, path: 'M 0 0 H 10 V 10 Z', position: [40, 40]}", nil),
      (
        "{frame: [10, 10, 9, 9], backgroundColor: red, zPosition: -1, in: 0.2, animations: [{type: basic, keyPath: zPosition, fromValue: 1, duration: 0.75}]}",
        nil
      ),
      ("{frame: [200, 0, 10, 10], backgroundColor: red, events: 1}", "unknown-key"),
    ] as [(String, String?)])
  func layers(_ layer: String, _ expected: String?) throws {
    let text = """
      size: [100, 100]
      duration: 1
      layers:
        - {frame: [0, 0, 60, 60], backgroundColor: white}
        - \(layer)
      """
    #expect(try Self.ids(text).map { String($0.dropFirst(3)) } == (expected.map { [$0] } ?? []))
  }

  @Test(
    "Only what is opaque and wholly in front covers a layer",
    arguments: [
      ("backgroundColor: white", ["4: covered"]), ("backgroundColor: '#fff8'", []),
      ("backgroundColor: white, opacity: 0.9", []), ("backgroundColor: white, cornerRadius: 9", []),
      ("backgroundColor: white, transform: {rotation: 1deg}", []),
      ("backgroundColor: white, out: 0.9", []),
      ("backgroundColor: white, compositingFilter: multiply", []),
    ] as [(String, [String])])
  func covers(_ front: String, _ expected: [String]) throws {
    let text = """
      size: [100, 100]
      duration: 1
      layers:
        - {frame: [10, 10, 20, 20], backgroundColor: red}
        - {frame: [5, 5, 50, 50], \(front)}
      """
    #expect(try Self.ids(text) == expected)
    let inside = text.replacing("- {frame: [5", with: "- sublayers: [{frame: [5") + "]"
    #expect(try Self.ids(inside) == expected)
  }

  @Test(
    "Texts that do not fit are warned of",
    arguments: [
      ("string: short, frame: [0, 0, 90, 30]", nil),
      ("string: rather longer, frame: [0, 0, 50, 30]", "text-overflow"),
      ("string: rather longer, frame: [0, 0, 90, 60], wrapped: true", nil),
      ("string: rather longer, frame: [0, 0, 50, 30], wrapped: true", "text-overflow"),
      ("string: rather longer, frame: [0, 0, 50, 30], truncationMode: end", "text-truncated"),
      ("string: short, frame: [0, 0, 90, 30], truncationMode: end", nil),
      ("string: rather longer, position: [10, 10]", nil),
    ] as [(String, String?)])
  func texts(_ text: String, _ expected: String?) throws {
    let scene = "size: [100, 100]\nlayers:\n  - {class: text, fontSize: 20, \(text)}"
    #expect(try Self.ids(scene) == (expected.map { ["3: " + $0] } ?? []))
  }

  // MARK: Demands

  private static let moving = """
    size: [100, 100]
    duration: 2
    layers:
      - name: title
        frame: [10, 10, 40, 20]
        backgroundColor: teal
        animations:
          - {type: basic, keyPath: opacity, fromValue: 0, toValue: 1, duration: 1}
      - name: ball
        frame: [0, 60, 20, 20]
        backgroundColor: red
        in: 1
        animations:
          - {type: basic, keyPath: position.x, fromValue: 30, toValue: 10, beginTime: 1, duration: 0.5}
    expect:
      -
    """

  @Test(
    "Expectations are evaluated at every frame",
    arguments: [
      ("{layer: title, appearsBy: 0.5}", nil),
      ("{layer: title, appearsBy: 0.4}", "the layer 'title' appears at 0.5 s, not by 0.4 s"),
      ("{layer: title, before: ball}", nil),
      (
        "{layer: ball, before: title}",
        "the layer 'ball' appears at 1 s, not before 'title', which appears at 0.5 s"
      ),
      ("{layer: ball, staysInside: scene}", nil),
      (
        "{layer: ball, staysInside: [5, 0, 95, 100]}",
        "the layer 'ball' is 0.33 points outside the rectangle at 1.383 s"
      ),
      ("{layer: ball, staysInside: [5, 0, 95, 100], during: [0, 1.2]}", nil),
      (
        "{layer: ball, staysInside: title}",
        "the layer 'ball' is 50 points outside 'title' at 1 s"
      ),
      ("{layer: title, atRest: 1}", nil),
      (
        "{layer: title, atRest: 0.9}",
        "the layer 'title' moves at 0.917 s, where it is to be at rest from 0.9 s on"
      ),
      ("{layer: titel, appearsBy: 1}", "there is no layer 'titel'"),
      ("{layer: title}", "nothing is expected of the layer"),
      ("{layer: title, appearsBye: 1}", "unknown key 'appearsBye' for an expectation"),
      ("{layer: title, atRest: 1, during: [2, 1]}", "the end 1 lies before the beginning"),
    ] as [(String, String?)])
  func expectations(_ expectation: String, _ expected: String?) throws {
    let found = try Self.found(Self.moving + " " + expectation, .evaluated)
    let message = found.first { $0.severity == .error }?.message
    #expect(message == expected)
    #expect(found.allSatisfy { $0.range.line == 16 })
  }

  @Test(
    "A picture that stands still for longer than declared is told with the times",
    arguments: [
      (0.4, ["nothing moves for more than 0.4 s: from 1.5 s to 2 s"]), (0.6, []),
    ] as [(Double, [String])])
  func stillness(_ limit: Double, _ expected: [String]) throws {
    let text = Self.moving.replacing("expect:\n  -", with: "checks: {maximumStill: \(limit)}")
    #expect(try Self.found(text, .evaluated).map(\.message) == expected)
  }

  // MARK: Pictures

  private static func flashing(_ rate: Int, _ values: String, _ frame: String) -> String {
    """
    size: [120, 90]
    duration: 2
    background: black
    layers:
      - frame: \(frame)
        backgroundColor: white
        animations:
          - type: keyframe
            keyPath: backgroundColor
            values: [\(values)]
            calculationMode: discrete
            duration: \(1 / Double(rate))
            repeatCount: infinite
    """
  }

  @Test(
    "More than three flashes a second on more than a quarter of a field are warned of",
    arguments: [
      (4, "black, white", "[0, 0, 120, 90]", "flashes more than three times a second from 0.133"),
      (10, "black, '#777'", "[0, 0, 120, 90]", "flashes more than three times a second from 0.05"),
      (4, "black, white", "[50, 30, 22, 16]", "flashes more than three times a second"),
      (5, "red, '#333'", "[0, 0, 120, 90]", "red flashes more than three times a second"),
      (3, "black, white", "[0, 0, 120, 90]", nil),
      (10, "black, '#555'", "[0, 0, 120, 90]", nil),
      (10, "white, '#eee'", "[0, 0, 120, 90]", nil),
      (10, "black, white", "[50, 30, 15, 15]", nil),
      (5, "'#555', '#226'", "[0, 0, 120, 90]", nil),
    ] as [(Int, String, String, String?)])
  func flashes(_ rate: Int, _ values: String, _ frame: String, _ expected: String?) throws {
    let found = try Self.found(Self.flashing(rate, values, frame), .rendered)
    #expect(found.isEmpty == (expected == nil), "\(found.map(\.message))")
    if let expected { #expect(found.contains { $0.message.contains(expected) }) }
  }

  @Test(
    "The contrast of texts is that with what is really behind them",
    arguments: [
      ("'#767676'", 16, "white", false), ("'#7f7f7f'", 16, "white", true),
      ("'#7f7f7f'", 24, "white", false), ("'#aaa'", 24, "white", true),
      ("white", 16, "black", false), ("'#000b'", 16, "white", false),
      ("'#0004'", 16, "white", true), ("white", 16, "white", true),
    ])
  func contrast(_ color: String, _ size: Int, _ behind: String, _ isLow: Bool) throws {
    let text = """
      size: [120, 40]
      background: \(behind)
      layers:
        - class: text
          string: Hello
          fontSize: \(size)
          foregroundColor: \(color)
          frame: [10, 5, 100, 30]
      """
    #expect(try Self.ids(text, .rendered) == (isLow ? ["4: low-contrast"] : []))
  }

  @Test("Of the frames the worst counts, but fading in is no lack of contrast")
  func worstFrame() throws {
    let text = """
      size: [120, 40]
      duration: 1
      background: white
      layers:
        - frame: [0, 0, 120, 40]
          backgroundColor: white
          animations:
            - {type: basic, keyPath: backgroundColor, toValue: black, duration: 1}
        - class: text
          string: Hello
          frame: [10, 5, 100, 30]
          fontSize: 20
          foregroundColor: black
      """
    let found = try Self.found(text, .rendered)
    #expect(found.map(\.id) == ["low-contrast"])
    let message = try #require(found.first?.message)
    #expect(message.contains("1:1 at 0.9") || message.contains("1.1:1 at 0.9"), "\(message)")
    let fading = text.replacing("backgroundColor, toValue: black", with: "opacity, fromValue: 0.5")
      .replacing("backgroundColor: white", with: "backgroundColor: silver")
      .replacing(
        "foregroundColor: black",
        with: "foregroundColor: black\n    animations:\n"
          + "      - {type: basic, keyPath: opacity, fromValue: 0, toValue: 1, duration: 0.5}")
    #expect(try Self.ids(fading, .rendered) == [])
  }
}
