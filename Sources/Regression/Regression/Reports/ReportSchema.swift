import RostrumBase

/// The JSON Schema (draft 7) of `report.json` and of what `--json` prints.
public enum ReportSchema {
  public static func text() -> String { schema.text() + "\n" }

  private static let schema = object(
    [
      ("version", constant(.integer(DiffReport.version), "The version of this form.")),
      ("shard", orNull(string("The part of a run that the report tells of, such as 2/8."))),
      ("run", orNull(run)),
      ("title", string("The command, in words.")),
      ("exitStatus", whole("The exit status of the command.")),
      ("summary", string("How many pairs have which verdict, in words.")),
      ("tolerance", tolerance), ("notes", list(string("A note that belongs to no pair."))),
      ("films", list(file)), ("entries", list(entry)),
    ],
    head: [
      ("$schema", .string("http://json-schema.org/draft-07/schema#")),
      ("title", .string("A report of rostrum verify or rostrum diff")),
    ])

  private static let run = object([
    ("sceneCount", whole("How many scenes all parts compare together.")),
    ("scenes", digest("Of the scenes' names.")), ("files", digest("Of the scene files' bytes.")),
    ("settings", digest("Of the settings that decide about a result.")),
    ("versions", string("Of Rostrum and its libraries.")),
    ("commit", orNull(string("The commit that is checked out."))),
    ("part", list(string("A scene of this report."))),
  ])

  private static let entry = object([
    ("group", string("The scene, the folder or the video.")),
    ("name", string("The moment with variant and row, the file or the frame; film for a film.")),
    ("verdict", words(DiffReport.Verdict.allCases.map(\.rawValue), "The result.")),
    ("expected", string("The baseline, or the expected picture.")),
    ("actual", string("The scene, or the actual picture.")),
    ("source", orNull(string("The file that an annotation points to."))),
    ("line", orNull(whole("The line of source that is the cause."))),
    ("changes", list(change)), ("causes", list(cause)), ("files", orNull(files)),
    ("levels", orNull(levels)),
    ("seconds", orNull(number("How long the comparison took, where it was measured."))),
    ("sentences", list(string("A finding."))), ("difference", orNull(difference)),
  ])

  private static let change = object([
    ("layer", string("The layer's name.")),
    ("keyPath", orNull(string("The value's key path; null for a layer that is new or gone."))),
    ("text", string("The change, in words.")),
  ])

  private static let cause = object([
    ("kind", words(DifferenceCause.Kind.allCases.map(\.rawValue), "The cause's own name.")),
    ("text", string("The cause, in words.")), ("layer", orNull(string("The layer's name."))),
    ("key", orNull(string("The key's path in the scene or the layer, or the file's name."))),
    ("lines", list(whole("A line of the file that may be the cause."))),
    ("file", orNull(string("The file of the lines; null for the scene file."))),
  ])

  private static let files = object([
    ("expected", orNull(file)), ("actual", orNull(file)), ("difference", orNull(file)),
    ("record", orNull(file)),
    ("baseline", orNull(digest("Of the baseline's file when it was compared."))),
    ("film", orNull(file)),
    ("filmBaseline", orNull(digest("Of the film's record when it was compared."))),
    ("sound", orNull(file)),
  ])

  private static let levels = object(
    ["expected", "actual"].map { name in
      (key: name, value: list(number("Of a tenth of a second, in decibels of full scale.")))
    })

  private static let file = object([
    ("path", string("Relative to the report's folder.")), ("digest", digest("Of its bytes.")),
  ])

  private static let tolerance = object([
    ("threshold", number("The colour distance from which on pixels differ.")),
    ("maximumPixels", whole("How many pixels may differ.")),
    ("maximumShare", number("Which share of the pixels may differ.")),
    ("maximumRegion", orNull(whole("How many pixels of one region may differ."))),
    ("forgivesAntialiasing", kind("boolean", "Whether antialiased pixels are forgiven.")),
  ])

  private static let difference = object([
    ("expectedSize", list(whole("Width and height in pixels."))),
    ("actualSize", list(whole("Width and height in pixels."))),
    ("comparedPixels", whole("Pixels that count.")), ("allowedPixels", whole("By the tolerance.")),
    ("differentPixels", whole("Pixels that differ.")), ("differentShare", number("Their share.")),
    ("forgivenPixels", whole("Forgiven as antialiasing.")),
    ("toleratedPixels", whole("Below the threshold.")),
    ("ignoredPixels", whole("Pixels that do not count.")),
    ("largestDistance", number("Of two colours.")),
    ("largestDistanceAt", orNull(list(whole("x and y in pixels.")))),
    ("meanSquaredError", number("Of all channels.")), ("tolerance", tolerance),
    ("peakSignalToNoise", orNull(number("In decibels; null for equal pictures."))),
    ("regionCount", whole("Regions that differ.")), ("regions", list(region)),
  ])

  private static let region = object(
    ["x", "y", "width", "height", "pixels"].map { (key: $0, value: whole("In pixels.")) })

  // MARK: Parts

  /// All keys are there; a later version may add some.
  private static func object(
    _ keys: [(key: String, value: JSONValue)], head: [(key: String, value: JSONValue)] = []
  ) -> JSONValue {
    .object(
      head + [
        ("type", .string("object")), ("required", .array(keys.map { .string($0.key) })),
        ("properties", .object(keys)),
      ])
  }

  private static func kind(_ name: String, _ text: String) -> JSONValue {
    .object([("type", .string(name)), ("description", .string(text))])
  }

  private static func string(_ text: String) -> JSONValue { kind("string", text) }
  private static func number(_ text: String) -> JSONValue { kind("number", text) }
  private static func whole(_ text: String) -> JSONValue { kind("integer", text) }

  private static func digest(_ text: String) -> JSONValue {
    .object([
      ("type", .string("string")), ("pattern", .string("^[0-9a-f]{32}$")),
      ("description", .string("A digest. " + text)),
    ])
  }

  private static func words(_ words: [String], _ text: String) -> JSONValue {
    .object([("enum", .array(words.map { .string($0) })), ("description", .string(text))])
  }

  private static func constant(_ value: JSONValue, _ text: String) -> JSONValue {
    .object([("const", value), ("description", .string(text))])
  }

  private static func list(_ items: JSONValue) -> JSONValue {
    .object([("type", .string("array")), ("items", items)])
  }

  private static func orNull(_ schema: JSONValue) -> JSONValue {
    .object([("anyOf", .array([.object([("type", .string("null"))]), schema]))])
  }
}
