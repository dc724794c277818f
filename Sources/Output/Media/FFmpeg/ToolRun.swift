import RostrumBase

/// One run of ffmpeg or ffprobe.
///
/// Its `async` functions wait on a thread of their own, keep no other task from running, and kill
/// the program when the task is cancelled. Decoding happens in the middle of drawing, where nothing
/// can wait like that: there `ToolProcess` is used as it is.
struct ToolRun: Sendable {
  /// "ffmpeg" or "ffprobe", for messages.
  var name: String
  /// Where the program is.
  var tool: String
  var arguments: [String]
  /// A verb for messages; `path` is its object.
  var doing: String
  var path: String

  /// Runs to the end, reading from `input`, a descriptor that the run closes.
  func run(input: Int32) async throws {
    try await onThread { stop in
      try ToolProcess(self, input: input, output: .null, stop: stop).finish()
    }
  }

  /// Runs to the end without input, writing to `output`, a descriptor that the run closes.
  func run(output: Int32) async throws {
    try await onThread { stop in
      try ToolProcess(self, output: .descriptor(output), stop: stop).finish()
    }
  }

  /// Runs to the end without input.
  func run() async throws {
    try await onThread { try ToolProcess(self, output: .null, stop: $0).finish() }
  }

  /// Runs to the end without input. Returns the end of the program's standard error output.
  func messages() async throws -> String {
    try await onThread { stop in
      let process = try ToolProcess(self, output: .null, stop: stop)
      try process.finish()
      return process.messages
    }
  }

  /// The bytes that the program prints, at most `limit` of them.
  func output(limit: Int) async throws -> [UInt8] {
    try await onThread { try ToolProcess(self, stop: $0).output(limit: limit) }
  }

  /// Lends the running program, whose output is a pipe.
  func withProcess<Value: Sendable>(
    _ work: @escaping @Sendable (ToolProcess) throws -> Value
  ) async throws -> Value {
    try await onThread { try work(ToolProcess(self, stop: $0)) }
  }

  /// The same, with the end of the program's standard error output.
  func answer(limit: Int) async throws -> (bytes: [UInt8], messages: String) {
    try await onThread { stop in
      let process = try ToolProcess(self, stop: stop)
      return (try process.output(limit: limit), process.messages)
    }
  }

  private func onThread<Value: Sendable>(
    _ work: @escaping @Sendable (ToolStop) throws -> Value
  ) async throws -> Value {
    let stop = ToolStop()
    do {
      return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          startThread { continuation.resume(with: Result { try work(stop) }) }
        }
      } onCancel: {
        stop.stop()
      }
    } catch {
      try Task.checkCancellation()
      throw error
    }
  }

  /// The error for an unexpected end, with the last messages of the program.
  func failure(_ ending: String, _ lines: [String]) -> MediaError {
    .toolFailed(name: name, doing: doing, path: path, ending: ending, lastLines: lines)
  }

  /// The program could not be started; the system's error number.
  func refusal(_ number: Int32) -> MediaError {
    let error = MediaError.file(doing: "run", path: tool, errno: number)
    return error.isShortage
      ? error : failure("it could not be run: \(systemText(number))", [])
  }
}

/// Arguments that all runs of ffmpeg share.
enum ToolArguments {
  static let common = ["-nostdin", "-hide_banner", "-loglevel", "error", "-y"]

  /// Only local files and the pipe may be opened, whatever a file refers to.
  static let protocols = ["-protocol_whitelist", "file,pipe"]

  /// An MP4 whose parts can be played one by one.
  static let fragments = [
    "-movflags", "+frag_keyframe+delay_moov+default_base_moof+global_sidx",
  ]

  /// A path for ffmpeg's own protocols: with the prefix `file:` it cannot be read as an option,
  /// another protocol or a pattern.
  static func file(_ path: String) -> String { "file:" + path }

  /// A path that ffmpeg or an encoder opens with `fopen`, which does not support `file:`, and may
  /// open again with a protocol: an absolute path works for both.
  static func plainFile(_ path: String) -> String {
    path.utf8.first == UInt8(ascii: "/")
      ? path : joinPath(FileManager.default.currentDirectoryPath, path)
  }
}
