/// Arrow functions of ECMAScript 2015 as functions of ECMAScript 5.
enum ExpressionArrows {
  typealias Token = ExpressionTokens.Token

  static func replaced(_ tokens: [Token]) throws(ExpressionProblem) -> [Token] {
    var tokens = tokens
    // The last one first: what follows it has none.
    while let arrow = tokens.lastIndex(where: { $0.kind == .mark && $0.text == "=>" }) {
      guard let start = parameters(before: arrow, tokens), arrow + 1 < tokens.count else {
        throw ExpressionProblem("an arrow stands without parameters")
      }
      var names = Array(tokens[start..<arrow])
      if names.count == 1 { names = [mark("(")] + names + [mark(")")] }
      let isBlock = tokens[arrow + 1].text == "{" && tokens[arrow + 1].kind == .mark
      let end = isBlock ? blockEnd(arrow + 1, tokens) : expressionEnd(arrow + 1, tokens)
      let body = Array(tokens[arrow + 1..<end])
      var function = [mark("("), word("function")] + names
      function +=
        isBlock ? body : [mark("{"), word("return")] + joined(body) + [mark(";"), mark("}")]
      function.append(mark(")"))
      function[0].beginsLine = tokens[start].beginsLine
      tokens.replaceSubrange(start..<end, with: function)
    }
    return tokens
  }

  private static func mark(_ text: String) -> Token { Token(kind: .mark, text: text) }
  private static func word(_ text: String) -> Token { Token(kind: .word, text: text) }

  /// After `return` no line may end.
  private static func joined(_ body: [Token]) -> [Token] {
    var body = body
    if !body.isEmpty { body[0].beginsLine = false }
    return body
  }

  private static func parameters(before arrow: Int, _ tokens: [Token]) -> Int? {
    guard arrow > 0 else { return nil }
    if tokens[arrow - 1].kind == .word { return arrow - 1 }
    guard tokens[arrow - 1].text == ")", tokens[arrow - 1].kind == .mark else { return nil }
    var depth = 0
    for index in (0..<arrow).reversed() {
      depth += change(tokens[index])
      if depth == 0 { return index }
    }
    return nil
  }

  private static func change(_ token: Token) -> Int {
    guard token.kind == .mark else { return 0 }
    if ["(", "[", "{"].contains(token.text) { return 1 }
    return [")", "]", "}"].contains(token.text) ? -1 : 0
  }

  private static func blockEnd(_ start: Int, _ tokens: [Token]) -> Int {
    var depth = 0
    for index in start..<tokens.count {
      depth += change(tokens[index])
      if depth == 0 { return index + 1 }
    }
    return tokens.count
  }

  /// The end of an expression: before what closes the brackets around it, a comma, a semicolon, or
  /// a line that goes on with a value.
  private static func expressionEnd(_ start: Int, _ tokens: [Token]) -> Int {
    var (depth, choices) = (0, 0)
    for index in start..<tokens.count {
      let token = tokens[index]
      if depth == 0, token.kind == .mark {
        if [",", ";", ")", "]", "}"].contains(token.text) { return index }
        if token.text == "?" { choices += 1 }
        if token.text == ":" {
          if choices == 0 { return index }
          choices -= 1
        }
      }
      if depth == 0, index > start, token.beginsLine, token.kind != .mark,
        tokens[index - 1].kind != .mark || [")", "]", "}"].contains(tokens[index - 1].text)
      {
        return index
      }
      depth += change(token)
    }
    return tokens.count
  }
}
