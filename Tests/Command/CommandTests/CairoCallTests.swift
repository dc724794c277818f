import RostrumOutput
import RostrumTiming

#if os(Linux)
  import Foundation
  import RostrumGeometry
  import RostrumLayerTree
  import RostrumRendering
  import RostrumKit
  import TestSupport
  import Testing

  /// Layers without perspective are drawn by Cairo: a preloaded library records the calls of its
  /// rasteriser.
  @Suite("Shapes, strokes and texts reach Cairo")
  struct CairoCallTests {
    private static let root = repository

    private static let scenes: [String] = {
      let folder = root.appending(path: "Scenes")
      let names =
        FileManager.default.enumerator(atPath: folder.path)?
        .compactMap { $0 as? String } ?? []
      return names.filter { $0.hasSuffix(".yaml") && !$0.contains("Figures/") }.sorted()
    }()

    /// A fill, a stroke or a mask, and its box: left, top, right, bottom.
    private struct Call {
      let kind: Substring
      let box: [Double]

      init?(_ line: Substring) {
        let words = line.split(separator: " ")
        guard words.count == 5 else { return nil }
        kind = words[0]
        box = words.dropFirst().compactMap { Double($0) }
      }

      /// Whether its visible part touches a rectangle and lies near it.
      func lies(in rect: PixelRect, of canvas: PixelRect) -> Bool {
        let horizontally = box[0] < Double(rect.maxX) && box[2] > Double(rect.x)
        let vertically = box[1] < Double(rect.maxY) && box[3] > Double(rect.y)
        func isNear(_ low: Double, _ high: Double, _ part: Range<Int>, _ all: Range<Int>) -> Bool {
          max(low, Double(all.lowerBound)) >= Double(part.lowerBound) - 2
            && min(high, Double(all.upperBound)) <= Double(part.upperBound) + 2
        }
        return horizontally && vertically
          && isNear(box[0], box[2], rect.x..<rect.maxX, canvas.x..<canvas.maxX)
          && isNear(box[1], box[3], rect.y..<rect.maxY, canvas.y..<canvas.maxY)
      }
    }

    /// A layer that fills or strokes paths in the plane, and how many times.
    private struct Drawn {
      let name: String
      let box: PixelRect
      let fills: Int
      let strokes: Int
    }

    /// `clip` are the pixels that the layers around let through.
    private func drawn(_ node: DisplayNode, _ sight: FrameSight, in clip: PixelRect) -> [Drawn] {
      // A layer drawn on an offscreen picture has pixels of its own.
      guard !node.isUpright, node.transform.affine != nil else { return [] }
      let values = node.layer.values
      var own = Drawn(name: node.layer.name, box: node.ownBounds, fills: 0, strokes: 0)
      if node.layer.layerClass == .shape, let path = values[.path] {
        let hasArea = path.controlBoundingBox?.isEmpty == false
        let isFilled = (values[.fillColor]?.alpha ?? 0) > 0 && hasArea
        let isStroked =
          (values[.strokeColor]?.alpha ?? 0) > 0 && values[.lineWidth] > 0
          && values[.strokeEnd] > values[.strokeStart]
        own = Drawn(
          name: own.name, box: own.box, fills: isFilled ? 1 : 0, strokes: isStroked ? 1 : 0)
      } else if node.layer.layerClass == .text, !values[.string].string.allSatisfy(\.isWhitespace) {
        own = Drawn(name: own.name, box: own.box, fills: 1, strokes: 0)
      }
      let isSeen = sight.pixels[node.layer.index].map { !$0.isEmpty } ?? false
      let inner = values[.masksToBounds] ? node.ownBounds.intersection(clip) : clip
      let counts = isSeen && own.box.intersects(clip) && own.fills + own.strokes > 0
      return (counts ? [own] : []) + node.inner.flatMap { drawn($0, sight, in: inner) }
    }

    private func expectCalls(
      of scene: String, _ command: Command, _ library: String
    ) async throws -> String? {
      let path = Self.root.appending(path: "Scenes/\(scene)").path
      guard let opened = try? SceneOpener().open(path) else { return nil }
      let time = opened.scene.clock.duration / 2
      let renderer = try FrameRenderer(opened.context())
      let survey = FrameSurvey(opened.context())
      survey.move(to: time)
      let canvas = opened.context().canvas
      let layers =
        renderer.displayTree(at: time).map { drawn($0, survey.sight(), in: canvas) } ?? []
      let log = command.folder.path("calls-\(scene.replacing("/", with: "-"))")
      var loaded = command
      loaded.environment = ["LD_PRELOAD": library, "CAIRO_CALLS": log]
      let result = try await loaded(
        "render", path, "--at", "\(time)", "-o", command.folder.path("picture.png"), "-q",
        "--no-manifest")
      try #require(result.status == 0, "\(scene): \(result.errors)")
      let calls = String(
        decoding: FileManager.default.contents(atPath: log) ?? Data(), as: UTF8.self
      )
      .split(separator: "\n").compactMap(Call.init)
      for layer in layers {
        let near = calls.filter { $0.lies(in: layer.box, of: canvas) }
        #expect(
          near.count { $0.kind != "stroke" } >= layer.fills, "\(scene): '\(layer.name)' is filled")
        #expect(
          near.count { $0.kind != "fill" } >= layer.strokes, "\(scene): '\(layer.name)' is stroked")
      }
      func count(_ kind: String) -> String { "\(calls.count { $0.kind == kind })" }
      return [scene, "\(layers.count)", count("fill"), count("stroke"), count("mask")]
        .joined(separator: "\t")
    }

    @Test("Shapes, strokes and texts of every scene of the package reach Cairo")
    func scenes() async throws {
      let command = try Command()
      let library = command.folder.path("cairo-calls.so")
      let source = Self.root.appending(path: "Tests/Faults/cairo-calls.c").path
      let made = try await command.shell(
        "cc -shared -fPIC $(pkg-config --cflags cairo) -o \(library) \(source) -ldl")
      try #require(made.status == 0, "\(made.errors)")
      var table = ["scene\tlayers\tfills\tstrokes\tmasks"]
      for scene in Self.scenes {
        if let row = try await expectCalls(of: scene, command, library) { table.append(row) }
      }
      print(table.joined(separator: "\n"))
      #expect(table.count > 100)
    }
  }
#endif
