package import RostrumBase
import RostrumFigures
import RostrumGeometry
import RostrumKit
import RostrumMedia
import RostrumOutput
import RostrumSceneFile
import RostrumTiming
import Synchronization

/// A render of a scene that a page asks for.
package struct RenderRequest: Sendable {
  package enum Kind: String, Decodable, Sendable {
    /// One frame.
    case png
    case mp4, mov, webm, gif

    /// Whether pixels may be transparent.
    var hasAlpha: Bool { self != .mp4 }
  }

  package let kind: Kind
  /// The frames, first and last; a picture has the first.
  package let frames: ClosedRange<Int>
  /// Pixels for one of the preview's.
  package let scale: Double
  /// Whether the scene's background is left out.
  package let isTransparent: Bool

  package init(
    kind: Kind, frames: ClosedRange<Int>, scale: Double = 1, isTransparent: Bool = false
  ) {
    (self.kind, self.frames, self.scale) = (kind, frames, scale > 0 && scale.isFinite ? scale : 1)
    self.isTransparent = isTransparent && kind.hasAlpha
  }
}

/// Renders what pages ask for, one after the other, into a folder of its own. A page fetches the
/// results; nothing is written beside the scenes.
package actor RenderQueue {
  /// A file that is there to be fetched.
  package struct Output: Sendable {
    package let name: String
    package let type: String
    package let path: String
  }

  /// Made for the first render.
  private var folder: ScratchFolder?
  private var count = 0
  private let outputs = Mutex<[Int: Output]>([:])
  private var tasks: [Int: Task<Void, Never>] = [:]
  private var last: Task<Void, Never>?

  /// Older results are removed.
  private static let keptOutputs = 16

  package init() {}

  /// Puts a render at the end of the queue. `report` gets objects with the render's `id` and an
  /// `event` of `--progress json`; the last one has the event `file`, `error` or `cancelled`.
  /// Returns the id.
  package func add(
    _ request: RenderRequest, of scene: PreviewScene,
    report: @escaping @Sendable (JSONValue) -> Void
  ) -> Int {
    count += 1
    let (id, before) = (count, last)
    let task = startTask {
      await before?.value
      await self.render(id, request, of: scene, report: report)
    }
    (tasks[id], last) = (task, task)
    return id
  }

  package func cancel(_ id: Int) { tasks[id]?.cancel() }

  package nonisolated func output(_ id: Int) -> Output? { outputs.withLock { $0[id] } }

  /// Ends all renders, and removes all results.
  package func end() async {
    for task in tasks.values { task.cancel() }
    await last?.value
    folder?.remove()
  }

  private func render(
    _ id: Int, _ request: RenderRequest, of scene: PreviewScene,
    report: @escaping @Sendable (JSONValue) -> Void
  ) async {
    defer { tasks[id] = nil }
    @Sendable func tell(_ event: JSONValue) {
      report(.object([("id", .integer(id)), ("event", event)]))
    }
    do {
      let place = try place(of: id)
      let job = try await scene.job(request, place: place)
      try Task.checkCancellation()
      try await RenderJob(scenes: [scene.path], options: job.options).run { event in
        for line in RenderEventLine.lines(event) {
          if let text = line.text { tell(.literal(text)) }
        }
      }
      keep(Output(name: job.name, type: request.type, path: place + job.name), id)
      tell(.object([("event", .string("file")), ("name", .string(job.name))]))
    } catch {
      let event = Task.isCancelled ? "cancelled" : "error"
      tell(.object([("event", .string(event)), ("message", .string("\(error)"))]))
    }
  }

  /// The path of a render's result, but for the end of its name.
  private func place(of id: Int) throws -> String {
    let folder = try folder ?? ScratchFolder()
    self.folder = folder
    return folder.path("\(id)-")
  }

  private func keep(_ output: Output, _ id: Int) {
    let removed = outputs.withLock { outputs -> Output? in
      outputs[id] = output
      guard outputs.count > Self.keptOutputs, let oldest = outputs.keys.min() else { return nil }
      return outputs.removeValue(forKey: oldest)
    }
    if let removed { unlink(removed.path) }
  }
}

extension RenderRequest {
  fileprivate var type: String {
    switch kind {
    case .png: "image/png"
    case .mp4: "video/mp4"
    case .mov: "video/quicktime"
    case .webm: "video/webm"
    case .gif: "image/gif"
    }
  }

  /// The frames as `--frames` takes them.
  fileprivate var selection: String { "\(frames.lowerBound)-\(frames.upperBound)" }

  /// The name of the result for a scene's file.
  fileprivate func name(for path: String) -> String {
    let stem = path.deletingPathExtension.lastPathComponent
    let plain = String(
      String.UnicodeScalarView(stem.unicodeScalars.map { Self.isPlain($0) ? $0 : "-" }))
    return kind == .png
      ? "\(plain)-\(frames.lowerBound).png" : "\(plain).\(kind.rawValue)"
  }

  /// Whether a scalar may be part of a file name and of an HTTP header.
  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .decimalNumber: true
    default: scalar.properties.isAlphabetic || "_-.".unicodeScalars.contains(scalar)
    }
  }
}

extension PreviewScene {
  /// The options that render a request, and the file's name. `place` is the beginning of its path.
  fileprivate func job(
    _ request: RenderRequest, place: String
  ) throws -> (options: RenderOptions, name: String) {
    guard let lastValidScene else { throw PreviewError("the scene has mistakes: mend them first") }
    let name = request.name(for: path)
    var options = RenderOptions()
    options.scene = sceneOptions
    options.scene.scale *= request.scale
    if request.isTransparent { options.scene.background = .some(nil) }
    options.output = place + name
    options.outputHasFields = false
    options.keepsManifest = false
    switch request.kind {
    case .png: options.moments = .time(lastValidScene.time(ofFrame: request.frames.lowerBound))
    case .mp4, .mov, .webm, .gif: options.moments = .frames(try FrameSelection(request.selection))
    }
    return (options, name)
  }

  /// The command line that renders the same.
  package func command(_ request: RenderRequest) -> String {
    var words = ["rostrum", "render", Escaping.pathArgument(path)]
    let scale = options.scene.scale * request.scale
    if scale != 1 { words += ["--scale", "\(scale)"] }
    for path in options.scene.allowedPaths {
      words += ["--allow-path", Escaping.pathArgument(path)]
    }
    if let rate = options.scene.frameRate { words += ["--fps", rate.description] }
    let background = request.isTransparent ? .some(nil) : options.scene.background
    if let color = background { words += ["--background", color?.css ?? "none"] }
    for assignment in inputs.assignments { words += ["--set", assignment] }
    switch request.kind {
    case .png:
      words += ["--at", "\(lastValidScene?.time(ofFrame: request.frames.lowerBound) ?? 0)"]
    case .mp4, .mov, .webm, .gif: words += ["--frames", request.selection]
    }
    words += ["--output", Escaping.pathArgument(request.name(for: path))]
    return Escaping.commandLine(words)
  }
}
