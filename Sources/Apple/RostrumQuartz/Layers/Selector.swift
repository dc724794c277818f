public import Foundation

/// A method that is named where it is not called: what `#selector` makes on a Mac.
///
/// Without Objective-C no method is found by its name, so a selector holds the method itself:
/// `Selector(tapped(_:))` or `Selector(Controller.tapped(_:))`. The plugin `UneditedSources` writes
/// so in place of `#selector(tapped(_:))`. One that is made of a string calls nothing, and says so.
public struct Selector: Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The method's name, without its type and without its labels; empty where it is not known.
  public let description: String
  private let call: (_ target: Any?, _ arguments: Arguments) -> Bool

  private init(_ name: String, _ call: @escaping (Any?, Arguments) -> Bool) {
    let method = name.prefix { $0 != "(" }
    description = String(method.split(separator: ".").last ?? method)
    self.call = call
  }

  public init(_ name: String) {
    self.init(name) { _, _ in
      FilmWarnings.tell(.other("no method is called by its name '\(name)': name it by #selector"))
      return true
    }
  }

  public init(stringLiteral value: String) { self.init(value) }

  /// A method of an instance.
  public init<each Argument>(
    _ method: @escaping (repeat each Argument) -> Void, named name: String = ""
  ) {
    self.init(name) { _, arguments in
      var arguments = arguments
      guard let known = try? (repeat arguments.next((each Argument).self)) else { return false }
      method(repeat each known)
      return true
    }
  }

  /// A method of a class.
  public init<Target, each Argument>(
    _ method: @escaping (Target) -> (repeat each Argument) -> Void, named name: String = ""
  ) {
    self.init(name) { target, arguments in
      var arguments = arguments
      guard let target = target as? Target,
        let known = try? (repeat arguments.next((each Argument).self))
      else { return false }
      method(target)(repeat each known)
      return true
    }
  }

  // MARK: Use

  /// Calls the method of a target. A method of another class, or for other arguments, is reported.
  package func send(to target: Any?, _ arguments: Any?...) {
    guard !call(target, Arguments(values: arguments[...])) else { return }
    let kind = target.map { "\(type(of: $0))" } ?? "nothing"
    FilmWarnings.tell(
      .other("the method '\(description)' takes another target than \(kind), or other arguments"))
  }

  /// Two methods without a name are never the same.
  public static func == (a: Selector, b: Selector) -> Bool {
    !a.description.isEmpty && a.description == b.description
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(description) }

  /// The arguments of a call: the sender, and the event or another object.
  fileprivate struct Arguments {
    struct OfAnotherType: Error {}

    var values: ArraySlice<Any?>

    mutating func next<Content>(_: Content.Type) throws -> Content {
      let value = values.popFirst() ?? nil
      // Nothing is an optional's.
      guard let content = (value ?? Any?.none as Any) as? Content else { throw OfAnotherType() }
      return content
    }
  }
}

// MARK: Calls after a while

extension NSObject {
  public func perform(_ aSelector: Selector) { aSelector.send(to: self) }

  public func perform(_ aSelector: Selector, with object: Any?) {
    aSelector.send(to: self, object)
  }

  /// In the film's time; outside of a film at once.
  public func perform(_ aSelector: Selector, with anArgument: Any?, afterDelay delay: TimeInterval)
  {
    guard let clock = FilmClock.current else { return aSelector.send(to: self, anArgument) }
    clock.performs.removeAll { !clock.isDue($0.number) }
    let number = clock.schedule(at: clock.now + max(delay, 0)) {
      aSelector.send(to: self, anArgument)
    }
    clock.performs.append((ObjectIdentifier(self), aSelector, number))
  }

  public class func cancelPreviousPerformRequests(withTarget aTarget: AnyObject) {
    cancel { $0.target == ObjectIdentifier(aTarget) }
  }

  public class func cancelPreviousPerformRequests(
    withTarget aTarget: AnyObject, selector aSelector: Selector, object anArgument: Any? = nil
  ) {
    cancel { $0.target == ObjectIdentifier(aTarget) && $0.selector == aSelector }
  }

  private class func cancel(where isGone: (FilmClock.Perform) -> Bool) {
    guard let clock = FilmClock.current else { return }
    for entry in clock.performs where isGone(entry) { clock.cancel(entry.number) }
    clock.performs.removeAll(where: isGone)
  }
}

// MARK: Notifications

extension NotificationCenter {
  /// Calls a method of an observer, as long as the observer lives.
  public func addObserver(
    _ observer: AnyObject, selector aSelector: Selector, name aName: NSNotification.Name?,
    object anObject: Any?
  ) {
    let receiver = Receiver(observer, aSelector)
    receiver.token = addObserver(forName: aName, object: anObject, queue: nil) { note in
      receiver.receive(note)
    }
    SelectorObservers.add(receiver, name: aName)
  }

  public func removeObserver(_ observer: AnyObject) {
    if let token = observer as? any NSObjectProtocol {
      removeObserver(token, name: nil, object: nil)
    }
    for token in SelectorObservers.remove(observer, name: nil) { removeObserver(token as Any) }
  }

  public func removeObserver(
    _ observer: AnyObject, name aName: NSNotification.Name?, object anObject: Any?
  ) {
    for token in SelectorObservers.remove(observer, name: aName) { removeObserver(token as Any) }
  }

  // A film posts and receives in its one thread.
  fileprivate final class Receiver: @unchecked Sendable {
    weak var observer: AnyObject?
    let selector: Selector
    var token: (any NSObjectProtocol)?

    init(_ observer: AnyObject, _ selector: Selector) {
      (self.observer, self.selector) = (observer, selector)
    }

    func receive(_ note: Notification) {
      if let observer { selector.send(to: observer, note) }
    }
  }
}

/// The observers with selectors, so that they can be removed.
private enum SelectorObservers {
  private static let lock = NSLock()
  nonisolated(unsafe) private static var entries:
    [(receiver: NotificationCenter.Receiver, name: NSNotification.Name?)] = []

  static func add(_ receiver: NotificationCenter.Receiver, name: NSNotification.Name?) {
    lock.withLock { entries.append((receiver, name)) }
  }

  /// The tokens of an observer, of one name or of all. Observers that are gone go too.
  static func remove(_ observer: AnyObject, name: NSNotification.Name?) -> [any NSObjectProtocol] {
    lock.withLock {
      let isGone = { (entry: (receiver: NotificationCenter.Receiver, name: NSNotification.Name?)) in
        entry.receiver.observer == nil
          || entry.receiver.observer === observer && (name == nil || entry.name == name)
      }
      let gone = entries.filter(isGone)
      entries.removeAll(where: isGone)
      return gone.compactMap(\.receiver.token)
    }
  }
}
