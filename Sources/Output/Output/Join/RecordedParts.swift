public import RostrumBase
import RostrumMedia
import RostrumTiming

/// A file recorded in a manifest, and the run that made it.
struct RecordedFile: Sendable {
  let path: String
  let record: FileRecord
  let header: RunHeader

  /// Reads the whole file, if it has the right size. Nothing but a regular file does.
  func check() throws(JoinProblem) {
    let size = try? sizeOfFile(path)
    guard size == record.bytes, Digest.ofFile(path)?.digest == record.content else {
      throw .changed(path: path)
    }
  }
}

/// The frames in some folders that are of one scene, one version and one way to render it.
struct RecordedFrames {
  /// By number.
  let files: [Int: RecordedFile]
  /// The header of the run that has made most of the frames.
  let header: RunHeader
  /// The damage in the folders' records, as sentences.
  private(set) var warnings: [String] = []
  /// The other runs' frames in the folders, for messages.
  private let others: [(header: RunHeader, frames: [Int])]

  /// Throws `JoinProblem.unknown` for a folder without a manifest.
  init(folders: [String]) throws(JoinProblem) {
    var scenes: [String: (header: RunHeader, files: [Int: RecordedFile])] = [:]
    for folder in folders {
      var reader = ManifestReader(folder: folder)
      let sections = reader.sections()
      guard !sections.isEmpty else { throw .unknown(path: folder, reader.warnings) }
      warnings += reader.warnings
      for section in sections {
        let frames = section.frames(in: folder)
        scenes[section.header.scene, default: (section.header, [:])].files
          .merge(frames) { $1 }
      }
    }
    let ranked = scenes.values.sorted {
      ($0.files.count, $0.header.scene) > ($1.files.count, $1.header.scene)
    }
    guard let best = ranked.first, !best.files.isEmpty else {
      throw .unknown(path: folders[0], warnings)
    }
    (files, header) = (best.files, best.header)
    others = ranked.dropFirst().map { ($0.header, $0.files.keys.sorted()) }
  }

  /// The files of these frames, in their order. Throws `JoinProblem.missing` when there is not one
  /// for each.
  func files(of selection: FrameSelection) throws(JoinProblem) -> [(Int, RecordedFile)] {
    let wanted = selection.frames(of: header.sceneFrames).frames
    let missing = wanted.filter { files[$0] == nil }
    guard missing.isEmpty, !wanted.isEmpty else {
      let list = wanted.isEmpty ? "there are none of that number" : FrameSelection.text(of: missing)
      throw .missing(frames: list, outdated: sentences(about: missing))
    }
    return wanted.compactMap { number in files[number].map { (number, $0) } }
  }

  private func sentences(about missing: [Int]) -> [String] {
    others.compactMap { other in
      let frames = other.frames.filter(Set(missing).contains)
      guard !frames.isEmpty else { return nil }
      return "\(FrameSelection.text(of: frames)) are there, but "
        + header.difference(from: other.header)
    }
  }
}

extension ManifestSection {
  /// The pictures of its run, by their numbers.
  fileprivate func frames(in folder: String) -> [Int: RecordedFile] {
    let patterns = header.outputs.compactMap { try? FrameNamePattern($0) }
    var found: [Int: RecordedFile] = [:]
    for record in records {
      guard let number = patterns.lazy.compactMap({ $0.index(of: record.file) }).first else {
        continue
      }
      found[number] = RecordedFile(
        path: Manifest.path(record.file, in: folder), record: record, header: header)
    }
    return found
  }
}

extension RunHeader {
  /// The reason why the two did not make parts of the same.
  func difference(from other: RunHeader) -> String {
    let versions = zip(renderer, other.renderer).filter { $0 != $1 }.map {
      "\($1) instead of \($0)"
    }
    if !versions.isEmpty { return "made with " + versions.joined(separator: ", ") }
    if name != other.name { return "of the scene \(other.name) instead of \(name)" }
    return "of another version of \(name), or rendered with other values or options"
  }
}

extension RecordedFile {
  /// The record of a finished video. Adds the damage in its folder to the warnings, as sentences.
  /// Throws `JoinProblem.unknown`.
  init(video path: String, warnings: inout [String]) throws(JoinProblem) {
    let video = OutputPlan.Destination(.mp4, path)
    var reader = ManifestReader(folder: video.folder)
    let sections = reader.sections()
    for section in sections {
      for record in section.records where FilePath(record.file) == FilePath(video.name) {
        self.init(path: path, record: record, header: section.header)
        warnings += reader.warnings.filter { !warnings.contains($0) }
        return
      }
    }
    throw .unknown(path: path, reader.warnings)
  }
}

/// A reason why parts cannot be joined.
public enum JoinProblem: ExitStatusError, Sendable, CustomStringConvertible {
  /// A part that is neither a folder nor a video.
  case absent(path: String)
  /// A folder or a video that no manifest records, with warnings about invalid entries in the
  /// manifest, if there is one, as sentences.
  case unknown(path: String, [String])
  /// Folders and videos together.
  case mixed
  /// Frames that no part has; of some there may be an outdated picture.
  case missing(frames: String, outdated: [String])
  /// A file that is not what its record says any more.
  case changed(path: String)
  /// Videos whose frames overlap.
  case overlapping(String, String)

  public var description: String {
    switch self {
    case .absent(let path): "there is no '\(path)'"
    case .unknown(let path, let details):
      ([
        "nothing is known of '\(path)': no manifest (.rostrum) beside it tells what was rendered"
      ] + details).joined(separator: "\n  ")
    case .mixed: "folders of frames and videos cannot be joined with each other"
    case .missing(let frames, let outdated):
      (["frames are missing: \(frames)"] + outdated).joined(separator: "\n  ")
    case .changed(let path): "'\(path)' is missing, or is not what was rendered"
    case .overlapping(let a, let b): "'\(a)' and '\(b)' show some of the same frames"
    }
  }

  public var exitStatus: ExitStatus { .inputMissing }
}
