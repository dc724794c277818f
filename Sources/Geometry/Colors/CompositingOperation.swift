/// How a layer's picture is combined with what lies behind it: Core Animation's names of compositing filters.
///
/// The blend modes and the operations of Porter and Duff compute what the W3C's Compositing and Blending Level 1 says; `plusL`, `plusD`,
/// `multiply` and `multiplyColor` are described at their cases. All of it happens in gamma-encoded sRGB.
public enum CompositingOperation: String, Hashable, Sendable, CaseIterable {
  // Separable blend modes, then laid over.
  case normalBlendMode, multiplyBlendMode, screenBlendMode, overlayBlendMode
  case darkenBlendMode, lightenBlendMode, colorDodgeBlendMode, colorBurnBlendMode
  case softLightBlendMode, hardLightBlendMode, differenceBlendMode, exclusionBlendMode
  // Blend modes that mix hue, saturation and luminosity.
  case hueBlendMode, saturationBlendMode, colorBlendMode, luminosityBlendMode
  // Porter and Duff.
  case clear, copy, sourceOver, sourceIn, sourceOut, sourceAtop
  case destOver, destIn, destOut, destAtop, xor
  /// Plus darker: alphas add up to at most 1; of the colours, what both leave out adds up: R = 1 - ((1 - S) + (1 - D)) for opaque ones
  /// (`CGBlendMode.plusDarker`).
  case plusD
  /// Plus lighter: colours and alphas add up, to at most 1 (`CGBlendMode.plusLighter`).
  case plusL
  /// Premultiplied colours and alphas are multiplied: R = S D. Apple has not published its arithmetic; this is Rostrum's reading.
  case multiply
  /// The colour behind is multiplied by the layer's, and keeps its alpha: R = D (1 - Sa + S). Rostrum's reading, as of `multiply`.
  case multiplyColor

  /// Whether the result differs from what lies behind also where the layer is transparent.
  public var actsWhereTransparent: Bool {
    switch self {
    case .clear, .copy, .sourceIn, .sourceOut, .destIn, .destAtop, .multiply: true
    default: false
    }
  }

  /// Whether this is what happens without a compositing filter.
  public var isPlain: Bool { self == .sourceOver || self == .normalBlendMode }
}
