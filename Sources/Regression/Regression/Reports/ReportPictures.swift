import RostrumBase
import RostrumCanvas
import RostrumImageDiff
import RostrumMedia

/// A picture that a comparison left in a folder.
struct ReportPicture: Sendable, Equatable, Codable {
  /// Relative to the report's folder.
  var path: String
  /// The digest of the file's bytes.
  var digest: Digest
}

/// The pictures of one pair as files, beside a report.
struct ReportPictures: Sendable, Equatable, Codable {
  var expected: ReportPicture?
  var actual: ReportPicture?
  var difference: ReportPicture?
  /// The record of the actual picture, in the form kept beside a baseline.
  var record: ReportPicture?
  /// The digest of the baseline's file at the time of the comparison; `nil` where there was none.
  var baseline: Digest?
  /// The record of the film that the picture belongs to, and the digest of the one that was
  /// compared.
  var film: ReportPicture?
  var filmBaseline: Digest?
  /// The sound of the film, for browsers.
  var sound: ReportPicture?

  var all: [ReportPicture] {
    [expected, actual, difference, record, film, sound].compactMap(\.self)
  }
}

/// The levels of two sounds for each tenth of a second, in decibels of full scale; empty for none.
struct SoundLevels: Sendable, Equatable, Codable {
  var expected: [Double]
  var actual: [Double]
}

/// A folder with the pictures of pairs that differ: `expected/`, `actual/` and `diff/`.
struct PictureFolder: Sendable {
  let path: String

  /// Writes what there is of a pair. `name` is the same in all three folders, without an ending.
  /// Throws `MediaError`.
  func write(
    _ name: String, expected: Bitmap? = nil, actual: Bitmap? = nil, difference: Bitmap? = nil,
    record: String? = nil
  ) throws -> ReportPictures {
    func picture(
      _ bitmap: Bitmap?, _ folder: String, _ encoder: PNGEncoder = reportPNG
    ) throws -> ReportPicture? {
      try bitmap.map { try file("\(folder)/\(name).png", try encoder.encode($0)) }
    }
    return ReportPictures(
      expected: try picture(expected, "expected"), actual: try picture(actual, "actual"),
      difference: try picture(difference, "diff", markPNG),
      record: try record.map { try file("actual/\(name).json", Array($0.utf8)) })
  }

  /// Writes a record. Throws `MediaError`.
  func write(record: String, to name: String) throws -> ReportPicture {
    try file(name, Array(record.utf8))
  }

  /// Writes a file of another kind. Throws `MediaError`.
  func file(_ name: String, _ bytes: [UInt8]) throws -> ReportPicture {
    try writeWholeFile(bytes, to: path.appendingPathComponent(name), inside: path)
    return ReportPicture(path: name, digest: Digest(of: bytes))
  }

  /// The bytes of a file that a report names, if they are unchanged since the report was written.
  func bytes(of file: ReportPicture) throws(ReportFolder.Problem) -> [UInt8] {
    let place = path.appendingPathComponent(file.path)
    try check(file, place)
    guard let bytes = try? readWholeFile(place, flags: O_NOFOLLOW) else {
      throw .missingFile(place)
    }
    guard Digest(of: bytes) == file.digest else { throw .changedFile(place) }
    return bytes
  }

  /// A report may come from anywhere: it names pictures and records in the folders that a
  /// comparison makes, and nothing else.
  private func check(_ file: ReportPicture, _ place: String) throws(ReportFolder.Problem) {
    let names = file.path.pathComponents
    let ending = file.path.pathExtension
    guard !file.path.utf8.contains(0), !file.path.isAbsolutePath, names.count > 1,
      Self.folders.contains(names[0]), !names.contains(".."), !names.contains("."),
      ["png", "json", "m4a", "mp4"].contains(ending), FilePath.isInside(place, folder: path)
    else { throw .strangeFile(place) }
  }

  private static let folders = ["expected", "actual", "diff", "film"]

  /// Whether what a report in this folder writes would come among files that are compared, or
  /// replace them: the report lies in their folder, or they in one of the report's.
  func isAmong(_ compared: String) -> Bool {
    let own = Self.folders.map(path.appendingPathComponent)
    return FilePath.isInside(compared, anyOf: own)
      || !isFile(compared) && FilePath.isInside(path, folder: compared)
  }

  private func isFile(_ path: String) -> Bool { isThere(path) && !isFolder(path) }
}

extension Digest {
  init(of bytes: [UInt8]) {
    var digester = Digester()
    bytes.withUnsafeBytes { digester.combine($0) }
    self = digester.digest
  }
}

/// The parts of a path inside a folder of pictures: names only, with `..` as `_`.
func mirroredParts(of path: String) -> [String] {
  let here = FilePath(FileManager.default.currentDirectoryPath)
  let inside = path.isAbsolutePath ? FilePath(path).relative(to: here)?.string ?? path : path
  return inside.pathComponents.filter { $0 != "." }.map { $0 == ".." ? "_" : $0 }
}

/// The same as one name, without its ending.
func mirroredName(of path: String) -> String {
  mirroredParts(of: path).joined(separator: "/").deletingPathExtension
}
