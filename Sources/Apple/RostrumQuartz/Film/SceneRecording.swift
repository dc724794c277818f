import Foundation
import RostrumGeometry
import RostrumLayerTree
import RostrumKit
import RostrumTiming

/// Makes a scene of the lives of a film's layers.
struct SceneRecording {
  let size: Size
  let background: Color?
  let frames: FrameClock
  /// The names that are taken.
  private var names: Set<String> = []
  private var index = 0
  /// The pictures that are no files, by the model's paths.
  private(set) var images: KnownImages = [:]

  init(size: Size, background: Color?, frames: FrameClock) {
    (self.size, self.background, self.frames) = (size, background, frames)
  }

  /// The scene of a stage. Its layer is the scene itself where it does nothing of its own.
  mutating func scene(_ root: CALayer) -> Scene {
    var background = background
    var layers: [Layer]
    if let plain = root.plainBackground(size) {
      if let color = plain { background = color }
      layers = sublayers(of: root, "layers", { $0 })
    } else {
      layers = [layer(root, .always, at: "layers[0]", { $0 })]
    }
    return Scene(size: size, background: background, clock: frames, layers: layers)
  }

  /// When a layer is in its place, in seconds of the film.
  private struct Span {
    let start: Double
    let end: Double

    static let always = Span(start: -.infinity, end: .infinity)
  }

  /// The time of a layer at a time of the film.
  private typealias LocalTime = (Double) -> Double

  private mutating func sublayers(
    of layer: CALayer, _ place: String, _ time: @escaping LocalTime
  ) -> [Layer] {
    var result: [Layer] = []
    for stay in layer.life.stays where stay.start < frames.duration || stay.start <= 0 {
      let jumps = stay.layer.clockJumps(time).filter { stay.start < $0 && $0 < stay.end }
      // No scene file says that a clock jumps: from then on the layer is another one.
      for (start, end) in zip([stay.start] + jumps, jumps + [stay.end]) {
        let span = Span(start: start, end: end)
        result.append(self.layer(stay.layer, span, at: "\(place)[\(result.count)]", time))
      }
    }
    return result
  }

  /// `place` names a layer without a name of its own.
  private mutating func layer(
    _ layer: CALayer, _ span: Span, at place: String, _ time: @escaping LocalTime
  ) -> Layer {
    index += 1
    let index = index
    for (path, image) in layer.images where image.bytes != nil { images[path] = image }
    let name = unique(layer.name, place)
    let inner = sublayers(of: layer, place + ".sublayers") {
      layer.life.localTime(at: $0, time($0))
    }
    return Layer(
      index: index, name: name, layerClass: type(of: layer).modelClass,
      epochs: epochs(of: layer, in: span), sublayers: inner,
      mask: mask(of: layer, at: place + ".mask", { layer.life.localTime(at: $0, time($0)) }))
  }

  /// A layer outside of its place is hidden.
  private func epochs(of layer: CALayer, in span: Span) -> [Epoch] {
    let all = layer.life.epochs
    guard let first = all.first else { return [Epoch(values: layer.values, clock: layer.clock)] }
    var result: [Epoch] = []
    func hide(_ epoch: Epoch, from time: Double) {
      var values = epoch.values
      values[.hidden] = true
      result.append(Epoch(startTime: time, values: values, clock: epoch.clock))
    }
    if span.start > -.infinity {
      hide(all.last { $0.startTime <= span.start } ?? first, from: -.infinity)
    }
    for (epoch, next) in zip(all, all.dropFirst().map(\.startTime) + [.infinity]) {
      guard next > span.start, epoch.startTime < span.end else { continue }
      result.append(
        Epoch(
          startTime: max(epoch.startTime, span.start), values: epoch.values, clock: epoch.clock,
          animations: epoch.animations))
    }
    if span.end < .infinity { hide(all.last { $0.startTime < span.end } ?? first, from: span.end) }
    return result
  }

  /// One mask from first to last is the layer's. Where it changes, a mask holds them all, and a
  /// plane without end for when there is none.
  private mutating func mask(
    of layer: CALayer, at place: String, _ time: @escaping LocalTime
  ) -> Layer? {
    let masks = layer.life.masks
    guard let first = masks.first else { return nil }
    if masks.count == 1, first.start == -.infinity, first.end == .infinity {
      return self.layer(first.layer, .always, at: place, time)
    }
    index += 1
    let index = index
    var inner = [everything(without: masks, at: place + ".sublayers[0]")]
    for stay in masks {
      let span = Span(start: stay.start, end: stay.end)
      inner.append(self.layer(stay.layer, span, at: "\(place).sublayers[\(inner.count)]", time))
    }
    return Layer(
      index: index, name: unique(nil, place), layerClass: .plain, values: LayerValues(),
      sublayers: inner)
  }

  private mutating func everything(without masks: [LayerLife.Stay], at place: String) -> Layer {
    index += 1
    var values = LayerValues()
    values[.backgroundColor] = .white
    values[.bounds] = Rect(x: 0, y: 0, width: 1e6, height: 1e6)
    var times: [Double] = masks.flatMap { [$0.start, $0.end] }.filter { $0.isFinite }
    times = [-.infinity] + Set(times).sorted()
    let epochs = times.map { time in
      var values = values
      values[.hidden] = masks.contains { $0.start <= time && time < $0.end }
      return Epoch(startTime: time, values: values)
    }
    return Layer(
      index: index, name: unique(nil, place), layerClass: .plain, epochs: epochs)
  }

  /// A name that no other layer has.
  private mutating func unique(_ name: String?, _ place: String) -> String {
    let wanted = name.flatMap { $0.isEmpty ? nil : $0 } ?? place
    var result = wanted
    var count = 1
    while !names.insert(result).inserted {
      count += 1
      result = "\(wanted) \(count)"
    }
    return result
  }
}

extension LayerLife {
  /// The time of the layer at a time of the film, when its superlayer's time is given.
  fileprivate func localTime(at time: Double, _ parentTime: Double) -> Double {
    let epoch = epochs.last { $0.startTime <= time } ?? epochs.first
    return epoch.map { $0.clock(at: parentTime).localTime(parentTime: parentTime) } ?? parentTime
  }
}

extension CALayer {
  /// When the layer's own time jumps, in seconds of the film. `parentTime` is the superlayer's.
  fileprivate func clockJumps(_ parentTime: (Double) -> Double) -> [Double] {
    zip(life.epochs, life.epochs.dropFirst()).compactMap { before, after in
      guard before.clock != after.clock else { return nil }
      let time = parentTime(after.startTime)
      let now = after.clock.localTime(parentTime: time)
      let jump = abs(now - before.clock.localTime(parentTime: time))
      return jump > 1e-9 * max(1, abs(now)) ? after.startTime : nil
    }
  }

  /// The background of a layer that does nothing else than hold others, where it has one; `nil` for
  /// a layer that does more.
  fileprivate func plainBackground(_ size: Size) -> Color?? {
    guard life.epochs.count == 1, let epoch = life.epochs.first, epoch.animations.isEmpty,
      epoch.clock == LayerClock(), life.masks.isEmpty
    else { return nil }
    var rest = epoch.values
    let color = rest[.backgroundColor]
    if let color, color.alpha < 1 { return nil }
    rest[.backgroundColor] = nil
    let expected = Self.stageValues(size)
    return type(of: self).modelClass.properties.allSatisfy {
      rest[any: $0] == expected[any: $0]
    } ? .some(color) : nil
  }

  static func stageValues(_ size: Size) -> LayerValues {
    var values = LayerValues()
    values[.bounds] = Rect(origin: .zero, size: size)
    values[.position] = Point(x: size.width / 2, y: size.height / 2)
    return values
  }
}
