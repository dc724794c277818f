/// A part of code that has one colour.
struct CodeRun: Hashable {
  /// The kind of a part.
  enum Kind: String, CaseIterable {
    case plain, keyword, type, function, name, string, number, comment
  }

  let kind: Kind
  var text: String

  /// The parts of a text in a language, which together are the text.
  static func runs(of text: String, in language: CodeLanguage) -> [CodeRun] {
    var scanner = CodeScanner(text, language)
    return scanner.runs()
  }
}
