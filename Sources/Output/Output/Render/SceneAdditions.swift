import RostrumBase
package import RostrumLayerTree
package import RostrumMedia
import RostrumSceneFile
import RostrumTiming

// The sound, the captions and the facts of the films that one scene is rendered to.

extension SceneRender {
  /// Whether a video is made of the frames.
  var isFilm: Bool { plan.videos.contains { $0.format.audioCodec != nil } }

  /// All that films of these frames get beside their pictures. A part of a film has nothing, unless
  /// its frames follow each other and it is no shard: then the whole is mixed once, in the end.
  func additions(of scene: Scene) -> FilmAdditions {
    range.map(scene.additions) ?? FilmAdditions()
  }

  /// Whether it is a shard, or times that are named one by one.
  var isPart: Bool {
    guard case .frames = options.moments else { return true }
    return options.shard != nil
  }

  /// The scene's time that a film of these frames shows; `nil` for one whose frames do not follow
  /// each other, and for shards, which are joined later.
  private var range: Range<Double>? {
    guard !isPart else { return nil }
    return opened.scene.range(ofFilm: frames.map(\.number))
  }

  /// Writes captions beside the videos, where that is wanted.
  func writeCaptions() throws(MediaError) {
    guard let range else { return }
    for file in opened.captionFiles(beside: plan.videos.map(\.path), range) {
      try writeWholeFile(file.bytes, to: file.path, inside: file.path.folderOfPath)
    }
  }

  /// The digest, for each format, of all that a video holds beside its pictures.
  var beside: [MediaFormat: Digest] {
    guard !additions.isEmpty else { return [:] }
    var digester = Digester(seed: 6)
    digester.combine(additions.sound?.digest ?? .zero)
    digester.combine(additions.captions.map { $0.subRip + ($0.language ?? "") } ?? "")
    digester.combine(additions.information.text)
    let digest = digester.digest
    let formats = plan.videos.map(\.format).filter { $0.audioCodec != nil }
    return Dictionary(formats.map { ($0, digest) }) { first, _ in first }
  }

  /// Begins to mix what these videos let hear.
  func multiplex(
    _ videos: [OutputPlan.Destination], _ run: RunToken
  ) throws(MediaError) -> Multiplex {
    guard let video = videos.first(where: { $0.format.audioCodec != nil }) else {
      return Multiplex()
    }
    return try additions.multiplex(
      duration: frameFormat.duration, for: videos.map(\.format), beside: video.path, options.video,
      run: run)
  }

  /// Gives the videos whose pictures stay their new sound.
  func remix(
    _ work: RemainingWork, _ report: @escaping @Sendable (RenderEvent) -> Void
  ) async throws {
    guard !work.remixed.isEmpty else { return }
    let multiplex = try multiplex(work.remixed, work.records?.run ?? RunToken())
    defer { multiplex.soundtrack?.remove() }
    try work.records?.begin(work.remixed)
    for video in work.remixed {
      let written = try await rethrowingSoundErrors {
        try await multiplex.replace(in: video.path, video.format, tools: options.video.tools)
      }
      try work.finished(video.path, frames)
      for note in written.notes { report(warning(note)) }
    }
  }

  func rethrowingSoundErrors<Value>(_ body: () async throws -> Value) async throws -> Value {
    try await opened.explaining(additions.sound, body)
  }
}

// MARK: - A film's scene

extension Scene {
  /// The scene's time that a film of these frames shows; `nil` for one whose frames do not follow
  /// each other.
  func range(ofFilm frames: [Int]) -> Range<Double>? {
    guard let first = frames.first, let last = frames.last, last - first == frames.count - 1 else {
      return nil
    }
    let start = clock.time(ofFrame: first)
    return start..<start + Double(frames.count) / clock.rate.framesPerSecond
  }

  /// All that is heard in a range of the scene's time; `nil` for silence.
  fileprivate func sound(in range: Range<Double>) -> SoundMix? {
    guard !isSilent else { return nil }
    let mix = sound.part(range)
    return mix.isEmpty ? nil : mix
  }

  /// All that a film of a range of the scene's time gets beside its pictures.
  package func additions(in range: Range<Double>) -> FilmAdditions {
    var additions = FilmAdditions()
    additions.sound = sound(in: range)
    let captions = captions.flatMap { $0.places.contains(.track) ? $0 : nil }
    additions.captions = captions?.part(range)
    additions.information = information.part(range)
    return additions
  }
}

/// The places of the files of captions beside a film.
func captionPaths(beside film: String) -> [String] {
  isStream(film) ? [] : ["srt", "vtt"].map { "\(film.deletingPathExtension).\($0)" }
}

extension OpenedScene {
  /// Whether films have files of captions beside them.
  var writesCaptions: Bool { scene.captions?.places.contains(.file) == true }

  /// The files of captions beside the films at these paths, where the scene wants them.
  func captionFiles(
    beside films: [String], _ range: Range<Double>
  ) -> [(path: String, bytes: [UInt8])] {
    guard writesCaptions, let part = scene.captions?.part(range) else { return [] }
    return films.flatMap { film in
      zip(captionPaths(beside: film), [part.subRip, part.webVTT]).map { ($0, Array($1.utf8)) }
    }
  }

  /// Adds the sound's place in the scene to errors about sound that cannot be mixed.
  package func explaining<Value>(
    _ sound: SoundMix?, _ body: () async throws -> Value
  ) async throws -> Value {
    do {
      return try await body()
    } catch let error as MediaError {
      guard case .unplayableAudio(let path, let reason) = error,
        let track = sound?.tracks.first(where: {
          $0.clips.contains { FilePath($0.source.path) == FilePath(path) }
        })
      else { throw error }
      let name = path.lastPathComponent
      throw InvalidScene(
        result: result.failing(
          "unreadable-audio", "cannot play '\(name)': \(reason)", at: track.place))
    }
  }
}
