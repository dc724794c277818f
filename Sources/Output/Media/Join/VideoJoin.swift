import RostrumBase
public import RostrumTiming

/// Puts videos one after the other without encoding anything again, where nothing is lost by that.
///
/// The decoded pictures of each part are compared with the pictures of the result, so that a join
/// that would change one is an error.
public struct VideoJoin: Sendable {
  private let parts: [String]
  private let rate: FrameRate
  private let settings: VideoSettings
  /// The sound, captions, chapters and metadata of the film.
  public var additions = FilmAdditions()
  private var tools: MediaTools { settings.tools }

  /// `parts` are the paths of videos of one format, in order.
  public init(_ parts: [String], rate: FrameRate, settings: VideoSettings = VideoSettings()) {
    (self.parts, self.rate, self.settings) = (parts, rate, settings)
  }

  /// Writes the whole video. Throws `MediaError.notWhatWasRendered` when it would not show exactly
  /// the pictures of its parts, in even steps.
  public func write(to path: String, _ format: MediaFormat) async throws -> SinkReport {
    guard format.row.carrier == nil, format.making != .own else {
      throw MediaError.invalidSetting(
        "videos are joined to a video; \(format.rawValue) is made of frames: join folders of them")
    }
    if let option = settings.asked.map(\.rawValue).min() {
      throw MediaError.invalidSetting(
        "--\(option) has no effect: videos are joined as they are, without encoding")
    }
    try additions.check(format)
    let tool = try tools.locatedFFmpeg()
    try createFolder(ofOutput: path)
    let output = try PartialFolder(for: path, run: RunToken())
    do {
      return try await write(to: path, format, by: output, tool)
    } catch {
      throw output.failure(error)
    }
  }

  private func write(
    to path: String, _ format: MediaFormat, by output: PartialFolder, _ tool: String
  ) async throws -> SinkReport {
    let pictures =
      additions.isEmpty ? output.file : output.path("pictures.\(format.fileExtension)")
    let paths = parts.map(ToolArguments.plainFile)
    let links = try linkFolder(for: paths)
    defer { links?.remove() }
    let list = output.path("parts.txt")
    try writeWholeFile(Array(try listText(paths, links).utf8), to: list)
    // A part that is a list of other files is refused, before ffmpeg follows it.
    var codecs: Set<String> = []
    for part in parts { codecs.insert(try await MediaFacts.read(part, tools: tools).codec) }
    do {
      try await ToolRun(
        name: "ffmpeg", tool: tool, arguments: arguments(list, pictures, format), doing: "write",
        path: path
      ).run()
    } catch let error as MediaError where error.isToolFailure {
      throw Self.explained(error, codecs, format)
    }
    let frameCount = try await compare(pictures, path, tool)
    let notes = try await addAdditions(to: pictures, output, frameCount, format, tool)
    let byteCount = try output.commit()
    return SinkReport(path: path, frameCount: frameCount, byteCount: byteCount, notes: notes)
  }

  /// The error of a format that does not take the parts' codec, else the error itself.
  private static func explained(
    _ error: MediaError, _ codecs: Set<String>, _ format: MediaFormat
  ) -> MediaError {
    func takes(_ format: MediaFormat, _ codec: String) -> Bool {
      codec == format.rawValue || format.codecs.contains { $0.rawValue == codec }
    }
    guard let codec = codecs.sorted().first(where: { !takes(format, $0) }) else { return error }
    let others = MediaFormat.allCases.filter { $0.row.carrier == nil && takes($0, codec) }
    return .invalidSetting(
      "\(format.rawValue) holds no \(codec), and videos are joined as they are"
        + (others.isEmpty
          ? "" : ": join them to \(others.map(\.rawValue).joined(separator: " or "))"))
  }

  /// Puts the sound under the joined pictures, and the rest beside them.
  private func addAdditions(
    to pictures: String, _ output: PartialFolder, _ frameCount: Int, _ format: MediaFormat,
    _ tool: String
  ) async throws -> [MediaNote] {
    let first = try await MediaFacts.read(parts[0], tools: tools)
    let notes: [MediaNote] = !additions.hasSound && first.sound != nil ? [.soundLeftOut] : []
    guard !additions.isEmpty else { return notes }
    let multiplex = try additions.multiplex(
      duration: Double(frameCount) / rate.framesPerSecond, format, beside: output.path, settings)
    defer { multiplex.soundtrack?.remove() }
    return try await notes
      + multiplex.write(
        pictures: pictures, to: output.file, format, hasAlpha: first.hasAlpha, in: output,
        tool: tool)
  }

  /// ffmpeg counts the parts' lengths in microseconds; each picture's time becomes that of its
  /// number again.
  private func arguments(_ list: String, _ file: String, _ format: MediaFormat) -> [String] {
    let (frames, seconds) = (rate.numerator, rate.denominator)
    func exact(_ time: String) -> String {
      "round(round(\(time)*TB*\(frames)/\(seconds))*\(seconds)/\(frames)/TB)"
    }
    let exactly = ["-bsf:v", "setts=pts=\(exact("PTS")):dts=\(exact("DTS"))"]
    return ToolArguments.common + MediaInput(path: list, kind: .parts).arguments()
      + ["-map", "0:v:0", "-c", "copy", "-movflags", "+faststart"]
      + (format.row.hasExactTimes ? exactly : [])
      + [ToolArguments.file(file)]
  }

  /// A folder for links to parts whose paths have a line end, which ffmpeg's list format cannot
  /// express; `nil` without any. ffmpeg resolves a relative path in a list against the text before
  /// the list's first `#`, so the folder has an absolute path.
  private func linkFolder(for paths: [String]) throws(MediaError) -> PartialFolder? {
    if paths.allSatisfy({ Escaping.concatPath($0) != nil }) { return nil }
    return try PartialFolder(for: temporaryDirectory() + "rostrum-parts", run: RunToken())
  }

  /// The parts in the words of ffmpeg's concat demuxer.
  private func listText(
    _ paths: [String], _ links: PartialFolder?
  ) throws(MediaError) -> String {
    var text = ""
    for (index, part) in paths.enumerated() {
      var path = part
      if Escaping.concatPath(path) == nil, let links {
        let link = links.path("part\(index)")
        guard symlink(path, link) == 0 else { throw .failed("write", link) }
        path = link
      }
      guard let quoted = Escaping.concatPath(ToolArguments.file(path)) else {
        throw .failed("write", path)
      }
      text += "file \(quoted)\n"
    }
    return text
  }

  /// Returns how many frames there are.
  private func compare(_ file: String, _ path: String, _ tool: String) async throws -> Int {
    var wanted: [String] = []
    for part in parts { wanted += try await frames(of: part, tool).map(\.hash) }
    let found = try await frames(of: file, tool)
    var problems: [String] = []
    if found.map(\.hash) != wanted {
      problems.append(
        "joined as they are, its parts do not show the same pictures: they were encoded differently, or the format cannot be joined"
      )
    } else if let late = found.indices.first(where: { !isInStep(found[$0].time, $0) }) {
      problems.append("frame \(late) would come at \(found[late].time) s")
    }
    guard problems.isEmpty else {
      throw MediaError.notWhatWasRendered(path: path, details: problems)
    }
    return wanted.count
  }

  /// Containers round times, a millisecond at worst.
  private func isInStep(_ time: Double, _ index: Int) -> Bool {
    abs(time - Double(index) / rate.framesPerSecond) < min(0.002, 0.25 / rate.framesPerSecond)
  }

  /// A multiple of usual rates, and of the milliseconds that some containers count in.
  private static let ticksPerSecond = 600_000

  /// The hash of each picture, and when it is shown, from the first on.
  private func frames(of path: String, _ tool: String) async throws -> [(
    hash: String, time: Double
  )] {
    let arguments =
      ["-nostdin", "-hide_banner", "-loglevel", "error"] + MediaInput(path: path).arguments()
      + ["-map", "0:v:0", "-fps_mode", "passthrough"]
      + ["-enc_time_base", "1:\(Self.ticksPerSecond)", "-f", "framemd5", "-"]
    let run = ToolRun(
      name: "ffmpeg", tool: tool, arguments: arguments, doing: "read", path: path)
    let list = try await run.withProcess { process in
      var list = FrameHashes(path: path)
      try process.readLines(limit: 1 << 16) { line throws(MediaError) in try list.add(line) }
      return list
    }
    guard let tick = list.tick else { throw MediaError.unreadableFacts(path: path) }
    let start = Double(list.frames.first?.ticks ?? 0) * tick
    return list.frames.map { ($0.hash, Double($0.ticks) * tick - start) }
  }
}

/// The output of ffmpeg's `framemd5`, read line by line.
private struct FrameHashes {
  let path: String
  /// In seconds; `nil` until it is known.
  private(set) var tick: Double?
  private(set) var frames: [(hash: String, ticks: Int)] = []

  init(path: String) { self.path = path }

  mutating func add(_ line: ArraySlice<UInt8>) throws(MediaError) {
    let text = String(decoding: line, as: UTF8.self)
    if text.hasPrefix("#tb 0: ") {
      let numbers = text.dropFirst(7).split(separator: "/").compactMap { Double($0) }
      if numbers.count == 2, numbers[1] > 0 { tick = numbers[0] / numbers[1] }
    }
    guard !text.hasPrefix("#") else { return }
    let row = text.split(separator: ",")
    guard row.count >= 6, let stamp = Int(row[2].trimmed) else { return }
    guard frames.count < VideoProbe.maximumFrameCount else {
      throw MediaInput(path: path).problem(
        "it has more than \(VideoProbe.maximumFrameCount) frames")
    }
    frames.append((row[row.count - 1].trimmed, stamp))
  }
}
