import RostrumCanvas
import RostrumGeometry
import RostrumLayerTree
import TestSupport
import Testing
import RostrumTiming

@testable import RostrumFigures

@Suite("Figures of time")
struct TimeTests {
  static func scene(
    _ timing: MediaTiming, clock: LayerClock = LayerClock(), duration: Double = 4,
    keyTimes: [Double]? = nil
  ) throws -> Scene {
    let y = try #require(LayerClass.plain.keyPaths.first { $0.name == "position.y" })
    let animation = KeyframeAnimation(
      keyPath: y, values: [.number(0), .number(100), .number(40)], keyTimes: keyTimes,
      timingFunctions: [.bezier(.easeIn), .bezier(.easeOut)], timing: timing)
    let layer = Layer(
      index: 1, name: "ball", layerClass: .plain, values: LayerValues(), clock: clock,
      animations: [animation])
    return Scene(
      size: Size(width: 100, height: 100), background: nil,
      clock: FrameClock(rate: .standard, duration: duration), layers: [layer])
  }

  static func curve(_ scene: Scene) throws -> PropertyCurve {
    let y = try #require(LayerClass.plain.keyPaths.first { $0.name == "position.y" })
    return try #require(PropertyCurve(y, ofLayer: 1, in: scene, over: 0...scene.clock.duration))
  }

  @Test("A property's line passes through its samples, whatever the clock")
  func samples() throws {
    var random = RandomSource(seed: 4)
    for _ in 0..<20 {
      let timing = MediaTiming(
        beginTime: Double.random(in: 0...1, using: &random),
        duration: Double.random(in: 0.2...2, using: &random),
        speed: Double.random(in: 0.5...2, using: &random),
        timeOffset: Double.random(in: 0...1, using: &random),
        repeatCount: Double.random(in: 0...3, using: &random),
        autoreverses: Double.random(in: 0...1, using: &random) > 0.5,
        fillMode: .both, isRemovedOnCompletion: false)
      let clock = LayerClock(
        beginTime: Double.random(in: 0...1, using: &random),
        speed: Double.random(in: 0.5...2, using: &random), timeOffset: 0)
      let scene = try Self.scene(timing, clock: clock, keyTimes: [0, 0.3, 1])
      let curve = try Self.curve(scene).curve
      let path = curve.traced(tolerance: 0.01, resolution: 256).path
      for index in 1..<211 {
        let time = 4 * Double(index) / 211
        // At a jump the line has two heights.
        guard !curve.breaks.contains(where: { abs($0 - time) < 1e-4 }) else { continue }
        let exact = scene.presentation(at: time).sublayers[0].values[.position].y
        let height = try #require(CurveTests.height(of: path, at: time))
        #expect(abs(height - exact) < 0.05, "\(timing) at \(time)")
      }
    }
  }

  @Test("Key frames and repeats stand where the clock says")
  func marks() throws {
    let timing = MediaTiming(beginTime: 1, duration: 0.5, repeatCount: 2)
    let curve = try Self.curve(
      try Self.scene(timing, clock: LayerClock(speed: 2), keyTimes: [0, 0.4, 1]))
    #expect(curve.repeats.count == 1)
    #expect(abs(curve.repeats[0] - 0.75) < 1e-12)
    let expected = [0.5, 0.6, 0.75, 0.75, 0.85, 1]
    #expect(curve.keyFrames.count == expected.count)
    for (found, time) in zip(curve.keyFrames, expected) { #expect(abs(found - time) < 1e-9) }
    #expect(curve.activeSpans.count == 1)
    #expect(abs(curve.activeSpans[0].lowerBound - 0.5) < 1e-12)
    #expect(abs(curve.activeSpans[0].upperBound - 1) < 1e-12)
  }

  @Test(
    "Passes tell there from back, also with a time offset and backwards",
    arguments: [
      (MediaTiming(duration: 1, repeatCount: 2), [0.0, 1, 2], [false, false]),
      (
        MediaTiming(duration: 1, repeatCount: 1.5, autoreverses: true), [0, 1, 2, 3],
        [false, true, false]
      ),
      (MediaTiming(beginTime: 2, duration: 1, speed: 2), [2, 2.5], [false]),
      (MediaTiming(duration: 1, timeOffset: 0.25), [0, 0.75, 1], [false, false]),
      (MediaTiming(duration: 1, speed: -1, repeatCount: 2), [0, 1, 2], [false, false]),
      (
        MediaTiming(duration: 1, repeatCount: .infinity), [0, 1, 2, 3, 3.5],
        [false, false, false, false]
      ),
    ])
  func passes(timing: MediaTiming, ends: [Double], back: [Bool]) {
    let passes = timing.passes(in: 0...3.5)
    #expect(passes.map(\.isReturning) == back)
    let found = passes.map(\.range.lowerBound) + [passes.last?.range.upperBound ?? -1]
    #expect(zip(found, ends).allSatisfy { abs($0 - $1) < 1e-9 } && found.count == ends.count)
  }

  @Test("A clock that stands still and goes on again is followed piece by piece")
  func pausing() throws {
    var epochs = [Epoch(values: LayerValues())]
    epochs.append(
      Epoch(
        startTime: 1, values: LayerValues(),
        clock: LayerClock().changed(toSpeed: 0, atParentTime: 1)))
    epochs.append(
      Epoch(
        startTime: 2, values: LayerValues(),
        clock: LayerClock(beginTime: 2, speed: 1, timeOffset: 1)))
    let layer = Layer(index: 1, name: "a", layerClass: .plain, epochs: epochs)
    let time = LocalTime(path: [layer], over: 0...4)
    #expect(!time.isScenesOwn)
    #expect(abs(time.local(at: 1.5) - 1) < 1e-12)
    #expect(abs(time.local(at: 3) - 2) < 1e-12)
    let spans = time.spans(of: 0.5...1.5)
    #expect(spans.count == 1)
    #expect(abs(spans[0].lowerBound - 0.5) < 1e-9 && abs(spans[0].upperBound - 2.5) < 1e-9)
  }

  @Test("Events inside a scene that is a layer happen at times of that layer")
  func sceneReference() throws {
    let inner = Layer(
      index: 2, name: "inner", layerClass: .plain,
      epochs: [
        Epoch(values: LayerValues()),
        Epoch(
          startTime: 1, values: LayerValues(),
          clock: LayerClock().changed(toSpeed: 0, atParentTime: 1)),
      ])
    let outer = Layer(
      index: 1, name: "outer", layerClass: .plain,
      epochs: [Epoch(values: LayerValues(), clock: LayerClock(beginTime: 1, speed: 2))],
      sublayers: [inner], sceneReference: SceneReference(path: "/inner.yaml", duration: 3))
    let time = LocalTime(path: [outer, inner], over: 0...4)
    #expect(time.changes == [1.5])
    #expect(abs(time.local(at: 1.25) - 0.5) < 1e-9)
    #expect(abs(time.local(at: 3) - 1) < 1e-9)
  }

  @Test(
    "The key names what can be seen and nothing else",
    arguments: [
      (MediaTiming(duration: 1), ""), (MediaTiming(beginTime: 1, duration: 1), "delay"),
      (MediaTiming(beginTime: 1, duration: 1, fillMode: .both), "fill"),
      (MediaTiming(beginTime: 1e-4, duration: 1, fillMode: .backwards), ""),
      (MediaTiming(duration: 1, autoreverses: true), "on the way back"),
      (MediaTiming(duration: 1, isRemovedOnCompletion: false), "ended, not removed"),
      (
        MediaTiming(
          beginTime: 1, duration: 1, autoreverses: true, fillMode: .forwards,
          isRemovedOnCompletion: false), "on the way back; fill; delay"
      ),
    ])
  func key(_ timing: MediaTiming, _ expected: String) throws {
    let timeline = Timeline(try Self.scene(timing))
    let words = ["on the way back", "fill", "delay", "ended, not removed"]
    for width in [120.0, 400] {
      let figure = try timeline.drawn(width: width, Typesetter(PlotTests.fonts, .light))
      let texts = PlotTests.texts(figure.marks).filter { words.contains($0.string) }
      #expect(texts.map(\.string).joined(separator: "; ") == expected)
      for text in texts {
        #expect(text.bounds.maxX <= width + 1 && text.bounds.maxY <= figure.size.height + 1)
      }
    }
  }

  @Test("A pass that began long before the figure does is still cut where the next one begins")
  func late() throws {
    let timing = MediaTiming(duration: 0.01, repeatCount: .infinity)
    let bars = Timeline(try Self.scene(timing), over: 100...100.05).rows.flatMap(\.bars)
    #expect(bars.count == 5)
    for (index, bar) in bars.enumerated() {
      #expect(abs(bar.range.lowerBound - 100 - 0.01 * Double(index)) < 1e-9)
    }
  }

  @Test("A timeline's bars stand over the axis's numbers")
  func bars() throws {
    let timing = MediaTiming(beginTime: 1, duration: 1, fillMode: .backwards)
    let timeline = Timeline(try Self.scene(timing))
    #expect(timeline.rows.count == 1)
    let bars = timeline.rows[0].bars
    #expect(bars.map(\.kind) == [.fill, .pass])
    #expect(bars.map(\.range) == [0...1, 1...2])
  }

  @Test("A timeline goes down to groups inside groups, once for each pass")
  func nestedGroups() throws {
    let opacity = try #require(LayerClass.plain.keyPaths.first { $0.name == "opacity" })
    let child = BasicAnimation(
      keyPath: opacity, ends: AnimationEnds(to: .number(0)), timing: MediaTiming(duration: 0.25))
    let inner = AnimationGroup(
      animations: [child], timing: MediaTiming(duration: 1, repeatCount: 2))
    let outer = AnimationGroup(
      animations: [inner], timing: MediaTiming(duration: 2, repeatCount: 2))
    let layer = Layer(
      index: 1, name: "ball", layerClass: .plain, values: LayerValues(), clock: LayerClock(),
      animations: [outer])
    let scene = Scene(
      size: Size(width: 100, height: 100), background: nil,
      clock: FrameClock(rate: .standard, duration: 4), layers: [layer])
    let rows = Timeline(scene).rows
    #expect(rows.map(\.depth) == [0, 1, 2, 3])
    #expect(rows[2].bars.map(\.range) == [0...1, 1...2, 2...3, 3...4])
    #expect(rows[3].bars.map(\.range) == [0...0.25, 1...1.25, 2...2.25, 3...3.25])
  }

  @Test(
    "A timeline says every timing, at any width, without covering anything",
    arguments: [120.0, 180, 260, 420], [1, 10.0])
  func details(_ width: Double, _ repeatCount: Double) throws {
    let timing = MediaTiming(
      duration: 4 / repeatCount, timeOffset: 0.125, repeatCount: repeatCount)
    let timeline = Timeline(try Self.scene(timing))
    let detail = try #require(timeline.rows.first?.detail(FigureWords()))
    let figure = try timeline.drawn(width: width, Typesetter(PlotTests.fonts, .light))
    let texts = PlotTests.texts(figure.marks)
    #expect(texts.map(\.string).contains(detail))
    for (index, text) in texts.enumerated() {
      #expect(text.bounds.minX > -4 && text.bounds.maxX < width + 4, "\(text.string)")
      for other in texts[..<index] {
        #expect(
          text.bounds.intersection(other.bounds).isEmpty, "'\(text.string)', '\(other.string)'")
      }
    }
  }
}
