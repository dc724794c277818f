/// Texts that have a meaning in a format when they are not escaped: the table for all tests of
/// escaping.
public enum HostileText {
  /// Signs that have a meaning in a shell, HTML, XML, YAML, CSV, Markdown, ffmpeg, a server of
  /// continuous integration or a farm's template.
  public static let signs = "'\"`<>&$\\;:,=|#%[]{}()*?!~@^/-_+ ".unicodeScalars.map { String($0) }

  /// Each sign alone; after a letter and a mark that make one character with it (U+0D4E and U+0600,
  /// Grapheme_Cluster_Break=Prepend); after and before a joiner; before a combining accent.
  public static let hiddenSigns: [String] = signs.flatMap { sign in
    [sign, "\u{D4E}\(sign)", "a\u{600}\(sign)b", "a\u{200D}\(sign)\u{200D}b", "a\(sign)\u{301}b"]
  }

  public static let lineEnds = ["a\nb", "a\rb", "a\r\nb", "\n", "a\n\nb", "b\n", "a\u{600}\nb"]

  /// Control characters and others that some format has no way to write.
  public static let controls = [
    "a\0b", "a\u{1}b", "a\u{3}; touch spoilt\n", "a\u{8}b", "a\tb", "a\u{B}b", "a\u{1B}[2Jb",
    "a\u{7F}b", "a\u{85}b", "a\u{9B}31mb", "a\u{2028}b", "a\u{2029}b", "\u{FEFF}a", "a\u{FFFE}b",
    "a\u{FFFF}b", "a\u{202E}b\u{2066}c", "a\u{10FFFD}b", "\u{1F469}\u{200D}\u{1F467}",
  ]

  /// Texts that an attacker would write.
  public static let attacks = [
    "$(touch spoilt)", "`touch spoilt`", "${HOME}", "'; touch spoilt; '", "\"; touch spoilt; \"",
    "\u{D4E}'; touch spoilt; \u{D4E}'", "\u{D4E}$(touch spoilt)", "--help", "-o", "=ls", "~", "a\\",
    "a\\\\", "a'\\''b", "</script><script>document.documentElement.dataset.spoilt=1</script>",
    "\u{D4E}</title>\u{D4E}<img src=x onerror=document.documentElement.dataset.spoilt=1>",
    "\" onmouseover=alert(1) x=\"", "<!--", "-->", "--\u{301}>", "]]>", "<![CDATA[", "&lt;",
    "&#60;",
    "&amp;amp;", "::set-output name=x::y", " ::error::x", "##[add-matcher]x", "%0A::error::x",
    "a%25b", "${{ github.token }}", "{{Param.Frames}}", "{{", "{x}", "$(HOME)", "$$(HOME)", "$$",
    "a$$$b$", "$(a $$ b)", "$((1 + 1))", "section_start:0:x\r\u{1B}[0K", "openjd_fail: x", "- a",
    "a: b", "a #b", "? a", "*a", "&a", "!a", "%YAML", "null", "~", "1e3", "0x1F", "yes", "<<",
    "...",
    "---", "a,b\"c", "=1+1", "[CHAPTER]", ";a", "a=b;c", "00:00:00,000 --> 00:00:01,000", "1",
    "**a**", "[a](javascript:alert(1))", "| a | b |", "~~a~~", "file:x", "http://x/y", "concat:a|b",
    "%d", "%05d", "a:csv=b", " a", "a ", "\ta\t",
  ]

  /// The longest name that usual file systems take, in bytes.
  public static let longest = String(repeating: "\u{D4E}'", count: 63) + "abc"

  public static let all =
    hiddenSigns + lineEnds + controls + attacks + ["", "a", "\u{E9}", "e\u{301}", longest]
}
