import RostrumImportedDocument
import RostrumGeometry
import RostrumLayerTree
import RealModule

/// A camera of a composition, in After Effects' space: x to the right, y down, z away from who
/// looks, and every turn clockwise about its axis.
struct LottieCamera {
  /// The distance at which a layer has its own size, in points.
  let zoom: Track<[Double]>
  let transform: LottieTransform
  /// Whether the camera looks at its anchor point; else it looks along z.
  let looksAtAnchor: Bool
  /// The transforms around the camera, the innermost first.
  var parents: [LottieTransform] = []

  fileprivate func distance(at frame: Double) -> Double { max(zoom.number(at: frame), 1) }

  /// From the composition to Core Animation's space before the eye, in which z points to who looks
  /// and the plane of z = 0 is seen in its own size.
  fileprivate func view(at frame: Double, _ size: Size) -> Transform3D {
    let world = parents.reduce(placed(at: frame)) {
      $0.concatenating($1.spatialMatrix(at: frame))
    }
    let mirror = Transform3D.scale(x: 1, y: 1, z: -1)
    return mirror.concatenating(world.inverted ?? .identity).concatenating(mirror).concatenating(
      .translation(x: size.width / 2, y: size.height / 2, z: distance(at: frame)))
  }

  /// From the camera's own space to that around it. The turns of a layer and then, nearer to the
  /// composition, the turn to the point that it looks at.
  private func placed(at frame: Double) -> Transform3D {
    let place = transform.place(at: frame)
    let turned = transform.turn(at: frame).concatenating(look(from: place, at: frame))
    return turned.concatenating(.translation(x: place.x, y: place.y, z: place.z))
  }

  private func look(from place: Vector3, at frame: Double) -> Transform3D {
    guard looksAtAnchor else { return .identity }
    let target = transform.anchorPlace(at: frame)
    let (x, y, z) = (target.x - place.x, target.y - place.y, target.z - place.z)
    guard x != 0 || y != 0 || z != 0 else { return .identity }
    let pitch = Double.atan2(y: -y, x: (x * x + z * z).squareRoot())
    return .rotationX(pitch).concatenating(.rotationY(.atan2(y: x, x: z)))
  }

  fileprivate var timings: [[Track<Value>.SegmentTiming]] {
    ([transform] + parents).flatMap { $0.spatialTracks.map(\.timings) }
  }
}

extension LottieTransform {
  fileprivate func place(at frame: Double) -> Vector3 {
    let plane = position(at: frame)
    return Vector3(x: plane.x, y: plane.y, z: depth.number(at: frame))
  }

  fileprivate func anchorPlace(at frame: Double) -> Vector3 {
    let plane = anchor.point(at: frame)
    return Vector3(x: plane.x, y: plane.y, z: anchor.component(2).number(at: frame))
  }

  /// The turns about z, y and x, then the orientation's.
  fileprivate func turn(at frame: Double) -> Transform3D {
    func angle(_ degrees: Double) -> Double { degrees * .pi / 180 }
    let orientation = orientation.value(at: frame).map(angle)
    return Transform3D.rotationZ(angle(rotation.number(at: frame)))
      .concatenating(.rotationY(angle(turnY.number(at: frame))))
      .concatenating(.rotationX(angle(turnX.number(at: frame))))
      .concatenating(.rotationZ(orientation[2]))
      .concatenating(.rotationY(orientation[1]))
      .concatenating(.rotationX(orientation[0]))
  }

  /// The matrix at a frame, in space.
  fileprivate func spatialMatrix(at frame: Double) -> Transform3D {
    let (anchor, place) = (anchorPlace(at: frame), place(at: frame))
    let scale = scale.value(at: frame)
    return Transform3D.translation(x: -anchor.x, y: -anchor.y, z: -anchor.z)
      .concatenating(
        .scale(x: scale[0] / 100, y: scale[1] / 100, z: scale.count > 2 ? scale[2] / 100 : 1)
      )
      .concatenating(turn(at: frame))
      .concatenating(.translation(x: place.x, y: place.y, z: place.z))
  }

  fileprivate var spatialTracks: [Track<[Double]>] { tracks + [depth] }
}

extension Motion {
  /// Layers in space as a camera sees them.
  ///
  /// Their z points away from who looks, as the file has it, so a layer without a view of its own
  /// turns it round.
  func projected(_ layers: [ImportedLayer], through camera: LottieCamera, canvas size: Size)
    -> ImportedLayer
  {
    var space = ImportedLayer("space", layers)
    space.layerClass = .transform
    space.values[.transform] = .scale(x: 1, y: 1, z: -1)
    var view = ImportedLayer("view", [space])
    view.layerClass = .transform
    apply(AnimationKeyPath(.transform), of: camera.timings, to: &view) {
      .transform(camera.view(at: $0, size))
    }
    var eye = ImportedLayer("camera", [view])
    eye.setBounds(Rect(origin: .zero, size: size))
    apply(AnimationKeyPath(.sublayerTransform), of: [camera.zoom.timings], to: &eye) {
      .transform(.perspective(distance: camera.distance(at: $0)))
    }
    return eye
  }

  /// Sets a property to what follows from several tracks, with an animation where one moves.
  private func apply(
    _ keyPath: AnimationKeyPath, of timings: [[Track<Value>.SegmentTiming]],
    to draft: inout ImportedLayer,
    _ value: (Double) -> Value
  ) {
    let first = timings.joined().map(\.start).min() ?? 0
    keyPath.set(value(first), in: &draft.values)
    if let moves = animation(keyPath, of: timings, isEven: false, value) {
      draft.animations.append(moves)
    }
  }

  /// Places a layer in depth, before a camera.
  func applyDepth(_ transform: LottieTransform, to draft: inout ImportedLayer) {
    apply(transform.depth, to: AnimationKeyPath(.zPosition), of: &draft) { .number($0[0]) }
    apply(transform.anchor.component(2), to: AnimationKeyPath(.anchorPointZ), of: &draft) {
      .number($0[0])
    }
  }
}
