import Foundation
import TestSupport
import Testing

/// Runs the built `rostrum` in a folder of its own, as a shell would.
struct Command {
  let folder: TemporaryFolder
  /// Added to the environment. `ROSTRUM_FFMPEG` and the like are not inherited, nor whether the
  /// tests run on a server, where nothing is recorded.
  var environment: [String: String] = [:]

  /// In a folder with files, by their names.
  init(_ files: KeyValuePairs<String, String> = [:]) throws {
    folder = try TemporaryFolder(files)
  }

  /// In a copy of a folder that several tests begin with.
  init(copying original: Command) async throws {
    try self.init()
    let copied = try await shell("cp -a '\(original.folder.path)/.' .")
    try #require(copied.status == 0, "\(copied)")
  }

  /// In a folder with a scene, `scene.yaml`, and a sound, `click.wav`, `seconds` long, that is
  /// silent except for one sample of 48,000 a second.
  init(_ scene: String, clickAt sample: Int, seconds: Int) async throws {
    try self.init()
    try folder.write(scene, to: "scene.yaml")
    let signal = "aevalsrc='0.9*eq(n,\(sample))':s=48000:d=\(seconds)"
    let made = try await shell("ffmpeg -v error -f lavfi -i \"\(signal)\" click.wav")
    try #require(made.status == 0, "\(made.errors)")
  }

  /// The exit status of a run, and its output.
  struct Result: Sendable {
    /// 128 and the signal's number for a run that a signal ended, as in a shell.
    let status: Int32
    let output: String
    let errors: String

    var lines: [Substring] { output.split(separator: "\n") }
    var errorLines: [Substring] { errors.split(separator: "\n") }
  }

  /// Runs to the end.
  func callAsFunction(_ arguments: String...) async throws -> Result { try await run(arguments) }

  func run(_ arguments: [String]) async throws -> Result {
    try await start(Self.executable.path, arguments).result()
  }

  /// The names of all commands, as the help lists them.
  func subcommands() async throws -> [String] {
    let list = try await self("--help").output.components(separatedBy: "SUBCOMMANDS:\n").last ?? ""
    return list.matches(of: #/(?m)^  ([a-z-]+) /#).map { String($0.output.1) }
  }

  /// Starts a run without waiting for its end.
  func start(_ arguments: String...) throws -> Run { try start(Self.executable.path, arguments) }

  /// Runs a line of shell, in which `$ROSTRUM` is the command.
  func shell(_ line: String) async throws -> Result { try await startShell(line).result() }

  /// Starts a line of shell without waiting for its end.
  func startShell(_ line: String) throws -> Run { try start("/bin/sh", ["-c", line]) }

  private func start(_ program: String, _ arguments: [String]) throws -> Run {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.currentDirectoryURL = URL(filePath: folder.path)
    var all = ProcessInfo.processInfo.environment.filter {
      !$0.key.hasPrefix("ROSTRUM_") && !["CI", "GITHUB_ACTIONS"].contains($0.key)
    }
    all["ROSTRUM"] = Self.executable.path
    process.environment = all.merging(environment) { $1 }
    return try Run(process)
  }

  /// The command is beside the tests in the build folder.
  static var executable: URL { BuiltProgram.rostrum }
}

/// A run of a program whose outputs go to files, so that no pipe can fill up.
final class Run: Sendable {
  private let files: TemporaryFolder
  private let program: Process
  private let ended: Task<Int32, Never>

  fileprivate init(_ process: sending Process) throws {
    let files = try TemporaryFolder()
    self.files = files
    try files.write("", to: "output")
    try files.write("", to: "errors")
    process.standardInput = FileHandle.nullDevice
    let outputs = ["output", "errors"].map { FileHandle(forWritingAtPath: files.path($0)) }
    (process.standardOutput, process.standardError) = (outputs[0], outputs[1])
    let (ends, end) = AsyncStream<Int32>.makeStream()
    process.terminationHandler = {
      end.yield($0.terminationReason == .exit ? $0.terminationStatus : 128 + $0.terminationStatus)
      end.finish()
    }
    try process.run()
    // Foundation holds on to an ended process, and fails to start one beside thousands of files.
    for output in outputs { try output?.close() }
    program = process
    ended = Task { await ends.first { _ in true } ?? -1 }
  }

  func result() async throws -> Command.Result {
    let status = await ended.value
    return Command.Result(status: status, output: text("output"), errors: text("errors"))
  }

  /// The standard output so far.
  var output: String { text("output") }
  /// The same on the standard error output.
  var errors: String { text("errors") }

  /// Its number.
  var process: Int32 { program.processIdentifier }

  func send(_ signal: Int32) { kill(process, signal) }

  /// Waits, at most a minute, until a condition holds. The signal is sent `delay` microseconds
  /// later, by a separate thread: the tests' threads may be busy for a long time.
  func wait(
    thenSend signal: Int32? = nil, after delay: UInt32 = 0,
    until condition: @escaping @Sendable () -> Bool
  ) async -> Bool {
    let number = process
    return await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        var holds = condition()
        for _ in 0..<12_000 where !holds {
          usleep(5000)
          holds = condition()
        }
        usleep(delay)
        if let signal { kill(number, signal) }
        continuation.resume(returning: holds)
      }
    }
  }

  private func text(_ name: String) -> String {
    String(decoding: files.data(name), as: UTF8.self)
  }
}

/// Scenes for the command.
enum Scenes {
  static let moving = text("moving.yaml")

  /// Hours of frames, each different.
  static let endless = moving.replacing("duration: 0.5}", with: "duration: 7000}")
    .replacing("duration: 0.5\n", with: "duration: 7000\n")

  static let wrong = text("wrong.yaml")

  private static func text(_ name: String) -> String {
    let data = FileManager.default.contents(atPath: Transcript.folder.appending(path: name).path)
    return String(decoding: data ?? Data(), as: UTF8.self)
  }
}
