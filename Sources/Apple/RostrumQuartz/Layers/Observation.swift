public import Foundation

// Key-value observing in a film. A change is reported after the code of a moment, before its
// commit, and not in the middle of the setter: Swift has no setters that others can listen to.

public struct NSKeyValueObservingOptions: OptionSet, Hashable, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static let new = Self(rawValue: 1)
  public static let old = Self(rawValue: 2)
  public static let initial = Self(rawValue: 4)
  public static let prior = Self(rawValue: 8)
}

/// A change of a value that is observed.
public struct NSKeyValueObservedChange<Content> {
  public let newValue: Content?
  public let oldValue: Content?
  public var isPrior: Bool { false }
}

/// The owner of an observation, which lasts as long as it.
public final class NSKeyValueObservation: NSObject {
  fileprivate var check: (() -> Void)?

  public func invalidate() { check = nil }

  deinit { invalidate() }
}

extension NSObjectProtocol where Self: NSObject {
  /// Reports changes of a property as long as the result lives.
  public func observe<Content>(
    _ keyPath: KeyPath<Self, Content>, options: NSKeyValueObservingOptions = [],
    changeHandler: @escaping (Self, NSKeyValueObservedChange<Content>) -> Void
  ) -> NSKeyValueObservation {
    let observation = NSKeyValueObservation()
    var last = self[keyPath: keyPath]
    if options.contains(.initial) {
      let new = options.contains(.new) ? last : nil
      changeHandler(self, NSKeyValueObservedChange(newValue: new, oldValue: nil))
    }
    observation.check = { [weak self] in
      guard let self else { return }
      let new = self[keyPath: keyPath]
      guard !isSame(new, last) else { return }
      let change = NSKeyValueObservedChange(
        newValue: options.contains(.new) ? new : nil, oldValue: options.contains(.old) ? last : nil)
      last = new
      changeHandler(self, change)
    }
    guard let clock = FilmClock.current else { return observation }
    clock.observe { [weak observation] in
      guard let check = observation?.check else { return false }
      check()
      return true
    }
    return observation
  }
}

/// Values without `==` are the same where they look so.
private func isSame<Content>(_ a: Content, _ b: Content) -> Bool {
  if let a = a as? any Equatable { return isEqual(a, b) }
  if Content.self is AnyObject.Type { return (a as AnyObject) === (b as AnyObject) }
  return "\(a)" == "\(b)"
}

private func isEqual<Known: Equatable>(_ a: Known, _ b: Any) -> Bool { a == b as? Known }
