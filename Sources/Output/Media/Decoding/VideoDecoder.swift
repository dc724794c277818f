import RostrumBase
public import RostrumCanvas
import RostrumTiming

/// Decodes a video once, from its first frame to its last, through ffmpeg and a pipe. The pipe
/// holds ffmpeg back, so memory is one frame.
///
/// `run` has to go on beside the calls of `readFrame`; it ends when everything has been read, or
/// after `stop`.
public final class VideoDecoder: Sendable {
  public let path: String
  /// In pixels, upright: ffmpeg applies the file's rotation.
  public let size: PixelSize
  public let facts: MediaFacts
  private let tool: String
  private let readEnd: Int32
  private let writeEnd: Int32
  /// Waits for ffmpeg.
  private let thread: ThreadPool

  private let input: MediaInput

  /// Runs ffprobe on the file. Throws `MediaError`, also for frames of more pixels than
  /// `maximumPixels`.
  public init(
    _ path: String, maximumPixels: Int = 16_384 * 16_384, tools: MediaTools = MediaTools()
  ) async throws {
    input = MediaInput(path: path, maximumPixels: maximumPixels)
    facts = try await MediaFacts.read(input, tools: tools)
    self.path = path
    size = facts.uprightSize
    tool = try tools.locatedFFmpeg()
    thread = ThreadPool(most: 1)
    (readEnd, writeEnd) = try openPipe(for: "ffmpeg")
  }

  deinit { close(readEnd) }

  /// Runs ffmpeg to the end. Call it once.
  public func run() async throws {
    let run = ToolRun(
      name: "ffmpeg", tool: tool, arguments: arguments, doing: "decode", path: path)
    try await run.run(output: writeEnd)
  }

  private var arguments: [String] {
    ["-nostdin", "-hide_banner", "-loglevel", "error"] + decoder
      + MediaInput.threads(forPixels: size.width * size.height) + input.arguments()
      + filter + ["-fps_mode", "passthrough", "-f", "rawvideo", "pipe:1"]
  }

  /// The built-in decoders ignore the alpha of VP8 and VP9.
  private var decoder: [String] {
    guard facts.hasAlpha, ["vp8", "vp9"].contains(facts.codec) else { return [] }
    return ["-c:v", facts.codec == "vp8" ? "libvpx" : "libvpx-vp9"]
  }

  private var filter: [String] {
    // A stream may change its size; frames on the pipe may not.
    let scale =
      "scale=\(size.width):\(size.height)"
      + ":flags=accurate_rnd+full_chroma_int+full_chroma_inp"
    // AVIF's alpha is a stream of its own.
    guard facts.hasAlpha, facts.codec == "av1" else {
      return ["-map", "0:v:0", "-vf", "\(scale),format=bgra"]
    }
    let graph =
      "[0:v:0]\(scale),format=gbrp[c];[0:v:1]\(scale),format=gray[a];"
      + "[c][a]alphamerge,format=bgra"
    return ["-filter_complex", graph]
  }

  /// The next frame, premultiplied, in memory of its own; `nil` after the last one. Waits without
  /// keeping other tasks from running. Throws `MediaError.outOfMemory`.
  public func readFrame() async throws -> Bitmap? {
    try await withCheckedThrowingContinuation { continuation in
      thread.perform { continuation.resume(with: Result { try self.nextFrame() }) }
    }
  }

  private func nextFrame() throws(MediaError) -> Bitmap? {
    let bitmap = try frameBitmap(width: size.width, height: size.height)
    for y in 0..<size.height {
      guard fill(bitmap.row(y)) else { return nil }
    }
    if facts.hasAlpha { bitmap.premultiply() }
    return bitmap
  }

  /// False when the pipe ends before the buffer is full.
  private func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Bool {
    var rest = buffer
    while !rest.isEmpty {
      let count = read(readEnd, rest.baseAddress, rest.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = UnsafeMutableRawBufferPointer(rebasing: rest[count...])
    }
    return true
  }
}

/// Reads frames back from a video, as straight RGBA.
struct FrameDecoder: Sendable {
  let path: String
  /// For messages.
  let reportedPath: String
  let format: MediaFormat
  /// Whether the built-in decoder would lose alpha.
  var isVP9 = false
  /// Whether alpha is the second stream.
  var hasAlphaStream = false
  let rate: FrameRate
  let size: PixelSize
  let tools: MediaTools

  /// Up to this many pixels are decoded on the way to a frame before a program of its own, which
  /// seeks it, takes less time.
  private static let mostOnTheWay = 1 << 24
  /// Up to this many pixels ffmpeg takes longer to start threads than to decode without them.
  private static let mostOnOneThread = 1 << 22

  private var pixelCount: Int { size.width * size.height }

  private var canSeek: Bool { format.row.canSeek && !hasAlphaStream }

  /// The ascending frame numbers in groups, each for one ffmpeg process.
  func runs(of indices: [Int]) -> [[Int]] {
    guard let last = indices.last else { return [] }
    return canSeek && last * pixelCount > Self.mostOnTheWay ? indices.map { [$0] } : [indices]
  }

  /// The frames of ascending numbers, by one program; each is `size.height` rows of `size.width`
  /// times four bytes.
  func frames(_ indices: [Int]) async throws -> [[UInt8]] {
    let run = ToolRun(
      name: "ffmpeg", tool: try tools.locatedFFmpeg(), arguments: arguments(indices),
      doing: "read", path: reportedPath)
    let byteCount = pixelCount * 4
    let bytes = try await run.output(limit: byteCount * indices.count)
    let count = bytes.count / byteCount
    guard count == indices.count else {
      throw MediaError.notWhatWasRendered(
        path: reportedPath, details: ["frame \(indices[count]) cannot be read back"])
    }
    return (0..<count).map { Array(bytes[$0 * byteCount..<($0 + 1) * byteCount]) }
  }

  private func arguments(_ indices: [Int]) -> [String] {
    // The built-in VP9 decoder ignores alpha.
    let decoder = isVP9 ? ["-c:v", "libvpx-vp9"] : []
    let isShort = ((indices.last ?? 0) + 1) * pixelCount <= Self.mostOnOneThread
    let threads = isShort ? ["-filter_threads", "1", "-threads", "1"] : []
    let isSought = canSeek && indices.count == 1 && indices[0] > 0
    return ["-nostdin", "-hide_banner", "-loglevel", "error"] + decoder + threads
      + (isSought ? ["-ss", "\(time(indices[0]))"] : [])
      + MediaInput(path: path, kind: format.row.reading, maximumPixels: pixelCount).arguments()
      + filter(isSought ? "" : select(indices))
      + ["-frames:v", "\(indices.count)", "-fps_mode", "passthrough", "-f", "rawvideo", "pipe:1"]
  }

  private func filter(_ select: String) -> [String] {
    guard hasAlphaStream else {
      let convert = "scale=flags=accurate_rnd+full_chroma_int+full_chroma_inp,format=rgba"
      return ["-vf", select + convert]
    }
    // Alpha is a separate stream; where it is 0, the colours are undefined.
    let graph =
      "[0:v:0]\(select)format=gbrp[c];[0:v:1]\(select)format=gray[a];[c][a]alphamerge,format=rgba"
    return ["-filter_complex", graph]
  }

  /// In seconds: a quarter of a frame early, as times are rounded to milliseconds in some
  /// containers.
  private func time(_ index: Int) -> Double {
    (Double(index) - 0.25) / rate.framesPerSecond
  }

  /// Lets each frame pass by its time, or by its number where frames are not found by times.
  private func select(_ indices: [Int]) -> String {
    let terms = indices.enumerated().map { order, index in
      let place = canSeek && index > 0 ? "t\\,\(time(index))" : "n\\,\(index)"
      return "eq(selected_n\\,\(order))*gte(\(place))"
    }
    return "select=\(terms.joined(separator: "+")),"
  }
}
