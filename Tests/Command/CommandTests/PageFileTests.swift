import Browser
import RostrumCanvas
import Foundation
import TestSupport
import Testing

/// Animated pictures for pages, shown in a real browser.
@Suite(
  "Files for pages", .enabled(if: Browser.path != nil, "\(Browser.advice)"), .serialized)
struct PageFileTests {
  static let vectors = """
    size: [160, 120]
    background: "#102030"
    fps: 20
    duration: 2
    title: Vectors
    layers:
      - name: card
        bounds: [60, 40]
        position: [50, 40]
        cornerRadius: 12
        backgroundColor: tomato
        borderWidth: 4
        borderColor: white
        opacity: 0.8
        animations:
          - {type: basic, keyPath: transform.rotation, toValue: 90deg, duration: 2}
          - {type: basic, keyPath: backgroundColor, toValue: gold, duration: 1, beginTime: 0.5}
        sublayers:
          - {name: dot, bounds: [16, 16], position: [30, 20], cornerRadius: 8, backgroundColor: navy}
      - name: ring
        class: shape
        path: "M 40 20 A 20 20 0 0 1 0 20 A 20 20 0 0 1 40 20"
        position: [90, 60]
        fillColor: none
        strokeColor: lime
        lineWidth: 5
        lineCap: round
        animations: [{type: basic, keyPath: strokeEnd, fromValue: 0.1, toValue: 1, duration: 2}]
      - name: window
        frame: [10, 80, 60, 30]
        cornerRadius: 10
        masksToBounds: true
        backgroundColor: teal
        sublayers:
          - name: slider
            bounds: [30, 60]
            position: [0, 15]
            backgroundColor: white
            animations: [{type: spring, keyPath: position.x, toValue: 60, damping: 8}]
      - {name: late, frame: [80, 8, 70, 20], backgroundColor: orchid, in: 0.5, out: 1.5}
      - {name: word, class: text, string: Vectors, fontSize: 18, foregroundColor: white, frame: [80, 30, 76, 24]}

    """

  private func scene(_ text: String) throws -> Command {
    try Command(["scene.yaml": text])
  }

  /// A picture of the page at a time, in seconds.
  private func picture(_ page: Page, at time: Double, samples: Int = 8) throws -> Bitmap {
    _ = try page.evaluate(
      "document.getAnimations().forEach((a) => { a.pause(); a.currentTime = \(time * 1000); }), 0",
      as: Int.self)
    return try page.picture(samples: samples)
  }

  @Test("An SVG shows every frame as it is rendered")
  func svg() async throws {
    let command = try scene(Self.vectors)
    let made = try await command("render", "scene.yaml", "-o", "film.svg")
    try #require(made.status == 0, "\(made.errors)")
    _ = try await command("render", "scene.yaml", "-o", "frames/")
    let page = try Browser().page(width: 160, height: 120)
    try page.resize(width: 160, height: 120)
    try page.open(command.folder.path("film.svg"))
    for frame in [0, 1, 9, 10, 17, 29, 30, 39] {
      let name = "frames/frame_000" + (frame < 10 ? "0" : "") + "\(frame).png"
      let expected = try PNG.decode(contentsOfFile: command.folder.path(name))
      let likeness = Likeness(try picture(page, at: Double(frame) / 20), expected)
      #expect(
        likeness.hasSameSize && likeness.interior <= Likeness.interiorBound,
        "\(frame): \(likeness.interior) at \(likeness.interiorPlace)")
      #expect(
        likeness.edge <= Likeness.edgeBound, "\(frame): \(likeness.edge) at \(likeness.edgePlace)")
    }
    #expect(try page.problems() == [])
    // A cut is one between frames too.
    let before = try picture(page, at: 0.485)
    #expect(before[100, 12] == 0xFF10_2030)
  }

  @Test(
    "Scenes of vectors show in an SVG what is rendered",
    arguments: ["Cookbook/kinetic-type", "Cookbook/logo", "Book/8.2-group"])
  func scenes(_ name: String) async throws {
    let root = repository
    let scene = root.appending(path: "Scenes/\(name).yaml").path
    let command = try Command()
    let made = try await command("render", scene, "-o", "film.svg")
    try #require(made.status == 0, "\(made.errors)")
    let facts = try await command("render", scene, "--list", "--format", "svg")
    let count = try #require(facts.lines.first?.split(separator: "\t").first { Int($0) != nil })
    let frames = try #require(Int(count))
    let page = try Browser().page(width: 100, height: 100)
    let rate = try #require(
      try await command("inspect", scene).output
        .firstMatch(of: /([0-9.]+) fps/).flatMap { Double($0.output.1) })
    for frame in [frames / 3, frames - 1] {
      let picture = "f.png"
      let one = try await command(
        "render", scene, "-o", picture, "--at", "\(Double(frame) / rate)")
      #expect(one.status == 0, "\(one.errors)")
      let expected = try PNG.decode(contentsOfFile: command.folder.path(picture))
      try page.resize(width: expected.width, height: expected.height)
      try page.open(command.folder.path("film.svg"))
      let likeness = Likeness(
        try self.picture(page, at: Double(frame) / rate, samples: 4), expected)
      #expect(
        likeness.hasSameSize && likeness.interior <= Likeness.interiorBound,
        "\(frame): \(likeness.interior) at \(likeness.interiorPlace)")
      // Where subpaths of a stroke touch, Cairo adds their coverages, as Core Animation does and
      // browsers do not.
      #expect(
        likeness.edge <= 2 * Likeness.edgeBound,
        "\(frame): \(likeness.edge) at \(likeness.edgePlace)")
    }
  }

  @Test(
    "A Lottie shows, once it is read again, every frame as it is rendered",
    arguments: ["", "Cookbook/kinetic-type", "Cookbook/logo", "Book/8.2-group"])
  func lottie(_ name: String) async throws {
    let root = repository
    let command = try scene(Self.vectors)
    let scene =
      name.isEmpty ? "scene.yaml" : root.appending(path: "Scenes/\(name).yaml").path
    let made = try await command("render", scene, "-o", "film.json")
    try #require(made.status == 0, "\(made.errors)")
    for percent in ["0%", "25%", "50%", "75%"] {
      for (source, picture) in [(scene, "a.png"), ("film.json", "b.png")] {
        let one = try await command("render", source, "-o", picture, "--at", percent)
        try #require(one.status == 0, "\(one.errors)")
      }
      let expected = try PNG.decode(contentsOfFile: command.folder.path("a.png"))
      let shown = try PNG.decode(contentsOfFile: command.folder.path("b.png"))
      let likeness = Likeness(shown, expected)
      #expect(
        likeness.hasSameSize && likeness.interior <= Likeness.interiorBound,
        "\(percent): \(likeness.interior) at \(likeness.interiorPlace)")
    }
  }

  @Test("An SVG and a Lottie cut a text off at its layer's bounds, as frames do")
  func cutText() async throws {
    let command = try scene(
      "size: [80, 40]\nduration: 0.2\nlayers:\n"
        + "  - {class: text, string: Wide, fontSize: 30, foregroundColor: black, frame: [10, 5, 20, 30]}\n"
    )
    for output in ["film.svg", "film.json"] {
      let made = try await command("render", "scene.yaml", "-o", output)
      #expect(made.status == 0, "\(made.errors)")
    }
    let again = try await command("render", "film.json", "-o", "lottie.png", "--at", "0")
    #expect(again.status == 0, "\(again.errors)")
    let lottie = try PNG.decode(contentsOfFile: command.folder.path("lottie.png"))
    let page = try Browser().page(width: 80, height: 40)
    try page.open(command.folder.path("film.svg"))
    for picture in [lottie, try self.picture(page, at: 0)] {
      let dark = (0..<40).flatMap { y in
        (0..<80).filter { picture[$0, y] & 0xFF < 128 && picture[$0, y] >> 24 > 128 }
      }
      #expect(
        dark.count > 50 && dark.allSatisfy { (10..<30).contains($0) }, "\(Set(dark).sorted())")
    }
  }

  @Test("A page plays its film, with captions and chapters, and asks for nothing else")
  func html() async throws {
    let command = try scene(
      Self.vectors + """
        language: en
        chapters: [{at: 0, title: One}, {at: 1, title: "Two & more"}]
        captions: {cues: [{start: 0.2, end: 1.8, text: "Hello <you>"}], as: track}

        """)
    let made = try await command("render", "scene.yaml", "-o", "film.html", "--quality", "8")
    try #require(made.status == 0, "\(made.errors)")
    _ = try await command("render", "scene.yaml", "-o", "frames/")
    let page = try Browser().page(width: 160, height: 200)
    try page.resize(width: 160, height: 200)
    try page.open(command.folder.path("film.html"))
    let show = """
      new Promise((done, fail) => {
        const video = document.querySelector("video");
        video.removeAttribute("controls");
        video.textTracks[0].mode = "hidden";
        video.onerror = () => fail(video.error.message);
        video.onseeked = () => requestAnimationFrame(() => requestAnimationFrame(() => done(video.duration)));
        video.currentTime = TIME;
      })
      """
    for frame in [5, 30] {
      let time = (Double(frame) + 0.5) / 20
      let length: Double = try page.evaluate(show.replacing("TIME", with: "\(time)"))
      #expect(abs(length - 2) < 0.06)
      let name = "frames/frame_000" + (frame < 10 ? "0" : "") + "\(frame).png"
      let expected = try PNG.decode(contentsOfFile: command.folder.path(name))
      let seen = try PNG.decode(page.screenshot())
      // The encoder and 4:2:0 change colours a little, most at edges.
      for (x, y) in [(4, 4), (150, 110), (20, 100), (90, 16)] {
        let (a, b) = (seen[x, y], expected[x, y])
        for shift in [0, 8, 16] as [UInt32] {
          #expect(abs(Int(a >> shift & 255) - Int(b >> shift & 255)) <= 8, "\(frame) \(x),\(y)")
        }
      }
    }
    let cue: String = try page.evaluate(
      "document.querySelector('video').textTracks[0].cues[0].text")
    #expect(cue == "Hello &lt;you&gt;")
    let button: String = try page.evaluate("document.querySelectorAll('button')[1].textContent")
    #expect(button == "Two & more")
    #expect(try page.requests().count == 1 && page.problems() == [])
  }
}
