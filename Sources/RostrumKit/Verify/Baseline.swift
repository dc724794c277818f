import Canvas
import Foundation
import Media

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
  public var ignoredLayers: [String] = []
  /// Each x, y, width and height in pixels.
  public var ignoredRects: [[Int]] = []
}

/// One moment's picture and record in a folder of baselines.
struct Baseline: Sendable {
  /// Without an ending.
  let path: String

  var picturePath: String { path + ".png" }
  var recordPath: String { path + ".json" }

  var exists: Bool { FileManager.default.fileExists(atPath: picturePath) }

  func picture() throws(MediaError) -> Bitmap { try readPicture(picturePath) }

  /// A file beside a picture that is no record.
  struct RecordProblem: Error, CustomStringConvertible {
    let path: String
    let reason: String
    var description: String {
      "'\(path)' \(reason); record the baseline anew with --update changed"
    }
  }

  func record() throws(RecordProblem) -> BaselineRecord {
    guard let bytes = try? readWholeFile(recordPath) else {
      throw problem(
        FileManager.default.fileExists(atPath: recordPath) ? "cannot be read" : "is missing")
    }
    guard !bytes.isEmpty else { throw problem("is empty") }
    guard let record = try? JSONDecoder().decode(BaselineRecord.self, from: Data(bytes)) else {
      throw problem("cannot be understood: it is damaged or cut off")
    }
    guard record.version == 1 else {
      throw problem("is of version \(record.version), which this build does not know")
    }
    return record
  }

  private func problem(_ reason: String) -> RecordProblem {
    RecordProblem(path: recordPath, reason: reason)
  }

  /// Each file is written whole. The picture comes last: without a picture there is no baseline.
  func write(_ picture: Bitmap, _ record: BaselineRecord) throws {
    try createFolder(ofOutput: path)
    try writeWholeFile(Array((record.json.text() + "\n").utf8), to: recordPath)
    try writeWholeFile(try Self.smallest(picture), to: picturePath)
  }

  /// As small as libpng makes it: a baseline is written once and stored for years. Equal pixels
  /// give equal bytes.
  private static func smallest(_ picture: Bitmap) throws -> [UInt8] {
    let pixels: StraightPixels = picture.isOpaque ? .rgb : .rgba
    let filters: [PNGEncoder.Filter] = [.none, .sub, .adaptive]
    let files = try filters.map {
      try PNGEncoder(pixels: pixels, compressionLevel: 9, filter: $0).encode(picture)
    }
    return files.min { $0.count < $1.count } ?? files[0]
  }
}

extension BaselineRecord {
  /// A line for each layer's values, so that a change of one is a change of one line.
  fileprivate var json: JSONText {
    let conditions = conditions.map { [("conditions", $0.json)] } ?? []
    return .object(
      [
        ("version", .integer(version)), ("scene", .string(scene)), ("time", .number(time)),
        ("scale", .number(scale)),
      ] + conditions + [("stamp", stamp.json), ("layers", .array(layers.map(\.json)))])
  }
}

extension BaselineConditions {
  fileprivate var json: JSONText {
    .object([
      ("moments", .array(moments.map { .string($0) })), ("parameters", texts(parameters)),
      ("ignoredLayers", .array(ignoredLayers.map { .string($0) })),
      ("ignoredRects", .array(ignoredRects.map { .array($0.map { .integer($0) }) })),
    ])
  }
}

extension RenderingStamp {
  fileprivate var json: JSONText {
    .object(
      [
        ("renderer", .string(renderer)), ("cairo", .string(cairo)), ("freeType", .string(freeType)),
        ("pango", .string(pango)), ("fonts", texts(fonts)),
      ] + (ffmpeg.map { [("ffmpeg", .string($0))] } ?? []))
  }
}

extension RecordedLayer {
  fileprivate var json: JSONText {
    .object([
      ("name", .string(name)), ("bounds", .array(bounds.map { .integer($0) })),
      ("ownBounds", .array(ownBounds.map { .integer($0) })), ("values", texts(values)),
    ])
  }
}

private func texts(_ texts: [String: String]) -> JSONText {
  .object(texts.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })
}
