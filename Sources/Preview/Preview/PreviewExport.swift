import RostrumBase
import RostrumFigures
import RostrumGeometry
import RostrumKit
import RostrumMedia
import RostrumOutput
package import RostrumSceneFile

/// A self-contained page that plays a scene: it opens from a disk or on any server, and makes no
/// requests.
package struct PreviewExport: Sendable {
  private let path: String
  private let options: SceneOptions

  /// The interval of whole frames: a jump draws at most this many updates.
  private static let interval = 60
  /// The most bytes that all pictures of a page may have.
  var maximumSize = 256 << 20

  /// `options.scale` is in pixels for a point.
  package init(scene path: String, options: SceneOptions = SceneOptions()) {
    (self.path, self.options) = (path, options)
  }

  /// Writes `index.html` into a folder, which is made where it is missing. Throws `InvalidScene`,
  /// `SceneFileError`, `MediaError`, and `PreviewError` for a film that is too large for a page.
  package func write(toFolder folder: String) throws {
    let file = folder.appendingPathComponent("index.html")
    try writeWholeFile(Array(try page(for: file).utf8), to: file, inside: folder)
  }

  private func page(for file: String) throws -> String {
    var options = options
    options.outputs.add([file])
    let opened = try SceneOpener(options: options).open(path)
    let scene = try ReadScene(opened, scale: options.scale, revision: 1)
    let name = path.lastPathComponent
    let description = JSONValue.object(
      [
        ("path", .string(name)), ("revision", .integer(1)), ("isRight", .flag(true)),
        ("problems", .array([])), ("timeline", opened.scene.timelineRows),
      ] + scene.description)
    let film = try film(of: scene, described: description)
    return PageFile.exported(film: Escaping.jsonInHTML(film.line(isCompact: true)))
  }

  private func film(of scene: ReadScene, described description: JSONValue) throws -> JSONValue {
    var (whole, changes): ([JSONValue], [JSONValue]) = ([], [])
    var (shown, size): (ShownFrame?, Int) = (nil, 0)
    for frame in 0..<scene.frameCount {
      try Task.checkCancellation()
      if frame.isMultiple(of: Self.interval) {
        let update = try scene.update(to: frame, from: nil)
        whole.append(update.recorded)
        size += update.size
      }
      let update = try scene.update(to: frame, from: shown)
      changes.append(frame == 0 ? .array([]) : update.recorded)
      size += frame == 0 ? 0 : update.size
      shown = update.shown
      guard size <= maximumSize else {
        throw PreviewError(
          "the film is too large for a page: more than \(maximumSize >> 20) MiB by frame \(frame);"
            + " a smaller --scale or --fps makes less of it", .cannotWrite)
      }
    }
    return .object([
      ("interval", .integer(Self.interval)), ("scene", description), ("whole", .array(whole)),
      ("changes", .array(changes)),
    ])
  }
}

extension FrameUpdate {
  /// In bytes, of its pictures.
  fileprivate var size: Int { parts.reduce(0) { $0 + $1.file.count } }

  /// The parts, each as `x`, `y`, width, height and its PNG file in Base64.
  fileprivate var recorded: JSONValue {
    .array(
      parts.map { part in
        let numbers = [part.rect.x, part.rect.y, part.rect.width, part.rect.height]
        let text = Data(part.file).base64EncodedString()
        return .array(numbers.map { .integer($0) } + [.literal("\"\(text)\"")])
      })
  }
}
