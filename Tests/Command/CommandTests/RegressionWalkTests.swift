import Browser
import Foundation
import TestSupport
import Testing

/// The walk of RegressionWalk.md: a repository of fifty scenes and two hundred baselines, in which
/// a curve, a colour and a font change.
@Suite("A walk through a repository")
struct RegressionWalkTests {
  private let command: Command
  private static let curves = ["easeIn", "easeOut", "easeInEaseOut", "linear", "default"]
  private static let colors = ["crimson", "teal", "navy", "olive", "purple"]

  init() throws {
    command = try Command()
    for number in 1...50 {
      try command.folder.write(Self.scene(number), to: "Shots/shot-\(number).yaml")
    }
    try command.folder.write("baselines: Baselines\npaths: [Fonts]\n", to: "rostrum.yaml")
    try font("Liberation Sans", to: "title")
    try font("Liberation Sans", to: "other")
  }

  private static func scene(_ number: Int) -> String {
    let bar = """
      size: [160, 50]
      duration: 2
      background: white
      layers:
        - name: bar
          backgroundColor: \(colors[number % 5])
          bounds: [40, 16]
          position: [40, 32]
          animations:
            - type: basic
              keyPath: position.x
              fromValue: 30
              toValue: 120
              duration: 2
              timingFunction: \(curves[number % 5])

      """
    guard number % 10 == 3 else { return bar }
    return bar + """
        - class: text
          name: title
          string: Scene \(number)
          font: {file: ../Fonts/\(number == 33 ? "title" : "other").ttf}
          fontSize: 12
          foregroundColor: black
          bounds: [160, 16]
          position: [80, 10]

      """
  }

  private func font(_ family: String, to name: String) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["fc-match", "--format=%{file}", family]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let path = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let target = command.folder.path("Fonts/\(name).ttf")
    try FileManager.default.createDirectory(
      atPath: command.folder.path("Fonts"), withIntermediateDirectories: true)
    if FileManager.default.fileExists(atPath: target) {
      try FileManager.default.removeItem(atPath: target)
    }
    try FileManager.default.copyItem(atPath: path, toPath: target)
  }

  private func edit(_ scene: Int, _ old: String, _ new: String) throws {
    let path = "Shots/shot-\(scene).yaml"
    let text = String(decoding: command.folder.data(path), as: UTF8.self)
    try #require(text.contains(old))
    try command.folder.write(text.replacing(old, with: new), to: path)
  }

  private func commit(_ message: String, day: Int) async throws {
    let who = "-c user.name=Ada -c user.email=ada@example.org"
    let result = try await command.shell(
      "git add -A && git \(who) commit -q -m '\(message)' --date 2026-03-0\(day)T12:00:00Z")
    try #require(result.status == 0, "\(result)")
  }

  @Test(
    "Three things break, two are approved, one is mended, and everything is green again",
    .timeLimit(.minutes(60)))
  func walk() async throws {
    let recorded = try await command("verify", "Shots", "--update", "missing")
    #expect(recorded.status == 3 && recorded.lines.count == 51)
    #expect(recorded.output.hasSuffix("\n250 recorded\n"))
    _ = try await command.shell("git init -q . && printf 'part-*\\nReport\\n' > .gitignore")
    try await commit("Record 200 baselines", day: 1)
    try edit(6, "timingFunction: easeOut", "timingFunction: easeIn")
    try await commit("Let the sixth bar start slowly", day: 2)
    try edit(20, "crimson", "hotpink")
    try await commit("Try another red", day: 3)
    try font("DejaVu Sans", to: "title")
    try await commit("Update the font of the title", day: 4)

    var statuses: [Int32] = []
    for part in 1...4 {
      statuses.append(
        try await command(
          "verify", "--shard", "\(part)/4", "--report", "part-\(part)", "--pictures"
        )
        .status)
    }
    #expect(statuses.sorted() == [0, 1, 1, 5])
    let merged = try await command(
      "report", "part-1", "part-2", "part-3", "part-4", "--report", "Report")
    #expect(merged.status == 5)
    #expect(merged.output.hasSuffix("236 same, 9 different, 5 different in another environment\n"))
    expectCauses(merged.output)
    try look()

    let approved = try await command(
      "approve", "Report", "Shots/shot-6.yaml", "Shots/shot-33.yaml")
    #expect(approved.output.hasSuffix("9 approved: look at them in the commit\n"))
    try edit(20, "hotpink", "crimson")
    let green = try await command("verify")
    #expect(green.status == 0 && green.output.hasSuffix("250 same\n"), "\(green)")
  }

  /// Each break is reported with its cause.
  private func expectCauses(_ text: String) {
    let words = [
      "bar: position.x ", "Ada: Let the sixth bar start slowly",
      "bar: backgroundColor #dc143c -> #ff69b4", "Ada: Try another red",
      "nothing in the scene changed, and only letters differ: the font title.ttf did it",
    ]
    for word in words { #expect(text.contains(word), "\(word)") }
  }

  /// The merged report in a browser: eleven failures, and a line for the unchanged pictures.
  private func look() throws {
    guard Browser.path != nil else { return }
    let page = try Browser().page(width: 1280, height: 860)
    try page.open(command.folder.path("Report/index.html"))
    #expect(try page.evaluate("document.querySelectorAll('#strip button').length") == 14)
    #expect(try page.evaluate("document.querySelectorAll('#strip .thumb').length") == 14)
    #expect(
      try page.evaluate("document.querySelector('#passed summary').textContent")
        == "236 pairs are the same")
    let scenes: [String] = try page.evaluate(
      "[...document.querySelectorAll('#strip .scene > p')].map((p) => p.firstChild.data.trim())")
    #expect(scenes == ["Shots/shot-20.yaml", "Shots/shot-33.yaml", "Shots/shot-6.yaml"])
    #expect(try page.problems() == [])
    Attachment.record(try page.screenshot(), named: "regression-report.png")
  }
}
