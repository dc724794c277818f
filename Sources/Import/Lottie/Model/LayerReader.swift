import RostrumBase
import RostrumSceneImport
import RostrumImportedDocument
import RostrumGeometry
import RostrumSource

/// Reads compositions and their layers.
extension LottieContext {
  func transform(_ value: JSONValue) -> LottieTransform {
    var result = LottieTransform()
    result.anchor = track(value, "a", [0, 0])
    if let position = value["p"], flag(position, "s") {
      result.position = nil
      result.positionX = track(position, "x")
      result.positionY = track(position, "y")
      result.depth = track(position, "z")
    } else {
      let position = track(value, "p", [0, 0])
      (result.position, result.depth) = (position, position.component(2))
    }
    let scale = track(value, "s", [100, 100])
    result.scale = profile == .ios ? scale.easedAsOne : scale
    result.rotation = value["r"] != nil ? track(value, "r") : track(value, "rz")
    result.turnX = track(value, "rx")
    result.turnY = track(value, "ry")
    result.orientation = track(value, "or", [0, 0, 0])
    result.skew = track(value, "sk")
    // By the specification, lottie-web, lottie-android and ThorVG the axis turns the other way than
    // in lottie-ios.
    let axis = track(value, "sa")
    result.skewAxis = profile == .ios ? axis : axis.map { $0.map { -$0 } }
    result.opacity = track(value, "o", [100])
    return result
  }

  func layer(_ value: JSONValue) -> LottieLayer? {
    guard value.members != nil else {
      return failure(.wrongType, "expected a layer; found \(value.kind)", at: value)
    }
    let type = whole(value, "ty", -1)
    var transform = value["ks"].map { self.transform($0) } ?? LottieTransform()
    transform.turnsWithPath = flag(value, "ao")
    let isHidden = flag(value, "hd")
    if flag(value, "ddd"), !isHidden, let skew = value["ks"]?["sk"], transform.hasDepth,
      track(skew).values.contains(where: { $0 != [0] })
    {
      unsupported(.depth, at: skew)
    }
    if !flag(value, "ddd"), type != 13 { transform.flatten() }
    let content = isHidden ? .nothing : self.content(type, value)
    return LottieLayer(
      name: value["nm"]?.string ?? "", index: value["ind"].flatMap(number).map { Int($0) },
      parent: value["parent"].flatMap { $0.isNull ? nil : number($0) }.map { Int($0) },
      content: content, transform: transform, isInSpace: flag(value, "ddd"),
      inPoint: frame(value, "ip"),
      outPoint: frame(value, "op", Self.maximumNumber), startFrame: frame(value, "st"),
      stretch: number(value, "sr", 1),
      timeRemap: value["tm"].flatMap { $0.members == nil ? nil : track($0) },
      masks: list(value, "masksProperties").compactMap(mask), matte: matte(value),
      matteSource: value["tp"].flatMap(number).map { Int($0) }, isMatte: flag(value, "td"),
      isHidden: isHidden, blendMode: blendMode(value), effects: isHidden ? [] : effects(value),
      source: value)
  }

  private func content(_ type: Int, _ value: JSONValue) -> LottieLayer.Content {
    switch type {
    case 0:
      let size = Size(width: max(number(value, "w"), 0), height: max(number(value, "h"), 0))
      return .composition(value["refId"]?.string ?? "", size: size)
    case 1:
      let size = Size(width: max(number(value, "sw"), 0), height: max(number(value, "sh"), 0))
      return .solid(Color(css: value["sc"]?.string ?? "") ?? .black, size)
    case 2: return .picture(value["refId"]?.string ?? "")
    // Nulls, sounds, guides and data have no picture.
    case 3, 6, 11, 15: return .nothing
    case 4: return .shapes(shapes(list(value, "shapes")))
    case 5: return text(value).map { .text($0) } ?? .nothing
    case 13:
      return .camera(zoom: track(value, "pe", [1000]), looksAtAnchor: value["ks"]?["a"] != nil)
    default:
      unsupported(.layerTypes, "type \(type)", at: value)
      return .nothing
    }
  }

  private func mask(_ value: JSONValue) -> LottieMask? {
    guard let mode = LottieMask.Mode(rawValue: value["mode"]?.string ?? "a") else {
      return leavingOut(.matteTypes, "mask mode \(value["mode"]?.string ?? "")", at: value)
    }
    return LottieMask(
      mode: mode, isInverted: flag(value, "inv"), path: pathTrack(value, "pt"),
      opacity: track(value, "o", [100]), expansion: track(value, "x"))
  }

  private func matte(_ value: JSONValue) -> LottieLayer.MatteKind? {
    let type = whole(value, "tt")
    guard type != 0, let place = value["tt"] else { return nil }
    guard let kind = LottieLayer.MatteKind(rawValue: type) else {
      return leavingOut(.matteTypes, "type \(type)", at: place)
    }
    return kind
  }

  func blendMode(_ value: JSONValue) -> CompositingOperation? {
    let modes: [CompositingOperation] = [
      .multiplyBlendMode, .screenBlendMode, .overlayBlendMode, .darkenBlendMode, .lightenBlendMode,
      .colorDodgeBlendMode, .colorBurnBlendMode, .hardLightBlendMode, .softLightBlendMode,
      .differenceBlendMode, .exclusionBlendMode, .hueBlendMode, .saturationBlendMode,
      .colorBlendMode, .luminosityBlendMode, .plusL,
    ]
    let number = whole(value, "bm")
    guard number != 0, let place = value["bm"] else { return nil }
    guard modes.indices.contains(number - 1) else {
      return leavingOut(.blendModes, "mode \(number)", at: place)
    }
    return modes[number - 1]
  }
}
