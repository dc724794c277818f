import Foundation

// Values that extensions hang on objects, under the names of Objective-C's runtime.

public enum objc_AssociationPolicy: UInt, Sendable {
  case OBJC_ASSOCIATION_ASSIGN = 0
  case OBJC_ASSOCIATION_RETAIN_NONATOMIC = 1
  case OBJC_ASSOCIATION_COPY_NONATOMIC = 3
  case OBJC_ASSOCIATION_RETAIN = 769
  case OBJC_ASSOCIATION_COPY = 771
}

/// The values of objects that live. A dead object's values are removed with the next change.
private final class Associations: @unchecked Sendable {
  private struct Entry {
    weak var owner: AnyObject?
    var values: [UnsafeRawPointer: Any] = [:]
  }

  static let all = Associations()
  private let lock = NSRecursiveLock()
  private var entries: [ObjectIdentifier: Entry] = [:]
  private var limit = 64

  func value(of object: AnyObject, _ key: UnsafeRawPointer) -> Any? {
    lock.withLock {
      guard let entry = entries[ObjectIdentifier(object)], entry.owner === object else {
        return nil
      }
      return entry.values[key]
    }
  }

  func set(_ value: Any?, of object: AnyObject, _ key: UnsafeRawPointer) {
    // Values that go may set others when they end.
    var gone: [Entry] = []
    lock.withLock {
      let id = ObjectIdentifier(object)
      var entry = entries[id] ?? Entry(owner: object)
      if entry.owner !== object {
        gone.append(entry)
        entry = Entry(owner: object)
      }
      gone.append(entry)
      entry.values[key] = value
      entries[id] = entry
      guard entries.count > limit else { return }
      gone += entries.values.filter { $0.owner == nil }
      entries = entries.filter { $0.value.owner != nil }
      limit = max(64, 2 * entries.count)
    }
  }

  func removeAll(of object: AnyObject) {
    _ = lock.withLock { entries.removeValue(forKey: ObjectIdentifier(object)) }
  }
}

public func objc_getAssociatedObject(_ object: Any, _ key: UnsafeRawPointer) -> Any? {
  Associations.all.value(of: object as AnyObject, key)
}

/// Every policy keeps the value.
public func objc_setAssociatedObject(
  _ object: Any, _ key: UnsafeRawPointer, _ value: Any?, _ policy: objc_AssociationPolicy
) { Associations.all.set(value, of: object as AnyObject, key) }

public func objc_removeAssociatedObjects(_ object: Any) {
  Associations.all.removeAll(of: object as AnyObject)
}
