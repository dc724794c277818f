import RostrumCanvas
import RostrumGeometry
import RostrumLayerTree
import RostrumRendering

extension FigureBuilder {
  /// Pixels for each point of the figure: the PNG's scale, but at least enough for print.
  private var resolution: Double { min(max(options.artwork.scale, 2), 6) }

  /// Frames at several times.
  func sheet(_ sheet: FigureDeclaration.ContactSheet) throws -> FrameGrid {
    let scene = sheet.source.scene
    try assets.load(for: scene)
    let cell = FrameGrid.cellWidth(in: options.width - 16, columns: sheet.columns)
    let scale = min(cell / scene.size.width * resolution, 8)
    let renderer = try FrameRenderer(RenderContext(scene: scene, scale: scale, assets: assets))
    let frames = try sheet.times.enumerated().map { index, time in
      try Task.checkCancellation()
      defer { options.progress(index + 1, sheet.times.count) }
      try renderer.render(at: time)
      return FrameGrid.Frame(
        try Bitmap(copying: renderer.bitmap), label: options.words.seconds(time))
    }
    return FrameGrid(frames, columns: sheet.columns)
  }

  /// Some layers by themselves at several times, over a picture of all others.
  func strobe(_ strobe: FigureDeclaration.LayerStrobe) throws -> Strobe {
    let scene = strobe.source.scene
    try assets.load(for: scene)
    let chosen = Set(strobe.layers.map(\.index))
    var figure = Strobe(
      canvas: scene.size, background: scene.background, exposures: [])
    figure.fading = strobe.fading
    figure.spread = strobe.spread
    let alone = scene.isolating(chosen)
    let scale = min((options.width - 16) / (try width(of: strobe, showing: alone)) * resolution, 8)
    let last = strobe.times.last ?? 0
    if strobe.spread == 0 {
      let others = scene.hiding(chosen)
      if let still = try marks(of: others, at: [last])[0] {
        figure.baseMarks = still
      } else {
        let rest = try FrameRenderer(RenderContext(scene: others, scale: scale, assets: assets))
        try rest.render(at: last)
        figure.base = rest.bitmap
      }
    }
    let shapes = try marks(of: alone, at: strobe.times)
    let renderer = try FrameRenderer(RenderContext(scene: alone, scale: scale, assets: assets))
    figure.exposures = try zip(strobe.times, shapes).enumerated().map { index, one in
      try Task.checkCancellation()
      defer { options.progress(index + 1, strobe.times.count) }
      let (time, marks) = one
      if let marks { return Strobe.StrobeFrame(time: time, marks, on: scene.size) }
      try renderer.render(at: time)
      return try renderer.bitmap.exposure(at: time, scale: scale)
    }
    if strobe.showsPath, let layer = strobe.layers.first {
      figure.motion = motion(of: layer, in: scene, through: strobe.times)
    }
    return figure
  }

  /// The frames of a scene as paths, in its points; `nil` for one that is more than plain shapes.
  private func marks(
    of scene: Scene, at times: [Double]
  ) throws(OutOfMemory) -> [[Artwork.Mark]?] {
    let renderer = try FrameRenderer(RenderContext(scene: scene, assets: assets))
    return times.map { time in
      guard let tree = renderer.displayTree(at: time) else { return [] }
      return tree.vectorMarks
    }
  }

  /// The width of the shown part of the scene, in the scene's points: a spread picture is cropped
  /// to the moving layers.
  private func width(
    of strobe: FigureDeclaration.LayerStrobe, showing scene: Scene
  ) throws(OutOfMemory) -> Double {
    guard strobe.spread != 0, let first = strobe.times.first else { return scene.size.width }
    let renderer = try FrameRenderer(RenderContext(scene: scene, assets: assets))
    var (left, right) = (Double.infinity, -Double.infinity)
    for time in strobe.times {
      guard let box = renderer.displayTree(at: time)?.bounds else { continue }
      let shift = (time - first) * strobe.spread
      left = min(left, Double(box.x) + shift)
      right = max(right, Double(box.maxX) + shift)
    }
    return right > left ? right - left : scene.size.width
  }

  /// The places of the layer's anchor point at times close together.
  private func motion(
    of layer: Layer, in scene: Scene, through times: [Double]
  ) -> [(time: Double, point: Point)] {
    guard let first = times.first, let last = times.last, first < last else { return [] }
    let count = 400
    return (0...count).compactMap { index in
      let time = first + (last - first) * Double(index) / Double(count)
      return scene.anchor(ofLayer: layer.index, at: time).map { (time, $0) }
    }
  }
}

extension Bitmap {
  fileprivate func part(_ rect: PixelRect) throws(OutOfMemory) -> Bitmap {
    let result = try Bitmap(width: rect.width, height: rect.height)
    for y in 0..<rect.height {
      let source = UnsafeRawBufferPointer(
        rebasing: row(rect.y + y)[rect.x * 4..<(rect.x + rect.width) * 4])
      result.row(y).copyMemory(from: source)
    }
    return result
  }

  /// The part that shows, with its place in points.
  fileprivate func exposure(
    at time: Double, scale: Double
  ) throws(OutOfMemory) -> Strobe.StrobeFrame {
    guard let painted = paintedBounds else { return .init(time: time, bitmap: nil, rect: .zero) }
    let rect = Rect(
      x: Double(painted.x) / scale, y: Double(painted.y) / scale,
      width: Double(painted.width) / scale,
      height: Double(painted.height) / scale)
    return .init(time: time, bitmap: try part(painted), rect: rect)
  }

  /// The smallest rectangle that holds every pixel that is not transparent; `nil` when there is
  /// none.
  private var paintedBounds: PixelRect? {
    var (left, right, top, bottom) = (width, -1, height, -1)
    for y in 0..<height {
      let pixels = row(y).bindMemory(to: UInt32.self)
      guard let first = pixels.firstIndex(where: { $0 != 0 }),
        let last = pixels.lastIndex(where: { $0 != 0 })
      else { continue }
      (left, right) = (min(left, first), max(right, last))
      (top, bottom) = (min(top, y), y)
    }
    guard right >= left else { return nil }
    return PixelRect(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
  }
}

extension Scene {
  /// The scene with only some layers and their sublayers, on a transparent background. Their
  /// superlayers, and layers that lines among them connect, keep their places but are invisible.
  func isolating(_ indexes: Set<Int>) -> Scene {
    let shown = layers.filter { indexes.contains($0.index) }.flatMap(\.subtree)
    let ends = shown.compactMap(\.connection).flatMap { [$0.from, $0.to] }
    return Scene(
      size: size, background: nil, clock: clock,
      layers: root.sublayers.compactMap { $0.isolating(indexes, ends: Set(ends)) }
    )
  }

  /// The scene without some layers.
  func hiding(_ indexes: Set<Int>) -> Scene {
    Scene(
      size: size, background: background, clock: clock,
      layers: root.sublayers.compactMap { $0.hiding(indexes) }
    )
  }
}

extension Layer {
  fileprivate func isolating(_ indexes: Set<Int>, ends: Set<String>) -> Layer? {
    if indexes.contains(index) { return self }
    let inner = sublayers.compactMap { $0.isolating(indexes, ends: ends) }
    guard !inner.isEmpty || ends.contains(name) else { return nil }
    return changed(
      epochs: epochs.map { $0.bare(layerClass) }, sublayers: inner, video: .some(nil),
      connection: .some(nil))
  }

  fileprivate func hiding(_ indexes: Set<Int>) -> Layer? {
    guard !indexes.contains(index) else { return nil }
    return changed(sublayers: sublayers.compactMap { $0.hiding(indexes) })
  }
}

extension Epoch {
  /// The epoch without the layer's own drawing. An outline without colours draws nothing.
  fileprivate func bare(_ layerClass: LayerClass) -> Epoch {
    var values = values
    for property in layerClass.properties {
      switch property.type {
      case .color, .image: values[any: property] = .none
      case .text: values[any: property] = .text("")
      default: break
      }
    }
    values[.borderWidth] = 0
    return Epoch(
      startTime: startTime, values: values, clock: clock,
      animations: animations.filter { !$0.animation.isOfLook })
  }
}

extension Animation {
  /// Whether the animation changes a colour, a picture or a text.
  fileprivate var isOfLook: Bool {
    !keyPaths.isEmpty
      && keyPaths.allSatisfy {
        switch $0.property.type {
        case .color, .image, .text: true
        default: $0.property == .borderWidth
        }
      }
  }
}
