import RostrumBase
import Foundation
import RostrumLayerTree
import Synchronization

/// Something that code says and that has no effect, at the place where it says so.
public struct FilmWarning: Hashable, Sendable, CustomStringConvertible {
  /// `nil` where the call does not say.
  public let file: String?
  public let line: Int?
  public let message: String

  public var description: String { "\(place)warning: \(message)" }

  var place: String { file.map { "\($0):\(line ?? 1): " } ?? "" }
}

/// Where code calls the library.
struct CallPlace: Sendable {
  let file: StaticString
  let line: UInt
  /// The layer that is called, and the animation or key; an override that passes the call on has
  /// the same.
  var subject: ObjectIdentifier?

  init(_ file: StaticString, _ line: UInt, subject: ObjectIdentifier? = nil) {
    (self.file, self.line, self.subject) = (file, line, subject)
  }

  /// The place of the call that runs.
  @TaskLocal static var current: CallPlace?
}

/// A call without an effect.
enum Ineffective {
  case unknownKeyPath(String, CALayer.Type)
  case unknownPlace(String, CALayer.Type)
  /// A key path at which Core Animation raises an exception: an error in a film.
  case raising(String, CALayer.Type)
  case wrongType(Any?, ValueType, String)
  case noPoint(String)
  case noSpring(Double, Double)
  case unknownWord(String, String)
  case other(String)

  var message: String {
    switch self {
    case .unknownKeyPath(let name, let type):
      let animatable = type.modelClass.keyPaths.filter(\.property.isAnimatable)
      return "'\(name)' is no key path that a \(type) can animate" + Self.hint(name, animatable)
    case .unknownPlace(let name, let type):
      return "'\(name)' leads to nothing in a \(type)" + Self.hint(name, type.modelClass.keyPaths)
    case .raising(let name, let type):
      return "'\(name)' leads to nothing in a \(type), and Core Animation raises an exception"
        + Self.hint(name, type.modelClass.keyPaths)
    case .wrongType(let value, let type, let name):
      let given = value.map { "\(Swift.type(of: $0))" } ?? "nil"
      return "'\(name)' takes \(type.swiftName), not \(given)"
    case .noPoint(let name): return "'\(name)' cannot move along a path"
    case .noSpring(let duration, let bounce):
      return "no spring has a perceptual duration of \(duration) and a bounce of \(bounce)"
    case .unknownWord(let name, let word): return "'\(name)' has no value '\(word)'"
    case .other(let message): return message
    }
  }

  private static func hint(_ name: String, _ known: [AnimationKeyPath]) -> String {
    closest(to: name, among: known.map(\.name), maximumDistance: 3)
      .map { "; did you mean '\($0)'?" } ?? ""
  }
}

enum FilmWarnings {
  /// The mistakes reported outside of films, each once.
  private static let told = Mutex<Set<FilmWarning>>([])

  /// Reports it once: to the film that runs, or else to the standard error.
  static func tell(_ problem: Ineffective) {
    let place = CallPlace.current
    let warning = FilmWarning(
      file: place.map { "\($0.file)" }, line: place.map { Int($0.line) }, message: problem.message)
    if let clock = FilmClock.current {
      if case .raising = problem { return clock.fail(warning) }
      return clock.warn(warning)
    }
    guard told.withLock({ $0.insert(warning).inserted }) else { return }
    print(warning)
  }

  static func print(_ warning: FilmWarning) {
    FileHandle.standardError.write(Data("\(warning)\n".utf8))
  }
}

extension ValueType {
  /// The type in Swift's words.
  var swiftName: String {
    switch self {
    case .number, .angle: "a number"
    case .boolean: "a Bool"
    case .point: "a CGPoint"
    case .size: "a CGSize"
    case .rect: "a CGRect"
    case .transform: "a CATransform3D"
    case .color: "a CGColor"
    case .colors: "an array of CGColor"
    case .path: "a CGPath"
    case .image: "a CGImage"
    case .numbers, .locations, .fixedNumbers: "an array of numbers"
    case .text, .attributedText: "a String or an NSAttributedString"
    case .word(let words): "one of " + words.map { "'\($0)'" }.joined(separator: ", ")
    case .font: "the name of a font"
    case .filters: "an array of CAFilter"
    case .emitterCells: "an array of CAEmitterCell"
    default: "a value of another type"
    }
  }
}

// MARK: Calls with their places

extension CALayer {
  /// `add(_:forKey:)`, with the place of the call for messages.
  public func add(
    _ anim: CAAnimation, forKey key: String?, file: StaticString = #filePath, line: UInt = #line
  ) {
    at(file, line, subject: anim, { add(anim, forKey: key) }, passedOn: { attach(anim, key) })
  }

  public func setValue(
    _ value: Any?, forKeyPath keyPath: String, file: StaticString = #filePath, line: UInt = #line
  ) {
    at(
      file, line, subject: self, { setValue(value, forKeyPath: keyPath) },
      passedOn: { code(value, keyPath) })
  }

  public func setValue(
    _ value: Any?, forKey key: String, file: StaticString = #filePath, line: UInt = #line
  ) {
    at(
      file, line, subject: self, { setValue(value, forKey: key) }, passedOn: { code(value, key) })
  }

  /// An override that passes the call on to `super` comes here once more.
  private func at(
    _ file: StaticString, _ line: UInt, subject: AnyObject, _ call: () -> Void,
    passedOn: () -> Void
  ) {
    let subject = ObjectIdentifier(subject)
    if CallPlace.current?.subject == subject { return passedOn() }
    let place = CallPlace(file, line, subject: subject)
    CallPlace.$current.withValue(place, operation: call)
  }
}
