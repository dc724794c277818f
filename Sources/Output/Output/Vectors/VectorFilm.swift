import RostrumBase
import RostrumCanvas
import RostrumGeometry
import RostrumLayerTree
import RostrumMedia
import RostrumRendering
import RostrumSceneFile
import RostrumTiming

/// A film as one SVG, whose layers are groups and paths that CSS key frames move: a key for each
/// frame at which something changes.
///
/// At the time of each frame it shows that frame: coordinates are rounded to a thousandth of a
/// point, factors of transforms to a millionth, opacities to a ten-thousandth and colours to the
/// steps of 255.
struct VectorFilm {
  private let size: Size
  private let background: Color?
  private let title: String?
  private let root: VectorElement
  private let frameCount: Int
  /// In seconds.
  private let duration: Double

  /// `times` are the frame times, in seconds; each frame lasts `step`. Throws
  /// `VectorLayer.Problem`.
  init(
    _ scene: Scene, assets: SceneAssets, times: [Double], step: Double
  ) throws(VectorLayer.Problem) {
    size = scene.size
    background = scene.background
    title = scene.information.title
    frameCount = times.count
    duration = step * Double(times.count)
    let first = try assets.vectors(of: scene, at: times[0])
    root = VectorElement(first.identity, name: "", startingAt: 0)
    for (frame, time) in times.enumerated() {
      try root.add(try assets.vectors(of: scene, at: time), at: frame)
    }
  }

  /// The document. Its identifiers derive from its content, so that one page can hold several
  /// films.
  var svg: String {
    var writer = VectorWriter(frameCount: frameCount, duration: duration)
    root.write(to: &writer)
    let (width, height) = (number(size.width), number(size.height))
    let behind =
      background.map {
        "<rect width=\"\(width)\" height=\"\(height)\" fill=\"\(css($0))\" fill-opacity=\"\(number($0.alpha, digits: 4))\"/>\n"
      } ?? ""
    let name = title.map { "<title>\(Escaping.xml($0))</title>\n" } ?? ""
    let style =
      writer.rules.isEmpty ? "" : "<style>\n\(writer.rules)\(writer.reducedMotionRule)</style>\n"
    let body = "\(name)\(style)\(behind)\(writer.text)"
    var digester = Digester()
    digester.combine(body)
    let prefix = "f" + "\(digester.digest)".prefix(8)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)">
      \(body.replacing(VectorWriter.prefix, with: prefix))</svg>

      """
  }
}

extension VectorLayer {
  /// The index among siblings of earlier frames, from `start` on; `nil` for a layer that is new.
  /// Throws for one that has changed its order.
  func place(
    among siblings: [PresentationLayer.Identity], from start: Int
  ) throws(Problem) -> Int? {
    if let found = siblings[start...].firstIndex(of: identity) { return found }
    guard siblings.contains(identity) else { return nil }
    throw Problem(
      layer: identity.index, reason: "another place in the order of depth as time goes",
      hint: "give siblings a zPosition that does not change")
  }
}

/// A layer or a shape of it, with the tracks of its properties.
final class VectorElement {
  private let identity: PresentationLayer.Identity
  private let name: String
  private var opacity = StyleTrack("opacity")
  private var transform = StyleTrack("transform")
  private var clip = StyleTrack("d")
  private var shapes: [[VectorShape]] = [[], [], []]
  private var sublayers: [VectorElement] = []
  private var lastFrame = -1

  /// An element that begins later shows nothing before.
  init(_ identity: PresentationLayer.Identity, name: String, startingAt frame: Int) {
    (self.identity, self.name) = (identity, name)
    if frame > 0 {
      opacity.set("0", at: 0)
      opacity.set("0", at: frame - 1)
    }
  }

  /// Throws for layers that change their order.
  func add(_ layer: VectorLayer, at frame: Int) throws(VectorLayer.Problem) {
    lastFrame = frame
    opacity.set(number(layer.opacity, digits: 4), at: frame)
    guard layer.opacity > 0 else { return }
    transform.set(css(layer.transform), at: frame)
    if let path = layer.clip { clip.set(css(path), at: frame) }
    for (index, part) in [layer.background, layer.contents, layer.border].enumerated() {
      while shapes[index].count < part.count {
        shapes[index].append(VectorShape(startingAt: frame))
      }
      for (slot, _) in shapes[index].enumerated() {
        shapes[index][slot].set(slot < part.count ? part[slot] : nil, at: frame)
      }
    }
    var place = 0
    for sublayer in layer.sublayers where sublayer.opacity > 0 {
      let found = try sublayer.place(among: sublayers.map(\.identity), from: place)
      if found == nil {
        sublayers.insert(
          VectorElement(sublayer.identity, name: sublayer.name, startingAt: frame), at: place)
      }
      place = found ?? place
      try sublayers[place].add(sublayer, at: frame)
      place += 1
    }
    for gone in sublayers where gone.lastFrame < frame { gone.opacity.set("0", at: frame) }
  }

  func write(to writer: inout VectorWriter) {
    guard opacity.first != "0" || !opacity.isConstant else { return }
    writer.open("g", [(opacity, "1"), (transform, css(RostrumGeometry.AffineTransform.identity))])
    for shape in shapes[0] { shape.write(to: &writer) }
    if clip.first != nil { writer.openClip(clip) }
    for shape in shapes[1] { shape.write(to: &writer) }
    for sublayer in sublayers { sublayer.write(to: &writer) }
    if clip.first != nil { writer.close("g") }
    for shape in shapes[2] { shape.write(to: &writer) }
    writer.close("g")
  }
}

/// A path with the tracks of its paints.
struct VectorShape {
  private var tracks: [(track: StyleTrack, usual: String)] = [
    (StyleTrack("d"), ""), (StyleTrack("fill"), "#000000"), (StyleTrack("fill-opacity"), "1"),
    (StyleTrack("fill-rule"), "nonzero"), (StyleTrack("stroke"), "none"),
    (StyleTrack("stroke-opacity"), "1"), (StyleTrack("stroke-width"), "1"),
    (StyleTrack("stroke-linecap"), "butt"), (StyleTrack("stroke-linejoin"), "miter"),
    (StyleTrack("stroke-miterlimit"), "4"), (StyleTrack("stroke-dasharray"), "none"),
    (StyleTrack("stroke-dashoffset"), "0"),
  ]

  /// An element that begins later shows nothing before.
  init(startingAt frame: Int) {
    guard frame > 0 else { return }
    for time in [0, frame - 1] { set(nil, at: time) }
  }

  /// Nothing is a path without length.
  mutating func set(_ shape: VectorLayer.Shape?, at frame: Int) {
    guard let shape else { return tracks[0].track.set("path(\"M0 0\")", at: frame) }
    var values = [css(shape.path)]
    if let fill = shape.fill {
      values += [
        css(fill), number(fill.alpha, digits: 4), shape.rule == .evenOdd ? "evenodd" : "nonzero",
      ]
    } else {
      values += ["none", "1", "nonzero"]
    }
    if let stroke = shape.stroke {
      let style = shape.style
      let dashes = style.dashPattern.map { number($0) }.joined(separator: ",")
      values += [css(stroke), number(stroke.alpha, digits: 4), number(style.lineWidth)]
      values += ["\(style.cap)", "\(style.join)", number(style.miterLimit)]
      values += [dashes.isEmpty ? "none" : dashes, number(style.dashPhase)]
    } else {
      values += ["none"]
    }
    for (index, value) in values.enumerated() { tracks[index].track.set(value, at: frame) }
  }

  func write(to writer: inout VectorWriter) { writer.path(tracks) }
}

/// Writes elements with their attributes, and rules for what changes.
struct VectorWriter {
  /// Placeholder for the document's name, until that is known.
  static let prefix = "\u{1}"

  let frameCount: Int
  let duration: Double
  private(set) var text = ""
  private(set) var rules = ""
  private var animationCount = 0
  private var clipCount = 0

  init(frameCount: Int, duration: Double) {
    (self.frameCount, self.duration) = (frameCount, duration)
  }

  /// For readers who want less motion.
  var reducedMotionRule: String {
    "@media (prefers-reduced-motion:reduce){[class^=\(Self.prefix)]{animation:none!important}}\n"
  }

  mutating func open(_ element: String, _ tracks: [(StyleTrack, String)]) {
    text += "<\(element)\(attributes(tracks.map { ($0.0, $0.1) }))>\n"
  }

  mutating func close(_ element: String) { text += "</\(element)>\n" }

  mutating func openClip(_ track: StyleTrack) {
    clipCount += 1
    let name = "\(Self.prefix)c\(clipCount)"
    text += "<clipPath id=\"\(name)\"><path\(attributes([(track, "")]))/></clipPath>\n"
    text += "<g clip-path=\"url(#\(name))\">\n"
  }

  mutating func path(_ tracks: [(track: StyleTrack, usual: String)]) {
    text += "<path\(attributes(tracks.map { ($0.track, $0.usual) }))/>\n"
  }

  private mutating func attributes(_ tracks: [(StyleTrack, String)]) -> String {
    var (attributes, animations) = ("", [String]())
    for (track, usual) in tracks {
      guard let first = track.first else { continue }
      if first != usual { attributes += " \(track.property)=\"\(Self.attribute(first))\"" }
      guard !track.isConstant else { continue }
      animationCount += 1
      let name = "\(Self.prefix)a\(animationCount)"
      rules += track.keyframes(
        named: name, frameCount: frameCount, keepsCuts: track.property == "opacity")
      animations.append("\(name) \(number(duration, digits: 6))s linear infinite")
    }
    guard !animations.isEmpty else { return attributes }
    let name = "\(Self.prefix)e\(animationCount)"
    rules += ".\(name){animation:\(animations.joined(separator: ","))}\n"
    return " class=\"\(name)\"" + attributes
  }

  /// A CSS value as SVG's attributes have it.
  private static func attribute(_ value: String) -> String {
    value.hasPrefix("path(\"") ? String(value.dropFirst(6).dropLast(2)) : value
  }
}

private func css(_ path: Path) -> String {
  guard path.isFinite, !path.elements.isEmpty else { return "path(\"M0 0\")" }
  return "path(\"\(path.compactSVG())\")"
}

private func css(_ color: Color) -> String {
  func step(_ channel: Double) -> Int { Int((min(max(channel, 0), 1) * 255).rounded()) }
  return "rgb(\(step(color.red)),\(step(color.green)),\(step(color.blue)))"
}

private func css(_ map: RostrumGeometry.AffineTransform) -> String {
  let factors = [map.a, map.b, map.c, map.d].map { number($0, digits: 6) }
  return "matrix(\((factors + [number(map.tx), number(map.ty)]).joined(separator: ",")))"
}

/// A decimal number without zeros that say nothing.
private func number(_ value: Double, digits: Int = 3) -> String {
  abs(value) < 1e9 ? rounded(value, digits) : "0"
}
