import LayerTree

/// One row of the table of animation classes: what a scene file may write after `type:`.
///
/// A new class is one file in `Resolving/Animations` with its row, and its line in `all`.
public struct AnimationType: Sendable {
  /// As in a scene file: `CABasicAnimation` is `basic`.
  public let name: String
  /// Core Animation's own name.
  public let coreAnimationName: String
  /// One line for the documentation.
  public let summary: String
  public let vocabulary: Vocabulary
  /// The key under which all animations of the type hang on a layer; `nil` when they may choose.
  public let fixedKey: String?
  /// `nil` after reporting why.
  let resolve: @Sendable (AnimationFields) -> (any Animation)?

  init(
    _ name: String, _ coreAnimationName: String, _ summary: String, keys: [Key],
    fixedKey: String? = nil,
    resolve: @escaping @Sendable (AnimationFields) -> (any Animation)?
  ) {
    self.name = name
    self.coreAnimationName = coreAnimationName
    self.summary = summary
    vocabulary = Vocabulary(owner: "an animation of type '\(name)'", keys)
    self.fixedKey = fixedKey
    self.resolve = resolve
  }

  /// In the order of the documentation.
  public static let all: [AnimationType] = [
    .basic, .keyframe, .spring, .group, .transition, .timer, .displayLink, .follow,
  ]

  public static func named(_ name: String) -> AnimationType? { all.first { $0.name == name } }
}
