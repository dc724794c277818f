import RostrumGeometry
import RostrumLayerTree
import RostrumTiming

/// The key path of that name of a plain layer, or of another class.
func keyPath(_ name: String, of layerClass: LayerClass = .plain) -> AnimationKeyPath {
  guard let found = layerClass.keyPaths.first(where: { $0.name == name }) else {
    preconditionFailure("\(layerClass.name) has no key path \(name)")
  }
  return found
}

/// One second, linear.
let oneSecond = MediaTiming(duration: 1)

/// The opacity of a layer with animations.
func opacity(_ animations: [any Animation], model: Double = 0.5, at time: Double) -> Double {
  var values = LayerValues()
  values[.opacity] = model
  let layer = Layer(
    index: 0, name: "layer", layerClass: .plain, values: values, animations: animations)
  return layer.epochs[0].presentationValues(at: time)[.opacity]
}

/// The value of a whole property or a component after one animation.
func value(
  of path: AnimationKeyPath, model: LayerValues = LayerValues(), after animation: any Animation,
  at time: Double
) -> Value {
  var values = model
  animation.apply(to: &values, at: time)
  return path.value(in: values)
}
