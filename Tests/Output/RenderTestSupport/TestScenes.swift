package import Foundation
package import RostrumOutput
import RostrumMedia
import Synchronization
package import TestSupport

/// A folder with scenes and their rendered outputs.
package struct TestScenes {
  package let folder: TemporaryFolder

  package init() throws {
    folder = try TemporaryFolder()
  }

  /// A white square on #00BDF2 that moves for half of a second and then rests; twelve frames.
  package static let moving = """
    size: [48, 32]
    background: "#00BDF2"
    fps: 12
    duration: 1
    layers:
      - name: square
        backgroundColor: white
        bounds: [10, 10]
        position: [40, 16]
        animations:
          - {type: basic, keyPath: position.x, fromValue: 8, toValue: 40, duration: 0.5}
    """

  /// A scene with a layer that moves and fades out: all of its frames differ.
  package static let fading =
    moving
    + "\n      - {type: basic, keyPath: opacity, fromValue: 1, toValue: 0, duration: 0.5,"
    + " fillMode: forwards, removedOnCompletion: false}\n"

  /// Nothing moves, in six frames.
  package static let still = """
    size: [48, 32]
    background: "#00BDF2"
    fps: 6
    duration: 1
    layers: []
    """

  /// Renders a scene and returns its diagnostics. Throws the error of a failed render.
  @discardableResult
  package func render(
    _ text: String = moving, to output: String, _ change: (inout RenderOptions) -> Void = { _ in }
  ) async throws -> [RenderEvent] {
    var options = RenderOptions()
    options.output = folder.path(output)
    options.video.preset = .ultrafast
    options.video.isVerified = false
    change(&options)
    let events = Events()
    let scene = try folder.write(text, to: "scene.yaml")
    do {
      try await RenderJob(scenes: [scene], options: options).run { events.add($0) }
    } catch let error as IncompleteRender {
      throw error.summary.failures[0].error
    }
    return events.all
  }

  /// The files below a folder of outputs, sorted.
  package func files(in output: String) -> [String] {
    folder.files.filter { $0.hasPrefix(output + "/") }.map {
      String($0.dropFirst(output.count + 1))
    }
  }

  package static func names(_ numbers: some Sequence<Int>) -> [String] {
    numbers.map { "frame_\(String($0 + 100_000).dropFirst()).png" }
  }

  /// The content of each frame's file, by name.
  package func contents(of output: String) -> [String: Data] {
    Dictionary(
      uniqueKeysWithValues: files(in: output).map { ($0, folder.data(output + "/" + $0)) })
  }
}

/// A job's reports about its items, in order.
package final class Events: Sendable {
  package init() {}

  private let events = Mutex<[RenderEvent]>([])

  package func add(_ event: RenderEvent) {
    switch event {
    case .began, .ended, .waiting, .failed: break
    default: events.withLock { $0.append(event) }
    }
  }

  package var all: [RenderEvent] { events.withLock(\.self) }
}

extension [RenderEvent] {
  package var warnings: [String] {
    compactMap { if case .warned(_, let message) = $0 { message } else { nil } }
  }

  /// The counts of finished frames.
  package var counts: [Int] {
    compactMap { if case .progressed(_, let finished, _) = $0 { finished } else { nil } }
  }

  package var outputs: [String] {
    flatMap { if case .finished(_, let outputs) = $0 { outputs } else { [String]() } }
  }

  /// One word for each event.
  package var kinds: [String] {
    map {
      switch $0 {
      case .diagnosed: "diagnosed"
      case .started: "started"
      case .kept: "kept"
      case .progressed: "progressed"
      case .warned: "warned"
      case .finished: "finished"
      case .began, .ended, .waiting, .failed: ""
      }
    }
  }
}
