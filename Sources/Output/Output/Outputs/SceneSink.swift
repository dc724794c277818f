import RostrumBase
import RostrumCanvas
import RostrumLayerTree
import RostrumMedia
import RostrumRendering
import RostrumSceneFile
import RostrumSource
import RostrumTiming

/// The sink of an output that is made of the scene itself: it takes no frames, and is written when
/// it is finished.
struct SceneSink: FrameSink {
  let notes: [MediaNote]
  private let request: OutputRequest
  /// Writes the file. Returns what the user should know of it.
  private let make: @Sendable (OutputRequest) async throws -> [MediaNote]

  init(
    _ request: OutputRequest, notes: [MediaNote] = [],
    make: @escaping @Sendable (OutputRequest) async throws -> [MediaNote]
  ) {
    (self.request, self.notes, self.make) = (request, notes, make)
  }

  func write(_ frame: Bitmap, index: Int, changes: FrameChanges?) throws { throw wrongUse }

  func repeatFrame(_ earlier: Int, at index: Int) throws { throw wrongUse }

  private var wrongUse: MediaError { .wrongFormat(request.result.format) }

  func finish() async throws -> SinkReport {
    let found = try await make(request)
    return SinkReport(path: request.result.path, frameCount: 0, byteCount: 0, notes: notes + found)
  }

  func cancel() {}
}

extension OutputRequest {
  /// Writes the frames as one SVG. Throws `InvalidScene` at the layer that is no vectors.
  func writeSVG() throws -> [MediaNote] {
    let step = 1 / opened.scene.clock.rate.framesPerSecond
    return try writeVectors(as: "an SVG of paths") { () throws(VectorLayer.Problem) in
      try VectorFilm(opened.scene, assets: opened.assets, times: times, step: step).svg
    }
  }

  /// Writes the frames as one Lottie. Throws `InvalidScene` at the layer that does not fit.
  func writeLottie() throws -> [MediaNote] {
    try writeVectors(as: "a Lottie") { () throws(VectorLayer.Problem) in
      try LottieFilm(opened.scene, assets: opened.assets, times: times).json
    }
  }

  private func writeVectors(
    as format: String, _ text: () throws(VectorLayer.Problem) -> String
  ) throws -> [MediaNote] {
    do {
      let bytes = Array(try text().utf8)
      try createFolder(ofOutput: result.path)
      try writeWholeFile(bytes, to: result.path)
      return []
    } catch let problem as VectorLayer.Problem {
      let layer = opened.scene.layers.first { $0.index == problem.layer }
      throw InvalidScene(
        result: opened.result.failing(
          DiagnosticID.notVectors.rawValue,
          "the layer '\(layer?.name ?? "")' has \(problem.reason), which \(format) does not show",
          at: layer?.place, hint: problem.hint))
    }
  }

  func checkSound() throws(MediaError) {
    guard !isPart else {
      throw .invalidSetting("a single time or a shard has no sound of its own")
    }
  }

  /// Mixes the scene's sound into a file of its own.
  func writeSound() async throws -> [MediaNote] {
    let mix = sound ?? SoundMix(tracks: [], duration: frames.duration)
    return try await opened.explaining(sound) {
      try await SoundMixer(mix, tools: settings.tools).write(to: result.path).notes
    }
  }
}
