import RostrumKit

/// The example of SwiftPackage.md, compiled: `DocumentationTests` compares the two line by line.
func libraryExample() async throws {
  let scene = try SceneOpener().open("Scenes/Book/10.6.yaml").scene
  print(scene.clock.frameCount, "frames")

  let height = SceneSampler.Choice(layers: ["ball"], keyPaths: ["position.y"])
  for series in try SceneSampler(scene).series(height, at: [0, 0.15, 0.3]) {
    print(series.layer, series.keyPath.name, series.values.map(\.number))
  }

  var options = RenderOptions()
  options.output = "ball.mp4"
  let job = RenderJob(scenes: ["Scenes/Book/10.6.yaml"], options: options)
  try await job.run { event in print(event) }
}
