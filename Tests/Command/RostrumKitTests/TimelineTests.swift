import Foundation
import RostrumKit
import RostrumLayerTree
import RostrumOutput
import RostrumTiming
import TestSupport
import Testing

@testable import RostrumFigures

/// The bars of timelines against the output of `inspect` at the same times.
@Suite("Timelines and inspect")
struct TimelineTests {
  /// The states of animations at a time, by their identity. Both directions of a pass count as one
  /// state.
  private struct Doings: Equatable {
    var kinds: [ObjectIdentifier: AnimationLife.Activity] = [:]

    /// As bars show it, and when a bar ends within a hair of the time.
    init(_ rows: [TimelineRow], at time: Double) {
      for life in rows.compactMap(\.life) {
        let stretch = life.stretches.first { $0.range.contains(time) }
        kinds[life.attached.id] = stretch.map { $0.kind == .wayBack ? .pass : $0.kind }
      }
    }

    /// From the output of `inspect`.
    init(_ inspection: Inspection) { inspection.layers.forEach { note($0) } }

    private mutating func note(_ layer: Inspection.LayerState) {
      layer.animations.forEach { note($0, isHeld: false) }
      layer.sublayers.forEach { note($0) }
    }

    private mutating func note(_ state: Inspection.AnimationState, isHeld: Bool) {
      let hasEffect = state.transformedProgress != nil
      kinds[state.attached.id] =
        switch state.standing {
        case .removed: nil
        case .active: isHeld ? .fill : .pass
        case .before: hasEffect ? .fill : .delay
        case .after: hasEffect ? .fill : .rest
        }
      // While a group holds its last values, its animations do not advance.
      state.inner.forEach { note($0, isHeld: isHeld || state.standing != .active) }
    }
  }

  private func isNearEdge(_ rows: [TimelineRow], _ time: Double) -> Bool {
    rows.flatMap(\.bars).contains {
      abs($0.range.lowerBound - time) < 3e-6 || abs($0.range.upperBound - time) < 3e-6
    }
  }

  @Test(
    "At any time bars show what inspect tells: which animations are there, in which phase",
    arguments: Array<UInt64>(0..<24))
  func agreement(_ seed: UInt64) throws {
    var random = RandomSource(seed: seed)
    for number in 0..<10 {
      let seed = 5000 + seed * 100 + UInt64(number)
      let scene =
        number % 4 == 0
        ? GeneratedScene.scene(seed: seed, hasEvents: true)
        : try GeneratedScene.livelyScene(seed: seed)
      let start = number % 3 == 0 ? Double.random(in: -0.2...0.3, using: &random) : 0
      let range = start...(start + 0.7)
      let rows = Timeline(scene, over: range).rows
      for _ in 0..<12 {
        let time = Double.random(in: range, using: &random)
        guard !isNearEdge(rows, time) else { continue }
        let told = Doings(Inspection(scene, at: time))
        #expect(Doings(rows, at: time) == told, "scene \(seed) at \(time)")
      }
    }
  }

  private func scene(_ name: String) throws -> Scene {
    let path = FileManager.root.appending(path: "Scenes/Book/\(name).yaml").path
    return try SceneOpener().open(path).scene
  }

  private func text(_ stretch: AnimationLife.Stretch) -> String {
    let range = stretch.range
    return "\(stretch.kind) \(short(range.lowerBound))-\(short(range.upperBound))"
  }

  @Test(
    "A row lives from when it is added to when it is replaced, removed or finished",
    arguments: [
      ("8.4", ["pass 0.5-1.75", "pass 3-5"], ["2 s, removed at 1.75 s", "2 s"]),
      (
        "10.1",
        [
          "pass 4-4.25", "pass 0.5-1.5", "pass 2-2.3", "pass 2.3-3.3", "pass 4-4.25", "pass 4-4.25",
        ],
        ["0.25 s", "1 s", "1 s, replaced at 2.3 s", "1 s", "0.25 s", "0.25 s"]
      ),
      (
        "11-run-loop-modes",
        [
          "delay 0-0.3", "pass 0.3-0.69", "pass 0-1.417", "fill 1.417-1.8", "pass 0-1.017",
          "fill 1.017-1.8", "pass 0-1.017", "fill 1.017-1.8", "pass 0-1.017", "fill 1.017-1.8",
        ], ["0.39 s", "1 s", "1 s", "1 s", "1 s"]
      ),
    ])
  func book(_ name: String, _ bars: [String], _ details: [String]) throws {
    let rows = Timeline(try scene(name)).rows.filter { $0.life != nil }
    #expect(rows.flatMap(\.bars).map(text) == bars)
    #expect(rows.map { $0.detail(FigureWords()) } == details)
    // An animation that ends before a time range begins has no row in a figure of that range.
    #expect(Timeline(try scene("8.4"), over: 2...6).rows.map(\.bars.count) == [1])
  }

  private static let shaded: [(String, String, String, [ClosedRange<Double>])] = [
    ("8.4", "ship", "transform.rotation", [0.5...1.75, 3...5]),
    ("10.1", "colorLayer", "position.x", [0.5...1.5, 2...3.3, 4...4.25]),
    ("11-run-loop-modes", "timer default", "position.y", [0...(85 / 60.0)]),
  ]

  @Test("Plots are shaded while an animation is active, and not after an event took it away")
  func shading() throws {
    for (name, layer, keyPath, spans) in Self.shaded {
      let scene = try scene(name)
      let target = try #require(scene.figureTargets(layer: layer, keyPath: keyPath).first)
      let curve = try #require(
        PropertyCurve(
          target.keyPath, ofLayer: target.layer.index, in: scene,
          over: 0...scene.clock.duration))
      #expect(curve.activeSpans.count == spans.count, "\(name)")
      for (found, span) in zip(curve.activeSpans, spans) {
        #expect(abs(found.lowerBound - span.lowerBound) < 1e-6, "\(name)")
        #expect(abs(found.upperBound - span.upperBound) < 1e-6, "\(name)")
      }
    }
  }
}
