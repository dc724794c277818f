import Base
import Foundation

/// What a run writes into a folder, and from what: the beginning of its part of a manifest.
struct RunHeader: Codable, Sendable, Equatable {
  /// Of the manifest's format.
  var manifest = Self.version
  /// Of the scene's files, its pictures, videos and fonts, and its parameters.
  var scene: String
  /// The scene file's name, for people.
  var name: String
  /// The versions of all that decides about pixels, for people.
  var renderer: [String]
  /// Which frames the run makes, as for `--frames`.
  var frames: String
  /// How many frames the whole scene has.
  var sceneFrames: Int
  /// In frames a second, such as `24000/1001`.
  var rate: String
  /// The files that the run makes in the folder: names, and patterns such as `frame_%05d.png`.
  var outputs: [String]
  /// Whether the run makes all of these anew: what was known of them before holds no longer.
  var fresh = true
  var process = ProcessInfo.processInfo.processIdentifier
  var host = ProcessInfo.processInfo.hostName

  static let version = 1

  /// Whether both would write the same file, were they to run at the same time.
  func collides(with other: RunHeader) -> Bool {
    let shared = Set(outputs).intersection(other.outputs)
    guard !shared.isEmpty else { return false }
    guard shared.allSatisfy(Self.isPattern) else { return true }
    return !Set(frameNumbers).isDisjoint(with: other.frameNumbers)
  }

  /// In ascending order.
  var frameNumbers: [Int] {
    (try? FrameSelection(frames))?.frames(of: sceneFrames).frames ?? []
  }

  /// All files that the run makes in the folder.
  var fileNames: [String] {
    outputs.flatMap { output -> [String] in
      guard let pattern = try? FrameNamePattern(output) else { return [output] }
      return frameNumbers.map(pattern.fileName)
    }
  }

  private static func isPattern(_ output: String) -> Bool { (try? FrameNamePattern(output)) != nil }
}

/// A finished file: what it shows, and what it consists of.
struct FileRecord: Codable, Sendable, Equatable {
  /// Its name in the folder.
  var file: String
  /// The digest of what can be seen, and of how it was encoded.
  var shows: Digest
  var bytes: Int
  /// The digest of the file's content.
  var content: Digest
}

/// A line of a manifest, which is an object in JSON.
enum ManifestLine: Equatable {
  case run(RunHeader)
  case file(FileRecord)
  /// The file is about to be written anew: what was said of it holds no longer.
  case void(String)

  var text: String {
    switch self {
    case .run(let header):
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      let json = (try? encoder.encode(header)) ?? Data()
      return "{\"run\":\(String(decoding: json, as: UTF8.self))}\n"
    case .file(let record):
      return "{\"file\":\(jsonString(record.file)),\"shows\":\"\(record.shows)\","
        + "\"bytes\":\(record.bytes),\"content\":\"\(record.content)\"}\n"
    case .void(let file): return "{\"void\":\(jsonString(file))}\n"
    }
  }

  /// The lines of a manifest. The last one may have been cut off, and after a loss of power any may be spoilt: those count for nothing.
  static func lines(of data: Data) -> [ManifestLine] {
    var whole = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: true)
    if data.last != UInt8(ascii: "\n") { _ = whole.popLast() }
    let decoder = JSONDecoder()
    let list = Data("[".utf8) + whole.joined(separator: [UInt8(ascii: ",")]) + Data("]".utf8)
    let all = (try? decoder.decode([AnyLine].self, from: list))
    let lines = all ?? whole.compactMap { try? decoder.decode(AnyLine.self, from: Data($0)) }
    return lines.compactMap(\.line)
  }

  /// One object that may be any line.
  private struct AnyLine: Decodable {
    var run: RunHeader?
    var void: String?
    var file: String?
    var shows: Digest?
    var bytes: Int?
    var content: Digest?

    var line: ManifestLine? {
      if let run { return run.manifest == RunHeader.version ? .run(run) : nil }
      if let void { return .void(void) }
      guard let file, let shows, let bytes, let content else { return nil }
      return .file(FileRecord(file: file, shows: shows, bytes: bytes, content: content))
    }
  }
}
