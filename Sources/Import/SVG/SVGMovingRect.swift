import RostrumGeometry
import RostrumImportedDocument
import RostrumLayerTree
import RostrumTiming

/// A rectangle that depends on the box of an element, and moves with it: the region of a filter or
/// a mask, the units of a clip.
///
/// Its key frames are the boxes at the key times of the animations inside.
struct SVGMovingRect {
  /// Without animations.
  var rect: Rect
  fileprivate var runs: [(timing: MediaTiming, keyTimes: [Double], rects: [Rect])] = []

  init(_ rect: Rect) { self.rect = rect }

  var isMoving: Bool { !runs.isEmpty }

  /// The moving rectangle that follows from this one at each of its times.
  func map(_ change: (Rect) -> Rect) -> SVGMovingRect {
    var result = SVGMovingRect(change(rect))
    result.runs = runs.map { ($0.timing, $0.keyTimes, $0.rects.map(change)) }
    let moves = result.runs.contains { $0.rects.contains { $0 != result.rect } }
    return moves ? result : SVGMovingRect(result.rect)
  }

  /// Animations of what follows from the rectangle; none where that stays the same.
  func animations(_ property: Property, _ value: (Rect) -> Value) -> [KeyframeAnimation] {
    let lists = runs.map { $0.rects.map(value) }
    guard Set(lists.joined()).count > 1 || lists.contains(where: { $0[0] != value(rect) }) else {
      return []
    }
    return zip(runs, lists).map { run, values in
      KeyframeAnimation(
        keyPath: AnimationKeyPath(property), values: values, keyTimes: run.keyTimes,
        timing: run.timing)
    }
  }
}

extension Rect {
  /// The usual region of a filter or a mask, in shares of a box.
  static let regionOfBox = Rect(x: -0.1, y: -0.1, width: 1.2, height: 1.2)
}

extension ImportedLayer {
  /// A layer of one colour.
  static func solid(_ name: String, _ bounds: SVGMovingRect, _ color: Color) -> ImportedLayer {
    var layer = solid(name, bounds.rect, color)
    layer.setBounds(bounds)
    return layer
  }

  /// Makes the bounds a moving rectangle of the superlayer, without moving its sublayers.
  mutating func setBounds(_ bounds: SVGMovingRect) {
    setBounds(bounds.rect)
    animations += bounds.animations(.bounds) { .rect($0) }
    animations += bounds.animations(.position) { .point($0.center) }
  }

  /// The animations inside on which its box depends.
  fileprivate var boxAnimations: [KeyframeAnimation] {
    let properties: Set<Property> = [.path, .position, .transform, .bounds]
    let own = animations.compactMap { $0 as? KeyframeAnimation }.filter {
      properties.contains($0.keyPath.property) || $0.isSwitch
    }
    return own + (sublayers + mask).flatMap(\.boxAnimations)
  }

  /// The presentation of the layer at a time, or its model: without sublayers whose opacity an
  /// animation has switched to 0, and without strokes, which are not in a bounding box.
  fileprivate func still(at time: Double?) -> ImportedLayer {
    var result = self
    if let time, !animations.isEmpty {
      let attached = animations.map { AttachedAnimation($0) }
      result.values = Epoch(values: values, animations: attached).presentationValues(at: time)
    }
    result.values[.strokeColor] = nil
    result.animations = []
    func shown(_ layers: [ImportedLayer]) -> [ImportedLayer] {
      layers.compactMap { layer in
        let still = layer.still(at: time)
        let isOff = still.values[.opacity] == 0 && layer.animations.contains(where: \.isSwitch)
        return isOff ? nil : still
      }
    }
    (result.sublayers, result.mask) = (shown(sublayers), shown(mask))
    return result
  }
}

extension Animation {
  /// Whether it shows and hides a layer.
  fileprivate var isSwitch: Bool {
    guard let frames = self as? KeyframeAnimation else { return false }
    return frames.keyPath.property == .opacity && frames.calculationMode == .discrete
  }
}

extension Rect {
  /// This bounding box after its moving part has moved from `rest` to `new`; a side beyond `rest`
  /// belongs to static or invisible content.
  fileprivate func moved(from rest: Rect, to new: Rect) -> Rect {
    let near = 1e-6
    let left = minX < rest.minX - near ? min(minX, new.minX) : new.minX
    let top = minY < rest.minY - near ? min(minY, new.minY) : new.minY
    let right = maxX > rest.maxX + near ? max(maxX, new.maxX) : new.maxX
    let bottom = maxY > rest.maxY + near ? max(maxY, new.maxY) : new.maxY
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }
}

extension SVGConversion {
  private static let mostSamples = 1000

  /// The animated bounding box of a drawing; the union of its boxes where its animations do not
  /// have a common period.
  func movingBox(of drawing: Drawing, at place: Range<Int>) -> SVGMovingRect {
    var result = SVGMovingRect(drawing.box ?? .zero)
    guard !motions.isEmpty, let draft = drawing.draft, let box = drawing.box,
      let rest = draft.still(at: nil).extent(.identity)
    else { return result }
    let moving = draft.boxAnimations.map { SVGAnimation($0, at: place) }
    guard !moving.isEmpty else { return result }
    let most = min(Self.mostSamples, boxSamplesLeft / draft.count)
    guard most > 1 else {
      differs("its box is that without animations here: too much moves in it", at: place)
      return result
    }
    let sandwich = SVGSandwich(
      [SVGSandwich.Attribute(name: "transform", animations: moving, base: "none")], at: place)
    for phase in sandwich.phases {
      var samples = sandwich.samples(in: phase) { _ in true }
      if samples.count > most {
        samples = (0...most).map {
          let time = phase.from + (phase.to - phase.from) * Double($0) / Double(most)
          return (time, time)
        }
      }
      boxSamplesLeft = max(0, boxSamplesLeft - samples.count * draft.count)
      let rects = samples.map { sample in
        draft.still(at: sample.moment).extent(.identity).map { box.moved(from: rest, to: $0) }
          ?? box
      }
      result.runs.append((phase.timing, samples.map { phase.share($0.time) }, rects))
    }
    guard sandwich.isShortened else { return result }
    return SVGMovingRect(result.runs.flatMap(\.rects).reduce(box) { $0.union($1) })
  }
}

extension SVGAnimation {
  /// The times of an animation of a layer, without its values.
  fileprivate init(_ animation: KeyframeAnimation, at place: Range<Int>) {
    self.init("transform", animation.timing, at: place)
    (values, keyTimes) = (["none", "none"], animation.keyTimes)
  }
}
