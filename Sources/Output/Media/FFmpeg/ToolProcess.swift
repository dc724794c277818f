import RostrumBase
import Synchronization

/// A running ffmpeg or ffprobe. One thread at a time reads its output and waits for it.
///
/// Its standard error is read during every wait, so that a full pipe never blocks the program.
final class ToolProcess {
  /// Where the standard output of the program goes.
  enum Output {
    case null
    /// Read by `read` and `output`.
    case pipe
    /// A descriptor, which is closed once the program has it.
    case descriptor(Int32)
  }

  private let run: ToolRun
  private let child: ChildProcess
  private var output: OwnedDescriptor?
  private var errors: OwnedDescriptor?
  /// The end of its standard error output.
  private var stderrTail: [UInt8] = []
  /// The number of lines of it in an error message.
  private static let lineCount = 10

  /// Starts the program. `input` is a descriptor, which is closed once the program has it; `nil`
  /// for none. `stop` can end the program from another thread.
  init(
    _ run: ToolRun, input: Int32? = nil, output: Output = .pipe, stop: ToolStop? = nil
  ) throws(MediaError) {
    let input = OwnedDescriptor(input ?? -1)
    let output = try Ends(output, for: run.name)
    let errors = try Ends(.pipe, for: run.name)
    child = try ChildProcess(
      run, input: input.number, output: output.write.number, errors: errors.write.number)
    self.run = run
    self.output = .some(output.read)
    self.errors = .some(errors.read)
    stop?.attach(child)
  }

  deinit { stop() }

  /// Fills the buffer. If the output ends before, throws an error with the program's messages.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(MediaError) {
    var rest = buffer[...]
    while !rest.isEmpty {
      let count = readSome(UnsafeMutableRawBufferPointer(rebasing: rest))
      guard count > 0 else { throw failure(end(), orElse: "it has fewer frames than it says") }
      rest = rest.dropFirst(count)
    }
  }

  /// Fills the buffer until it is full or the output ends, and returns the number of bytes.
  func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    var filled = 0
    while filled < buffer.count {
      let count = readSome(UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
      guard count > 0 else { return filled }
      filled += count
    }
    return filled
  }

  /// The whole output of the program, at most `limit` bytes. Waits for its end.
  func output(limit: Int) throws(MediaError) -> [UInt8] {
    var bytes: [UInt8] = []
    try readPieces { piece throws(MediaError) in
      bytes += piece
      guard bytes.count <= limit else {
        throw run.failure("its output is larger than the limit of \(limit) bytes", lines)
      }
    }
    try finish()
    return bytes
  }

  /// How many bytes the program prints; lends them piece by piece. Waits for its end.
  func readOutput(
    _ body: (UnsafeRawBufferPointer) -> Void = { _ in }
  ) throws(MediaError) -> Int {
    var total = 0
    try readPieces { piece throws(MediaError) in
      total += piece.count
      piece.withUnsafeBytes(body)
    }
    try finish()
    return total
  }

  /// Passes the program's output to a closure, piece by piece.
  private func readPieces(
    _ body: (ArraySlice<UInt8>) throws(MediaError) -> Void
  ) throws(MediaError) {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = chunk.withUnsafeMutableBytes { readSome($0) }
      if count <= 0 { return }
      try body(chunk[..<count])
    }
  }

  /// Lends the lines that the program prints, one by one. Waits for its end. A line longer than
  /// `limit` bytes is an error; `body` may throw to end the program.
  func readLines(
    limit: Int, _ body: (ArraySlice<UInt8>) throws(MediaError) -> Void
  ) throws(MediaError) {
    var pending: [UInt8] = []
    try readPieces { piece throws(MediaError) in
      pending += piece
      var start = 0
      while let end = pending[start...].firstIndex(of: UInt8(ascii: "\n")) {
        try body(pending[start..<end])
        start = end + 1
      }
      pending.removeFirst(start)
      guard pending.count <= limit else {
        throw run.failure("it printed a line of more than \(limit) bytes", lines)
      }
    }
    try finish()
    if !pending.isEmpty { try body(pending[...]) }
  }

  /// Whether the end of the program's standard error output contains the words.
  func stderrContains(_ words: String) -> Bool { messages.contains(words) }

  /// The end of the program's standard error output so far.
  var messages: String { String(decoding: stderrTail, as: UTF8.self) }

  /// Waits for the program's end. Throws an error with its messages when it failed.
  func finish() throws(MediaError) {
    let ending = end()
    if ending != .exited(0) { throw failure(ending) }
  }

  /// Ends the program when it still runs.
  private func stop() {
    child.stop()
    _ = child.wait()
  }

  /// Reads standard error to its end, then waits for the program's end.
  private func end() -> ProgramEnding {
    output = nil
    while errors != nil { waitForProgram() }
    return child.wait()
  }

  /// How many bytes came; 0 at the end of the output.
  private func readSome(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    while let output = output?.number {
      let count = readBytes(buffer.baseAddress, buffer.count, from: output)
      if count >= 0 { return count }
      guard errno == EAGAIN || errno == EINTR else { return 0 }
      if errno == EAGAIN { waitForProgram() }
    }
    return 0
  }

  /// Returns when there is something to read, or when an output has ended.
  private func waitForProgram() {
    var ends = [output?.number ?? -1, errors?.number ?? -1].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    _ = poll(&ends, 2, -1)
    if ends[1].revents != 0 { drainStderr() }
  }

  private func drainStderr() {
    var chunk = [UInt8](repeating: 0, count: 1 << 13)
    while let errors = errors?.number {
      let count = readBytes(&chunk, chunk.count, from: errors)
      if count < 0, errno == EAGAIN { return }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        self.errors = nil
        return
      }
      stderrTail += chunk[..<count]
      if stderrTail.count > 1 << 16 { stderrTail.removeFirst(stderrTail.count - 1 << 13) }
    }
  }

  private var lines: [String] {
    messages.split(whereSeparator: \.isNewline).suffix(Self.lineCount).map(String.init)
  }

  private func failure(
    _ ending: ProgramEnding, orElse reason: String = "it ended, but its exit status is unknown"
  ) -> MediaError {
    switch ending {
    case .exited(0), .unknown: run.failure(reason, lines)
    case .exited(let code): run.failure("exit code \(code)", lines)
    case .killed(let signal): run.failure("killed by signal \(signal)", lines)
    }
  }
}

/// Both ends of a pipe from the program; -1 for none.
private struct Ends: ~Copyable {
  let read: OwnedDescriptor
  let write: OwnedDescriptor

  init(_ output: ToolProcess.Output, for user: String) throws(MediaError) {
    let numbers =
      switch output {
      case .null: (read: Int32(-1), write: Int32(-1))
      case .descriptor(let number): (read: Int32(-1), write: number)
      case .pipe: try openPipe(for: user)
      }
    makeNonblocking(numbers.read)
    read = OwnedDescriptor(numbers.read)
    write = OwnedDescriptor(numbers.write)
  }
}

/// Ends a program from another thread than the one that waits for it.
final class ToolStop: Sendable {
  private let state = Mutex(State())

  private struct State {
    var child: ChildProcess?
    var isStopped = false
  }

  /// Ends the program, at once or as soon as it has been started.
  func stop() {
    let child = state.withLock { state in
      state.isStopped = true
      return state.child
    }
    child?.stop()
  }

  fileprivate func attach(_ child: ChildProcess) {
    let isStopped = state.withLock { state in
      state.child = child
      return state.isStopped
    }
    if isStopped { child.stop() }
  }
}

/// A program in a process group of its own, so that ctrl-C in a terminal reaches only this process,
/// which stops the program and removes its files.
///
/// Reasons not to use a library: when few descriptors or threads are available, swift-subprocess
/// 1.0.2 ends the whole process, or waits for ever for a thread that was never started, and
/// Foundation's `Process` needs a run loop on a separate thread. This class only spawns the
/// program, and a failure is an error.
private final class ChildProcess: Sendable {
  private let number: pid_t
  private let entry = UnfinishedEntry()
  private let ending = Mutex<ProgramEnding?>(nil)

  /// The descriptors are the program's standard ones; -1 opens the null device.
  init(_ run: ToolRun, input: Int32, output: Int32, errors: Int32) throws(MediaError) {
    var number: pid_t = 0
    let words = CStrings([run.tool] + run.arguments)
    guard words.areWhole else { throw run.refusal(ENOMEM) }
    // Once the program runs, nothing fails.
    UnfinishedFiles.add(entry)
    let error = cplatform_spawn(&number, run.tool, words.pointers, nil, input, output, errors)
    guard error == 0 else {
      UnfinishedFiles.forget(entry)
      throw run.refusal(error)
    }
    entry.start(process: number)
    self.number = number
  }

  /// Kills the program and its child processes.
  func stop() {
    ending.withLock { if $0 == nil { kill(-number, SIGKILL) } }
  }

  /// Waits for the program's end. For one thread.
  func wait() -> ProgramEnding {
    if let known = ending.withLock(\.self) { return known }
    cplatform_wait(number)
    // From here on the number may become another program's.
    return ending.withLock { ending in
      UnfinishedFiles.forget(entry)
      var signal: Int32 = 0
      let code = cplatform_forget(number, &signal)
      let found = ProgramEnding(code: code, signal: signal)
      ending = found
      return found
    }
  }
}
