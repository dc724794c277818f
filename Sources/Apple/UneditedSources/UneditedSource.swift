/// A Swift file that uses Objective-C, for a compiler that has none.
///
/// On a Mac it is the file itself. Elsewhere the result has the same lines, and messages of the
/// compiler name the file itself. It differs in these words:
///
/// | in the file | in the result |
/// | --- | --- |
/// | `@objc`, `@objcMembers`, `@nonobjc`, `@IBOutlet`, `@UIApplicationMain` | nothing |
/// | `@MainActor` | nothing: a film runs in one thread |
/// | `@objc protocol P` | `protocol P: AnyObject` |
/// | `@objc optional func done()` | a method of `P_methods`, which `P` refines |
/// | `@convention(block)`, `@IBAction` | nothing |
/// | `#selector(Type.tapped(_:))` | `Selector(Type.tapped(_:), named: "Type.tapped(_:)")` |
/// | `@objc func`, where the file names methods by strings | the same, and listed in its class |
/// | `#keyPath(CAShapeLayer.strokeEnd)` | `"strokeEnd"` |
/// | `#keyPath(CALayer.isHidden)` | `"hidden"` |
/// | `@NSManaged var progress: CGFloat` | `@LayerKey("progress") var progress: CGFloat` |
/// | `@NSManaged weak var owner: A?` | the same, and not weak |
/// | `delegate?.scrollViewDidScroll?(view)` | `delegate?.scrollViewDidScroll(view)` |
/// | `@objc var progress: CGFloat = 0` in a layer | `@LayerKey("progress") var ...` |
/// | `import Foundation`, `ObjectiveC`, `Darwin` or `CoreFoundation` | `import RostrumQuartz` |
/// | `import Foundation` where the file names `URLSession` | `import FoundationNetworking` too |
/// | `import AVFoundation`, `import os.log` | nothing |
/// | `import UIKit.UIView`, `import class UIKit.UIView` | `import UIKit` |
/// | `extension A { override func b() }` | an override in the class `A` of the same file |
/// | `#if os(iOS)` | `#if (os(iOS) || os(Linux))` |
struct UneditedSource {
  private let path: String
  private var words: WordScanner
  private var result: [UInt8] = []
  /// The class around each open brace, where the brace is a class's.
  private var braces: [Class?] = []
  /// The protocols of Objective-C's around this place.
  private var protocols: [OptionalMethods] = []
  /// The class whose brace comes next.
  private var declared: Class?
  /// Words of the declaration that comes which are left out.
  private var dropped: Set<String> = []
  /// The file's own variables: of these `#keyPath` has the names as they are.
  private let variables: Set<String>
  private let usesNetwork: Bool
  /// Whether the file names methods by strings.
  private let namesMethods: Bool

  private struct Class {
    let name: String
    let isLayer: Bool
    /// Selectors of the methods of Objective-C's.
    var selectors: [String] = []
  }

  init(_ text: String, path: String) {
    self.path = path
    #if canImport(Darwin)
      words = WordScanner(Array(text.utf8))
    #else
      words = WordScanner(ExtensionOverrides(Array(text.utf8)).moved(path: path))
    #endif
    variables = words.upcomingVariables()
    usesNetwork = text.contains("URLSession")
    namesMethods = ["Selector(\"", "Selector((\"", "NSSelectorFromString("].contains(
      where: text.contains)
  }

  mutating func adapted() -> String {
    #if canImport(Darwin)
      return String(decoding: words.rest, as: UTF8.self)
    #else
      return adaptedParts()
    #endif
  }

  private mutating func adaptedParts() -> String {
    while let part = words.next() {
      switch part {
      case .other(let bytes): result += bytes
      case .brace(isOpen: true):
        braces.append(declared)
        declared = nil
        result.append(UInt8(ascii: "{"))
      case .brace(isOpen: false):
        listMethods(of: braces.popLast() ?? nil)
        result.append(UInt8(ascii: "}"))
        if let last = protocols.last, last.depth == braces.count {
          write(last.text)
          protocols.removeLast()
        }
      case .word(let word): adapt(word)
      }
    }
    return Self.location(path: path, line: 1) + "\n" + String(decoding: result, as: UTF8.self)
  }

  /// Lets the compiler's messages show the lines and names of the file itself.
  static func location(path: String, line: Int) -> String {
    let quoted = path.map { "\"\\".contains($0) ? "\\\($0)" : "\($0)" }.joined()
    return "#sourceLocation(file: \"\(quoted)\", line: \(line))"
  }

  private mutating func write(_ text: String) { result += Array(text.utf8) }

  private mutating func adapt(_ word: String) {
    switch word {
    case "@nonobjc", "@objcMembers", "@IBOutlet": break
    case "@IBAction": noteMethod(nil)
    case "@UIApplicationMain", "@NSApplicationMain": break
    case "@objc": adaptExposed()
    case "@MainActor": adaptMainActor()
    case "@convention": if words.arguments() != "block" { write(word + "(c)") }
    case "optional" where protocols.last?.depth == braces.count - 1: adaptOptional()
    case _ where dropped.contains(word): dropped.remove(word)
    case "@NSManaged":
      let name = words.upcomingVariable()?.name
      write(name.map { "@LayerKey(\"\($0)\")" } ?? word)
      dropped = Set(["weak"]).intersection(words.upcomingWords())
    case "#selector": adaptSelector()
    case "#keyPath": adaptKeyPath()
    case "#if", "#elseif": write(word + Self.platforms(words.restOfLine()))
    case "import": adaptImport()
    case "class":
      write(word)
      declared = words.upcomingSuperclass().map {
        Class(name: words.upcomingType() ?? "", isLayer: $0.hasSuffix("Layer"))
      }
    default:
      let isMember = result.last == UInt8(ascii: ".")
      write(word)
      if isMember, FrameworkNames.optionalMethods.contains(word) {
        words.skip(ifNextIs: "?(", to: "(")
      }
    }
  }

  private mutating func adaptExposed() {
    let name = words.arguments()
    write((name ?? "").filter(\.isNewline))
    let declaration = words.upcomingWords()
    dropped = Set(["dynamic"]).intersection(declaration)
    noteMethod(name)
    if declaration.contains("protocol") {
      let accesses = ["public", "fileprivate", "private"].filter(declaration.contains)
      let access = accesses.first ?? "internal"
      if let name = words.constrainProtocol() {
        protocols.append(
          OptionalMethods(
            name: name, access: access == "private" ? "fileprivate" : access,
            depth: braces.count))
      }
    } else if let around = braces.last, around?.isLayer == true,
      let variable = words.upcomingVariable(), variable.canBeKey
    {
      write("@LayerKey(\"\(variable.name)\")")
    }
  }

  /// Keeps a method of a class for those who look for it by its name in Objective-C.
  private mutating func noteMethod(_ name: String?) {
    guard namesMethods, var type = braces.last ?? nil, let method = words.upcomingMethod() else {
      return
    }
    let labels = method.names.map { "\($0.label):" }
    let path = "\(type.name).\(method.name)"
    let value =
      labels.isEmpty ? "\(path) as (\(type.name)) -> () -> Void" : "\(path)(\(labels.joined()))"
    type.selectors.append("Selector(\(value), named: \"\(name ?? method.nameInObjectiveC)\")")
    braces[braces.count - 1] = type
  }

  private mutating func listMethods(of type: Class?) {
    guard let type, !type.selectors.isEmpty else { return }
    let isNewLine = result.last { $0 != UInt8(ascii: " ") } == UInt8(ascii: "\n")
    write(
      "\(isNewLine ? "" : "; ")enum _NamedMethods: NamedMethods { static var all: [Selector] { "
        + "[\(type.selectors.joined(separator: ", "))] } }")
  }

  private mutating func adaptOptional() {
    if let property = words.property() {
      protocols[protocols.count - 1].properties.append(property)
      return
    }
    guard let method = words.function() else { return write("optional") }
    write(method.parameters.filter(\.isNewline))
    protocols[protocols.count - 1].methods.append(method)
  }

  /// A film runs in one thread. A closure that says nothing else needs no `in`.
  private mutating func adaptMainActor() {
    write(words.skipArguments())
    words.skip(ifNextIs: "in")
  }

  private mutating func adaptSelector() {
    guard let argument = words.arguments() else { return write("#selector") }
    let name = argument.split { $0.isWhitespace }.joined(separator: " ")
    let isAccessor = ["getter:", "setter:"].contains { name.hasPrefix($0) }
    write(isAccessor ? "Selector(\"\(name)\")" : "Selector(\(argument), named: \"\(name)\")")
  }

  private mutating func adaptKeyPath() {
    guard let argument = words.arguments() else { return write("#keyPath") }
    let parts = argument.filter { !$0.isWhitespace }.split(separator: ".").map(String.init)
    let keys = parts.drop { $0.first?.isUppercase == true || $0 == "self" }
    let names = (keys.isEmpty ? parts[...] : keys).map {
      variables.contains($0) ? $0 : FrameworkNames.property($0)
    }
    write("\"\(names.joined(separator: "."))\"")
  }

  private mutating func adaptImport() {
    let rest = words.restOfLine()
    var (name, after) = Self.word(rest[...])
    let isScoped = Self.scopes.contains(name)
    if isScoped { (name, after) = Self.word(after) }
    let end = after.drop { $0 == "." || $0 == "_" || $0.isLetter || $0.isNumber }
    if name == "Foundation", !isScoped, after.first != "." {
      write("import RostrumQuartz\(usesNetwork ? "; import FoundationNetworking" : "")\(end)")
    } else if Self.absent.contains(name) {
      write("import RostrumQuartz\(end)")
    } else if Self.frameworks.contains(name), isScoped || after.first == "." {
      write("import \(name)\(end)")
    } else if Self.withoutFilm.contains(name) {
      write(String(end))
    } else {
      write("import\(rest)")
    }
  }

  private static let frameworks: Set<Substring> = [
    "UIKit", "QuartzCore", "CoreGraphics", "CoreText",
  ]
  /// Modules of a Mac whose names for animations are in RostrumQuartz.
  private static let absent: Set<Substring> = ["ObjectiveC", "Darwin", "CoreFoundation"]
  private static let scopes: Set<Substring> = [
    "class", "struct", "enum", "protocol", "func", "typealias", "let", "var",
  ]

  /// The first word of a line, and what follows.
  private static func word(_ line: Substring) -> (Substring, Substring) {
    let line = line.drop { $0 == " " || $0 == "\t" }
    let word = line.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    return (word, line.dropFirst(word.count))
  }

  /// Frameworks without a film. Files import them for a name or two, or for none: the compiler says
  /// which names are not there.
  private static let withoutFilm: Set<Substring> = [
    "os", "ARKit", "AVFoundation", "AVKit", "Accelerate", "AudioToolbox", "Combine", "CoreAudio",
    "CoreData", "CoreHaptics", "CoreImage", "CoreLocation", "CoreMedia", "CoreMotion", "GameKit",
    "GameplayKit", "ImageIO", "MapKit", "MediaPlayer", "MessageUI", "Metal", "MetalKit",
    "MobileCoreServices", "OSLog", "Photos", "PhotosUI", "SafariServices", "SceneKit", "SpriteKit",
    "StoreKit", "UniformTypeIdentifiers", "UserNotifications", "VideoToolbox", "Vision", "WebKit",
  ]

  /// Code for iOS is for Linux too.
  private static func platforms(_ condition: String) -> String {
    condition.components(of: "os(iOS)").joined(separator: "(os(iOS) || os(Linux))")
  }
}

extension String {
  /// The parts between the occurrences of another text.
  fileprivate func components(of separator: String) -> [String] {
    split(separator: separator, omittingEmptySubsequences: false).map(String.init)
  }
}
