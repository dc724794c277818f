import RostrumBase
import RostrumGeometry
import RostrumLayerTree

/// The digest of a layer's values: of all properties, so that a new one is included automatically.
struct ValueDigester {
  let assets: SceneAssets

  /// The digest of the values that differ from their defaults, without the layer's timing values.
  /// The order of the values makes no difference, nor whether a default is written out.
  func digest(of values: LayerValues) -> Digest {
    var sum = Digest.zero
    values.forEachOwn { property, value in
      guard value != property.defaultValue, !Self.isClock(property) else { return }
      var digester = Digester(seed: property.nameHash)
      combine(value, into: &digester)
      sum = sum + digester.digest
    }
    return sum
  }

  /// A clock changes the time of values, not the values.
  private static func isClock(_ property: Property) -> Bool {
    property === Property.timeOffset || property === Property.speed
      || property === Property.beginTime
  }

  private func combine(_ value: Value, into digester: inout Digester) {
    switch value {
    case .number(let number): digester.combine(number)
    case .boolean(let flag): digester.combine(flag ? 1 : 0)
    case .point(let point): digester.combine(numbersOf: point)
    case .size(let size): digester.combine(numbersOf: size)
    case .rect(let rect): digester.combine(numbersOf: rect)
    case .color(let color): digester.combine(numbersOf: color)
    case .transform(let transform): digester.combine(numbersOf: transform)
    case .numbers(let numbers): digester.combine(numbersOf: numbers)
    case .colors(let colors): digester.combine(numbersOf: colors)
    default: combine(value.parts, into: &digester)
    }
  }

  private func combine(_ parts: ValueParts, into digester: inout Digester) {
    switch parts {
    case .none: digester.combine(0)
    case .numbers(let numbers): for part in numbers { digester.combine(part.number) }
    case .path(let path): combine(path, into: &digester)
    case .image(let image): digester.combine(assets.digest(of: image))
    case .font(let font): digester.combine(assets.digest(of: font))
    case .text(let text): digester.combine(text)
    case .words(let words): for word in words { digester.combine(word) }
    case .attributedText(let text): combine(text, into: &digester)
    case .emitterCells(let cells): combine(cells, into: &digester)
    case .filters(let filters): combine(filters, into: &digester)
    case .particles(let cloud): combine(cloud.particles, into: &digester)
    }
  }

  private func combine(_ path: Path, into digester: inout Digester) {
    for element in path.elements {
      switch element {
      case .move(let point):
        digester.combine(1)
        digester.combine(numbersOf: point)
      case .line(let point):
        digester.combine(2)
        digester.combine(numbersOf: point)
      case .cubic(let first, let second, let end):
        digester.combine(3)
        for point in [first, second, end] { digester.combine(numbersOf: point) }
      case .close: digester.combine(4)
      }
    }
  }

  private func combine(_ text: AttributedText, into digester: inout Digester) {
    for run in text.runs {
      digester.combine(run.text)
      digester.combine(run.font.map(assets.digest) ?? .zero)
      digester.combine(run.fontSize ?? -1)
      digester.combine(run.kern)
      digester.combine(run.baselineOffset)
      for color in [run.foregroundColor, run.backgroundColor] { digester.combine(color) }
      digester.combine(run.underlineStyle.rawValue)
      digester.combine(run.underlineColor)
      digester.combine(run.strikethroughStyle.rawValue)
      digester.combine(run.strikethroughColor)
    }
  }

  private func combine(_ cells: [EmitterCell], into digester: inout Digester) {
    digester.combine(cells.count)
    for cell in cells {
      digester.combine(digest(of: cell.values))
      combine(cell.cells, into: &digester)
    }
  }

  private func combine(_ filters: [LayerFilter], into digester: inout Digester) {
    for filter in filters {
      digester.combine(filter.kind.name)
      digester.combine(digest(of: filter.values))
    }
  }

  /// How old a particle is decides about its order alone.
  private func combine(_ particles: [Particle], into digester: inout Digester) {
    var (image, shown) = (ImageReference?.none, Digest.zero)
    for particle in particles {
      if particle.image != image {
        (image, shown) = (particle.image, assets.digest(of: particle.image))
      }
      digester.combine(shown)
      digester.combine(numbersOf: particle.position)
      digester.combine(particle.rotation)
      digester.combine(particle.scale)
      digester.combine(numbersOf: particle.color)
      digester.combine(numbersOf: particle.contentsRect)
      digester.combine(particle.contentsScale)
    }
  }
}

extension Digester {
  fileprivate mutating func combine(_ color: Color?) {
    combine(color == nil ? 0 : 1)
    if let color { combine(numbersOf: color) }
  }

  /// How many there are, then their numbers.
  fileprivate mutating func combine<Numbers>(numbersOf list: [Numbers]) {
    list.withUnsafeBytes { combine($0) }
  }
}
