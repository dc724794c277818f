import RostrumBase
import RostrumCPreviewPage

/// The modules of the page as one script, so that the page needs no other file and its policy can
/// name the script by a hash.
///
/// Each module becomes a function that is called once, after the modules it imports, and returns
/// its exports. Only the import and export forms of the page's modules are supported: `import { a,
/// b } from "./name.js";` and `export` before a class, a function or a constant.
struct PageScript {
  private(set) var text = ""
  private var added: Set<String> = []
  /// The module that replaces `connection`.
  private let connection: String

  /// The script that begins with the module `preview`. `connection` is the module that brings the
  /// frames.
  init(connection: String) {
    self.connection = connection
    add("preview")
  }

  private mutating func add(_ name: String) {
    guard added.insert(name).inserted else { return }
    var (lines, exports): ([String], [String]) = ([], [])
    let module = embeddedText((name == "connection" ? connection : name) + ".js", cpreviewpage_text)
    for line in module.split(separator: "\n", omittingEmptySubsequences: false) {
      if let match = line.wholeMatch(of: /import (\{.*\}) from "\.\/(\w+)\.js";/) {
        add(String(match.output.2))
        lines.append("const \(match.output.1) = \(match.output.2)Module;")
      } else if let match = line.prefixMatch(of: /export (?:class|function|const) (\w+)/) {
        exports.append(String(match.output.1))
        lines.append(String(line.dropFirst("export ".count)))
      } else {
        lines.append(String(line))
      }
    }
    text += "const \(name)Module = (() => {\n\(lines.joined(separator: "\n"))"
    text += "return { \(exports.joined(separator: ", ")) };\n})();\n"
  }
}
