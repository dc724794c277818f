import Base
import FlyingFox
import FlyingSocks
import Foundation
import Preview
import RostrumKit

/// Shows scenes in a browser while they are written: the frames as they are rendered, what moves
/// them, and their mistakes.
///
/// The server answers whoever gives its token. Only its own page, the scenes' frames and their
/// states are ever sent; it reads no path that a request names, and asks nobody else for anything.
final class PreviewServer: Sendable {
  private let options: PreviewOptions
  private let scenes: [PreviewScene]
  private let renders = RenderQueue()

  /// Throws as `SceneFinder.paths`, and `SceneFileError` for a file that is not there. The files
  /// are read when somebody looks at them.
  init(scenes: [String], options: PreviewOptions = PreviewOptions()) throws {
    self.options = options
    self.scenes = try SceneFinder().paths(scenes).map { path in
      if isFolder(path) { throw SceneFileError.notAFile(path: path) }
      guard FileManager.default.fileExists(atPath: path) else {
        throw SceneFileError.missing(path: path)
      }
      return PreviewScene(path: path, options: options)
    }
  }

  /// Serves until the task is cancelled. `started` gets the address to open, once it can be opened.
  /// Throws `PreviewError` where the host and port cannot be had.
  func run(started: @Sendable @escaping (URL) -> Void) async throws {
    let site = PreviewSite(scenes, renders: renders)
    let server = try server(of: site)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await self.serve(server) }
      group.addTask {
        try await server.waitUntilListening()
        let port = await server.listeningAddress.flatMap(Self.port) ?? self.options.port
        let rule = AccessRule(host: self.options.host, port: port, token: self.options.token)
        site.open(by: rule)
        started(rule.address)
      }
      try await group.waitForAll()
    }
  }

  /// Ends all renders, and removes what they have made.
  func end() async { await renders.end() }

  private func serve(_ server: HTTPServer) async throws {
    do {
      try await server.run()
    } catch let error as SocketError {
      try Task.checkCancellation()
      let place = "\(options.host), port \(options.port)"
      throw PreviewError("cannot listen at \(place): \(error.localizedDescription)")
    }
  }

  private func server(of site: PreviewSite) throws -> HTTPServer {
    let (host, port) = (options.host, options.port)
    if let address = try? sockaddr_in.inet(ip4: host, port: port) {
      return HTTPServer(address: address, logger: .disabled, handler: site)
    }
    if let address = try? sockaddr_in6.inet6(ip6: host, port: port) {
      return HTTPServer(address: address, logger: .disabled, handler: site)
    }
    throw PreviewError("'\(host)' is not an address such as 127.0.0.1")
  }

  private static func port(_ address: Socket.Address) -> UInt16? {
    switch address {
    case .ip4(_, let port), .ip6(_, let port): port
    case .unix: nil
    }
  }
}
