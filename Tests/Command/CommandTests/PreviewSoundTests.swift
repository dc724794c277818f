import Browser
import Foundation
import TestSupport
import Testing

/// Hears a scene in a preview, by what the page hands to Web Audio.
@Suite(
  "The sound of a preview", .enabled(if: Browser.path != nil, "\(Browser.advice)"), .serialized)
struct PreviewSoundTests: PreviewSuite {
  let preview: PreviewPage

  /// A second of a tone that begins after a second, and a caption meanwhile.
  private static let text = """
    size: [160, 100]
    fps: 25
    duration: 5
    audio: [{file: tone.wav, beginTime: 1}]
    captions: {as: track, cues: [{start: 1, end: 2, text: A tone}]}
    layers:
      - name: ball
        bounds: [40, 40]
        position: [60, 50]
        backgroundColor: "#0a84ff"
        animations:
          - {type: basic, keyPath: position.x, toValue: 100, duration: 5}

    """

  init() throws { preview = try PreviewPage() }

  private func open(_ text: String = text) async throws -> Run {
    _ = try await command.shell("ffmpeg -v error -f lavfi -i sine=f=500:r=48000:d=1 -ac 2 tone.wav")
    let run = try await preview.open(text: text)
    return run
  }

  /// Notes when each piece of sound begins, by the audio clock and in the scene's time.
  private func listen() throws {
    try page.run(
      """
      window.pieces = [];
      const start = AudioBufferSourceNode.prototype.start;
      AudioBufferSourceNode.prototype.start = function (when, offset, length) {
        const peak = (from, to) => Math.max(0,
          ...this.buffer.getChannelData(0).slice(from * 48000, to * 48000).map(Math.abs));
        pieces.push({
          when, offset, length, rate: this.playbackRate.value,
          first: peak(0, 0.9), second: peak(1.1, 1.9), total: this.buffer.length,
        });
        window.audio = this.context;
        return start.call(this, when, offset, length);
      };
      """)
  }

  private struct Piece: Decodable {
    let when: Double
    let offset: Double
    let length: Double
    let rate: Double
    let first: Double
    let second: Double
  }

  @Test("A preview plays the film's mix in step with the frames, in loops, and mutes")
  func playing() async throws {
    let run = try await open()
    try preview.wait("!document.getElementById('sound').hidden")
    try preview.wait("document.querySelector('#timeline .sound path').getAttribute('d') !== ''")
    try listen()
    try page.run("document.getElementById('play').click()")
    try preview.wait(
      "window.pieces.length > 0 && Number(document.getElementById('frame').value) > 30")
    #expect(
      try page.evaluate("document.getElementById('caption').textContent", as: String.self)
        == "A tone")
    let first = try #require(try page.evaluate("pieces", as: [Piece].self).first)
    // The first part has a second of silence, then the tone.
    #expect(first.offset == 0 && first.length == 2 && first.rate == 1)
    #expect(first.first == 0 && abs(first.second - 0.125 * 0.5.squareRoot()) < 0.001)
    // The frame that is shown is the one at the time that is heard, once the machine keeps up:
    // in the first round of the 5 s, or in a later one.
    try preview.wait(
      """
      (() => {
        const heard = audio.currentTime - pieces[0].when
          - (audio.outputLatency || audio.baseLatency);
        const ahead = Math.abs(
          heard % 5 - Number(document.getElementById('canvas').dataset.frame) / 25);
        return Math.min(ahead, 5 - ahead) < 0.08;
      })()
      """)
    try preview.wait("document.querySelectorAll('#sound meter')[0].value > -30")
    try page.run("document.getElementById('mute').click()")
    try preview.wait("document.querySelectorAll('#sound meter')[0].value < -50")
    // After the end, the first part again, in step.
    try preview.wait("pieces.length >= 4")
    let all = try page.evaluate("pieces", as: [Piece].self)
    #expect(all.prefix(4).map(\.offset) == [0, 0, 0, 0])
    #expect(all.prefix(4).map(\.length) == [2, 2, 1, 2])
    for (one, next) in zip(all, all.dropFirst()).prefix(3) {
      #expect(abs(next.when - one.when - one.length) < 1e-6)
    }
    try page.run("document.getElementById('play').click()")
    #expect(try page.problems() == [])
    try await preview.close(run)
  }

  @Test("A drag of the playhead lets hear what is there, at half speed twice as long")
  func scrubbing() async throws {
    let run = try await open()
    try preview.wait("!document.getElementById('sound').hidden")
    try listen()
    try page.set("#speed", to: "0.5")
    try page.run("document.getElementById('play').click()")
    try preview.wait("window.pieces.length > 1")
    let played = try page.evaluate("pieces", as: [Piece].self)
    #expect(played[0].rate == 0.5 && abs(played[1].when - played[0].when - 4) < 1e-6)
    try page.run("document.getElementById('play').click(); pieces.length = 0")
    try page.set("#scrubber", to: "35", by: "input")
    try preview.wait("pieces.length > 0")
    let heard = try #require(try page.evaluate("pieces", as: [Piece].self).first)
    #expect(abs(heard.offset - 1.4) < 1e-6 && abs(heard.length - 0.08) < 1e-6)
    try await preview.close(run)
  }

  @Test("A scene without sound has no controls for it, and a damaged one says why")
  func without() async throws {
    let silent = Self.text.replacing("audio: [{file: tone.wav, beginTime: 1}]\n", with: "")
    let run = try await open(silent)
    #expect(try page.evaluate("document.getElementById('sound').hidden", as: Bool.self))
    try command.folder.write("no sound", to: "tone.wav")
    try command.folder.write(Self.text, to: "a.yaml")
    let shown = "document.getElementById('problems').textContent"
    try preview.wait("\(shown).includes('tone.wav')")
    // A mistake of the scene is shown beside it, not instead.
    try command.folder.write(Self.text + "    opacty: 1\n", to: "a.yaml")
    try preview.wait("\(shown).includes('opacty') && \(shown).includes('tone.wav')")
    try await preview.close(run)
  }

  @Test("A sound's block is dragged and trimmed, with its waveform; a path alone says why not")
  func blocks() async throws {
    let run = try await open()
    let wave = "document.querySelector('#timeline .block path')?.getAttribute('d') > ''"
    try preview.wait(wave)
    let second: Double = try page.evaluate(
      "document.querySelector('#timeline .block').getBBox().width")
    let block = try preview.middle("#timeline .block")
    // The file is saved, and so the timeline drawn anew, while the block is dragged.
    let text = Self.text + "# saved meanwhile\n"
    let reading = try page.evaluate("document.body.dataset.reading", as: String.self)
    let end = (x: block.x + 1.52 * second, y: block.y)
    try page.drag(along: [block, (block.x + second, block.y), end]) { point in
      guard point != end else { return }
      try command.folder.write(text, to: "a.yaml")
      try preview.wait("document.body.dataset.reading !== '\(reading)'")
    }
    let moved = text.replacing("beginTime: 1}", with: "beginTime: 2.52}")
    try await preview.wait(forFile: "a.yaml", moved)
    let place = "Number(document.querySelector('#timeline .block').getAttribute('x'))"
    let pixels = "(document.querySelector('#timeline').clientWidth - 202) / 5"
    try preview.wait("Math.abs(\(place) - 190 - 2.52 * \(pixels)) < 1")
    try preview.wait(wave)
    let grip = try preview.middle("#timeline .block .grip")
    try page.drag(from: grip, to: (grip.x - 0.4 * second, grip.y))
    let trimmed = text.replacing(
      "{file: tone.wav, beginTime: 1}", with: "{file: tone.wav, out: 0.6, beginTime: 2.52}")
    try await preview.wait(forFile: "a.yaml", trimmed)
    try page.click("#undo")
    try await preview.wait(forFile: "a.yaml", moved)
    try preview.wait("document.querySelectorAll('#timeline .block .grip').length === 2")
    let left = try preview.middle("#timeline .block .grip", 1)
    try page.drag(from: left, to: (left.x + 0.4 * second, left.y))
    let later = text.replacing(
      "{file: tone.wav, beginTime: 1}", with: "{file: tone.wav, in: 0.4, beginTime: 2.92}")
    try await preview.wait(forFile: "a.yaml", later)
    for text in [moved, text] {
      try page.click("#undo")
      try await preview.wait(forFile: "a.yaml", text)
    }
    let path = text.replacing("[{file: tone.wav, beginTime: 1}]", with: "tone.wav")
    try command.folder.write(path, to: "a.yaml")
    try preview.wait("document.querySelector('#timeline .block.refused') !== null")
    let refused = try preview.middle("#timeline .block")
    try page.drag(from: refused, to: (refused.x + second, refused.y))
    try preview.wait("!document.querySelector('#bubble').hidden")
    #expect(try preview.text("bubble").contains("it is a path alone"))
    #expect(String(decoding: command.folder.data("a.yaml"), as: UTF8.self) == path)
    #expect(try page.problems() == [])
    try await preview.close(run)
  }
}
