/// A text that is shown for a while.
public struct Caption: Hashable, Sendable {
  /// A part of the text, said from a moment on: a word with its blanks, or all of it.
  public struct Piece: Hashable, Sendable {
    /// In seconds of the scene; `nil` for a part without a time of its own.
    public let start: Double?
    public let text: String

    public init(start: Double? = nil, text: String) { (self.start, self.text) = (start, text) }
  }

  /// In seconds of the scene.
  public let start: Double
  /// In seconds of the scene, after the start.
  public let end: Double
  public let pieces: [Piece]

  public init(start: Double, end: Double, pieces: [Piece]) {
    (self.start, self.end, self.pieces) = (start, end, pieces)
  }

  /// With line breaks, if it has several lines.
  public var text: String { pieces.map(\.text).joined() }

  /// Whether words have times of their own.
  public var isTimed: Bool { pieces.contains { $0.start != nil } }

  /// The caption as it is shown in a part of the scene's time, which begins at 0; `nil` when it is
  /// not.
  func part(_ range: Range<Double>) -> Caption? {
    let (first, last) = (max(start, range.lowerBound), min(end, range.upperBound))
    guard last > first else { return nil }
    return Caption(
      start: first - range.lowerBound, end: last - range.lowerBound,
      pieces: pieces.map { piece in
        Piece(start: piece.start.map { max($0 - range.lowerBound, 0) }, text: piece.text)
      })
  }
}

/// The captions of a scene, and where they go beside the pictures.
public struct CaptionTrack: Hashable, Sendable {
  /// Where captions are found.
  public enum Place: String, CaseIterable, Hashable, Sendable {
    /// In the pictures, as a text layer.
    case layer
    /// In the video file, for players to show.
    case track
    /// In files beside it, as SubRip and as WebVTT.
    case file
  }

  /// By ascending start.
  public let captions: [Caption]
  public let places: Set<Place>
  /// As BCP 47 writes it, such as `en` or `pt-BR`; `nil` for one that is not said.
  public let language: String?

  public init(captions: [Caption], places: Set<Place>, language: String? = nil) {
    (self.captions, self.places, self.language) = (captions, places, language)
  }

  /// The captions of a part of the scene's time, which begins at 0.
  public func part(_ range: Range<Double>) -> CaptionTrack {
    CaptionTrack(
      captions: captions.compactMap { $0.part(range) }, places: places, language: language)
  }
}

/// A film's metadata.
public struct FilmInformation: Hashable, Sendable {
  /// A part of the film that players jump to.
  public struct Chapter: Hashable, Sendable {
    /// In seconds of the scene.
    public let time: Double
    public let title: String

    public init(time: Double, title: String) { (self.time, self.title) = (time, title) }
  }

  public var title: String?
  /// As BCP 47 writes it, such as `en` or `pt-BR`.
  public var language: String?
  /// Other facts by their names in ffmpeg's words, such as `artist` or `copyright`.
  public var tags: [String: String]
  /// By ascending times.
  public var chapters: [Chapter]
  /// The time of the film's cover picture, in seconds of the scene; `nil` for any.
  public var poster: Double?

  public init(
    title: String? = nil, language: String? = nil, tags: [String: String] = [:],
    chapters: [Chapter] = [], poster: Double? = nil
  ) {
    (self.title, self.language, self.tags, self.chapters) = (title, language, tags, chapters)
    self.poster = poster
  }

  public var isEmpty: Bool { self == FilmInformation() }

  /// The same for a part of the scene's time, which begins at 0. A chapter that has begun before is
  /// its first.
  public func part(_ range: Range<Double>) -> FilmInformation {
    var part = self
    let begun = chapters.filter { $0.time < range.upperBound }
    let current = begun.lastIndex { $0.time <= range.lowerBound } ?? 0
    part.chapters = begun.dropFirst(current).map {
      Chapter(time: max($0.time - range.lowerBound, 0), title: $0.title)
    }
    part.poster = poster.flatMap { range.contains($0) ? $0 - range.lowerBound : nil }
    return part
  }
}
