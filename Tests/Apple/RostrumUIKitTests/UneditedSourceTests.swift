import Foundation
import TestSupport
import Testing
@testable import unedited_sources

/// Files with Objective-C's words, as the plugin gives them to the compiler.
@Suite("Unedited sources")
struct UneditedSourceTests {
  private static let table: [(file: String, adapted: String)] = [
    ("@objc func tap() {}", " func tap() {}"),
    ("@objc(tap:) private func tap(_ a: Any) {}", " private func tap(_ a: Any) {}"),
    ("@objc(\n  tap:\n) func tap() {}", "\n\n func tap() {}"),
    ("@objcMembers class A: NSObject {}", " class A: NSObject {}"),
    ("@IBOutlet weak var a: UILabel!", " weak var a: UILabel!"),
    ("@IBInspectable var a = 1", "@IBInspectable var a = 1"),
    ("@objc protocol P { func a() }", " protocol P: AnyObject { func a() }"),
    ("@objc public protocol P: Q {}", " public protocol P: AnyObject, Q {}"),
    ("@objc protocol P: NSObjectProtocol {}", " protocol P: NSObjectProtocol {}"),
    ("@objc protocol P: AnyObject {}", " protocol P: AnyObject {}"),
    (
      "@objc protocol P { @objc optional func a() }",
      " protocol P: P_methods, AnyObject {  }; internal protocol P_methods { func a() throws }; "
        + "extension P_methods { internal func a() throws { throw CancellationError() } }; "
        + "extension P { internal var a: P_a? { P_a(receiver: self) } }; "
        + "internal struct P_a { fileprivate let receiver: any P_methods; "
        + "internal func callAsFunction() { try? receiver.a() } }"
    ),
    (
      "@objc public protocol P: Q { @objc optional func a(_ b: B, c d: [D: E]) -> F?\n}",
      " public protocol P: P_methods, AnyObject, Q {  \n}; "
        + "public protocol P_methods { func a(_ b: B, c d: [D: E]) throws -> F? }; "
        + "extension P_methods { public func a(_ b: B, c d: [D: E]) throws -> F? "
        + "{ throw CancellationError() } }; "
        + "extension P { public var a: P_a? { P_a(receiver: self) } }; "
        + "public struct P_a { fileprivate let receiver: any P_methods; "
        + "public func callAsFunction(_ b: B, c d: [D: E]) -> F? "
        + "{ return try? receiver.a(b, c: d) }; "
        + "public func callAsFunction(_ b: B, _ d: [D: E]) -> F? "
        + "{ return try? receiver.a(b, c: d) } }"
    ),
    (
      "@objc private protocol P { @objc optional var a: A { get } }",
      " private protocol P: P_methods, AnyObject {   }; "
        + "fileprivate protocol P_methods { @_disfavoredOverload var a: A { get throws } }; "
        + "extension P_methods { @_disfavoredOverload fileprivate var a: A "
        + "{ get throws { throw CancellationError() } } }; "
        + "extension P { fileprivate var a: (A)? { try? (self as any P_methods).a } }"
    ),
    ("let a: @convention(block) () -> Void", "let a:  () -> Void"),
    ("@IBAction func a() {}", " func a() {}"),
    ("f(#selector(tap))", "f(Selector(tap, named: \"tap\"))"),
    ("f(#selector(A.tap(_:with:)))", "f(Selector(A.tap(_:with:), named: \"A.tap(_:with:)\"))"),
    ("f(#selector(\n  A.tap))", "f(Selector(\n  A.tap, named: \"A.tap\"))"),
    ("f(#selector(getter: A.b))", "f(Selector(\"getter: A.b\"))"),
    (
      "class A: B { @objc private func a() {}\n  @objc(c:) func b(_ c: C) {}\n"
        + "  @objc func d(to e: E) {}\n  @objc func f() -> G { g }\n  @objc func h() throws {}\n}\n"
        + "_ = NSSelectorFromString(\"a\")",
      "class A: B {  private func a() {}\n   func b(_ c: C) {}\n   func d(to e: E) {}\n"
        + "   func f() -> G { g }\n   func h() throws {}\n"
        + "enum _NamedMethods: NamedMethods { static var all: [Selector] { "
        + "[Selector(A.a as (A) -> () -> Void, named: \"a\"), Selector(A.b(_:), named: \"c:\"), "
        + "Selector(A.d(to:), named: \"dTo\")] } }}\n_ = NSSelectorFromString(\"a\")"
    ),
    ("#keyPath(CAShapeLayer.strokeEnd)", "\"strokeEnd\""),
    ("#keyPath(CALayer.bounds.size)", "\"bounds.size\""),
    ("#keyPath(progress)", "\"progress\""),
    ("#keyPath(CALayer.isHidden)", "\"hidden\""),
    ("#keyPath(UIView.layer.isDoubleSided)", "\"layer.doubleSided\""),
    ("#keyPath(A.isReady)", "\"isReady\""),
    ("var isOn = true; #keyPath(isOn)", "var isOn = true; \"isOn\""),
    ("a?.scrollViewDidScroll?(b)", "a?.scrollViewDidScroll(b)"),
    ("a?.action?(b); tableView?(c)", "a?.action?(b); tableView?(c)"),
    (
      "class A: CALayer { @NSManaged var p: CGFloat }",
      "class A: CALayer { @LayerKey(\"p\") var p: CGFloat }"
    ),
    (
      "class A: CALayer { @NSManaged weak var p: B?; weak var c: B? }",
      "class A: CALayer { @LayerKey(\"p\")  var p: B?; weak var c: B? }"
    ),
    (
      "class A: CALayer { @NSManaged public var p: Int\n}",
      "class A: CALayer { @LayerKey(\"p\") public var p: Int\n}"
    ),
    (
      "class A: CALayer { @objc dynamic var p: CGFloat = 0 }",
      "class A: CALayer { @LayerKey(\"p\")  var p: CGFloat = 0 }"
    ),
    (
      "class A: QuartzCore.CAShapeLayer { @objc var p: UIColor? { didSet { a() } } }",
      "class A: QuartzCore.CAShapeLayer { @LayerKey(\"p\") var p: UIColor? { didSet { a() } } }"
    ),
    ("class A: CALayer { @objc var p: Int { 3 } }", "class A: CALayer {  var p: Int { 3 } }"),
    ("class A: CALayer { @objc class func p() {} }", "class A: CALayer {  class func p() {} }"),
    ("class A: UIView { @objc dynamic var p = 0 }", "class A: UIView {   var p = 0 }"),
    (
      "class A: CALayer { class B { @objc var p = 0 } }",
      "class A: CALayer { class B {  var p = 0 } }"
    ),
    ("import Foundation", "import RostrumQuartz"),
    (
      "import Foundation\nlet a = URLSession.shared",
      "import RostrumQuartz; import FoundationNetworking\nlet a = URLSession.shared"
    ),
    ("import ObjectiveC.runtime // a", "import RostrumQuartz // a"),
    ("import struct Foundation.URL", "import struct Foundation.URL"),
    ("import UIKit.UIGestureRecognizerSubclass", "import UIKit"),
    ("import class UIKit.UIView // a", "import UIKit // a"),
    ("import func QuartzCore.CACurrentMediaTime", "import QuartzCore"),
    ("import Darwin", "import RostrumQuartz"), ("import Darwin.C", "import RostrumQuartz"),
    ("import func Darwin.sin", "import RostrumQuartz"), ("import Classy", "import Classy"),
    ("import AVFoundation", ""), ("import os.log // a", " // a"),
    (
      "class A: B {\n}\nextension A {\n  override func c() {}\n  func d() {}\n}",
      "class A: B {\n\n#sourceLocation(file: \"A.swift\", line: 4)\n  override func c() {}\n"
        + "#sourceLocation(file: \"A.swift\", line: 2)\n}\nextension A {\n\n  func d() {}\n}"
    ),
    ("extension A { override func b() {} }", "extension A { override func b() {} }"),
    ("#if os(iOS) || os(tvOS)", "#if (os(iOS) || os(Linux)) || os(tvOS)"),
    ("Task { @MainActor in a() }", "Task {  a() }"),
    ("Task { @MainActor [weak self] in a() }", "Task {  [weak self] in a() }"),
    ("@MainActor final class A {}", " final class A {}"),
    ("@UIApplicationMain class A {}", " class A {}"),
    // Nothing in comments and strings.
    ("// @objc #selector(a)", "// @objc #selector(a)"),
    ("/* /* @objc */ @objc */ a", "/* /* @objc */ @objc */ a"),
    (
      "let a = \"@objc \\(b(\"#selector(c)\")) @objc\"",
      "let a = \"@objc \\(b(\"#selector(c)\")) @objc\""
    ),
    ("let a = #\"\" @objc \"#", "let a = #\"\" @objc \"#"),
    ("let a = \"\"\"\n@objc \" @objc\n\"\"\"", "let a = \"\"\"\n@objc \" @objc\n\"\"\""),
    // A declaration that is not whole stays, for the compiler to say so.
    ("#selector(a", "#selector(a"), ("@objc(a", "(a"), ("\"@objc", "\"@objc"),
    ("/* @objc", "/* @objc"),
    ("", ""),
  ]

  @Test("A file keeps its lines, and changes in Objective-C's words alone", arguments: table)
  func words(_ row: (file: String, adapted: String)) {
    var source = UneditedSource(row.file, path: "A.swift")
    let lines = source.adapted().split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.first == "#sourceLocation(file: \"A.swift\", line: 1)")
    #expect(lines.dropFirst().joined(separator: "\n") == row.adapted)
  }

  /// The texts of RostrumQuartz and RostrumUIKit.
  private static var declarations: String {
    let sources = repository.appending(path: "Sources/Apple")
    return ["RostrumQuartz", "RostrumUIKit"].flatMap { module -> [String] in
      let folder = sources.appending(path: module)
      let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
      return (all?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
        .compactMap { try? String(contentsOf: $0, encoding: .utf8) }
    }.joined()
  }

  @Test("The frameworks' names are those of the declarations")
  func frameworkNames() throws {
    let text = Self.declarations
    let getters = text.matches(
      of: /open (?:(?:private|internal)\(set\) )?(?:override )?var (is[A-Z]\w*)/)
    #expect(
      Set(getters.map { String($0.1) }) == FrameworkNames.getters.union(FrameworkNames.others))
    let protocols = text.matches(
      of: /public protocol \w+(?:Delegate|DataSource|FlowLayout)\b[^{]*\{([^}]*)\n\}/)
    let methods = protocols.flatMap { $0.1.matches(of: /\n  func (\w+)/).map { String($0.1) } }
    #expect(
      Set(methods + ["animationEnded"])
        == FrameworkNames.optionalMethods.union(FrameworkNames.closures))
  }

  @Test("A path with quotes is a string of Swift")
  func paths() {
    var source = UneditedSource("", path: "a \"b\" \\c.swift")
    #expect(
      source.adapted() == "#sourceLocation(file: \"a \\\"b\\\" \\\\c.swift\", line: 1)\n")
  }
}
