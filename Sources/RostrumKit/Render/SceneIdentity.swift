import Base
import Canvas
import Foundation
import LayerTree
import Media
import Rendering
import SceneFile

extension RenderOptions {
  /// The versions of all that decides about the pixels of every scene.
  private static let libraries: [String] = {
    let libraries = LibraryVersions.current
    return [
      "rostrum \(RenderingStamp.rendererVersion), pixels \(RenderingStamp.pixelRevision)",
      "cairo \(libraries.cairo)", "freetype \(libraries.freeType)", "pango \(libraries.pango)",
    ]
  }()

  /// The versions of all that decides about a scene's pixels beside the scene.
  private func stamp(of scene: Scene) -> [String] {
    let decoder = scene.showsVideo ? MediaTools().ffmpegVersion : nil
    return Self.libraries + (decoder.map { ["ffmpeg \($0)"] } ?? [])
  }

  /// Digests of a scene's frames, rendered with these options.
  func digests(of opened: OpenedScene) -> FrameDigests {
    FrameDigests(
      scene: opened.scene, scale: scene.scale, exposure: exposure, assets: opened.assets,
      stamp: stamp(of: opened.scene))
  }

  /// How a run with these options begins its part of a manifest.
  func header(of opened: OpenedScene, _ digests: FrameDigests, frames: [Int]) -> RunHeader {
    let clock = opened.scene.clock
    return RunHeader(
      scene: opened.identity(digests, self).description,
      name: URL(filePath: opened.path).lastPathComponent, renderer: stamp(of: opened.scene),
      frames: FrameSelection.text(of: frames), sceneFrames: clock.frameCount,
      rate: clock.rate.description, outputs: [])
  }
}

extension OpenedScene {
  /// Stands for the scene with its parameters' values, all that it reads, and how it is rendered.
  /// The digest is the same wherever the file lies and its values come from, and whichever frames
  /// are rendered.
  fileprivate func identity(_ digests: FrameDigests, _ options: RenderOptions) -> Digest {
    var digester = Digester(seed: 4)
    digester.combine(digests.common)
    digester.combine(result.source.text)
    for fact in result.parameters {
      digester.combine(fact.name)
      digester.combine(fact.text)
    }
    digester.combine(result.innerTexts.map { Digest(of: $0.text) }.reduce(.zero, +))
    digester.combine(assets.digest(ofAllIn: scene))
    digester.combine(scene.clock.rate.description)
    digester.combine("\(options.compression)")
    digester.combine("\(options.exposure)")
    return digester.digest
  }
}
