package import Foundation
import RostrumFilePaths
import RostrumGeometry
import RostrumKit
package import RostrumLayerTree

/// The pictures that a layer has met, by the model's paths: the model's values only name them.
typealias KnownImages = [FilePath: CGImage]

extension Value {
  /// A value of a type of the model from one of Apple's types. `nil` for one of another kind.
  init?(_ any: Any?, _ type: ValueType, _ images: inout KnownImages) {
    guard let any, !(any is NSNull) else {
      self = type.emptyValue
      return
    }
    guard let value = Self.plain(any, type) ?? Self.object(any, type, &images) else { return nil }
    self = value
  }

  private static func plain(_ any: Any, _ type: ValueType) -> Value? {
    switch type {
    case .number, .angle: (number(any) ?? (any as? Bool).map { $0 ? 1 : 0 }).map(Value.number)
    case .boolean: (any as? Bool).map(Value.boolean) ?? number(any).map { .boolean($0 != 0) }
    case .point: (any as? CGPoint).map { .point(Point($0)) }
    case .size: size(any).map { .size(Size($0)) }
    case .rect: (any as? CGRect).map { .rect(Rect($0)) }
    case .transform: transform(any).map(Value.transform)
    case .numbers, .locations, .fixedNumbers: numbers(any).map { $0.isEmpty ? .none : .numbers($0) }
    case .text: (any as? String).map(Value.text)
    case .word(let words): word(any).flatMap { words.contains($0) ? .text($0) : nil }
    case .words(let known):
      (any as? any _WordMask).flatMap { mask in
        mask.words.allSatisfy(known.contains) ? .words(mask.words) : nil
      }
    default: any as? Value
    }
  }

  private static func object(
    _ any: Any, _ type: ValueType, _ images: inout KnownImages
  ) -> Value? {
    switch type {
    case .color: return (any as? CGColor).map { .color($0.model) }
    case .path: return (any as? CGPath).map { .path($0.model) }
    case .colors:
      guard let colors = any as? [Any] else { return nil }
      let models = colors.compactMap { ($0 as? CGColor)?.model }
      return models.count != colors.count ? nil : models.isEmpty ? Value.none : .colors(models)
    case .image:
      guard let image = any as? CGImage else { return nil }
      images[FilePath(image.reference.path)] = image
      return .image(image.reference)
    case .font: return FontReference(any: any).map(Value.font)
    case .attributedText: return AttributedText(any: any).map { Value(text: $0) }
    case .emitterCells:
      guard let cells = any as? [CAEmitterCell] else { return nil }
      for cell in cells { images.merge(cell.images) { $1 } }
      return cells.isEmpty ? Value.none : .emitterCells(cells.map(\.model))
    case .filters:
      guard let filters = any as? [CAFilter] else { return nil }
      return filters.isEmpty ? Value.none : .filters(filters.map(\.model))
    default: return nil
    }
  }

  private init(text: AttributedText) {
    self = text == AttributedText(text.string) ? .text(text.string) : .attributedText(text)
  }

  static func number(_ any: Any) -> Double? {
    switch any {
    case let number as NSNumber: number.doubleValue
    case let number as Float: number.shortest
    case let number as any BinaryFloatingPoint: Double(number)
    case let number as any BinaryInteger: Double(number)
    default: nil
    }
  }

  private static func size(_ any: Any) -> CGSize? {
    any as? CGSize ?? (any as? CGPoint).map { CGSize(width: $0.x, height: $0.y) }
  }

  private static func transform(_ any: Any) -> Transform3D? {
    (any as? CATransform3D)?.model ?? (any as? CGAffineTransform).map { Transform3D($0.model) }
  }

  private static func numbers(_ any: Any) -> [Double]? {
    guard let list = any as? [Any] else { return nil }
    let numbers = list.compactMap(number)
    return numbers.count == list.count ? numbers : nil
  }

  private static func word(_ any: Any) -> String? {
    any as? String ?? (any as? any RawRepresentable)?.rawValue as? String
  }

  /// The value as Apple's types have it; `nil` for none.
  func any(_ images: KnownImages) -> Any? {
    switch self {
    case .number(let number): return number
    case .boolean(let flag): return flag
    case .point(let point): return point.cgPoint
    case .size(let size): return size.cgSize
    case .rect(let rect): return rect.cgRect
    case .color(let color): return CGColor(color)
    case .transform(let transform): return CATransform3D(transform)
    case .numbers(let numbers): return numbers
    case .colors(let colors): return colors.map { CGColor($0) }
    default: break
    }
    return switch parts {
    case .numbers: self
    case .path(let path): CGPath(path)
    case .image(let image): images[FilePath(image.path)] ?? CGImage(image)
    case .font(let font): font
    case .text(let text): text
    case .words(let words):
      CAEdgeAntialiasingMask(words).isEmpty
        ? CACornerMask(words) as Any : CAEdgeAntialiasingMask(words)
    case .attributedText(let text): text.attributedString
    case .emitterCells(let cells): cells.map { CAEmitterCell($0, images) }
    case .filters(let filters): filters.map(CAFilter.init)
    case .particles, .none: nil
    }
  }
}

extension ValueType {
  /// Core Animation's nil. Of a type that has none, zero.
  var emptyValue: Value {
    switch self {
    case .number, .angle: .number(0)
    case .boolean: .boolean(false)
    case .point: .point(.zero)
    case .size: .size(.zero)
    case .rect: .rect(.zero)
    case .transform: .transform(.identity)
    case .text, .attributedText: .text("")
    case .font: .font(.standard)
    case .word(let words): .text(words.first ?? "")
    case .words: .words([])
    default: .none
    }
  }
}

// MARK: Text

/// A font of a module above, such as `UIFont`.
package protocol TextFont {
  var reference: FontReference { get }
  var textSize: CGFloat { get }
}

/// A colour of a module above, such as `UIColor`.
package protocol ColorHolder {
  var cgColor: CGColor { get }
}

extension CGColor {
  convenience init?(any: Any?) {
    switch any {
    case let color as CGColor: self.init(color.model)
    case let holder as any ColorHolder: self.init(holder.cgColor.model)
    default: return nil
    }
  }
}

extension FontReference {
  /// A family by its name, with a style behind a hyphen as in `Helvetica-Bold`, or a reference of
  /// the model.
  package init?(any: Any) {
    if let font = any as? any TextFont {
      self = font.reference
      return
    }
    if let font = any as? FontReference {
      self = font
      return
    }
    guard let name = any as? String else { return nil }
    let parts = name.split(separator: "-", maxSplits: 1).map(String.init)
    let style = parts.count == 2 ? parts[1].lowercased() : ""
    let family = parts.first ?? name
    // Liberation's families are always there.
    let free = FontReference.substitutes[family.lowercased()].flatMap {
      $0.hasPrefix("Liberation") ? $0 : nil
    }
    // A name with a dot before it is the system's own, such as `UIFont.systemFont` has.
    self.init(
      name.hasPrefix(".")
        ? FontReference.standard.source : .family(free ?? family),
      weight: style.contains("bold") ? 700 : style.contains("light") ? 300 : 400,
      isItalic: style.contains("italic") || style.contains("oblique"))
  }
}

extension NSAttributedString.Key {
  /// A family's name, as `CATextLayer.font` takes it.
  public static let font = NSAttributedString.Key("NSFont")
  /// In points.
  public static let fontSize = NSAttributedString.Key("RostrumFontSize")
  public static let foregroundColor = NSAttributedString.Key("NSColor")
  public static let backgroundColor = NSAttributedString.Key("NSBackgroundColor")
  public static let kern = NSAttributedString.Key("NSKern")
  public static let baselineOffset = NSAttributedString.Key("NSBaselineOffset")
}

extension NSAttributedString {
  package var model: AttributedText { AttributedText(any: self) ?? AttributedText(string) }
}

extension AttributedText {
  /// Attributes of texts that change pictures on a Mac.
  private static let undrawn = [
    "NSUnderline", "NSStrikethrough", "NSStrokeWidth", "NSShadow", "NSAttachment", "NSObliqueness",
  ]

  package init?(any: Any) {
    if let text = any as? String {
      self.init(text)
      return
    }
    guard let text = any as? NSAttributedString else { return nil }
    var runs: [StyleRun] = []
    let whole = NSRange(location: 0, length: text.length)
    text.enumerateAttributes(in: whole, options: []) { attributes, range, _ in
      var run = StyleRun((text.string as NSString).substring(with: range))
      run.font = attributes[.font].flatMap { FontReference(any: $0) }
      run.fontSize =
        attributes[.fontSize].flatMap(Value.number)
        ?? (attributes[.font] as? any TextFont).map { Double($0.textSize) }
      let color = attributes[.foregroundColor] ?? attributes[.init(kCTForegroundColorAttributeName)]
      run.foregroundColor = CGColor(any: color)?.model
      run.backgroundColor = CGColor(any: attributes[.backgroundColor])?.model
      run.kern = attributes[.kern].flatMap(Value.number) ?? 0
      run.baselineOffset = attributes[.baselineOffset].flatMap(Value.number) ?? 0
      runs.append(run)
      for key in Self.undrawn where attributes[.init(key)] != nil {
        FilmWarnings.tell(.other("the attribute '\(key)' of a text is not drawn"))
      }
    }
    self.init(runs)
  }

  var attributedString: NSAttributedString {
    let result = NSMutableAttributedString(string: "")
    for run in runs {
      var attributes: [NSAttributedString.Key: Any] = [:]
      attributes[.font] = run.font
      attributes[.fontSize] = run.fontSize
      attributes[.foregroundColor] = run.foregroundColor.map { CGColor($0) }
      attributes[.backgroundColor] = run.backgroundColor.map { CGColor($0) }
      if run.kern != 0 { attributes[.kern] = run.kern }
      if run.baselineOffset != 0 { attributes[.baselineOffset] = run.baselineOffset }
      result.append(NSAttributedString(string: run.text, attributes: attributes))
    }
    return result
  }
}
