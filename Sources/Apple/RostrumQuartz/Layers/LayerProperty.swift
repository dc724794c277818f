public import Foundation
import RostrumLayerTree

/// A property of a layer or of an emitter cell, under its name in the model:
/// `@LayerProperty(.hidden) open var isHidden: Bool`.
@propertyWrapper
public struct LayerProperty<Content: _ModelContent> {
  private let property: Property

  init(_ property: Property) { self.property = property }

  /// A property of an emitter cell by its name.
  init(cell name: String) {
    guard let property = CAEmitterCell.property(name) else {
      preconditionFailure("an emitter cell has no '\(name)'")
    }
    self.property = property
  }

  @available(*, unavailable, message: "a property of a layer or of an emitter cell")
  public var wrappedValue: Content {
    get { Content(_model: property.defaultValue) }
    nonmutating set {}
  }

  public static subscript<Owner: CAModelObject>(
    _enclosingInstance owner: Owner, wrapped _: ReferenceWritableKeyPath<Owner, Content>,
    storage storage: ReferenceWritableKeyPath<Owner, Self>
  ) -> Content {
    get { Content(_model: owner.values[any: owner[keyPath: storage].property]) }
    set { owner.set(owner[keyPath: storage].property, newValue._model) }
  }
}

/// The base of `CALayer` and of `CAEmitterCell`, which keeps their values. It is not on a Mac.
open class CAModelObject: NSObject {
  var values: LayerValues
  var images: KnownImages = [:]

  init(values: LayerValues) {
    self.values = values
    super.init()
  }

  /// Gives the model a value.
  func change(_ keyPath: AnimationKeyPath, to given: Value) { keyPath.set(given, in: &values) }

  /// A word that the property does not know is its default, or another one.
  func set(_ property: Property, _ value: Value, orElse instead: Value? = nil) {
    let isUnknown =
      if case .word(let known) = property.type { !known.contains(value.text) } else { false }
    change(AnimationKeyPath(property), to: isUnknown ? instead ?? property.defaultValue : value)
  }

  subscript<Content>(property: TypedProperty<Content>) -> Content { values[property] }

  /// A value of another kind than the key path's changes nothing, with a warning.
  func setAny(_ keyPath: AnimationKeyPath, _ any: Any?) {
    guard let value = Value(any, keyPath.type, &images) else {
      return FilmWarnings.tell(.wrongType(any, keyPath.type, keyPath.name))
    }
    change(keyPath, to: value)
  }
}
