import RostrumBase

/// The commands of formulas, by LaTeX's names.
enum MathSymbols {
  /// Small Greek letters are italic, capitals upright, as in LaTeX.
  static let letters = [
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "varepsilon": "ε",
    "zeta": "ζ", "eta": "η", "theta": "θ", "iota": "ι", "kappa": "κ", "lambda": "λ", "mu": "μ",
    "nu": "ν", "xi": "ξ", "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ", "upsilon": "υ",
    "phi": "φ", "varphi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω", "Gamma": "Γ", "Delta": "Δ",
    "Theta": "Θ", "Lambda": "Λ", "Xi": "Ξ", "Pi": "Π", "Sigma": "Σ", "Phi": "Φ", "Psi": "Ψ",
    "Omega": "Ω",
  ]

  /// With space at both sides.
  static let operators = [
    "cdot": "·", "times": "×", "pm": "±", "mp": "∓", "le": "≤", "leq": "≤", "ge": "≥",
    "geq": "≥", "ne": "≠", "neq": "≠", "approx": "≈", "sim": "∼", "equiv": "≡", "to": "→",
    "rightarrow": "→", "in": "∈", "ll": "≪", "gg": "≫", "propto": "∝", "div": "÷",
  ]

  static let plain = [
    "infty": "∞", "partial": "∂", "nabla": "∇", "sum": "∑", "int": "∫", "degree": "°",
    "prime": "′", "ldots": "…", "dots": "…", "quad": "\u{2003}", "ell": "ℓ", "circ": "°",
  ]

  /// Upright names.
  static let functions: Set<String> = [
    "sin", "cos", "tan", "exp", "log", "ln", "min", "max", "arcsin", "arccos", "arctan", "sinh",
    "cosh", "tanh", "lim", "sgn",
  ]

  static let thinSpace = "\u{2009}"

  /// Whether letters are a function's name, with or without space after it.
  static func isFunction(_ letters: String) -> Bool {
    functions.contains(letters.hasSuffix(thinSpace) ? String(letters.dropLast()) : letters)
  }

  /// Characters that are operators.
  static let signs: [Character: String] = [
    "+": "+", "-": "\u{2212}", "=": "=", "<": "<", ">": ">", "*": "∗", "\u{2212}": "\u{2212}",
    "·": "·", "×": "×", "±": "±", "≤": "≤", "≥": "≥", "≈": "≈", "≠": "≠", "→": "→",
  ]

  /// Spaces of a backslash and a sign.
  static let spaces: [Character: String] = [
    ",": "\u{2009}", ";": "\u{2005}", " ": " ", "!": "",
  ]

  static func nearest(to name: String) -> String? {
    let all =
      Array(letters.keys) + Array(operators.keys) + Array(plain.keys) + Array(functions)
      + ["frac", "sqrt", "text", "mathrm"] + MathText.Accent.allCases.map(\.rawValue)
    return closest(to: name, among: all.sorted())
  }
}
