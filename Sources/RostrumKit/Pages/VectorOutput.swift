import Base
import LayerTree
import Media
import Rendering
import SceneFile

extension SceneRender {
  /// Writes the frames as one SVG, where that is wanted. Throws `InvalidScene` at the layer that is
  /// no vectors.
  func writeVectors() async throws {
    guard let path = plan.vectors else { return }
    let (opened, frames) = (opened, frames)
    let step = 1 / opened.scene.clock.rate.framesPerSecond
    do {
      let film = try VectorFilm(
        opened.scene, assets: opened.assets, times: frames.map(\.time), step: step)
      try createFolder(ofOutput: path)
      try writeWholeFile(Array(film.svg.utf8), to: path)
    } catch let problem as VectorLayer.Problem {
      let layer = opened.scene.layers.first { $0.index == problem.layer }
      throw InvalidScene(
        result: opened.result.failing(
          DiagnosticID.notVectors.rawValue,
          "the layer '\(layer?.name ?? "")' has \(problem.reason), which an SVG of paths does not show",
          at: layer?.place, hint: problem.hint))
    }
  }
}
