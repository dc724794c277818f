import Subprocess

/// One run of ffmpeg or ffprobe. A cancelled task kills the program and waits for its end.
struct ToolRun: Sendable {
  /// "ffmpeg" or "ffprobe", for messages.
  var name: String
  /// Where the program is.
  var tool: String
  var arguments: [String]
  /// A verb for messages, and what it is done to.
  var doing: String
  var path: String

  /// Runs to the end, reading from `input`, a descriptor that the run closes.
  func run(input: Int32) async throws {
    try await started { configuration in
      let result = try await Subprocess.run(
        configuration,
        input: .fileDescriptor(descriptor(input), closeAfterSpawningProcess: true),
        output: .discarded, error: .sequence
      ) { await Self.lastLines(of: $0.standardError, ofProcess: $0.processIdentifier.value) }
      try check(result.terminationStatus, result.closureResult)
    }
  }

  /// Runs to the end without input, writing to `output`, a descriptor that the run closes.
  func run(output: Int32) async throws {
    try await started { configuration in
      let result = try await Subprocess.run(
        configuration, input: .none,
        output: .fileDescriptor(descriptor(output), closeAfterSpawningProcess: true),
        error: .sequence
      ) { await Self.lastLines(of: $0.standardError, ofProcess: $0.processIdentifier.value) }
      try check(result.terminationStatus, result.closureResult)
    }
  }

  /// Runs to the end without input.
  func run() async throws { _ = try await collect(limit: 0, keepsOutput: false) }

  /// What the program prints, of which there may be `limit` bytes.
  func output(limit: Int) async throws -> [UInt8] {
    try await collect(limit: limit, keepsOutput: true)
  }

  private func collect(limit: Int, keepsOutput: Bool) async throws -> [UInt8] {
    try await started { configuration in
      let result = try await Subprocess.run(
        configuration, input: .none, output: .bytes(limit: limit), error: .sequence
      ) { await Self.lastLines(of: $0.standardError, ofProcess: $0.processIdentifier.value) }
      try check(result.terminationStatus, result.closureResult)
      return keepsOutput ? result.standardOutput : []
    }
  }

  private func started<Value>(
    _ body: (Configuration) async throws -> Value
  ) async throws -> Value {
    var options = PlatformOptions()
    // Ctrl-C in a terminal is for us: we stop the program ourselves and clean up after it.
    options.processGroupID = 0
    do {
      return try await body(
        Configuration(
          executable: .path(filePath(tool)), arguments: Arguments(arguments),
          platformOptions: options))
    } catch let error as SubprocessError {
      try Task.checkCancellation()
      throw failure("it could not be run", ["\(error)"])
    }
  }

  private func check(_ status: TerminationStatus, _ lines: [String]) throws {
    try Task.checkCancellation()
    switch status {
    case .exited(0): return
    case .exited(let code): throw failure("exit code \(code)", lines)
    case .signaled(let signal): throw failure("killed by signal \(signal)", lines)
    }
  }

  private func failure(_ ending: String, _ lines: [String]) -> MediaError {
    .toolFailed(name: name, doing: doing, path: path, ending: ending, lastLines: lines)
  }

  /// Reads to the end, which keeps the program from waiting on a full pipe, and keeps ten lines.
  private static func lastLines(
    of stream: SubprocessOutputSequence, ofProcess process: Int32
  ) async -> [String] {
    UnfinishedFiles.add(process: process)
    defer { UnfinishedFiles.forget(process: process) }
    var tail: [UInt8] = []
    do {
      for try await buffer in stream {
        buffer.withUnsafeBytes { tail += $0 }
        if tail.count > 1 << 16 { tail.removeFirst(tail.count - 1 << 13) }
      }
    } catch {
      // The program was killed; what it said before is what there is.
    }
    let lines = String(decoding: tail, as: UTF8.self).split(whereSeparator: \.isNewline)
    return lines.suffix(10).map(String.init)
  }
}

// The types of paths and descriptors live in a module with a different name on each system; their
// protocols do not.

private func filePath<Path: ExpressibleByStringLiteral>(_ path: String) -> Path
where Path.StringLiteralType == String {
  Path(stringLiteral: path)
}

private func descriptor<Descriptor: RawRepresentable>(_ number: Int32) -> Descriptor
where Descriptor.RawValue == CInt {
  guard let descriptor = Descriptor(rawValue: number) else {
    preconditionFailure("every number is a descriptor")
  }
  return descriptor
}
