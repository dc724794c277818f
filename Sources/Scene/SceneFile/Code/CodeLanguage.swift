/// The words and signs of a programming language, as far as colours need them.
struct CodeLanguage: Sendable {
  /// Where a language has lines or tags instead of words and signs.
  enum Form: Sendable { case program, shell, data, settings, markup, styles }

  /// A part of code between two signs: a comment or a text.
  struct Delimiter: Sendable {
    var kind: CodeRun.Kind
    let open: String
    /// Empty for the end of the line.
    let close: String
    var escape: Character? = "\\"
    var spansLines = false
    var nests = false
    /// Code inside a text, which may have texts of its own.
    var inner: (open: String, close: Character)?
    /// Whether it begins a word, as a comment of a shell does.
    var beginsWord = false
    /// Whether it holds one character, as between `'` in C.
    var isCharacter = false

    static func comment(_ open: String, beginsWord: Bool = false) -> Delimiter {
      Delimiter(kind: .comment, open: open, close: "", escape: nil, beginsWord: beginsWord)
    }

    static func block(_ open: String, _ close: String, nests: Bool = false) -> Delimiter {
      Delimiter(
        kind: .comment, open: open, close: close, escape: nil, spansLines: true, nests: nests)
    }

    static func text(
      _ open: String, _ close: String? = nil, escape: Character? = "\\", spansLines: Bool = false,
      inner: (open: String, close: Character)? = nil, beginsWord: Bool = false,
      isCharacter: Bool = false
    ) -> Delimiter {
      Delimiter(
        kind: .string, open: open, close: close ?? open, escape: escape, spansLines: spansLines,
        inner: inner, beginsWord: beginsWord, isCharacter: isCharacter)
    }
  }

  let names: [String]
  var form = Form.program
  /// The longer of two that begin alike comes first.
  let delimiters: [Delimiter]
  var keywords: Set<String> = []
  var types: Set<String> = []
  /// Letters that may come before a text, such as `f` in Python.
  var prefixes: Set<String> = []
  /// Signs that make a word one of the language: `@main`, `#include`.
  var marks: [Character: CodeRun.Kind] = [:]
  /// Whether a word with a capital is a type.
  var capitalsAreTypes = true
  /// Whether `/` may begin a regular expression.
  var hasPatterns = false
  /// Whether a word before `:` is a name, whatever it is called.
  var hasLabels = false
  /// Characters of words besides letters, digits and `_`.
  var wordSigns = ""

  static let all: [CodeLanguage] = [
    swift, python, javaScript, typeScript, c, cPlusPlus, rust, go, json, yaml, shell, html, css,
  ]

  /// The languages in words.
  static let words = all.map { $0.names[0] }.joined(separator: ", ")

  static func named(_ name: String) -> CodeLanguage? {
    all.first { $0.names.contains(name.lowercased()) }
  }

  private static func words(_ text: String) -> Set<String> {
    Set(text.split(separator: " ").map(String.init))
  }

  private static let slashes: [Delimiter] = [.comment("//"), .block("/*", "*/")]
  private static let number = "int float double bool char void"

  // MARK: Languages

  static let swift = CodeLanguage(
    names: ["swift"],
    delimiters: [
      .comment("//"), .block("/*", "*/", nests: true),
      .text("#\"\"\"", "\"\"\"#", escape: nil, spansLines: true, inner: ("\\#(", ")")),
      .text("\"\"\"", spansLines: true, inner: ("\\(", ")")),
      .text("#\"", "\"#", escape: nil, inner: ("\\#(", ")")), .text("\"", inner: ("\\(", ")")),
    ],
    keywords: words(
      "actor any as associatedtype async await borrowing break case catch class consuming continue "
        + "default defer deinit do else enum extension fallthrough false fileprivate final for func "
        + "get guard if import in indirect infix init inout internal is isolated lazy let mutating "
        + "nil nonisolated nonmutating open operator override package postfix precedencegroup prefix "
        + "private protocol public repeat required rethrows return self set some static struct "
        + "subscript super switch throw throws true try typealias unowned var weak where while"),
    marks: ["@": .keyword, "#": .keyword], hasLabels: true)

  static let python = CodeLanguage(
    names: ["python", "py"],
    delimiters: [
      .comment("#"), .text("\"\"\"", spansLines: true), .text("'''", spansLines: true),
      .text("\""), .text("'"),
    ],
    keywords: words(
      "False None True and as assert async await break case class continue def del elif else except "
        + "finally for from global if import in is lambda match nonlocal not or pass raise return "
        + "self try while with yield"),
    types: words(
      "bool bytearray bytes complex dict float frozenset int list object range set str tuple type"),
    prefixes: words("r u b f br rb fr rf t"), marks: ["@": .function])

  private static let scriptWords =
    "as async await break case catch class const continue debugger default delete do else export "
    + "extends false finally for from function get if import in instanceof let new null of return "
    + "set static super switch this throw true try typeof undefined var void while with yield"

  static let javaScript = CodeLanguage(
    names: ["javascript", "js", "jsx"],
    delimiters: slashes + [.text("\""), .text("'"), template], keywords: words(scriptWords),
    hasPatterns: true, hasLabels: true, wordSigns: "$")

  static let typeScript = CodeLanguage(
    names: ["typescript", "ts", "tsx"],
    delimiters: slashes + [.text("\""), .text("'"), template],
    keywords: words(
      scriptWords + " abstract asserts declare enum implements infer interface is keyof module "
        + "namespace override private protected public readonly satisfies type unique"),
    types: words("any bigint boolean never number object string symbol unknown void"),
    marks: ["@": .function], hasPatterns: true, hasLabels: true, wordSigns: "$")

  private static let template = Delimiter.text("`", spansLines: true, inner: ("${", "}"))

  private static let cWords =
    "auto break case const continue default do else enum extern for goto if inline register "
    + "return sizeof static struct switch typedef union volatile while"

  private static let cTypes =
    number + " long short signed unsigned size_t ssize_t ptrdiff_t FILE va_list wchar_t int8_t "
    + "int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t intptr_t uintptr_t"

  static let c = CodeLanguage(
    names: ["c", "h"], delimiters: slashes + [.text("\""), .text("'", isCharacter: true)],
    keywords: words(
      cWords + " alignas alignof constexpr false nullptr restrict static_assert thread_local true "
        + "typeof NULL"),
    types: words(cTypes), prefixes: words("L u U u8"), marks: ["#": .keyword],
    capitalsAreTypes: false)

  static let cPlusPlus = CodeLanguage(
    names: ["c++", "cpp", "cxx", "cc", "hpp"],
    delimiters: slashes + [
      .text("R\"(", ")\"", escape: nil, spansLines: true), .text("\""),
      .text("'", isCharacter: true),
    ],
    keywords: words(
      cWords + " alignas alignof and catch class co_await co_return co_yield concept consteval "
        + "constexpr constinit const_cast decltype delete dynamic_cast explicit export false final "
        + "friend import module mutable namespace new noexcept not nullptr operator or override "
        + "private protected public reinterpret_cast requires static_assert static_cast template "
        + "this thread_local throw true try typeid typename using virtual NULL"),
    types: words(cTypes + " string string_view vector map set array optional"),
    prefixes: words("L u U u8"), marks: ["#": .keyword])

  static let rust = CodeLanguage(
    names: ["rust", "rs"],
    delimiters: [
      .comment("//"), .block("/*", "*/", nests: true),
      .text("r#\"", "\"#", escape: nil, spansLines: true),
      .text("r\"", "\"", escape: nil, spansLines: true), .text("b\"", "\"", spansLines: true),
      .text("\"", spansLines: true), .text("b'", "'", isCharacter: true),
      .text("'", isCharacter: true),
    ],
    keywords: words(
      "as async await break const continue crate dyn else enum extern false fn for if impl in let "
        + "loop macro_rules match mod move mut pub ref return self Self static struct super trait "
        + "true type union unsafe use where while"),
    types: words(
      "bool char f32 f64 i8 i16 i32 i64 i128 isize str u8 u16 u32 u64 u128 usize"),
    marks: ["'": .name])

  static let go = CodeLanguage(
    names: ["go", "golang"],
    delimiters: slashes + [
      .text("\""), .text("`", escape: nil, spansLines: true), .text("'", isCharacter: true),
    ],
    keywords: words(
      "break case chan const continue default defer else fallthrough false for func go goto if "
        + "import interface iota map nil package range return select struct switch true type var"),
    types: words(
      "any bool byte comparable complex64 complex128 error float32 float64 int int8 int16 int32 "
        + "int64 rune string uint uint8 uint16 uint32 uint64 uintptr"), capitalsAreTypes: false)

  static let json = CodeLanguage(
    names: ["json", "jsonc"], form: .data, delimiters: slashes + [.text("\"")],
    keywords: words("true false null"), capitalsAreTypes: false)

  static let yaml = CodeLanguage(
    names: ["yaml", "yml"], form: .settings,
    delimiters: [
      .comment("#", beginsWord: true), .text("\"", spansLines: true, beginsWord: true),
      .text("'", escape: nil, spansLines: true, beginsWord: true),
    ], keywords: words("true false null yes no on off ~"), capitalsAreTypes: false,
    wordSigns: "-./+~")

  static let shell = CodeLanguage(
    names: ["shell", "sh", "bash", "zsh"], form: .shell,
    delimiters: [
      .comment("#", beginsWord: true), .text("$'", "'", spansLines: true),
      .text("'", escape: nil, spansLines: true), .text("\"", spansLines: true, inner: ("$(", ")")),
    ],
    keywords: words(
      "case coproc declare do done elif else esac exit export fi for function if in local readonly "
        + "return select set shift source then time trap unset until while"),
    capitalsAreTypes: false, wordSigns: "-./+~:,@%")

  static let html = CodeLanguage(
    names: ["html", "xml", "svg"], form: .markup,
    delimiters: [
      .block("<!--", "-->"), .text("\"", escape: nil, spansLines: true),
      .text("'", escape: nil, spansLines: true),
    ], capitalsAreTypes: false, wordSigns: "-:.@")

  static let css = CodeLanguage(
    names: ["css"], form: .styles, delimiters: [.block("/*", "*/"), .text("\""), .text("'")],
    keywords: words("!important"), marks: ["@": .keyword], capitalsAreTypes: false, wordSigns: "-")
}
