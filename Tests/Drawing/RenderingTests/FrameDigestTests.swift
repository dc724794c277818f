import RostrumBase
import RostrumCanvas
import Foundation
import RostrumGeometry
import TestSupport
import Testing
import RostrumTiming
@testable import RostrumLayerTree
@testable import RostrumRendering

/// If a digest missed a value, an old frame would be kept in the place of a new one.
@Suite("A frame's digest")
struct FrameDigestTests {
  private let folder: TemporaryFolder
  private let assets = SceneAssets()
  private let pictures: [ImageReference]

  init() throws {
    let folder = try TemporaryFolder()
    var pictures: [ImageReference] = []
    for (index, pixel) in [red, blue].enumerated() {
      let bitmap = try Bitmap(width: 2, height: 2)
      for y in 0..<2 { for x in 0..<2 { bitmap[x, y] = pixel } }
      let path = folder.path("\(index).png")
      let bytes = try PNGEncoder(pixels: .rgba, compressionLevel: 1).encode(bitmap)
      try Data(bytes).write(to: URL(filePath: path))
      _ = try assets.imageSize(atPath: path)
      pictures.append(ImageReference(path: path, width: 2, height: 2))
    }
    _ = try assets.imageSize(atPath: TestPictures.panel.path)
    (self.folder, self.pictures) = (folder, pictures)
  }

  private func digest(of scene: Scene, at time: Double = 0) -> Digest {
    let trees = FrameTrees(RenderContext(scene: scene, assets: assets))
    let digests = FrameDigests(RenderContext(scene: scene, assets: assets), stamp: [])
    return digests.digest(of: trees.trees(at: time))
  }

  /// Something of every class that can be seen, with a sublayer.
  private func scene(_ layerClass: LayerClass, _ changes: [Property: Value] = [:]) -> Scene {
    let base: [Property: Value] = [
      .bounds: .rect(Rect(x: 0, y: 0, width: 10, height: 10)),
      .position: .point(Point(x: 10, y: 10)), .backgroundColor: .color(.red),
    ]
    let inside = square(2, x: 1, y: 1, side: 3, .blue)
    let own = layer(1, layerClass, base.merging(changes) { $1 }, sublayers: [inside])
    return RenderingTests.scene([own])
  }

  /// Every row of the tables, so that a new property, class or kind of value is included
  /// automatically.
  static let everyProperty = LayerClass.all.flatMap { layerClass in
    layerClass.properties.map { (layerClass, $0) }
  }

  @Test("A frame's digest changes with every property of every class", arguments: everyProperty)
  func properties(_ layerClass: LayerClass, _ property: Property) throws {
    let value = try #require(other(than: property))
    #expect(
      digest(of: scene(layerClass)) != digest(of: scene(layerClass, [property: value])),
      "\(layerClass.name).\(property.name)")
  }

  @Test(
    "A frame's digest changes with every property of an emitter's cells",
    arguments: EmitterCell.properties)
  func cells(_ property: Property) throws {
    func scene(_ values: [Property: Value]) -> Scene {
      var own = LayerValues()
      own[EmitterCell.birthRate] = 3
      for (property, value) in values { own[any: property] = value }
      let cells = Value.emitterCells([
        EmitterCell(values: own), EmitterCell(values: own, cells: [EmitterCell(values: own)]),
      ])
      return self.scene(.emitter, [.emitterCells: cells])
    }
    let value = try #require(other(than: property))
    #expect(digest(of: scene([:])) != digest(of: scene([property: value])), "\(property.name)")
  }

  /// A value that differs from the default and from the one in `scene`; a new kind of value needs a
  /// case here.
  private func other(than property: Property) -> Value? {
    switch property.type {
    case .number, .angle: .number(property.defaultValue.number == 0.25 ? 0.5 : 0.25)
    case .boolean: .boolean(!property.defaultValue.boolean)
    case .point: .point(Point(x: 3, y: 0.25))
    case .size: .size(Size(width: 3, height: 0.25))
    case .rect: .rect(Rect(x: 0, y: 0, width: 5, height: 6))
    case .color: .color(.green)
    case .transform: .transform(.rotationZ(1))
    case .path: .path(.rect(Rect(x: 0, y: 0, width: 4, height: 4)))
    case .image: .image(pictures[0])
    case .font: .font(FontReference(.family("Liberation Serif")))
    case .text: .text("other")
    case .attributedText: .attributedText(AttributedText([.init("other")]))
    case .word(let words): words.first { $0 != property.defaultValue.text }.map(Value.text)
    case .fixedNumbers(let count): .numbers(Array(repeating: 0.25, count: count))
    case .filters: .filters([LayerFilter(.colorInvert)])
    case .words(let words):
      [[], Array(words.prefix(1)), words].map(Value.words).first { $0 != property.defaultValue }
    case .numbers, .locations: .numbers([0.25, 0.5])
    case .colors: .colors([.red, .green])
    case .emitterCells: .emitterCells([EmitterCell(values: LayerValues())])
    }
  }

  @Test("A frame's digest changes with every input of every filter", arguments: FilterKind.all)
  func filters(_ kind: FilterKind) throws {
    let plain = digest(of: scene(.plain, [.filters: .filters([LayerFilter(kind)])]))
    #expect(plain != digest(of: scene(.plain)))
    for input in kind.inputs {
      var values = LayerValues()
      values[any: input] = try #require(other(than: input))
      let changed = scene(.plain, [.filters: .filters([LayerFilter(kind, values: values)])])
      #expect(digest(of: changed) != plain, "\(input.name)")
    }
  }

  @Test("A frame's digest changes with what a mask shows")
  func masks() throws {
    func scene(_ side: Double?) -> Scene {
      let mask = side.map { square(2, x: 0, y: 0, side: $0, .blue) }
      var values = LayerValues()
      values[.bounds] = Rect(x: 0, y: 0, width: 10, height: 10)
      values[.position] = Point(x: 10, y: 10)
      values[.backgroundColor] = .red
      let own = Layer(
        index: 1, name: "1", layerClass: .plain, epochs: [Epoch(values: values)], mask: mask)
      return RenderingTests.scene([own])
    }
    #expect(Set([nil, 0, 3, 4].map { digest(of: scene($0)) }).count == 4)
  }

  @Test(
    "A frame's digest does not change with names, clocks, the order of properties, or defaults written out"
  )
  func irrelevant() {
    func values(_ list: [(Property, Value)]) -> LayerValues {
      var values = LayerValues()
      for (property, value) in list { values[any: property] = value }
      return values
    }
    let first = values([(.opacity, .number(0.5)), (.cornerRadius, .number(2))])
    let second = values([
      (.cornerRadius, .number(2)), (.zPosition, .number(0)), (.timeOffset, .number(3)),
      (.opacity, .number(0.5)),
    ])
    let digester = ValueDigester(assets: assets)
    #expect(digester.digest(of: first) == digester.digest(of: second))
    #expect(digester.digest(of: first) != digester.digest(of: values([])))
  }

  @Test(
    "A frame's digest changes with a picture's pixels and with the frame of a video, but not with a file's name"
  )
  func pictureContent() throws {
    let copy = folder.path("copy.png")
    try FileManager.default.copyItem(atPath: pictures[0].path, toPath: copy)
    _ = try assets.imageSize(atPath: copy)
    func shown(_ path: String, frame: Int? = nil) -> Digest {
      let image = ImageReference(path: path, width: 2, height: 2, frame: frame)
      return digest(of: scene(.plain, [.contents: .image(image)]))
    }
    #expect(shown(pictures[0].path) == shown(copy))
    let (first, second) = (pictures[0], ImageReference(path: copy, width: 2, height: 2))
    #expect(try assets.bitmap(for: first) === assets.bitmap(for: second))
    #expect(shown(pictures[0].path) != shown(pictures[1].path))
    let video = try folder.write("any bytes do", to: "video.mp4")
    #expect(shown(video, frame: 3) != shown(video, frame: 4))
    #expect(shown(video, frame: 3) == shown(video, frame: 3))
    #expect(shown(folder.path("nowhere"), frame: 0) != shown(folder.path("elsewhere"), frame: 0))
  }

  @Test("A frame's digest changes with every attribute of a run of text")
  func runs() {
    typealias Change = (inout AttributedText.StyleRun) -> Void
    let changes: [Change] = [
      { $0.text = "b" }, { $0.font = FontReference(.family("Liberation Mono")) },
      { $0.font = FontReference(.family("Liberation Sans"), weight: 700) },
      { $0.font = FontReference(.family("Liberation Sans"), isItalic: true) },
      { $0.fontSize = 5 }, { $0.foregroundColor = .red }, { $0.backgroundColor = .red },
      { $0.kern = 1 }, { $0.baselineOffset = 1 }, { $0.underlineStyle = .single },
      { $0.underlineColor = .red }, { $0.strikethroughStyle = .single },
      { $0.strikethroughColor = .red },
    ]
    var digests: Set<Digest> = []
    for change in [{ _ in }] + changes {
      var run = AttributedText.StyleRun("a")
      change(&run)
      let value = Value.attributedText(AttributedText([run]))
      digests.insert(digest(of: scene(.text, [.string: value])))
    }
    #expect(digests.count == changes.count + 1)
  }

  @Test(
    "A frame's digest changes with the canvas, its background, its scale, the exposure and the versions"
  )
  func surroundings() {
    let plain = scene(.plain)
    let larger = RenderingTests.scene(width: 21, plain.root.sublayers)
    let clear = RenderingTests.scene(background: nil, plain.root.sublayers)
    func digest(_ scene: Scene, scale: Double = 1, samples: Int = 1, _ stamp: String = "1")
      -> Digest
    {
      let exposure = Exposure(shutterAngle: 0, supersampling: samples)
      let trees = FrameTrees(
        RenderContext(scene: scene, scale: scale, assets: assets, exposure: exposure))
      return FrameDigests(
        RenderContext(scene: scene, scale: scale, assets: assets, exposure: exposure),
        stamp: [stamp]
      ).digest(of: trees.trees(at: 0))
    }
    let all = [
      digest(plain), digest(larger), digest(clear), digest(plain, scale: 2),
      digest(plain, samples: 2), digest(plain, "2"),
    ]
    #expect(Set(all).count == all.count)
    #expect(digest(plain) == all[0])
  }

  /// All fields of a frame's inputs. Add a new field here and, if pixels depend on it, to the
  /// digest.
  @Test("A frame's digest knows every field of what it is made of")
  func fields() throws {
    func fields(_ value: Any) -> Set<String> {
      Set(Mirror(reflecting: value).children.compactMap(\.label))
    }
    let trees = FrameTrees(RenderContext(scene: scene(.plain), assets: assets))
    let node = try #require(trees.trees(at: 0)[0])
    let digested: Set = [
      "layer", "transform", "outerTransform", "area", "sublayers", "effects",
      "traits", "depth",
    ]
    #expect(fields(node).subtracting(digested) == DisplayNode.undigestedFields)
    #expect(
      fields(node.layer).subtracting([
        "layerClass", "values", "transition", "isOldSnapshot", "sublayers", "mask",
      ]) == ["index", "instance", "name", "oldSnapshot"])
    #expect(
      fields(TransitionState(style: .fade, direction: .fromLeft, progress: 0))
        == ["style", "direction", "progress"])
    #expect(fields(pictures[0]) == ["file", "width", "height", "frame"])
    #expect(fields(FontReference.standard) == ["source", "weight", "isItalic", "fallbacks"])
    #expect(fields(AttributedText.StyleRun("")).count == 11)
    #expect(fields(EmitterCell(values: LayerValues())) == ["name", "values", "cells"])
    let particle = Particle(
      position: Vector3(x: 0, y: 0, z: 0), rotation: 0, scale: 1, color: .red, image: pictures[0],
      contentsRect: .zero, contentsScale: 1, age: 0)
    #expect(
      fields(particle) == [
        "position", "rotation", "scale", "color", "image", "contentsRect", "contentsScale", "age",
      ])
    #expect(fields(Exposure.instant) == ["shutterAngle", "sampleCount", "supersampling"])
  }

  @Test(
    "A frame's digest is the same before and after drawing, and equal only for equal pixels",
    arguments: 0..<12)
  func generated(_ seed: Int) throws {
    var random = RandomSource(seed: UInt64(seed))
    let generated = GeneratedScene(&random).scene
    for exposure in [Exposure.instant, Exposure(shutterAngle: 180, sampleCount: 3)] {
      let renderer = try ExposedRenderer(
        RenderContext(scene: generated, assets: assets, exposure: exposure))
      let trees = FrameTrees(RenderContext(scene: generated, assets: assets, exposure: exposure))
      let digests = FrameDigests(
        RenderContext(scene: generated, assets: assets, exposure: exposure), stamp: [])
      var known: [Digest: Digest] = [:]
      for time in [0, 0.9, 0.3, 0.3, 0.1, 0.5, 0.51, 0.2, 0.9] {
        try renderer.render(at: time)
        let digest = digests.digest(of: renderer.trees)
        #expect(digest == digests.digest(of: trees.trees(at: time)), "\(time)")
        let pixels = renderer.bitmap.digest
        #expect(known[digest, default: pixels] == pixels, "\(time)")
        known[digest] = pixels
      }
    }
  }

  @Test("A frame's digest of a scene does not depend on the frames before")
  func independent() {
    var random = RandomSource(seed: 99)
    let generated = GeneratedScene(&random).scene
    let trees = FrameTrees(RenderContext(scene: generated, assets: assets))
    let digests = FrameDigests(RenderContext(scene: generated, assets: assets), stamp: [])
    for time in [0.7, 0.1, 0.4] {
      #expect(digests.digest(of: trees.trees(at: time)) == digest(of: generated, at: time))
    }
  }
}

private let red: UInt32 = 0xFFFF_0000
private let blue: UInt32 = 0xFF00_00FF
