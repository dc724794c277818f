/// The values of a layer's properties: those that differ from the defaults are stored, the rest come from the table.
///
/// Layers set few of their properties, so a short list is searched faster than a dictionary, and two
/// states of one layer share its storage until an animation writes to it.
public struct LayerValues: Hashable, Sendable {
  private struct Entry: Hashable {
    let property: Property
    var value: Value
  }

  private var entries: [Entry] = []

  public init() {}

  public subscript(property: Property) -> Value {
    get {
      for entry in entries where entry.property === property { return entry.value }
      return property.defaultValue
    }
    set {
      for index in entries.indices where entries[index].property === property {
        entries[index].value = newValue
        return
      }
      entries.append(Entry(property: property, value: newValue))
    }
  }

  /// Calls `body` with each property that has a value of its own, in no particular order.
  public func forEachOwn(_ body: (Property, Value) -> Void) {
    for entry in entries { body(entry.property, entry.value) }
  }

  /// True when the scene or an animation has given the property a value of its own.
  public func sets(_ property: Property) -> Bool {
    entries.contains { $0.property === property }
  }
}
