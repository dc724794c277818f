import RostrumBase
import RostrumCanvas
import RostrumGeometry
import RostrumLayerTree
import RostrumOutput
import RostrumRendering
import RostrumSceneFile
import RostrumSource
import RostrumTiming

/// The contrast of texts against the pixels behind them. Source: WCAG 2.2, success criterion 1.4.3,
/// and its definitions of relative luminance, contrast ratio and large text.
///
/// A frame is drawn four times: as it is, without texts, and with all texts in black and in white.
/// Where the last two differ, a letter is visible, and the difference is its coverage of the pixel.
/// From the coverage follows the colour of a fully covered pixel, whatever lies over or under it.
extension SceneCheck {
  /// In how many frames contrast is measured.
  private static let contrastFrames = 16
  /// The longest side of the frames that are drawn for it, in pixels.
  private static let contrastSide = 1280.0

  func contrastFindings() throws -> [Diagnostic] {
    let layers = places.filter { !$0.isMask && !$0.isCopied && $0.layer.hasMeasurableText }
      .map(\.layer)
    guard !layers.isEmpty else { return [] }
    let scale = min(1, Self.contrastSide / max(scene.size.width, scene.size.height))
    let pictures = try TextPictures(scene, context, scale: scale)
    var readings: [Int: [ContrastReading]] = [:]
    for frame in spreadFrames(Self.contrastFrames) {
      try Task.checkCancellation()
      let time = time(ofFrame: frame)
      let standings = context.standings(at: time)
      let shown = layers.filter { (standings[$0.index]?.opacity ?? 0) > 0.05 }
      guard !shown.isEmpty else { continue }
      let pixels = try pictures.draw(at: time)
      for layer in shown {
        guard let standing = standings[layer.index], let box = pixels[layer.index],
          let ratio = pictures.contrast(in: box, opacity: standing.opacity)
        else { continue }
        let alpha = standing.layer.values[.foregroundColor]?.alpha ?? 0
        readings[layer.index, default: []].append(
          ContrastReading(
            time: time, ratio: ratio, strength: standing.opacity * alpha,
            isLarge: standing.hasLargeText))
      }
    }
    return layers.compactMap { layer in readings[layer.index].flatMap { finding(layer, $0) } }
  }

  /// The worst moment at which the text is as strong as it ever becomes: fading in is no lack of
  /// contrast.
  private func finding(_ layer: Layer, _ readings: [ContrastReading]) -> Diagnostic? {
    let strongest = readings.map(\.strength).max() ?? 0
    let worst = readings.filter { $0.strength >= 0.95 * strongest }
      .min { $0.ratio / $0.needed < $1.ratio / $1.needed }
    guard let worst, worst.ratio < worst.needed - 0.05 else { return nil }
    let ratio = readable((worst.ratio * 10).rounded(.down) / 10)
    return warning(
      .lowContrast,
      "the text of \(layer.name.quoted) has a contrast of \(ratio):1 at "
        + "\(readable(moment: worst.time)); \(readable(worst.needed)):1 is needed",
      at: layer.place, hint: "make the text or what lies behind it darker or lighter")
  }
}

// MARK: Without drawing

extension SceneCheck {
  /// In how many frames colours are compared.
  private static let groundFrames = 16

  /// Layers that have the colour of what lies behind them whenever they show.
  func groundFindings() throws -> [Diagnostic] {
    var open = Dictionary(
      places.filter { !$0.isMask && !$0.isCopied && $0.layer.hasPlainColors }
        .map { ($0.layer.index, $0.layer) }
    ) { first, _ in first }
    guard !open.isEmpty else { return [] }
    let survey = FrameSurvey(context)
    var seen: [Int: Double] = [:]
    for frame in spreadFrames(Self.groundFrames) where !open.isEmpty {
      try Task.checkCancellation()
      survey.move(to: time(ofFrame: frame))
      let standings = context.standings(at: time(ofFrame: frame))
      let grounds = survey.grounds()
      for (index, layer) in open {
        guard let standing = standings[index], standing.opacity > 0.05 else { continue }
        let ratio = grounds[index].map { standing.contrast(to: $0) } ?? .infinity
        seen[index] = max(seen[index] ?? 1, ratio)
        if ratio >= layer.hardlySeenContrast { open[index] = nil }
      }
    }
    return open.keys.sorted().compactMap { index in
      guard let layer = open[index], let ratio = seen[index] else { return nil }
      return groundFinding(layer, ratio)
    }
  }

  /// At how many frames opacities are compared.
  private static let opacityFrames = 64

  /// Layers that several animations of opacity never let be seen well.
  func opacityFindings() -> [Diagnostic] {
    let times = spreadFrames(Self.opacityFrames).map(time)
    return places.filter { $0.isSteady && !$0.isMask && !$0.isCopied }.map(\.layer).compactMap {
      layer in
      let fades = layer.epochs[0].animations.filter {
        $0.animation.keyPaths.contains { $0.property === Property.opacity }
      }
      guard fades.count > 1, layer.values[.opacity] >= 0.9 else { return nil }
      let most = times.map { time in
        layer.epochs[0].presentationValues(at: scene.localTime(of: layer, at: time))[.opacity]
      }.max()
      guard let most, most > 0, most < 0.4 else { return nil }
      return warning(
        .lowContrast,
        "the layer \(layer.name.quoted) is never more opaque than \(readable((most * 100).rounded())) %, "
          + "as its animations of opacity run at once", at: layer.place,
        hint: "let the second begin when the first is over: give it a later beginTime")
    }
  }

  private func groundFinding(_ layer: Layer, _ ratio: Double) -> Diagnostic {
    let isText = layer.layerClass == .text
    let key =
      isText ? "foregroundColor" : layer.layerClass == .shape ? "fillColor" : "backgroundColor"
    return warning(
      .lowContrast,
      "the layer \(layer.name.quoted) has "
        + (ratio < 1.01 ? "the colour" : "almost the colour")
        + " of what lies behind it, so it cannot be seen", at: layer.place,
      hint: "give it another \(key)"
        + (isText && layer.values[.foregroundColor] == .white
          ? ": a text that has none is white" : "")
    )
  }
}

extension Layer {
  fileprivate var hardlySeenContrast: Double { layerClass == .text ? 1.6 : 1.04 }

  /// Whether all that it paints itself has plain colours, and is all there is of it.
  fileprivate var hasPlainColors: Bool {
    guard layerClass == .text ? hasMeasurableText : true, sublayers.isEmpty, mask == nil,
      [.plain, .text, .shape].contains(layerClass)
    else { return false }
    return epochs.allSatisfy { epoch in
      let values = epoch.values
      return values[.contents] == nil && values[.borderWidth] == 0 && values[.shadowOpacity] == 0
        && values[.compositingFilter] == nil && values[.filters].isEmpty
        && values[.backgroundFilters].isEmpty
    } && !allAnimations.flatMap(\.keyPaths).contains { $0.property.changesLook }
  }
}

extension Property {
  /// Whether another value gives a layer something else to paint.
  fileprivate var changesLook: Bool {
    let others: [Property] = [
      .contents, .borderWidth, .shadowOpacity, .filters, .compositingFilter,
    ]
    return others.contains { $0 === self }
  }
}

extension LayerStanding {
  /// The highest contrast of the colours that the layer paints to one behind it.
  fileprivate func contrast(to ground: Color) -> Double {
    let values = layer.values
    var ground = ground
    var colors: [Color?] = []
    if let own = values[.backgroundColor], own.alpha > 0 {
      guard layer.layerClass == .text, own.alpha == 1 else {
        return ground.contrast(to: own, opacity)
      }
      ground = own
    }
    switch layer.layerClass {
    case .text: colors = [values[.foregroundColor]]
    case .shape: colors = [values[.fillColor], values[.lineWidth] > 0 ? values[.strokeColor] : nil]
    default: break
    }
    return colors.compactMap(\.self).map { ground.contrast(to: $0, opacity) }.max() ?? .infinity
  }
}

extension Color {
  /// The contrast of a colour laid over this one.
  fileprivate func contrast(to other: Color, _ opacity: Double) -> Double {
    let mixed = interpolated(
      to: Color(red: other.red, green: other.green, blue: other.blue),
      progress: min(other.alpha * opacity, 1))
    let luminances = [self, mixed].map {
      RelativeLuminance.of(red: $0.red * 255, green: $0.green * 255, blue: $0.blue * 255)
    }
    let chroma = max(abs(red - mixed.red), abs(green - mixed.green), abs(blue - mixed.blue))
    let ratio = ((luminances.max() ?? 0) + 0.05) / ((luminances.min() ?? 0) + 0.05)
    // Two colours of one lightness differ all the same.
    return chroma > 0.35 ? max(ratio, 2) : chroma > 0.02 ? max(ratio, 1.05) : ratio
  }
}

private struct ContrastReading {
  let time: Double
  let ratio: Double
  /// How opaque the text is, 0 to 1.
  let strength: Double
  let isLarge: Bool
  var needed: Double { isLarge ? 3 : 4.5 }
}

/// The four pictures of a frame.
private final class TextPictures {
  private let real: FrameRenderer
  private let bare: FrameRenderer
  private let black: FrameRenderer
  private let white: FrameRenderer
  private let survey: FrameSurvey

  init(_ scene: Scene, _ context: RenderContext, scale: Double) throws {
    func renderer(_ change: AttachedAnimation?) throws -> FrameRenderer {
      let scene = change.map(scene.changingTexts) ?? scene
      return try FrameRenderer(RenderContext(scene: scene, scale: scale, assets: context.assets))
    }
    real = try renderer(nil)
    bare = try renderer(.constant(.hidden, .boolean(true)))
    black = try renderer(.constant(.foregroundColor, .color(.black)))
    white = try renderer(.constant(.foregroundColor, .color(.white)))
    survey = FrameSurvey(RenderContext(scene: scene, scale: scale, assets: context.assets))
  }

  /// Draws the pictures of a moment. Returns the pixels that each layer can touch.
  func draw(at time: Double) throws -> [Int: PixelRect] {
    for renderer in [real, bare, black, white] { try renderer.render(at: time) }
    survey.move(to: time)
    return survey.sight().pixels
  }

  /// The contrast that nine tenths of a text's pixels have at least; `nil` where too few are in
  /// sight, or where nothing lies behind them.
  func contrast(in box: PixelRect, opacity: Double) -> Double? {
    var ratios: [Double] = []
    let bitmap = real.bitmap
    let box = box.intersection(
      PixelRect(x: 0, y: 0, width: bitmap.width, height: bitmap.height))
    for y in box.y..<box.maxY {
      let rows = (
        real: real.bitmap.row(y), bare: bare.bitmap.row(y), black: black.bitmap.row(y),
        white: white.bitmap.row(y)
      )
      for x in box.x..<box.maxX {
        func pixel(_ row: UnsafeMutableRawBufferPointer) -> UInt32 {
          row.load(fromByteOffset: 4 * x, as: UInt32.self)
        }
        let coverage = (pixel(rows.white).green - pixel(rows.black).green) / 255 / opacity
        let ground = pixel(rows.bare)
        guard coverage >= 0.6, ground >> 24 == 255 else { continue }
        ratios.append(ratio(pixel(rows.real), over: ground, min(coverage, 1)))
      }
    }
    guard ratios.count >= 20 else { return nil }
    ratios.sort()
    return ratios[ratios.count / 10]
  }

  private func ratio(_ pixel: UInt32, over ground: UInt32, _ coverage: Double) -> Double {
    func whole(_ channel: (UInt32) -> Double) -> Double {
      min(max(channel(ground) + (channel(pixel) - channel(ground)) / coverage, 0), 255)
    }
    let letter = RelativeLuminance.of(
      red: whole(\.red), green: whole(\.green), blue: whole(\.blue))
    let behind = RelativeLuminance.of(red: ground.red, green: ground.green, blue: ground.blue)
    return (max(letter, behind) + 0.05) / (min(letter, behind) + 0.05)
  }
}

/// Relative luminance as WCAG defines it: 0 for black, 1 for white.
enum RelativeLuminance {
  /// The share of light of an sRGB channel's value, 0 to 255.
  static func linear(_ value: Double) -> Double {
    SRGBCurve.light(of: value / 255)
  }

  /// Channels are 0 to 255.
  static func of(red: Double, green: Double, blue: Double) -> Double {
    0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }
}

extension UInt32 {
  /// The channels of a pixel, 0 to 255.
  var red: Double { Double(self >> 16 & 255) }
  var green: Double { Double(self >> 8 & 255) }
  var blue: Double { Double(self & 255) }
}

extension AttachedAnimation {
  /// Gives a property one value at all times.
  fileprivate static func constant(_ property: Property, _ value: Value) -> AttachedAnimation {
    AttachedAnimation(
      KeyframeAnimation(
        keyPath: AnimationKeyPath(property), values: [value, value],
        timing: MediaTiming(fillMode: .both, isRemovedOnCompletion: false)))
  }
}

extension Scene {
  /// The same scene with one more animation for each of its texts.
  fileprivate func changingTexts(_ animation: AttachedAnimation) -> Scene {
    Scene(
      size: size, background: background, clock: clock,
      layers: root.sublayers.map { $0.changingTexts(animation) }, events: events
    )
  }
}

extension Layer {
  fileprivate func changingTexts(_ animation: AttachedAnimation) -> Layer {
    let inner = changed(
      epochs: epochs, sublayers: sublayers.map { $0.changingTexts(animation) }, mask: mask)
    return layerClass == .text ? inner.adding(animation) : inner
  }

  /// Whether the text has one colour, and nothing of its own that helps or hinders reading.
  fileprivate var hasMeasurableText: Bool {
    layerClass == .text
      && epochs.allSatisfy { epoch in
        let values = epoch.values
        return values[.string].runs.allSatisfy {
          $0.foregroundColor == nil && $0.backgroundColor == nil
        }
          && values[.shadowOpacity] == 0 && values[.compositingFilter] == nil
          && values[.filters].isEmpty && (values[.strokeColor] == nil || values[.lineWidth] == 0)
      }
  }
}

extension LayerStanding {
  /// From 18 points on, or from 14 in bold: 24 and 18 2/3 points of the canvas, each taken for a
  /// pixel of CSS.
  fileprivate var hasLargeText: Bool {
    let zoom = transform.affine.map { abs($0.a * $0.d - $0.b * $0.c).squareRoot() } ?? 1
    let values = layer.values
    return values[.string].runs.allSatisfy { run in
      let size = (run.fontSize ?? values[.fontSize]) * zoom
      return size >= 24 || size >= 56.0 / 3 && (run.font ?? values[.font]).weight >= 700
    }
  }
}
