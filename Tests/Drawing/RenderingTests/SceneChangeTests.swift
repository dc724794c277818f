import RostrumCanvas
import RostrumGeometry
import RostrumLayerTree
import RostrumRendering
import TestSupport
import Testing

/// A renderer that goes on with a changed scene, as a preview's does after a save.
@Suite("A scene that changes under its renderer")
struct SceneChangeTests {
  private static func context(_ scene: Scene, _ assets: SceneAssets? = nil) throws -> RenderContext
  {
    RenderContext(scene: scene, assets: try assets ?? TestPictures.assets.get())
  }

  @Test(
    "A scene that changes gives the pixels of the changed scene alone, in hundreds of generated changes",
    arguments: SeedShare.shares(of: Array(0..<300)))
  func equalPixels(_ share: SeedShare) async throws {
    try await share.forEach { seed in
      var random = RandomSource(seed: UInt64(seed))
      var scene =
        seed.isMultiple(of: 2)
        ? GeneratedScene(&random).scene : GeneratedScene(varied: &random).scene
      let renderer = try ExposedRenderer(Self.context(scene))
      try renderer.render(at: 0.3)
      for step in 0..<4 {
        scene = Scene(
          size: scene.size, background: scene.background, clock: scene.clock,
          layers: scene.root.sublayers.map { $0.withOtherValues(&random) })
        #expect(renderer.show(try Self.context(scene)))
        let time = Double.random(in: -0.1...1.2, using: &random)
        try renderer.render(at: time)
        let alone = try frame(scene, at: time)
        #expect(renderer.bitmap.hasSamePixels(as: alone), "seed \(seed), change \(step)")
      }
    }
  }

  @Test("A scene that changes under its renderer draws no more than the difference")
  func difference() throws {
    func two(_ color: Color) -> Scene {
      scene([square(1, x: 0, y: 0, side: 4, .red), square(2, x: 10, y: 10, side: 6, color)])
    }
    let renderer = try ExposedRenderer(Self.context(two(.green)))
    try renderer.render(at: 0)
    let first = renderer.trees
    #expect(renderer.show(try Self.context(two(.blue))))
    let expected = PixelRect(x: 9, y: 9, width: 8, height: 8)
    #expect(try renderer.render(at: 0).bounds == expected)
    #expect(renderer.damage(since: first).bounds == expected)
    #expect(try renderer.render(at: 0).isEmpty)
  }

  @Test(
    "A scene that changes under its renderer is another renderer's where more than values differs",
    arguments: 0..<7)
  func refusals(_ index: Int) throws {
    func picture(_ image: ImageReference) -> Scene {
      scene([square(1, x: 0, y: 0, side: 4, .red, [.contents: .image(image)])])
    }
    let one = scene([square(1, x: 0, y: 0, side: 4, .red)])
    let assets = try TestPictures.assets.get()
    let videoFrame = ImageReference(path: "/a.mp4", width: 4, height: 4, frame: 1)
    let rows: [(Scene, Scene, SceneAssets)] = [
      (one, scene(width: 21, [square(1, x: 0, y: 0, side: 4, .red)]), assets),
      (one, scene(background: nil, [square(1, x: 0, y: 0, side: 4, .red)]), assets),
      (one, scene([square(2, x: 0, y: 0, side: 4, .red)]), assets),
      (one, scene([layer(1, .gradient, [:])]), assets),
      (one, scene([square(1, x: 0, y: 0, side: 4, .red), layer(2, .plain, [:])]), assets),
      // Another reading of fonts, a picture that was not loaded there, and a frame of a video.
      (one, one, SceneAssets()), (one, picture(videoFrame), assets),
    ]
    let (before, after, others) = rows[index]
    let renderer = try ExposedRenderer(Self.context(before))
    #expect(!renderer.show(try Self.context(after, others)))
    #expect(renderer.show(try Self.context(before)))
  }

  @Test(
    "A scene that changes under its renderer sees a picture that is another one under the same name"
  )
  func pictures() throws {
    let shown = scene([
      square(1, x: 0, y: 0, side: 20, .red, [.contents: .image(TestPictures.panel)])
    ])
    let (fonts, decoded) = (FontBook(), DecodedPictures())
    func loaded(_ pictures: DecodedPictures) throws -> SceneAssets {
      let assets = SceneAssets(fonts: fonts, decodedPictures: pictures)
      _ = try assets.imageSize(atPath: TestPictures.panel.path)
      return assets
    }
    let renderer = try ExposedRenderer(Self.context(shown, loaded(decoded)))
    #expect(renderer.show(try Self.context(shown, loaded(decoded))))
    #expect(!renderer.show(try Self.context(shown, loaded(DecodedPictures()))))
  }
}

extension Layer {
  /// The layer with other values here and there, inside too.
  fileprivate func withOtherValues(_ random: inout RandomSource) -> Layer {
    let changes: [(inout LayerValues, inout RandomSource) -> Void] = [
      { $0[.opacity] = .random(in: 0...1, using: &$1) },
      { $0[.position] = Point(x: .random(in: 0...60, using: &$1), y: 20) },
      {
        $0[.hidden].toggle(); _ = $1.next()
      },
      { $0[.backgroundColor] = Bool.random(using: &$1) ? .red : nil },
      { $0[.cornerRadius] = .random(in: 0...9, using: &$1) },
      { $0[.shadowOpacity] = .random(in: 0...1, using: &$1) },
      {
        $0[.masksToBounds].toggle(); _ = $1.next()
      },
      { $0[.borderWidth] = .random(in: 0...3, using: &$1) },
      { $0[.zPosition] = .random(in: -3...3, using: &$1) },
      {
        $0[.filters] = [LayerFilter(.colorInvert)]; _ = $1.next()
      },
    ]
    let isChanged = Int.random(in: 0..<3, using: &random) == 0
    let change = changes[Int.random(in: changes.indices, using: &random)]
    let inner = sublayers.map { $0.withOtherValues(&random) }
    var epochs = epochs
    if isChanged {
      epochs = epochs.map { epoch in
        var values = epoch.values
        change(&values, &random)
        return Epoch(
          startTime: epoch.startTime, values: values, clock: epoch.clock,
          animations: epoch.animations)
      }
    }
    return changed(epochs: epochs, sublayers: inner)
  }
}
