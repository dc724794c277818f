import Geometry
import LayerTree

extension Resolution {
  /// A string, or a list of runs: each a string or a mapping.
  func attributedText(_ node: YAMLNode) -> Value? {
    guard let items = node.items else { return text(node).map(Value.text) }
    let runs = items.compactMap { textRun($0) }
    return runs.count == items.count ? .attributedText(AttributedText(runs)) : nil
  }

  private func textRun(_ node: YAMLNode) -> AttributedText.StyleRun? {
    if node.entries == nil {
      return text(node, "a string, or a run such as {text: word, fontSize: 20}")
        .map(AttributedText.StyleRun.init)
    }
    guard let fields = Fields(node, .textRun, self) else { return nil }
    fields.reportUnknownKeys()
    var run = AttributedText.StyleRun("")
    readStyle(fields, into: &run)
    readLines(fields, into: &run)
    guard let text = fields.required(.runText).flatMap({ text($0) }) else { return nil }
    run.text = text
    return run
  }

  private func readStyle(_ fields: Fields, into run: inout AttributedText.StyleRun) {
    run.font = fields.node(.runFont).flatMap { font($0) }
    run.fontSize = fields.number(.runFontSize)
    run.foregroundColor = fields.node(.runColor).flatMap { color($0)?.color }
    run.backgroundColor = fields.node(.runBackground).flatMap { color($0)?.color }
    run.kern = fields.number(.runKern) ?? 0
    run.baselineOffset = fields.number(.runBaselineOffset) ?? 0
  }

  private func readLines(_ fields: Fields, into run: inout AttributedText.StyleRun) {
    run.underlineStyle =
      fields.word(.underlineStyle, as: AttributedText.UnderlineStyle.self) ?? .none
    run.underlineColor = fields.node(.underlineColor).flatMap { color($0)?.color }
    run.strikethroughStyle =
      fields.word(.strikethroughStyle, as: AttributedText.UnderlineStyle.self) ?? .none
    run.strikethroughColor = fields.node(.strikethroughColor).flatMap { color($0)?.color }
  }

  // MARK: Fonts and glyphs

  /// Reports what a text lacks: its font or a glyph. `string` and `font` are where the file gives them; `other` stands for both.
  func checkText(_ values: LayerValues, string: YAMLNode?, font: YAMLNode?, or other: YAMLNode) {
    let runs = values[.string].runs
    if let items = string?.items, items.count == runs.count {
      for (run, item) in zip(runs, items) { check(run, values, at: item, font: font) }
      guard !collector.hasErrors else { return }
    }
    report(values, string: string, font: font, or: other)
  }

  /// A run is checked by itself, so that a problem is shown where the run is.
  private func check(
    _ run: AttributedText.StyleRun, _ values: LayerValues, at item: YAMLNode, font: YAMLNode?
  ) {
    var alone = values
    alone[.string] = AttributedText(run.text)
    alone[.font] = run.font ?? values[.font]
    let entries = item.entries ?? []
    let string = entries.first { $0.name == Key.runText.name }?.value ?? item
    let own = entries.first { $0.name == Key.runFont.name }?.value
    report(alone, string: string, font: own ?? font, or: item)
  }

  private func report(
    _ values: LayerValues, string: YAMLNode?, font: YAMLNode?, or other: YAMLNode
  ) {
    do throws(AssetProblem) {
      try inspectText(values)
    } catch {
      let place = error.offset == nil ? font ?? string : string ?? font
      report(error, at: place ?? other, in: string?.scalar?.text)
    }
  }
}
