import RostrumBase
import ImportTestSupport
import RostrumImportedDocument
import RostrumSceneImport
import RostrumSource
import Testing

@testable import RostrumLottie

@Suite("Hostile expressions")
struct ExpressionLimitTests {
  /// Texts that never end, or take all memory, or reach for things that are not theirs.
  static let hostile = [
    "for (;;) ;", "while (true) ;", "do { } while (1)", "for (var i = 0; i < 10; ) ;",
    "var $bm_rt; function f() { return f() + f(); } try { f(); } catch (e) { } for (;;) ;",
    "while (1) { try { while (1) ; } catch (e) { } }",
    "for (;;) { try { for (;;) ; } finally { continue; } }",
    "for (;;) try { null.a } catch (e) { }", "({get while() { while (1) ; }}).while",
    "({toString: function () { for (;;) ; }}) + ''", "({valueOf: function () { for (;;) ; }}) * 1",
    "[1, 2].sort(function () { for (;;) ; })", "'aa'.replace(/a/g, function () { for (;;) ; })",
    "var s = 'a'; for (;;) s += s;", "var a = []; for (;;) a.push(a.slice(0));",
    "var s = 'aaaaaaaaaa'; for (var i = 0; i < 16; i++) s += s; s.indexOf(s.slice(1) + 'b')",
    "new Array(4294967295).indexOf(1)", "Array.prototype.indexOf.call({length: 4294967295}, 1)",
    "var a = []; a.length = 4294967295; a.reverse()", "var a = [1]; a.length = 4e9; a.join()",
    "/(a+)+b/.test('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa')",
    "'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'.match('(a|a)*b')",
    "new RegExp('(x+x+)+y').exec('xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx')",
    "'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'.search(/a*a*a*a*a*a*a*a*a*a*a*a*b/)",
    "/((a{1000}){1000}){1000}/.test('a')",
    "/a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?aaaaaaa/.test('a')",
    "{} /\"/; while (1) {} /\"/", "for (var i in [1]) for (;;) ;",
    "var o = {}; for (var i = 0; i < 2000; i++) o[i] = i; for (;;) for (var k in o) ;",
    "loopOut.constructor('for (;;) ;')()", "eval('for (;;) ;')", "eval('while' + '(1);')",
    "(function () {}).constructor('return 1')()",
    "Object.getPrototypeOf(function () {}).constructor('1')",
    "[].map.constructor('for (;;) ;')()", "var f = function () { return eval('f()'); }; f()",
    "thisComp.layer.constructor('1')()", "$$s(-1e9)", "var $$s = 1;", "\\u0077hile (1) ;",
    "while\u{3000}(1) ;", "while\u{2028}(1) ;", "'a' <!-- /*\nfor (;;) ; // */",
    "while\u{200B}(1) ;", "`${(() => { for (;;) ; })()}`", "(f => f(f))(f => f(f))",
    "`${`${`", "var $bm_rt = `}`; `${1`", "(function f(n) { return [1].map(f); })()",
    "decodeURI('%')",
    "var o = {valueOf: function () { return o + 1; }}; o + 1", "for (;;) new Error('a').stack;",
    "smooth(1, 1e9)", "wiggle(1, 1, 1e9) && smooth(1, 1e12)", "createPath(new Array(1e9)).points()",
    "propertyGroup(1e15)", "var a = [[]]; for (var i = 0; i < 60; i++) a = [a, a]; String(a)",
    "'a'.concat.apply('a', {length: 1e9})", "Math.max.apply(null, new Array(1e8))",
    "var s = ''; while (s.length < 1e9) s = s.concat(s, 'aaaa');",
    "new Array(101).join(new Array(1e8).join('a'))",
    "$bm_rt = " + String(repeating: "x=>", count: 12_000) + "1", "Array(4294967295).indexOf(1)",
    "var a = 'xyz'; " + String(repeating: "a += a; ", count: 18)
      + String(repeating: "a.toUpperCase(); ", count: 2_500) + "for (;;) a.toUpperCase()",
    "new Float64Array(1e9)", "BigInt('9'.repeat(300000)) ** 99999n",
    "'a'.repeat(2 ** 29).split('')",
    "(async () => { for (;;) await 0; })(); for (;;) ;",
    "var o = {}; for (var i = 0; ; i++) o['k' + i] = [i]",
    "function* f() { for (;;) yield 1; } [...f()]",
    "new Map(function* () { for (;;) yield [{}, 1]; }())",
    "'x'.padEnd(2 ** 30).normalize('NFKD')", "[...Array(1e8).keys()].map(String)",
    "JSON.parse('['.repeat(1e7))", "Reflect.construct(Array, [1e9]).fill(0)",
    "thisComp.layer(2).$.parts.ks.o.k = 7", "createPath().$.v = {length: NaN}",
  ]

  @Test("Nothing hangs, crashes or stays unsaid", .timeLimit(.minutes(20)), arguments: hostile)
  func limits(_ text: String) {
    let code = text.contains("$bm_rt") ? text : "var $bm_rt; $bm_rt = 0;\n\(text);\n$bm_rt = 'no';"
    let trial = ExpressionTrial(code)
    #expect(trial.diagnostics.count == 1, "\(text): \(trial.diagnostics.map(\.message))")
    #expect(trial.values(at: 5) == [50])
  }

  @Test("What the engine does not interrupt takes no more of a processor's time either")
  func uninterrupted() {
    let text = "new RegExp('a{1,1000}'.repeat(100) + 'b').test('a'.repeat(5000))"
    let messages = ExpressionTrial("$bm_rt = " + text).diagnostics.map(\.message)
    #expect(messages.count == 1 && messages[0].contains("more than 0.5 seconds"), "\(messages)")
  }

  @Test(
    "One expression leaves nothing for another",
    arguments: [
      "shared = 1; $bm_rt = 1", "this.shared = 1; $bm_rt = 1",
      "Object.prototype.shared = 1; $bm_rt = 1",
      "Array.prototype.shared = 1; $bm_rt = 1", "Math.shared = 1; $bm_rt = 1",
      "thisComp.shared = 1; $bm_rt = 1",
      "thisLayer.shared = 1; $bm_rt = 1", "[].map.shared = 1; $bm_rt = 1",
      "({}).__proto__.shared = 1; $bm_rt = 1",
      "Object.defineProperty(this, 'shared', {value: 1})", "eval('shared = 1'); $bm_rt = 1",
      "effect('Slider').shared = 1; $bm_rt = 1",
      "(function () {}).__proto__.shared = 1; $bm_rt = 1",
      "sum.shared = 1; $bm_rt = 1", "key(1).shared = 1; $bm_rt = 1",
      "Reflect.defineProperty(globalThis, 'shared', {value: 1})",
      "globalThis.shared = 1; $bm_rt = 1",
      "class A { constructor() { return globalThis; } } new (class extends A { shared = 1; })()",
      "(async () => { await 0; shared = 1; })(); $bm_rt = 1",
      "(0, eval)('var shared = 1'); $bm_rt = 1",
      "[].values().__proto__.shared = 1; $bm_rt = 1",
      "(function* () {}).prototype.shared = 1; $bm_rt = 1",
      "Object.getPrototypeOf(function* () {}).prototype.__proto__.shared = 1; $bm_rt = 1",
      "effect('Slider').propertyGroup.shared = 1; $bm_rt = 1",
      "thisComp.layer.shared = 1; $bm_rt = 1",
      "thisComp.bgColor.shared = 1; $bm_rt = 1", "Date.prototype.shared = Intl = 1; $bm_rt = 1",
      "/(.)/.exec('shared'); $bm_rt = 1", "thisLayer.constructor.prototype.shared = 1; $bm_rt = 1",
      "position = 1; $bm_rt = 1", "Math = {shared: 1}; $bm_rt = 1",
    ])
  func separation(_ text: String) {
    let places = [
      "this", "Object.prototype", "[]", "Math", "thisComp", "thisLayer", "[].map", "sum",
      "effect('Slider')", "key(1)", "function () {}", "thisComp.layer", "thisComp.bgColor",
      "Date.prototype",
      "[].values().__proto__", "(function* () {})()", "effect('Slider').propertyGroup",
      "globalThis",
    ]
    let reading =
      places.map { "(\($0)).shared === undefined" }.joined(separator: " && ")
      + " && typeof shared === 'undefined' && !RegExp.$1 && position.length === 3"
    let trial = ExpressionTrial(
      file: ExpressionTrial.file(
        "\"o\": {\"k\": 1, \"x\": \(jsonString("var $bm_rt; \(text)"))}, "
          + "\"r\": {\"a\": 1, \"k\": [{\"t\": 0, \"s\": [0]}, {\"t\": 9, \"s\": [1]}], "
          + "\"x\": \(jsonString("(\(reading)) ? 7 : 8"))}"))
    #expect(trial.values("r", at: 5) == [7], "\(trial.diagnostics.map(\.message))")
  }

  @Test(
    "What reaches for a library's insides is an error of the layer",
    arguments: [
      "createPath().$.v = {length: NaN}", "thisComp.layer(2).$.parts", "thisProperty.$",
      "effect('Slider').$",
      "thisLayer['$']", "$.parts", "Object.getPrototypeOf(thisProperty).$",
    ])
  func insides(_ text: String) {
    let trial = ExpressionTrial(text)
    #expect(trial.hasErrors && trial.diagnostics.count == 1, "\(trial.diagnostics.map(\.message))")
    #expect(trial.diagnostics.first?.message.contains("$") == true)
  }

  @Test("Values of the file cannot be changed")
  func values() {
    let trial = ExpressionTrial(
      file: ExpressionTrial.file(
        #""p": {"k": [1, 2], "x": "value[0] = 9; $bm_rt = value"}, "r": {"k": 4, "x": "position.valueAtTime(0)[0] = 5; thisComp.layer(2).position.value[0] = 3; $bm_rt = thisComp.layer(2).position[0]"}"#
      ))
    #expect(trial.values("p", at: 3) == [9, 2])
    #expect(trial.values("r", at: 3) == [50])
  }

  @Test("A layer's expression changes no value of another layer")
  func otherLayers() {
    let attempts = [
      "thisComp.layer(2).$.parts.ks.o.k = 7", "thisComp.layer(2).opacity = 7",
      "thisComp.layer(2).transform.opacity.value = 7", "thisComp.layer(2).name = 'other'",
      "thisComp.layer(2).position.value[0] = 7", "thisComp.layer(2).content.name = 7",
      "Object.assign(thisComp.layer(2), {opacity: 7})", "thisComp.layer(2).__proto__.opacity = 7",
      "Object.setPrototypeOf(thisComp.layer(2), {opacity: 7})", "thisComp.width = 7",
      "thisComp.layer(4).text.sourceText.style.fillColor[0] = 7", "delete thisComp.layer(2).name",
    ]
    let writes = attempts.map { "try { \($0) } catch (error) {}" }.joined(separator: "; ")
    let reads = "[thisComp.layer(2).opacity, thisComp.layer(2).position[0], thisComp.width]"
    let trial = ExpressionTrial(
      file: ExpressionTrial.file(
        "\"o\": {\"k\": 1, \"x\": \(jsonString(writes + "; 5"))}, "
          + "\"p\": {\"k\": [0, 0, 0], \"x\": \(jsonString("if (thisComp.layer(2).name === 'box') " + reads))}"
      ))
    #expect(trial.values("o", at: 0) == [5])
    #expect(trial.values("p", at: 0) == [100, 50, 100], "\(trial.diagnostics.map(\.message))")
  }

  @Test(
    "What JavaScriptCore says or does at a limit is a message of the layer",
    arguments: [
      ("(() => { for (;;) ; })()", "it takes more than 0.5 seconds: opacity of layer 'target'"),
      ("(a => { for (;;) a.push(Array(1e5).fill(1)); })([])", "memory"),
      ("(function f() { return f() + 1; })()", "call stack"),
      ("'5'.padFoo(2)", "padFoo is not a function"), ("fooBar(2)", "fooBar"),
      ("createPath([[0, 0 / 0]])", "not a number"), ("'\\0'.repeat(9)", "not a number"),
    ])
  func messages(_ text: String, _ reason: String) {
    let trial = ExpressionTrial(text)
    #expect(trial.diagnostics.count == 1)
    #expect(
      trial.diagnostics.first?.message.lowercased().contains(reason.lowercased()) == true,
      "\(trial.diagnostics.map(\.message))")
  }

  @Test("This process runs expressions itself where it knows no program, with the same values")
  func here() {
    for text in [
      "value + time", "wiggle(2, 10)", "effect('Slider')(1) * 2",
      "thisComp.layer('title').sourceRectAtTime().width",
    ] {
      let (here, there) = (ExpressionTrial(text, program: nil), ExpressionTrial(text))
      #expect(here.diagnostics.isEmpty && there.diagnostics.isEmpty)
      #expect(here.values(at: 7) == there.values(at: 7), "\(text)")
    }
    #expect(
      ExpressionTrial("(() => { for (;;) ; })()", program: nil).diagnostics.first?.message.contains(
        "0.5 seconds")
        == true)
    let missing = ExpressionTrial("1", program: "/nowhere/rostrum")
    #expect(missing.diagnostics.first?.message.contains("cannot start '/nowhere/rostrum'") == true)
  }

  @Test("Long expressions and very many that never end are refused, and deep ones run")
  func sizes() {
    let long = ExpressionTrial(String(repeating: "1 + ", count: 20_000) + "1")
    #expect(long.diagnostics.first?.message.contains("longer") == true)
    let deep = ExpressionTrial(
      String(repeating: "(", count: 200) + "1" + String(repeating: ")", count: 200))
    #expect(deep.diagnostics.isEmpty)
    let unary = ExpressionTrial(String(repeating: "!", count: 40_000) + "1")
    #expect(unary.diagnostics.count <= 1)
    let layers = (1...300).map {
      "{\"ty\": 3, \"ind\": \($0), \"ip\": 0, \"op\": 20, \"ks\": {\"o\": {\"k\": 1, \"x\": \"for (;;) ;\"}}}"
    }
    let many = ExpressionTrial(file: lottie(layers.joined(separator: ",\n")))
    #expect(many.hasErrors)
    #expect(many.diagnostics.count <= 2, "\(many.diagnostics.map(\.message))")
  }

  @Test("The failures of a kind are one message with their number")
  func counts() {
    let layers = (1...5).map {
      "{\"ty\": 3, \"ind\": \($0), \"ip\": 0, \"op\": 20, \"ks\": {\"o\": {\"k\": 1, \"x\": \"nothing\"}}}"
    }
    let many = load(lottie(layers.joined(separator: ",\n")))
    #expect(many.scene != nil)
    #expect(many.diagnostics.map(\.severity) == [.warning])
    #expect(many.diagnostics.first?.message.contains("and 4 more") == true)
  }
}
