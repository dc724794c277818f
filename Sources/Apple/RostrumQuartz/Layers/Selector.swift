public import Foundation
import Synchronization

/// A method that is named where it is not called: what `#selector` makes on a Mac.
///
/// Without Objective-C a selector holds the method itself: `Selector(tapped(_:))` or
/// `Selector(Controller.tapped(_:))`. The plugin `UneditedSources` writes so in place of
/// `#selector(tapped(_:))`. One that is made of a string finds a method in classes that are
/// `NamedMethods`: the plugin writes that conformance for files with methods named by strings.
public struct Selector: Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The method's name, without its type and without its labels; empty where it is not known.
  public let description: String
  /// `nil` for a name alone.
  private let method: Method?

  private struct Method {
    /// Whether a target has it.
    let isOf: (_ target: Any?) -> Bool
    let call: (_ target: Any?, _ arguments: inout Arguments) throws -> Void
  }

  private init(_ name: String, _ method: Method?) {
    let words = name.prefix { $0 != "(" && $0 != ":" }
    description = String(words.split(separator: ".").last ?? words)
    self.method = method
  }

  public init(_ name: String) { self.init(name, nil) }

  public init(stringLiteral value: String) { self.init(value) }

  /// A method of an instance.
  public init<each Argument>(
    _ method: @escaping (repeat each Argument) -> Void, named name: String = ""
  ) {
    self.init(
      name,
      Method(isOf: { _ in true }) { _, arguments in
        method(repeat try arguments.next((each Argument).self))
      })
  }

  /// A method of a class.
  public init<Target, each Argument>(
    _ method: @escaping (Target) -> (repeat each Argument) -> Void, named name: String = ""
  ) {
    self.init(
      name,
      Method(isOf: { $0 is Target }) { target, arguments in
        guard let target = target as? Target else { throw Arguments.OfAnotherType() }
        method(target)(repeat try arguments.next((each Argument).self))
      })
  }

  // MARK: Use

  /// The method, where a target has it: a name alone is looked for in the target's classes.
  private func method(of target: Any?) -> Method? {
    if let method { return method.isOf(target) ? method : nil }
    guard let target = target as? NSObject else { return nil }
    return sequence(first: type(of: target) as AnyClass) { _getSuperclass($0) }
      .lazy.compactMap(Self.namedMethods).joined().first { $0 == self }?.method
  }

  /// The methods that the type `_NamedMethods` in a class lists.
  private static func namedMethods(of type: AnyClass) -> [Selector]? {
    let name = _mangledTypeName(type).map { "\($0)13_NamedMethodsO" }
    return (name.flatMap(_typeByName) as? any NamedMethods.Type)?.all
  }

  /// Whether a target has the method.
  func isMethod(of target: Any?) -> Bool { method(of: target) != nil }

  /// Calls the method of a target. A target without it, and other arguments, are reported.
  package func send(to target: Any?, _ arguments: Any?...) {
    var arguments = Arguments(values: arguments[...])
    if let method = method(of: target), (try? method.call(target, &arguments)) != nil { return }
    let kind = target.map { "\(type(of: $0))" } ?? "nothing"
    FilmWarnings.tell(
      .other(
        method == nil
          ? "\(kind) has no method by the name '\(description)': name it by #selector"
          : "the method '\(description)' takes another target than \(kind), or other arguments"))
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

/// The methods of a class that are found by their names: in the class, an enumeration
/// `_NamedMethods` lists them.
public protocol NamedMethods {
  static var all: [Selector] { get }
}

public func NSSelectorFromString(_ aSelectorName: String) -> Selector { Selector(aSelectorName) }
public func NSStringFromSelector(_ aSelector: Selector) -> String { aSelector.description }

// MARK: Calls, at once and after a while

extension NSObjectProtocol {
  /// Whether the object has the method. Of an instance's own method it is not known: it has.
  public func responds(to aSelector: Selector!) -> Bool { aSelector?.isMethod(of: self) ?? false }

  public func perform(_ aSelector: Selector!) { aSelector?.send(to: self) }

  public func perform(_ aSelector: Selector!, with object: Any?) {
    aSelector?.send(to: self, object)
  }

  public func perform(_ aSelector: Selector!, with object1: Any?, with object2: Any?) {
    aSelector?.send(to: self, object1, object2)
  }
}

extension NSObject {
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
    let receiver = SelectorReceiver(observer, aSelector, aName)
    receiver.token = addObserver(forName: aName, object: anObject, queue: nil) { note in
      if let observer = receiver.observer { receiver.selector.send(to: observer, note) }
    }
    SelectorReceiver.all.withLock { $0.append(receiver) }
  }

  public func removeObserver(_ observer: AnyObject) {
    if let token = observer as? any NSObjectProtocol {
      removeObserver(token, name: nil, object: nil)
    }
    removeObserver(observer, name: nil, object: nil)
  }

  /// Observers that are gone go too.
  public func removeObserver(
    _ observer: AnyObject, name aName: NSNotification.Name?, object anObject: Any?
  ) {
    let gone = SelectorReceiver.all.withLock { all in
      let gone = all.filter { $0.observer == nil || $0.isOf(observer, aName) }
      all.removeAll { $0.observer == nil || $0.isOf(observer, aName) }
      return gone
    }
    for receiver in gone { receiver.token.map { removeObserver($0 as Any) } }
  }
}

/// An observer with a selector, so that it can be removed. A film posts and receives in its one
/// thread.
private final class SelectorReceiver: @unchecked Sendable {
  static let all = Mutex<[SelectorReceiver]>([])
  weak var observer: AnyObject?
  let selector: Selector
  private let name: NSNotification.Name?
  var token: (any NSObjectProtocol)?

  init(_ observer: AnyObject, _ selector: Selector, _ name: NSNotification.Name?) {
    (self.observer, self.selector, self.name) = (observer, selector, name)
  }

  /// No name is every name.
  func isOf(_ observer: AnyObject, _ name: NSNotification.Name?) -> Bool {
    self.observer === observer && (name == nil || self.name == name)
  }
}
