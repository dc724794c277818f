public import RostrumBase
import RostrumCanvas
public import RostrumImageDiff
import RostrumMedia
public import RostrumOutput
import RostrumSceneImport

/// The record beside a baseline's picture: its origin, the programs that made it, and the
/// presentation values.
public struct BaselineRecord: Sendable, Equatable, Codable {
  /// The version of this file's format; 1.
  public var version = 1
  /// The scene file, as it was given.
  public var scene: String
  /// In seconds of the scene.
  public var time: Double
  /// Pixels for each point.
  public var scale: Double
  public var stamp: RenderingStamp
  /// The digest of the picture's pixels; `nil` in records of earlier versions.
  public var pixels: Digest?
  public var layers: [RecordedLayer]
  /// `nil` for a baseline that `rostrum verify` did not record.
  public var conditions: BaselineConditions?
}

/// The conditions that a baseline was recorded under. A run that does not say otherwise checks it
/// under the same.
public struct BaselineConditions: Sendable, Equatable, Codable {
  /// All moments of that run, such as `25%`, this one too: a baseline that is deleted later is
  /// missed.
  public var moments: [String] = []
  /// The values of `--set`.
  public var parameters: [String: String] = [:]
  /// The file of `--data`, and the number of its row, counted from 1.
  public var data: String?
  public var row: Int?
  public var ignoredLayers: [String] = []
  /// Each x, y, width and height in pixels.
  public var ignoredRects: [[Int]] = []
  /// `nil` for the standard one.
  public var tolerance: Tolerance?
  /// `nil` if changed values are reported but do not fail.
  public var values: ValueRules?
}

/// One moment's picture and record in a folder of baselines.
struct Baseline: Sendable {
  /// In bytes.
  static let maximumRecordSize = 16 << 20

  /// Without an ending.
  let path: String
  /// The folder of baselines that it belongs to.
  let root: String

  /// The path inside the folder of baselines, without an ending.
  var name: String { String(Substring(path.utf8.dropFirst(root.utf8.count))).withoutSlashInFront }

  /// Whether both files, or where they would be, lie inside the folder of baselines, with links
  /// followed.
  var isInside: Bool {
    [picturePath, recordPath].allSatisfy { FilePath.isInside($0, folder: root) }
  }

  var picturePath: String { path + ".png" }
  var recordPath: String { path + ".json" }

  var exists: Bool { FileManager.default.fileExists(atPath: picturePath) }

  /// Throws for one with more pixels than any frame that it is likely compared with.
  func picture(besides actual: Bitmap) throws -> Bitmap {
    if let problem = StoredRecord(path: picturePath).textInstead { throw problem }
    let most = max(actual.width * actual.height, DiffOptions.usualSize)
    return try readPicture(picturePath, PNG.Limits(maximumPixels: most))
  }

  /// A file of a baseline that cannot be used.
  struct RecordProblem: Error, CustomStringConvertible {
    let path: String
    let reason: String
    var remedy = "record the baseline anew with --update changed"
    var description: String { "'\(path)' \(reason); \(remedy)" }
  }

  func record() throws(RecordProblem) -> BaselineRecord {
    try StoredRecord(path: recordPath).decoded()
  }

  /// The same. Throws also for the record of another scene.
  func ownRecord() throws(RecordProblem) -> BaselineRecord {
    try StoredRecord(path: recordPath).decoded(in: root)
  }

  /// The problem of a picture that is not the one of its record.
  func problem(of picture: Bitmap, _ record: BaselineRecord) -> RecordProblem? {
    guard let pixels = record.pixels, pixels != Digest(ofPixels: picture) else { return nil }
    return RecordProblem(
      path: picturePath,
      reason: "is not the picture that its record is about: another one was put in its place")
  }

  /// Throws `MediaError` when its picture cannot be removed.
  func remove() throws(MediaError) {
    guard unlink(picturePath) == 0 || errno == ENOENT else {
      throw MediaError.lastFailure("remove", picturePath)
    }
    try? FileManager.default.removeItem(atPath: recordPath)
  }

  /// Writes the files that changed; returns whether any was written. Each file is written whole,
  /// and the picture last: without a picture there is no baseline. A file with the same pixels is
  /// kept, however it is compressed.
  @discardableResult
  func write(_ picture: Bitmap, _ record: BaselineRecord) throws -> Bool {
    let pixels = Digest(ofPixels: picture)
    var record = record
    record.pixels = pixels
    let text = Array(record.text.utf8)
    let old = try? self.picture(besides: picture)
    let isSamePicture = old.map { Digest(ofPixels: $0) } == pixels
    let isSameRecord = (try? readWholeFile(recordPath)) == text
    guard !isSamePicture || !isSameRecord else { return false }
    if !isSameRecord { try writeWholeFile(text, to: recordPath, inside: root) }
    if !isSamePicture {
      try writeWholeFile(try Self.smallest(picture), to: picturePath, inside: root)
    }
    return true
  }

  /// As small as libpng makes it: a baseline is written once and stored for years. Equal pixels
  /// give equal bytes.
  static func smallest(_ picture: Bitmap) throws -> [UInt8] {
    let pixels: StraightPixels = picture.isOpaque ? .rgb : .rgba
    let filters: [PNGEncoder.Filter] = [.none, .sub, .adaptive]
    let files = try filters.map {
      try PNGEncoder(pixels: pixels, compressionLevel: 9, filter: $0).encode(picture)
    }
    return files.min { $0.count < $1.count } ?? files[0]
  }
}

extension String {
  fileprivate var withoutSlashInFront: String {
    String(Substring(utf8.drop { $0 == UInt8(ascii: "/") }))
  }
}

extension BaselineRecord {
  /// The content of its file.
  var text: String { json.text() + "\n" }

  /// A line for each layer's values, so that a change of one is a change of one line.
  fileprivate var json: JSONValue {
    let conditions = conditions.map { [("conditions", $0.json)] } ?? []
    return .object(
      [
        ("version", .integer(version)), ("scene", .string(scene)), ("time", .number(time)),
        ("scale", .number(scale)),
      ] + conditions + [("stamp", stamp.json)]
        + (pixels.map { [("pixels", .string("\($0)"))] } ?? [])
        + [("layers", .array(layers.map(\.json)))])
  }
}

extension BaselineConditions {
  fileprivate var json: JSONValue {
    .object(
      [
        ("moments", .array(moments.map { .string($0) })), ("parameters", texts(parameters)),
        ("ignoredLayers", .array(ignoredLayers.map { .string($0) })),
        ("ignoredRects", .array(ignoredRects.map { .array($0.map { .integer($0) }) })),
      ] + (data.map { [("data", .string($0)), ("row", .integer(row))] } ?? [])
        + (tolerance.map { [("tolerance", $0.json)] } ?? [])
        + (values.map { [("values", $0.json)] } ?? []))
  }
}

extension ValueRules {
  fileprivate var json: JSONValue {
    let bounds = tolerances.sorted { $0.key < $1.key }.map { ($0.key, JSONValue.number($0.value)) }
    return .object([("areStrict", .flag(areStrict)), ("tolerances", .object(bounds))])
  }
}

extension RenderingStamp {
  fileprivate var json: JSONValue {
    .object(
      [
        ("renderer", .string(renderer)), ("cairo", .string(cairo)), ("freeType", .string(freeType)),
        ("pango", .string(pango)), ("fonts", texts(fonts)),
      ] + (ffmpeg.map { [("ffmpeg", .string($0))] } ?? []))
  }
}

extension RecordedLayer {
  fileprivate var json: JSONValue {
    .object([
      ("name", .string(name)), ("bounds", .array(bounds.map { .integer($0) })),
      ("ownBounds", .array(ownBounds.map { .integer($0) })), ("values", texts(values)),
    ])
  }
}

func texts(_ texts: [String: String]) -> JSONValue {
  .object(texts.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })
}

/// A folder of baselines that mirrors the scenes: `Scenes/Book/10.6.yaml` at 25 % is
/// `Scenes/Book/10.6/25pct.png`, and its variant `dark` is `25pct.dark.png`,
/// and of the third row of data `25pct.row3.png`.
struct BaselineFolder: Sendable {
  let path: String
  /// The other programs' files that are scenes too.
  var importers: [any SceneImporter] = []

  func baseline(of scene: String, at moment: SceneMoment, set: BaselineSet) -> Baseline {
    Baseline(path: "\(folder(of: scene))/\(moment.fileName)\(set.suffix)", root: path)
  }

  /// The record of a set's film.
  func filmPath(of scene: String, set: BaselineSet) -> String {
    "\(folder(of: scene))/film\(set.suffix).json"
  }

  /// Whether a file is called like the record of a film.
  static func isFilm(_ file: String) -> Bool {
    file.lastPathComponent.wholeMatch(of: /film(\.[A-Za-z0-9_-]+)*\.json/) != nil
  }

  /// The folder of a scene's baselines.
  func folder(of scene: String) -> String { path.appendingPathComponent(Self.mirrored(scene)) }

  /// Every baseline of a scene of which at least one half is there, by its name without the ending,
  /// sorted.
  func baselines(of scene: String) -> [(name: String, baseline: Baseline)] {
    let folder = folder(of: scene)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let stems = names.filter { !$0.hasBeginning(".") && Self.isHalf($0) && !Self.isFilm($0) }
      .map { FilePath($0.deletingPathExtension) }
    return Set(stems).sorted().map {
      ($0.string, Baseline(path: "\(folder)/\($0)", root: path))
    }
  }

  /// Whether a file is called like a half of a baseline.
  private static func isHalf(_ name: String) -> Bool {
    name.hasEnding(".png") || name.hasEnding(".json")
  }

  /// The folder of a scene's baselines. A path outside the current folder is mirrored by its own
  /// names, with `..` as `_`.
  static func mirrored(_ scene: String) -> String { mirroredName(of: scene) }

  /// The scenes that baselines were recorded of, as they were given then, sorted; and baselines
  /// whose scene is not known, as no record of their folder can be read.
  var contents: (scenes: [String], problems: [DiffReport.Entry]) {
    let files = RostrumRegression.files(below: path).filter {
      Self.isHalf($0) && !Self.isFilm($0)
    }
    let folders = Dictionary(grouping: files) { FilePath($0.deletingLastPathComponent) }
    var scenes: Set<FilePath> = []
    var problems: [DiffReport.Entry] = []
    for (folder, files) in folders.sorted(by: { $0.key < $1.key }) {
      let stems = Set(files.map { FilePath($0.deletingPathExtension) }).sorted()
      let records = stems.map { stem in
        Result { () throws(Baseline.RecordProblem) in
          try Baseline(path: "\(path)/\(stem)", root: path).record()
        }
      }
      let named = records.compactMap { try? $0.get().scene }
      scenes.formUnion(named.map { FilePath($0) })
      guard named.isEmpty else { continue }
      if let scene = scene(mirroredAs: folder.string) {
        scenes.insert(FilePath(scene))
      } else if let problem = records.lazy.compactMap({ $0.problem }).first {
        problems.append(
          DiffReport.Entry(
            group: "\(path)/\(folder)", name: "", verdict: .unreadable,
            sentences: [problem.description], expected: problem.path, actual: ""))
      }
    }
    return (scenes.sorted().map(\.string), problems)
  }

  /// The scene file whose baselines a folder of this name holds, if it is there.
  private func scene(mirroredAs folder: String) -> String? {
    let path = folder.split(separator: "/").map { $0 == "_" ? ".." : String($0) }
      .joined(separator: "/")
    return SceneFinder.endings(importers).map { "\(path).\($0)" }
      .first { FileManager.default.fileExists(atPath: $0) }
  }

  /// Whether there are baselines already.
  var holdsRecords: Bool {
    RostrumRegression.files(below: path).contains { $0.hasEnding(".json") && record(in: $0) != nil }
  }

  private func record(in file: String) -> BaselineRecord? {
    let path = path.appendingPathComponent(file)
    return try? Baseline(path: path.deletingPathExtension, root: self.path).record()
  }

  /// Baselines of scenes that are gone, and files of which only one half is there, by the paths of
  /// their files; of the scenes that `arguments` name: files, folders and patterns as `SceneFinder`
  /// takes them; of all for none.
  /// `mayRead` says of which scenes it may be known whether they are there.
  func orphans(
    among arguments: [String], mayRead: (String) -> Bool
  ) -> [(path: String, reason: String)] {
    let files = Set(self.files(of: arguments).map { FilePath($0) })
    return files.sorted().map(\.string).compactMap { file in
      let stem = file.deletingPathExtension
      if file.hasEnding(".json") {
        let picture = stem + ".png"
        return files.contains(FilePath(picture))
          ? nil : (file, "there is no '\(picture)' beside it")
      }
      guard let record = try? Baseline(path: stem, root: path).record(), mayRead(record.scene)
      else { return nil }
      return isThere(record.scene) ? nil : (file, "its scene '\(record.scene)' is gone")
    }
  }

  private func files(of arguments: [String]) -> [String] {
    let patterns = arguments.isEmpty ? [["**"]] : arguments.map(Self.pattern)
    return RostrumRegression.files(below: path).filter { file in
      guard Self.isHalf(file), !Self.isFilm(file) else { return false }
      let scene = file.pathComponents.dropLast().map(\.self)
      return patterns.contains { SceneFinder.matches(scene[...], $0[...]) }
    }.map { "\(path)/\($0)" }
  }

  /// The mirrored paths, without endings, of the scenes that an argument names.
  private static func pattern(_ argument: String) -> [String] {
    if isFolder(argument) { return mirroredParts(of: argument).map(Escaping.pattern) + ["*"] }
    let mirrored = mirrored(argument).pathComponents
    return FileManager.default.fileExists(atPath: argument)
      ? mirrored.map(Escaping.pattern) : mirrored
  }
}

extension Result {
  fileprivate var problem: Failure? {
    if case .failure(let failure) = self { failure } else { nil }
  }
}
