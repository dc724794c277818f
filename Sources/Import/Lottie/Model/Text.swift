import RostrumBase
import RostrumSceneImport
import RostrumImportedDocument
import RostrumGeometry
import RostrumSource

/// The wordings of a text layer, each with its time.
struct LottieText {
  /// One style for all of a text, from a frame on.
  struct Document {
    let startFrame: Double
    let text: String
    let font: String
    let size: Double
    /// In thousandths of the size.
    let tracking: Double
    let lineHeight: Double
    let baselineShift: Double
    let alignment: Alignment
    let justification: Justification
    let fill: Color?
    let stroke: Color?
    let strokeWidth: Double
    let strokesAboveFill: Bool
    /// The box that the text begins in; `nil` for text from a point.
    let box: Rect?
    let source: JSONValue
  }

  enum Alignment: Int {
    case left, right, center
  }

  /// The lines of a box that are as wide as it.
  enum Justification {
    case none, allButLast, all

    func stretches(isLast: Bool) -> Bool { self == .all || self == .allButLast && !isLast }
  }

  /// Changes of the whole text over time.
  struct Changes {
    var fill: Track<[Double]>?
    var stroke: Track<[Double]>?
    var strokeWidth: Track<[Double]>?
    var opacity: Track<[Double]>?
  }

  let documents: [Document]
  let changes: Changes
  /// Changes of letters by themselves.
  let animators: [LottieTextAnimator]
  /// Where letters turn and grow about, in per cent from the middle of each on the base line.
  let anchorShift: Track<[Double]>
}

/// The outlines of letters that a file brings along.
struct GlyphTable {
  struct Glyph {
    /// The way to the next letter, in hundredths of the size.
    let width: Double
    /// In hundredths of the size, from the base line.
    let shapes: [ShapeItem]
  }

  private var glyphs: [String: Glyph] = [:]

  var isEmpty: Bool { glyphs.isEmpty }

  private static func key(_ letter: String, _ family: String, _ style: String) -> String {
    "\(letter)\u{0}\(family)\u{0}\(style)"
  }

  mutating func add(_ glyph: Glyph, _ letter: String, family: String, style: String) {
    glyphs[Self.key(letter, family, style)] = glyph
  }

  /// Whether there is any letter of a font.
  func has(_ font: LottieFont) -> Bool {
    let ending = Self.key("", font.family, font.style)
    return glyphs.keys.contains { $0.hasSuffix(ending) }
  }

  func glyph(_ letter: Character, _ font: LottieFont) -> Glyph? {
    glyphs[Self.key(String(letter), font.family, font.style)]
  }
}

extension LottieContext {
  func glyphs(_ values: [JSONValue]) -> GlyphTable {
    var table = GlyphTable()
    for value in values {
      let data = value["data"]
      let glyph = GlyphTable.Glyph(
        width: number(value, "w"), shapes: data.map { shapes(list($0, "shapes")) } ?? [])
      table.add(
        glyph, value["ch"]?.string ?? "", family: value["fFamily"]?.string ?? "",
        style: value["style"]?.string ?? "")
    }
    return table
  }

  func font(_ value: JSONValue) -> (name: String, font: LottieFont)? {
    guard let name = value["fName"]?.string else { return nil }
    return (
      name,
      LottieFont(
        family: value["fFamily"]?.string ?? name, style: value["fStyle"]?.string ?? "",
        ascent: number(value, "ascent"), source: value)
    )
  }

  /// The text of a layer; `nil` after reporting why there is none.
  func text(_ layer: JSONValue) -> LottieText? {
    guard let value = layer["t"], let data = value["d"] else {
      return failure(.missingKey, "expected the text 't' of a text layer", at: layer)
    }
    refuseExpression(of: data)
    let documents = list(data, "k").compactMap(document)
    if let path = value["p"], path["m"] != nil, path["m"]?.isNull == false {
      unsupported(.textOnPath, at: path)
    }
    var changes = LottieText.Changes()
    var animators: [LottieTextAnimator] = []
    for animator in list(value, "a") {
      if changesAll(animator) {
        read(animator, into: &changes)
      } else if let animator = textAnimator(animator) {
        animators.append(animator)
      }
    }
    return LottieText(
      documents: documents, changes: changes, animators: animators,
      anchorShift: value["m"].map { track($0, "a", [0, 0]) } ?? Track([0, 0]))
  }

  func document(_ key: JSONValue) -> LottieText.Document? {
    guard let value = key["s"], value.members != nil else { return nil }
    let size = max(number(value, "s", 10), 0)
    let box = value["sz"].flatMap(numbers).flatMap { size -> Rect? in
      let origin = value["ps"].flatMap(numbers) ?? [0, 0]
      guard size.count > 1, origin.count > 1 else { return nil }
      return Rect(x: origin[0], y: origin[1], width: max(size[0], 0), height: max(size[1], 0))
    }
    return LottieText.Document(
      startFrame: frame(key, "t"), text: wording(value),
      font: value["f"]?.string ?? "", size: size, tracking: number(value, "tr"),
      lineHeight: number(value, "lh", size * 1.2), baselineShift: number(value, "ls"),
      alignment: LottieText.Alignment(rawValue: whole(value, "j") % 3) ?? .left,
      justification: justification(whole(value, "j")),
      fill: value["fc"].flatMap(numbers).map { .lottie($0) },
      stroke: value["sc"].flatMap(numbers).map { .lottie($0) },
      strokeWidth: max(number(value, "sw"), 0), strokesAboveFill: flag(value, "of"), box: box,
      source: key)
  }

  /// The letters of a text; lottie-ios knows no capitals.
  private func wording(_ value: JSONValue) -> String {
    let (text, capitals) = (value["t"]?.string ?? "", whole(value, "ca"))
    if capitals == 2 {
      warning(.noEffect, "small capitals are not drawn: the letters stay as they are", at: value)
    }
    return capitals == 1 && profile == .ae ? text.uppercased() : text
  }

  /// lottie-ios knows no justified lines.
  private func justification(_ number: Int) -> LottieText.Justification {
    guard profile == .ae else { return .none }
    return number == 6 ? .all : (3...5).contains(number) ? .allButLast : .none
  }

  /// Whether an animator is a change of the whole text.
  private func changesAll(_ animator: JSONValue) -> Bool {
    let names = animator["a"]?.members?.map(\.name) ?? []
    return names.allSatisfy(["fc", "sc", "sw", "o"].contains)
      && animator["s"].map(selectsAll) ?? true
  }

  private func read(_ animator: JSONValue, into changes: inout LottieText.Changes) {
    for member in animator["a"]?.members ?? [] {
      switch member.name {
      case "fc": changes.fill = track(member.value, [0, 0, 0])
      case "sc": changes.stroke = track(member.value, [0, 0, 0])
      case "sw": changes.strokeWidth = track(member.value)
      default: changes.opacity = track(member.value, [100])
      }
    }
  }

  private func selectsAll(_ selector: JSONValue) -> Bool {
    track(selector, "s", [0]).values.allSatisfy { $0 == [0] }
      && track(selector, "e", [100]).values.allSatisfy { $0 == [100] }
      && track(selector, "o", [0]).values.allSatisfy { $0 == [0] }
      && track(selector, "a", [100]).values.allSatisfy { $0 == [100] }
      && whole(selector, "rn") == 0 && [0, 1].contains(whole(selector, "sh", 1))
  }
}
