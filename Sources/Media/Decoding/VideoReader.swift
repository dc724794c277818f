import Base
public import Canvas
import Synchronization

/// Reads the frames of videos, each by its number, in any order and from any thread.
///
/// A file is decoded forward by one ffmpeg as long as frames are asked for in ascending order, or
/// nearly; frames that were decoded are kept for a while. What is asked for does not change what a
/// frame looks like.
public final class VideoReader: Sendable {
  private let tools: MediaTools
  /// The videos asked for so far, by path. One that cannot be played is remembered too: a scene may
  /// name it in thousands of layers.
  private let films: Mutex<[FilePath: Result<Film, MediaError>]>

  public init(tools: MediaTools = MediaTools()) {
    self.tools = tools
    films = Mutex([:])
  }

  /// Finds out about a video without decoding it, once. Throws when there is none in the file, or
  /// when it is too large.
  public func open(_ path: String) throws(MediaError) -> VideoFacts { try film(path).facts }

  /// The frame of that number, from 0.
  public func frame(_ index: Int, ofVideo path: String) throws -> Bitmap {
    try film(path).frame(index)
  }

  private func film(_ path: String) throws(MediaError) -> Film {
    let key = FilePath(path)
    if let known = films.withLock({ $0[key] }) { return try known.get() }
    let probed = Result { () throws(MediaError) in
      Film(path, try VideoProbe(path: path, tools: tools).facts(), tools)
    }
    let kept = films.withLock { films in
      let kept = films[key] ?? probed
      films[key] = kept
      return kept
    }
    return try kept.get()
  }
}

/// One video that is being read.
private final class Film: Sendable {
  let facts: VideoFacts
  private let path: String
  private let tools: MediaTools
  private let state = Mutex(State())

  private struct State: ~Copyable {
    var stream: FrameStream?
    var kept: [Int: Bitmap] = [:]
    /// The frames that are kept, the one used last at the end.
    var order: [Int] = []
  }

  /// In bytes, of all frames that are kept; at least four are.
  private static let maximumKept = 256 << 20
  /// So many frames ahead are decoded and passed over before a seek is tried.
  private static let maximumSkip = 120

  init(_ path: String, _ facts: VideoFacts, _ tools: MediaTools) {
    (self.path, self.facts, self.tools) = (path, facts, tools)
  }

  private var capacity: Int { max(4, min(256, Self.maximumKept / max(facts.frameByteCount, 1))) }

  func frame(_ index: Int) throws(MediaError) -> Bitmap {
    let index = min(max(index, 0), facts.times.count - 1)
    return try state.withLock { state throws(MediaError) in try frame(index, &state) }
  }

  private func frame(_ index: Int, _ state: inout State) throws(MediaError) -> Bitmap {
    if let bitmap = state.kept[index] {
      touch(index, &state)
      return bitmap
    }
    let stream = try stream(for: index, &state)
    while true {
      let position = stream.position
      let bitmap: Bitmap
      do throws(MediaError) {
        bitmap = try stream.next()
      } catch {
        state.stream = nil
        throw error
      }
      keep(bitmap, position, &state)
      if position == index { return bitmap }
    }
  }

  /// A stream that has not passed the frame. Somebody who goes backwards gets a stretch of frames
  /// at a time.
  private func stream(for index: Int, _ state: inout State) throws(MediaError) -> FrameStream {
    if let stream = state.stream, stream.position <= index,
      index - stream.position <= Self.maximumSkip
    {
      return stream
    }
    let goesBack = state.stream.map { $0.position > index } ?? false
    let start = goesBack ? max(0, index - min(31, capacity / 2)) : index
    state.stream = nil
    let stream = try FrameStream(path, facts, from: start, tools: tools)
    state.stream = stream
    return stream
  }

  private func keep(_ bitmap: Bitmap, _ index: Int, _ state: inout State) {
    state.kept[index] = bitmap
    touch(index, &state)
    if state.order.count > capacity { state.kept[state.order.removeFirst()] = nil }
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

  init(_ path: String, _ facts: VideoFacts, from index: Int, tools: MediaTools) throws(MediaError) {
    position = index
    self.facts = facts
    process = try ToolProcess(
      ToolRun(
        name: "ffmpeg", tool: try tools.locatedFFmpeg(),
        arguments: Self.arguments(path, facts, index), doing: "play", path: path))
  }

  func next() throws(MediaError) -> Bitmap {
    let bitmap = try frameBitmap(width: facts.width, height: facts.height)
    for y in 0..<bitmap.height { try process.read(into: bitmap.row(y)) }
    if facts.hasAlpha { bitmap.premultiply() }
    position += 1
    return bitmap
  }

  /// Frames are chosen by their own times, so it does not matter how far before them a seek lands.
  /// The matrix is said where the file is silent; the transfer curve is taken for sRGB's, as
  /// players do.
  private static func arguments(_ path: String, _ facts: VideoFacts, _ index: Int) -> [String] {
    let select = index > 0 ? "select=gte(t\\,\(facts.timeBefore(index)))," : ""
    let convert =
      "scale=in_color_matrix=\(facts.colorMatrix):out_range=pc"
      + ":flags=accurate_rnd+full_chroma_int+full_chroma_inp+bicubic,format=bgra"
    return ["-nostdin", "-hide_banner", "-loglevel", "error"] + decoder(facts)
      + VideoProbe.formats + seek(facts, index) + ["-copyts", "-i", ToolArguments.file(path)]
      + ["-map", "0:v:0", "-vf", select + convert, "-fps_mode", "passthrough"]
      + ["-f", "rawvideo", "pipe:1"]
  }

  /// The built-in decoders ignore the alpha of VP8 and VP9.
  private static func decoder(_ facts: VideoFacts) -> [String] {
    guard facts.hasAlpha, ["vp8", "vp9"].contains(facts.codec) else { return [] }
    return ["-c:v", facts.codec == "vp8" ? "libvpx" : "libvpx-vp9"]
  }

  /// To a second before the frame, or to the place before that from where frames can be decoded.
  private static func seek(_ facts: VideoFacts, _ index: Int) -> [String] {
    let time = facts.timeBefore(index) - 1
    guard facts.canSeek, index > 0, time > facts.startTime else { return [] }
    return ["-noaccurate_seek", "-seek_timestamp", "1", "-ss", "\(time)"]
  }
}
