import RostrumBase
import RostrumLayerTree
import RostrumSource
import RostrumTiming

extension Key {
  static let audio = Field(
    "audio", Reader<[AudioTrack]>.audio,
    "Sounds, in the time of the scene or the layer."
  )
  static let loudness = Field(
    "loudness",
    .number(
      .any, "a loudness from -70 to 0 LUFS, such as -23", limit: 70),
    limits: ["minimum": -70, "maximum": 0],
    "How loud the whole film is, in LUFS (EBU R 128): -23 for broadcasts, about -14 for the web. Default: as the mix comes out."
  )

  static let audioFile = Field(
    "file",
    .file(
      "the path of a sound file, relative to the scene file", .audio, example: "nowhere.wav",
      schema: ["type": "string"]),
    isRequired: true,
    "The sound file, or a video whose sound it is.")
  static let audioName = Field(
    "name", .printable("a name is one line of printable text, 200 characters at most"),
    "How others call the track; unique in the scene.")
  static let audioIn = DefaultedField(
    "in", .delay, default: 0,
    "Where the part of the file begins that is heard.")
  static let audioOut = Field(
    "out", .delay, "Where that part ends. Default: where the file ends.")
  static let audioBeginTime = DefaultedField(
    "beginTime", .seconds, default: 0,
    "When the sound begins, in seconds of the scene or the layer.")
  static let audioSpeed = DefaultedField(
    "speed", .number(.moreThanZero), default: 1, limits: ["minimum": 0.0625, "maximum": 16],
    "How fast it is played, from 0.0625 to 16. The pitch stays.")
  static let audioLoop = DefaultedField(
    "loop", .boolean, default: false,
    "Whether it begins again when it is over, until the scene ends or the layer leaves.")
  static let audioDuration = Field(
    "duration", .duration,
    "For how many seconds it is heard at most."
  )
  static let audioGain = DefaultedField(
    "gain", Reader<Envelope>.gain, default: Envelope(1),
    "How loud it is; 1 is as in the file."
  )
  static let audioPan = DefaultedField(
    "pan", Reader<Envelope>.pan, default: Envelope(0),
    "Where it comes from.")
  static let fadeIn = DefaultedField(
    "fadeIn", .delay, default: 0, "For how many seconds it becomes louder at its beginning.")
  static let fadeOut = DefaultedField(
    "fadeOut", .delay, default: 0,
    "For how many seconds it becomes quieter at its end, also where the scene ends before it.")
  static let fadeCurve = Field(
    "fadeCurve", .timingFunction,
    "How both fades go, from silence to full. Default: a quarter of a sine, with which sounds that fade into each other keep their power."
  )
  static let duck = Field(
    "duck", Reader<AudioTrack.Ducking>.ducking,
    "The track under which this one becomes quiet as long as that one is heard: its name, or a mapping."
  )
  static let muted = DefaultedField(
    "muted", .boolean, default: false, "Whether the video's own sound is left out.")
  static let videoGain = DefaultedField(
    "gain", Reader<Envelope>.gain, default: Envelope(1),
    "How loud the video's own sound is, as of a track of `audio`.")

  static let envelopeTimes = Field(
    "times", Reader<Double>.delay.list("a list of seconds, 0 or more"), isRequired: true,
    "When each value holds, in seconds since the track began. They do not fall.")
  static let gainValues = Field(
    "values", Reader<Double>.level.list("a list of factors or decibels"), isRequired: true,
    "The gain at each of the times: factors, or decibels such as -6dB.")
  static let panValues = Field(
    "values", Reader<Double>.side.list("a list of numbers from -1 to 1"), isRequired: true,
    "The pan at each of the times.")
  static let envelopeFunctions = Field(
    "timingFunctions",
    Reader.timingFunction.list("a list of timing functions"),
    "Eases each step between two values. Default: straight lines.")

  static let duckTrack = Field(
    "under", .name, isRequired: true,
    "The name of the other track, or of a video layer, of the same scene.")
  static let duckGain = DefaultedField(
    "gain", Reader<Double>.level, default: 0.25, limits: [:],
    "The factor of the gain meanwhile, or decibels such as -12dB.")
  static let duckAttack = DefaultedField(
    "attack", .number(.moreThanZero), default: 0.05, limits: ["maximum": 1.1],
    "How many seconds it takes to become quiet, 1.1 at most.")
  static let duckRelease = DefaultedField(
    "release", .number(.moreThanZero), default: 0.5, limits: ["maximum": 9],
    "How many seconds it takes to come back, 9 at most.")
}

extension Vocabulary {
  /// The keys of a sound.
  public static let audio = Vocabulary(
    owner: "a sound", definition: "audio",
    [
      Key.audioFile, Key.audioName, Key.audioIn, Key.audioOut, Key.audioBeginTime,
      Key.audioDuration, Key.audioSpeed, Key.audioLoop, Key.audioGain, Key.audioPan, Key.fadeIn,
      Key.fadeOut, Key.fadeCurve, Key.duck, Key.allow,
    ], listsKeys: true)

  /// The keys of a gain with key frames.
  public static let gain = Vocabulary(
    owner: "a gain with key frames", definition: "gain",
    [Key.envelopeTimes, Key.gainValues, Key.envelopeFunctions], listsKeys: true)

  /// The keys of a pan with key frames.
  public static let pan = Vocabulary(
    owner: "a pan with key frames", definition: "pan",
    [Key.envelopeTimes, Key.panValues, Key.envelopeFunctions], listsKeys: true)

  /// The keys of a ducking that is more than a name.
  public static let ducking = Vocabulary(
    owner: "a ducking", definition: "ducking",
    [Key.duckTrack, Key.duckGain, Key.duckAttack, Key.duckRelease], listsKeys: true)
}

// MARK: Levels

extension Reader where Content == Double {
  /// A factor of the amplitude, or decibels.
  static let level: Reader = {
    let expectation = "a factor such as 0.5, or decibels such as -6dB"
    let factor = Reader.number(.zeroOrMore, expectation, limit: 1000)
    return Reader(
      expectation, example: "0.5",
      schema: [
        "anyOf": [
          factor.schema,
          ["type": "string", "pattern": .string("^\\s*" + SchemaPart.decimal + " ?dB\\s*$")],
        ]
      ], text: \.sceneText
    ) { node, context in
      guard let text = node.scalar?.text, text.hasSuffix("dB") else {
        return factor.read(node, context)
      }
      let digits = text.dropLast(2).filter { $0 != " " }
      guard case .number(let decibels) = NumberText(String(digits)) else {
        return context.mismatched(expectation, at: node)
      }
      guard decibels <= 60 else {
        return context.failure(.outOfRange, "\(text) is beyond the limit of 60dB", at: node)
      }
      return decibelFactor(decibels)
    }
  }()

  /// A place between left and right.
  static let side: Reader = {
    let expectation = "a number from -1 (left) to 1 (right)"
    let number = Reader.number(.any, expectation)
    return Reader(
      expectation, example: "0.5",
      schema: number.schema.merging(["minimum": -1, "maximum": 1]), text: \.sceneText
    ) { node, context in
      guard let value = number.read(node, context) else { return nil }
      if abs(value) <= 1 { return value }
      return context.failure(
        .outOfRange, "expected \(expectation); found \(value.sceneText)", at: node)
    }
  }()
}

extension Reader where Content == Envelope {
  static let gain = envelope(.level, Vocabulary.gain, Key.gainValues)
  static let pan = envelope(.side, Vocabulary.pan, Key.panValues)

  /// A number for all times, or key frames.
  private static func envelope(
    _ number: Reader<Double>, _ vocabulary: Vocabulary, _ values: Field<[Double]>
  ) -> Reader {
    let mapping = Reader.mapping(vocabulary, vocabulary.owner) { $0.envelope(values) }
    return Reader(
      number.expectation + ", or {times, values}", example: number.example,
      schema: ["anyOf": [number.schema, mapping.schema]], text: { $0.constant.flatMap(number.text) }
    ) { node, context in
      if node.entries != nil { return context.read(node, mapping) }
      return context.read(node, number).map(Envelope.init)
    }
  }
}

extension MappingReader {
  fileprivate func envelope(_ field: Field<[Double]>) -> Envelope? {
    let functions = ifGiven(Key.envelopeFunctions)
    let values = self[field]
    guard let times = self[Key.envelopeTimes], let values, let functions,
      let node = node(Key.envelopeTimes), let places = node.items
    else { return nil }
    guard times.count == values.count, !times.isEmpty else {
      return context.failure(
        .wrongCount, "expected a time for each of \(values.count) values; found \(times.count)",
        at: node)
    }
    for index in times.indices.dropFirst() where times[index] < times[index - 1] {
      return context.failure(
        .badKeyTimes,
        "times must not fall; found \(times[index].sceneText) after \(times[index - 1].sceneText)",
        at: places[index])
    }
    if let functions, functions.count != times.count - 1 {
      return context.failure(
        .wrongCount,
        "expected \(times.count - 1) timing functions, one for each step; found \(functions.count)",
        at: self.node(Key.envelopeFunctions) ?? node)
    }
    return Envelope(times, values, functions)
  }
}

extension Envelope {
  /// Key frames with a timing function for each step; `nil` for straight steps.
  fileprivate init(_ times: [Double], _ values: [Double], _ functions: [TimingFunction]?) {
    guard let functions else {
      self.init(zip(times, values).map { Point(time: $0, value: $1) })
      return
    }
    var points = [Point(time: times[0], value: values[0])]
    for (index, function) in functions.enumerated() {
      let (start, end) = (times[index], times[index + 1])
      let (from, to) = (values[index], values[index + 1])
      if end > start {
        let eased = Envelope(through: [start, end]) { time in
          from + (to - from) * function.value(at: (time - start) / (end - start))
        }
        points += eased.points.dropFirst().dropLast()
      }
      points.append(Point(time: end, value: to))
    }
    self.init(points)
  }
}
