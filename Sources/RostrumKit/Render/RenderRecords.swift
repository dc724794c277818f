import Base
import Media
import Rendering
import Synchronization

/// The manifests of one render: what earlier runs have left that still holds, and what this one
/// makes.
final class RenderRecords: Sendable {
  private let plan: OutputPlan
  private let manifests: [String: Manifest]
  private let digests: FrameDigests
  private let options: RenderOptions
  /// The run's token, which the names of its unfinished files carry.
  let run = RunToken()
  /// The digests of the frames that are known so far, by their numbers; only where there are
  /// videos, whose digests are made of those of all their frames.
  private let known = Mutex<[Int: Digest]>([:])

  /// Throws `FolderInUse` when another run writes the same files, or `MediaError.file`. `header`
  /// lacks the outputs.
  init(
    _ plan: OutputPlan, _ header: RunHeader, digests: FrameDigests, options: RenderOptions
  ) throws {
    (self.plan, self.digests, self.options) = (plan.recorded, digests, options)
    let plan = self.plan
    var manifests: [String: Manifest] = [:]
    for folder in plan.folders {
      var header = header
      header.outputs = plan.outputs(in: folder)
      header.fresh = options.reuse == .none
      header.token = run.description
      manifests[folder] = try Manifest.begin(header, in: folder, run: run)
    }
    self.manifests = manifests
  }

  /// The damage in what earlier runs have left, as sentences.
  var warnings: [String] { manifests.sorted { $0.key < $1.key }.flatMap(\.value.warnings) }

  /// The digest of a frame that consists of `trees`.
  func digest(_ trees: [DisplayNode?]) -> Digest { digests.digest(of: trees) }

  /// The frames that stand in the sequence already, as they should be. This run records them as
  /// its own.
  func kept(_ frames: [(number: Int, digest: Digest)]) throws -> Set<Int> {
    for frame in frames { note([frame.number], frame.digest) }
    guard let sequence = plan.sequence, let manifest = manifests[sequence.directory] else {
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
    try manifest.add(kept.map(\.record))
    return Set(kept.map(\.number))
  }

  /// Whether a video of these frames stands there already, as it should be.
  func keeps(_ video: OutputPlan.Video, frames: [Int]) throws -> Bool {
    guard plan.videos.contains(video), let manifest = manifests[video.folder],
      let shows = digest(of: video, frames), let record = manifest.record(of: video.name),
      try options.reuse.keeps(record, showing: shows, in: manifest.folder)
    else { return false }
    try manifest.add([record])
    return true
  }

  /// A frame's file is about to be written.
  func begin(_ number: Int) throws {
    guard let sequence = plan.sequence else { return }
    try manifests[sequence.directory]?.void(sequence.pattern.fileName(for: number))
  }

  /// Frames of the same trees were drawn; their files, if there are some, are complete, and the
  /// same.
  func finish(_ numbers: [Int], _ trees: [DisplayNode?], _ file: WrittenFrame?) throws {
    let digest = digest(trees)
    note(numbers, digest)
    guard let file, let sequence = plan.sequence else { return }
    let shows = shown(digest)
    try manifests[sequence.directory]?.add(
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
  func begin(_ videos: [OutputPlan.Video]) throws {
    for video in videos where plan.videos.contains(video) {
      try manifests[video.folder]?.void(video.name)
    }
  }

  /// A video of these frames is complete.
  func finish(_ video: OutputPlan.Video, frames: [Int]) throws {
    guard plan.videos.contains(video), let shows = digest(of: video, frames),
      let file = Digest.ofFile(video.path)
    else { return }
    try manifests[video.folder]?.add([
      FileRecord(file: video.name, shows: shows, bytes: file.byteCount, content: file.digest)
    ])
  }

  /// Nothing half-written is left.
  func end() { for manifest in manifests.values { manifest.end() } }

  /// With how the file of a frame is encoded.
  private func shown(_ frame: Digest) -> Digest {
    var digester = Digester(seed: 2)
    digester.combine(frame)
    digester.combine("\(options.compression)")
    return digester.digest
  }

  /// The digest of all frames of a video and of its encoding; `nil` as long as a frame is not
  /// known.
  private func digest(of video: OutputPlan.Video, _ frames: [Int]) -> Digest? {
    var digester = Digester(seed: 3)
    digester.combine(video.format.rawValue)
    digester.combine(options.video.encoding)
    let known = known.withLock { known in frames.compactMap { known[$0] } }
    for frame in known { digester.combine(frame) }
    return known.count == frames.count ? digester.digest : nil
  }
}

extension VideoSettings {
  /// All that makes a difference to the file. The tools that write it and whether it is checked do
  /// not count.
  var encoding: String {
    "\(preset) \(quality) \(delays) \(background.red) \(background.green) \(background.blue)"
  }
}

extension OutputPlan {
  /// The outputs that a manifest records: files that stay, not devices or pipes.
  var recorded: OutputPlan {
    var plan = OutputPlan()
    plan.sequence = sequence
    plan.videos = videos.filter { !isStream($0.path) }
    return plan
  }

  /// The folders that the plan writes frames or videos into.
  fileprivate var folders: Set<String> {
    Set([sequence?.directory].compactMap(\.self) + videos.map(\.folder))
  }

  /// Names and patterns of what stands in a folder.
  fileprivate func outputs(in folder: String) -> [String] {
    let pattern = sequence.flatMap { $0.directory == folder ? $0.pattern.description : nil }
    return [pattern].compactMap(\.self) + videos.filter { $0.folder == folder }.map(\.name)
  }
}

extension OutputPlan.Video {
  /// With its slash; empty for the folder here.
  var folder: String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }

  var name: String { path.split(separator: "/").last.map(String.init) ?? path }
}
