import TestSupport
import Testing

/// `.ci/test`, in a folder with two targets of tests, with a compiler and a `make` that only write
/// down what they are asked for.
@Suite("make test")
struct TestScriptTests {
  private let command: Command

  init() async throws {
    command = try Command()
    try command.folder.write(
      "struct CurveTests { func inverse() }\n", to: "Tests/PlotTests/CurveTests.swift")
    try command.folder.write("struct OtherTests {}\n", to: "Tests/SoundTests/OtherTests.swift")
    // A target's tests fail, or are none, where a file in `ends` says so.
    _ = try command.folder.script(
      "swift", #"echo "$*" >>calls"#, "[ ! -e ends/$1 ] || exit 1", "[ $1 = test ] || exit 0",
      #"target=$(echo "$6" | tr -d '^.\\' | grep -x 'PlotTests\|SoundTests' || echo suite)"#,
      "count=12; [ ! -e ends/none-$target ] || count=0",
      "if [ -e ends/$target ]; then echo '✘ Test \"a\" recorded an issue'; end=1; fi",
      #"event() { echo "{\"instant\":{\"absolute\":$1},\"kind\":\"$2\",\"testID\":\"$target.A\\/b\"}"; }"#,
      #"{ event 7.25 testCaseStarted; event 9.75 testCaseEnded; } >"$8""#,
      #"echo "✔ Test run with $count tests in 3 suites passed""#, "exit ${end:-0}")
    _ = try command.folder.script("make", "echo lint >>calls", "[ ! -e ends/lint ]")
    let script = try await command.shell("mkdir ends .ci; cp '\(Checkers.root)/.ci/test' .ci")
    try #require(script.status == 0, "\(script.errors)")
    _ = try command.folder.script(".ci/deps", "echo deps >>calls")
  }

  /// The script, with an end of something.
  private func test(_ names: String..., end: String? = nil) async throws -> Command.Result {
    let marks = end.map { "touch ends/\($0);" } ?? ""
    let variables = "MAKE=$PWD/make SWIFT=$PWD/swift RELEASE='-c release'"
    return try await command.shell(
      "\(marks) \(variables) .ci/test \(names.joined(separator: " "))")
  }

  /// The option that has a target's events written, from which the longest suites are found.
  private static func events(_ name: String) -> String {
    "--event-stream-output-path .build-test/logs/\(name).events"
  }

  /// The calls of all programs, in order.
  private var calls: [String] {
    String(decoding: command.folder.data("calls"), as: UTF8.self).split(separator: "\n")
      .map(String.init)
  }

  @Test("It checks the formatting, builds once and tests each target, each with its time")
  func all() async throws {
    let result = try await test()
    #expect(result.status == 0, "\(result)")
    let alone = "[./](PreviewSoundTests|VideoPlayerTests)/"
    let skip = "--skip \(alone)"
    #expect(
      calls == [
        "lint", "deps", "build -c release --build-tests",
        #"test -c release --skip-build --filter ^PlotTests\. \#(Self.events("PlotTests")) \#(skip)"#,
        #"test -c release --skip-build --filter ^SoundTests\. \#(Self.events("SoundTests")) \#(skip)"#,
        "test -c release --skip-build --filter \(alone) \(Self.events("alone"))",
      ])
    for target in ["PlotTests", "SoundTests"] {
      #expect(result.output.contains("    2.5 s  \(target).A\n"), "\(result.output)")
    }
    for part in ["formatting: ", "build: ", "PlotTests: 12 tests, ", "SoundTests: 12 tests, "] {
      #expect(result.output.contains("test: \(part)"), "\(result.output)")
    }
  }

  @Test(
    "The failure of a part fails all; later targets are tested all the same",
    arguments: [
      ("lint", "FAILED: formatting", 1), ("build", "FAILED: build", 3),
      ("PlotTests", "FAILED: PlotTests", 6), ("none-PlotTests", "FAILED: PlotTests", 6),
      ("SoundTests", "FAILED: SoundTests", 6),
    ])
  func failure(_ end: String, _ message: String, _ count: Int) async throws {
    let result = try await test(end: end)
    #expect(result.status == 1 && result.errors.contains(message), "\(result)")
    #expect(calls.count == count, "\(calls)")
    let saysIssue = result.output.contains("✘ Test \"a\" recorded an issue")
    #expect(saysIssue == ["PlotTests", "SoundTests"].contains(end), "\(result.output)")
  }

  @Test(
    "A name is a module, a target, a suite or a test",
    arguments: [
      ("Plot", #"^PlotTests\."#), ("SoundTests", #"^SoundTests\."#),
      ("Curve", "[./]Curve(Tests)?[/(]"),
      ("CurveTests/inverse", "[./]CurveTests/inverse(Tests)?[/(]"),
    ])
  func named(_ name: String, _ filter: String) async throws {
    let result = try await test(name)
    #expect(result.status == 0 && result.output.contains("test: \(name): 12 tests, "), "\(result)")
    let events = Self.events(name.replacing("/", with: "."))
    #expect(calls.last == "test -c release --skip-build --filter \(filter) \(events)")
    #expect(!calls.contains("lint"))
  }

  @Test("A name that nothing has fails before the build", arguments: ["Plots", "Plot.*", "inver"])
  func unknown(_ name: String) async throws {
    let result = try await test("Plot", "'\(name)'")
    #expect(result.status == 1 && result.errors.contains("'\(name)'"), "\(result)")
    #expect(calls == [])
  }

  @Test("A name whose tests do not run fails")
  func nothing() async throws {
    let result = try await test("Plot", end: "none-PlotTests")
    #expect(result.status == 1 && result.output.contains("Plot has no test that runs"), "\(result)")
  }
}
