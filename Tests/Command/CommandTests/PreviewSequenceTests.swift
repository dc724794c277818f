import Browser
import Foundation
import TestSupport
import Testing

/// Plays people who work on a file in a preview and in a text editor at once: by pointer, by keys
/// and by saves, in an order of chance, against a model of the file.
@Suite(
  "Sequences of changes in a preview", .enabled(if: Browser.path != nil, "\(Browser.advice)"),
  .serialized)
struct PreviewSequenceTests {
  /// `ROSTRUM_PREVIEW_SEQUENCES` of the environment are played, such as 500 or 226-500.
  static let seeds = {
    let range = ProcessInfo.processInfo.environment["ROSTRUM_PREVIEW_SEQUENCES"] ?? "3"
    let bounds = range.split(separator: "-").compactMap { Int($0) }
    return (bounds.count > 1 ? bounds[0] : 1)...(bounds.last ?? 3)
  }()

  @Test("Changes in any order leave the file as it was meant, and are undone to the first byte")
  func sequences() async throws {
    var whole = 0
    for seed in Self.seeds {
      let sequence = try PreviewSequence(seed: UInt64(seed))
      let run = try await sequence.open()
      try await sequence.play()
      if try await sequence.undoAll() { whole += 1 }
      #expect(try sequence.preview.problems() == [], "\(sequence.words)")
      try await sequence.preview.close(run)
    }
    // The rest has met a line that another program has changed.
    #expect(whole * 2 > Self.seeds.count)
  }
}

/// Some changes of a file by a page and by another program.
private final class PreviewSequence: PreviewSuite {
  let preview: PreviewPage
  private var random: RandomSource
  private var file = FollowedFile()
  private var done: [(from: FollowedFile, to: FollowedFile)] = []
  private var undone: [(from: FollowedFile, to: FollowedFile)] = []
  private var chosen: Int?
  private var added = 0
  private var isRefused = false
  private(set) var words: [String] = []

  init(seed: UInt64) throws {
    preview = try PreviewPage()
    random = RandomSource(seed: seed)
  }

  func open() async throws -> Run {
    let run = try await preview.open(text: file.text)
    try page.press("2")
    return run
  }

  func play() async throws {
    for _ in 0..<Int.random(in: 4...9, using: &random) {
      if isRefused { isRefused = try !preview.text("refusal").isEmpty }
      let before = file
      switch Int.random(in: 0..<20, using: &random) {
      case 0..<3: try await type(count: Int.random(in: 1...2, using: &random))
      case 3: try await nudge()
      case 4..<6: try await drag()
      case 6: try await dragBar()
      case 7: try await remove()
      case 8: try await duplicate()
      case 9: try await move()
      case 10..<12: try await put()
      case 12: try await rename()
      case 13..<15 where !done.isEmpty: _ = try await step(isUndo: true)
      case 15 where !undone.isEmpty: _ = try await step(isUndo: false)
      case 16: try await saveAndType()
      default: try await saveElsewhere()
      }
      // Often the next comes at once.
      if Bool.random(using: &random) || file == before { try await settle() }
    }
    try await settle()
    try await expectRendered()
  }

  /// Whether all changes of the page could be taken back.
  func undoAll() async throws -> Bool {
    while !done.isEmpty { guard try await step(isUndo: true) else { return false } }
    try await expectRendered()
    return true
  }

  // MARK: What should be

  /// The file is as it is meant to be, and the page shows it with the same layer chosen.
  private func settle(_ place: SourceLocation = #_sourceLocation) async throws {
    try await preview.wait(forFile: "a.yaml", file.text, place)
    if chosen.flatMap(file.range) == nil { chosen = nil }
    let values = chosen.map { layer -> String in
      let numbers = file.numbers(of: "position", in: layer) + file.numbers(of: "bounds", in: layer)
      return numbers.map { "\($0)" }.joined(separator: ",")
    }
    let shown: [String] = [
      file.names.joined(separator: ","), chosen.map(file.name) ?? "", values ?? ",,,",
      "\(done.isEmpty)", "\(undone.isEmpty)",
    ]
    try preview.wait(
      """
      (() => {
        const chosen = document.querySelector("[aria-selected=true][data-layer]");
        const isOfChosen = document.querySelector("#written").dataset.layer
          === (chosen?.dataset.layer ?? "");
        return isOfChosen && JSON.stringify([
          [...document.querySelectorAll("#layers [data-layer]")].map((one) => one.dataset.name).join(),
          chosen?.dataset.name ?? "",
          ["position 1", "position 2", "bounds 1", "bounds 2"].map((label) => (
            document.querySelector(`#written [aria-label="${label}"]`)?.value ?? "")).join(),
          String(document.querySelector("#undo").disabled),
          String(document.querySelector("#redo").disabled),
        ]) === '\(String(decoding: try JSONEncoder().encode(shown), as: UTF8.self))';
      })()
      """, place)
    let refusal = try preview.text("refusal")
    #expect(
      refusal.isEmpty || isRefused || refusal.contains("is gone"), "\(words)",
      sourceLocation: place)
  }

  private func expectRendered() async throws {
    let frame = Int.random(in: 0..<20, using: &random)
    try await preview.expectRendered(frame, "\(words), frame \(frame)")
  }

  // MARK: The page

  private func make(_ words: String, _ change: (inout FollowedFile) -> Void) {
    self.words.append(words)
    let before = file
    change(&file)
    done.append((before, file))
    undone = []
  }

  /// Settles, and selects a layer.
  private func select() async throws -> Int? {
    try await settle()
    guard let layer = file.layers.map(\.layer).randomElement(using: &random) else { return nil }
    guard chosen != layer else { return layer }
    try preview.select(file.name(of: layer))
    chosen = layer
    return layer
  }

  private func blur() throws {
    try page.run("document.activeElement.blur()")
  }

  /// Types values, and waits for nothing in between.
  private func type(count: Int) async throws {
    guard let layer = try await select() else { return }
    let keys = [("position", 0), ("position", 1), ("bounds", 0)].shuffled(using: &random)
    for (key, index) in keys.prefix(count) {
      var number = Int.random(in: 1...150, using: &random)
      if number == file.numbers(of: key, in: layer)[index] { number += 1 }
      try commit(number, "\(key) \(index + 1)")
      make("\(key) \(index + 1) of \(file.name(of: layer)): \(number)") {
        $0.set(key, index, of: layer, to: number)
      }
    }
  }

  private func commit(_ number: Int, _ label: String) throws {
    // The form is made anew while a save is being read.
    try preview.wait(
      """
      (() => {
        const field = document.querySelector("#written [aria-label='\(label)']");
        if (!field || document.body.dataset.isTimed === "false") return false;
        field.value = "\(number)";
        field.dispatchEvent(new Event("change"));
        return true;
      })()
      """)
  }

  /// Moves a layer by a key.
  private func nudge() async throws {
    guard let layer = try await select() else { return }
    try preview.wait("document.querySelector('.handles .body') !== null")
    try blur()
    try page.press("ArrowRight", alt: true)
    make("\(file.name(of: layer)) to the right") {
      $0.set("position", 0, of: layer, to: $0.numbers(of: "position", in: layer)[0] + 1)
    }
    try await settle()
  }

  /// Drags a layer to the right, sometimes while another program saves.
  private func drag() async throws {
    guard let layer = try await select() else { return }
    let position = file.numbers(of: "position", in: layer)
    guard (20...120).contains(position[0]), (20...80).contains(position[1]) else { return }
    try await settle()
    let body = try preview.middle(".handles .body")
    let scale = try preview.canvas(width: 160).scale
    // Beside the mark in the middle, and further than layers snap.
    let start = (x: body.x, y: body.y - 8 * scale)
    let step = Int.random(in: 6...15, using: &random)
    let isMeanwhile = Bool.random(using: &random)
    try page.drag(
      along: [
        start, (start.x + Double(step) * scale / 2, start.y),
        (start.x + Double(step) * scale, start.y),
      ], control: true
    ) { _ in
      guard isMeanwhile, self.words.last != "saved in a drag" else { return }
      self.words.append("saved in a drag")
      self.file.addRemark()
      try self.command.folder.write(self.file.text, to: "a.yaml")
    }
    make("\(file.name(of: layer)) dragged by \(step)") {
      $0.set("position", 0, of: layer, to: position[0] + step)
    }
    try await settle()
  }

  /// Drags the bar of a layer's animation by a second.
  private func dragBar() async throws {
    guard let layer = try await select(),
      let index = file.layers.firstIndex(where: { $0.layer == layer }),
      file.place(of: "opacity: {beginTime: 0,", in: layer) != nil
    else { return }
    try preview.wait("document.querySelectorAll('#timeline .row').length === \(file.layers.count)")
    let bar = try preview.middle("#timeline .movable.pass", index)
    let second: Double = try page.evaluate(
      "(document.querySelector('#timeline').clientWidth - 202) / \(file.duration)")
    try page.drag(from: bar, to: (bar.x + second, bar.y))
    make("bar \(index) later") {
      _ = $0.replace("beginTime: 0,", with: "beginTime: 1,", in: layer)
    }
    try await settle()
  }

  private func remove() async throws {
    guard file.layers.count > 1, let layer = try await select() else { return }
    try blur()
    try page.press("Delete")
    make("\(file.name(of: layer)) removed") { $0.remove(layer) }
    chosen = nil
    try await settle()
  }

  private func duplicate() async throws {
    guard file.layers.count < 6, let layer = try await select() else { return }
    try blur()
    try page.press("d", control: true)
    make("\(file.name(of: layer)) copied") { chosen = $0.duplicate(layer) }
    try await settle()
  }

  /// Moves a layer by a place in its list.
  private func move() async throws {
    guard let layer = try await select() else { return }
    let all = file.layers.map(\.layer)
    let isBehind = Bool.random(using: &random)
    guard let index = all.firstIndex(of: layer).map({ $0 + (isBehind ? 1 : -1) }),
      all.indices.contains(index)
    else { return }
    try blur()
    try page.press(isBehind ? "ArrowUp" : "ArrowDown", control: true)
    make("\(file.name(of: layer)) moved") { $0.move(layer, isBehind, all[index]) }
    try await settle()
  }

  /// Drags a layer in the tree.
  private func put() async throws {
    guard let layer = try await select() else { return }
    let all = file.layers.map(\.layer)
    let isBehind = Bool.random(using: &random)
    guard let other = all.filter({ $0 != layer }).randomElement(using: &random) else { return }
    let places = try [layer, other].map {
      try preview.middle("#layers [data-name=\"\(file.name(of: $0))\"] > div")
    }
    let end = (x: places[1].x, y: places[1].y + (isBehind ? 8 : -8))
    try page.drag(along: [places[0], end, end]) { _ in }
    var next = file
    next.move(layer, isBehind, other)
    guard next.text != file.text else {
      words.append("\(file.name(of: layer)) put where it is")
      isRefused = true
      try preview.wait("document.querySelector('#refusal').textContent.includes('there already')")
      return
    }
    make("\(file.name(of: layer)) put \(isBehind ? "behind" : "before") \(file.name(of: other))") {
      $0 = next
    }
    try await settle()
  }

  private func rename() async throws {
    guard let layer = try await select() else { return }
    added += 1
    let name = "r\(added)"
    let label = "#layers [data-name=\"\(file.name(of: layer))\"] > div > .title"
    try page.run(
      "document.querySelector('\(label)').dispatchEvent("
        + "new MouseEvent('dblclick', { bubbles: true }))")
    try preview.wait("document.activeElement.getAttribute('aria-label') === 'Name'")
    try page.run("document.activeElement.value = '\(name)'")
    try page.press("Enter")
    make("\(file.name(of: layer)) renamed to \(name)") { $0.rename(layer, to: name) }
    try await settle()
  }

  /// Takes the last change back or makes it again; false where a line of it has changed.
  private func step(isUndo: Bool) async throws -> Bool {
    try await settle()
    guard let last = isUndo ? done.last : undone.last else { return false }
    let next = file.making(isUndo ? (last.to, last.from) : last)
    words.append((isUndo ? "undo" : "redo") + (next == nil ? ", in the way" : ""))
    try blur()
    try page.press("z", shift: !isUndo, control: true)
    guard let next else {
      try preview.wait("document.querySelector('#refusal').textContent.includes('in the way')")
      isRefused = true
      return false
    }
    if isUndo {
      done.removeLast()
      undone.append((next, file))
    } else {
      undone.removeLast()
      done.append((file, next))
    }
    file = next
    try await settle()
    return true
  }

  // MARK: The other program

  private func saveElsewhere() async throws {
    try await settle()
    let layer = file.layers.map(\.layer).randomElement(using: &random) ?? 0
    let before = file.text
    switch Int.random(in: 0..<7, using: &random) {
    case 0: file.addRemark()
    case 1: file.setDuration(3 + file.duration % 4)
    case 2 where file.layers.count < 6:
      added += 1
      file.addLayer("new\(added)", isFirst: Bool.random(using: &random))
    case 3: file.set("position", 1, of: layer, to: Int.random(in: 20...80, using: &random))
    case 4 where file.layers.count > 2: file.remove(layer)
    case 5:
      added += 1
      file.rename(layer, to: "o\(added)")
    default: try breakAndMend()
    }
    guard file.text != before else { return }
    words.append("saved elsewhere")
    let reading: Int = try page.evaluate("Number(document.body.dataset.reading)")
    try command.folder.write(file.text, to: "a.yaml")
    try preview.wait("Number(document.body.dataset.reading) > \(reading)")
    try await settle()
  }

  private func breakAndMend() throws {
    words.append("broken and mended")
    try command.folder.write(file.text + "nonsense: [\n", to: "a.yaml")
    try preview.wait("document.body.classList.contains('wrong')")
    try command.folder.write(file.text, to: "a.yaml")
    try preview.wait("!document.body.classList.contains('wrong')")
  }

  /// Commits a field before the page has learnt that another program has saved the file.
  private func saveAndType() async throws {
    guard let layer = try await select() else { return }
    words.append("saved elsewhere at the same time")
    file.addRemark()
    try command.folder.write(file.text, to: "a.yaml")
    let number = Int.random(in: 200...300, using: &random)
    try commit(number, "position 1")
    make("position 1 of \(file.name(of: layer)): \(number)") {
      $0.set("position", 0, of: layer, to: number)
    }
    try await settle()
  }
}
