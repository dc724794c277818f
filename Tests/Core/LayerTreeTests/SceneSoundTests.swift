import RostrumGeometry
import RostrumLayerTree
import Testing
import RostrumTiming

/// The sound clips of a scene, in its own time.
@Suite("The sound of a scene")
struct SceneSoundTests {
  static let file = AudioReference(path: "/a.wav", duration: 10, channelCount: 1)

  private func scene(
    _ audio: [AudioTrack] = [], _ layers: [Layer] = [], duration: Double = 8
  ) -> Scene {
    Scene(
      size: Size(width: 10, height: 10), background: nil,
      clock: FrameClock(rate: .standard, duration: duration), layers: layers, audio: audio)
  }

  private func track(_ change: (inout AudioTrack) -> Void = { _ in }) -> AudioTrack {
    var track = AudioTrack(Self.file)
    change(&track)
    return track
  }

  private func layer(
    _ clock: LayerClock = LayerClock(), _ audio: [AudioTrack], index: Int = 1,
    hidden: Bool = false, animations: [any Animation] = [], sublayers: [Layer] = []
  ) -> Layer {
    var values = LayerValues()
    if hidden { values[.hidden] = true }
    return Layer(
      index: index, name: "\(index)", layerClass: .plain,
      epochs: [
        Epoch(
          values: values, clock: clock, animations: animations.map { AttachedAnimation($0) })
      ], sublayers: sublayers, audio: audio)
  }

  /// Start, end, offset in the part and rate of each clip, rounded to a microsecond.
  private func clips(_ scene: Scene) -> [[Double]] {
    scene.sound.tracks.flatMap(\.clips).map { clip in
      [clip.start, clip.end, clip.offset, clip.rate].map { ($0 * 1e6).rounded() / 1e6 }
    }
  }

  @Test("A track is heard from its begin time until its part ends, or the scene")
  func simple() {
    #expect(clips(scene([track()])) == [[0, 8, 0, 1]])
    #expect(clips(scene([track { $0.beginTime = 3 }])) == [[3, 8, 0, 1]])
    #expect(clips(scene([track { $0.beginTime = -3 }])) == [[0, 7, 3, 1]])
    let part = track {
      ($0.inPoint, $0.outPoint, $0.speed) = (2, 6, 2)
    }
    #expect(clips(scene([part])) == [[0, 2, 0, 2]])
    #expect(clips(scene([track { $0.duration = 1 }])) == [[0, 1, 0, 1]])
    #expect(clips(scene([track { ($0.loops, $0.outPoint) = (true, 2) }])) == [[0, 8, 0, 1]])
    #expect(clips(scene([track { $0.beginTime = 9 }])) == [])
    #expect(scene().isSilent && !scene([track()]).isSilent)
  }

  @Test("A layer's track runs by the layer's clock, and by those around it")
  func clocks() {
    #expect(
      clips(scene([], [layer(LayerClock(beginTime: 2, speed: 2), [track()])])) == [[2, 7, 0, 2]])
    let inner = layer(LayerClock(beginTime: 1), [track()], index: 2)
    let outer = layer(LayerClock(beginTime: 2, speed: 0.5), [], sublayers: [inner])
    #expect(clips(scene([], [outer])) == [[4, 8, 0, 0.5]])
    #expect(clips(scene([], [layer(LayerClock(speed: 0), [track()])])) == [])
    let back = layer(LayerClock(speed: -1, timeOffset: 4), [track()])
    #expect(clips(scene([], [back])) == [[0, 4, 4, -1]])
  }

  @Test("An event that pauses and resumes a layer pauses its sound")
  func pause() {
    let paused = LayerClock().changed(toSpeed: 0, atParentTime: 2)
    let resumed = paused.changed(toSpeed: 1, atParentTime: 5)
    let layer = Layer(
      index: 1, name: "a", layerClass: .plain,
      epochs: [
        Epoch(values: LayerValues()), Epoch(startTime: 2, values: LayerValues(), clock: paused),
        Epoch(startTime: 5, values: LayerValues(), clock: resumed),
      ], audio: [track()])
    #expect(clips(scene([], [layer])) == [[0, 2, 0, 1], [5, 8, 2, 1]])
  }

  private func step(_ isHidden: Bool, at time: Double) -> KeyframeAnimation {
    KeyframeAnimation(
      keyPath: AnimationKeyPath(.hidden), values: [.boolean(isHidden), .boolean(isHidden)],
      timing: MediaTiming(
        beginTime: time, duration: 1e-6, fillMode: .forwards, isRemovedOnCompletion: false))
  }

  @Test("A layer is heard as long as it is on stage, and those in it")
  func stage() {
    let inner = layer([track()], index: 2)
    let outer = layer([], hidden: true, animations: [step(false, at: 1), step(true, at: 3)])
    let filled = outer.changed(epochs: outer.epochs, sublayers: [inner], mask: nil)
    #expect(clips(scene([], [filled])) == [[1, 3, 1, 1]])
    #expect(clips(scene([], [layer([track()], hidden: true)])) == [])
  }

  private func layer(
    _ audio: [AudioTrack], index: Int = 1, hidden: Bool = false, animations: [any Animation] = []
  ) -> Layer {
    layer(LayerClock(), audio, index: index, hidden: hidden, animations: animations)
  }

  @Test("A scene inside brings its sounds, in the layer's time, until it ends")
  func inner() {
    let inside = layer(LayerClock(beginTime: 1), [track()], index: 2)
    let shown = Layer(
      index: 1, name: "s", layerClass: .plain,
      epochs: [Epoch(values: LayerValues(), clock: LayerClock(beginTime: 1, speed: 2))],
      sublayers: [inside],
      sceneReference: SceneReference(
        path: "/b.yaml", duration: 5, audio: [track { ($0.loops, $0.outPoint) = (true, 1) }]))
    #expect(clips(scene([], [shown])) == [[1, 3.5, 0, 2], [1.5, 3.5, 0, 2]])
  }

  @Test("The gain follows its key frames, and fades at the ends of what is heard")
  func levels() throws {
    let gain = Envelope([.init(time: 1, value: 0), .init(time: 3, value: 1)])
    let moving = layer(LayerClock(speed: 2), [track { $0.gain = gain }])
    let clip = try #require(scene([], [moving]).sound.tracks.first?.clips.first)
    for (time, level) in [(0.0, 0.0), (0.5, 0), (1, 0.5), (1.5, 1), (4, 1)] {
      #expect(abs(clip.gain.value(at: time) - level) < 1e-9)
    }
    let faded = try #require(
      scene([track { ($0.fadeIn, $0.fadeOut, $0.gain) = (1, 2, Envelope(0.5)) }])
        .sound.tracks.first?.clips.first)
    for (time, level) in [
      (0.0, 0.0), (0.5, 0.5.squareRoot()), (1, 1), (5, 1), (7, 0.5.squareRoot()), (8, 0),
    ] {
      #expect(abs(faded.gain.value(at: time) - level / 2) < 1e-3, "at \(time)")
    }
  }

  @Test("Fades follow a curve that is given")
  func fadeCurves() throws {
    for (curve, half) in [(TimingFunction.bezier(.linear), 0.5), (.bezier(.easeIn), 0.3153568)] {
      let faded = try #require(
        scene([track { ($0.fadeIn, $0.fadeOut, $0.fadeCurve) = (1, 2, curve) }])
          .sound.tracks.first?.clips.first)
      for (time, level) in [(0.0, 0.0), (0.5, half), (1, 1), (5, 1), (7, half), (8, 0)] {
        #expect(abs(faded.gain.value(at: time) - level) < 1e-3, "at \(time)")
      }
    }
  }

  @Test("A track ducks under all of another's name, of the same scene")
  func ducking() {
    let music = track {
      ($0.name, $0.ducking) = ("m", .init(track: "v", gain: 0.2, attack: 0.1, release: 0.5))
    }
    let voice = track { $0.name = "v" }
    let sound = scene([music, voice], [layer([voice])]).sound
    #expect(sound.tracks.map(\.duckedUnder) == [[1, 2], [], []])
  }

  @Test("An envelope follows a function closely, with few lines")
  func envelopes() {
    let sine = Envelope(through: [0, 1]) { quarter($0) }
    for step in 0...100 {
      let time = Double(step) / 100
      #expect(abs(sine.value(at: time) - quarter(time)) < 1.0 / 1024)
    }
    #expect(sine.points.count < 60)
    let jump = Envelope(through: [0, 1, 2]) { $0 < 1 ? 0 : 5 }
    #expect(jump.value(at: 0.999) == 0 && jump.value(at: 1) == 5)
  }

  private func quarter(_ share: Double) -> Double {
    1 - (1 - share) * (1 - share) * (1 - share)
  }

  @Test("A scene without a duration lasts until its layers are heard no longer")
  func endTime() {
    #expect(layer(LayerClock(beginTime: 1, speed: 2), [track()]).endTime == 6)
    #expect(layer([track { $0.loops = true }]).endTime == -.infinity)
  }
}
