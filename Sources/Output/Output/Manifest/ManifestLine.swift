import RostrumBase
import RostrumMedia
import RostrumTiming

/// The header of a run's part of a manifest: its outputs in the folder, and their sources.
struct RunHeader: Codable, Sendable, Equatable {
  /// The version of the manifest's format.
  var manifest = Self.version
  /// The digest of the scene's files, its pictures, videos and fonts, and its parameters.
  var scene: String
  /// The scene file's name, for people.
  var name: String
  /// The versions of all that decides about pixels, for people.
  var renderer: [String]
  /// The frames that the run makes, as for `--frames`.
  var frames: String
  /// How many frames the whole scene has, at most `maximumFrames`.
  var sceneFrames: Int
  /// In frames a second, such as `24000/1001`.
  var rate: String
  /// The files that the run makes in the folder: names, and patterns such as `frame_%05d.png`.
  var outputs: [String]
  /// Whether the run makes all of these anew, which invalidates earlier records of them.
  var fresh = true
  var process = ProcessInfo.processInfo.processIdentifier
  var host = ProcessInfo.processInfo.hostName
  /// The token in the names of the run's unfinished files; `nil` for runs of old versions.
  var token: String?

  static let version = 1

  /// The most frames of a scene that has a manifest.
  static let maximumFrames = 10_000_000

  /// Whether both would write the same file, were they to run at the same time.
  func collides(with other: RunHeader) -> Bool {
    let shared = Set(outputs).intersection(other.outputs)
    guard !shared.isEmpty else { return false }
    guard shared.allSatisfy(Self.isPattern) else { return true }
    return frameNumbers.hasCommonElement(with: other.frameNumbers)
  }

  /// Whether both make the same outputs from the same scene.
  func isOfSameWork(as other: RunHeader) -> Bool {
    var header = other
    (header.fresh, header.process, header.host, header.token) = (fresh, process, host, token)
    return header == self
  }

  /// The frames that the run makes; `nil` for a text that is no list of frames.
  var selection: FrameSelection? { try? FrameSelection(frames) }

  /// In ascending order.
  var frameNumbers: [Int] { selection?.frames(of: sceneFrames).frames ?? [] }

  private static func isPattern(_ output: String) -> Bool { (try? FrameNamePattern(output)) != nil }
}

extension RunHeader {
  /// Whether a run can have written this: every number within its limits, every output a name in
  /// the folder, and the frames as `FrameSelection.text` writes them.
  fileprivate var isPlausible: Bool {
    guard manifest == Self.version, (1...Self.maximumFrames).contains(sceneFrames),
      let selection, selection.isAscending, (selection.lastFrame ?? 0) < sceneFrames,
      let rate = FrameRate(rate), (1...1000).contains(rate.framesPerSecond)
    else { return false }
    let texts = [scene, name, host] + renderer
    return outputs.allSatisfy(isFileName) && texts.allSatisfy { $0.utf8.count <= 1 << 16 }
  }
}

extension [Int] {
  /// Whether two lists in ascending order have an element in common.
  fileprivate func hasCommonElement(with other: [Int]) -> Bool {
    var (a, b) = (startIndex, other.startIndex)
    while a < endIndex, b < other.endIndex {
      if self[a] == other[b] { return true }
      if self[a] < other[b] { a += 1 } else { b += 1 }
    }
    return false
  }
}

/// Whether the text names something in a folder, and nothing outside of it.
private func isFileName(_ text: String) -> Bool {
  !text.isEmpty && text != "." && text != ".." && text.utf8.allSatisfy { $0 != 0 && $0 != 47 }
}

/// A finished file: digests of the frames it shows and of its content.
struct FileRecord: Codable, Sendable, Equatable {
  /// Its name in the folder.
  var file: String
  /// The digest of what can be seen, and of how it was encoded.
  var shows: Digest
  var bytes: Int
  /// The digest of the file's content.
  var content: Digest
  /// The digest of a video's sound and of everything else beside its pictures; `nil` if there is
  /// nothing else.
  var beside: Digest?
}

/// A line of a manifest, which is an object in JSON.
enum ManifestLine: Equatable {
  case run(RunHeader)
  case file(FileRecord)
  /// The file is about to be rewritten: earlier records of it are invalid.
  case void(String)
  /// A run of which nothing that makes sense is known. What follows is its.
  case unknownRun

  var text: String { json.map { $0.line(isCompact: true) + "\n" } ?? "" }

  private var json: JSONValue? {
    switch self {
    case .run(let header):
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      let data = (try? encoder.encode(header)) ?? Data()
      return .object([("run", .literal(String(decoding: data, as: UTF8.self)))])
    case .file(let record):
      return .object(
        [
          ("file", .string(record.file)), ("shows", .string("\(record.shows)")),
          ("bytes", .integer(record.bytes)), ("content", .string("\(record.content)")),
        ] + (record.beside.map { [("beside", .string("\($0)"))] } ?? []))
    case .void(let file): return .object([("void", .string(file))])
    case .unknownRun: return nil
    }
  }

  /// The lines of a manifest, and how many make no sense. The last one may have been cut off, and
  /// after a loss of power any may be spoilt: those count for nothing.
  static func lines(of data: Data) -> (lines: [ManifestLine], damaged: Int) {
    var whole = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: true)
    if data.last != UInt8(ascii: "\n") { _ = whole.popLast() }
    var damaged = 0
    var lines: [ManifestLine] = []
    for line in decoded(whole[...], JSONDecoder()) {
      // Everything that follows belongs to the run that is named first.
      if lines.isEmpty, line?.isRun != true { lines.append(.unknownRun) }
      if let line { lines.append(line) }
      if line == nil || line == .unknownRun { damaged += 1 }
    }
    return (lines, damaged)
  }

  /// A line for each; `nil` for what makes no sense. Many are read at once, which is faster, and
  /// halves of what cannot be read.
  private static func decoded(
    _ lines: ArraySlice<Data>, _ decoder: JSONDecoder
  ) -> [ManifestLine?] {
    guard !lines.isEmpty else { return [] }
    var list = Data()
    for line in lines {
      list.append(UInt8(ascii: list.isEmpty ? "[" : ","))
      list.append(line)
    }
    list.append(UInt8(ascii: "]"))
    if let all = try? decoder.decode([AnyLine].self, from: list), all.count == lines.count {
      return all.map(\.line)
    }
    guard lines.count > 1 else { return [nil] }
    let middle = lines.startIndex + lines.count / 2
    return decoded(lines[..<middle], decoder) + decoded(lines[middle...], decoder)
  }

  private var isRun: Bool { if case .run = self { true } else { false } }

  /// One object that may be any line.
  private struct AnyLine: Decodable {
    var run: Header?
    var void: String?
    var file: String?
    var shows: Digest?
    var bytes: Int?
    var content: Digest?
    var beside: Digest?

    var line: ManifestLine? {
      if let run { return run.header.map(ManifestLine.run) ?? .unknownRun }
      if let void { return isFileName(void) ? .void(void) : nil }
      guard let file, let shows, let bytes, let content, isFileName(file), bytes >= 0 else {
        return nil
      }
      return .file(
        FileRecord(file: file, shows: shows, bytes: bytes, content: content, beside: beside))
    }
  }

  /// A header, as far as it makes sense.
  private struct Header: Decodable {
    let header: RunHeader?

    init(from decoder: any Decoder) throws {
      let header = try? RunHeader(from: decoder)
      self.header = header.flatMap { $0.isPlausible ? $0 : nil }
    }
  }
}
