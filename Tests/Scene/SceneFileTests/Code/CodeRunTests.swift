import RostrumLayerTree
import Testing

@testable import RostrumSceneFile

@Suite("Code in colours")
struct CodeRunTests {
  /// The parts that have a colour, each after the first letter of its kind.
  private static func colored(_ code: String, _ name: String) throws -> [String] {
    let language = try #require(CodeLanguage.named(name))
    let runs = CodeRun.runs(of: code, in: language)
    #expect(runs.map(\.text).joined() == code)
    return runs.filter { $0.kind != .plain }.map {
      $0.kind.rawValue.prefix($0.kind == .name || $0.kind == .number ? 2 : 1) + ":" + $0.text
    }
  }

  @Test(
    "Words, texts, numbers and comments of every language",
    arguments: [
      (
        "swift", "@main struct A<T> { let s = \"a \\(f(\"b\")) c\" // x",
        [
          "k:@main", "k:struct", "t:A", "t:T", "k:let", "s:\"a \\(f(\"b\")) c\"", "c:// x",
        ]
      ),
      (
        "swift",
        "0..<1_0.5e-3 + .5; go(in: x.default) /* a /* b */ c */ #\"\\\"# \"\"\"\n\"\n\"\"\"",
        [
          "nu:0", "nu:1_0.5e-3", "nu:.5", "f:go", "c:/* a /* b */ c */", "s:#\"\\\"#",
          "s:\"\"\"\n\"\n\"\"\"",
        ]
      ),
      (
        "python", "@cache\ndef f(n: int) -> str: return f\"{d[\"a\"]}\" + r'\\d' # it's",
        [
          "f:@cache", "k:def", "f:f", "t:int", "t:str", "k:return", "s:f\"{d[\"a\"]}\"",
          "s:r'\\d'", "c:# it's",
        ]
      ),
      ("py", "'''a\n\"b'''; x = 1_000j", ["s:'''a\n\"b'''", "nu:1_000j"]),
      (
        "javascript", "const re = /a[/]\"/g, h = a / b / c, t = `x ${f(`y`)} z` // n",
        ["k:const", "s:/a[/]\"/g", "s:`x ${f(`y`)} z`", "c:// n"]
      ),
      ("js", "new Map().get({for: 10n})", ["k:new", "t:Map", "f:get", "nu:10n"]),
      (
        "typescript", "interface P { readonly name: string; type?: 'a' }",
        ["k:interface", "t:P", "k:readonly", "t:string", "k:type", "s:'a'"]
      ),
      (
        "c", "#include <stdio.h>\nchar c = '\\'', *s = \"'\"; int n = 0xFFul; /* x */",
        [
          "k:#include", "s:<stdio.h>", "t:char", "s:'\\''", "s:\"'\"", "t:int", "nu:0xFFul",
          "c:/* x */",
        ]
      ),
      (
        "c++", "template <typename T> auto n = 1'000'000; R\"(a \"b\")\"; u8\"x\"",
        [
          "k:template", "k:typename", "t:T", "k:auto", "nu:1'000'000", "s:R\"(a \"b\")\"",
          "s:u8\"x\"",
        ]
      ),
      (
        "rust", "fn f<'a>(s: &'a str) { println!(\"{}\", 'x'); for i in 0..10 {} }",
        [
          "k:fn", "na:'a", "na:'a", "t:str", "f:println", "s:\"{}\"", "s:'x'", "k:for",
          "k:in", "nu:0", "nu:10",
        ]
      ),
      (
        "go", "func (p *P) Go() error { s := `a\"\\`; r := 'x'; return nil }",
        ["k:func", "f:Go", "t:error", "s:`a\"\\`", "s:'x'", "k:return", "k:nil"]
      ),
      (
        "json", "{\"a\": \"b: c\", \"n\": -1.5e3, \"ok\": true}",
        ["na:\"a\"", "s:\"b: c\"", "na:\"n\"", "nu:1.5e3", "na:\"ok\"", "k:true"]
      ),
      (
        "yaml", "# c\nname: it's #d\n- {k: 1, 'q': two} \n  date: 2026-01-31\n  ok: true",
        ["c:# c", "na:name", "c:#d", "na:k", "nu:1", "na:'q'", "na:date", "na:ok", "k:true"]
      ),
      (
        "shell", "if [ $1 = \"a $(echo \"x\") b\" ]; then echo $# 'it # is'; fi # c",
        [
          "k:if", "na:$1", "s:\"a $(echo \"x\") b\"", "k:then", "na:$#", "s:'it # is'", "k:fi",
          "c:# c",
        ]
      ),
      ("bash", "cat <<'E'\n\"a\nE\nn=$((1 << 3))", ["s:<<'E'\n\"a\nE", "nu:1", "nu:3"]),
      (
        "html", "<!-- > --><a href=\"x>y\">it's 5 < 6</a><script>let x = '</b>'</script>",
        [
          "c:<!-- > -->", "k:<a", "na:href", "s:\"x>y\"", "k:>", "k:</a><script>let", "s:'</b>'",
          "k:</script>",
        ]
      ),
      (
        "css", "a { color: red; margin: 1.5em } /* c */",
        ["na:color", "na:margin", "nu:1.5em", "c:/* c */"]
      ),
    ])
  func colors(_ language: String, _ code: String, _ expected: [String]) throws {
    #expect(try Self.colored(code, language) == expected)
  }

  @Test(
    "Code that breaks off anywhere keeps all of its letters",
    arguments: CodeLanguage.all.map(\.names[0]))
  func brokenOff(_ name: String) throws {
    let code = "/* \"a \\( `${ ''' <a b=\"<script> R\"( #\"\"\" <<E\n0x 1e 'x \\"
    for length in 0...code.count { _ = try Self.colored(String(code.prefix(length)), name) }
  }

  @Test(
    "Code that begins the same thing very often takes no square of its length",
    .timeLimit(.minutes(20)),
    arguments: [
      ("javascript", "/["), ("swift", "\"\\("), ("shell", "\"$("), ("shell", "cat <<E\nE\n"),
      ("yaml", "a "), ("yaml", "a: "), ("rust", "r'"), ("html", "<a b=' "), ("python", "f\"{"),
    ])
  func repetitions(_ name: String, _ part: String) throws {
    let language = try #require(CodeLanguage.named(name))
    let code = String(repeating: part, count: 500_000)
    #expect(CodeRun.runs(of: code, in: language).map(\.text).joined() == code)
  }

  @Test("The component for code colours what its language says")
  func component() throws {
    let lines = "before: \"let n = 1\", after: \"let n = 1\", language: swift"
    let scene = try #require(
      load(
        "size: [300, 200]\nduration: 2\nlayers:\n"
          + "  - {use: \"library#code-diff\", parameters: {\(lines)}}"
      ).scene)
    let texts = scene.root.sublayers.flatMap(\.sublayers).flatMap(\.sublayers)
    let runs = texts.flatMap { $0.values[.string].runs }
    #expect(runs.map(\.text) == ["let", " n = ", "1"])
    #expect(Set(runs.map(\.foregroundColor)).count == 3)
  }
}
