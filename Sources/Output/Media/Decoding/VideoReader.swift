import RostrumBase
public import RostrumCanvas
import Synchronization

/// Reads the frames of videos, each by its number, in any order and from any thread.
///
/// A file is decoded forward by one ffmpeg as long as frames are requested in (nearly) ascending
/// order; decoded frames are kept for a while. The order of requests does not change the frames.
public final class VideoReader: Sendable {
  private let tools: MediaTools
  private let maximumPixels: Int
  /// The videos whose ffmpeg runs, the one used last at the end.
  private let running = Mutex<[Film]>([])
  /// The videos opened so far, by path. Failures are cached too: a scene may name the same file in
  /// thousands of layers.
  private let films: Mutex<[FilePath: Result<Film, MediaError>]>

  /// A frame may have `maximumPixels` pixels, and the cached frames of all videos together as many.
  /// A photograph's size is always allowed.
  public init(tools: MediaTools = MediaTools(), maximumPixels: Int = 16_384 * 16_384) {
    self.tools = tools
    self.maximumPixels = max(maximumPixels, Self.leastMaximum)
    films = Mutex([:])
  }

  private static let leastMaximum = 1 << 25
  /// The most programs that decode at the same time.
  private static let maximumRunning = 16
  /// The pixels of all frames that are kept; two of each video are in any case.
  private static let maximumKept = 1 << 26

  /// Reads a video's facts without decoding it, once. Throws when the file has no video, or when it
  /// is too large.
  public func open(_ path: String) throws(MediaError) -> VideoFacts { try film(path).facts }

  /// The frame of that number, from 0.
  public func frame(_ index: Int, ofVideo path: String) throws -> Bitmap {
    let film = try film(path)
    let share = Self.maximumKept / max(films.withLock(\.count), 1)
    let frame = try film.frame(index, keeping: max(2, min(256, share / film.pixelCount)))
    if film.isRunning { limitRunning(with: film) }
    return frame
  }

  /// Ends the least recently used ffmpeg process, if too many are running.
  private func limitRunning(with film: Film) {
    let oldest = running.withLock { running in
      running.removeAll { $0 === film }
      running.append(film)
      return running.count > Self.maximumRunning ? running.removeFirst() : nil
    }
    oldest?.stop()
  }

  private func film(_ path: String) throws(MediaError) -> Film {
    let key = FilePath(path)
    if let known = films.withLock({ $0[key] }) { return try known.get() }
    let probed = Result { () throws(MediaError) in
      let input = MediaInput(path: path, maximumPixels: maximumPixels)
      let probe = VideoProbe(path: path, tools: tools, maximumPixels: maximumPixels)
      do throws(MediaError) { return Film(input, try probe.facts(), tools) } catch {
        throw error.withHint(input)
      }
    }
    let kept = films.withLock { films in
      let kept = films[key] ?? limited(probed, path, films)
      films[key] = kept
      return kept
    }
    return try kept.get()
  }

  /// The same, or the error that this is one video too many.
  private func limited(
    _ probed: Result<Film, MediaError>, _ path: String,
    _ others: [FilePath: Result<Film, MediaError>]
  ) -> Result<Film, MediaError> {
    guard case .success(let film) = probed else { return probed }
    let pixels = others.values.reduce(film.pixelCount) { sum, other in
      sum + ((try? other.get())?.pixelCount ?? 0)
    }
    guard pixels > maximumPixels else { return probed }
    return .failure(
      .unplayableVideo(
        path: path,
        reason: "the pictures of all videos of the scene are too large: a picture of each is "
          + "\(pixels) pixels together, where the limit is \(maximumPixels) (raise it with "
          + "--max-pixels)"))
  }
}

/// One video that is being read.
private final class Film: Sendable {
  let facts: VideoFacts
  private let input: MediaInput
  private let tools: MediaTools
  private let state = Mutex(State())
  private let light: VideoLight?

  private struct State: ~Copyable {
    var stream: FrameStream?
    var kept: [Int: Bitmap] = [:]
    /// The frames that are kept, the one used last at the end.
    var order: [Int] = []
  }

  /// Up to this many frames are decoded and skipped before a seek is tried.
  private static let maximumSkip = 120

  init(_ input: MediaInput, _ facts: VideoFacts, _ tools: MediaTools) {
    (self.input, self.facts, self.tools) = (input, facts, tools)
    light = facts.colors.isScreen ? nil : VideoLight(facts.colors)
  }

  /// The number of pixels of a frame.
  var pixelCount: Int { facts.width * facts.height }

  /// Whether ffmpeg decodes it right now; true if the lock is busy.
  var isRunning: Bool { state.withLockIfAvailable { $0.stream != nil } ?? true }

  /// Ends ffmpeg, unless a frame is being decoded. The next frame starts it again.
  func stop() { _ = state.withLockIfAvailable { $0.stream = nil } }

  /// The frame of that number; `capacity` frames are kept.
  func frame(_ index: Int, keeping capacity: Int) throws(MediaError) -> Bitmap {
    let index = min(max(index, 0), facts.times.count - 1)
    return try state.withLock { state throws(MediaError) in
      try frame(index, keeping: capacity, &state)
    }
  }

  private func frame(
    _ index: Int, keeping capacity: Int, _ state: inout State
  ) throws(MediaError) -> Bitmap {
    if let bitmap = state.kept[index] {
      touch(index, &state)
      return bitmap
    }
    let stream = try stream(for: index, keeping: capacity, &state)
    while true {
      let position = stream.position
      let bitmap: Bitmap
      do throws(MediaError) {
        bitmap = try stream.next()
      } catch {
        state.stream = nil
        throw error
      }
      keep(bitmap, position, capacity, &state)
      if position == index { return bitmap }
    }
  }

  /// A stream that has not passed the frame. When frames are requested backwards, a run of frames
  /// is decoded at a time.
  private func stream(
    for index: Int, keeping capacity: Int, _ state: inout State
  ) throws(MediaError) -> FrameStream {
    if let stream = state.stream, stream.position <= index,
      index - stream.position <= Self.maximumSkip
    {
      return stream
    }
    let goesBack = state.stream.map { $0.position > index } ?? false
    let start = goesBack ? max(0, index - min(31, capacity / 2)) : index
    state.stream = nil
    let stream = try FrameStream(input, facts, from: start, light: light, tools: tools)
    state.stream = stream
    return stream
  }

  private func keep(
    _ bitmap: Bitmap, _ index: Int, _ capacity: Int, _ state: inout State
  ) {
    state.kept[index] = bitmap
    touch(index, &state)
    while state.order.count > capacity { state.kept[state.order.removeFirst()] = nil }
  }

  private func touch(_ index: Int, _ state: inout State) {
    if let place = state.order.lastIndex(of: index) { state.order.remove(at: place) }
    state.order.append(index)
  }
}

/// Decodes a video's frames one after the other, from one of them on.
final class FrameStream {
  /// The frame that `next` gives.
  private(set) var position: Int
  private let facts: VideoFacts
  private let process: ToolProcess
  /// The conversion of colours that are not a screen's, and memory for a row of them.
  private let light: VideoLight?
  private var row: [UInt16] = []

  init(
    _ input: MediaInput, _ facts: VideoFacts, from index: Int, light: VideoLight? = nil,
    tools: MediaTools
  ) throws(MediaError) {
    position = index
    self.facts = facts
    self.light = light
    if light != nil { row = [UInt16](repeating: 0, count: facts.width * 4) }
    process = try ToolProcess(
      ToolRun(
        name: "ffmpeg", tool: try tools.locatedFFmpeg(),
        arguments: Self.arguments(input, facts, index), doing: "play", path: input.path))
  }

  func next() throws(MediaError) -> Bitmap {
    let bitmap = try frameBitmap(width: facts.width, height: facts.height)
    for y in 0..<bitmap.height { try read(into: bitmap.row(y)) }
    if facts.hasAlpha { bitmap.premultiply() }
    position += 1
    return bitmap
  }

  private func read(into pixels: UnsafeMutableRawBufferPointer) throws(MediaError) {
    guard let light else { return try process.read(into: pixels) }
    let process = process
    let outcome = row.withUnsafeMutableBytes { bytes in
      Result { () throws(MediaError) in
        try process.read(into: bytes)
        light.convert(UnsafeRawBufferPointer(bytes), to: pixels)
      }
    }
    try outcome.get()
  }

  /// Frames are chosen by their own times, so it does not matter how far before them a seek lands;
  /// the frames of a file without such times, which is read from its start, by their number.
  /// The matrix is given explicitly if the file has no tag. Frames of two fields become one moment
  /// of them, before a frame is chosen, since the filter looks at the frames beside. All frames get
  /// the size of the first, also where the file changes it.
  private static func arguments(
    _ input: MediaInput, _ facts: VideoFacts, _ index: Int
  ) -> [String] {
    let place = facts.hasOwnTimes ? "t\\,\(facts.timeBefore(index))" : "n\\,\(index)"
    let select = index > 0 ? "select=gte(\(place))," : ""
    let fields = facts.isInterlaced ? "bwdif=mode=send_frame:parity=auto:deint=interlaced," : ""
    let layout = facts.colors.isScreen ? "bgra" : Self.deepLayout
    let convert =
      "scale=\(facts.width):\(facts.height):in_color_matrix=\(facts.colorMatrix):out_range=pc"
      + ":flags=accurate_rnd+full_chroma_int+full_chroma_inp+bicubic,format=\(layout)"
    return ["-nostdin", "-hide_banner", "-loglevel", "error"] + decoder(facts)
      + MediaInput.threads(forPixels: facts.width * facts.height)
      + input.arguments(seek(facts, index) + ["-copyts"])
      + ["-map", "0:v:0", "-vf", fields + select + convert, "-fps_mode", "passthrough"]
      + ["-f", "rawvideo", "pipe:1"]
  }

  /// Straight, 16 bits a channel in the machine's order.
  private static let deepLayout = 1.littleEndian == 1 ? "bgra64le" : "bgra64be"

  /// The built-in decoders ignore the alpha of VP8 and VP9.
  private static func decoder(_ facts: VideoFacts) -> [String] {
    guard facts.hasAlpha, ["vp8", "vp9"].contains(facts.codec) else { return [] }
    return ["-c:v", facts.codec == "vp8" ? "libvpx" : "libvpx-vp9"]
  }

  /// To a second before the frame, or to the place before that from where frames can be decoded;
  /// so far before the one beside it where fields are made frames.
  private static func seek(_ facts: VideoFacts, _ index: Int) -> [String] {
    let time = facts.timeBefore(facts.isInterlaced ? max(index - 2, 0) : index) - 1
    guard facts.canSeek, index > 0, time > facts.startTime + facts.times[0] else { return [] }
    return ["-noaccurate_seek", "-seek_timestamp", "1", "-ss", "\(time)"]
  }
}

extension MediaError {
  /// The same, with the option that raises the limit that a video goes beyond.
  fileprivate func withHint(_ input: MediaInput) -> MediaError {
    guard case .unplayableVideo(let path, let reason) = self, reason.contains("too large") else {
      return self
    }
    return .unplayableVideo(path: path, reason: reason + " (raise it with --max-pixels)")
  }
}
