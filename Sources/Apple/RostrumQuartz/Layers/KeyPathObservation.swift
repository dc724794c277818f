public import Foundation

// Observation of values by their names, as old code has it. There is no runtime of Objective-C:
// an object says which of its values have names, and a change is reported after the code of a
// moment, as `observe(_:options:)` does.

public struct NSKeyValueChangeKey: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let kindKey = Self(rawValue: "kind")
  public static let newKey = Self(rawValue: "new")
  public static let oldKey = Self(rawValue: "old")
}

/// An object that hears of changes of values with names.
package protocol KeyPathObserver: AnyObject {
  func observeValue(
    forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
    context: UnsafeMutableRawPointer?)
}

/// An object that has values with names.
package protocol KeyPathHolder: AnyObject {
  /// `nil` for a name that it does not know; the value may be nothing.
  func namedValue(_ keyPath: String) -> Any??
}

/// The observations of values by their names that go on in a film.
private final class KeyPathObservations {
  var entries: [(observer: ObjectIdentifier, object: ObjectIdentifier, keyPath: String)] = []

  static var current: KeyPathObservations? {
    guard let clock = FilmClock.current else { return nil }
    if let known = clock.kept.lazy.compactMap({ $0 as? KeyPathObservations }).first {
      return known
    }
    let new = KeyPathObservations()
    clock.kept.append(new)
    return new
  }
}

extension NSObject {
  /// Reports changes of a value by its name. The observer has to be a view, a controller or a
  /// layer, and the value one of a view's or layer's.
  public func addObserver(
    _ observer: NSObject, forKeyPath keyPath: String, options: NSKeyValueObservingOptions = [],
    context: UnsafeMutableRawPointer?
  ) {
    guard let holder = self as? any KeyPathHolder, let first = holder.namedValue(keyPath),
      let receiver = observer as? any KeyPathObserver
    else {
      return FilmWarnings.tell(
        .other("'\(keyPath)' of \(type(of: self)) is not observed by its name"))
    }
    guard let clock = FilmClock.current, let all = KeyPathObservations.current else { return }
    let entry = (ObjectIdentifier(observer), ObjectIdentifier(self), keyPath)
    all.entries.append(entry)
    var last = first
    func tell(_ new: Any?, _ old: Any?) {
      var change: [NSKeyValueChangeKey: Any] = [.kindKey: 1]
      if options.contains(.new) { change[.newKey] = new ?? NSNull() }
      if options.contains(.old), let old { change[.oldKey] = old }
      receiver.observeValue(forKeyPath: keyPath, of: self, change: change, context: context)
    }
    if options.contains(.initial) { tell(first, nil) }
    clock.observe { [weak self, weak observer] in
      guard let self, observer != nil, all.entries.contains(where: { $0 == entry }) else {
        return false
      }
      guard let holder = self as? any KeyPathHolder, let new = holder.namedValue(keyPath),
        "\(new as Any)" != "\(last as Any)"
      else { return true }
      let old = last
      last = new
      tell(new, old)
      return true
    }
  }

  public func removeObserver(
    _ observer: NSObject, forKeyPath keyPath: String, context: UnsafeMutableRawPointer? = nil
  ) {
    KeyPathObservations.current?.entries.removeAll {
      $0 == (ObjectIdentifier(observer), ObjectIdentifier(self), keyPath)
    }
  }
}

extension CALayer: KeyPathHolder {
  package func namedValue(_ keyPath: String) -> Any?? { .some(value(forKeyPath: keyPath)) }
}
