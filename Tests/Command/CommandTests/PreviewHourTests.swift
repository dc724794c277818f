import Browser
import Foundation
import TestSupport
import Testing

/// All that a person does in an hour with one scene: hears and scrubs it, changes values of each
/// kind at each place where they may be, and takes everything back.
@Suite(
  "An hour with a preview", .enabled(if: Browser.path != nil, "\(Browser.advice)"), .serialized)
struct PreviewHourTests: PreviewSuite {
  let preview: PreviewPage
  private let count = Count()
  private final class Count { var changes = 0 }

  private static let rows = "name,x,color\nred,240,red\nblue,270,blue\n"
  private static let text = """
    size: [320, 180] # an evening
    fps: 10
    duration: 4
    background: "#101820"
    parameters: {tint: {type: color, default: tomato}, rows: {type: table, default: rows.csv}}
    audio: [{file: tone.wav, beginTime: 0.5, gain: -6dB}] # a tone
    styles: {base: &base {cornerRadius: 4, opacity: 0.9}}
    components:
      badge:
        parameters: {label: {default: New}, size: {type: number, default: 12}}
        layer:
          bounds: [60, 30]
          backgroundColor: seagreen
          sublayers:
            - {class: text, string: "${label}", frame: [2, 4, 56, 22], fontSize: "${size}", foregroundColor: white}
    layers:
      - name: sky   # behind all
        class: gradient
        frame: [0, 0, 320, 180]
        colors: ["#1b2a49", "#465c8b", gold]
      - name: photo
        contents: photo.png
        frame: [200, 20, 96, 64]
      - name: ball
        bounds: [40, 40]
        position: [60, 60]
        backgroundColor: "#0a84ff"
        cornerRadius: 20
        animations:
          - type: keyframe # goes and comes
            keyPath: position.x
            values: [60, 140, 60]
            keyTimes: [0, 0.5, 1]
            duration: 3
          - {type: spring, keyPath: transform.scale, fromValue: 0.5, duration: 2}
          - type: basic
            keyPath: opacity
            fromValue: 0.2
            beginTime: 0.5
            duration: 1
            timingFunction: easeIn  # slow at first
      - {name: chip, <<: *base, bounds: &b [30, 12], position: [30, 150], backgroundColor: "${tint}"}
      - {name: twin, bounds: *b, position: ["calc(40 + 40)", 150], backgroundColor: teal}
      - name: title
        class: text
        string: Good evening
        fontSize: 20
        bounds: [180, 30]
        position: [110, 115]
        foregroundColor: white
      - forEach: item
        in: [{name: Ada, color: gold}, {name: Eve, color: plum}]
        index: n
        do:
          name: box ${n}
          bounds: [16, 16]
          position: ["calc(180 + 30 * ${n})", 150]
          backgroundColor: ${item.color}
      - forEach: row
        in: ${rows}
        do: {name: "bar ${row.name}", frame: ["${row.x}", 164, 20, 10], backgroundColor: "${row.color}"}
      - {name: label, use: badge, parameters: {label: Today}, position: [260, 110]}
      - name: group
        frame: [10, 10, 40, 30]
        masksToBounds: true
        sublayers:
          - {name: inside, frame: [20, 5, 30, 20], backgroundColor: orchid, hidden: false}
    events:
      - {name: dim, at: 2, set: {twin: {backgroundColor: crimson}}}

    """

  /// Values typed in the File tab: of a layer, or of the scene.
  private static let typed: [(layer: String?, field: String, text: String)] = [
    (nil, "background", "#182028"), (nil, "gain", "-3dB"),
    ("ball", "cornerRadius", "12"), ("ball", "position 1", "70"), ("ball", "values 2", "150"),
    ("ball", "damping", "14"), ("ball", "timingFunction", "easeOut"),
    ("chip", "backgroundColor", "orange"), ("chip", "bounds 1", "36"), ("chip", "opacity", "0.7"),
    ("twin", "0", "calc(40 + 55)"), ("title", "string", "Good night"),
    ("title", "foregroundColor", "khaki"), ("box 1", "backgroundColor", "lime"),
    ("box 0", "bounds 1", "20"), ("bar blue", "backgroundColor", "navy"),
    ("label", "parameters label", "Soon"), ("label", "parameters size", "14"),
    ("group", "masksToBounds", "false"), ("inside", "hidden", "true"),
    ("photo", "frame 3", "80"), ("sky", "1", "#5a6c9b"),
  ]

  init() throws { preview = try PreviewPage() }

  private func open() async throws -> Run {
    _ = try await command.shell(
      "ffmpeg -v error -f lavfi -i sine=f=500:r=48000:d=2 -ac 2 tone.wav && "
        + "ffmpeg -v error -f lavfi -i testsrc2=s=96x64 -frames:v 1 photo.png")
    try command.folder.write(Self.rows, to: "rows.csv")
    let run = try await preview.open(text: Self.text)
    try preview.wait("document.querySelector('#layers [data-name=inside]') !== null")
    try preview.wait("document.querySelector('#timeline .block path')?.getAttribute('d') > ''")
    return run
  }

  private var contents: [Data] { ["a.yaml", "rows.csv"].map(command.folder.data) }

  /// Does something that changes a file, and waits until the page shows it. Every fifth picture is
  /// compared with a render of the file.
  private func change(_ name: String, _ work: () throws -> Void) async throws {
    let before = contents
    let reading: Int = try page.evaluate("Number(document.body.dataset.reading)")
    try work()
    for _ in 0..<1200 where contents == before { try await Task.sleep(for: .milliseconds(20)) }
    let refusal = try preview.text("refusal")
    try #require(contents != before, "\(name): nothing is written; \(refusal)")
    try preview.wait("Number(document.body.dataset.reading) > \(reading)")
    #expect(refusal == "", "\(name)")
    count.changes += 1
    if count.changes.isMultiple(of: 5) { try await expectRendered(name) }
  }

  private func expectRendered(_ name: String) async throws {
    let frame = count.changes * 7 % 40
    try await preview.expectRendered(frame, "\(name), frame \(frame)")
  }

  @Test(
    "A person hears, scrubs, changes forty things of all kinds in a preview, and undoes them all")
  func hour() async throws {
    let run = try await open()
    try listen()
    for (layer, field, text) in Self.typed {
      try preview.select(layer)
      try await change("\(layer ?? "scene") \(field)") { try type(text, into: field) }
    }
    try await moveOnCanvas()
    try await moveOnTimeline()
    try await changeGradient()
    try await restructure()
    #expect(count.changes >= 40)
    try await expectRendered("all")
    try await undoAll()
    try await preview.end(run)
  }

  /// Plays until a piece of sound was begun, and lets a moment be heard by hand.
  private func listen() throws {
    try page.run(
      """
      window.heard = 0;
      const start = AudioBufferSourceNode.prototype.start;
      AudioBufferSourceNode.prototype.start = function (...all) {
        window.heard += 1;
        return start.apply(this, all);
      }
      """)
    try page.run("document.getElementById('play').click()")
    try preview.wait("heard > 0 && Number(document.getElementById('frame').value) > 6")
    try page.run("document.getElementById('play').click(); window.heard = 0")
    try page.set("#scrubber", to: "12", by: "input")
    try preview.wait("heard > 0")
    try preview.waitForFrame(12)
  }

  private func type(_ text: String, into field: String) throws {
    let found = "[...document.querySelectorAll(\"#written [aria-label='\(field)']\")]"
    try preview.wait("\(found).some((one) => one.type === 'text' && !one.disabled)")
    try page.run(
      """
      const input = \(found).find((one) => one.type === "text");
      input.value = "\(text)";
      input.dispatchEvent(new Event("change"))
      """)
  }

  private func moveOnCanvas() async throws {
    try preview.go(to: 0)
    let scale = try preview.canvas(width: 320).scale
    try preview.select("photo")
    let body = try preview.middle(".handles .body")
    try await change("photo dragged") {
      try page.drag(from: body, to: (body.x - 12 * scale, body.y + 6 * scale))
    }
    let corner = try preview.middle(".handles rect", 2)
    try await change("photo made larger") {
      try page.drag(from: corner, to: (corner.x + 7 * scale, corner.y + 9 * scale))
    }
    let turn = try preview.middle(".handles circle:not([hidden])")
    try await change("photo turned") {
      try page.drag(from: turn, to: (turn.x + 20 * scale, turn.y + 10 * scale))
    }
    try await change("photo moved by a key") { try page.press("ArrowRight", alt: true) }
    try await change("photo aligned") { try page.click("[data-place=top]") }
  }

  private func moveOnTimeline() async throws {
    for (name, isShifted) in [("beginTime", false), ("duration", true)] {
      try page.run("document.querySelectorAll('#timeline .row')[1].focus()")
      try await change("animation's \(name)") {
        try page.press("ArrowRight", shift: isShifted, alt: true)
      }
    }
    for (name, isShifted) in [("begin", false), ("end", true)] {
      try preview.wait("document.querySelector('#timeline .block') !== null")
      try page.run("document.querySelector('#timeline .block').focus()")
      try await change("sound's \(name)") {
        try page.press("ArrowLeft", shift: isShifted, alt: true)
      }
    }
    let event = try preview.middle("#timeline .event path")
    try await change("event") { try page.drag(from: event, to: (event.x + 60, event.y)) }
    let key = try preview.middle("#timeline .key.movable")
    try await change("key time") { try page.drag(from: key, to: (key.x + 50, key.y)) }
  }

  private func changeGradient() async throws {
    try preview.go(to: 0)
    try preview.select("sky")
    let stop = try preview.middle(".gradient .stop", 1)
    try await change("stop dragged") { try page.drag(from: stop, to: (stop.x - 30, stop.y)) }
    let bar = try preview.middle(".gradient .bar")
    try await change("stop added") { try page.click(atX: bar.x + 40, y: bar.y - 4) }
    try preview.wait("document.querySelectorAll('.gradient .stop').length === 4")
    try await change("stop coloured") { try type("salmon", into: "stop 3") }
    let scale = try preview.canvas(width: 320).scale
    let end = try preview.middle(".handles .gradient-end", 0)
    try await change("start dragged") {
      try page.drag(from: end, to: (end.x + 30 * scale, end.y + 20 * scale))
    }
  }

  private func restructure() async throws {
    try preview.select("title")
    try await change("layer copied") { try page.click("#layer-tools [data-action=duplicate]") }
    try preview.wait("document.querySelector(\"#layers [data-name='title 2']\") !== null")
    try await change("layer lowered") { try page.click("#layer-tools [data-action=lower]") }
    try preview.select("twin")
    try await change("key added") {
      try page.run(
        """
        const form = document.querySelector("#written > form.add");
        [form[0].value, form[1].value] = ["borderWidth", "2"];
        form.requestSubmit()
        """)
    }
    try preview.select("ball")
    try await change("animation removed") {
      try page.click("#written [aria-label='Remove animations 1']")
    }
    try preview.select("photo")
    try await change("layer removed") { try page.click("#layer-tools [data-action=remove]") }
    try page.click("#layer-tools [data-action=add]")
    try preview.wait("document.querySelectorAll('#additions [role=option]').length > 10")
    try await change("layer added") {
      try page.set("#additions input", to: "rectangle", by: "input")
      try page.run("document.querySelector('#additions form').requestSubmit()")
    }
  }

  /// Each change is one step.
  private func undoAll() async throws {
    for _ in 0..<count.changes {
      let before = contents
      try preview.wait("!document.querySelector('#undo').disabled")
      try page.click("#undo")
      for _ in 0..<1200 where contents == before { try await Task.sleep(for: .milliseconds(20)) }
    }
    #expect(contents == [Data(Self.text.utf8), Data(Self.rows.utf8)])
    try preview.wait("document.querySelector('#undo').disabled")
  }

  @Test("Each tool changes each layer in the file or says why not, and is taken back")
  func tools() async throws {
    let run = try await open()
    let layers: [String] = try page.evaluate(
      "[...document.querySelectorAll('#layers [data-layer]')].map((one) => one.dataset.name)")
    let places = ["left", "center", "right", "top", "middle", "bottom"]
    let tools =
      ["duplicate", "remove", "raise", "lower"].map { "#layer-tools [data-action=\($0)]" }
      + places.map { "[data-place=\($0)]" }
    for layer in layers {
      var hasPlace: Bool?
      for tool in tools {
        try page.run("document.activeElement.blur()")
        try page.press("Escape")
        let item = "#layers [data-name='\(layer)'] > div"
        try preview.wait("document.querySelector(\"\(item)\") !== null")
        try page.click(item)
        // A layer without a place on the canvas has no handles.
        var isShown = false
        for _ in 0..<(hasPlace == nil ? 150 : hasPlace == true ? 3000 : 0) where !isShown {
          isShown = try page.evaluate("!!document.querySelector('.handles .body')")
          if !isShown { try await Task.sleep(for: .milliseconds(20)) }
        }
        hasPlace = hasPlace ?? isShown
        try await use(tool, "\(layer) \(tool)")
      }
    }
    try await preview.end(run)
  }

  /// Clicks a tool, and undoes its change. The sky is at all edges already.
  private func use(_ tool: String, _ name: String) async throws {
    let before = contents
    let reading: Int = try page.evaluate("Number(document.body.dataset.reading)")
    try page.click(tool)
    var reason = ""
    let isPlaced = name.hasPrefix("sky [data-place")
    for _ in 0..<(isPlaced ? 25 : 500) where contents == before && reason == "" {
      try await Task.sleep(for: .milliseconds(20))
      reason = try page.evaluate(
        """
        ["refusal", "bubble"].map((id) => document.getElementById(id))
          .map((one) => (one.hidden ? "" : one.textContent)).join("")
        """)
    }
    guard contents != before else {
      #expect(reason != "" || isPlaced, "\(name) says nothing")
      return
    }
    try preview.wait("Number(document.body.dataset.reading) > \(reading)")
    #expect(try !page.evaluate("document.body.classList.contains('wrong')"), "\(name)")
    try preview.wait("!document.querySelector('#undo').disabled")
    let second: Int = try page.evaluate("Number(document.body.dataset.reading)")
    try page.click("#undo")
    for _ in 0..<1200 where contents != before { try await Task.sleep(for: .milliseconds(20)) }
    #expect(contents == before, "\(name)")
    try preview.wait("Number(document.body.dataset.reading) > \(second)")
  }
}
