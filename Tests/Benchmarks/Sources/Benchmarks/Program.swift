import Foundation

/// A program that runs. Waiting for it ends when it does: `Foundation.Process` looks only every
/// twentieth of a second.
struct Program {
  struct Failure: Error {
    let name: String
    let status: Int32
  }

  /// The exit status and the most memory of a program that has ended.
  struct Ending {
    /// As the system's `wait` gives it.
    let status: Int32
    /// The most memory that it had at a time, in bytes.
    let peakMemory: Double

    /// `nil` after a signal.
    var exitCode: Int32? { status & 0x7f == 0 ? status >> 8 & 0xff : nil }
  }

  private let name: String
  private let process: pid_t

  /// Starts a program, found in `PATH` unless it is a path. Its output is discarded.
  ///
  /// - Parameters:
  ///   - words: The program, and its arguments.
  ///   - input: The descriptor that it reads from.
  init(_ words: [String], input: Int32? = nil) throws {
    name = words[0]
    var actions = FileActions()
    defer { actions.destroy() }
    actions.connect(input: input)
    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process = pid_t()
    let error = posix_spawnp(&process, name, &actions.value, nil, &arguments, environ)
    guard error == 0 else { throw Failure(name: name, status: error) }
    self.process = process
  }

  /// Waits for the end, whatever it is.
  func ending() -> Ending {
    var (status, usage) = (Int32(0), rusage())
    while wait4(process, &status, 0, &usage) < 0, errno == EINTR {}
    #if canImport(Darwin)
      return Ending(status: status, peakMemory: Double(usage.ru_maxrss))
    #else
      return Ending(status: status, peakMemory: Double(usage.ru_maxrss) * 1024)
    #endif
  }

  /// The most memory that the program itself had at a time, in bytes: that of the programs which it
  /// starts, such as an encoder, counts in `Ending.peakMemory`. Asks until the program has ended;
  /// where the system does not say, 0. Source: proc(5), `VmHWM`.
  func ownPeakMemory() -> Double {
    var peak = 0.0
    while let text = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8),
      let match = text.firstMatch(of: /VmHWM:\s+([0-9]+) kB/)
    {
      peak = max(peak, (Double(match.output.1) ?? 0) * 1024)
      usleep(20_000)
    }
    return peak
  }

  /// Waits for the end. Throws when it is no success.
  @discardableResult
  func wait() throws -> Ending {
    let ending = ending()
    guard ending.status == 0 else { throw Failure(name: name, status: ending.status) }
    return ending
  }
}

/// The input and the outputs that a program is started with.
private struct FileActions {
  #if canImport(Darwin)
    var value: posix_spawn_file_actions_t?
  #else
    var value = posix_spawn_file_actions_t()
  #endif

  init() { posix_spawn_file_actions_init(&value) }

  mutating func connect(input: Int32?) {
    if let input { posix_spawn_file_actions_adddup2(&value, input, 0) }
    for output: Int32 in [1, 2] {
      posix_spawn_file_actions_addopen(&value, output, "/dev/null", O_WRONLY, 0)
    }
  }

  mutating func destroy() { posix_spawn_file_actions_destroy(&value) }
}
