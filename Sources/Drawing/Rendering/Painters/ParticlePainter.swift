import RostrumCanvas
import RostrumGeometry
import RostrumLayerTree

/// Draws an emitter layer's living particles as they are seen in the layer's plane.
struct ParticlePainter: LayerPainter {
  let assets: SceneAssets

  func paintBounds(of values: LayerValues) -> Rect? {
    let points = values.projectedParticles.flatMap { particle in
      let reach = reach(of: particle)
      return [
        Point(x: particle.position.x - reach, y: particle.position.y - reach),
        Point(x: particle.position.x + reach, y: particle.position.y + reach),
      ]
    }
    return Rect(enclosing: points).flatMap { $0.isFinite ? $0 : nil }
  }

  func paint(_ values: LayerValues, opacity: Double, on drawing: Drawing) throws {
    let sprites = try values.projectedParticles.map {
      try sprite($0, opacity: opacity, on: drawing)
    }
    let isAdditive = values[.renderMode] == .additive
    drawing.draw(sprites, additive: isAdditive)
  }

  func passes(_ values: LayerValues) -> Int { 2 }

  /// In points.
  private func size(of particle: Particle) -> Size {
    let rect = particle.contentsRect
    return Size(
      width: Double(particle.image.width) * rect.width / particle.contentsScale,
      height: Double(particle.image.height) * rect.height / particle.contentsScale)
  }

  /// The radius of the particle: half its diagonal, with the antialiased edge.
  private func reach(of particle: Particle) -> Double {
    let size = size(of: particle)
    let edge = 2 / particle.contentsScale
    return abs(particle.scale) * (size.width + size.height + 2 * edge) / 2
  }

  private func sprite(
    _ particle: Particle, opacity: Double, on drawing: Drawing
  ) throws -> Sprite {
    let size = size(of: particle)
    let place = AffineTransform.translation(x: -0.5, y: -0.5)
      .concatenating(.scale(x: size.width * particle.scale, y: size.height * particle.scale))
      .concatenating(.rotation(particle.rotation))
      .concatenating(.translation(x: particle.position.x, y: particle.position.y))
    let image = try image(of: particle, on: drawing)
    let rect = particle.contentsRect
    let (width, height) = (Double(image.width), Double(image.height))
    let source = Rect(
      x: rect.minX * width, y: rect.minY * height, width: rect.width * width,
      height: rect.height * height)
    var color = particle.color
    color.alpha *= opacity
    return Sprite(image: image, source: source, placement: place, color: color)
  }

  /// Small particles are drawn from a reduced picture: the smallest that has a pixel for each on
  /// the canvas.
  private func image(of particle: Particle, on drawing: Drawing) throws -> Bitmap {
    let image = try assets.bitmap(for: particle.image)
    let place = Point(x: particle.position.x, y: particle.position.y)
    let map = drawing.transform.linearized(atNearestCornerOf: Rect(origin: place, size: .zero))
    let pixels = abs(particle.scale / particle.contentsScale) * abs(map.determinant).squareRoot()
    guard pixels > 0, pixels <= 0.5 else { return image }
    return try image.halved(times: min(Int((1 / pixels).exponent), 14))
  }
}
