import RostrumGeometry
import RostrumKit
import RostrumLayerTree
import RostrumOutput
import RostrumTiming

// The examples of SwiftPackage.md, compiled: `DocumentationTests` compares them line by line.

func smallestExample() async throws {
  let scene = Scene(size: Size(width: 160, height: 90), duration: 1) {
    LayerDeclaration("ball", frame: Rect(x: 10, y: 35, width: 20, height: 20))
      .with(.backgroundColor, .black)
      .with(.cornerRadius, 10)
      .animating(.position, .x, to: .number(140), duration: 1)
  }
  var options = RenderOptions()
  options.output = "ball.mp4"
  try await RenderJob(opened: OpenedScene(scene, named: "ball"), options: options).run { print($0) }
}

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
