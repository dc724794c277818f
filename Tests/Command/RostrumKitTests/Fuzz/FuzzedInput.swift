import Foundation
import RostrumBase
import RostrumCanvas
import RostrumGeometry
import RostrumImporters
import RostrumLayerTree
import RostrumRendering
import RostrumSceneFile
import RostrumSceneImport
import RostrumSource
import RostrumTiming

@testable import RostrumKit
@testable import RostrumOutput

/// A kind of untrusted input, and the properties that hold for any bytes of that kind. The fuzzers
/// and the tests share it: inputs found by a fuzzer are kept as files, which the tests read.
enum FuzzedInput: String, CaseIterable {
  case scene, data, png, jpeg, webp, picture, manifest, path, number, lottie, svg, caml

  /// The mistake, in a sentence for a fuzzer's report.
  struct Problem: Error, CustomStringConvertible { let description: String }

  /// Throws a `Problem`; crashes and hangs are noticed by the fuzzer. `longestSide` limits the size
  /// of drawn frames, in pixels: larger ones are scaled down.
  func check(_ bytes: [UInt8], longestSide: Double = .infinity) throws {
    switch self {
    case .scene: try Self.checkScene(bytes, longestSide)
    case .data: try Self.checkData(bytes)
    case .png, .jpeg, .webp, .picture: try Self.checkPicture(bytes)
    case .manifest: try Self.checkManifest(bytes)
    case .path: try Self.checkPath(bytes)
    case .number: try Self.checkNumber(bytes)
    case .lottie, .svg, .caml: try Self.checkImport(bytes)
    }
  }

  /// A folder for the files that are read, without anything else in it.
  private static let folder: String = {
    let shared = FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : "/tmp"
    let path = "\(shared)/rostrum-fuzz-\(getpid())"
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    atexit { try? FileManager.default.removeItem(atPath: FuzzedInput.folder) }
    return path
  }()

  private static func file(_ name: String, _ bytes: [UInt8]) throws -> String {
    let path = "\(folder)/\(name)"
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    defer { close(descriptor) }
    guard descriptor >= 0, write(descriptor, bytes, bytes.count) == bytes.count else {
      throw Problem(description: "cannot write \(path)")
    }
    return path
  }

  /// Fails for an error without an exit status.
  static func expectOrderly(_ error: any Error) throws {
    guard ExitStatus(of: error) != .internalFailure || error is any DescribedRefusal else {
      throw Problem(description: "an error without a status: \(error)")
    }
  }
}

/// Errors of modules without exit statuses, which the modules above convert.
private protocol DescribedRefusal: Error {}

extension PictureError: DescribedRefusal {}
extension SVGPathError: DescribedRefusal {}
extension NumberFormatError: DescribedRefusal {}

// MARK: Scenes

extension FuzzedInput {
  /// In seconds of one processor, for a frame of at most 500 by 500 pixels.
  static let mostSeconds = 1.0

  private static func checkScene(_ bytes: [UInt8], _ longestSide: Double) throws {
    let path = try file("scene.yaml", bytes)
    let options = SceneOptions(maximumPixels: 250_000, maximumLayers: 2000, importers: .all)
    let opened: OpenedScene
    do {
      opened = try SceneOpener(options: options).open(path)
    } catch let error as InvalidScene {
      try checkDiagnostics(error.result)
      return
    } catch {
      return try expectOrderly(error)
    }
    try checkDiagnostics(opened.result)
    for time in [0, 0.31, opened.scene.clock.duration] {
      guard let name = infinite(opened.scene.presentation(at: time)) else { continue }
      throw Problem(description: "\(name) is no number at \(time)")
    }
    let side = max(opened.scene.size.width, opened.scene.size.height)
    try checkFrames(opened, scale: min(1, longestSide / side))
  }

  /// A frame drawn over another one is the frame drawn alone, in time.
  private static func checkFrames(_ opened: OpenedScene, scale: Double) throws {
    do {
      let context = opened.context(scale: scale)
      let renderer = try FrameRenderer(context)
      try renderer.render(at: 0.3)
      let begin = threadSeconds()
      try renderer.render(at: 0.31)
      let alone = try FrameRenderer(context)
      try alone.render(at: 0.31)
      let seconds = threadSeconds() - begin
      guard seconds < 2 * mostSeconds * slowness else {
        throw Problem(description: "two frames take \(seconds) s")
      }
      guard renderer.bitmap.hasSamePixels(as: alone.bitmap) else {
        throw Problem(description: "a frame depends on the one before")
      }
    } catch let problem as Problem {
      throw problem
    } catch {
      try expectOrderly(error)
    }
  }

  /// How much slower code runs that counts where it is, or that is not optimised.
  private static var slowness: Double {
    #if DEBUG
      20
    #else
      4
    #endif
  }

  private static func threadSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private static func infinite(_ layer: PresentationLayer) -> String? {
    for property in layer.layerClass.properties where !layer.values[any: property].isFinite {
      return "\(layer.name).\(property.name)"
    }
    return layer.sublayers.lazy.compactMap(infinite).first
  }

  private static func checkDiagnostics(_ result: LoadResult) throws {
    let hasErrors = result.diagnostics.contains { $0.severity == .error }
    guard (result.scene == nil) == hasErrors else {
      throw Problem(description: "no scene and no error, or both")
    }
    try checkPlaces(result.diagnostics, result.source)
  }

  private static func checkPlaces(_ diagnostics: [Diagnostic], _ source: SourceText) throws {
    for range in diagnostics.map(\.range) where range.line < 1 || range.column < 1 {
      throw Problem(description: "a mistake stands nowhere: \(range)")
    }
    for style in DiagnosticFormatter.Style.allCases {
      _ = DiagnosticFormatter(style: style).text(for: diagnostics, in: source)
    }
  }
}

// MARK: Data, pictures, manifests and small texts

extension FuzzedInput {
  private static func checkData(_ bytes: [UInt8]) throws {
    // The first byte chooses the ending.
    let ending = DataTable.endings[Int(bytes.first ?? 0) % DataTable.endings.count]
    do {
      let table = try DataTable.load(path: file("rows." + ending, Array(bytes.dropFirst())))
      guard table.rows.isEmpty || !table.hasErrors else {
        throw Problem(description: "rows and errors")
      }
      try checkPlaces(table.diagnostics, table.source)
    } catch let problem as Problem {
      throw problem
    } catch {
      try expectOrderly(error)
    }
  }

  private static func checkPicture(_ bytes: [UInt8]) throws {
    let path = try file("picture", bytes)
    let limits = PNG.Limits(maximumPixels: 1 << 20)
    do {
      let size = try PictureFile.checkedSize(ofFile: path, limits: limits)
      let bitmap = try PictureFile.decode(contentsOfFile: path, limits: limits)
      guard bitmap.width == size.width, bitmap.height == size.height else {
        throw Problem(description: "the picture is not as large as it says")
      }
      for y in 0..<bitmap.height {
        let row = (0..<bitmap.width).map { bitmap[$0, y] }
        guard let x = firstFault(inPixels: row) else { continue }
        throw Problem(description: "a channel is larger than alpha at \(x), \(y)")
      }
    } catch let problem as Problem {
      throw problem
    } catch {
      try expectOrderly(error)
    }
  }

  /// The place of the first pixel that is not premultiplied.
  static func firstFault(inPixels pixels: [UInt32]) -> Int? {
    pixels.firstIndex {
      max($0 >> 16 & 255, $0 >> 8 & 255, $0 & 255) > $0 >> 24
    }
  }

  private static func checkManifest(_ bytes: [UInt8]) throws {
    // A run of another version is known to be one, and nothing more.
    let lines = ManifestLine.lines(of: Data(bytes)).lines.filter { $0 != .unknownRun }
    let text = lines.map(\.text).joined()
    let again = ManifestLine.lines(of: Data(text.utf8)).lines.filter { $0 != .unknownRun }
    guard again == lines else {
      throw Problem(description: "what was read cannot be written and read again")
    }
  }

  private static func checkPath(_ bytes: [UInt8]) throws {
    guard let path = try? Path(svg: String(decoding: bytes, as: UTF8.self)) else { return }
    guard path.isFinite else { throw Problem(description: "a path leads to no place") }
    _ = PathMeasure(path).length
  }

  private static func checkNumber(_ bytes: [UInt8]) throws {
    guard let format = try? NumberFormat(String(decoding: bytes, as: UTF8.self)) else { return }
    for number in [
      0, -0.0, 1, -1.5, 0.005, 1e7, -1e7, .leastNonzeroMagnitude, 1e300, .infinity, -.infinity,
      .nan,
    ] {
      guard format.text(for: number).utf8.count < 1000 else {
        throw Problem(description: "a number is a thousand letters long")
      }
    }
  }

  private struct NoPictures: ImportResources {
    func image(in bytes: [UInt8]) -> ImageReference? { nil }
    func image(atPath path: String) -> ImageReference? { nil }

    func outlines(of text: String, _ font: ImportFont) -> Result<ImportLine, ImportTextProblem> {
      .failure(ImportTextProblem(message: "there is no font family"))
    }
  }

  private static func checkImport(_ bytes: [UInt8]) throws {
    let importers: [any SceneImporter] = .all
    let importer = importers.first { $0.recognizes(bytes) } ?? importers[0]
    let result = importer.load(
      bytes, path: "a", options: ImportOptions(), resources: NoPictures())
    guard (result.scene == nil) == result.diagnostics.contains(where: { $0.severity == .error })
    else { throw Problem(description: "no scene and no error, or both") }
    try checkPlaces(result.diagnostics, result.source)
    for time in [0, 0.55] {
      guard let scene = result.scene, let name = infinite(scene.presentation(at: time)) else {
        continue
      }
      throw Problem(description: "\(name) is no number at \(time)")
    }
  }
}
