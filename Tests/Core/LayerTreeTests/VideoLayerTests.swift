import RostrumLayerTree
import Testing
import RostrumTiming

@Suite("Video layers")
struct VideoLayerTests {
  private let video = VideoReference(
    path: "/v", width: 8, height: 6, times: [0, 0.067, 0.133, 0.2], duration: 0.267,
    tolerance: 0.001)

  private func layer(_ clock: LayerClock) -> Layer {
    Layer(
      index: 1, name: "v", layerClass: .video, epochs: [Epoch(values: LayerValues(), clock: clock)],
      video: video)
  }

  @Test(
    "The frame is the last that has begun, although files round times; the ends hold",
    arguments: [
      (-3, 0), (0, 0), (0.06, 0), (1.0 / 15, 1), (2.0 / 15, 2), (0.15, 2), (0.2, 3), (9, 3),
    ] as [(Double, Int)])
  func frame(time: Double, expected: Int) {
    #expect(video.frame(at: time) == expected)
    #expect(layer(LayerClock()).presentation(at: time).values[.contents]?.frame == expected)
  }

  @Test(
    "A part is played alone, and again in a loop",
    arguments: [
      (false, -1, 1), (false, 0, 1), (false, 0.07, 2), (false, 0.14, 2), (false, 9, 2),
      (true, 0.066, 2), (true, 0.133, 1), (true, 0.133 + 0.066, 2), (true, 0.133 * 1000, 1),
    ] as [(Bool, Double, Int)])
  func part(loops: Bool, time: Double, expected: Int) {
    var part = video
    (part.partStart, part.partEnd, part.loops) = (0.067, 0.2, loops)
    #expect(part.frame(at: time) == expected)
    #expect(part.playedDuration == (loops ? .infinity : 0.133))
  }

  @Test("The layer's clock moves it")
  func clock() {
    let turned = layer(LayerClock(beginTime: 1, speed: -2, timeOffset: 0.2))
    #expect(turned.presentation(at: 1).values[.contents]?.frame == 3)
    #expect(turned.presentation(at: 1.03).values[.contents]?.frame == 2)
    #expect(turned.presentation(at: 1.5).values[.contents]?.frame == 0)
    #expect(turned.presentation(at: 0.5).values[.contents]?.frame == 3)
  }

  @Test("The scene lasts until the video has ended, by the layer's clock")
  func endTime() {
    #expect(layer(LayerClock()).endTime == 0.267)
    #expect(abs(layer(LayerClock(beginTime: 1, speed: 0.5)).endTime - 1.534) < 1e-12)
    #expect(layer(LayerClock(speed: 0)).endTime == -.infinity)
  }
}
