import Foundation
import Geometry
import ImageDiff

extension DiffReport {
  /// The whole report but the pictures.
  public var json: String { jsonText { _ in [] }.text() + "\n" }

  /// With more keys for each entry.
  func jsonText(_ more: (Entry) -> [(key: String, value: JSONText)]) -> JSONText {
    .object([
      ("title", .string(title)), ("exitStatus", .integer(Int(exitStatus))),
      ("summary", .string(summary)), ("tolerance", tolerance.json),
      ("notes", .array(notes.map { .string($0) })),
      ("entries", .array(entries.map { .object($0.json + more($0)) })),
    ])
  }
}

extension DiffReport.Entry {
  fileprivate var json: [(key: String, value: JSONText)] {
    [
      ("group", .string(group)), ("name", .string(name)), ("verdict", .string(verdict.rawValue)),
      ("expected", .string(expected)), ("actual", .string(actual)), ("source", .string(source)),
      ("sentences", .array(sentences.map { .string($0) })),
      ("difference", difference?.json ?? .null),
    ]
  }
}

extension Tolerance {
  fileprivate var json: JSONText {
    .object([
      ("threshold", .number(threshold)), ("maximumPixels", .integer(maximumPixels)),
      ("maximumShare", .number(maximumShare)), ("maximumRegion", .integer(maximumRegion)),
      ("forgivesAntialiasing", .flag(forgivesAntialiasing)),
    ])
  }
}

extension PictureDifference {
  fileprivate var json: JSONText {
    .object([
      ("expectedSize", size(expectedSize)), ("actualSize", size(actualSize)),
      ("comparedPixels", .integer(comparedPixels)), ("allowedPixels", .integer(allowedPixels)),
      ("differentPixels", .integer(differentPixels)), ("differentShare", .number(differentShare)),
      ("forgivenPixels", .integer(forgivenPixels)), ("toleratedPixels", .integer(toleratedPixels)),
      ("ignoredPixels", .integer(ignoredPixels)), ("largestDistance", .number(largestDistance)),
      ("peakSignalToNoise", .number(peakSignalToNoise)), ("regionCount", .integer(regionCount)),
      ("regions", .array(regions.prefix(16).map(region))),
    ])
  }

  private func size(_ rect: PixelRect) -> JSONText {
    .array([.integer(rect.width), .integer(rect.height)])
  }

  private func region(_ region: Region) -> JSONText {
    let box = region.bounds
    return .object([
      ("x", .integer(box.x)), ("y", .integer(box.y)), ("width", .integer(box.width)),
      ("height", .integer(box.height)), ("pixels", .integer(region.pixels)),
    ])
  }
}
