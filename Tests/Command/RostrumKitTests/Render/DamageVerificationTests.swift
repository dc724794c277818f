import Foundation
import RenderTestSupport
import RostrumCanvas
import RostrumGeometry
import RostrumLayerTree
import RostrumRendering
import RostrumTiming
import TestSupport
import Testing

import RostrumImporters
import RostrumKit
import RostrumSceneFile
@testable import RostrumOutput

/// `--verify-damage`: frames that are made from other frames are the same as frames that are drawn
/// whole.
@Suite("Damage, verified")
struct DamageVerificationTests {
  static var scenes: [String] {
    let folder = repository.appending(path: "Scenes")
    let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return (all?.compactMap { $0 as? URL } ?? [])
      .filter { ["yaml", "yml", "json"].contains($0.pathExtension) }
      .filter { $0.deletingLastPathComponent().lastPathComponent != "Figures" }
      .map { String($0.path.dropFirst(folder.path.count + 1)) }.sorted()
  }

  /// Renders frames as `rostrum render --verify-damage` does, and writes none.
  private func verify(
    _ scene: Scene, _ assets: SceneAssets, numbers: [Int], scale: Double = 1, jobs: Int = 2,
    exposure: Exposure = .instant
  ) async throws {
    let pipeline = FramePipeline(
      context: RenderContext(
        scene: scene, scale: scale, assets: assets, exposure: exposure),
      frames: numbers.map { .init(number: $0, time: scene.clock.time(ofFrame: $0)) }, jobs: jobs,
      pictures: [], videos: [], verifiesDamage: true)
    try await pipeline.run {}
  }

  /// Neighbours, and some from all over the film.
  private func choice(of count: Int, _ wanted: Int) -> [Int] {
    let spread = stride(from: 0, to: count, by: max(1, count / wanted))
    return Set(spread.flatMap { [$0, $0 + 1] }.filter { $0 < count }).sorted()
  }

  @Test("Every scene of the repository", arguments: scenes)
  func everyScene(_ name: String) async throws {
    let path = repository.appending(path: "Scenes/" + name).path
    let opened = try SceneOpener(options: SceneOptions(importers: .all)).open(path)
    let scale = min(1, 120 / max(opened.scene.size.width, opened.scene.size.height))
    try await verify(
      opened.scene, opened.assets, numbers: choice(of: opened.scene.clock.frameCount, 8),
      scale: scale)
  }

  /// ROSTRUM_GENERATED_SCENES sets a higher number.
  static var generatedCount: UInt64 {
    ProcessInfo.processInfo.environment["ROSTRUM_GENERATED_SCENES"].flatMap(UInt64.init) ?? 60
  }

  @Test("Generated scenes with clocks, groups, springs and events, in any order of frames")
  func generated() async throws {
    for seed in 0..<Self.generatedCount {
      let scene = GeneratedScene.scene(seed: seed, hasEvents: seed % 2 == 0)
      var random = RandomSource(seed: seed)
      let numbers = Array(0..<scene.clock.frameCount).shuffled(using: &random).prefix(6)
      let exposure =
        seed % 10 == 0
        ? Exposure(shutterAngle: 180, sampleCount: 3, supersampling: 2) : .instant
      do {
        try await verify(
          scene, SceneAssets(), numbers: Array(numbers), jobs: 1, exposure: exposure)
      } catch let error as DamageMismatch {
        Issue.record("scene \(seed): \(error)")
      }
    }
  }

  // MARK: The check itself

  private struct Moving {
    let scene: Scene
    let assets: SceneAssets
    let renderer: ExposedRenderer
    let check: DamageCheck

    init() throws {
      let folder = try TemporaryFolder()
      let opened = try SceneOpener().open(folder.write(TestScenes.moving, to: "a.yaml"))
      (scene, assets) = (opened.scene, opened.assets)
      renderer = try ExposedRenderer(RenderContext(scene: scene, assets: assets))
      check = DamageCheck(RenderContext(scene: scene, assets: assets))
    }

    func frame(_ number: Int) -> FramePipeline.Frame {
      .init(number: number, time: scene.clock.time(ofFrame: number))
    }
  }

  @Test("A wrong pixel is found, with the frame and the layers")
  func wrongPixel() throws {
    let moving = try Moving()
    try moving.check.check(moving.renderer, moving.renderer.render(at: 0), moving.frame(0))
    let changes = try moving.renderer.render(at: 1 / 12)
    moving.renderer.bitmap[14, 16] = 0xFF00_00FF
    let error = try #require(throws: DamageMismatch.self) {
      try moving.check.check(moving.renderer, changes, moving.frame(1))
    }
    #expect(error.frame == 1 && error.x == 14 && error.y == 16 && !error.isUnannounced)
    #expect(error.expected == 0xFFFF_FFFF && error.found == 0xFF00_00FF)
    #expect(error.layers == ["square"])
    #expect(
      error.description.hasPrefix(
        "frame 1 at 0.08333333333333333 s, pixel (14, 16): is #FF0000FF; drawn whole it is #FFFFFFFF"
      ))
  }

  @Test("A change that the damage leaves out is found")
  func unannounced() throws {
    let moving = try Moving()
    try moving.check.check(moving.renderer, moving.renderer.render(at: 0), moving.frame(0))
    try moving.renderer.render(at: 1 / 12)
    let error = try #require(throws: DamageMismatch.self) {
      try moving.check.check(
        moving.renderer, DamageRegion(PixelRect(x: 0, y: 0, width: 5, height: 5)), moving.frame(1))
    }
    #expect(error.isUnannounced)
    #expect(error.layers == ["square"] || error.layers.isEmpty)
  }

  @Test("A film is the same with and without", arguments: [1, 3])
  func sameFiles(_ jobs: Int) async throws {
    let scenes = try TestScenes()
    try await scenes.render(to: "plain") { $0.jobs = jobs }
    try await scenes.render(to: "verified") {
      $0.jobs = jobs
      $0.verifiesDamage = true
    }
    #expect(scenes.contents(of: "verified") == scenes.contents(of: "plain"))
  }
}
