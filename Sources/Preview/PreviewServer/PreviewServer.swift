package import RostrumBase
import RostrumKit
import RostrumLayerTree
import RostrumOutput
package import RostrumPreview
import RostrumSceneFile
import Synchronization

/// Shows scenes in a browser while they are written: the frames as they are rendered, the
/// animations, and the mistakes.
///
/// The server answers requests that have its token. Only its own page, the scenes' frames, states
/// and renders are ever sent; it reads no path that a request names, and makes no requests itself.
/// It is a small server of its own, because libraries that serve HTTP do not limit the length of
/// lines, of frames and of the list of connections.
package final class PreviewServer: Sendable {
  private let options: PreviewOptions
  private let scenes: [PreviewScene]
  private let renders = RenderQueue()
  private let connections = ConnectionList()

  /// Throws as `SceneFinder.paths`, and `SceneFileError` for a missing file. The files are read
  /// when a tab shows them.
  package init(scenes: [String], options: PreviewOptions = PreviewOptions()) throws {
    self.options = options
    let finder = SceneFinder(
      project: options.scene.projectFolder, allowing: options.scene.allowedPaths,
      importers: options.scene.importers)
    self.scenes = try finder.paths(scenes).map { path in
      if isFolder(path) { throw SceneFileError.notAFile(path: path) }
      guard FileManager.default.fileExists(atPath: path) else {
        throw SceneFileError.missing(path: path)
      }
      return PreviewScene(path: path, options: options)
    }
  }

  /// Serves until the task is cancelled. `started` gets the address to open, once it can be opened.
  /// Throws `PreviewError` where the host and port cannot be had.
  package func run(started: (URL) throws -> Void) async throws {
    let listener = try Listener(host: options.host, port: options.port)
    let rule = AccessRule(host: options.host, port: listener.port, token: options.token)
    let site = PreviewSite(rule: rule, scenes: scenes, renders: renders)
    let (ends, end) = AsyncStream<Never>.makeStream()
    startThread { [connections] in
      while let descriptor = listener.accept() {
        connections.serve(Connection(descriptor)) { site.serve($0) }
      }
      end.finish()
    }
    try started(rule.address)
    await withTaskCancellationHandler {
      for await _ in ends {}
    } onCancel: {
      listener.stop()
    }
    try Task.checkCancellation()
  }

  /// Ends all connections and renders, and removes their files.
  package func end() async {
    connections.stop()
    await renders.end()
  }
}

/// The connections that are open, each with a thread.
final class ConnectionList: Sendable {
  private let list = Mutex<[Connection]>([])

  /// More than any browser with some tabs opens.
  static let maximumCount = 64

  /// Serves a connection on a thread of its own. If there are too many, the oldest one that has not
  /// shown the token is closed, so that clients without the token cannot keep out those with it.
  func serve(_ connection: Connection, _ work: @escaping @Sendable (Connection) -> Void) {
    let isTaken = list.withLock { list in
      if list.count >= Self.maximumCount {
        guard let index = list.firstIndex(where: { !$0.isKnown }) else { return false }
        list.remove(at: index).stop()
      }
      list.append(connection)
      return true
    }
    guard isTaken else { return }
    startThread {
      work(connection)
      self.remove(connection)
    }
  }

  /// Lets all threads return.
  func stop() { list.withLock { for connection in $0 { connection.stop() } } }

  private func remove(_ connection: Connection) {
    list.withLock { $0.removeAll { $0 === connection } }
  }
}
