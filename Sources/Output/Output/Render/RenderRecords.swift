import RostrumBase
import RostrumCanvas
import RostrumGeometry
import RostrumLayerTree
import RostrumMedia
import RostrumRendering
import RostrumSceneFile
import RostrumSource
import RostrumTiming
import Synchronization

/// The manifests of one render: what earlier runs have left that still holds, and what this one
/// makes.
final class RenderRecords: Sendable {
  private let plan: OutputPlan
  private let manifests: [FilePath: Manifest]
  private let digests: FrameDigests
  private let options: RenderOptions
  /// The run's token, which the names of its unfinished files carry.
  let run = RunToken()
  /// The digests of the frames known so far, by frame number; only if there are videos, since a
  /// video's digest combines the digests of all its frames.
  private let known = Mutex<[Int: Digest]>([:])
  /// The digest, by format, of all that a video holds beside its pictures; none if there is
  /// nothing.
  private let beside: [MediaFormat: Digest]

  /// Throws `FolderInUse` when another run writes the same files, or `MediaError.file`. `header`
  /// lacks the outputs.
  init(
    _ plan: OutputPlan, _ header: RunHeader, digests: FrameDigests, options: RenderOptions,
    beside: [MediaFormat: Digest] = [:]
  ) throws {
    (self.plan, self.digests, self.options) = (plan.recorded, digests, options)
    self.beside = beside
    let plan = self.plan
    var manifests: [FilePath: Manifest] = [:]
    for folder in plan.folders {
      var header = header
      header.outputs = plan.outputs(in: folder)
      header.fresh = options.reuse == .none
      header.token = run.description
      manifests[FilePath(folder)] = try Manifest.begin(
        header, in: folder, run: run, earlier: options.earlierRecords)
    }
    self.manifests = manifests
  }

  /// The damage in what earlier runs have left, as sentences.
  var warnings: [String] { manifests.sorted { $0.key < $1.key }.flatMap(\.value.warnings) }

  /// The digest of a frame that consists of `trees`.
  func digest(_ trees: [DisplayNode?]) -> Digest { digests.digest(of: trees) }

  /// The up-to-date frames that are already in the sequence.
  func kept(_ frames: [(number: Int, digest: Digest)]) throws -> Set<Int> {
    for frame in frames { note([frame.number], frame.digest) }
    guard let sequence = plan.sequence, let manifest = manifests[FilePath(sequence.directory)]
    else {
      return []
    }
    var kept: [(number: Int, record: FileRecord)] = []
    for frame in frames {
      let name = sequence.pattern.fileName(for: frame.number)
      guard let record = manifest.record(of: name),
        try options.reuse.keeps(record, showing: shown(frame.digest), in: manifest.folder)
      else { continue }
      kept.append((frame.number, record))
    }
    try manifest.keep(kept.map(\.record))
    return Set(kept.map(\.number))
  }

  /// The part of a video of these frames that an earlier run finished.
  enum Kept { case whole, pictures, nothing }

  func kept(_ video: OutputPlan.Destination, frames: [Int]) throws -> Kept {
    guard plan.videos.contains(video), let manifest = manifests[FilePath(video.folder)],
      let shows = digest(of: video, frames)
    else { return .nothing }
    let records = video.files.compactMap { manifest.record(of: $0) }
    guard records.count == video.files.count,
      try records.allSatisfy({
        try options.reuse.keeps($0, showing: shows, in: manifest.folder)
      })
    else { return .nothing }
    guard records.allSatisfy({ $0.beside == beside[video.format] }) else {
      // Segments and pages are made with their sound.
      return video.format.container == video.format ? .pictures : .nothing
    }
    try manifest.keep(records)
    return .whole
  }

  /// A frame's file is about to be written.
  func begin(_ number: Int) throws {
    guard let sequence = plan.sequence else { return }
    try manifests[FilePath(sequence.directory)]?.invalidateRecord(
      of: sequence.pattern.fileName(for: number))
  }

  /// Frames of the same trees were drawn; their files, if there are some, are complete, and the
  /// same.
  func finish(_ numbers: [Int], _ trees: [DisplayNode?], _ file: WrittenFrame?) throws {
    let digest = digest(trees)
    note(numbers, digest)
    guard let file, let sequence = plan.sequence else { return }
    let shows = shown(digest)
    try manifests[FilePath(sequence.directory)]?.add(
      numbers.map { number in
        FileRecord(
          file: sequence.pattern.fileName(for: number), shows: shows, bytes: file.byteCount,
          content: file.digest)
      })
  }

  private func note(_ numbers: [Int], _ digest: Digest) {
    guard !plan.videos.isEmpty else { return }
    known.withLock { known in for number in numbers { known[number] = digest } }
  }

  /// Videos are about to be written.
  func begin(_ videos: [OutputPlan.Destination]) throws {
    for video in videos where plan.videos.contains(video) {
      for file in video.files { try manifests[FilePath(video.folder)]?.invalidateRecord(of: file) }
    }
  }

  /// A video of these frames is complete.
  func finish(_ video: OutputPlan.Destination, frames: [Int]) throws {
    guard plan.videos.contains(video), let shows = digest(of: video, frames) else { return }
    let records = video.files.compactMap { name -> FileRecord? in
      Digest.ofFile(Manifest.path(name, in: video.folder)).map { file in
        FileRecord(
          file: name, shows: shows, bytes: file.byteCount, content: file.digest,
          beside: beside[video.format])
      }
    }
    guard records.count == video.files.count else { return }
    try manifests[FilePath(video.folder)]?.add(records)
  }

  /// Nothing half-written is left.
  func end() { for manifest in manifests.values { manifest.end() } }

  /// With how the file of a frame is encoded.
  private func shown(_ frame: Digest) -> Digest {
    var digester = Digester(seed: 2)
    digester.combine(frame)
    digester.combine("\(options.compression)" + options.video.pixels)
    return digester.digest
  }

  /// The digest of all frames of a video and of its encoding; `nil` as long as a frame is not
  /// known.
  private func digest(of video: OutputPlan.Destination, _ frames: [Int]) -> Digest? {
    var digester = Digester(seed: 3)
    digester.combine(video.format.rawValue)
    digester.combine(options.video.encoding)
    let known = known.withLock { known in frames.compactMap { known[$0] } }
    for frame in known { digester.combine(frame) }
    return known.count == frames.count ? digester.digest : nil
  }
}

extension VideoSettings {
  /// The colour space and depth of pictures; empty for the defaults, as in earlier manifests.
  fileprivate var pixels: String {
    (colorSpace == .sRGB ? "" : " \(colorSpace.rawValue)") + (bitDepth == 16 ? " 16 bits" : "")
  }

  /// All that makes a difference to the file. The tools that write it and whether it is checked do
  /// not count.
  var encoding: String {
    // The first part is that of manifests before there were codecs to choose.
    let usual =
      "\(preset) \(quality) \(delays) \(background.red) \(background.green) \(background.blue)"
    let others: [String?] = [
      codec?.rawValue, bitDepth == 8 ? nil : "\(bitDepth) bits",
      dither == .sierra ? nil : dither.rawValue, colorCount == 256 ? nil : "\(colorCount) colours",
      keyframeInterval.map { "key frames \($0)" }, targetSize.map { "\($0) bytes" },
      isFragmented ? "fragments" : nil,
      colorSpace == .sRGB ? nil : colorSpace.rawValue, hdr.map { "hdr \($0.rawValue)" },
    ]
    return ([usual] + others.compactMap(\.self)).joined(separator: " ")
  }
}

extension OutputPlan {
  /// The outputs that a manifest records: files that stay, not devices or pipes.
  var recorded: OutputPlan {
    OutputPlan(
      results.filter { $0.pattern != nil || $0.format.isOneFile && !isStream($0.path) })
  }

  /// The recorded outputs that are several files each.
  var recordedSets: OutputPlan {
    OutputPlan(recorded.results.filter { $0.pattern != nil || $0.files.count > 1 })
  }

  /// The folders that the plan writes frames or videos into.
  var folders: [String] {
    let all = [sequence?.directory].compactMap(\.self) + videos.map(\.folder)
    return Set(all.map { FilePath($0) }).map(\.string)
  }

  /// Names and patterns of the outputs in a folder.
  func outputs(in folder: String) -> [String] {
    let folder = FilePath(folder)
    let pattern = sequence.flatMap {
      FilePath($0.directory) == folder ? $0.pattern.description : nil
    }
    return [pattern].compactMap(\.self)
      + videos.filter { FilePath($0.folder) == folder }.flatMap(\.files)
  }
}

extension OutputPlan.Destination {
  /// With its slash; empty for the folder here.
  var folder: String {
    let folder = path.deletingLastPathComponent
    return folder.isEmpty || folder == "/" ? folder : folder + "/"
  }

  var name: String { Self.name(of: path) }

  /// The names of its files, all in its folder.
  var files: [String] {
    [path, format.secondFile(beside: path)].compactMap(\.self).map(Self.name)
  }

  private static func name(of path: String) -> String { path.lastPathComponent }
}

/// The part of a plan that is still to be made, and the frames that already exist.
struct RemainingWork: Sendable {
  /// The plan without the files that are kept.
  private(set) var plan: OutputPlan
  var records: RenderRecords?
  /// The frames whose pictures are kept.
  private(set) var kept: Set<Int> = []
  /// The videos whose pictures are kept, and whose sound is not.
  private(set) var remixed: [OutputPlan.Destination] = []

  init(plan: OutputPlan, records: RenderRecords? = nil) {
    self.plan = plan
    self.records = records
  }

  /// Keeps the outputs that are up to date.
  mutating func keep(_ frames: [(number: Int, digest: Digest)]) throws {
    guard let records else { return }
    kept = try records.kept(frames)
    let numbers = frames.map(\.number)
    for video in plan.videos {
      let kept = try records.kept(video, frames: numbers)
      if kept == .pictures { remixed.append(video) }
      if kept != .nothing { plan.results.removeAll { $0 == video } }
    }
    if kept.count == frames.count { plan.results.removeAll { $0.pattern != nil } }
  }

  /// How many frames have to be drawn: a video needs all of them.
  func drawnCount(of count: Int) -> Int {
    if !plan.videos.isEmpty { return count }
    return plan.takesFrames ? count - kept.count : 0
  }

  /// A video, if it is one, is written down.
  func finished(_ path: String, _ frames: [FramePipeline.Frame]) throws {
    for video in plan.videos + remixed where FilePath(video.path) == FilePath(path) {
      try records?.finish(video, frames: frames.map(\.number))
    }
  }
}

/// Works out what frames will look like, without drawing them.
struct FrameDigestPass: Sendable {
  let context: RenderContext
  let jobs: Int
  let digests: FrameDigests

  /// In the order of the frames.
  func run(_ frames: [FramePipeline.Frame]) async throws -> [(number: Int, digest: Digest)] {
    let parts = min(max(jobs, 1), max(frames.count, 1))
    return try await withThrowingTaskGroup { group in
      for number in 1...parts {
        guard let part = Shard(number: number, count: parts)?.part(of: frames) else { continue }
        group.addTask { (number, try digests(of: part)) }
      }
      var found: [Int: [(Int, Digest)]] = [:]
      for try await (number, part) in group { found[number] = part }
      return (1...parts).flatMap { found[$0] ?? [] }
    }
  }

  /// Neighbours, since they have most in common.
  private func digests(
    of frames: ArraySlice<FramePipeline.Frame>
  ) throws -> [(number: Int, digest: Digest)] {
    let trees = FrameTrees(context)
    return try frames.map { frame in
      try Task.checkCancellation()
      return (frame.number, digests.digest(of: trees.trees(at: frame.time)))
    }
  }
}

extension RenderOptions {
  /// The versions of all that decides about the pixels of every scene.
  private static let libraries: [String] = {
    let libraries = LibraryVersions.current
    return [
      "rostrum \(RenderingStamp.rendererVersion), pixels \(RenderingStamp.pixelRevision)",
      "cairo \(libraries.cairo)", "freetype \(libraries.freeType)", "pango \(libraries.pango)",
    ]
  }()

  /// The versions of all that decides about a scene's pixels beside the scene.
  private func stamp(of scene: Scene) -> [String] {
    let decoder = scene.showsVideo ? MediaTools().ffmpegVersion : nil
    return Self.libraries + (decoder.map { ["ffmpeg \($0)"] } ?? [])
  }

  /// Digests of a scene's frames, rendered with these options.
  func digests(of opened: OpenedScene) -> FrameDigests {
    FrameDigests(
      context(of: opened),
      stamp: stamp(of: opened.scene) + (view.map { ["view \($0.rawValue)"] } ?? []))
  }

  /// All that a scene's frames are made from with these options.
  func context(of opened: OpenedScene) -> RenderContext {
    var context = RenderContext(
      scene: opened.scene, scale: scene.scale, assets: opened.assets,
      exposure: view == nil ? exposure : .instant, cacheMemory: cacheMemory, profile: profile)
    context.view = view
    return context
  }

  /// How a run with these options begins its part of a manifest.
  func header(of opened: OpenedScene, _ digests: FrameDigests, frames: [Int]) -> RunHeader {
    let clock = opened.scene.clock
    return RunHeader(
      scene: opened.identity(digests, self).description,
      name: opened.path.lastPathComponent, renderer: stamp(of: opened.scene),
      frames: FrameSelection.text(of: frames), sceneFrames: clock.frameCount,
      rate: clock.rate.description, outputs: [])
  }
}

extension OpenedScene {
  /// The digest of the scene with its parameter values, all files it reads, and the render options.
  /// It does not depend on the file's place, the origin of the values, or the selection of frames.
  fileprivate func identity(_ digests: FrameDigests, _ options: RenderOptions) -> Digest {
    var digester = Digester(seed: 4)
    digester.combine(digests.common)
    digester.combine(result.source.text)
    for fact in result.parameters {
      digester.combine(fact.name)
      digester.combine(fact.text)
    }
    digester.combine(result.innerTexts.map { Digest(of: $0.text) }.reduce(.zero, +))
    digester.combine(assets.digest(ofAllIn: scene))
    digester.combine(scene.clock.rate.description)
    digester.combine("\(options.compression)" + options.video.pixels)
    digester.combine("\(options.exposure)")
    return digester.digest
  }
}
