public import RostrumBase
import RostrumGeometry
import RostrumLayerTree
import RostrumTiming

/// Something that Core Animation's archives have no words for, or Rostrum's reader of them.
public struct UnwritableArchive: ExitStatusError, Hashable, Sendable, CustomStringConvertible {
  public let description: String

  public var exitStatus: ExitStatus { .wrongScene }
}

/// Writes a scene as Core Animation's archive (`main.caml`): the inverse of the importer.
struct ArchiveWriter {
  /// Gives the path inside the bundle of a picture.
  let asset: (ImageReference) throws -> String

  private static let classes: [LayerClass] = [
    .plain, .shape, .text, .gradient, .replicator, .emitter, .transform, .scroll,
  ]

  func text(_ scene: Scene) throws -> String {
    for layer in scene.layers where layer.epochs.count > 1 {
      throw Self.unwritable("events, such as those of layer '\(layer.name)'")
    }
    if !scene.audio.isEmpty { throw Self.unwritable("sounds") }
    var root = ArchiveElement("CALayer")
    let size = scene.size
    root.set("name", "canvas")
    root.set("bounds", "0 0 \(Self.number(size.width)) \(Self.number(size.height))")
    root.set("position", "\(Self.number(size.width / 2)) \(Self.number(size.height / 2))")
    // Inside, the y axis points down, as in a scene.
    root.set("geometryFlipped", "1")
    root.set("masksToBounds", "1")
    if let color = scene.background {
      try add(.color(color), "backgroundColor", .color, to: &root, "canvas")
    }
    try add(scene.root.sublayers, to: &root)
    var file = ArchiveElement("caml")
    file.set("xmlns", "http://www.apple.com/CoreAnimation/1.0")
    file.children.append(root)
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\n" + file.text()
  }

  static func unwritable(_ what: String) -> UnwritableArchive {
    UnwritableArchive(description: "an archive of Core Animation cannot hold \(what)")
  }

  /// With as many digits as it takes to read the same number.
  static func number(_ number: Double) -> String {
    number == 0 ? "0" : exact(number)
  }

  // MARK: Layers

  private func add(_ layers: [Layer], to element: inout ArchiveElement) throws {
    guard !layers.isEmpty else { return }
    var list = ArchiveElement("sublayers")
    list.children = try layers.map(layer)
    element.children.append(list)
  }

  private func layer(_ layer: Layer) throws -> ArchiveElement {
    guard Self.classes.contains(layer.layerClass), layer.video == nil else {
      throw Self.unwritable("layer '\(layer.name)', of class \(layer.layerClass.name)")
    }
    guard layer.audio.isEmpty else { throw Self.unwritable("sounds") }
    guard layer.connection == nil else {
      throw Self.unwritable("layer '\(layer.name)', a line that connects layers")
    }
    var element = ArchiveElement(layer.layerClass.coreAnimationName)
    element.set("name", layer.name)
    let epoch = layer.epochs[0]
    let clock = [
      ("beginTime", epoch.clock.beginTime, 0.0), ("speed", epoch.clock.speed, 1),
      ("timeOffset", epoch.clock.timeOffset, 0),
    ]
    for (name, value, usual) in clock where value != usual { element.set(name, Self.number(value)) }
    let initial = layer.layerClass.initialValues
    for property in layer.layerClass.properties {
      let value = epoch.values[any: property]
      guard value != initial[any: property] else { continue }
      try add(value, property.name, property.type, to: &element, layer.name)
    }
    if let mask = layer.mask {
      var holder = ArchiveElement("mask")
      holder.children = [try self.layer(mask)]
      element.children.append(holder)
    }
    try add(layer.sublayers, to: &element)
    guard !epoch.animations.isEmpty else { return element }
    var list = ArchiveElement("animations")
    let writer = ArchiveAnimationWriter(layers: self, layer: layer.name)
    list.children = try epoch.animations.map(writer.element)
    element.children.append(list)
    return element
  }

  // MARK: Values

  /// A property as an attribute, or as an element inside.
  private func add(
    _ value: Value, _ name: String, _ type: ValueType, to element: inout ArchiveElement,
    _ layer: String
  ) throws {
    var child = ArchiveElement(name)
    switch value {
    case .numbers(let numbers):
      child.children = numbers.map { .leaf("real", Self.number($0)) }
    case .colors(let colors): child.children = colors.map(Self.color)
    case .color(let color) where color.alpha < 1:
      child.attributes = Self.color(color).attributes
    case .none where type == .color:
      child.attributes = Self.color(Color(red: 0, green: 0, blue: 0, alpha: 0)).attributes
    case .image(let image):
      guard image.frame == nil else { throw Self.unwritable("a picture of a video") }
      child.set("type", "CGImage")
      child.set("src", try asset(image))
    case .font(let font):
      guard case .family(let family) = font.source, font.fallbacks.isEmpty else {
        throw Self.unwritable("the font of layer '\(layer)': only one family that is installed")
      }
      child.set("type", "string")
      child.set("value", family)
      if font.weight != 400 { child.set("weight", "\(font.weight)") }
      if font.isItalic { child.set("italic", "1") }
    case .emitterCells(let cells): child.children = try cells.map { try cell($0, layer) }
    case .filters(let filters): child.children = try filters.map { try filter($0, layer) }
    default:
      guard let text = Self.text(value) else {
        throw Self.unwritable("\(name) of layer '\(layer)'")
      }
      return element.set(name, text)
    }
    element.children.append(child)
  }

  /// A value in an attribute; `nil` for one that is written otherwise.
  static func text(_ value: Value) -> String? {
    if case .color(let color) = value {
      return [color.red, color.green, color.blue].map(number).joined(separator: " ")
    }
    return switch value.parts {
    case .numbers(let list): list.map { number($0.number) }.joined(separator: " ")
    case .path(let path): path.svg
    case .text(let text): text
    case .words(let words): words.joined(separator: " ")
    case .image, .font, .attributedText, .emitterCells, .filters, .particles, .none: nil
    }
  }

  private static func list(_ children: [ArchiveElement]) -> ArchiveElement {
    var element = ArchiveElement("NSArray")
    element.children = children
    return element
  }

  private static func color(_ color: Color) -> ArchiveElement {
    var element = ArchiveElement.leaf(
      "CGColor", "\(number(color.red)) \(number(color.green)) \(number(color.blue))")
    if color.alpha < 1 { element.set("opacity", number(color.alpha)) }
    return element
  }

  /// A value as an element with its type, such as `<real value="1"/>`.
  func leaf(_ value: Value, _ layer: String) throws -> ArchiveElement {
    switch value {
    case .color(let color): return Self.color(color)
    case .image(let image):
      var element = ArchiveElement("CGImage")
      element.set("src", try asset(image))
      return element
    case .none: return Self.color(Color(red: 0, green: 0, blue: 0, alpha: 0))
    case .colors(let colors): return Self.list(colors.map(Self.color))
    case .numbers(let numbers): return Self.list(numbers.map { .leaf("real", Self.number($0)) })
    default: break
    }
    let names: [(String, (Value) -> Bool)] = [
      ("CGPoint", { if case .point = $0 { true } else { false } }),
      ("CGSize", { if case .size = $0 { true } else { false } }),
      ("CGRect", { if case .rect = $0 { true } else { false } }),
      ("CATransform3D", { if case .transform = $0 { true } else { false } }),
      ("CGPath", { if case .path = $0 { true } else { false } }),
      ("string", { if case .text = $0 { true } else { false } }),
      ("real", { $0.components.count == 1 }),
    ]
    guard let text = Self.text(value), let name = names.first(where: { $0.1(value) })?.0 else {
      throw Self.unwritable("an animation of such values in layer '\(layer)'")
    }
    return .leaf(name, text)
  }

  private func cell(_ cell: EmitterCell, _ layer: String) throws -> ArchiveElement {
    var element = ArchiveElement("CAEmitterCell")
    if !cell.name.isEmpty { element.set("name", cell.name) }
    let initial = LayerValues()
    for property in EmitterCell.properties {
      let value = cell.values[any: property]
      guard value != initial[any: property] else { continue }
      try add(value, property.name, property.type, to: &element, layer)
    }
    guard !cell.cells.isEmpty else { return element }
    var list = ArchiveElement("emitterCells")
    list.children = try cell.cells.map { try self.cell($0, layer) }
    element.children.append(list)
    return element
  }

  private func filter(_ filter: LayerFilter, _ layer: String) throws -> ArchiveElement {
    var element = ArchiveElement("CAFilter")
    element.set("filter", filter.kind.name)
    element.set("name", filter.name)
    for input in filter.kind.inputs {
      let value = filter.values[any: input]
      guard value != input.defaultValue else { continue }
      guard let text = Self.text(value) else {
        throw Self.unwritable("\(input.name) of a filter of layer '\(layer)'")
      }
      element.set(input.name, text)
    }
    return element
  }
}

/// An element of an archive that is being written.
struct ArchiveElement {
  let name: String
  fileprivate(set) var attributes: [(name: String, value: String)] = []
  var children: [ArchiveElement] = []

  init(_ name: String) { self.name = name }

  static func leaf(_ name: String, _ value: String) -> ArchiveElement {
    var element = ArchiveElement(name)
    element.set("value", value)
    return element
  }

  mutating func set(_ name: String, _ value: String) { attributes.append((name, value)) }

  func text(_ indent: String = "") -> String {
    var text = "\(indent)<\(name)"
    for (name, value) in attributes {
      text += " \(name)=\"\(Escaping.xml(value))\""
    }
    guard !children.isEmpty else { return text + "/>\n" }
    return text + ">\n" + children.map { $0.text(indent + "  ") }.joined() + "\(indent)</\(name)>\n"
  }
}
